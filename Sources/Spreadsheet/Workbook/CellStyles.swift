// How cells show their numbers: the formats of a workbook's styles (ECMA-376 part 1, 18.8.10, 18.8.30 and 18.8.31).

import Markup
import Text

/// Collects the formats.
struct CellStyles: MarkupReceiver {
    /// One for each number that a cell's `s` may be.
    private(set) var formats: [NumberFormat] = []
    /// The numbers of those in whose font all is struck out.
    private(set) var struck: Set<Int> = []
    /// The fonts, likewise.
    private var struckFonts: Set<Int> = []
    private var fonts = 0
    private var isInFonts = false
    /// The workbook's own codes, by their numbers. Most are never used.
    private var codes: [Int: String] = [:]
    /// Those that cells are shown by.
    private var known: [Int: NumberFormat] = [:]
    private var isInCellFormats = false
    /// Excel ends at 65 490.
    private static let mostFormats = 65_536
    /// Excel ends at 250, others write some hundreds.
    private static let mostCodes = 4_096

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        switch name {
        case "numFmt":
            guard let id = attributes["numFmtId"].flatMap({ Int($0) }),
                let code = attributes["formatCode"]
            else { return }
            // Differential formats (dxf) come behind, and count only for conditions.
            if codes[id] != nil { return }
            guard codes.count < Self.mostCodes else {
                throw TableError(.limit, "the workbook has more than \(Self.mostCodes) number formats")
            }
            (codes[id], known[id]) = (code, nil)
        case "fonts": isInFonts = true
        case "font" where isInFonts: fonts += 1
        case "strike" where isInFonts: if isOn(attributes) { struckFonts.insert(fonts - 1) }
        case "cellXfs": isInCellFormats = true
        case "xf" where isInCellFormats:
            guard formats.count < Self.mostFormats else {
                throw TableError(.limit, "the workbook has more than \(Self.mostFormats) styles of cells")
            }
            if let font = attributes["fontId"].flatMap({ Int($0) }), struckFonts.contains(font) {
                struck.insert(formats.count)
            }
            formats.append(format(attributes["numFmtId"].flatMap { Int($0) } ?? 0))
        default: break
        }
    }

    mutating func end(_ name: ElementName) {
        if name == "cellXfs" { isInCellFormats = false }
        if name == "fonts" { isInFonts = false }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

    private mutating func format(_ id: Int) -> NumberFormat {
        if let format = known[id] { return format }
        let format = NumberFormat(codes[id] ?? NumberFormat.builtIn(id))
        // Numbers without a code of their own are as good as none.
        if codes[id] != nil || known.count < 100 { known[id] = format }
        return format
    }
}

/// Whether an element turns on what it is called by: without a value it does (22.9.2.7).
func isOn(_ attributes: Attributes) -> Bool { !["0", "false", "off"].contains(attributes["val"] ?? "1") }
