// Lines outside of rows that certainly belong to none: sums, repeated headings and their titles, texts above the first
// row; and lines that look like them.

import TestKit
import Testing
import Text

@testable import Rows

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

private let statusFirst: [Column] = [.status, .date, .batch]

private func doubted(_ sheets: [Sheet], _ columns: [Column] = statusFirst) throws -> [String] {
    let layout = try TableLayout(key: .london, columns: columns)
    return try readWithDoubts(sheets.map { $0.page() }, layout, by: [.gaps]).doubted
}

extension Sheet {
    /// A line of a list of statuses, dates and keys.
    fileprivate mutating func line(_ status: String, _ date: String, _ key: String, _ y: Double) {
        for (text, x) in [(status, 50.0), (date, 250), (key, 350)] where !text.isEmpty { draw(text, x, y) }
    }

    /// Rows at the bottom of whose cells the key stands.
    fileprivate mutating func rows(_ numbers: Range<Int>, from y: Double) {
        for row in numbers { line("Issued", "14-Jun-12", key(row), y + 16 * Double(row - numbers.lowerBound)) }
    }
}

struct KnownLinesTests {
    @Test func `a number that says how many rows stand above it is a sum`() {
        func areSums(_ texts: [(String, Int)], rowsBefore: Int = 0) -> [Bool] {
            var lines = KnownLines()
            lines.rowsBefore = rowsBefore
            return texts.map { lines.isSum($0, below: $1) }
        }
        #expect(areSums([("Total: 4 cases", 4)]) == [true])
        // Another number, two numbers, the rest of a sentence, no number, and one row.
        let others = [
            ("Total: 5 cases", 4), ("4 of 5 cases", 4), ("at counter 4", 4), ("Total", 4), ("Room 1", 1),
        ]
        #expect(areSums(others).allSatisfy { !$0 })
        // All rows so far, and those since the sum before.
        let sums = [("Total 7", 4), ("Total 2", 7), ("Total 3", 7), ("Total 12", 9)]
        #expect(areSums(sums, rowsBefore: 3) == [true, false, true, true])
    }

    @Test(arguments: [("Total: 4 cases", []), ("Room 5", [key(3)])])
    func `a sum below the rows, or between them, is no part of one`(text: String, expected: [String]) throws {
        var sheet = Sheet()
        sheet.rows(0..<4, from: 80)
        sheet.line(text, "", "", 144)
        #expect(try doubted([sheet]) == expected)
        sheet.rows(4..<8, from: 160)
        #expect(try doubted([sheet]).isEmpty == expected.isEmpty)
    }

    @Test(arguments: [("Status", 20.0, false), ("State", 20, true), ("Status", 40, true)])
    func `headings that come again are no part of a row, nor is their title`(
        heading: String, step: Double, isDoubted: Bool
    ) throws {
        var sheet = Sheet()
        sheet.line("Status", "Date", "Number", 60)
        sheet.rows(0..<4, from: 80)
        sheet.line("Late cases", "", "", 164)
        sheet.line(heading, "Date", "Number", 164 + step)
        sheet.rows(4..<8, from: 184 + step)
        #expect(try doubted([sheet]).isEmpty != isDoubted)
    }

    /// Of each table the title stands further below the rows than lines of a cell do, and begins as a status does.
    @Test(arguments: [(31.0, 15.0, true), (31, 40, true), (12, 25, false)])
    func `a title that is taken for a part of a row is a doubt`(gap: Double, step: Double, isDoubted: Bool) throws {
        var sheet = Sheet()
        var y = 60.0
        for table in 0..<4 {
            sheet.draw(["Belfast", "Cardiff", "Edinburgh", "Milton Keynes"][table], 50, y)
            y += step
            for (text, x) in [("Status", 50.0), ("Number", 150), ("Date", 260)] { sheet.draw(text, x, y) }
            for row in 0..<4 {
                y += 17.5
                for (text, x) in [("Issued", 50.0), (key(10 * table + row), 150), ("14-Jun-12", 260)] {
                    sheet.draw(text, x, y)
                }
            }
            y += gap
        }
        #expect(try doubted([sheet], [.status, .batch, .date]).isEmpty != isDoubted)
    }

    @Test func `two headings over one column show that it is two`() throws {
        func list(_ isJoined: Bool) throws -> [String] {
            var sheet = Sheet()
            for top in [60.0, 180] {
                sheet.line("Status", "Date", "Number", top)
                if isJoined { sheet.draw("Name", 130, top) }
                for row in 0..<4 {
                    let y = top + 20 + 16 * Double(row)
                    sheet.rows(row + Int(top)..<row + Int(top) + 1, from: y)
                    sheet.draw("A. Novak", 82.5, y)
                }
            }
            return try doubted([sheet])
        }
        #expect(try list(false) == [])
        #expect(try list(true) != [])
    }

