// Cells by the drawing order of a page's texts: decisions that gaps do not allow, and when the order is not trusted.

import TestKit
import Testing
import Text

@testable import Rows

private let byHeadings = ColumnHeadings(batch: "Batch", status: "Status", date: "Date")

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

/// What is read by the order of drawing alone.
private func readInOrder(
    _ pages: [TextPage], _ layout: TableLayout = .london
) throws -> (rows: [String], doubted: [String]) {
    try readWithDoubts(pages, layout, by: [.order])
}

/// Draws rows cell by cell, a status in its lines from the row's top.
private func drawn(
    _ statuses: [[String]], from first: Int = 0, statusAt x: Double = 130, dateAt end: Double = 350, top: Double = 80,
    room: Double = 8,
    _ change: (inout Sheet) -> Void = { _ in }
) -> TextPage {
    var sheet = Sheet()
    var y = top
    for (row, lines) in statuses.enumerated() {
        sheet.draw(key(first + row), 50, y)
        for (number, line) in lines.enumerated() { sheet.draw(line, x, y + 12 * Double(number)) }
        sheet.draw("14-Jun-12", end, y)
        y += 12 * Double(lines.count) + room
    }
    change(&sheet)
    return sheet.page()
}

private let wrapped = [
    ["Refused", "(appeal possible)"], ["Issued"], ["On hold", "documents missing", "since May"], ["Issued"],
]

