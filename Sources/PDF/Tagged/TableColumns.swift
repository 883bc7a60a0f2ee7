// Counts the columns of a tagged table's cells in each row, including those of cells that reach down from rows above
// (ISO 32000-2 14.8.5.7).

/// Counts the columns of a table, row by row.
struct TableColumns {
    /// For each column, the first row of the table whose cells may begin there.
    private var free: [Int] = []
    private var row = -1
    private var next = 0

    /// No real table has more columns.
    private static let mostColumns = 1024

    /// How many columns the row takes so far.
    var taken: Int { free.count { $0 > row } }

    mutating func beginRow() {
        row += 1
        next = 0
    }

    /// The column of the row's next cell; nil for one too far to the right.
    mutating func place(columns: Int, rows: Int) -> Int? {
        while next < free.count, free[next] > row { next += 1 }
        guard columns > 0, columns <= Self.mostColumns - next else { return nil }
        let end = next + columns
        if end > free.count { free += repeatElement(0, count: end - free.count) }
        for column in next..<end { free[column] = row + max(rows, 1) }
        defer { next = end }
        return next
    }
}
