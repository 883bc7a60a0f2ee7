// The columns of a list without configured ones, if its headings contradict their usual order.

import Reading
import Rows
import TestKit
import Testing

@testable import batchwatch_reader

/// A list that is written in a format.
private struct Written: Sendable, CustomTestStringConvertible {
    var name: String
    /// Writes rows, the first of headings.
    var text: @Sendable ([[String]]) -> String
    var testDescription: String { name }
}

private let formats = [
    Written(name: "PDF") { pdf($0) },
    Written(name: "CSV") { $0.map { $0.joined(separator: ",") + "\n" }.joined() },
    Written(name: "HTML") { rows in
        let lines = rows.map { row in "<tr>" + row.map { "<td>\($0)</td>" }.joined() + "</tr>" }
        return "<!DOCTYPE html><table>\(lines.joined())</table>"
    },
]

private func read(
    _ text: String, finding: Bool? = true, _ change: (inout ParseRequest) -> Void = { _ in }
) throws -> (reading: Reading, text: [UInt8]) {
    var request = ParseRequest(key: "########", columns: ["batch", "status", "date"])
    (request.findsColumns, request.watched) = (finding, ["66357342"])
    change(&request)
    var printed: [UInt8] = []
    let answer = try reply(to: request, about: Array(text.utf8), before: { _ in [] }, text: &printed)
    guard case .document(let reading, _) = answer else { throw ReadingFailure(.reader, "\(answer)") }
    return (reading, printed)
}

struct FoundColumnsTests {
    private let rows =
        [["Number", "Applicant", "Decision"]]
        + (2..<9).map { ["6635734\($0)", "Jane Roe", $0 == 2 ? "Approved" : "Refused"] }

    @Test(arguments: formats)
    private func `columns are found by the headings that contradict their order`(format: Written) throws {
        let text = format.text(rows)
        let found = try read(text).reading
        #expect(found.columns == ColumnHeadings(batch: "Number", status: "Decision"))
        #expect(found.rows.map(\.update.status) == ["Approved"] && found.rowCount == 7 && found.doubts.isEmpty)
        let named = try read(text, finding: nil) { ($0.columns, $0.headings) = ([], found.columns) }.reading
        #expect(named.columns == nil && named.rows == found.rows && named.fingerprint == found.fingerprint)
        #expect(throws: ReadingFailure.self) { try read(text, finding: nil) }
    }

    @Test(arguments: formats)
    private func `nothing is looked for where the headings contradict nothing`(format: Written) throws {
        let plain = [["Number", "Status", "Date"]] + rows.dropFirst().map { [$0[0], $0[2], "01-Jun-12"] }
        let found = try read(format.text(plain)).reading
        #expect(found.columns == nil && found.rows.map(\.update.status) == ["Approved"])
        #expect(try read(format.text(Array(rows.dropFirst()))).reading.columns == nil)
    }

    @Test func `the table of the edition is that of the columns that were found`() throws {
        let text = formats[1].text(rows)
        let found = try read(text) { $0.tabulates = true }
        let named = try read(text) { request in
            (request.columns, request.headings, request.tabulates) = (
                [], ColumnHeadings(batch: "Number", status: "Decision"), true
            )
        }
        #expect(!found.text.isEmpty && found.text == named.text)
    }

    @Test func `a document is refused if the heading of its statuses stands over two columns`() throws {
        var twice = rows.map { $0 + ["Refused"] }
        twice[0] = ["Number", "Applicant", "Decision", "Decision"]
        #expect {
            try read(formats[1].text(twice))
        } throws: { error in
            (error as? ReadingFailure)?.cause.hasPrefix("the column headed \"Applicant\" stands where") == true
        }
    }
}