struct DrawnOrderTests {
    @Test func `lines that are drawn one after the other are one cell`() throws {
        let (rows, doubted) = try readInOrder([drawn(wrapped)])
        #expect(
            rows == wrapped.enumerated().map { "\(key($0))|\($1.joined(separator: " "))|14-Jun-12" })
        #expect(doubted == [])
    }

    @Test func `columns are drawn one after the other as well`() throws {
        var sheet = Sheet()
        let tops = [80.0, 112, 132, 176]
        for (row, y) in tops.enumerated() { sheet.draw(key(row), 50, y) }
        for (lines, y) in zip(wrapped, tops) {
            for (number, line) in lines.enumerated() { sheet.draw(line, 130, y + 12 * Double(number)) }
        }
        for y in tops { sheet.draw("14-Jun-12", 320, y) }
        #expect(try readInOrder([sheet.page()]).rows == readInOrder([drawn(wrapped)]).rows)
    }

    @Test(arguments: [(3, false), (4, true)])
    func `columns with next to no room between them need four rows, or headings`(count: Int, isRead: Bool) throws {
        // Numbers set to the right end three points before the statuses.
        func page(_ head: (inout Sheet) -> Void) -> TextPage {
            var sheet = Sheet()
            head(&sheet)
            for row in 0..<count {
                let (y, fee) = (80 + 20 * Double(row), ["0", "80", "1250", "115"][row])
                sheet.draw(key(row), 50, y)
                sheet.draw(fee, 150 - 5 * Double(fee.count), y)
                sheet.draw("Issued", 153, y)
                sheet.draw("14-Jun-12", 320, y)
            }
            return sheet.page()
        }
        let layout = try TableLayout(key: .london, columns: [.batch, .skip, .status, .date])
        let expected = (0..<count).map { "\(key($0))|Issued|14-Jun-12" }
        #expect(try readInOrder([page { _ in }], layout).rows == (isRead ? expected : []))
        let headed = page {
            for (text, x) in [("Batch", 50.0), ("Fee", 135), ("Status", 153), ("Date", 320)] { $0.draw(text, x, 60) }
        }
        #expect(try readInOrder([headed], layout).rows == expected)
    }

    @Test func `a heading in two lines is that of the column below it`() throws {
        let page = drawn(wrapped) {
            $0.draw("Batch", 50, 52)
            $0.draw("Details of the case", 140, 52)
            $0.draw("Status", 130, 64)
            $0.draw("Date", 350, 64)
        }
        let layout = TableLayout(key: .london, headings: byHeadings)
        #expect(try readInOrder([page], layout).rows == readInOrder([drawn(wrapped)]).rows)
    }

    @Test func `a text between cells is a doubt about the rows around it`() throws {
        // It is drawn last, and stands right below the third status.
        let page = drawn(wrapped, room: 24) { $0.draw("transferred", 130, 204) }
        let (rows, doubted) = try readInOrder([page])
        #expect(rows.count == 4)
        #expect(doubted == [key(2), key(3)])
    }

    @Test(arguments: [("notwithstanding the appeal", true), ("now", false)])
    func `what finds no room on a page goes on on the next`(rest: String, isRest: Bool) throws {
        let long = ["On hold until the decision"]
        let first = drawn(wrapped + [["Additional documents are requested again"], long])
        let second = drawn(wrapped, from: 10, top: 92) { $0.draw(rest, 130, 60) }
        let (rows, doubted) = try readInOrder([first, second])
        #expect(rows[5] == "\(key(5))|\(isRest ? long[0] + " " + rest : long[0])|14-Jun-12")
        #expect(doubted == (isRest ? [] : [key(5)]))
    }

    @Test func `the same rest at the top of two pages is no heading`() throws {
        let long = ["On hold until the decision"]
        let rows = wrapped + [["Additional documents are requested again"], long]
        let rest = "notwithstanding the appeal"
        let (read, doubted) = try readInOrder([
            drawn(rows), drawn(rows, from: 10, top: 92) { $0.draw(rest, 130, 60) },
            drawn(wrapped, from: 20, top: 92) { $0.draw(rest, 130, 60) },
        ])
        #expect([read[5], read[11]] == [5, 15].map { "\(key($0))|\(long[0]) \(rest)|14-Jun-12" })
        #expect(doubted == [])
    }

    @Test func `lines that are drawn across the columns are not read in order`() throws {
        var sheet = Sheet()
        for row in 0..<4 {
            let y = 80 + 32 * Double(row)
            sheet.draw(key(row), 50, y)
            sheet.draw("Refused", 130, y)
            sheet.draw("14-Jun-12", 320, y)
            sheet.draw("(appeal possible)", 130, y + 12)
        }
        #expect(try readInOrder([sheet.page()]).rows == [])
        #expect(read([sheet.page()]).first == "\(key(0))|Refused (appeal possible)|14-Jun-12")
    }

    @Test func `tables side by side are read one after the other, whatever column the keys are in`() throws {
        var sheet = Sheet()
        for row in 0..<3 {
            for (table, x) in [50.0, 300].enumerated() {
                sheet.draw("Issued", x, 80 + 20 * Double(row))
                sheet.draw(key(10 * table + row), x + 80, 80 + 20 * Double(row))
            }
        }
        let layout = try TableLayout(key: .london, columns: [.status, .batch])
        let expected = [0, 1, 2, 10, 11, 12].map { "\(key($0))|Issued|" }
        #expect(try readInOrder([sheet.page()], layout).rows == expected)
    }

    @Test(arguments: [("4", true), ("5", false), ("16-Jun-12", false)])
    func `a number of rows, in a row without a key, is a sum`(date: String, isSum: Bool) throws {
        let page = drawn(wrapped) {
            $0.draw("Total", 130, 200)
            $0.draw(date, 350, 200)
        }
        #expect(try readInOrder([page]).doubted == (isSum ? [] : [key(3)]))
    }

    @Test(arguments: [([150.0, 220], ["any"]), ([150], [])])
    func `one mark in several columns says what its place does`(places: [Double], expected: [String]) throws {
        var sheet = Sheet()
        for row in 0..<6 {
            sheet.draw(key(row), 50, 80 + 20 * Double(row))
            sheet.draw("X", places[row % places.count], 80 + 20 * Double(row))
        }
        let layout = try TableLayout(key: .london, columns: [.batch, .status])
        #expect(try readInOrder([sheet.page()], layout).doubted == expected)
    }

    @Test(arguments: [(3, false), (4, true)])
    func `a row apart from the others at the edge of a page is not believed`(count: Int, isDoubted: Bool) throws {
        let page = drawn(Array(repeating: ["Issued"], count: count - 1)) {
            $0.draw(key(9), 50, 400)
            $0.draw("Printed by jmurphy", 130, 400)
            $0.draw("12-Mar-25", 350, 400)
        }
        #expect(try readInOrder([page]).rows.isEmpty == isDoubted)
    }

    @Test(arguments: [("*", true), ("a", false)])
    func `a sign above a key is no cell`(sign: String, isRead: Bool) throws {
        var sheet = Sheet()
        for row in 0..<4 {
            let y = 80 + 32 * Double(row)
            if row == 2 { sheet.draw(sign, 50, y) }
            sheet.draw(key(row), 50, y + 12)
            for (number, line) in ["Refused", "(appeal possible)"].enumerated() {
                sheet.draw(line, 130, y + 12 * Double(number))
            }
            sheet.draw("14-Jun-12", 320, y + 12)
        }
        let rows = try readInOrder([sheet.page()]).rows
        #expect(rows == (isRead ? (0..<4).map { "\(key($0))|Refused (appeal possible)|14-Jun-12" } : []))
    }
}

