// Reads the sheets of a workbook in XML, as written by Excel 2002 and 2003, and still by scripts that export to Excel
// (Microsoft, XML Spreadsheet Reference).

import Markup
import Text

/// Reads the sheets of such a workbook, which is UTF-8, whatever it declares.
func xmlSpreadsheetTables(
    of document: [UInt8], limits: TableLimits, collecting text: MarkupText? = nil
) throws(TableError) -> TableDocument {
    var receiver = XMLSpreadsheet(limits: limits)
    try readMarkup(document, as: .xml, isUTF8: true, nesting: limits.nesting, collecting: text, for: &receiver)
    return TableDocument(tables: receiver.tables)
}

/// Collects the sheets' cells.
struct XMLSpreadsheet: MarkupReceiver {
    private(set) var tables: [TextTable] = []

    private var budget: TableBudget
    private var styles = XMLSpreadsheetStyles()
    private var values = CellValues(texts: [], styles: [], isFrom1904: false)

    /// The innermost of the relevant elements.
    private enum Place { case workbook, sheet, table, row, cell, data, options, visible }
    private var place = Place.workbook
    /// The depth in an element that shows nothing in a cell: a comment, a phonetic text.
    private var passed = 0
    /// The depth in the markup of a text, and in a superscript element of it.
    private var markup = 0
    private var raised = 0
    /// The depth in struck-out markup, and its text.
    private var struck = 0
    private var struckText = CollapsedText()

    private var name = ""
    private var grid = SheetGrid()
    private var isHidden = false
    /// The number of columns to the left of the table.
    private var left = 0
    /// The indices of formats: of the table, of its columns, and of the row.
    private var tableFormat = 0
    private var columnFormats: [(columns: ClosedRange<Int>, format: Int)] = []
    private var rowFormat: Int?
    private var lastColumn = 0
    private var columnMarks = ColumnMarks()
    private var isRowHidden = false

    /// Numbers of the row and of a cell's last column, from 1; 0 before the first.
    private var row = 0
    private var column = 0
    /// The number of following rows that are equal to this one, and empty.
    private var rowSpan = 0
    private var cells = SheetRow()
    private var cell = Cell()
    private var value = CollapsedText()

    private struct Cell {
        var columns = 1...1
        /// The number of rows below that it spans.
        var rowsBelow = 0
        var format = 0
        var type = "String"
        var isFormula = false
        var hasData = false
    }

    init(limits: TableLimits) {
        budget = TableBudget(ofSheets: limits)
    }

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        if passed > 0 {
            passed += 1
            return
        }
        switch (place, name) {
        case (.workbook, "Worksheet"): try startSheet(attributes)
        case (.workbook, "Date1904"): values.isFrom1904 = true
        case (.workbook, _): try styles.start(name, attributes)
        case (.sheet, "Table"): try startTable(attributes)
        case (.sheet, "WorksheetOptions"): place = .options
        case (.options, "Visible"): place = .visible
        case (.table, "Row"): try startRow(attributes)
        case (.table, "Column"):
            try addColumn(attributes)
            passed = 1
        case (.row, "Cell"): try startCell(attributes)
        case (.cell, "Data"):
            place = .data
            cell.hasData = true
            cell.type = attributes["Type"] ?? cell.type
        case (.data, _):
            markup += 1
            if name == "Sup", raised == 0 { raised = markup }
            if name == "S", struck == 0 { struck = markup }
        default: passed = 1
        }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        if passed > 0 {
            passed -= 1
            return
        }
        switch place {
        case .workbook: styles.end(name)
        case .sheet: try endSheet()
        case .table, .options: place = .sheet
        case .row: try endRow()
        case .cell: try endCell()
        case .data:
            if raised == markup { raised = 0 }
            if struck == markup { struck = 0 }
            if markup > 0 { markup -= 1 } else { place = .cell }
        case .visible:
            isHidden = ["SheetHidden", "SheetVeryHidden"].contains(value.take())
            place = .options
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        guard passed == 0, place == .data || place == .visible else { return }
        if struck > 0 {
            try struckText.append(bytes, within: budget)
        } else if raised > 0 {
            let text = Text.raised(bytes, behind: RaisedPlace(behind: value.bytes) ?? .other)
            try text.withUnsafeBufferPointer { (bytes) throws(TableError) in
                try value.append(bytes, within: budget)
            }
        } else {
            try value.append(bytes, within: budget)
        }
    }

    private mutating func startSheet(_ attributes: Attributes) throws(TableError) {
        try budget.spendTable()
        name = attributes["Name"] ?? ""
        (grid, isHidden, row, place) = (SheetGrid(), false, 0, .sheet)
    }

    private mutating func endSheet() throws(TableError) {
        place = .workbook
        // The document says after the rows whether the sheet is hidden.
        if !isHidden { tables.append(TextTable(name: name, rows: try grid.finished(&budget))) }
        grid = SheetGrid()
    }

