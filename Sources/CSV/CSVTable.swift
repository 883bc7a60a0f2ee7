// The table of a text file whose cells are parted by commas, semicolons, tabs or bars (RFC 4180, and what is written in
// its name): the one way into this module.

import Text

/// Reads the table.
///
/// - Parameters:
///   - text: UTF-8.
///   - limits: what it may have.
/// - Returns: one table without fields. An empty line is a row without cells; a text without any separator has one cell
///   in each row.
/// - Throws: what is no text; which limit it breaks.
package func csvTable(
    of text: [UInt8], limits: TableLimits = TableLimits()
) throws(TableError) -> TableDocument {
    if text.contains(0) { throw TableError(.malformed, "the text has NUL characters, which no table has") }
    let (separator, start) = separator(of: text)
    var cells = CSVCells(text: text, separator: separator, position: start)
    var table = CSVRows(limits: limits)
    var damage: [String] = []
    while let end = cells.next() {
        if end == .openQuote {
            // What belongs to the row is not known: a part of it would look like another row.
            damage.append("the text ends inside quotes that begin on line \(cells.lineOfQuote)")
            break
        }
        try table.add(cells, end)
    }
    return TableDocument(tables: [TextTable(rows: table.rows)], damage: damage)
}

/// The rows as they come together.
private struct CSVRows {
    private(set) var rows: [[String]] = []
    private var row: [String] = []
    private var budget: TableBudget

    init(limits: TableLimits) {
        budget = TableBudget(
            limits,
            TableBudget.Words(
                rows: "the text has more than % rows", columns: "row # has more than % cells",
                cells: "the text has more than % cells", cellBytes: "a cell of row # is longer than % bytes",
                textBytes: "the cells are longer than % bytes together"))
    }

    mutating func add(_ cells: CSVCells, _ end: CSVCells.End) throws(TableError) {
        let isEmptyLine = row.isEmpty && end != .separator && cells.cell.isEmpty && !cells.isQuoted
        if !isEmptyLine { try add(cells.cell) }
        guard end != .separator else { return }
        // The last line may end as all others do.
        if isEmptyLine && end == .text { return }
        try budget.spendRows()
        rows.append(row)
        row.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ bytes: [UInt8]) throws(TableError) {
        let isTooLong = bytes.count > CSVCells.longest
        let text = isTooLong ? "" : collapsed(withoutFormula(bytes))
        try budget.spendCell(isTooLong ? .max : text.utf8.count, of: row.count + 1)
        row.append(text)
    }

    /// `="00123"`, the form in which numbers pass through Excel with their zeros, is 00123.
    private func withoutFormula(_ bytes: [UInt8]) -> [UInt8] {
        let blanks: Set<UInt8> = [0x20, 0x09]
        guard bytes.first == 0x3D || bytes.first.map(blanks.contains) == true else { return bytes }
        let inner = bytes.drop(while: blanks.contains)
        let length = inner.count - inner.reversed().prefix(while: blanks.contains).count
        let formula = inner.prefix(length)
        guard formula.count >= 3, formula.starts(with: [0x3D, 0x22]), formula.last == 0x22 else { return bytes }
        return Array(formula.dropFirst(2).dropLast())
    }
}
