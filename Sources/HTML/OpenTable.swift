// An open table: cells become rows, and cells that span rows or columns are copied to the rows that they reach (HTML,
// 4.9.12.1).

import Markup
import Text

/// It changes with each cell, and only its page changes it: so events need no check for exclusive access.
final class OpenTable {
    /// Its index among all tables of the page.
    let slot: Int
    @exclusivity(unchecked) var name = CollapsedText()
    @exclusivity(unchecked) private(set) var rows: [[String]] = []
    @exclusivity(unchecked) private(set) var hasText = false
    /// The number of cells of its rows.
    @exclusivity(unchecked) private(set) var width = UsualWidth()
    /// The cell being read, and its text.
    @exclusivity(unchecked) private var cell: OpenCell?
    @exclusivity(unchecked) private var text = CollapsedText()
    /// The name of a cell without text that has only a picture or a mark: its tooltip, or its text for screen readers.
    @exclusivity(unchecked) private var cellName = CollapsedText()
    /// Whether the named element shows nothing itself: it has only that name.
    @exclusivity(unchecked) private var isNameBare = false
    /// Rare properties of the cell; nil for none.
    @exclusivity(unchecked) private var extras: CellExtras?
    /// The current row, up to its last ended cell.
    @exclusivity(unchecked) private var row: [String]?
    /// Whether a cell began in this row.
    @exclusivity(unchecked) private var hasOwnCells = false
    /// By column, the cells of rows above that reach into this row, or reached into one above.
    @exclusivity(unchecked) private var spans: [Span] = []
    /// The number of the current row, or of the next one; rows without cells count.
    @exclusivity(unchecked) private var number = 0

    /// The hidden columns, and the number of columns declared.
    @exclusivity(unchecked) private var taken: Set<Int> = []
    @exclusivity(unchecked) private var columns = 0
    /// The first column of the open group, while it has no columns; and whether it is hidden.
    @exclusivity(unchecked) private var group: Int?
    @exclusivity(unchecked) private var isGroupTaken = false

    init(slot: Int) {
        self.slot = slot
    }

    func beginRow(_ budget: inout TableBudget) throws(TableError) {
        try endRow(&budget)
        row = []
    }

    /// A column begins, or several in one element.
    ///
    /// - Parameter isTaken: whether it is hidden.
    func beginColumns(_ tag: ElementTag, _ attributes: Attributes, isTaken: Bool) {
        // A group with columns has the width of those.
        if tag == .colgroup { (group, isGroupTaken) = (columns, isTaken) } else if let group { columns = group }
        if tag == .col { group = nil }
        let isTaken = isTaken || tag == .col && isGroupTaken
        let count = columnsSpanned(attributes["span"])
        if isTaken { taken.formUnion(columns..<columns + count) }
        columns = min(columns + count, 1 << 16)
    }

    /// Begins a cell, and the row if its start tag is missing.
    func beginCell(_ cell: OpenCell, _ budget: inout TableBudget) throws(TableError) {
        try endCell(&budget)
        if row == nil { row = [] }
        hasOwnCells = true
        self.cell = cell
        text.removeAll()
        cellName.removeAll()
        isNameBare = false
        extras = nil
    }

    /// The cell shows something other than text.
    func noteWordless() { note { $0.isWordless = true } }

    /// The cell has a checkbox that is empty, or may be: some of the texts beside such boxes do not apply.
    func noteChoice() { note { ($0.isWordless, $0.isChoice) = (true, true) } }

    private func note(_ change: (inout CellExtras) -> Void) {
        if cell == nil { return }
        var noted = extras ?? CellExtras()
        change(&noted)
        extras = noted
    }

    /// Takes struck-out text.
    func appendStruck(_ bytes: UnsafeBufferPointer<UInt8>, _ budget: TableBudget) throws(TableError) {
        if cell == nil { return }
        var noted = extras ?? CellExtras()
        try noted.struckText.append(bytes, within: budget)
        extras = noted
    }

