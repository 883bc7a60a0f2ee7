// A request for a whole list: text that looks like a row of it but was not read as one makes a doubt.

import Reading
import Rows
import TestKit
import Testing

@testable import batchwatch_reader

/// The words in doubt of a document of which all rows are asked for.
private func doubted(_ text: String, _ change: (inout ParseRequest) -> Void = { _ in }) throws -> [String] {
    var request = ParseRequest(key: "2[0-8]#########", columns: ["batch", "status", "date"])
    change(&request)
    var printed: [UInt8] = []
    let answer = try reply(to: request, about: Array(text.utf8), before: { _ in [] }, text: &printed)
    guard case .document(let reading, _) = answer else { throw ReadingFailure(.reader, "\(answer)") }
    #expect(reading.rowCount >= 2)
    return reading.doubts.filter { $0.rule == .unreadKey }.map(\.word)
}

private let table =
    "<!DOCTYPE html><body><table><tr><td>20121456171<td>Issued<td>2026-11-01<tr><td>20121456172<td>Refused<td>2026-11-02</table>"

struct KeysInNoRowTests {
    @Test(arguments: [
        ("<p>20121456179 is withdrawn</p>", true), ("<p>Late: 20121456179 Refused</p>", true),
        ("<p>Late: 20121456179 until 2026-12-31</p>", true), ("<p>Call 20121456179 for help</p>", false),
        ("<p>20121456171 see above</p>", false), ("<p>x 20121-456179 Refused</p>", false),
        ("<div hidden>20121456179 Refused</div>", false), ("<p>320121456179 Refused</p>", false),
    ])
    func `a line that may be a row is doubted`(html: String, isDoubted: Bool) throws {
        #expect(try doubted(table + html) == (isDoubted ? ["20121456179"] : []), "\(html)")
    }

    @Test func `a row that is parted otherwise than the others is doubted`() throws {
        let list = "20121456171,Issued,2026-11-01\n20121456172,Refused,2026-11-02\n"
        for row in ["20121456179;Refused;2026-11-03", "20121456179|Refused|2026-11-03", "20121456179\tRefused"] {
            #expect(try doubted(list + list + row + "\n").contains("20121456179"), "\(row)")
        }
    }

    @Test func `another list of JSON is doubted, unless the request names the list`() throws {
        func list(_ keys: [Int], _ name: String) -> String {
            let rows = keys.map {
                "{\n\"\(name)\": \($0),\n\"state\": \"Issued\",\n\"on\": \"2026-11-01\", \"old\": [7]\n}"
            }
            return "[\(rows.joined(separator: ",\n"))]"
        }
        let keys = [20_121_456_171, 20_121_456_172]
        let lists = "{\"open\": \(list(keys, "no")), \"closed\": \(list([20_121_456_179], "id"))}"
        let headings = ColumnHeadings(batch: "no", status: "state", date: "on")
        func found(_ record: String?) throws -> [String] {
            try doubted(lists) { ($0.columns, $0.headings, $0.record) = ([], headings, record) }
        }
        #expect(try found(nil) == ["20121456179"])
        #expect(try found("open") == [])
    }

    @Test func `no path is proposed for a list in parts`() throws {
        func list(_ keys: ClosedRange<Int>) -> String {
            keys.map { "{\"no\":\"201214561\($0)\",\"state\":\"Issued\",\"on\":\"2026-11-01\"}" }.joined(separator: ",")
        }
        func proposal(_ second: String) throws -> Proposal? {
            let lists = "{\"open\":[\(list(10...15))],\"more\":[\(second)]}"
            return try inspect(Array(lists.utf8), request: ParseRequest(key: "", columns: [])).proposal
        }
        let whole = try #require(try proposal(list(16...19)))
        let one = try #require(try proposal("{\"name\":\"a\"}"))
        #expect((whole.record, whole.rowCount) == (nil, 10))
        #expect((one.record, one.rowCount) == ("open", 6))
    }

    @Test func `of watched batches the net tells by itself`() throws {
        #expect(try doubted(table + "<p>20121456179 is withdrawn</p>") { $0.watched = ["20121456171"] } == [])
    }

    @Test func `lines of a page beside the table are doubted`() throws {
        let rows = (0..<4).map { ["2012145617\($0)", "visa issued", "14-Jun-12"] }
        #expect(try doubted(pdf(rows)) == [])
        #expect(try doubted(pdf(rows + [["", "", ""], ["x 20121456179", "visa issued", ""]])) == ["20121456179"])
    }

    @Test func `shapes are those of several keys, long enough to be no year`() {
        func shapes(_ keys: [String]) -> [String] {
            let rows = keys.map { Row(batch: $0, update: Update(status: "", date: ""), page: 1) }
            return KeyMask.shapes(of: rows, mask: .anyText).map(\.description).sorted()
        }
        #expect(shapes(["IOE-4711", "IOE-4723", "X1"]) == ["IOE-47##"].map { $0.replacing("A", with: "[A]") })
        #expect(shapes(["2024", "2025"]) == [])
        #expect(shapes(["12345", "12399", "987654"]) == ["123##"])
        #expect(shapes(["AB12345"]) == [])
        #expect(shapes(["AB12345", "CD22346"]) == ["AA#####"])
    }
}
