// Counts the rows, cells and text of one document's tables against the limits, for all formats. Each format brings its
// own words for an excess. Nothing is read or kept here.

/// What was read of a document's tables so far. Throws as soon as a limit is passed.
package struct TableBudget: Sendable {
    /// A format's message for each limit: "%" is the limit, "#" the number of the row.
    package struct Words: Sendable {
        let rows: StaticString
        let columns: StaticString
        let cells: StaticString
        let cellBytes: StaticString
        let textBytes: StaticString
        let tables: StaticString

        /// - Parameter tables: empty for a format with one table per document.
        package init(
            rows: StaticString, columns: StaticString, cells: StaticString, cellBytes: StaticString,
            textBytes: StaticString, tables: StaticString = ""
        ) {
            self.rows = rows
            self.columns = columns
            self.cells = cells
            self.cellBytes = cellBytes
            self.textBytes = textBytes
            self.tables = tables
        }
    }

    package let limits: TableLimits
    private let words: Words
    private var tables = 0
    private var rows = 0
    private var cells = 0
    private var textBytes = 0
    private var merged = 0

    package init(_ limits: TableLimits, _ words: Words) {
        self.limits = limits
        self.words = words
    }

    package mutating func spendTable() throws(TableError) {
        tables += 1
        try check(tables, limits.tables, words.tables)
    }

    package mutating func spendRows(_ count: Int = 1) throws(TableError) {
        rows += count
        try check(rows, limits.rows, words.rows)
    }

    package mutating func spendCells(_ count: Int) throws(TableError) {
        cells += count
        try check(cells: cells)
    }

    /// Spends text of cells or of their names.
    package mutating func spendText(_ bytes: Int) throws(TableError) {
        textBytes += bytes
        try check(textBytes, limits.textBytes, words.textBytes)
    }

    /// Spends cells below merged ones. Sound sheets merge no cell twice; the cost of others is limited, too.
    package mutating func spendMerged(_ count: Int) throws(TableError) {
        merged += count
        guard merged > 2 * limits.cells else { return }
        throw TableError(.limit, "merged cells and conditional formats span more than \(limits.cells) cells")
    }

    /// Spends a cell with so much text, the last of a row with so many cells.
    package mutating func spendCell(_ bytes: Int, of columns: Int) throws(TableError) {
        try check(columns: columns)
        try spendCells(1)
        try check(cellBytes: bytes)
        try spendText(bytes)
    }

    /// Adds one of several values to a cell, after "; ", and spends its text.
    package mutating func join(_ text: String, to cell: inout String) throws(TableError) {
        if text.isEmpty { return }
        let before = cell.utf8.count
        if before == 0 { cell = text } else { cell += "; " + text }
        try check(cellBytes: cell.utf8.count)
        try spendText(cell.utf8.count - before)
    }

    /// Checks the cells of one row.
    package func check(columns: Int) throws(TableError) { try check(columns, limits.columns, words.columns) }

    /// Checks the number of all cells.
    package func check(cells: Int) throws(TableError) { try check(cells, limits.cells, words.cells) }

    /// Checks the text of one cell.
    package func check(cellBytes: Int) throws(TableError) {
        try check(cellBytes, limits.cellBytes, words.cellBytes)
    }

    /// Checks the text of all cells, including text that is not spent yet.
    package func check(furtherTextBytes bytes: Int) throws(TableError) {
        try check(textBytes + bytes, limits.textBytes, words.textBytes)
    }

    /// Called for each cell, but hardly ever throws.
    @inline(__always)
    private func check(_ count: Int, _ limit: Int, _ words: StaticString) throws(TableError) {
        if count > limit { throw excess(limit, words) }
    }

    @inline(never)
    private func excess(_ limit: Int, _ words: StaticString) -> TableError {
        let sentence = words.description.with("\(limit)", inPlaceOf: "%").with("\(rows + 1)", inPlaceOf: "#")
        return TableError(.limit, sentence)
    }
}

extension CollapsedText {
    /// Adds a piece of a cell's text.
    package mutating func append(
        _ piece: UnsafeBufferPointer<UInt8>, within budget: TableBudget
    ) throws(TableError) {
        append(piece)
        try budget.check(cellBytes: bytes.count)
    }
}
