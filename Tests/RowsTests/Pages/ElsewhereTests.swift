// Text of a row in another column than usual in the list: other rows show its column.

import Rows
import TestKit
import Testing
import Text

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

/// Rows of texts at these places, below each other.
private func page(_ rows: [[String]], _ places: [Double], number: Int = 1) -> TextPage {
    var sheet = Sheet(number)
    for (row, texts) in rows.enumerated() {
        for (text, x) in zip(texts, places) where !text.isEmpty { sheet.draw(text, x, 80 + 20 * Double(row)) }
    }
    return sheet.page()
}

struct ElsewhereTests {
    private static let numbers = try? TableLayout(key: .london, columns: [.batch, .status, .date, .skip])

    @Test(arguments: [("12", "14-Jun-12", ["any"]), ("14-Jun-12", "12", []), ("12", "13", [])])
    func `dates that are none, beside a column of dates that nobody asked for, are a doubt about all rows`(
        _ date: String, _ other: String, _ expected: [String]
    ) throws {
        let rows = (0..<5).map { [key($0), "issued", date, other] }
        let (_, doubted) = try readWithDoubts(
            [page(rows, [50, 130, 300, 400])], try #require(Self.numbers), by: [.gaps])
        #expect(doubted == expected)
    }

    @Test(arguments: [("570.93 14-Jun-12", ["any"]), ("No. 5, 14-Jun-12", []), ("14-Jun-12", [])])
    func `a number before each date is of another column`(_ date: String, _ expected: [String]) throws {
        let rows = (0..<5).map { [key($0), "issued", date] }
        #expect(try readWithDoubts([page(rows, [50, 130, 400])], by: [.gaps]).doubted == expected)
    }

    @Test(arguments: [("withdrawn", [key(2)]), ("2 weeks", []), ("-", [])])
    func `a date without a digit beside no status may be merged over both`(
        _ text: String, _ expected: [String]
    ) throws {
        let rows = (0..<8).map { [key($0), $0 == 2 ? "" : "issued", $0 == 2 ? text : "14-Jun-12"] }
        #expect(try readWithDoubts([page(rows, [50, 130, 400])], by: [.gaps]).doubted == expected)
    }

    @Test(arguments: [("14-Jun-12", [key(6)]), ("", [])])
    func `a row that lacks a date and has a text where no other row has one is doubted`(
        _ beyond: String, _ expected: [String]
    ) throws {
        let layout = try TableLayout(key: .london, columns: [.batch, .status, .date])
        var rows = (0..<6).map { [key($0), "issued", "14-Jun-12", ""] }
        rows += [[key(6), "issued", "", beyond], [key(7), "issued", "", ""]]
        let tags = rows.indices.flatMap { row in rows[row].indices.filter { !rows[row][$0].isEmpty }.map { (row, $0) } }
        var page = page(rows, [50, 130, 300, 400])
        var tables = TaggedTables()
        for (row, column) in tags { tables.cells.append(TaggedCell(table: 0, row: row, column: column)) }
        tables.widths = rows.map { _ in 4 }
        for index in page.runs.indices { page.runs[index].owner = .cell(index) }
        page.tables = tables
        #expect(try readWithDoubts([page], layout, by: [.tags]).doubted == expected)
    }

    @Test func `a page whose statuses are dates though its headings say otherwise is doubted`() throws {
        let first = page(
            [["Batch", "Status", "Date"]] + (0..<4).map { [key($0), "issued", "14-Jun-12"] }, [50, 130, 400])
        let second = page(
            [["Batch", "Date", "Status"]] + (4..<8).map { [key($0), "issued", "14-Jun-12"] }, [50, 130, 400], number: 2)
        #expect(try readWithDoubts([first, second]).doubted == (4..<8).map(key))
    }
}
