// Reads content.xml or a flat document, element by element (ODF 1.3 part 3, 9 and 6).

import Markup
import Text

/// Collects the sheets' cells.
struct OpenDocumentContent: MarkupReceiver {
    /// Whether the document has sheets and no text, slides or drawings.
    private(set) var isSpreadsheet = false
    private(set) var tables: [TextTable] = []

    private var budget: TableBudget
    /// Families and names of the styles of hidden or zero-sized sheets, rows and columns.
    private var hiddenStyles: Set<String> = []
    private var layoutStyle: String?
    /// The styles that strike out text.
    private var styles: OpenDocumentStyles

    private var sheet: OpenDocumentSheet?
    /// The cells of a conditional format.
    private var conditionCells = ""
    private var row: OpenDocumentRow?
    /// The number of cells in the row before, within a limit.
    private var likelyCells = 0
    private var cell: OpenDocumentCell?
    private var text = CollapsedText()
    /// The struck-out text of the cell, and the depth in such a part of a paragraph.
    private var struckText = CollapsedText()
    private var struck = 0
    /// The depth in an element that shows nothing in a cell: a comment, a drawing, a sheet in a cell.
    private var passed = 0
    /// The depth in a paragraph.
    private var paragraph = 0

    /// - Parameter styles: the styles of other parts of the document.
    init(limits: TableLimits, styles: OpenDocumentStyles = OpenDocumentStyles()) {
        self.styles = styles
        budget = TableBudget(ofSheets: limits)
    }

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        if passed > 0 {
            passed += 1
        } else if paragraph > 0 {
            startInParagraph(name, attributes)
        } else if cell != nil {
            startInCell(name)
        } else if sheet != nil {
            try startInSheet(name, attributes)
        } else {
            try startOutside(name, attributes)
        }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        if passed > 0 {
            passed -= 1
            return
        }
        if paragraph > 0 {
            if struck == paragraph { struck = 0 }
            paragraph -= 1
            if paragraph == 0 { text.part() }
            return
        }
        switch name {
        case "table-cell", "covered-table-cell": try endCell()
        case "table-row": try endRow()
        case "table": try endSheet()
        case "style":
            layoutStyle = nil
            styles.end(name)
        default: break
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        guard passed == 0, paragraph > 0, cell?.isCovered == false else { return }
        if struck > 0 {
            try struckText.append(bytes, within: budget)
        } else {
            try text.append(bytes, within: budget)
        }
    }

    private mutating func startOutside(
        _ name: ElementName, _ attributes: Attributes
    ) throws(TableError) {
        switch name {
        // A flat document has the media type that an archive has in its entry `mimetype`.
        case "document": if let type = attributes["mimetype"] { try requireSpreadsheet(type) }
        case "style":
            layoutStyle = attributes["family"].flatMap { family in attributes["name"].map { family + ":" + $0 } }
            styles.start(name, attributes)
        case "text-properties", "table-cell-properties": styles.start(name, attributes)
        case "table-properties", "table-row-properties", "table-column-properties":
            guard let layoutStyle,
                attributes["display"] == "false" || isNothing(attributes["row-height"])
                    || isNothing(attributes["column-width"])
            else { return }
            hiddenStyles.insert(layoutStyle)
        case "spreadsheet":
            isSpreadsheet = true
            styles.settle()
        // Earlier content, and content of other files.
        case "tracked-changes", "dde-links": passed = 1
        case "table" where isSpreadsheet:
            let title = attributes["name"] ?? ""
            // LibreOffice keeps cells of other files as invisible sheets, named 'file:///...'#$Sheet1.
            let isForeign = title.hasPrefix("'") && title.holds("'#$")
            if isForeign || hidesStyle("table:", attributes) {
                passed = 1
                return
            }
            try budget.spendTable()
            sheet = OpenDocumentSheet(name: title)
        default: break
        }
    }

