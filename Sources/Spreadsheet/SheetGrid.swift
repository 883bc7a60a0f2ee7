// Collects the numbered rows of one sheet while it is read; then fills its merged cells and drops its empty rows.

import Text

/// Cells merged into one, which shows the text of the first.
struct MergedCells: Sendable {
    /// Row numbers, from 1.
    var rows: ClosedRange<Int>
    /// Column numbers, from 1.
    var columns: ClosedRange<Int>
}

/// One sheet.
struct SheetGrid: Sendable {
    private struct Row {
        var number: Int
        /// Cells without the empty ones at the end.
        var cells: [String]
    }

    /// Rows with text, in ascending order.
    private var rows: [Row] = []
    private var merged: [MergedCells] = []

    /// Adds a row as often as it is repeated. Empty rows and empty cells at the end cost nothing.
    ///
    /// - Parameters:
    ///   - cells: the cells from the first column on.
    ///   - number: the row's number from 1, greater than that of the row before.
    mutating func append(
        _ cells: [String], number: Int, repeated: Int = 1, _ budget: inout TableBudget
    ) throws(TableError) {
        guard let last = cells.lastIndex(where: { !$0.isEmpty }) else { return }
        let cells = last == cells.count - 1 ? cells : Array(cells[...last])
        let bytes = cells.reduce(0) { $0 + $1.utf8.count }
        try budget.spendRows(repeated)
        try budget.check(columns: cells.count)
        try budget.spendCells(repeated * cells.count)
        try budget.spendText(repeated * bytes)
        for index in 0..<repeated { rows.append(Row(number: number + index, cells: cells)) }
    }

    /// Adds merged cells.
    mutating func merge(_ cells: MergedCells, _ budget: inout TableBudget) throws(TableError) {
        try budget.check(cells: merged.count + 1)
        merged.append(cells)
    }

    /// Marks the cells that a conditional format strikes out or hides, or may strike out or hide.
    mutating func mark(
        _ parts: [MergedCells], by condition: ConditionalFormat, _ budget: inout TableBudget
    ) throws(TableError) {
        guard let origin = parts.first else { return }
        for part in parts {
            var index = index(ofRow: part.rows.lowerBound)
            while index < rows.count, part.rows.contains(rows[index].number) {
                let columns = part.columns.clamped(to: 1...max(1, rows[index].cells.count))
                try budget.spendMerged(1 + columns.count)
                for column in columns where part.columns.contains(column) && column <= rows[index].cells.count {
                    let offset = (
                        rows: rows[index].number - origin.rows.lowerBound, columns: column - origin.columns.lowerBound
                    )
                    if condition.mayHold(at: column, in: rows[index].cells, offset, from: origin.rows.lowerBound) {
                        rows[index].cells[column - 1] = condition.mark.unlessMarked(rows[index].cells[column - 1])
                    }
                }
                index += 1
            }
        }
    }

    /// The rows as a table has them: with merged cells' text in each row they span, and one empty row for any number of
    /// empty rows between others.
    ///
    /// Drops a row if its only text comes from merged cells above: offices merge all cells of a record over two rows to
    /// make it taller.
    mutating func finished(_ budget: inout TableBudget) throws(TableError) -> [[String]] {
        if merged.isEmpty { return Self.apart(rows, none: []) }
        let fills = try uncover(&budget)
        for index in rows.indices {
            while rows[index].cells.last?.isEmpty == true { rows[index].cells.removeLast() }
        }
        rows.removeAll(where: \.cells.isEmpty)
        for fill in fills { try self.fill(fill, &budget) }
        return Self.apart(rows, none: fills.map(\.cells.rows))
    }

    /// The index of the first row at or below a number.
    private func index(ofRow number: Int) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Removes the text of all merged cells but the first of each; returns the cells to fill.
    private mutating func uncover(
        _ budget: inout TableBudget
    ) throws(TableError) -> [(text: String, cells: MergedCells)] {
        var fills: [(text: String, cells: MergedCells)] = []
        for cells in merged {
            var index = index(ofRow: cells.rows.lowerBound)
            var text = ""
            while index < rows.count, cells.rows.contains(rows[index].number) {
                let isFirst = rows[index].number == cells.rows.lowerBound
                let columns = cells.columns.clamped(to: 1...max(1, rows[index].cells.count))
                try budget.spendMerged(1 + columns.count)
                for column in columns where cells.columns.contains(column) && column <= rows[index].cells.count {
                    if isFirst && column == cells.columns.lowerBound { text = rows[index].cells[column - 1] }
                    if !isFirst || column > cells.columns.lowerBound { rows[index].cells[column - 1] = "" }
                }
                index += 1
            }
            if !text.isEmpty && cells.rows.count > 1 { fills.append((text, cells)) }
        }
        return fills
    }

    private mutating func fill(
        _ fill: (text: String, cells: MergedCells), _ budget: inout TableBudget
    ) throws(TableError) {
        let column = fill.cells.columns.lowerBound
        var index = index(ofRow: fill.cells.rows.lowerBound + 1)
        while index < rows.count, fill.cells.rows.contains(rows[index].number) {
            let missing = max(0, column - rows[index].cells.count)
            try budget.check(columns: column)
            try budget.spendCells(missing)
            try budget.spendText(fill.text.utf8.count)
            rows[index].cells += repeatElement("", count: missing)
            rows[index].cells[column - 1] = fill.text
            index += 1
        }
    }

    /// The rows' cells, with an empty row for each gap between rows, unless one of these spans covers the gap.
    private static func apart(_ rows: [Row], none spans: [ClosedRange<Int>]) -> [[String]] {
        let spans = spans.sorted { $0.lowerBound < $1.lowerBound }
        var (next, reached) = (0, 0)
        var result: [[String]] = []
        result.reserveCapacity(rows.count)
        var last: Int?
        for row in rows {
            if let last, row.number - last > 1 {
                while next < spans.count, spans[next].lowerBound <= max(last, reached) {
                    reached = max(reached, spans[next].upperBound)
                    next += 1
                }
                if reached < row.number - 1 { result.append([]) }
            }
            last = row.number
            result.append(row.cells)
        }
        return result
    }
}
