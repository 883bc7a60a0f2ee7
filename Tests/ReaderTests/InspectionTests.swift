// The proposal for a document, and that a poll with the proposal agrees with the inspection.

import Reading
import Rows
import TestKit
import Testing

@testable import batchwatch_reader

private func inspection(_ text: String, watching watched: String? = nil) throws -> Inspection {
    var request = ParseRequest(key: "", columns: [])
    request.inspects = true
    request.watched = watched.map { [$0] }
    return try inspect(Array(text.utf8), request: request)
}

/// What a poll with a proposal reads of a number.
private func polled(_ text: String, _ proposal: Proposal, watching watched: String) throws -> Reading {
    var request = ParseRequest(key: proposal.key, columns: proposal.columns)
    (request.headings, request.record, request.watched) = (proposal.headings, proposal.record, [watched])
    var printed: [UInt8] = []
    let answer = try reply(to: request, about: Array(text.utf8), before: { _ in [] }, text: &printed)
    guard case .document(let reading, _) = answer else { throw ReadingFailure(.reader, "\(answer)") }
    return reading
}

/// A PDF of several pages of rows; each cell stands where its column begins.
private func pages(_ pages: [[[String]]]) -> String {
    var objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    var kids: [String] = []
    for rows in pages {
        let lines = rows.enumerated().map { number, cells in
            zip([72, 200, 400], cells).map { x, cell in "1 0 0 1 \(x) \(740 - 20 * number) Tm (\(cell)) Tj" }
                .joined(separator: "\n")
        }
        let content = "BT /F1 10 Tf\n" + lines.joined(separator: "\n") + "\nET"
        let page = objects.count + 1
        kids.append("\(page) 0 R")
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents \(page + 1) 0 R "
                + "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>")
        objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
    }
    objects[1] = "<< /Type /Pages /Kids [\(kids.joined(separator: " "))] /Count \(kids.count) >>"
    return pdf(objects: objects)
}

private let statuses = ["Approved", "Refused", "Pending", "Collect passport"]

struct InspectionTests {
    @Test func `a number of a later part of the document decides what the keys look like`() throws {
        let first = (0..<10).map { page in
            (0..<20).map { ["20121456\(100 + page * 20 + $0)", statuses[$0 % 4], "1\($0 % 9)-Jun-12"] }
        }
        let last = (0..<12).map { ["GW-77\(100 + 7 * $0)", statuses[$0 % 3], "2\($0 % 9)-Jun-12"] }
        let text = pages(first + [last])
        let found = try inspection(text, watching: "GW-77114")
        #expect(found.watched.map(\.update.status) == ["Pending"] && found.uncertainty == nil, "\(found)")
        let proposal = try #require(found.proposal)
        #expect(try KeyMask(proposal.key).matches("GW-77114"))
        #expect(try polled(text, proposal, watching: "GW-77114").rows == found.watched)
        #expect(try inspection(text).proposal?.hasUsualKey == true)
    }

    @Test func `a number that no proposal reads as a row is shown with its places, and nothing is proposed`() throws {
        let rows = (0..<8).map { ["20121456\(100 + 7 * $0)", statuses[$0 % 4], "1\($0)-Jun-12"] }
        let text = pages([
            rows + [["Your number, 20121456990, is lost", "", ""]], [["see 20121456990 there", "", ""]],
        ])
        let found = try inspection(text, watching: "20121456990")
        #expect(found.proposal == nil && found.reason == "no row can be read that has 20121456990")
        #expect(found.mentions?.map(\.page) == [1, 2], "\(String(describing: found.mentions))")
    }

    @Test func `the column that the number stands in is that of the keys, and not the longer one beside it`() throws {
        let rows = (0..<12).map { "\(4711 + 3 * $0),9021\(($0 * 7) % 10)\(($0 * 3) % 10)110,\(statuses[$0 % 4])" }
        let text = "Case,ZIP,Decision\n" + rows.joined(separator: "\n") + "\n"
        let found = try inspection(text, watching: "4714")
        #expect(found.proposal?.headings == ColumnHeadings(batch: "Case", status: "Decision"), "\(found)")
        #expect(found.watched.map(\.update.status) == ["Refused"] && found.uncertainty == nil)
        #expect(found.proposal?.notes.contains("not read: \"ZIP\"") == true)
    }

