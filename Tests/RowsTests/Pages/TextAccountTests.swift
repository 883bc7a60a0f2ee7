// What the texts of rows show about the borders of columns and rows, if nothing else shows them.

import TestKit
import Testing
import Text

@testable import Rows

/// The batches in doubt, sorted; "any" for a doubt about no batch by name.
private func doubted(
    _ pages: [TextPage], _ layout: TableLayout = .london, _ evidence: Set<CellEvidence> = Set(CellEvidence.allCases)
) throws -> [String] {
    var reader = RowReader(layout: layout, evidence: evidence)
    for page in pages { reader.add(page) }
    let doubts = try reader.finish().doubts
    return Set(doubts.flatMap { $0.batches.isEmpty ? ["any"] : $0.batches }).sorted()
}

private func key(_ row: Int) -> String { "2012145\(6100 + row)" }

private func sheet(_ number: Int = 1, rows: Range<Int> = 0..<6, _ change: (inout Sheet) -> Void = { _ in }) -> TextPage
{
    var sheet = Sheet(number)
    for row in rows { sheet.row(key(row), "visa issued", "14-Jun-12", 80 + 20 * Double(row)) }
    change(&sheet)
    return sheet.page()
}

struct TextAccountTests {
    @Test func `a sound list is certain`() throws {
        #expect(try doubted([sheet()]) == [])
    }

    @Test(arguments: [(9.5, false), (10.5, true)])
    func `a remark behind the date is no part of it`(gap: Double, isDoubted: Bool) throws {
        let page = sheet { $0.draw("copy sent", 445 + gap, 120) }
        #expect(try doubted([page], .london, [.gaps]) == (isDoubted ? [key(2)] : []))
        #expect(try doubted([page]) == [] && read([page])[2] == "\(key(2))|visa issued|14-Jun-12")
    }

    @Test func `numbers that end at one place beside the statuses are another column`() throws {
        var page = Sheet()
        for row in 0..<6 {
            let fee = ["0", "80", "1250"][row % 3]
            page.draw(key(row), 50, 80 + 20 * Double(row))
            page.draw(fee, 150 - 5 * Double(fee.count), 80 + 20 * Double(row))
            page.draw(["Refused", "Pending", "Issued"][row % 3], 153.5, 80 + 20 * Double(row))
            page.draw("14-Jun-12", 400, 80 + 20 * Double(row))
        }
        #expect(try doubted([page.page()]) == ["any"])
    }

    @Test func `a row with text beyond the columns alone is in doubt`() throws {
        var page = Sheet()
        for row in 0..<6 { page.row(key(row), "visa issued", "14-Jun-12", 80 + 20 * Double(row)) }
        page.draw(key(6), 50, 200)
        page.draw("London", 10, 200)
        #expect(try doubted([page.page()]) == [key(6)])
    }

    @Test func `a heading right above the first row is no line of its status`() throws {
        let page = sheet { $0.draw("Outcome", 130, 68) }
        #expect(try doubted([page]) == [key(0)])
    }

    @Test func `a row that stands at the foot of each page is none`() throws {
        func page(_ number: Int) -> TextPage {
            sheet(number, rows: number * 10..<number * 10 + 6) {
                $0.row("2025000000\(number)", "Printed by jmurphy", "12-Mar-25", 700)
            }
        }
        #expect(try doubted([page(1), page(2)]) == ["20250000001", "20250000002"])
        #expect(try doubted([page(1), sheet(2, rows: 20..<26)]) == [])
    }

    @Test func `a row whose status may be on the next page is in doubt, one at whose end nothing is new is not`() throws
    {
        func first(_ status: String) -> TextPage {
            sheet(1) { page in
                page.draw("Batch", 50, 40)
                page.row(key(6), status, "15-Jun-12", 200)
            }
        }
        func second(_ rest: String) -> TextPage {
            sheet(2, rows: 10..<16) { page in
                page.draw("Batch", 50, 40)
                if !rest.isEmpty { page.draw(rest, 130, 54) }
            }
        }
        #expect(try doubted([first(""), second("appeal dismissed")]).contains(key(6)))
        #expect(try doubted([first(""), second("")]) == [])
    }

    @Test func `a text between two keys is that of both, and rows without one are not empty`() throws {
        func page(_ height: Double) -> TextPage {
            var page = Sheet()
            for row in 0..<8 { page.row(key(row), row > 3 ? "visa issued" : "", "14-Jun-12", 80 + 20 * Double(row)) }
            page.draw("refused", 130, 80 + height)
            page.draw("pending", 130, 120 + height)
            return page.page()
        }
        #expect(try doubted([page(10)]) == (0..<4).map(key))
        #expect(try doubted([page(0)]) == [])
    }

    @Test(arguments: [(1, "sent", true), (4, "sent", true), (5, "sent", false), (5, "approved", true)])
    func `rows without a key are updates where the list shows that by custom`(
        count: Int, last: String, isDoubted: Bool
    ) throws {
        var page = Sheet()
        for row in 0..<6 {
            page.row(key(row), "received", "14-Jun-12", 80 + 40 * Double(row))
            if row < count { page.row("", row == 0 ? last : "approved", "15-Jun-12", 92 + 40 * Double(row)) }
        }
        #expect(try doubted([page.page()]) == (isDoubted ? (0..<count).map(key) : []))
    }
}
