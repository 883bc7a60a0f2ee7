// Texts with columns of fixed width.

import Testing
import Text

@testable import CSV

private func rows(_ lines: String...) -> [[String]]? {
    fixedWidthTable(of: Array(lines.joined(separator: "\n").utf8))?.rows
}

struct FixedWidthTests {
    @Test func `what stands below each other is a column, whatever it says`() {
        let read = rows(
            "The list of May", "", "No.      State          Date", "1001     50 % granted   2 May 2026",
            "1002     Step 1         3 May 2026", "1003     é, §5          4 May 2026")
        #expect(
            read == [
                ["The list of May", "", ""], [], ["No.", "State", "Date"], ["1001", "50 % granted", "2 May 2026"],
                ["1002", "Step 1", "3 May 2026"], ["1003", "é, §5", "4 May 2026"],
            ])
    }

    @Test func `numbers may stand at the right, and cells be empty`() {
        let read = rows("  9   open     1", " 10   closed  22", "100            3", "101   open")
        #expect(read == [["9", "open", "1"], ["10", "closed", "22"], ["100", "", "3"], ["101", "open", ""]])
    }

    @Test func `the longest text of a column may leave one blank`() {
        let read = rows(
            "No.     Fee  State     Date", "1001     35  granted   2026-05-01", "1002    200  in review 2026-05-02",
            "1003     35  sent      2026-05-03", "1004     35  granted   2026-05-04")
        #expect(
            read == [
                ["No.", "Fee", "State", "Date"], ["1001", "35", "granted", "2026-05-01"],
                ["1002", "200", "in review", "2026-05-02"], ["1003", "35", "sent", "2026-05-03"],
                ["1004", "35", "granted", "2026-05-04"],
            ])
    }

    @Test func `a text that stands where none of its column does makes a row of too few cells`() {
        let read = rows(
            "1001     granted        2 May 2026", "1002                      on hold",
            "1003     granted        4 May 2026",
            "1004     refused        5 May 2026", "1005", "1006     refused        5 May 2026")
        #expect(read?[1] == ["1002                      on hold"])
        #expect(read?[4] == ["1005"])
    }

    @Test func `a part of a cell that goes on in the next line stands in its column`() {
        let read = rows(
            "1001     granted        2 May 2026", "         on appeal", "1002     granted        3 May 2026",
            "1003     refused        4 May 2026")
        #expect(read?[1] == ["", "on appeal", ""])
    }

    @Test(arguments: [
        ["1001  granted  2 May", "1002  withdrawn by all  3 May", "1003  refused  4 May"], ["1001  a", "1002  b"],
        ["1001 granted", "1002 refused", "1003 open"], ["1001  a\tb", "1002  c\td", "1003  e\tf"], [],
    ])
    func `texts whose columns cross, or that have none, are no table`(_ lines: [String]) {
        #expect(fixedWidthTable(of: Array(lines.joined(separator: "\n").utf8)) == nil)
    }

    @Test func `so many lines, bytes of a line, and parts may be there`() {
        let text = Array(repeating: "1001     granted        2 May 2026", count: 4).joined(separator: "\n")
        func read(rows: Int, bytes: Int, cells: Int = 12) -> TextTable? {
            var limits = TableLimits()
            (limits.rows, limits.cellBytes, limits.cells) = (rows, bytes, cells)
            return fixedWidthTable(of: Array(text.utf8), limits: limits)
        }
        #expect(read(rows: 4, bytes: 34) != nil)
        #expect(read(rows: 3, bytes: 34) == nil)
        #expect(read(rows: 4, bytes: 33) == nil)
        #expect(read(rows: 4, bytes: 34, cells: 11) == nil)
    }
}