    @Test func `a number that is nowhere is absent, and another kind of number proposes nothing`() throws {
        let rows = (0..<12).map { "663573\(10 + 7 * $0 % 80),\(statuses[$0 % 4])" }
        let text = "Number,Decision\n" + rows.joined(separator: "\n") + "\n"
        let absent = try inspection(text, watching: "66357399")
        #expect(absent.proposal?.rowCount == 12 && absent.watched.isEmpty && absent.uncertainty == nil)
        #expect(absent.mentions == nil)
        let other = try inspection(text, watching: "663573")
        #expect(other.proposal == nil)
        #expect(
            other.reason
                == "663573 stands nowhere in the document, and the numbers of its list look otherwise: ########")
    }

    @Test func `a row in doubt is not reported as certain`() throws {
        let rows = (0..<12).map { "<tr><td>663573\(10 + $0)<td>\($0 == 3 ? "<s>Refused</s>" : statuses[$0 % 4])" }
        let text = "<!DOCTYPE html><table><tr><th>Number<th>Decision\(rows.joined())</table>"
        let found = try inspection(text, watching: "66357313")
        #expect(found.watched.map(\.batch) == ["66357313"] && found.uncertainty?.contains("is struck out") == true)
        let sound = try inspection(text, watching: "66357314")
        #expect(sound.watched.map(\.batch) == ["66357314"] && sound.uncertainty == nil)
    }

    @Test func `a row of data is no heading: all rows are read`() throws {
        let rows = (0..<25).map {
            "2\($0 % 9)\($0 * 37 % 90 + 10)4711\($0 % 10);\(10 + $0 % 19).06.2012;\(statuses[$0 % 4])"
        }
        let text = "Decisions of the week;;\n" + rows.joined(separator: "\n") + "\n"
        let proposal = try #require(try inspection(text).proposal)
        #expect(proposal.rowCount == 25 && proposal.headings == nil, "\(proposal)")
    }

    @Test func `a column order by which a status would be a date is not certain`() throws {
        let first = (0..<8).map { "<tr><td>23-1000\($0)<td>\(statuses[$0 % 4])<td>1\($0).05.2026</tr>" }.joined()
        let second = (0..<9).map { "<tr><td>23-2000\($0)<td>1\($0).05.2026<td>\(statuses[$0 % 4])</tr>" }.joined()
        let text =
            "<!doctype html><table><tr><th>Case No.<th>Status<th>Date</tr>\(first)</table>"
            + "<table><tr><th>Case No.<th>Date<th>Status</tr>\(second)</table>"
        for (number, status) in [("23-10001", "Refused"), ("23-20002", "Pending")] {
            let found = try inspection(text, watching: number)
            #expect(found.uncertainty == nil && found.watched.map(\.update.status) == [status])
        }
        let unheaded = try inspection(
            "<!doctype html><table>\(first)</table><table>\(second)</table>", watching: "23-10001")
        #expect(unheaded.uncertainty == nil && unheaded.watched.map(\.update.status) == ["Refused"])
    }

    @Test func `a date behind the status is no part of it`() throws {
        let text = (0..<8).map { "23-1000\($0)  \(statuses[$0 % 4]) 2026-05-1\($0)\n" }.joined()
        let found = try inspection(text, watching: "23-10001")
        #expect(found.watched.map(\.update) == [Update(status: "Refused", date: "2026-05-11")])
        #expect(found.uncertainty == nil)
    }

    @Test func `a list that goes on beside itself has its statuses in its own part`() throws {
        let text = (1..<7).map { row in
            "23-1000\(row)  \(row % 2 > 0 ? "Approved" : "Refused ")  2026-05-0\(row)    "
                + "23-2000\(row)  \(row % 2 > 0 ? "Pending " : "Returned")  2026-06-0\(row)\n"
        }.joined()
        let (left, right) = try (inspection(text, watching: "23-10002"), inspection(text, watching: "23-20002"))
        #expect(
            left.uncertainty == nil && left.watched.map(\.update) == [Update(status: "Refused", date: "2026-05-02")])
        #expect(right.proposal == nil)
    }

    @Test func `what another edition is read with is kept where it reads this one`() throws {
        let text = "Number,Office,Decision\n66357342,London,Approved\n66357343,Paris,Refused\n66357344,Rome,Refused\n"
        var request = ParseRequest(key: "", columns: [])
        (request.inspects, request.watched) = (true, ["66357343"])
        var other = Proposal(
            key: "########", columns: ["batch", "status"], found: ColumnHeadings(), rowCount: 0, samples: [])
        request.proposed = other
        let kept = try inspect(Array(text.utf8), request: request)
        #expect(kept.proposal?.readsLike(other) == true && kept.watched.map(\.update.status) == ["Paris"])
        other.headings = ColumnHeadings(batch: "Case", status: "Decision")
        other.columns = []
        request.proposed = other
        let found = try inspect(Array(text.utf8), request: request)
        #expect(found.proposal?.readsLike(other) == false && found.watched.map(\.update.status) == ["Refused"])
    }

    @Test(arguments: ["66357342,Jane Roe,Approved", "66357342;Jane Roe;Approved"])
    func `columns by their usual order are not read where the headings contradict it`(row: String) throws {
        let sign = row.contains(";") ? ";" : ","
        let head = ["Number", "Applicant", "Decision"].joined(separator: sign)
        let text = "\(head)\n\(row)\n" + row.replacing("342", with: "343") + "\n"
        let usual = Proposal(
            key: "########", columns: ["batch", "status", "date"], found: ColumnHeadings(), rowCount: 0, samples: [])
        #expect {
            try polled(text, usual, watching: "66357342")
        } throws: { error in
            (error as? ReadingFailure)?.cause.hasPrefix(
                "the column headed \"Applicant\" stands where the status is expected, and another one is headed "
                    + "\"Decision\"") == true
        }
        let drawn = pages([
            [["Number", "Applicant", "Decision"]] + (2..<9).map { ["6635734\($0)", "Jane Roe", "Approved"] }
        ])
        #expect(throws: ReadingFailure.self) { try polled(drawn, usual, watching: "66357342") }
        let plain = text.replacing("Applicant", with: "Status").replacing("Decision", with: "Date")
        #expect(try polled(plain, usual, watching: "66357342").rows.map(\.update.status) == ["Jane Roe"])
    }

    @Test(arguments: ["PERMIT #", "PERMIT#", "Permit #", "Permits #", "PERMIT # ¹", "Permit #*"])
    func `a heading that is written otherwise is the same`(heading: String) throws {
        var named = Proposal(key: "########", columns: [], found: ColumnHeadings(), rowCount: 0, samples: [])
        named.headings = ColumnHeadings(batch: "PERMIT #", status: "Decision")
        for status in ["Decision", "DECISIONS", "Decision†"] {
            let text = "\(heading),Office,\(status)\n66357342,London,Approved\n66357343,London,Refused\n"
            #expect(try polled(text, named, watching: "66357343").rows.map(\.update.status) == ["Refused"])
        }
        let other = "\(heading),Office,Outcome\n66357342,London,Approved\n66357343,London,Refused\n"
        #expect {
            try polled(other, named, watching: "66357343")
        } throws: { error in
            let cause = (error as? ReadingFailure)?.cause ?? ""
            return cause.contains("\"Decision\"") && cause.contains("\"Outcome\"")
        }
    }

    @Test(arguments: [2, 3, 5])
    func `the page of a case is read by its labels, however many there are`(labels: Int) throws {
        let rows =
            [("Application number", "66357342"), ("Status", "Refused"), ("Office", "London"), ("Fee", "paid")]
            + [("Kind", "work")]
        let text = rows.prefix(labels).map { "<tr><th>\($0)</th><td>\($1)</td></tr>" }.joined()
        let found = try inspection("<!DOCTYPE html><table>\(text)</table>", watching: "66357342")
        #expect(found.watched.map(\.update.status) == ["Refused"] && found.uncertainty == nil, "\(found)")
        #expect(found.proposal?.headings == ColumnHeadings(batch: "Application number", status: "Status"))
    }
}