struct OtherKeysTests {
    /// A ruled table with another beside it that has one row and no dates; `status` is what its row says.
    private func doubted(_ status: String) throws -> [String] {
        var sheet = Sheet()
        for row in 0..<3 { sheet.row(key(row), "Issued", "14-Jun-12", 80 + 20 * Double(row)) }
        sheet.draw(key(9), 460, 80)
        if !status.isEmpty { sheet.draw(status, 540, 80) }
        var page = sheet.page()
        let (columns, rows) = ([45.0, 125, 395, 455, 535, 600], [66.0, 86, 106, 126])
        func line(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
            page.rules.append(Rule(start: Point(x: x, y: 800 - y), end: Point(x: endX, y: 800 - endY), thickness: 0.5))
        }
        for x in columns { line(x, rows[0], x, rows[3]) }
        for y in rows { line(columns[0], y, columns[5], y) }
        var reader = RowReader(layout: .london, evidence: [.rules])
        reader.add(page)
        let list = try reader.finish()
        #expect(list.rows.map(\.batch) == (0..<3).map(key))
        return list.doubts.flatMap(\.batches)
    }

    @Test func `a key beyond the columns that has a text of its own may be another table's`() throws {
        #expect(try doubted("Refused") == [key(9)])
        // A column of earlier numbers.
        #expect(try doubted("") == [])
    }
}

struct KeysAndHeadingsTests {
    private func page(_ number: Int, _ headings: [String], rows: Range<Int>, x: [Double] = [50, 130, 320]) -> TextPage {
        var sheet = Sheet(number)
        for (heading, x) in zip(headings, x) { sheet.draw(heading, x, 60) }
        for row in rows {
            let y = 80 + 20 * Double(row - rows.lowerBound)
            for (text, x) in zip([key(row), "Issued", "14-Jun-12"], x) { sheet.draw(text, x, y) }
        }
        return sheet.page()
    }

    private func doubted(_ pages: [TextPage]) throws -> [String] {
        var reader = RowReader(layout: .london)
        for page in pages { reader.add(page) }
        return Set(try reader.finish().doubts.flatMap { $0.batches.isEmpty ? ["any"] : $0.batches }).sorted()
    }

    @Test func `headings that have changed places are a doubt about the rows below`() throws {
        let first = page(1, ["Batch", "Status", "Date"], rows: 0..<4)
        #expect(try doubted([first, page(2, ["Batch", "Status", "Date"], rows: 4..<8)]) == [])
        #expect(try doubted([first, page(2, ["Batch", "Date", "Status"], rows: 4..<8)]) == (4..<8).map(key))
    }

    @Test func `a page with more columns than those before is a doubt about its rows`() throws {
        let first = page(1, ["Batch", "Status", "Date"], rows: 0..<4)
        var sheet = Sheet(2)
        for row in 4..<8 {
            for (text, x) in [(key(row), 50.0), ("Cardiff", 130), ("Issued", 220), ("14-Jun-12", 320)] {
                sheet.draw(text, x, 80 + 20 * Double(row))
            }
        }
        #expect(try doubted([first, sheet.page()]) == (4..<8).map(key))
    }

    @Test(arguments: [(300.0, "", [key(9)]), (300, "see", [])])
    func `a key that stands alone where no row is is in doubt`(x: Double, before: String, _ expected: [String]) throws {
        let list = page(1, ["Batch", "Status", "Date"], rows: 0..<4)
        var sheet = Sheet()
        for run in list.runs { sheet.draw(list.text(of: run), run.start.x, 800 - run.start.y) }
        if !before.isEmpty { sheet.draw(before, x - 18, 300) }
        sheet.draw(key(9), x, 300)
        #expect(try doubted([sheet.page()]) == expected)
    }
}
