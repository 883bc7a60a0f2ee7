// Reads one sheet of a workbook, element by element (ECMA-376 part 1, 18.3.1).

import Markup
import Text

/// Collects the cells.
struct Worksheet: MarkupReceiver {
    private(set) var budget: TableBudget
    private let values: CellValues
    private var grid = SheetGrid()

    private enum Place { case outside, data, row, cell, value, inline, passed, condition }
    private var place = Place.outside
    /// The depth in an element of a cell that shows nothing: its formula.
    private var passed = 0

    /// Numbers of the row and the cell, from 1; 0 before the first.
    private var row = 0
    private var column = 0
    private var cells = SheetRow()
    private var columnMarks = ColumnMarks()
    private var isRowHidden = false
    /// The conditional format being read, and its cells.
    private var condition: ConditionalFormat?
    private var conditionCells = ""
    private var cell: (type: String, style: Int) = ("n", 0)
    private var hasValue = false
    private var hasInline = false
    private var hasFormula = false
    private var value = CollapsedText()
    private var inline: RichText

    init(values: CellValues, budget: TableBudget) {
        self.values = values
        self.budget = budget
        inline = RichText(budget)
    }

    /// The rows, after the sheet was read to its end.
    mutating func finished() throws(TableError) -> [[String]] {
        try grid.finished(&budget)
    }

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        switch place {
        case .outside:
            if name == "sheetData" { place = .data }
            if name == "col", isHidden(attributes, size: "width"), let first = attributes["min"].flatMap({ Int($0) }) {
                columnMarks.append(first, through: attributes["max"].flatMap { Int($0) } ?? first, .hidden)
            }
            if name == "conditionalFormatting" { conditionCells = attributes["sqref"] ?? "" }
            if name == "cfRule" { startCondition(attributes) }
            if name == "formula", condition != nil { place = .condition }
            if name == "mergeCell" { try merge(attributes["ref"] ?? "") }
        case .data: if name == "row" { try startRow(attributes) }
        case .row: if name == "c" { try startCell(attributes) }
        case .cell:
            switch name {
            case "v": (place, hasValue) = (.value, true)
            case "is": (place, hasInline) = (.inline, true)
            default:
                (place, passed) = (.passed, 1)
                if name == "f" { hasFormula = true }
            }
        case .inline: inline.start(name, attributes)
        case .condition: break
        case .value: throw TableError(.malformed, "a value of the sheet holds an element")
        case .passed: passed += 1
        }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        switch place {
        case .outside: if name == "cfRule" { try endCondition() }
        case .condition:
            condition?.formulas.append(value.take())
            place = .outside
        case .data: if name == "sheetData" { place = .outside }
        case .row: if name == "row" { try endRow() }
        case .cell: try endCell()
        case .value: place = .cell
        case .inline: if inline.isOutside { place = .cell } else { inline.end(name) }
        case .passed:
            passed -= 1
            if passed == 0 { place = .cell }
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        switch place {
        case .value, .condition: try value.append(bytes, within: budget)
        case .inline: try inline.append(bytes)
        default: break
        }
    }

    private mutating func startRow(_ attributes: Attributes) throws(TableError) {
        let number = attributes["r"].map { Int($0) ?? 0 } ?? row + 1
        guard number > row, number <= 1 << 30 else {
            throw TableError(.malformed, "a row of the sheet has no number, or one that is not above \(row)")
        }
        (row, column, place) = (number, 0, .row)
        isRowHidden = isHidden(attributes, size: "ht")
    }

    /// Whether a row or column is hidden, also by its size.
    private func isHidden(_ attributes: Attributes, size: StaticString) -> Bool {
        if attributes.isEmpty { return false }
        return ["1", "true", "on"].contains(attributes["hidden"] ?? "") || attributes[size].flatMap { Double($0) } == 0
    }

