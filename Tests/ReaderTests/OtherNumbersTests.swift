// What is proposed where other dates and numbers stand beside those of the list, in every format.

import Reading
import Rows
import TestKit
import Testing

@testable import batchwatch_reader

private let statuses = ["Issued", "Pending", "Refused"]

/// A list with a row for each number, below headings.
private func list(_ headings: [String], rows: Int = 12, _ cells: (Int) -> [String]) -> [[String]] {
    [headings] + (0..<rows).map(cells)
}

/// A list in each of the formats.
private func documents(_ rows: [[String]]) -> [(name: String, text: String)] {
    [
        ("PDF", pdf(rows)),
        ("CSV", rows.map { $0.map { "\"\($0)\"" }.joined(separator: ",") }.joined(separator: "\n")),
        ("HTML", "<table>" + rows.map { "<tr><td>" + $0.joined(separator: "<td>") }.joined() + "</table>"),
    ]
}

private func inspected(_ text: String, for sought: String? = nil) throws -> Inspection {
    var request = ParseRequest(key: "", columns: [])
    request.inspects = true
    request.watched = sought.map { [$0] }
    return try inspect(Array(text.utf8), request: request)
}

@Suite struct `Other dates and numbers` {
    @Test(arguments: [
        ["Application", "Received", "Decision", "Decided"], ["Application", "Date Filed", "Outcome", "Last Updated"],
    ])
    func `leave the date to the column that changes with the status`(headings: [String]) throws {
        let rows = list(headings) {
            ["\(71230 + 17 * $0)", "2024-03-\(10 + $0)", statuses[$0 % 3], "2026-05-\(10 + $0)"]
        }
        for (name, text) in documents(rows) {
            let found = try inspected(text, for: "71247")
            #expect(found.watched.map(\.update.date) == ["2026-05-11"], "\(name)")
        }
    }

    @Test func `of places are no keys of a number that is not there`() throws {
        let rows = list(["ZIP", "Case No.", "Status"]) {
            ["\(60101 + 31 * $0)", "\(71230 + 17 * $0)", statuses[$0 % 3]]
        }
        for (name, text) in documents(rows) {
            let found = try inspected(text, for: "99999")
            #expect(found.proposal?.found.batch == "Case No.", "\(name)")
        }
    }

    @Test func `in columns that name other cases are none of the list`() throws {
        for heading in ["Parent case", "Related case", "Comment"] {
            let rows = list(["Case No.", heading, "Status"]) {
                let other = "23-\(501 + $0)"
                return ["23-\(100 + $0)", heading == "Comment" ? "see \(other) below" : other, statuses[$0 % 3]]
            }
            for (name, text) in documents(rows) where name != "PDF" {
                let found = try inspected(text, for: "23-503")
                #expect(found.watched.isEmpty && found.mentions?.isEmpty == false, "\(name) \(heading)")
                #expect(try inspected(text, for: "23-103").watched.map(\.update.status) == [statuses[0]])
            }
        }
    }

    @Test func `beside a list or within its records are none of the list`() throws {
        let rows = (0..<8).map {
            "{\"number\":\"A\(1002 + $0)\",\"status\":\"\(statuses[$0 % 3])\",\"history\":[{\"number\":\"A\(2002 + $0)\"}]}"
        }
        let text = "{\"highlight\":\"A1001\",\"rows\":[" + rows.joined(separator: ",") + "]}"
        for sought in ["A1001", "A2003"] {
            let found = try inspected(text, for: sought)
            #expect(found.watched.isEmpty && found.proposal == nil && found.mentions?.isEmpty == false, "\(sought)")
        }
        #expect(try inspected(text, for: "A1003").watched.map(\.update.status) == ["Pending"])
    }

    @Test func `of another table add no form of keys`() throws {
        let forms = ["", "A", "B", "-R"]
        let keys = (0..<24).map { "\(203_000 + $0 * 37)\(forms[$0 % 4])" }
        let rows =
            list(["Received", "Application Number", "Status"], rows: 24) {
                ["2024-11-\(10 + $0 % 20)", keys[$0], statuses[$0 % 3]]
            } + [["Office", "Phone", "Hours"], ["North", "555-0101", "9-17"], ["South", "555-0102", "9-16"]]
        for (name, text) in documents(rows) {
            let proposal = try #require(try inspected(text, for: keys[5]).proposal)
            #expect(proposal.rowCount == 24, "\(name) \(proposal.key)")
        }
    }

    @Test func `below a title and the name of a group are the list's`() throws {
        let rows =
            [["Office of the Registrar, list of 15 January 2026"], ["Case No.", "Disposition", "Decided", "No."]]
            + [["District 1"]]
            + (0..<3).map { ["26012\($0)", statuses[$0], "08/2\($0)/2025", "\($0 + 1)"] } + [["Total", "3", "", ""]]
        for (name, text) in documents(rows) where name != "PDF" {
            let found = try inspected(text, for: "260121")
            #expect(found.proposal?.key == "######", "\(name)")
            #expect(found.proposal?.headings?.batch == "Case No.", "\(name)")
            #expect(found.proposal?.rowCount == 3 && found.watched.map(\.update.status) == ["Pending"], "\(name)")
        }
    }

    @Test func `of a row are no headings below a sentence`() throws {
        let rows =
            [["Correction: number 22A100 has been removed."], ["Docket", "ZIP", "Decision"]]
            + [["24-1310", "73833", "Refused"], ["22A1269", "94583", "Pending"], ["22A1226", "81325", "Granted"]]
        for (name, text) in documents(rows) where name != "PDF" {
            let found = try inspected(text, for: "22A1226")
            #expect(found.proposal?.found.status == "Decision", "\(name)")
            #expect(found.proposal?.rowCount == 3, "\(name)")
        }
    }

    @Test func `with a comma stand in columns that blanks part`() throws {
        let names = ["Smith, Ann", "Lee, Bo", "Garcia, Maria"]
        let lines = (0..<9).map {
            "\(300_100 + 7 * $0)       " + names[$0 % 3].padded(15) + statuses[$0 % 3].padded(9) + "2026-11-\(10 + $0)"
        }
        let text = "File Number  Applicant      Status   Status Date\n" + lines.joined(separator: "\n") + "\n"
        let found = try inspected(text, for: "300107")
        #expect(found.watched.map(\.update) == [Update(status: "Pending", date: "2026-11-11")])
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
