// What the tables of a page may come to, all together.

import Text

/// Counts what is read, and throws what passes a limit.
struct Budget {
    let limits: TableLimits
    private var tables = 0
    private var rows = 0
    private var cells = 0
    private var textBytes = 0

    init(limits: TableLimits) {
        self.limits = limits
    }

    mutating func spendTable() throws(TableError) {
        tables += 1
        if tables > limits.tables { throw TableError(.limit, "the page has more than \(limits.tables) tables") }
    }

    mutating func spendRow() throws(TableError) {
        rows += 1
        if rows > limits.rows { throw TableError(.limit, "the page's tables have more than \(limits.rows) rows") }
    }

    /// A cell with so much text, the last of a row that has so many.
    mutating func spendCell(_ bytes: Int, of columns: Int) throws(TableError) {
        cells += 1
        if columns > limits.columns { throw TableError(.limit, "a row has more than \(limits.columns) cells") }
        if cells > limits.cells { throw TableError(.limit, "the page's tables have more than \(limits.cells) cells") }
        try check(bytes)
        try spendText(bytes)
    }

    /// Text, be it of a cell or of its name.
    mutating func spendText(_ bytes: Int) throws(TableError) {
        textBytes += bytes
        if textBytes > limits.textBytes {
            throw TableError(.limit, "the text of the page's tables is longer than \(limits.textBytes) bytes")
        }
    }

    /// The text of one cell.
    func check(_ bytes: Int) throws(TableError) {
        if bytes > limits.cellBytes {
            throw TableError(.limit, "the text of a cell is longer than \(limits.cellBytes) bytes")
        }
    }
}
