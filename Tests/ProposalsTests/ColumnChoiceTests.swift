// Which of several columns that look alike has the status of a case, and its date.

import Reading
import Rows
import Testing
import Text

@testable import Proposals

private func number(_ row: Int) -> String { "23-\(10_000 + row * 7_919 % 90_000)" }

private let statuses = ["Approved", "Refused", "Further documents needed", "Pending"]

private func headings(_ header: [String], _ cells: (Int) -> [String]) throws -> ColumnHeadings? {
    let table = TextTable(rows: [header] + (0..<20).map(cells))
    return try ProposalTables(TableDocument(tables: [table])).look().proposal.headings
}

struct ColumnChoiceTests {
    @Test(
        arguments: [
            ["Previous status", "Status"], ["Old status", "New status"], ["First decision", "Final decision"],
            ["Status last week", "Status"], ["Statut pr\u{E9}c\u{E9}dent", "Statut"],
        ], [false, true])
    func `a status that the case no longer has is not its status`(_ names: [String], isBehind: Bool) throws {
        let names = isBehind ? Array(names.reversed()) : names
        let found = try headings(["Case No."] + names + ["Date"]) { row in
            // The earlier one has more text.
            let cells = ["Administrative processing", statuses[row % 4]]
            return [number(row)] + (isBehind ? cells.reversed() : cells) + ["2026-03-\(10 + row % 9)"]
        }
        #expect(found?.status == (isBehind ? names[0] : names[1]))
    }

    @Test(arguments: ["Valid until", "Expiry date", "Next review", "G\u{FC}ltig bis"])
    func `a day to come is not the date of a status`(_ name: String) throws {
        let found = try headings(["Case No.", name, "Status", "Date"]) { row in
            [number(row), "2027-01-\(10 + row % 9)", statuses[row % 4], "2026-03-\(10 + row % 9)"]
        }
        #expect(found?.date == "Date")
    }

    @Test func `a field of something in the record is not that of the record`() throws {
        let table = TextTable(
            fields: ["number", "status", "date", "history/status", "history/date"],
            rows: (0..<20).map { row in
                [
                    number(row), statuses[row % 4], "2026-03-\(10 + row % 9)", "Received; Administrative processing",
                    "2020-01-01; 2021-01-01",
                ]
            })
        let found = try ProposalTables(TableDocument(tables: [table])).look().proposal.headings
        #expect(found == ColumnHeadings(batch: "number", status: "status", date: "date"))
    }

    @Test func `a column that is called the status is proposed even without text`() throws {
        let found = try headings(["Case No.", "Status", "Date"]) { [number($0), "", "2026-03-\(10 + $0 % 9)"] }
        #expect(found?.status == "Status")
    }

    @Test func `the same headings in another order are headings`() throws {
        let first = (0..<10).map { [number($0), statuses[$0 % 4], "2026-03-\(10 + $0 % 9)"] }
        let second = (10..<20).map { [number($0), "2026-03-\(10 + $0 % 9)", statuses[$0 % 4]] }
        let table = TextTable(
            rows: [["Case No.", "Status", "Date"]] + first + [[], ["Case No.", "Date", "Status"]] + second)
        let found = try ProposalTables(TableDocument(tables: [table])).look().proposal.headings
        #expect(found?.status == "Status")
    }

    @Test func `statuses beside a list of keys in one record are of none of them`() throws {
        let table = TextTable(
            fields: ["approved/number", "approved/status"],
            rows: [["23-10001; 23-10002; 23-10003", "Issued; Pending; Issued"]])
        let sought = SoughtText("23-10002")
        #expect(throws: NoProposal.self) {
            try ProposalTables(TableDocument(tables: [table])).candidates(sought: sought)
        }
    }
}
