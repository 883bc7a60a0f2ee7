// A table whose end has not come yet: cells become rows, and what spans rows or columns is put where it reaches (HTML,
// 4.9.12.1).

import Markup
import Text

final class OpenTable {
    /// Where it stands among all tables of the page.
    let slot: Int
    var name = CollapsedText()
    private(set) var rows: [[String]] = []
    private(set) var hasText = false
    /// The cell being read, and its text.
    private var cell: OpenCell?
    private var text = CollapsedText()
    /// What a cell without text is called that has a picture or a mark alone: a title that is shown where the pointer is, or
    /// that is read aloud.
    private var cellName = CollapsedText()
    /// The row being read, up to its last cell that ended.
    private var row: [String]?
    /// Whether a cell began in this row.
    private var hasOwnCells = false
    /// By column, what cells of the rows above bring into this row, or brought into one above.
    private var spans: [Span] = []
    /// The number of the row being read, or of the next one; those without cells count.
    private var number = 0

    init(slot: Int) {
        self.slot = slot
    }

    func beginRow(_ budget: inout TableBudget) throws(TableError) {
        try endRow(&budget)
        row = []
    }

    /// Begins a cell, and the row, where its beginning is left out.
    func beginCell(_ cell: OpenCell, _ budget: inout TableBudget) throws(TableError) {
        try endCell(&budget)
        if row == nil { row = [] }
        hasOwnCells = true
        self.cell = cell
        text.removeAll()
        cellName.removeAll()
    }

    /// Takes in what an element of a cell is called, or the cell itself.
    func note(name attributes: Attributes) {
        guard cell != nil, text.isEmpty, cellName.isEmpty,
            let name = attributes["title"] ?? attributes["aria-label"]
        else { return }
        cellName.append(Array(name.utf8))
    }

    func note(name bytes: UnsafeBufferPointer<UInt8>) {
        if cell != nil, text.isEmpty, cellName.isEmpty { cellName.append(bytes) }
    }

    func append(_ bytes: UnsafeBufferPointer<UInt8>, _ budget: TableBudget) throws(TableError) {
        if cell != nil { try text.append(bytes, within: budget) }
    }

    func part() { text.part() }

    /// Whether the cell that is read says nothing so far.
    var isCellBlank: Bool { text.isEmpty }

    func endCell(_ budget: inout TableBudget) throws(TableError) {
        guard let cell, var row else { return }
        self.cell = nil
        self.row = nil
        while try takeSpan(into: &row, &budget) {}
        let isNamed = text.isEmpty && !cellName.isEmpty
        let text = isNamed ? cellName.string : text.string
        if isNamed { try budget.check(cellBytes: text.utf8.count) }
        for column in 0..<cell.columns {
            if column > 0, try takeSpan(into: &row, &budget) { continue }
            let part = column == 0 ? text : ""
            if cell.rows != 1 {
                span(Span(text: part, last: cell.rows == 0 ? .max : number + cell.rows - 1), at: row.count)
            }
            try put(part, isNamed: isNamed, into: &row, &budget)
        }
        self.row = row
    }

    /// A row in which no cell begins is none, but cells from above end in it.
    func endRow(_ budget: inout TableBudget) throws(TableError) {
        try endCell(&budget)
        guard var row else { return }
        self.row = nil
        defer { number += 1 }
        if !hasOwnCells { return }
        while let span = spans.last, span.last < number { spans.removeLast() }
        hasOwnCells = false
        while row.count < spans.count {
            if try !takeSpan(into: &row, &budget) { try put("", into: &row, &budget) }
        }
        try budget.spendRows()
        rows.append(row)
    }

    /// At the end of a group of rows the cells that reach further end as well.
    func endGroup(_ budget: inout TableBudget) throws(TableError) {
        try endRow(&budget)
        spans = []
    }

    private func put(
        _ text: String, isNamed: Bool = false, into row: inout [String], _ budget: inout TableBudget
    ) throws(TableError) {
        try budget.spendCell(text.utf8.count, of: row.count + 1)
        if !text.isEmpty, !isNamed { hasText = true }
        row.append(text)
    }

    /// Whether a cell from above stands in the row's next column; it is put there.
    private func takeSpan(into row: inout [String], _ budget: inout TableBudget) throws(TableError) -> Bool {
        let column = row.count
        guard column < spans.count, spans[column].last >= number else { return false }
        try put(spans[column].text, into: &row, &budget)
        return true
    }

    private func span(_ span: Span, at column: Int) {
        while spans.count <= column { spans.append(Span(text: "", last: -1)) }
        spans[column] = span
    }
}

/// A cell whose end has not come yet.
struct OpenCell {
    /// How many columns it spans, from 1 to 1000.
    var columns = 1
    /// How many rows it spans at most, up to 65 534; 0 for all of its group.
    var rows = 1

    /// With the limits and defaults of HTML (4.9.11).
    init(_ attributes: Attributes) {
        if let value = attributes["colspan"] { columns = max(1, min(number(value) ?? 1, 1000)) }
        if let value = attributes["rowspan"] { rows = min(number(value) ?? 1, 65_534) }
    }
}

/// What a cell of a row above puts into a column.
private struct Span: Equatable {
    var text: String
    /// The number of the last row that it reaches; `.max` for all.
    var last: Int
}

/// A number as HTML reads it (2.3.4.2): white space, a plus, digits, and whatever follows. At most a million.
private func number(_ value: String) -> Int? {
    let digits = value.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0C || $0 == 0x0D }
    var number: Int?
    for byte in digits.first == 0x2B ? digits.dropFirst() : digits {
        guard 0x30...0x39 ~= byte else { break }
        number = min(1_000_000, (number ?? 0) * 10 + Int(byte - 0x30))
    }
    return number
}
