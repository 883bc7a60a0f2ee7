// Differences between the visible and the read text of a page: struck out, drawn over, painted over, shown only by some
// programs.

import TestKit
import Testing
import Text

@testable import Rows

/// The doubts about a page, as `rule word batches`.
private func doubts(_ page: TextPage) throws -> [String] {
    var reader = RowReader(layout: .london)
    reader.add(page)
    return try reader.finish().doubts.map { "\($0.rule.rawValue) \($0.word) \($0.batches.joined(separator: ","))" }
}

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

/// Rows 20 points apart, and what `change` draws.
private func page(_ change: (inout Sheet) -> Void = { _ in }) -> TextPage {
    var sheet = Sheet()
    for row in 0..<6 { sheet.row(key(row), "visa issued", "14-Jun-12", 80 + 20 * Double(row)) }
    change(&sheet)
    return sheet.page()
}

/// Of the row with this number, as the page has its units.
private func baseline(_ row: Int) -> Double { 800 - 80 - 20 * Double(row) }

struct UntrustedTextTests {
    @Test(arguments: [(1.3, false), (1.5, true), (3.5, true), (5.4, true), (5.6, false)])
    func `a line through the small letters strikes a text out, another one does not`(height: Double, isStruck: Bool)
        throws
    {
        var sheet = page()
        let y = baseline(2) + height
        sheet.rules.append(Rule(start: Point(x: 130, y: y), end: Point(x: 185, y: y), thickness: 0.5))
        #expect(try doubts(sheet) == (isStruck ? ["struck-out visa issued \(key(2))"] : []))
    }

    @Test(arguments: [(130.0, 140.0, false), (130, 141, true), (100, 157, false), (100, 158, true)])
    func `a line through a part of a text strikes it out, a sign or one from outside through less than half does not`(
        start: Double, end: Double, isStruck: Bool
    ) throws {
        var sheet = page()
        let y = baseline(2) + 3
        sheet.rules.append(Rule(start: Point(x: start, y: y), end: Point(x: end, y: y), thickness: 0.5))
        #expect(try doubts(sheet).isEmpty != isStruck)
    }

    @Test(arguments: [0.0, 3, 15])
    func `another text over a status is doubted with its row`(shift: Double) throws {
        #expect(
            try doubts(page { $0.draw("no decision", 130 + shift, 100) }).contains { $0.hasSuffix("\(key(1))") })
    }

    @Test func `a long text that runs into the next column lies over none`() throws {
        let long = String(repeating: "long ", count: 11) + "end"
        let found = try doubts(page { $0.row("20121457000", long, "15-Jun-12", 220) })
        #expect(!found.contains { $0.hasPrefix("text-over-text") })
    }

    @Test(arguments: [
        (ObscuredText.Cause.covered, "text-covered"), (.undrawn, "text-not-drawn"), (.unseen, "text-unseen"),
        (.crossedOut, "struck-out"),
    ])
    func `what is hidden is doubted with the row on its line, or with those around it`(
        cause: ObscuredText.Cause, rule: String
    ) throws {
        func sheet(_ y: Double) -> TextPage {
            var sheet = page()
            sheet.obscured = [
                ObscuredText(cause, text: "refused", start: Point(x: 130, y: y), end: Point(x: 165, y: y), size: 10)
            ]
            return sheet
        }
        #expect(try doubts(sheet(baseline(3))) == ["\(rule) refused \(key(3))"])
        #expect(try doubts(sheet(baseline(3) + 10)) == ["\(rule) refused \(key(2)),\(key(3))"])
        #expect(try doubts(sheet(baseline(0) + 24)) == ["\(rule) refused \(key(0))"])
        #expect(try doubts(sheet(baseline(0) + 26)) == [])
        #expect(try doubts(sheet(baseline(5) - 26)) == [])
    }

    @Test(arguments: [(29.0, true), (31, false)])
    func `unseen text that is much larger than the rows is of none`(size: Double, isTold: Bool) throws {
        var sheet = page()
        let (y, text) = (baseline(3), "abcdef")
        sheet.obscured = [
            ObscuredText(.unseen, text: text, start: Point(x: 130, y: y), end: Point(x: 985, y: y), size: size)
        ]
        #expect(try doubts(sheet) == (isTold ? ["text-unseen abcdef \(key(3))"] : []))
    }

    @Test func `what was painted over and drawn again is there to be seen`() throws {
        var sheet = page()
        let y = baseline(3)
        sheet.obscured = [
            ObscuredText(.covered, text: "visa issued", start: Point(x: 130, y: y), end: Point(x: 185, y: y), size: 10)
        ]
        #expect(try doubts(sheet) == [])
    }
}

struct HostileSightTests {
    @Test func `more hidden texts and lines than anybody reads are told as more, at once`() throws {
        var sheet = page()
        let y = baseline(3)
        for _ in 0..<30_000 {
            sheet.obscured.append(
                ObscuredText(.covered, text: "x", start: Point(x: 130, y: y), end: Point(x: 165, y: y), size: 10))
            sheet.rules.append(Rule(start: Point(x: 0, y: y + 3), end: Point(x: 1, y: y + 3), thickness: 0))
        }
        let found = try doubts(sheet)
        #expect(found.count <= 101 && found.contains { $0.hasPrefix("more-doubts") })
    }

    @Test func `text of no size is placed nowhere`() throws {
        var sheet = Sheet()
        for row in 0..<6 {
            sheet.row(key(row), "visa", "14-Jun-12", 80 + 20 * Double(row))
            sheet.draw("issued", 180, 80 + 20 * Double(row), size: 1e-300)
        }
        _ = try doubts(sheet.page())
    }
}
