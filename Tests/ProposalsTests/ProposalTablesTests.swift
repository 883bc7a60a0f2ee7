// The proposal for tables with cells that the document defines.

import Reading
import Rows
import Testing
import Text

@testable import Proposals

private let statuses = ["Approved", "Refused", "Further documents needed"]

private func number(_ row: Int, digits: Int = 8) -> String {
    "6" + String((row * 7_919 + 104_729) % 10_000_000 + 10_000_000).suffix(digits - 1)
}

/// A table with the header and so many rows.
private func table(
    _ name: String = "", header: [String]? = nil, fields: [String]? = nil, rows: Int = 30, from first: Int = 0,
    _ cells: (Int) -> [String]
) -> TextTable {
    TextTable(name: name, fields: fields, rows: (header.map { [$0] } ?? []) + (first..<first + rows).map(cells))
}

private func look(_ tables: TextTable...) throws(NoProposal) -> (proposal: Proposal, rows: [Row]) {
    try ProposalTables(TableDocument(tables: tables)).look()
}

struct ProposalTablesTests {
    @Test func `a table with a header is told by its headings`() throws {
        let (proposal, rows) = try look(
            table(header: ["No", "Application Number", "Decision", "Date"]) {
                [String($0 + 1), number($0), statuses[$0 % 3], "2026-11-\(10 + $0 % 20)"]
            })
        #expect(proposal.key == "########")
        #expect(proposal.headings == ColumnHeadings(batch: "Application Number", status: "Decision", date: "Date"))
        #expect(proposal.columns.isEmpty)
        #expect(proposal.rowCount == 30 && rows.count == 30)
        #expect(
            proposal.samples.first
                == Row(batch: number(0), update: Update(status: "Approved", date: "2026-11-10"), page: 1))
        #expect(proposal.samples.count == 3 && proposal.tableNumber == nil)
        #expect(proposal.notes == ["not read: \"No\""])
    }

    @Test func `a column headed as a status comes before one of remarks`() throws {
        let remarks = ["Hearing on 3 March before the full bench", "File sent to the archive", "See the notice of May"]
        let (proposal, rows) = try look(
            table(header: ["Case", "Remarks", "Status"], rows: 3) { [number($0), remarks[$0], statuses[$0]] })
        #expect(proposal.headings == ColumnHeadings(batch: "Case", status: "Status"))
        #expect(rows.map(\.update.status) == statuses)
    }

    @Test func `words are found as they are written`() {
        #expect(HeadingWords.areOf("Application STATUS", HeadingWords.status))
        #expect(HeadingWords.areOf("D\u{E9}cision", HeadingWords.status))
        #expect(HeadingWords.areOf("\u{72B6}\u{6001}", HeadingWords.status))
        #expect(!HeadingWords.areOf("Stat", HeadingWords.status))
        #expect(!HeadingWords.areOf("", HeadingWords.status))
    }

    @Test func `a table without one, or with one that says a thing twice, is told by its order`() throws {
        let (plain, _) = try look(table { [String($0 + 1), number($0), "x", statuses[$0 % 3]] })
        #expect(plain.headings == nil && plain.columns == ["batch", "-", "status"])
        let (doubled, _) = try look(
            table(header: ["Number", "Decision", "Number"]) { [number($0), statuses[$0 % 3], "1"] })
        #expect(doubled.headings == nil && doubled.columns == ["batch", "status"])
        #expect(doubled.found == ColumnHeadings(batch: "Number", status: "Decision"))
    }

    @Test func `records are told by their fields`() throws {
        let (proposal, _) = try look(
            table(fields: ["@id", "case/number", "case/state", "updated"]) {
                [String($0 + 1), "VIS-" + number($0), statuses[$0 % 3], "2026-11-10T10:00:00Z"]
            })
        #expect(proposal.key == "VIS-########")
        #expect(proposal.headings == ColumnHeadings(batch: "case/number", status: "case/state", date: "updated"))
    }

    @Test(arguments: [
        [
            ["Application number", "66357342"], ["Applicant", "A. B."], ["Received", "2 June 2026"],
            ["Status", "Refused"],
        ],
        [["Nr:", "66357342"], ["Status:", "Refused"], ["", ""], ["Datum:", "2.6.2026"]],
        [["Number", "66357342", "Status", "Refused"], ["Office", "London", "Date", "2 June 2026"]],
        [["Hakemus", "66357342"], ["Status", "Refused"]],
    ])
    func `a table of labels and values is one row under its labels`(rows: [[String]]) throws {
        let (proposal, found) = try look(TextTable(rows: rows))
        #expect(proposal.headings?.batch == rows[0][0] && proposal.headings?.status?.hasPrefix("Status") == true)
        #expect(found.map(\.batch) == ["66357342"] && found.map(\.update.status) == ["Refused"])
    }

    @Test func `a list of names and numbers is no table of labels`() throws {
        #expect(TextTable(rows: [["A. B.", "66357342"], ["C. D.", "66357343"]]).labelled == nil)
        #expect(TextTable(rows: [["Status", "Number"], ["Refused", "66357342"]]).labelled == nil)
        #expect(TextTable(rows: [["Number", "Status"], ["66357342", "Refused"]]).labelled == nil)
        #expect(TextTable(rows: [["Name", "Decision"], ["Ann", "Refused"], ["Bob", "Approved"]]).labelled == nil)
    }

    @Test func `numbers in digits of other scripts are keys`() throws {
        let digits = Array("\u{660}\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}\u{668}\u{669}")
        let (proposal, rows) = try look(
            table(header: ["\u{627}\u{644}\u{631}\u{642}\u{645}", "Status"]) { row in
                [String(number(row).compactMap { $0.wholeNumberValue.map { digits[$0] } }), statuses[row % 3]]
            })
        #expect(proposal.key == "########" && rows.first?.batch == number(0))
    }

    @Test func `keys of seven to nine digits are one column`() throws {
        let (proposal, rows) = try look(table { [number($0, digits: 7 + $0 % 3), statuses[$0 % 3]] })
        #expect(proposal.key == "#{7,9}" && rows.count == 30)
    }

    @Test func `the London rule needs no mask`() throws {
        let (proposal, _) = try look(table { ["20121456\($0 * 7 + 100)", statuses[$0 % 3], "1\($0 % 9)-Nov-12"] })
        #expect(proposal.hasUsualKey && proposal.hasUsualColumns)
    }

    @Test func `of several tables the list is found, named, and counted with its like`() throws {
        let header = ["Application", "Decision"]
        let (proposal, rows) = try look(
            TextTable(name: "Contact", rows: [["Telephone", "020 7946 0000"], ["Post code", "12345"]]),
            table("Week 46", header: header) { [number($0), statuses[$0 % 3]] },
            table("Week 45", header: header, rows: 20, from: 40) { [number($0), statuses[$0 % 3]] },
            table("Fees", header: ["Number", "Fee"], rows: 20) { [number($0), "\($0).00"] })
        #expect(proposal.tableNumber == 2 && proposal.tableName == "Week 46")
        #expect(proposal.rowCount == 50)
        #expect(Set(rows.map(\.page)) == [2, 3])
    }

    @Test(arguments: ["20261113", "running", "020", "10045000", "12.50"])
    func `other numbers are no keys`(other: String) throws {
        let (proposal, _) = try look(
            table(header: ["Other", "Number", "Decision"]) { row in
                let text =
                    switch other {
                    case "20261113": "202611\(10 + row % 20)"
                    case "running": String("0000000\(row)".suffix(8))
                    case "020": "020" + number(row)
                    case "12.50": "1\(row)2.50"
                    default: other
                    }
                return [text, number(row, digits: 6), statuses[row % 3]]
            })
        #expect(proposal.headings?.batch == "Number")
    }

    @Test func `a second column of numbers is told with its heading`() throws {
        let (proposal, _) = try look(
            table(header: ["Receipt", "Application", "Decision"]) {
                [number($0, digits: 6), number($0 + 50), statuses[$0 % 3]]
            })
        #expect(proposal.headings?.batch == "Application")
        #expect(
            proposal.notes == ["another column could be the key: ###### under \"Receipt\"", "not read: \"Receipt\""])
    }

    @Test func `numbers under a heading of telephones are no keys`() throws {
        let (proposal, _) = try look(
            table(header: ["Mobile", "Number", "Decision"]) {
                [number($0 + 50), number($0, digits: 6), statuses[$0 % 3]]
            })
        #expect(proposal.headings?.batch == "Number")
    }

    @Test func `a known key and known columns hold`() throws {
        let document = TableDocument(tables: [table { [number($0), number($0, digits: 6), statuses[$0 % 3]] }])
        let found = try ProposalTables(document).look(key: KeyMask("######"), columns: [.batch, .status])
        #expect(found.proposal.key == "######" && found.proposal.columns == ["batch", "status"])
        #expect(found.rows.first?.update.status == "Approved")
        #expect(throws: NoProposal("no cell of its tables matches the key mask ###")) {
            _ = try ProposalTables(document).look(key: KeyMask("###"))
        }
    }

    @Test func `a document without numbers has no proposal`() {
        #expect(throws: NoProposal("no table with a column of numbers was found")) { _ = try look() }
        #expect(throws: NoProposal.self) { _ = try look(TextTable()) }
        #expect(throws: NoProposal.self) { _ = try look(table { ["word \($0)", statuses[$0 % 3]] }) }
    }

    @Test func `rows of all lengths are looked at`() throws {
        let (proposal, rows) = try look(table { Array([number($0), "", statuses[$0 % 3]].prefix(1 + $0 % 3)) })
        #expect(proposal.columns == ["batch", "-", "status"])
        #expect(rows.count == 30 && rows[0].update.status == "" && rows[2].update.status == statuses[2])
    }

    @Test func `names are keys where there are no numbers, below the heading that says so`() throws {
        let names = ["BP Albany Highway", "Ampol Wanneroo", "Vibe Joondalup", "Shell Perth"]
        let feed = TextTable(
            fields: ["title", "brand", "date", "price", "trading-name", "location"],
            rows: names.enumerated().map { number, name in
                [
                    "1\(60 + number).9: \(name)", String(name.prefix(4)), "2026-11-21", "1\(60 + number).9", name,
                    name.uppercased(),
                ]
            })
        let (proposal, rows) = try look(feed)
        #expect(proposal.key == "*" && proposal.hasTextKeys && proposal.columns.isEmpty)
        #expect(proposal.headings == ColumnHeadings(batch: "trading-name", status: "price", date: "date"))
        #expect(rows.map(\.batch) == names && proposal.rowCount == 4)
        #expect(rows[1].update == Update(status: "161.9", date: "2026-11-21"))
    }

    @Test func `users are told by their ids, and a header row tells as fields do`() throws {
        let users = TextTable(
            fields: ["@id", "name", "status"], rows: [["7", "Ann", "active"], ["8", "Bob", "locked"]])
        #expect(try look(users).proposal.headings == ColumnHeadings(batch: "@id", status: "status"))
        let headed = TextTable(rows: [["Station", "Price"], ["Albany", "1.69"], ["Perth", "1.71"]])
        #expect(try look(headed).proposal.headings == ColumnHeadings(batch: "Station", status: "Price"))
    }

    @Test func `names that repeat, and tables without a header or of one row, are no lists`() {
        let rows = [["Albany", "1.69"], ["Albany", "1.71"], ["Perth", "1.7"]]
        #expect(throws: NoProposal.noKeys) { try look(TextTable(fields: ["station", "price"], rows: rows)) }
        #expect(throws: NoProposal.noKeys) { try look(TextTable(rows: [["a1", "b2"], ["c3", "d4"]])) }
        #expect(throws: NoProposal.noKeys) { try look(TextTable(fields: ["name", "price"], rows: [["a", "1"]])) }
    }

    @Test func `six digits are keys where they ascend or stand below a heading of numbers, and dates elsewhere`() throws
    {
        let ascending = (0..<20).map { (row: Int) -> [String] in [String(240_101 + 7 * row), statuses[row % 3]] }
        #expect(try look(TextTable(rows: [["", ""]] + ascending)).proposal.key == "######")
        let scattered = (0..<20).map { (row: Int) -> [String] in
            let key: Int = 240_101 + (row * 9) % 28
            return [String(key), statuses[row % 3]]
        }
        #expect(try look(TextTable(rows: [["Permit No.", "Decision"]] + scattered)).proposal.key == "######")
        #expect(throws: NoProposal.self) { try look(TextTable(rows: [["Day", "Decision"]] + scattered)) }
    }

    @Test(arguments: [("Received", "Updated"), ("Date filed", "Decided on"), ("Eingang", "Geändert")])
    func `of two dates the one that changes is taken`(arrival: String, change: String) throws {
        let rows = (0..<20).map { [number($0), "\(10 + $0).05.2026", statuses[$0 % 3], "\(10 + $0).06.2026"] }
        for (first, last) in [(arrival, change), (change, arrival)] {
            let (proposal, _) = try look(TextTable(rows: [["Number", first, "Status", last]] + rows))
            #expect(proposal.headings?.date == change, "\(proposal)")
            #expect(proposal.notes.contains("not read: \"\(arrival)\""), "\(proposal.notes)")
        }
    }

    @Test func `prose is no status`() throws {
        let rows = (0..<8).map { row in
            [
                number(row), statuses[row % 3],
                "An extension of \(row + 3) rooms at the back of house \(row * 7), with a garden of \(row * 9) m²",
            ]
        }
        let (proposal, _) = try look(TextTable(rows: rows))
        #expect(proposal.columns == ["batch", "status"])
    }
}
