// Columns without a text: texts below their headings, and texts that the columns beside them lose to them.

import Rows
import TestKit
import Testing
import Text

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

private let byHeadings = TableLayout(
    key: .london, headings: ColumnHeadings(batch: "Batch", status: "Status", date: "Date"))

struct EmptyColumnTests {
    private static let statuses = ["refused", "issued", "administrative processing", "refused", "issued"]

    /// Statuses that reach below the heading of the next column, which is empty.
    private func page(date: String) -> TextPage {
        var sheet = Sheet()
        for (heading, x) in [("Batch", 50.0), ("Status", 130), (date.isEmpty ? "Date" : "Desk", 200)] {
            sheet.draw(heading, x, 60)
        }
        if !date.isEmpty { sheet.draw("Date", 400, 60) }
        for (row, status) in Self.statuses.enumerated() { sheet.row(key(row), status, date, 80 + 20 * Double(row)) }
        return sheet.page()
    }

    @Test(arguments: ["14-Jun-12", ""])
    func `a column whose heading stands over the statuses beside it is empty`(_ date: String) throws {
        let (rows, doubted) = try readWithDoubts([page(date: date)], byHeadings, by: [.order, .gaps])
        #expect(rows == Self.statuses.enumerated().map { "\(key($0))|\($1)|\(date)" })
        #expect(doubted == [])
    }

    @Test func `a text below the heading of a column without one is a doubt about all rows`() throws {
        let (_, doubted) = try readWithDoubts([page(date: "14-Jun-12")], byHeadings, by: [.gaps])
        #expect(doubted == Self.statuses.indices.map(key) + ["any"])
    }

    @Test(arguments: [("issued", [key(0), "any"]), ("14-Jun-12", [])])
    func `of a single row a date that is none, and no status, is a doubt`(_ text: String, _ expected: [String]) throws {
        let layout = try TableLayout(key: .london, columns: [.batch, .date, .status])
        var sheet = Sheet()
        sheet.row(key(0), text, "", 80)
        let (rows, doubted) = try readWithDoubts([sheet.page()], layout, by: [.gaps])
        #expect(rows == ["\(key(0))||\(text)"])
        #expect(doubted == expected)
    }

    @Test func `a column of a tagged table that a page leaves out is known from the page before`() throws {
        let layout = try TableLayout(key: .london, columns: [.batch, .status, .date, .skip])
        func page(_ number: Int, _ rows: Range<Int>, date: String) -> TextPage {
            var sheet = Sheet(number)
            var tables = TaggedTables()
            tables.widths = [4, 4, 4, 3, 3, 3]
            for row in rows {
                let texts = [(key(row), 50.0), ("issued", 130), (date, 250), ("Li", 400)].enumerated()
                for (column, (text, x)) in texts where !text.isEmpty {
                    sheet.draw(text, x, 80 + 20 * Double(row - rows.lowerBound))
                    var cell = TaggedCell(table: 0, row: row, column: date.isEmpty ? min(column, 2) : column)
                    cell.headedColumn = column
                    tables.cells.append(cell)
                }
            }
            var page = sheet.page()
            for index in page.runs.indices { page.runs[index].owner = .cell(index) }
            page.tables = tables
            return page
        }
        let pages = [page(1, 0..<3, date: "14-Jun-12"), page(2, 3..<6, date: "")]
        let (rows, doubted) = try readWithDoubts(pages, layout, by: [.tags])
        #expect(rows == (0..<6).map { "\(key($0))|issued|\($0 < 3 ? "14-Jun-12" : "")" })
        #expect(doubted == [])
    }

    @Test func `two headings over one column do not tell it`() throws {
        var sheet = Sheet()
        for (heading, x) in [("Batch", 50.0), ("Status", 140), ("Date", 200)] { sheet.draw(heading, x, 60) }
        for (row, status) in Self.statuses.enumerated() { sheet.row(key(row), status, "", 80 + 20 * Double(row)) }
        let (rows, doubted) = try readWithDoubts([sheet.page()], byHeadings, by: [.order])
        #expect(rows == [])
        #expect(doubted == ["any"])
    }

    @Test func `a status that reaches over the key is read without it, or in doubt`() throws {
        let layout = try TableLayout(key: .london, columns: [.status, .batch, .date])
        var sheet = Sheet()
        for row in 0..<4 {
            let y = 80 + 30 * Double(row)
            sheet.draw("refused under section 221(g)", 50, y, width: 152)
            sheet.draw(key(row), 200, y)
            sheet.draw("14-Jun-12", 300, y)
        }
        let (rows, doubted) = try readWithDoubts([sheet.page()], layout, by: [.gaps])
        #expect(rows.count == 4)
        #expect(doubted == (0..<4).map(key))
    }

    @Test func `lines of cells begin a little before the only row that has its status on its line`() throws {
        var sheet = Sheet()
        for (heading, x) in [("Batch", 68.0), ("Status", 170), ("Date", 456)] { sheet.draw(heading, x, 40) }
        for row in 0..<12 {
            let y = 80 + 30 * Double(row)
            sheet.draw("Pending: additional documents were asked for", 169.5, y - 6)
            sheet.draw(key(row), 69, y)
            sheet.draw("14-Jun-12", 456, y)
            sheet.draw("the consular post", 169.5, y + 6)
        }
        for (text, x) in [("Batch", 69.0), ("Status", 171), ("Date", 243)] { sheet.draw(text, x, 450) }
        for (text, x) in [(key(12), 69.0), ("Refused", 171), ("14-Jun-12", 243)] { sheet.draw(text, x, 470) }
        let (_, doubted) = try readWithDoubts([sheet.page()], byHeadings, by: [.order, .gaps])
        #expect(doubted.count >= 12)
    }
}
