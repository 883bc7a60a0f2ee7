// Reads the table of a text file with cells separated by commas, semicolons, tabs or vertical bars (RFC 4180, and its
// common variants): the only entry to this module.

import Text

/// Reads the table.
///
/// - Parameters:
///   - text: UTF-8.
///   - limits: the limits of the table.
/// - Returns: one table without fields. An empty line is a row without cells; a text without any separator has one cell
///   in each row. If blanks separate columns, they are a grid; a separator that then separates few rows is ignored.
/// - Throws: if it is no text; the exceeded limit.
package func csvTable(
    of text: [UInt8], limits: TableLimits = TableLimits()
) throws(TableError) -> TableDocument {
    if holds(text, 0) { throw TableError(.malformed, "the text has NUL characters, which no table has") }
    let quotes = CSVQuotes(of: text)
    let (separator, start) = separator(of: text, quotes)
    var table = CSVRows(limits: limits)
    try text.withUnsafeBufferPointer { (text) throws(TableError) in
        try table.add(CSVCells(text: text, separator: separator, position: start, quotes: quotes))
    }
    let grid = hasWideGaps(text) ? fixedWidthTable(of: text, limits: limits) : nil
    if grid != nil, isHardlyParted(table.rows) || hasGapsInCells(text, separator) {
        table = CSVRows(limits: limits)
        try text.withUnsafeBufferPointer { (text) throws(TableError) in
            try table.add(CSVCells(text: text, separator: 0, position: start, quotes: quotes))
        }
    }
    var parted = TextTable(rows: table.rows, width: table.width.most)
    parted.writesEmptyCells = true
    var document = TableDocument(tables: [parted], damage: table.damage)
    document.grids = grid.map { [$0] } ?? []
    return document
}

/// Whether most of the first rows with a number have one cell.
private func isHardlyParted(_ rows: [[String]]) -> Bool {
    let numbered = rows.prefix(1000).filter { $0.contains { $0.utf8.contains { 0x30...0x39 ~= $0 } } }
    return numbered.count { $0.count == 1 } * 2 > numbered.count
}

/// Whether in most of the first lines with a number a cell has several blanks between its words: the separator is one of the
/// signs in a text whose columns blanks part, as the comma in "Smith, Ann".
private func hasGapsInCells(_ text: [UInt8], _ separator: UInt8) -> Bool {
    let lines = text.prefix(65_536).split(separator: 0x0A).prefix(1000).filter { $0.contains { 0x30...0x39 ~= $0 } }
    let parted = lines.count { line in
        line.split(separator: separator).contains { cell in
            let words = cell.split(separator: 0x20)
            return zip(words, words.dropFirst()).contains { $1.startIndex - $0.endIndex > 1 }
        }
    }
    return parted * 2 > lines.count
}

/// The rows as they come together.
private struct CSVRows {
    private(set) var rows: [[String]] = []
    private(set) var width = UsualWidth()
    /// Rows with wrong quotes: their bounds are unknown, and a part would look like another row.
    private(set) var damage: [String] = []
    private var row: [String] = []
    private var holdsOthers = false
    private var budget: TableBudget

    init(limits: TableLimits) {
        budget = TableBudget(
            limits,
            TableBudget.Words(
                rows: "the text has more than % rows", columns: "row # has more than % cells",
                cells: "the text has more than % cells", cellBytes: "a cell of row # is longer than % bytes",
                textBytes: "the cells are longer than % bytes together"))
    }

    private static let mostDamage = 20

    /// Adds all cells.
    mutating func add(_ cells: consuming CSVCells) throws(TableError) {
        while let end = cells.next() {
            if end == .openQuote {
                return note("the text ends inside quotes that begin on line", cells)
            }
            let isEmptyLine = row.isEmpty && end != .separator && cells.count == 0 && !cells.isQuoted
            if !isEmptyLine { try addCell(of: cells) }
            // The last line may have an end like all others.
            if end == .separator || isEmptyLine && end == .text { continue }
            try budget.spendRows()
            if !holdsOthers {
                width.note(row.count)
                rows.append(row)
            }
            holdsOthers = false
            row.removeAll(keepingCapacity: true)
        }
    }

    /// A separate function, because the loop over all cells is faster without it.
    @inline(never)
    private mutating func noteRows(inside cells: borrowing CSVCells) {
        if holdsOthers || !cells.holdRows(like: row) { return }
        note("other rows stand inside the quotes that begin on line", cells)
        holdsOthers = true
    }

    @inline(never)
    private mutating func note(_ words: String, _ cells: borrowing CSVCells) {
        if damage.count < Self.mostDamage { damage.append("\(words) \(cells.lineOfQuote)") }
    }

    private mutating func addCell(of cells: borrowing CSVCells) throws(TableError) {
        if cells.hasSeveralLines { noteRows(inside: cells) }
        let isTooLong = cells.count > CSVCells.longest
        let text = isTooLong ? "" : cells.withBytes { collapsed(Self.withoutFormula($0)) }
        try budget.spendCell(isTooLong ? .max : text.utf8.count, of: row.count + 1)
        row.append(text)
    }

    /// `="00123"`, the form in which numbers pass through Excel with their zeros, is 00123.
    private static func withoutFormula(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = bytes.first, first == 0x3D || isBlank(first) else { return bytes }
        let inner = bytes.drop(while: isBlank)
        let formula = inner.dropLast(inner.reversed().prefix(while: isBlank).count)
        guard formula.count >= 3, formula.starts(with: [0x3D, 0x22]), formula.last == 0x22 else { return bytes }
        return UnsafeBufferPointer(rebasing: formula.dropFirst(2).dropLast())
    }
}
