// Rows separated by rules or shades, without closed cells: the drawing shows which row the lines of wrapped cells
// belong to.

import TestKit
import Testing
import Text

@testable import Rows

/// Rows of two and three lines, all at one distance, each key beside any of its row's lines.
private struct Ruled {
    var page: TextPage
    /// Where each row ends, in points from the top.
    let ends = [96.0, 132, 156, 192]

    init() {
        var sheet = Sheet()
        let texts = [
            "refused, see", "the letter", "visa issued", "and sent", "by post", "ready to", "collect", "a", "b", "c",
        ]
        for (line, text) in texts.enumerated() { sheet.draw(text, 130, 80 + 12 * Double(line)) }
        for (line, key) in [(0, "20121456171"), (4, "20121456172"), (5, "20121456173"), (8, "20121456174")] {
            sheet.draw(key, 50, 80 + 12 * Double(line))
            sheet.draw("14-Jun-12", 400, 80 + 12 * Double(line))
        }
        page = sheet.page()
    }

    mutating func rule(_ y: Double, from left: Double = 45, to right: Double = 450) {
        page.rules.append(Rule(start: Point(x: left, y: 800 - y), end: Point(x: right, y: 800 - y), thickness: 0.5))
    }

    mutating func shade(_ top: Double, _ bottom: Double) {
        page.fills.append(Fill(start: Point(x: 45, y: 800 - bottom), end: Point(x: 450, y: 800 - top)))
    }

    static let expected = [
        "20121456171|refused, see the letter|14-Jun-12", "20121456172|visa issued and sent by post|14-Jun-12",
        "20121456173|ready to collect|14-Jun-12", "20121456174|a b c|14-Jun-12",
    ]
}

struct RowBandsTests {
    @Test func `a rule between every two rows tells whose a line is`() {
        var ruled = Ruled()
        for y in [68] + ruled.ends { ruled.rule(y) }
        #expect(read([ruled.page]) == Ruled.expected)
    }

    @Test func `so does the shade of every other row`() {
        var ruled = Ruled()
        ruled.shade(68, 96)
        ruled.shade(132, 156)
        ruled.shade(192, 220)
        #expect(read([ruled.page]) == Ruled.expected)
    }

    @Test(arguments: [(86.0, true), (90.0, false)])
    func `a rule is one of the table from nine tenths of its width on`(left: Double, isRule: Bool) {
        // The table reaches from 50 to 445.
        var ruled = Ruled()
        for y in [68] + ruled.ends { ruled.rule(y, from: left, to: 445) }
        #expect((read([ruled.page]) == Ruled.expected) == isRule)
    }

    @Test func `rules between the lines of rows part no rows`() {
        var ruled = Ruled()
        for line in 0...10 { ruled.rule(71 + 12 * Double(line)) }
        #expect(read([ruled.page]) == read([Ruled().page]))
    }

    @Test func `two keys between two rules are no row`() {
        var ruled = Ruled()
        for y in [68.0, 156, 192] { ruled.rule(y) }
        #expect(read([ruled.page]) == read([Ruled().page]))
    }

    @Test func `an update in a band of its own is told by other means`() {
        var sheet = Sheet()
        sheet.row("20121456171", "visa issued", "14-Jun-12", 80)
        sheet.draw("sent", 130, 100)
        sheet.draw("15-Jun-12", 400, 100)
        sheet.row("20121456172", "refused", "14-Jun-12", 120)
        let plain = sheet.page()
        var page = plain
        for y in [68.0, 87, 107, 127] {
            page.rules.append(Rule(start: Point(x: 45, y: 800 - y), end: Point(x: 450, y: 800 - y), thickness: 0.5))
        }
        #expect(read([page]) == read([plain]))
        #expect(read([page]).contains("20121456171|sent|15-Jun-12"))
    }

    @Test func `what stands above the first rule is in doubt rather than in a row`() throws {
        var sheet = Sheet()
        sheet.draw("of the case", 130, 70)
        for row in 0..<3 {
            sheet.row("2012145617\(row)", "visa issued", "14-Jun-12", 82 + 24 * Double(row))
            sheet.draw("and sent", 130, 94 + 24 * Double(row))
        }
        var page = sheet.page()
        for row in 0...3 {
            let y = 800 - (73 + 24 * Double(row))
            page.rules.append(Rule(start: Point(x: 45, y: y), end: Point(x: 450, y: y), thickness: 0.5))
        }
        #expect(read([page]) == (0..<3).map { "2012145617\($0)|visa issued and sent|14-Jun-12" })
    }
}
