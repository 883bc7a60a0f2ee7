// The cells of one row while it is read, for formats whose cells say where they stand.

import Text

/// The columns of a sheet with whose cells something is wrong.
struct ColumnMarks: Sendable {
    private var ranges: [(columns: ClosedRange<Int>, mark: CellMark)] = []
    /// Programs join those beside each other.
    private static let most = 1024

    var isEmpty: Bool { ranges.isEmpty }

    /// Adds columns, which are counted from 1.
    mutating func append(_ first: Int, through last: Int, _ mark: CellMark) {
        if first <= last, ranges.count < Self.most { ranges.append((first...last, mark)) }
    }

    /// A text as it stands in a column.
    func marked(_ text: String, in column: Int) -> String {
        if ranges.isEmpty { return text }
        return ranges.first { $0.columns.contains(column) }?.mark.unlessMarked(text) ?? text
    }
}

/// One row.
struct SheetRow: Sendable {
    /// From the first column on, without those behind the last that has a text.
    private(set) var cells: [String] = []
    /// The length of its texts so far: each cell may show one that stands once for all.
    private var bytes = 0

    /// Adds a cell; one without text costs nothing.
    ///
    /// - Parameter column: from 1, greater than that of the cell before.
    mutating func append(_ text: String, column: Int, _ budget: TableBudget) throws(TableError) {
        if text.isEmpty { return }
        try budget.check(cellBytes: text.utf8.count)
        try budget.check(columns: column)
        bytes += text.utf8.count
        try budget.check(furtherTextBytes: bytes)
        cells += repeatElement("", count: column - cells.count - 1)
        cells.append(text)
    }

    /// Empties it, and keeps its room.
    mutating func removeAll() {
        cells.removeAll(keepingCapacity: true)
        bytes = 0
    }
}