    /// Takes the name of the cell or of an element in it.
    func note(name attributes: Attributes, of tag: ElementTag) {
        guard cell != nil, text.isEmpty else { return }
        guard cellName.isEmpty, let name = attributes["title"] ?? attributes["aria-label"] else {
            isNameBare = false
            return
        }
        cellName.append(Array(name.utf8))
        isNameBare = tag == .span && attributes.count == 1
    }

    func note(name bytes: UnsafeBufferPointer<UInt8>) {
        if cell != nil, text.isEmpty, cellName.isEmpty { cellName.append(bytes) }
    }

    func append(_ bytes: UnsafeBufferPointer<UInt8>, _ budget: TableBudget) throws(TableError) {
        if cell != nil { try text.append(bytes, within: budget) }
    }

    func part() { text.part() }

    func partStruck() { extras?.struckText.part() }

    /// Whether the current cell has no text so far.
    var isCellBlank: Bool { text.isEmpty }

    func endCell(_ budget: inout TableBudget) throws(TableError) {
        guard let cell, var row else { return }
        self.cell = nil
        self.row = nil
        while try takeSpan(into: &row, &budget) {}
        let extras = self.extras
        let isNamed = self.text.isEmpty && extras?.struckText.isEmpty ?? true
        let text = isNamed ? name(with: extras) : self.text(with: extras)
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

    /// A row in which no cell begins is dropped, but cells from above end in it.
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
        if !taken.isEmpty { row = row.indices.filter { !taken.contains($0) }.map { row[$0] } }
        width.note(row.count)
        rows.append(row)
    }

    /// The text of a cell with text.
    private func text(with extras: CellExtras?) -> String {
        guard let extras else { return text.string }
        if text.isEmpty { return CellMark.struckOut.on(extras.struckText.string) }
        return extras.isChoice ? CellMark.wordless.on(text.string) : text.string
    }

    /// The text of a cell without text of its own.
    private func name(with extras: CellExtras?) -> String {
        let isWordless = extras?.isWordless ?? false
        if cellName.isEmpty ? isWordless : isNameBare && !isWordless { return CellMark.wordless.on("") }
        return cellName.string
    }

    /// At the end of a group of rows, cells that reach further end as well.
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

    /// Puts a cell from above into the row's next column; returns whether there was one.
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

/// Properties that few cells have.
private struct CellExtras {
    /// The struck-out text.
    var struckText = CollapsedText()
    /// Whether it shows something other than text.
    var isWordless = false
    /// Whether some of its text may not apply, or is not always visible.
    var isChoice = false
}

/// An open cell.
struct OpenCell {
    /// The number of columns it spans, from 1 to 1000.
    var columns = 1
    /// The number of rows it spans at most, up to 65 534; 0 for all of its group.
    var rows = 1

    /// With the limits and defaults of HTML (4.9.11).
    init(_ attributes: Attributes) {
        if let value = attributes["colspan"] { columns = columnsSpanned(value) }
        if let value = attributes["rowspan"] { rows = min(number(value) ?? 1, 65_534) }
    }
}

/// A cell of a row above, in one column.
private struct Span: Equatable {
    var text: String
    /// The last row that it reaches; `.max` for all.
    var last: Int
}

private func columnsSpanned(_ value: String?) -> Int { max(1, min(value.flatMap { number($0) } ?? 1, 1000)) }

/// A number by the rules of HTML (2.3.4.2): white space, a plus, digits, then anything. At most a million.
private func number(_ value: String) -> Int? {
    let digits = value.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0C || $0 == 0x0D }
    var number: Int?
    for byte in digits.first == 0x2B ? digits.dropFirst() : digits {
        guard 0x30...0x39 ~= byte else { break }
        number = min(1_000_000, (number ?? 0) * 10 + Int(byte - 0x30))
    }
    return number
}