    private mutating func startCell(_ attributes: Attributes) throws(TableError) {
        cell = ("n", 0)
        var number = column + 1
        if let text = attributes.bytes(of: "r") {
            guard let reference = CellReference(text), reference.row == row else {
                let told = String(decoding: text, as: UTF8.self).prefix(20)
                throw TableError(.malformed, "a cell of row \(row) is said to be at \"\(told)\"")
            }
            number = reference.column
        }
        // Most cells have one of the shared texts.
        if let type = attributes.bytes(of: "t") {
            cell.type = type.elementsEqual(CollectionOfOne(0x73)) ? "s" : String(decoding: type, as: UTF8.self)
        }
        if let style = attributes["s"] { cell.style = Int(style) ?? 0 }
        guard number > column else {
            throw TableError(.malformed, "the cells of row \(row) are not in order")
        }
        (column, place, hasValue, hasInline, hasFormula) = (number, .cell, false, false, false)
    }

    private mutating func endCell() throws(TableError) {
        place = .row
        let value = hasValue ? value.take() : ""
        var text = ""
        if hasInline {
            text = try values.text(type: "inlineStr", value: inline.take(), style: cell.style)
        } else if !value.isEmpty {
            text = try values.text(type: cell.type, value: value, style: cell.style)
        } else if hasFormula, cell.type != "str" || !hasValue {
            // A formula with an empty text has an empty value of the type "str"; other programs omit values that they
            // did not calculate.
            text = TextTable.uncalculated
        }
        if isRowHidden { text = CellMark.hidden.unlessMarked(text) }
        try cells.append(columnMarks.marked(text, in: column), column: column, budget)
    }

    private mutating func endRow() throws(TableError) {
        place = .data
        try grid.append(cells.cells, number: row, &budget)
        cells.removeAll()
    }

    private mutating func startCondition(_ attributes: Attributes) {
        let marks = values.conditionalMarks
        guard let id = attributes["dxfId"].flatMap({ Int($0) }), marks.indices.contains(id), let mark = marks[id] else {
            return
        }
        condition = ConditionalFormat(attributes, mark)
    }

    private mutating func endCondition() throws(TableError) {
        guard let condition = condition.take() else { return }
        try grid.mark(cellParts(of: conditionCells), by: condition, &budget)
    }

    private mutating func merge(_ reference: String) throws(TableError) {
        let ends = reference.split(separator: ":", omittingEmptySubsequences: false).map { CellReference($0.utf8) }
        guard let first = ends.first, let first, let last = ends.last, let last, ends.count <= 2, first.row <= last.row,
            first.column <= last.column
        else { throw TableError(.malformed, "the merged cells \"\(reference.prefix(40))\" are no part of a sheet") }
        try grid.merge(MergedCells(rows: first.row...last.row, columns: first.column...last.column), &budget)
    }
}

/// The parts of a sheet in a list of references (18.18.76), each with or without the sheet's name.
func cellParts(of references: String) -> [MergedCells] {
    references.split(separator: " ").compactMap { reference in
        let ends = reference.split(separator: ":").map { end in
            CellReference(
                end.utf8.suffix(
                    from: end.utf8.lastIndex(of: UInt8(ascii: ".")).map(end.utf8.index(after:)) ?? end.startIndex))
        }
        guard let first = ends.first, let first, let last = ends.last, let last, first.row <= last.row,
            first.column <= last.column
        else { return nil }
        return MergedCells(rows: first.row...last.row, columns: first.column...last.column)
    }
}

/// A cell reference such as B7 (18.18.62).
struct CellReference: Equatable, Sendable {
    /// Column number, from 1.
    var column: Int
    /// Row number, from 1.
    var row: Int

    /// - Parameter text: the reference in UTF-8.
    init?(_ text: some Collection<UInt8>) {
        (column, row) = (0, 0)
        for byte in text {
            if row == 0, (0x41...0x5A).contains(byte) {
                column = column * 26 + Int(byte - 0x40)
            } else if column > 0, byte.isDigit {
                row = row * 10 + Int(byte & 0x0F)
            } else {
                return nil
            }
            if column > 1 << 20 || row > 1 << 30 { return nil }
        }
        if column == 0 || row == 0 { return nil }
    }
}
