// Rules between rows that end before a cell merged over these rows, as programs draw tables without upright lines.

import Rows
import TestKit
import Testing
import Text

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

private let date = "14/06/2012"

struct MergedRuledCellTests {
    /// Rows of key, date and status, 15 points apart, with a rule above and below each.
    ///
    /// - Parameters:
    ///   - joined: the rows whose lower rule ends before the status.
    ///   - texts: of statuses, with how far below the first row they are.
    private func page(_ count: Int, joined: Set<Int>, _ texts: [(String, Double)]) -> TextPage {
        var sheet = Sheet()
        for row in 0..<count {
            sheet.draw(key(row), 50, 80 + 15 * Double(row))
            sheet.draw(date, 150, 80 + 15 * Double(row))
        }
        for (text, place) in texts { sheet.draw(text, 250, 80 + place) }
        var page = sheet.page()
        for row in -1..<count {
            let y = 800 - (85 + 15 * Double(row))
            let end = joined.contains(row) ? 240.0 : 400
            page.rules.append(Rule(start: Point(x: 50, y: y), end: Point(x: end, y: y), thickness: 0.5))
        }
        return page
    }

    private func read(_ page: TextPage) throws -> (rows: [String], doubted: [String]) {
        try readWithDoubts([page], TableLayout(key: .london, columns: [.batch, .date, .status]))
    }

    @Test(arguments: [0.0, 7.5])
    func `each row has the text of the cell, on one line or two`(_ place: Double) throws {
        let texts = [
            ("Sent", place), ("Approved", 30 + place), ("Refused, appeal", 60), ("is possible", 73), ("Issued", 90),
            ("On hold", 105),
        ]
        let (rows, doubted) = try read(page(8, joined: [0, 2, 4], texts))
        let expected = ["Sent", "Sent", "Approved", "Approved"]
        #expect(
            rows.prefix(7).map { String($0.split(separator: "|", omittingEmptySubsequences: false)[1]) }
                == expected + ["Refused, appeal is possible", "Refused, appeal is possible", "Issued"])
        #expect(rows.allSatisfy { $0.hasSuffix("|" + date) } && doubted == [])
    }

    @Test func `a column without rules has a text for each row`() throws {
        let statuses = ["Sent", "Approved", "Refused", "Issued", "On hold", "Pending"]
        let texts = statuses.enumerated().map { ($1, 15 * Double($0)) }
        let (rows, doubted) = try read(page(6, joined: [0, 1, 2, 3, 4], texts))
        #expect(rows == statuses.enumerated().map { "\(key($0))|\($1)|\(date)" })
        #expect(doubted == [])
    }

    @Test func `rows that seem merged and have a text each are doubted`() throws {
        let texts = [("Sent", 0.0), ("Approved", 30), ("Refused", 45), ("Issued", 60), ("On hold", 75)]
        let (rows, doubted) = try read(page(6, joined: [0, 2], texts))
        #expect(rows.prefix(2) == ["\(key(0))|Sent|\(date)", "\(key(1))|Sent|\(date)"])
        #expect(doubted == [key(2), key(3)])
    }

    @Test func `cells that are left out have no rule, and are no part of the cell below`() throws {
        let texts = [("Sent", 0.0), ("Approved", 30), ("Refused", 45), ("Issued", 75), ("On hold", 90)]
        let (rows, doubted) = try read(page(7, joined: [1, 4], texts))
        #expect(rows[1] == "\(key(1))||\(date)" && rows[2] == "\(key(2))|Approved|\(date)")
        #expect(doubted == [key(1), key(4)])
    }

    @Test func `rows without a text are doubted where a cell went on from the page before`() throws {
        let texts = [("Sent", 0.0), ("Approved", 30), ("Refused", 45), ("Issued", 60), ("On hold", 75)]
        let (_, doubted) = try readWithDoubts(
            [page(6, joined: [0], texts), page(6, joined: [], Array(texts.dropFirst()))],
            TableLayout(key: .london, columns: [.batch, .date, .status]))
        #expect(doubted == [key(0), key(1)])
    }
}
