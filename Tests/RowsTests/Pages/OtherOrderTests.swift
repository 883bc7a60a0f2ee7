// Tables of pages with columns in another order than in the first table, below headings that show it.

import Rows
import TestKit
import Testing
import Text

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }
private let places: [Double] = [50, 200, 400]
private let byHeadings = TableLayout(
    key: .london, headings: ColumnHeadings(batch: "Batch", status: "Status", date: "Date"))

/// Draws texts from the left in this order of batch, status and date.
private func draw(_ texts: [String], _ order: [Int], _ y: Double, on sheet: inout Sheet) {
    for (place, column) in order.enumerated() { sheet.draw(texts[column], places[place], y) }
}

/// Draws headings, and three rows below them.
private func drawTable(_ rows: Range<Int>, _ order: [Int], _ y: Double, on sheet: inout Sheet) {
    draw(["Batch", "Status", "Date"], order, y, on: &sheet)
    for row in rows {
        draw([key(row), "issued", "1\(row)-Jun-12"], order, y + 20 * Double(row - rows.lowerBound + 1), on: &sheet)
    }
}

private func expected(_ rows: Range<Int>) -> [String] { rows.map { "\(key($0))|issued|1\($0)-Jun-12" } }

struct OtherOrderTests {
    static let orders = [[0, 2, 1], [1, 0, 2], [2, 1, 0]]

    @Test(arguments: orders, [TableLayout.london, byHeadings])
    func `a page whose headings stand otherwise is read by them`(_ order: [Int], _ layout: TableLayout) throws {
        var (first, second) = (Sheet(), Sheet(2))
        drawTable(0..<4, [0, 1, 2], 60, on: &first)
        drawTable(4..<8, order, 60, on: &second)
        let (rows, doubted) = try readWithDoubts([first.page(), second.page()], layout)
        #expect(rows == expected(0..<8))
        #expect(doubted == [])
    }

    @Test(arguments: orders, [TableLayout.london, byHeadings])
    func `so is a table below another one`(_ order: [Int], _ layout: TableLayout) throws {
        var sheet = Sheet()
        drawTable(0..<4, [0, 1, 2], 60, on: &sheet)
        drawTable(4..<8, order, 180, on: &sheet)
        let (rows, doubted) = try readWithDoubts([sheet.page()], layout, by: [.gaps])
        #expect(rows == expected(0..<8))
        #expect(doubted == [])
    }

    @Test func `headings that are called otherwise make the rows below them doubted`() throws {
        var (first, second) = (Sheet(), Sheet(2))
        drawTable(0..<4, [0, 1, 2], 60, on: &first)
        draw(["Batch", "Paid", "Fee"], [0, 1, 2], 60, on: &second)
        for row in 4..<8 { draw([key(row), "1\(row)-Jun-12", "issued"], [0, 1, 2], 20 * Double(row), on: &second) }
        #expect(try readWithDoubts([first.page(), second.page()]).doubted == (4..<8).map(key))
    }
}
