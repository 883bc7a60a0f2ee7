// Cells closed by lines, if lines and texts do not agree everywhere: tables that touch, a box for each text, texts
// wider than their cells.

import Rows
import TestKit
import Testing
import Text

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

/// A page of texts, each with a box around it that may be drawn apart from the others.
private struct RuledSheet {
    var sheet: Sheet
    private var rules: [Rule] = []

    init(_ number: Int = 1) { sheet = Sheet(number) }

    /// Draws a row of cells between these places, 20 points high.
    mutating func row(_ texts: [String], _ places: [Double], _ y: Double, gap: Double = 0) {
        for (number, text) in texts.enumerated() {
            let (left, right) = (places[number] + gap, places[number + 1] - gap)
            let (top, bottom) = (y + gap, y + 20 - gap)
            line(left, top, right, top)
            line(left, bottom, right, bottom)
            line(left, top, left, bottom)
            line(right, top, right, bottom)
            if !text.isEmpty { sheet.draw(text, left + 5, y + 14) }
        }
    }

    private mutating func line(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
        rules.append(
            Rule(start: Point(x: x, y: 800 - y), end: Point(x: endX, y: 800 - endY), thickness: 0.5))
    }

    var page: TextPage {
        var page = sheet.page()
        page.rules = rules
        return page
    }
}

private func expected(_ rows: Range<Int>) -> [String] { rows.map { "\(key($0))|issued|14-Jun-12" } }

struct RuledCellTests {
    private static let columns: [Double] = [50, 130, 300, 400]

    @Test func `tables of other widths that touch have columns of their own`() throws {
        var page = RuledSheet()
        for row in 0..<6 {
            page.row(
                [key(row), "issued", "14-Jun-12"], row < 3 ? Self.columns : [50, 170, 250, 380], 80 + 20 * Double(row))
        }
        let (rows, doubted) = try readWithDoubts([page.page], by: [.rules])
        #expect(rows == expected(0..<6))
        #expect(doubted == [])
    }

    @Test(arguments: [["Batch", "Date", "Status"], ["Date", "Status", "Batch"], ["Status", "Batch", "Date"]])
    func `a table whose headings stand otherwise than those of the first is read by them`(_ order: [String]) throws {
        var page = RuledSheet()
        page.row(["Batch", "Status", "Date"], Self.columns, 60)
        for row in 0..<3 { page.row([key(row), "issued", "14-Jun-12"], Self.columns, 80 + 20 * Double(row)) }
        page.row(order, Self.columns, 180)
        for row in 3..<6 {
            let texts = ["Batch": key(row), "Status": "issued", "Date": "14-Jun-12"]
            page.row(order.compactMap { texts[$0] }, Self.columns, 140 + 20 * Double(row))
        }
        let (rows, doubted) = try readWithDoubts([page.page], by: [.rules])
        #expect(rows == expected(0..<6))
        #expect(doubted == [])
    }

    @Test func `texts in a box each are read by where they stand`() throws {
        var page = RuledSheet()
        for row in 0..<4 { page.row([key(row), "issued", "14-Jun-12"], Self.columns, 80 + 20 * Double(row), gap: 2) }
        let (rows, doubted) = try readWithDoubts([page.page])
        #expect(rows == expected(0..<4))
        #expect(doubted == [])
    }

    /// The sixth status is too long for its cell; its date is there or not.
    @Test(arguments: ["", "14-Jun-12"])
    func `a text wider than its cell is that cell's, and in doubt where it lies over another text`(_ date: String)
        throws
    {
        var page = RuledSheet()
        page.row(["Number of the batch", "Status", "Date"], Self.columns, 80)
        for row in 0..<5 { page.row([key(row), "issued", "14-Jun-12"], Self.columns, 100 + 20 * Double(row)) }
        let long = "send passport and photographs to us"
        page.row([key(5), long, date], Self.columns, 200)
        let (rows, doubted) = try readWithDoubts([page.page], by: [.rules])
        #expect(rows == expected(0..<5) + ["\(key(5))|\(long)|\(date)"])
        #expect(doubted == (date.isEmpty ? [] : [key(4), key(5)]))
    }

    @Test func `a text over all columns at a page's top is no rest of a row`() throws {
        let layout = try TableLayout(key: .london, columns: [.date, .batch, .status])
        let columns: [Double] = [50, 150, 250, 400]
        var (first, second) = (RuledSheet(1), RuledSheet(2))
        for row in 0..<3 {
            first.row(["14-Jun-12", key(row), "issued"], columns, 80 + 20 * Double(row))
            second.row(["14-Jun-12", key(3 + row), "issued"], columns, 100 + 20 * Double(row))
        }
        second.row(["Family reunion"], [50, 400], 80)
        let (rows, doubted) = try readWithDoubts([first.page, second.page], layout, by: [.rules])
        #expect(rows == expected(0..<6))
        #expect(doubted == [])
    }
}