    private mutating func startInSheet(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        switch name {
        case "table-row":
            let repeated = attributes.isEmpty ? 1 : count("number-rows-repeated", in: attributes)
            let isHidden = isHidden(attributes) || hidesStyle("table-row:", attributes)
            row = OpenDocumentRow(repeated: repeated, likely: likelyCells, isHidden: isHidden)
        case "table-column": startColumns(attributes)
        case "table-cell" where row != nil:
            cell = OpenDocumentCell(attributes, isCovered: false)
            if !styles.hasNoMarks { cell?.mark = styles.mark(of: attributes["style-name"]) }
            if sheet?.styleMarks.isEmpty == false { cell?.hasStyle = attributes.has("style-name") }
        case "covered-table-cell" where row != nil: cell = OpenDocumentCell(attributes, isCovered: true)
        // LibreOffice's extension: the standard has the conditions in the styles.
        case "conditional-format": conditionCells = attributes["target-range-address"] ?? ""
        case "condition":
            guard !styles.hasNoMarks, let mark = styles.mark(of: attributes["apply-style-name"]),
                let condition = attributes["value"]
            else { return }
            try sheet?.grid.mark(
                cellParts(of: conditionCells), by: ConditionalFormat(openDocument: condition, mark), &budget)
        case "shapes", "forms", "table", "desc", "title", "named-expressions": passed = 1
        default: break
        }
    }

    private mutating func startColumns(_ attributes: Attributes) {
        guard sheet != nil else { return }
        let columns = count("number-columns-repeated", in: attributes)
        let isHidden = isHidden(attributes) || hidesStyle("table-column:", attributes)
        sheet?.add(
            columns: columns, isHidden ? .hidden : nil,
            ofStyle: styles.hasNoMarks ? nil : styles.mark(of: attributes["default-cell-style-name"]))
    }

    private func hidesStyle(_ family: String, _ attributes: Attributes) -> Bool {
        !hiddenStyles.isEmpty && attributes["style-name"].map { hiddenStyles.contains(family + $0) } ?? false
    }

    private mutating func startInCell(_ name: ElementName) {
        switch name {
        case "p", "h":
            paragraph = 1
            cell?.hasText = true
        case "list", "list-item", "list-header": break
        default: passed = 1
        }
    }

    private mutating func startInParagraph(_ name: ElementName, _ attributes: Attributes) {
        switch name {
        case "s", "tab", "line-break":
            text.part()
            paragraph += 1
        case "annotation", "note", "ruby-text", "frame", "custom-shape", "g", "rect", "line", "control":
            passed = 1
        default:
            paragraph += 1
            if struck == 0, !styles.isEmpty, name == "span", styles.strikesOut(attributes["style-name"]) {
                struck = paragraph
            }
        }
    }

    private mutating func endCell() throws(TableError) {
        guard let cell = cell.take() else { return }
        if !cell.hasText, !cell.isCovered {
            let value = cell.value ?? (cell.isUncalculated ? TextTable.uncalculated : "")
            if !value.isEmpty { text.append(Array(value.utf8)) }
        }
        var text = text.take()
        if !struckText.isEmpty {
            let struck = struckText.take()
            if text.isEmpty { text = CellMark.struckOut.on(struck) }
        }
        // A format may show nothing; for zero many do.
        if text.isEmpty, cell.hasText, !cell.isCovered, let value = cell.value, value != "0", !value.isEmpty {
            text = CellMark.hidden.on(collapsed(value.utf8))
        }
        if let mark = cell.mark { text = mark.unlessMarked(text) }
        if row?.isHidden == true { text = CellMark.hidden.unlessMarked(text) }
        if let value = cell.number { text = CellValues.telling(value, text) }
        try budget.check(cellBytes: text.utf8.count)
        guard let sheet else { return }
        try row?.append(text, cell, sheet.hidden, cell.hasStyle ? ColumnMarks() : sheet.styleMarks, budget)
    }

    private mutating func endRow() throws(TableError) {
        guard let row = row.take() else { return }
        likelyCells = min(row.cells.count, 16)
        try sheet?.append(row, &budget)
    }

    private mutating func endSheet() throws(TableError) {
        guard var sheet = sheet.take() else { return }
        tables.append(TextTable(name: sheet.name, rows: try sheet.grid.finished(&budget)))
    }
}

/// A count of repetitions or spanned cells: 1 if missing or invalid. Never more than a sheet can have.
private func count(_ name: StaticString, in attributes: Attributes) -> Int {
    guard let text = attributes[name], let count = Int(text) else { return 1 }
    return min(max(count, 1), 1 << 30)
}

