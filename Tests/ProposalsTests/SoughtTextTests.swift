// The text that a user wants to watch decides which column has the keys.

import Reading
import Rows
import Testing
import Text

@testable import Proposals

private let stations = ["Caltex Beckenham", "BP Bassendean", "Shell Perth", "Puma Albany"]

private func look(_ table: TextTable, for text: String) throws(NoProposal) -> (proposal: Proposal, rows: [Row]) {
    try ProposalTables(TableDocument(tables: [table])).look(sought: SoughtText(text))
}

struct SoughtTextTests {
    private let prices = TextTable(
        fields: ["title", "brand", "price", "trading-name", "longitude"],
        rows: stations.enumerated().map { number, name in
            ["12\(number).9: \(name)", String(name.prefix(3)), "12\(number).9", name, "115.95477\(number)"]
        })

    @Test func `The column that a text stands in is that of the keys`() throws {
        let found = try look(prices, for: "caltex  beckenham")
        #expect(found.proposal.headings?.batch == "trading-name" && found.proposal.key == "*")
        #expect(found.rows.map(\.batch) == stations)
        #expect(try look(prices, for: "115.954771").proposal.headings?.batch == "longitude")
    }

    @Test func `A text that is in no cell changes nothing`() throws {
        let usual = try ProposalTables(TableDocument(tables: [prices])).look()
        #expect(try look(prices, for: "Nobody").proposal == usual.proposal)
    }

    @Test func `A number in another column than the most likely one is found by those that look like it`() throws {
        let table = TextTable(
            rows: [["Receipt", "File", "Decision"]]
                + (0..<30).map {
                    ["20\(12_345_678 + $0 * 7_919)", "K-\(100 + $0)", $0 % 2 == 0 ? "Approved" : "Refused"]
                })
        #expect(try look(table, for: "2012353597").proposal.headings?.batch == "Receipt")
        let found = try look(table, for: "K-107")
        #expect(found.proposal.headings?.batch == "File" && found.proposal.headings?.status == "Decision")
        #expect(found.rows.count == 30)
    }

    @Test func `A row of data is never taken for headings`() throws {
        let names = TextTable(rows: [
            ["Roe Jane", "Approved"], ["Doe John", "Refused"], ["Poe Anna", "Approved"], ["Loe Mark", "Refused"],
        ])
        let found = try look(names, for: "Doe John")
        #expect(found.proposal.headings == nil && found.rows.map(\.batch) == names.rows.map { $0[0] })
        let keyed = TextTable(
            rows: [["pending", "Approved"]]
                + (0..<10).map { ["20\(12_345_678 + $0 * 7_919)", $0 % 2 == 0 ? "Approved" : "Refused"] })
        #expect(try look(keyed, for: "2012345678").proposal.headings == nil)
    }
}
