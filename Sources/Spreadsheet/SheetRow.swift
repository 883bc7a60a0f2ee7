// Collects the cells of one row while it is read, for formats whose cells give their position.

import Text

/// Columns of a sheet with an effect on all their cells.
struct ColumnMarks: Sendable {
    private var ranges: [(columns: ClosedRange<Int>, mark: CellMark)] = []
    /// Programs join adjacent columns.
    private static let most = 1024

    var isEmpty: Bool { ranges.isEmpty }

    /// Adds columns, counted from 1.
    mutating func append(_ first: Int, through last: Int, _ mark: CellMark) {
        if first <= last, ranges.count < Self.most { ranges.append((first...last, mark)) }
    }

    /// A text with the mark of its column.
    func marked(_ text: String, in column: Int) -> String {
        if ranges.isEmpty { return text }
        return ranges.first { $0.columns.contains(column) }?.mark.unlessMarked(text) ?? text
    }
}

/// One row.
struct SheetRow: Sendable {
    /// Cells from the first column to the last with a text.
    private(set) var cells: [String] = []
    /// The length of its texts so far: many cells may share one text.
    private var bytes = 0

    /// Adds a cell; one without text costs nothing.
    ///
    /// - Parameter column: the column from 1, greater than that of the cell before.
    mutating func append(_ text: String, column: Int, _ budget: TableBudget) throws(TableError) {
        if text.isEmpty { return }
        try budget.check(cellBytes: text.utf8.count)
        try budget.check(columns: column)
        bytes += text.utf8.count
        try budget.check(furtherTextBytes: bytes)
        cells += repeatElement("", count: column - cells.count - 1)
        cells.append(text)
    }

    /// Empties it, but keeps its capacity.
    mutating func removeAll() {
        cells.removeAll(keepingCapacity: true)
        bytes = 0
    }
}