/// Whether a row or column is hidden, manually or by a filter (19.749).
private func isHidden(_ attributes: Attributes) -> Bool {
    attributes.says("visibility", "collapse") == true || attributes.says("visibility", "filter") == true
}

/// Whether a length is zero: "0in".
private func isNothing(_ length: String?) -> Bool {
    length.flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } == 0
}

/// The cell being read.
private struct OpenDocumentCell {
    /// Whether a merged cell covers it.
    var isCovered: Bool
    var repeated: Int
    var rows: Int
    var columns: Int
    /// Its value, for a cell without the shown text (19.385 and following).
    var value: String?
    /// Whether it has the shown text.
    var hasText = false
    /// The effect of its style on the whole text.
    var mark: CellMark?
    /// Whether it has a style of its own; not set if no style of a column has an effect.
    var hasStyle = false
    /// Its value, if that is a number.
    var number: String? { isNumber && mark == nil ? value : nil }
    /// Whether it is a formula without a value, not even an empty one.
    var isUncalculated: Bool { hasFormula && !hasType }
    private let hasFormula: Bool
    private let hasType: Bool
    private let isNumber: Bool

    init(_ attributes: Attributes, isCovered: Bool) {
        self.isCovered = isCovered
        // Most elements are a single cell.
        let isSeveral = attributes.hasName(withPrefix: "number-")
        repeated = isSeveral ? count("number-columns-repeated", in: attributes) : 1
        rows = isSeveral ? count("number-rows-spanned", in: attributes) : 1
        columns = isSeveral ? count("number-columns-spanned", in: attributes) : 1
        hasFormula = attributes.has("formula")
        let isText = attributes.says("value-type", "string")
        hasType = isText != nil
        isNumber = isText == false && attributes.says("value-type", "float") == true
        value =
            isText == true
            ? attributes["string-value"]
            : attributes["date-value"] ?? attributes["time-value"] ?? attributes["string-value"]
                ?? attributes["boolean-value"] ?? attributes["value"].map { DecimalNumber($0)?.general ?? $0 }
    }
}

/// The row being read.
private struct OpenDocumentRow {
    var repeated: Int
    var cells: [String] = []
    var isHidden: Bool
    /// Cells that reach down into other rows, by their columns, counted from 1.
    var merged: [(columns: ClosedRange<Int>, rows: Int)] = []
    /// The number of columns, including empty ones at the end.
    var width = 0

    init(repeated: Int, likely count: Int, isHidden: Bool) {
        (self.repeated, self.isHidden) = (repeated, isHidden)
        cells.reserveCapacity(count)
    }

    mutating func append(
        _ text: String, _ cell: OpenDocumentCell, _ hidden: ColumnMarks, _ styles: ColumnMarks, _ budget: TableBudget
    ) throws(TableError) {
        let place = width
        width = min(width + cell.repeated, 1 << 40)
        if text.isEmpty { return }
        try budget.check(columns: width)
        if cell.rows > 1 { merged.append(((place + 1)...(place + cell.columns), cell.rows)) }
        while cells.count < place { cells.append("") }
        for column in (place + 1)...(place + cell.repeated) {
            cells.append(hidden.marked(styles.marked(text, in: column), in: column))
        }
    }
}

/// The sheet being read.
private struct OpenDocumentSheet {
    var name: String
    var grid = SheetGrid()
    private var number = 1
    /// The hidden columns, and the columns whose style affects cells without a style.
    private(set) var hidden = ColumnMarks()
    private(set) var styleMarks = ColumnMarks()
    private var columns = 0

    init(name: String) {
        self.name = name
    }

    mutating func add(columns count: Int, _ mark: CellMark?, ofStyle styleMark: CellMark?) {
        if let mark { hidden.append(columns + 1, through: columns + count, mark) }
        if let styleMark { styleMarks.append(columns + 1, through: columns + count, styleMark) }
        columns = min(columns + count, 1 << 40)
    }

    mutating func append(_ row: OpenDocumentRow, _ budget: inout TableBudget) throws(TableError) {
        try grid.append(row.cells, number: number, repeated: row.repeated, &budget)
        for (columns, rows) in row.merged {
            try grid.merge(MergedCells(rows: number...(number + rows - 1), columns: columns), &budget)
        }
        number = min(number + row.repeated, 1 << 40)
    }
}
