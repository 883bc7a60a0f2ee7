// The paths that identify fields of records.

import Testing
import Text

struct RecordFieldsTests {
    private let budget = TableBudget(
        TableLimits(), .init(rows: "%", columns: "%", cells: "%", cellBytes: "%", textBytes: "%"))

    @Test func `a field is called by its path, wherever white space stands in its names`() throws {
        var fields = RecordFields()
        let outer = fields.place(of: " a\n b", below: RecordFields.record)
        let inner = fields.place(of: "c", below: outer)
        let places = [fields.place(of: "c", below: outer), fields.place(of: "c", below: RecordFields.record)]
        #expect(places[0] == inner && places[1] != inner)
        let columns = [
            try fields.column(of: inner, rows: 1, budget), try fields.column(of: inner, rows: 2, budget),
            try fields.column(of: RecordFields.record, record: "r", rows: 2, budget),
        ]
        #expect(columns.map(\.column) == [0, 0, 1])
        #expect(columns.map(\.isNew) == [true, false, true])
        #expect(fields.names == ["a b/c", "r"])
        #expect(fields.placeCount == 4)
        #expect(fields.pathBytes == 3 + 5 + 1)
    }

    @Test func `names that are empty stand in paths as JSON has them`() throws {
        var fields = RecordFields()
        let empty = fields.place(of: "", below: RecordFields.record)
        let below = fields.place(of: "a", below: empty)
        let last = fields.place(of: "", below: below)
        for place in [empty, below, last] { _ = try fields.column(of: place, rows: 1, budget) }
        #expect(fields.names == ["", "a", "a/"])
        #expect(fields.pathBytes == 3)
    }

    @Test func `each record has each field in the end`() throws {
        var fields = RecordFields()
        for name in ["a", "b"] {
            _ = try fields.column(of: fields.place(of: name, below: RecordFields.record), rows: 1, budget)
        }
        #expect(fields.table(of: [[], ["1"], ["1", "2"]]).rows == [["", ""], ["1", ""], ["1", "2"]])
        var limits = TableLimits()
        limits.cells = 5
        let narrow = TableBudget(limits, .init(rows: "", columns: "", cells: "% cells", cellBytes: "", textBytes: ""))
        let third = fields.place(of: "c", below: RecordFields.record)
        #expect(throws: TableError(.limit, "5 cells")) { try fields.column(of: third, rows: 2, narrow) }
        let column = try fields.column(of: third, rows: 1, narrow)
        #expect(column.column == 2 && column.isNew)
    }
}
