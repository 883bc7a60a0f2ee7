// Layouts: which columns make a table.

import Rows
import Testing

struct TableLayoutTests {
    @Test func `a layout has exactly one batch and no column twice`() throws {
        #expect(throws: LayoutError.noBatch) { try TableLayout(columns: [.status, .date]) }
        #expect(throws: LayoutError.noBatch) { try TableLayout(columns: []) }
        #expect(throws: LayoutError.twice(.batch)) { try TableLayout(columns: [.batch, .status, .batch]) }
        #expect(throws: LayoutError.twice(.date)) { try TableLayout(columns: [.batch, .date, .date]) }
        #expect(try TableLayout(columns: [.skip, .skip, .batch, .skip, .status]).columns.count == 5)
        #expect(try TableLayout(columns: [.batch, .status, .date]) == .london)
    }

    @Test(arguments: [
        ("batch", Column.batch), ("status", .status), ("date", .date), ("-", .skip), ("Batch", nil), ("", nil),
    ])
    func `columns are named as in the configuration`(text: String, column: Column?) {
        #expect(Column(text) == column)
    }
}
