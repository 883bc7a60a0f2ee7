// Tables whose rows are not below each other, and cells with all data of a case.

import Rows
import Testing
import Text

private let named = TableLayout(
    key: KeyMask.eight, headings: ColumnHeadings(batch: "Number", status: "Status", date: "Date"))

extension KeyMask {
    fileprivate static var eight: KeyMask { (try? KeyMask("########")) ?? .london }
}

struct TableFormTests {
    private let rows = ["66357342|Approved|2 Nov", "66357345|Refused|5 Nov", "66357343|Refused|3 Nov"]

    @Test(arguments: [false, true])
    func `a list that goes on beside itself is read to its end`(isParted: Bool) throws {
        let gap = isParted ? [""] : []
        let list = table(
            ["Decisions"], ["Number", "Status", "Date"] + gap + ["Number", "Status", "Date"],
            ["66357342", "Approved", "2 Nov"] + gap + ["66357345", "Refused", "5 Nov"],
            ["66357343", "Refused", "3 Nov"] + gap + ["", "", ""])
        #expect(try read([list], named) == rows)
        let layout = try TableLayout(key: .eight, columns: [.batch, .status, .date])
        #expect(try read([list], layout) == rows)
    }

    @Test(arguments: [
        ["Number", "Status", "Number"], ["Number", "Number", "Number", "Number"], ["Number", "2025", "Number", "2025"],
        ["Number", "Status", "Number", "Date"],
    ])
    func `other headings that come again part no list`(headings: [String]) {
        #expect(TextTable(rows: [headings, headings.map { _ in "1" }]).stacked == nil)
    }

    @Test func `a table with a case in each column is read by its labels`() throws {
        let list = table(
            ["Number", "66357342", "66357345", "66357343"], ["Status", "Approved", "Refused", "Refused"],
            ["Officer", "", "", ""], ["Date", "2 Nov", "5 Nov", "3 Nov"])
        #expect(try read([list], named) == rows)
        // One number is the page of a case.
        let one = table(["Number", "66357342"], ["Status", "Approved"], ["Date", "2 Nov"])
        #expect(try read([one], named) == ["66357342|Approved|2 Nov"])
    }

    @Test func `one heading for batch and status reads both from its cells`() throws {
        let titles = TextTable(
            fields: ["title", "date"],
            rows: [
                ["66357342: Refused", "2 Nov"], ["No. 6635-7343 - Approved, see letter", "3 Nov"], ["News", "4 Nov"],
                ["66357344", "5 Nov"],
            ])
        let layout = TableLayout(key: .eight, headings: ColumnHeadings(batch: "title", status: "title", date: "date"))
        #expect(
            try read([titles], layout) == [
                "66357342|Refused|2 Nov", "66357343|Approved, see letter|3 Nov", "66357344||5 Nov",
            ])
        let all = TableLayout(key: .eight, headings: ColumnHeadings(batch: "title", status: "title", date: "title"))
        let dated = TextTable(fields: ["title"], rows: [["66357342: Refused (2 Nov 2026)"]])
        #expect(try read([dated], all) == ["66357342|Refused|2 Nov 2026"])
    }

    @Test func `a cell with two numbers is doubted there as well`() throws {
        let titles = TextTable(fields: ["title"], rows: [["66357342 and 66357343: Refused"], ["66357344: Approved"]])
        let list = try list(
            [titles], TableLayout(key: .eight, headings: ColumnHeadings(batch: "title", status: "title")))
        #expect(list.rows.map(\.batch) == ["66357344"])
        #expect(list.doubts.map(\.batches) == [["66357342", "66357343"]])
    }
}
