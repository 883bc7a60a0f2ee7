// Cells without a row, or of another row, on pages where only gaps show columns: each is a doubt about the rows that
// may have lost them, and about no others.

import Rows
import TestKit
import Testing
import Text

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

private func readByGaps(_ sheets: Sheet...) throws -> RowList {
    var reader = RowReader(layout: .london, evidence: [.gaps])
    for sheet in sheets { reader.add(sheet.page()) }
    return try reader.finish()
}

private func doubted(_ list: RowList) -> [String] {
    Set(list.doubts.flatMap { $0.batches.isEmpty ? ["any"] : $0.batches }).sorted()
}

/// Rows of one line each.
private func rows(
    _ numbers: Range<Int>, _ number: Int = 1, top: Double = 80, _ change: (inout Sheet) -> Void = { _ in }
) -> Sheet {
    var sheet = Sheet(number)
    for row in numbers { sheet.row(key(row), "issued", "14-Jun-12", top + 20 * Double(row - numbers.lowerBound)) }
    change(&sheet)
    return sheet
}

struct LostCellTests {
    @Test(arguments: [("18-Jun-12 refused", [key(8)]), ("18 June 2012", []), ("soon", [])])
    func `a date with more beside it is in doubt where the others have none`(_ date: String, _ expected: [String])
        throws
    {
        #expect(try doubted(readByGaps(rows(0..<8) { $0.row(key(8), "issued", date, 240) })) == expected)
    }

    @Test func `dates where statuses are and the other way round are a doubt about all rows`() throws {
        func list(_ status: String, _ date: String) throws -> [String] {
            var sheet = Sheet()
            for row in 0..<5 { sheet.row(key(row), status, date, 80 + 20 * Double(row)) }
            return try doubted(readByGaps(sheet))
        }
        #expect(try list("issued", "14-Jun-12") == [])
        #expect(try list("14-Jun-12", "issued") == ["any"])
        // Two dates are a status and its date as well.
        #expect(try list("13-Jun-12", "14-Jun-12") == [])
    }

    @Test(arguments: [("issued", []), ("", [key(4)])])
    func `a line of nobody's beside a row that lacks a status is a doubt about it`(
        _ status: String, _ expected: [String]
    ) throws {
        let list = try readByGaps(
            rows(0..<4) {
                // A mark stands where keys do, above the key.
                $0.draw("*", 50, 160)
                $0.draw("refused", 130, 160)
                $0.row(key(4), status, "14-Jun-12", 172)
                for row in 5..<9 { $0.row(key(row), "issued", "14-Jun-12", 92 + 20 * Double(row)) }
            })
        #expect(list.rows.count == 9)
        #expect(doubted(list) == expected)
    }

    @Test func `where many rows lack a status a line between them is no lost one`() throws {
        var sheet = Sheet()
        for row in 0..<8 {
            sheet.row(key(row), row % 2 == 0 ? "issued" : "", "14-Jun-12", 80 + 40 * Double(row))
            if row == 4 { sheet.draw("a", 50, 100 + 40 * Double(row)) }
            if row == 4 { sheet.draw("Section two", 130, 100 + 40 * Double(row)) }
        }
        #expect(try doubted(readByGaps(sheet)) == [])
    }

    @Test(arguments: [("* " + key(9), [key(9)]), ("see " + key(9), [])])
    func `a key that is alone on a page with a mark, is in doubt`(_ text: String, _ expected: [String]) throws {
        var last = Sheet(2)
        last.draw(text, 300, 200)
        last.draw("Approved", 130, 400)
        #expect(try doubted(readByGaps(rows(0..<4), last)) == expected)
    }

    @Test func `a mark beside a key is no sentence, a word is`() throws {
        func list(_ mark: String) throws -> [String] {
            try doubted(
                readByGaps(
                    rows(0..<4) {
                        $0.draw(mark, 300, 400)
                        $0.draw(key(9), 308 + 5 * Double(mark.count - 1), 400)
                    }))
        }
        #expect(try list("*") == [key(9)])
        #expect(try list("see") == [])
    }

    @Test func `a line above the first row that stands as statuses do is in doubt for both rows`() throws {
        func page(_ number: Int, _ rows: Range<Int>, top: Double) -> Sheet {
            var sheet = Sheet(number)
            for row in rows {
                let y = top + 24 * Double(row - rows.lowerBound)
                sheet.draw("\(row)", 20, y)
                sheet.draw("second application", 40, y)
                sheet.draw("refused", 160, y)
                sheet.draw("14-Jun-12", 330, y)
                sheet.draw(key(row), 400, y)

            }
            return sheet
        }
        var second = page(2, 4..<8, top: 101)
        second.draw("of May", 64, 81)
        second.draw("by post", 160, 81)
        let layout = try TableLayout(key: .london, columns: [.status, .date, .batch])
        var reader = RowReader(layout: layout, evidence: [.gaps])
        for sheet in [page(1, 0..<4, top: 80), second] { reader.add(sheet.page()) }
        let list = try reader.finish()
        #expect(doubted(list) == [key(3), key(4)], "\(list.rows) \(list.doubts)")
    }

    @Test func `what stands above a table below another is no rest of that one's last row`() throws {
        let page = rows(0..<4, 2) {
            $0.draw("Last", 370, 190)
            $0.draw("update", 370, 202)
            for row in 4..<8 {
                let y = 222 + 20 * Double(row - 4)
                $0.draw(key(row), 120, y)
                $0.draw("refused", 220, y)
                $0.draw("15-Jun-12", 370, y)
            }
        }
        let list = try readByGaps(rows(10..<14), page)
        #expect(list.rows.map(\.update.date) == (0..<12).map { $0 < 8 ? "14-Jun-12" : "15-Jun-12" })
    }

