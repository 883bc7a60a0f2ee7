// The number formats of an XML Spreadsheet's styles. Cells, rows, columns and tables name styles.

import Markup
import Text

/// Collects the formats of styles; reads each when a cell first needs it.
struct XMLSpreadsheetStyles: Sendable {
    /// The formats that `format(of:)` returns indices of: one for each code; the first for styles without one.
    private(set) var formats: [NumberFormat] = [.general]
    /// The effect of some formats on the whole cell, by their indices.
    private(set) var marks: [Int: CellMark] = [:]

    private struct Style {
        var parent: String?
        var code: String?
        var isStruck = false
        var colour: CellColour?
        var ground: CellColour?
        /// The index of its format, once known.
        var format: Int?
    }
    private var styles: [String: Style] = [:]
    private var places = ["": 0, "General": 0]
    /// The style being read.
    private var open: (id: String, style: Style)?

    /// The default style of elements without one, and the parent of styles without one.
    private static let standard = "Default"
    /// The limits of .xlsx.
    private static let (mostStyles, mostCodes) = (65_536, 4_096)
    /// Excel itself writes a style and its named parent.
    private static let mostParents = 16

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        switch name {
        case "Style":
            guard styles.count < Self.mostStyles else {
                throw TableError(.limit, "the workbook has more than \(Self.mostStyles) styles of cells")
            }
            open = attributes["ID"].map { ($0, Style(parent: attributes["Parent"])) }
        case "Font":
            open?.style.isStruck = attributes["StrikeThrough"] ?? "0" != "0"
            open?.style.colour = CellColour(css: attributes["Color"])
        case "Interior": open?.style.ground = CellColour(css: attributes["Color"])
        case "NumberFormat": open?.style.code = attributes["Format"] ?? ""
        default: break
        }
    }

    mutating func end(_ name: ElementName) {
        guard name == "Style", let open else { return }
        styles[open.id] = open.style
        self.open = nil
    }

    /// The format of elements without a style.
    mutating func standardFormat() throws(TableError) -> Int { try format(of: Self.standard) }

    /// The index of a style's format. An undefined style counts as none.
    mutating func format(of id: String) throws(TableError) -> Int { try format(of: id, depth: 0) }

    /// Each style keeps its format: names may be long, and each is looked up once for each mention.
    private mutating func format(of id: String, depth: Int) throws(TableError) -> Int {
        guard depth < Self.mostParents else { return 0 }
        guard let style = styles[id] else {
            return id == Self.standard ? 0 : try format(of: Self.standard, depth: depth + 1)
        }
        if let format = style.format { return format }
        var format: Int
        if let code = style.code {
            format = try place(of: code)
        } else if let parent = style.parent {
            format = try self.format(of: parent, depth: depth + 1)
        } else {
            format = id == Self.standard ? 0 : try self.format(of: Self.standard, depth: depth + 1)
        }
        if (style.colour ?? .text).isUnseen(on: style.ground ?? .ground) {
            format = try twin(of: format, .hidden)
        } else if style.isStruck {
            format = try twin(of: format, .struckOut)
        }
        styles[id]?.format = format
        return format
    }

    /// The same format, for cells with an effect.
    private mutating func twin(of format: Int, _ mark: CellMark) throws(TableError) -> Int {
        if marks[format] == mark { return format }
        guard formats.count <= Self.mostCodes else {
            throw TableError(.limit, "the workbook has more than \(Self.mostCodes) number formats")
        }
        formats.append(formats[format])
        marks[formats.count - 1] = mark
        return formats.count - 1
    }

    private mutating func place(of code: String) throws(TableError) -> Int {
        if let place = places[code] { return place }
        guard formats.count <= Self.mostCodes else {
            throw TableError(.limit, "the workbook has more than \(Self.mostCodes) number formats")
        }
        formats.append(NumberFormat(Self.code(named: code) ?? code))
        places[code] = formats.count - 1
        return formats.count - 1
    }

    /// The code of a format that has a name. Formats that depend on the reader's country use ISO 8601, or no currency,
    /// as in .xlsx.
    private static func code(named name: String) -> String? {
        switch name {
        case "General Number": "General"
        case "General Date": NumberFormat.builtIn(22)
        case "Long Date", "Short Date": NumberFormat.builtIn(14)
        case "Medium Date": "dd-mmm-yy"
        case "Long Time": NumberFormat.builtIn(19)
        case "Medium Time": NumberFormat.builtIn(18)
        case "Short Time": NumberFormat.builtIn(20)
        case "Currency", "Standard": "#,##0.00"
        case "Euro Currency": "[$€-2] #,##0.00"
        case "Fixed": "0.00"
        case "Percent": "0.00%"
        case "Scientific": "0.00E+00"
        case "Yes/No": "\"Yes\";\"Yes\";\"No\""
        case "True/False": "\"True\";\"True\";\"False\""
        case "On/Off": "\"On\";\"On\";\"Off\""
        default: nil
        }
    }
}