    @Test(arguments: [
        ("Lost", "13-Jun-12", "14-Jun-12", []), ("Lost", "", "14-Jun-12", [key(0)]),
        ("Lost", "14 June", "2012", [key(0)]),
    ])
    func `a text and a date above the first row of a list are none of a row that has its date`(
        status: String, date: String, first: String, expected: [String]
    ) throws {
        var sheet = Sheet()
        sheet.line(status, date, "", 63)
        sheet.line("Issued", first, key(0), 80)
        sheet.rows(1..<5, from: 96)
        #expect(try doubted([sheet]) == expected)
    }

    @Test(arguments: [("Status", "Date", []), ("of May", "14-Jun-12", [key(4)])])
    func `headings above the first row of a page are no rest of a row`(
        status: String, date: String, expected: [String]
    ) throws {
        var (sheet, next) = (Sheet(1), Sheet(2))
        sheet.rows(0..<5, from: 80)
        next.line(status, date, "", 61)
        next.rows(5..<9, from: 80)
        #expect(try doubted([sheet, next]) == expected)
    }

    @Test(arguments: [("-", false), ("date", true)])
    func `a text that begins left of the keys is no part of the columns to their right`(
        left: String, isDoubted: Bool
    ) throws {
        var sheet = Sheet()
        for row in 0..<8 {
            let y = 80 + 20 * Double(row) + (row > 3 ? 20 : 0)
            for (text, x) in [("14-Jun-12", 50.0), (key(row), 150), ("Issued", 250)] { sheet.draw(text, x, y) }
        }
        sheet.draw("Section two", 50, 160)
        #expect(try doubted([sheet], [left == "-" ? .skip : .date, .batch, .status]).isEmpty != isDoubted)
    }

    @Test(arguments: [50.0, 60])
    func `a rest of a row alone on the last page is a doubt`(x: Double) throws {
        var (sheet, next) = (Sheet(1), Sheet(2))
        sheet.rows(0..<4, from: 80)
        sheet.line("Issued after the appeal", "14-Jun-12", key(4), 160)
        next.draw("notwithstanding", x, 60)
        #expect(try doubted([sheet, next]) == [key(4)])
    }

    @Test(arguments: [
        ("14-Jun-12", "", [key(4)]), ("Issued 14-Jun-12", "", [key(4)]), ("Issued 14 June 2012", "7", [key(4)]),
        ("Issued 14 June 2012", "", []), ("Issued", "7", []), ("14-Jun-12", "15-Jun-12", []),
    ])
    func `a status that is a date, or ends with one, may be the date`(
        status: String, date: String, expected: [String]
    ) throws {
        var sheet = Sheet()
        for row in 0..<8 {
            let (own, day) = row == 4 ? (status, date) : ("Issued", "14-Jun-12")
            sheet.row(key(row), own, day, 80 + 20 * Double(row))
        }
        #expect(try doubted([sheet], [.batch, .status, .date]) == expected)
    }

    /// Tables of which rules close the cells, each with headings in two lines; that of the keys is as high as both.
    @Test(arguments: [("Status", []), ("State", ["any"])])
    func `the second line of headings is none of a row`(heading: String, expected: [String]) throws {
        var sheet = Sheet()
        var rules: [Rule] = []
        func rule(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
            rules.append(Rule(start: Point(x: x, y: 800 - y), end: Point(x: endX, y: 800 - endY), thickness: 0.5))
        }
        for (table, top) in [80.0, 240].enumerated() {
            sheet.draw("Number", 55, top + 14)
            sheet.draw("Decision", 155, top + 14)
            sheet.draw(table == 0 ? "Status" : heading, 155, top + 34)
            sheet.draw("Date", 255, top + 34)
            for row in 0..<3 {
                let y = top + 54 + 20 * Double(row)
                for (text, x) in [(key(10 * table + row), 55.0), ("Issued", 155), ("14-Jun-12", 255)] {
                    sheet.draw(text, x, y)
                }
                rule(50, y - 14, 350, y - 14)
            }
            for (x, y) in [(50.0, top), (150, top + 20), (50, top + 100)] { rule(x, y, 350, y) }
            for (x, y) in [(50.0, top), (150, top), (250, top + 20), (350, top)] { rule(x, y, x, top + 100) }
        }
        var page = sheet.page()
        page.rules = rules
        let (rows, doubted) = try readWithDoubts([page], by: [.rules])
        #expect(rows.count == 6)
        #expect(doubted == expected)
    }
}
