// All forms of a column's keys, and keys in longer cells.

import Reading
import Rows
import Testing
import Text

@testable import Proposals

private let statuses = ["Approved", "Refused", "Pending"]

/// A list with these keys in its first column.
private func list(_ keys: [String]) -> TextTable {
    TextTable(
        rows: [["Permit #", "Status", "Updated"]]
            + keys.enumerated().map { [$1, statuses[$0 % 3], "\($0 % 28 + 1) Nov 2026"] })
}

private func look(_ table: TextTable, for text: String? = nil) throws -> (proposal: Proposal, rows: [Row]) {
    try ProposalTables(TableDocument(tables: [table])).look(sought: text.map { SoughtText($0) })
}

private let usual = (0..<30).map { "B\(317_000 + $0 * 37)" }

struct KeyFormsTests {
    @Test(arguments: [
        ("B317938M", "A######A"), ("317938", "######"), ("LPA 153/2026", "AAA #{1,4}/####"),
        ("WP(C) 99/2026", "AA[(]A) #{1,4}/####"), ("BLD-2026-00123", "AAA-####-#####"),
    ])
    func `a key of another form is proposed with its form`(key: String, mask: String) throws {
        for sought in [nil, key, usual[3]] {
            let found = try look(list(usual + [key]), for: sought)
            #expect(found.proposal.key == "B######\n" + mask, "\(found.proposal.key)")
            #expect(found.rows.map(\.batch) == usual + [key])
        }
    }

    @Test func `forms that differ in how many signs they have are one`() throws {
        let keys = (0..<20).map { "A-\($0 % 2 == 0 ? 7 : 77)-\(1000 + $0)" }
        let mask = try #require(KeyForms.mask(KeyMask("#####"), with: keys))
        #expect(mask.masks == ["#####", "A-#{1,2}-####"])
        #expect(keys.allSatisfy { mask.matches($0) })
    }

    @Test(arguments: ["Total", "12 Nov 2026", "2026-11-05", "n/a", "1,250.00"])
    func `what can be no key adds no form`(text: String) throws {
        #expect(KeyForms.mask(try KeyMask("B######"), with: [text, "B317938"]) == nil)
        #expect(try look(list(usual + [text])).proposal.key == "B######")
    }

    @Test func `a line that says nothing in other columns is no row`() throws {
        let table = TextTable(rows: list(usual).rows + [["Section 1234", "", ""]])
        #expect(try look(table).proposal.key == "B######")
    }

    @Test func `of very many forms the commonest are taken`() throws {
        let texts = (0..<40).map { number in
            String(repeating: "A", count: number % 6 + 1) + [".", "-", "/", "_", "-A", "/A", ".A"][number / 6] + "1234"
        }
        let mask = try #require(KeyForms.mask(KeyMask("B######"), with: texts))
        #expect(mask.masks.count <= KeyForms.most + 1)
    }

    @Test func `keys that stand in longer cells are proposed so`() throws {
        let keys = (0..<30).map { "23-\(100 + $0)" }
        let table = list(keys.enumerated().map { "No. \($1) (Smith\(Character(UnicodeScalar(UInt8(97 + $0 % 26)))))" })
        for sought in [nil, "23-104"] {
            let found = try look(table, for: sought)
            #expect(found.proposal.key == "##-###" && found.proposal.keyIn == "text")
            #expect(found.rows.map(\.batch) == keys)
        }
        let shared = TextTable(rows: table.rows + [["23-340, 23-341", "Refused", "1 Nov 2026"]])
        #expect(try look(shared).rows.suffix(2).map(\.batch) == ["23-340", "23-341"])
    }

    @Test func `a number in one longer cell is proposed for who asks for it`() throws {
        let names = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fred"].map { "Applicant \($0)" }
        let table = list(names + ["Smith, case 66357342"])
        #expect(try look(table, for: "66357342").proposal.keyIn == "text")
        #expect(try look(table, for: "66357342").rows.map(\.batch) == ["66357342"])
        #expect(try look(table).proposal.keyIn == nil)
    }
}