    private mutating func startTable(_ attributes: Attributes) throws(TableError) {
        row = max(row, count("TopCell", in: attributes) - 1)
        left = max(0, count("LeftCell", in: attributes) - 1)
        tableFormat = try styles.standardFormat()
        if let format = try format(in: attributes) { tableFormat = format }
        (lastColumn, columnFormats, place) = (0, [], .table)
        columnMarks = ColumnMarks()
    }

    /// Adds the format of columns.
    private mutating func addColumn(_ attributes: Attributes) throws(TableError) {
        let number = try position(in: attributes, after: lastColumn, "columns")
        lastColumn = number + count("Span", in: attributes)
        if isHidden(attributes, size: "Width") {
            columnMarks.append(left + number, through: left + lastColumn, .hidden)
        }
        if let format = try format(in: attributes) { columnFormats.append((number...lastColumn, format)) }
    }

    /// The format of a column, if it has one.
    private func format(ofColumn number: Int) -> Int? {
        var (low, high) = (0, columnFormats.count)
        while low < high {
            let middle = (low + high) / 2
            if columnFormats[middle].columns.upperBound < number { low = middle + 1 } else { high = middle }
        }
        guard low < columnFormats.count, columnFormats[low].columns.contains(number) else { return nil }
        return columnFormats[low].format
    }

    private mutating func startRow(_ attributes: Attributes) throws(TableError) {
        row = try position(in: attributes, after: row, "rows")
        rowFormat = try format(in: attributes)
        rowSpan = count("Span", in: attributes)
        (column, place) = (0, .row)
        isRowHidden = isHidden(attributes, size: "Height")
    }

    /// Whether a row or column is hidden, also by its size.
    private func isHidden(_ attributes: Attributes, size: StaticString) -> Bool {
        attributes.says("Hidden", "1") == true || attributes[size].flatMap { Double($0) } == 0
    }

    private mutating func endRow() throws(TableError) {
        place = .table
        try grid.append(cells.cells, number: row, &budget)
        cells.removeAll()
        row += rowSpan
    }

    private mutating func startCell(_ attributes: Attributes) throws(TableError) {
        let number = try position(in: attributes, after: column, "cells of row \(row)")
        column = number + count("MergeAcross", in: attributes)
        cell = Cell(
            columns: (left + number)...(left + column), rowsBelow: count("MergeDown", in: attributes),
            format: try format(in: attributes) ?? rowFormat ?? format(ofColumn: number) ?? tableFormat,
            isFormula: attributes.has("Formula"))
        place = .cell
    }

    private mutating func endCell() throws(TableError) {
        place = .row
        let value = value.take()
        let struckText = struckText.isEmpty ? "" : struckText.take()
        if value.isEmpty {
            if !struckText.isEmpty {
                return try cells.append(
                    CellMark.struckOut.on(struckText), column: cell.columns.lowerBound, budget)
            }
            // A formula with an empty text has an empty value of the type "String".
            guard cell.isFormula, !cell.hasData || cell.type != "String" else { return }
            return try cells.append(TextTable.uncalculated, column: cell.columns.lowerBound, budget)
        }
        let type = Self.type(cell.type)
        var text = try values.text(type: type, value: value, format: styles.formats[cell.format])
        if let mark = styles.marks[cell.format] {
            text = mark.unlessMarked(text)
        } else if type == "n" {
            text = CellValues.telling(value, text)
        }
        if isRowHidden { text = CellMark.hidden.unlessMarked(text) }
        text = columnMarks.marked(text, in: cell.columns.lowerBound)
        try cells.append(text, column: cell.columns.lowerBound, budget)
        if text.isEmpty || cell.rowsBelow == 0 { return }
        try grid.merge(MergedCells(rows: row...(row + cell.rowsBelow), columns: cell.columns), &budget)
    }

    /// The name of a type in .xlsx.
    private static func type(_ name: String) -> String {
        switch name {
        case "Number": "n"
        case "DateTime": "d"
        case "Boolean": "b"
        case "Error": "e"
        case "String": "inlineStr"
        default: name
        }
    }

    /// The index of the format of the named style; nil if no style is named.
    private mutating func format(in attributes: Attributes) throws(TableError) -> Int? {
        guard let id = attributes["StyleID"] else { return nil }
        return try styles.format(of: id)
    }

    /// The position of an element: the one that it gives, or the next. Never further than a sheet could reach.
    private func position(
        in attributes: Attributes, after last: Int, _ what: String
    ) throws(TableError) -> Int {
        let number = attributes["Index"].map { Int($0) ?? 0 } ?? last + 1
        guard number > last, number <= 1 << 30 else {
            throw TableError(.malformed, "the \(what) are not in order")
        }
        return number
    }
}

/// A number of rows or columns: 0 if missing or invalid. Never more than a sheet can have.
private func count(_ name: StaticString, in attributes: Attributes) -> Int {
    guard let text = attributes[name], let count = Int(text) else { return 0 }
    return min(max(count, 0), 1 << 30)
}