    /// Two tables side by side whose cells rules close; the row at the foot of both goes on on the next page. In the second, rows
    /// have other heights.
    @Test(arguments: [true, false])
    func `a row that goes on over a page's end does so in its own of two tables`(isBeside: Bool) throws {
        func page(_ number: Int, _ rows: Range<Int>) -> TextPage {
            var sheet = Sheet(number)
            var rules: [Rule] = []
            for side in 0..<2 {
                let x = 50 + 260 * Double(side)
                var y = 80.0
                var edges = [y]
                for row in rows {
                    let isRest = row == rows.lowerBound && number == 2
                    let isLong = isRest || row == rows.upperBound - 1 && number == 1
                    let height = isLong || !isBeside && row == side ? 34.0 : 22
                    if !isRest { sheet.draw(key(10 * side + row), x + 5, y + 14) }
                    if !isRest { sheet.draw("14-Jun-12", x + 190, y + 14) }
                    if isRest, side == 0 { sheet.draw("of the letter", x + 75, y + 14) }
                    if !isRest { sheet.draw(side == 0 ? "refused, see the copy" : "issued", x + 75, y + 14) }
                    y += height
                    edges.append(y)
                }
                for edge in edges {
                    rules.append(rule(x, edge, x + 250, edge))
                }
                for line in [x, x + 70, x + 185, x + 250] { rules.append(rule(line, 80, line, y)) }
            }
            var page = sheet.page()
            page.rules = rules
            return page
        }
        func rule(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) -> Rule {
            Rule(start: Point(x: x, y: 800 - y), end: Point(x: endX, y: 800 - endY), thickness: 0.5)
        }
        var reader = RowReader(layout: .london, evidence: [.rules])
        for page in [page(1, 0..<4), page(2, 4..<8)] { reader.add(page) }
        let rest = try reader.finish().rows.filter { $0.update.status.hasSuffix("of the letter") }.map(\.batch)
        #expect(rest == [key(isBeside ? 3 : 13)])
    }

    /// A page of a grid of four columns, the second without a text but for its heading.
    private func grid(_ number: Int, _ rows: Range<Int>, headings: [String] = [], widths: [Double] = [80, 60, 120, 80])
        -> TextPage
    {
        var sheet = Sheet(number)
        let places = widths.reduce(into: [50.0]) { $0.append($0[$0.count - 1] + $1) }
        var y = 80.0
        for (text, x) in zip(headings, places) { sheet.draw(text, x + 5, y + 14) }
        if !headings.isEmpty { y += 20 }
        for row in rows {
            for (text, x) in zip([key(row), "", "issued", "14-Jun-12"], places) where !text.isEmpty {
                sheet.draw(text, x + 5, y + 14)
            }
            y += 20
        }
        var page = sheet.page()
        func rule(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
            let (start, end) = (Point(x: x, y: 800 - y), Point(x: endX, y: 800 - endY))
            page.rules.append(Rule(start: start, end: end, thickness: 0.5))
        }
        for edge in stride(from: 80, through: y, by: 20) { rule(50, edge, places[4], edge) }
        for place in places { rule(place, 80, place, y) }
        return page
    }

    @Test func `a column of a grid that is empty on a page without headings is one of its columns`() throws {
        let names = ColumnHeadings(batch: "Case", status: "Decision", date: "Date")
        var reader = RowReader(layout: TableLayout(key: .london, headings: names), evidence: [.rules])
        reader.add(grid(1, 0..<4, headings: ["Case", "Room", "Decision", "Date"]))
        reader.add(grid(2, 4..<8))
        let rows = try reader.finish().rows
        #expect(rows.map(\.update) == Array(repeating: Update(status: "issued", date: "14-Jun-12"), count: 8))
    }

    @Test(arguments: [
        (["Batch", "Status", "Date"], []), (["Batch", "Date", "Status"], [key(4), key(5), key(6)]),
        (["Batch", "Received", "Date"], [key(4), key(5), key(6)]), (["Case", "Received", "Date"], []),
    ])
    func `below headings of another table its rows are in doubt where other texts stand over their cells`(
        _ names: [String], _ expected: [String]
    ) throws {
        var sheet = Sheet()
        func draw(_ texts: [String], _ y: Double) {
            for (text, x) in zip(texts, [50.0, 130, 400]) { sheet.draw(text, x, y) }
        }
        draw(["Batch", "Status", "Date"], 60)
        for row in 0..<4 { draw([key(row), "issued", "14-Jun-12"], 80 + 20 * Double(row)) }
        sheet.draw("Late cases", 50, 170)
        draw(names + ["again"], 186)
        for row in 4..<7 { draw([key(row), "issued", "14-Jun-12"], 206 + 20 * Double(row - 4)) }
        #expect(try doubted(readByGaps(sheet)) == expected)
    }

    @Test(arguments: [[CellEvidence.order, .gaps], [.gaps]])
    func `a key that is broken into two lines is in doubt`(_ evidence: [CellEvidence]) throws {
        var sheet = Sheet()
        for row in 0..<6 {
            let y = 60 + 20 * Double(row)
            if row == 3 {
                sheet.draw(String(key(3).prefix(6)), 50, y - 6)
                sheet.draw(String(key(3).dropFirst(6)), 50, y + 5)
            } else {
                sheet.draw(key(row), 50, y)
            }
            sheet.draw("issued", 180, y)
            sheet.draw("14-Jun-12", 300, y)
        }
        let doubted = try readWithDoubts([sheet.page()], by: Set(evidence)).doubted
        #expect(doubted.contains(key(3)), "\(doubted)")
    }
}
