// What the tables of one document may cost, counted while they are read.

import Text

/// What is left of a document's limits.
struct SheetAllowance: Sendable {
    let limits: TableLimits
    private var tables = 0
    private var rows = 0
    private var cells = 0
    private var textBytes = 0

    init(_ limits: TableLimits) {
        self.limits = limits
    }

    /// Counts a table.
    mutating func chargeTable() throws(TableError) {
        tables += 1
        if tables > limits.tables { throw TableError(.limit, "there are more than \(limits.tables) sheets") }
    }

    /// Counts rows of so many cells each and of so much text.
    mutating func charge(rows count: Int, cells: Int, textBytes: Int) throws(TableError) {
        guard count <= limits.rows - rows else {
            throw TableError(.limit, "the sheets have more than \(limits.rows) rows")
        }
        guard cells <= limits.columns else {
            throw TableError(.limit, "a row has more than \(limits.columns) cells")
        }
        rows += count
        try charge(cells: count * cells, textBytes: count * textBytes)
    }

    /// Counts cells and text of rows that were counted.
    mutating func charge(cells count: Int, textBytes: Int) throws(TableError) {
        cells += count
        guard cells <= limits.cells else {
            throw TableError(.limit, "the sheets have more than \(limits.cells) cells")
        }
        self.textBytes += textBytes
        guard self.textBytes <= limits.textBytes else {
            throw TableError(.limit, "the sheets have more than \(limits.textBytes) bytes of text")
        }
    }
}
