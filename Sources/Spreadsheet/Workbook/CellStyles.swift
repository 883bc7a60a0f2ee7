// The number formats of a workbook's styles (ECMA-376 part 1, 18.8.10, 18.8.30 and 18.8.31).

import Markup
import Text

/// Collects the formats.
struct CellStyles: MarkupReceiver {
    /// One for each possible value of a cell's `s`.
    private(set) var formats: [NumberFormat] = []
    /// The effect of some formats on all text, by their numbers.
    private(set) var marks: [Int: CellMark] = [:]
    private var fonts: [(isStruck: Bool, colour: CellColour)] = []
    private var fills: [CellColour] = []
    /// The effect of conditional formats on a text, by their numbers (18.8.15).
    private(set) var conditionalMarks: [CellMark?] = []
    private var condition = (isStruck: false, isHidden: false, colour: CellColour.unknown, ground: CellColour.ground)
    private enum Place { case outside, fonts, fills, conditions }
    private var place = Place.outside
    /// The workbook's own codes, by their numbers. Most are never used.
    private var codes: [Int: String] = [:]
    /// Formats in use.
    private var known: [Int: NumberFormat] = [:]
    private var isInCellFormats = false
    /// Excel's limit is 65 490.
    private static let mostFormats = 65_536
    /// Excel's limit is 250, other programs write some hundreds.
    private static let mostCodes = 4_096

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        switch name {
        case "numFmt":
            if place == .conditions {
                condition.isHidden = NumberFormat(attributes["formatCode"] ?? "").showsNothing
                return
            }
            guard let id = attributes["numFmtId"].flatMap({ Int($0) }),
                let code = attributes["formatCode"]
            else { return }
            if codes[id] != nil { return }
            guard codes.count < Self.mostCodes else {
                throw TableError(.limit, "the workbook has more than \(Self.mostCodes) number formats")
            }
            (codes[id], known[id]) = (code, nil)
        case "dxfs": place = .conditions
        case "dxf": condition = (false, false, .unknown, .ground)
        case "strike" where place == .conditions: condition.isStruck = isOn(attributes)
        case "color" where place == .conditions && condition.colour == .unknown:
            condition.colour = CellColour(attributes) ?? .unknown
        case "bgColor" where place == .conditions: condition.ground = CellColour(attributes) ?? .unknown
        case "fonts": place = .fonts
        case "fills": place = .fills
        case "font" where place == .fonts: fonts.append((false, .text))
        case "fill" where place == .fills: fills.append(.ground)
        case "strike" where place == .fonts && !fonts.isEmpty: fonts[fonts.count - 1].isStruck = isOn(attributes)
        case "color" where place == .fonts && !fonts.isEmpty:
            fonts[fonts.count - 1].colour = CellColour(attributes) ?? .text
        case "patternFill" where place == .fills && attributes["patternType"] ?? "none" != "none" && !fills.isEmpty:
            fills[fills.count - 1] = .unknown
        case "fgColor" where place == .fills && fills.last == .unknown:
            fills[fills.count - 1] = CellColour(attributes) ?? .unknown
        case "gradientFill" where place == .fills && !fills.isEmpty: fills[fills.count - 1] = .unknown
        case "cellXfs": isInCellFormats = true
        case "xf" where isInCellFormats:
            guard formats.count < Self.mostFormats else {
                throw TableError(.limit, "the workbook has more than \(Self.mostFormats) styles of cells")
            }
            marks[formats.count] = mark(attributes)
            formats.append(format(attributes["numFmtId"].flatMap { Int($0) } ?? 0))
        default: break
        }
    }

    mutating func end(_ name: ElementName) {
        if name == "cellXfs" { isInCellFormats = false }
        if name == "fonts" || name == "fills" || name == "dxfs" { place = .outside }
        if name == "dxf", conditionalMarks.count < Self.mostFormats {
            let isUnseen = condition.isHidden || condition.colour.isUnseen(on: condition.ground)
            conditionalMarks.append(isUnseen ? .hidden : condition.isStruck ? .struckOut : nil)
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

    /// The effect of a font, and of the fill below it, on a text.
    private func mark(_ attributes: Attributes) -> CellMark? {
        guard let id = attributes["fontId"].flatMap({ Int($0) }), fonts.indices.contains(id) else { return nil }
        let fill = attributes["fillId"].flatMap { Int($0) }.flatMap { fills.indices.contains($0) ? fills[$0] : nil }
        if fonts[id].colour.isUnseen(on: fill ?? .ground) { return .hidden }
        return fonts[id].isStruck ? .struckOut : nil
    }

    private mutating func format(_ id: Int) -> NumberFormat {
        if let format = known[id] { return format }
        let format = NumberFormat(codes[id] ?? NumberFormat.builtIn(id))
        // Numbers without a code count as no format.
        if codes[id] != nil || known.count < 100 { known[id] = format }
        return format
    }
}

/// Whether an element switches its property on: without a value it does (22.9.2.7).
func isOn(_ attributes: Attributes) -> Bool { !["0", "false", "off"].contains(attributes["val"] ?? "1") }
