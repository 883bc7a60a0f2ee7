// Texts whose rows and columns no gap shows, and other things do: dates behind statuses of all lengths, cells that are merged
// over rows without rules, several keys in a cell. And pages that look alike and do not show it.

import Rows
import TestKit
import Testing
import Text

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

private let statuses = ["Sent", "Approved", "Pending interview", "Refused", "Returned to the sender at once", "Issued"]
private let date = "14/06/2012"

struct SetApartTests {
    /// Rows of a key, a status and a date that begins so far behind it, and one more.
    private func dated(gap: Double, _ last: (status: String, date: String, at: Double)) throws -> (
        rows: [String], doubted: [String]
    ) {
        var sheet = Sheet()
        for (row, status) in (statuses + statuses).enumerated() {
            let y = 80 + 14 * Double(row)
            sheet.draw(key(row), 50, y)
            sheet.draw(status, 130, y)
            sheet.draw(date, 130 + Sheet.letter * Double(status.count) + gap, y)
        }
        sheet.draw(key(12), 50, 248)
        sheet.draw(last.status, 130, 248)
        if !last.date.isEmpty { sheet.draw(last.date, last.at, 248) }
        return try readWithDoubts([sheet.page()], by: [.gaps])
    }

    @Test func `a date at the end of each row is no part of its status`() throws {
        let (rows, doubted) = try dated(gap: 20, ("Sent", date, 170))
        #expect(
            rows
                == ((statuses + statuses).enumerated().map { "\(key($0))|\($1)|\(date)" } + ["\(key(12))|Sent|\(date)"])
        )
        #expect(doubted == [])
        // The same status stands elsewhere with a date behind a gap.
        #expect(try dated(gap: 20, ("Sent", date, 154)).doubted == [])
        #expect(try dated(gap: 20, ("Waiting for a text", "", 0)).doubted == [])
    }

    @Test(arguments: [("Appeal until", 194.0), ("Appeal    until", 230)])
    func `a date behind a blank may be a part of the status`(_ status: String, _ place: Double) throws {
        #expect(try dated(gap: 20, (status, date, place)).doubted.isEmpty == (place == 230))
        #expect(try !dated(gap: 3, ("Sent", date, 154)).doubted.isEmpty)
    }

    @Test(arguments: [("", 0.0, false), ("soon", 230, true), ("soon", 160, true)])
    func `long statuses may run into empty cells of dates`(_ other: String, _ place: Double, isDoubted: Bool) throws {
        var sheet = Sheet()
        for row in 0..<8 {
            let y = 80 + 14 * Double(row)
            sheet.draw(key(row), 50, y)
            sheet.draw(row == 5 ? "Approved" : row == 3 ? "Approved - please collect the passport" : "Sent", 130, y)
            if row == 5, !other.isEmpty { sheet.draw(other, place == 160 ? 175 : place, y) }
            if row != 3, row != 5 { sheet.draw(date, 230, y) }
        }
        let (rows, doubted) = try readWithDoubts([sheet.page()], by: [.gaps])
        if !isDoubted { #expect(rows[3] == "\(key(3))|Approved - please collect the passport|") }
        #expect(doubted.isEmpty != isDoubted)
    }

    // MARK: - Merged cells

    /// Pages of keys and dates 14 points apart, with statuses in the middle of so many rows each. Of the last status of a page
    /// some rows may be on the next one.
    private func merged(_ sizes: [[Int]], rows counts: [Int]) throws -> (rows: [String], doubted: [String]) {
        var (number, pages) = (0, [TextPage]())
        var carried = 0
        for (page, own) in sizes.enumerated() {
            var sheet = Sheet(page + 1)
            for row in 0..<counts[page] {
                sheet.draw(key(number), 50, 80 + 14 * Double(row))
                sheet.draw(date, 400, 80 + 14 * Double(row))
                number += 1
            }
            var first = carried
            for (index, size) in own.enumerated() {
                sheet.draw(statuses[index % statuses.count], 130, 80 + 14 * (Double(first) + Double(size - 1) / 2))
                first += size
            }
            carried = max(0, first - counts[page])
            pages.append(sheet.page())
        }
        return try readWithDoubts(pages, by: [.gaps])
    }

    private func expected(_ sizes: [Int], from first: Int = 0) -> [String] {
        sizes.enumerated().flatMap { index, size in [String](repeating: statuses[index % statuses.count], count: size) }
            .enumerated().map { "\(key(first + $0))|\($1)|\(date)" }
    }

    @Test func `a cell that is merged over rows is that of each`() throws {
        let sizes = [2, 4, 1, 3, 2, 4, 1, 1, 2]
        let (rows, doubted) = try merged([sizes], rows: [20])
        #expect(rows == expected(sizes))
        #expect(doubted == [])
    }

    @Test func `where a row may have an empty cell nobody knows whose the texts are`() throws {
        // One row more than the cells cover, and one less.
        #expect(try !merged([[2, 4, 1, 3, 2, 4, 1, 1, 2]], rows: [21]).doubted.isEmpty)
        #expect(try !merged([[2, 4, 1, 3, 2, 4, 1, 1, 2]], rows: [19]).doubted.isEmpty)
    }

    @Test func `a merged cell goes on over the page's end`() throws {
        let sizes = [[2, 4, 1, 2, 4], [1, 1, 2]]
        let (rows, doubted) = try merged(sizes, rows: [12, 5])
        #expect(rows.count == 17)
        #expect(rows[12] == "\(key(12))|\(statuses[4])|\(date)")
        #expect(rows.suffix(4) == expected(sizes[1], from: 13)[...])
        #expect(doubted == [])
        // The second page does not show it, or there is none.
        #expect(try !merged([[2, 4, 1, 2, 4], [1, 1, 2]], rows: [12, 6]).doubted.isEmpty)
        #expect(try !merged([[2, 4, 1, 2, 4]], rows: [12]).doubted.isEmpty)
    }

    // MARK: - Several keys in a cell

    /// A page of ruled rows, one of which has two keys, one below the other.
    private func ruled(_ status: [(text: String, y: Double)]) throws -> (rows: [String], doubted: [String]) {
        var sheet = Sheet()
        var rules: [Rule] = []
        for row in 0..<5 {
            let (top, bottom) = (80 + 40 * Double(row), 120 + 40 * Double(row))
            for y in [top, bottom] {
                rules.append(Rule(start: Point(x: 45, y: 800 - y), end: Point(x: 470, y: 800 - y), thickness: 0.5))
            }
            for x in [45.0, 120, 390, 470] {
                rules.append(Rule(start: Point(x: x, y: 800 - top), end: Point(x: x, y: 800 - bottom), thickness: 0.5))
            }
            if row == 2 {
                sheet.draw(key(2), 50, top + 17)
                sheet.draw(key(7), 50, top + 29)
                for text in status { sheet.draw(text.text, 130, top + text.y) }
                sheet.draw(date, 400, top + 23)
            } else {
                for (text, x) in [(key(row), 50.0), ("Sent", 130), (date, 400)] { sheet.draw(text, x, top + 23) }
            }
        }
        var page = sheet.page()
        page.rules = rules
        return try readWithDoubts([page])
    }

    @Test func `the keys of a closed cell are a row each`() throws {
        let (rows, doubted) = try ruled([("Approved", 23)])
        #expect(
            rows.filter { $0.contains("Approved") } == ["\(key(2))|Approved|\(date)", "\(key(7))|Approved|\(date)"])
        #expect(doubted == [])
    }

    @Test(arguments: [[("Approved", 17.0), ("Refused", 29)], [("Approved", 17)]])
    func `keys with a text beside each, or beside one, do not share it`(_ status: [(String, Double)]) throws {
        #expect(try !ruled(status.map { (text: $0.0, y: $0.1) }).doubted.isEmpty)
    }

    // MARK: - Sums and rests

    @Test func `a sum in the cells of the last row is no part of it`() throws {
        var sheet = Sheet()
        for row in 0..<4 { sheet.row(key(row), statuses[row], date, 80 + 14 * Double(row)) }
        sheet.row("", "Subtotal", "", 136)
        sheet.draw("4", 430, 136)
        sheet.draw("Office 2", 50, 150)
        let (rows, doubted) = try readWithDoubts([sheet.page()], by: [.gaps])
        #expect(rows.last == "\(key(3))|\(statuses[3])|\(date)")
        #expect(doubted == [])
    }

    @Test func `a lone number below the last date is a doubt`() throws {
        var sheet = Sheet()
        for row in 0..<2 { sheet.row(key(row), "Sent", date, 80 + 18 * Double(row)) }
        sheet.draw("9", 400, 110)
        #expect(try !readWithDoubts([sheet.page()], by: [.gaps]).doubted.isEmpty)
    }

    @Test(arguments: [(0.0, true), (60, true), (14, false)])
    func `a mark above its key has the key's status and date`(_ step: Double, isDoubted: Bool) throws {
        var sheet = Sheet()
        var y = 80.0
        for row in 0..<9 {
            if row % 3 == 1, step != 14 {
                sheet.row("*", "Sent", date, y)
                sheet.draw(key(row), 50, y + 12)
                y += 12
            } else {
                sheet.row(key(row), "Sent", date, y)
            }
            y += 20
        }
        #expect(try readWithDoubts([sheet.page()], by: [.gaps]).doubted.isEmpty != isDoubted)
    }

    @Test func `what is taken for the rest of a row on a page without keys is a doubt`() throws {
        var first = Sheet()
        for row in 0..<5 {
            let y = 80 + 30 * Double(row)
            sheet(&first, row, y)
        }
        var second = Sheet(2)
        second.draw("2 Fees cannot be returned.", 130, 60)
        #expect(try !readWithDoubts([first.page(), second.page()], by: [.gaps]).doubted.isEmpty)
    }

    /// A row whose cells stand at the bottom, with a wrapped status.
    private func sheet(_ sheet: inout Sheet, _ row: Int, _ y: Double) {
        sheet.draw("Additional documents", 130, y - 12)
        sheet.row(key(row), "were sent", date, y)
    }

    @Test func `a text that stands where no date does is another column's`() throws {
        var sheet = Sheet()
        for row in 0..<5 { sheet.row(key(row), statuses[row], row == 2 ? "" : date, 80 + 14 * Double(row)) }
        sheet.draw("paid", 490, 108)
        #expect(try readWithDoubts([sheet.page()], by: [.gaps]).doubted == [key(2)])
    }
}
