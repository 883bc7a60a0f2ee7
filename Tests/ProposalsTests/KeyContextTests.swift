// Proposals for columns with more than a key in their cells.

import Foundation
import Reading
import Rows
import Testing
import Text

@testable import Proposals

private func look(_ table: TextTable, for text: String? = nil) throws(NoProposal) -> (proposal: Proposal, rows: [Row]) {
    try ProposalTables(TableDocument(tables: [table])).look(sought: text.map { SoughtText($0) })
}

private let statuses = ["Approved", "Refused", "Approved", "Pending"]

/// A list with these cells for its keys.
private func list(_ cell: (Int) -> String) -> TextTable {
    TextTable(
        rows: [["Number", "Status", "Date"]]
            + statuses.enumerated().map { [cell($0), $1, "\($0 + 2) Nov 2026"] })
}

struct KeyContextTests {
    @Test(arguments: [
        "Case No. 6635734#", "6635734# new", "\u{200E}6635734#\u{200B}", "'6635734#", "6635 734#", "66,357,34#",
        "Number: 6635734#",
    ])
    func `keys are proposed where they are read`(form: String) throws {
        let table = list { form.replacingOccurrences(of: "#", with: "\($0)") }
        for sought in [nil, "66357341"] {
            let found = try look(table, for: sought)
            #expect(found.proposal.key == "########")
            #expect(found.proposal.headings == ColumnHeadings(batch: "Number", status: "Status", date: "Date"))
            #expect(found.rows.map(\.batch) == (0..<4).map { "6635734\($0)" })
            #expect(found.rows.map(\.update.status) == statuses)
        }
    }

    @Test(arguments: ["6635734# 7635734# 8635734#", "$1,25#", "+44 20 7499 900#", "1,25#", "Room 12#"])
    func `what may be something else is no key`(form: String) {
        let table = list { form.replacingOccurrences(of: "#", with: "\($0)") }
        let key = try? look(table).proposal.key
        #expect(key == nil || key == "*" || form.hasPrefix("+"))
    }

    @Test(arguments: [": ", " - ", " \u{2013} "])
    func `titles that say all of a case are proposed for batch and status`(sign: String) throws {
        let table = TextTable(
            fields: ["title", "link", "pubDate"],
            rows: statuses.enumerated().map {
                ["6635734\($0)\(sign)\($1)", "https://o.example/\($0)", "Mon, 0\($0 + 2) Nov 2026 00:00:00 GMT"]
            })
        for sought in [nil, "66357341"] {
            let found = try look(table, for: sought)
            #expect(found.proposal.key == "########")
            #expect(found.proposal.headings == ColumnHeadings(batch: "title", status: "title", date: "pubDate"))
            #expect(found.rows.map(\.update.status) == statuses)
        }
    }

    @Test func `a line below the headings is none of them`() throws {
        let table = TextTable(rows: [
            ["Number", "Status"], [":---", "---:"], ["66357342", "Approved"], ["66357343", "Refused"],
        ])
        #expect(try look(table).proposal.headings == ColumnHeadings(batch: "Number", status: "Status"))
    }

    @Test func `lists beside themselves and cases in columns are proposed by their headings`() throws {
        let beside = TextTable(rows: [
            ["Number", "Status", "Number", "Status"], ["66357342", "Approved", "66357345", "Refused"],
            ["66357343", "Refused", "66357346", "Approved"],
        ])
        let found = try look(beside, for: "66357346")
        #expect(found.proposal.headings == ColumnHeadings(batch: "Number", status: "Status"))
        #expect(found.rows.map(\.batch) == ["66357342", "66357345", "66357343", "66357346"])
        let across = TextTable(rows: [
            ["Number", "66357342", "66357343", "66357344"], ["Status", "Approved", "Refused", "Approved"],
        ])
        #expect(try look(across).proposal.headings == ColumnHeadings(batch: "Number", status: "Status"))
        #expect(try look(across).rows.map(\.batch) == ["66357342", "66357343", "66357344"])
    }
}
