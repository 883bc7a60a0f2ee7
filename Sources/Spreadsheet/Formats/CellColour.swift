// The colours of texts and of the ground below them, as far as they tell whether a text is seen.

import Markup

/// A colour of a cell.
enum CellColour: Equatable, Sendable {
    /// Six hexadecimal digits, in capitals.
    case rgb(String)
    /// By its place in the theme, and how much lighter or darker it is.
    case theme(String, tint: String)
    case unknown

    /// Of text without a colour, and of cells without one.
    static let text = CellColour.rgb("000000")
    static let ground = CellColour.rgb("FFFFFF")

    /// A colour of Office Open XML (ECMA-376 part 1, 18.8.3); nil where none is named.
    init?(_ attributes: Attributes) {
        if let rgb = attributes["rgb"] {
            self.init(rgb: rgb.suffix(6))
        } else if let theme = attributes["theme"] {
            let tint = attributes["tint"].flatMap { Double($0) == 0 ? nil : $0 } ?? ""
            // The first of a theme are those of the window and its text.
            self =
                tint.isEmpty && theme == "0"
                ? .ground : tint.isEmpty && theme == "1" ? .text : .theme(theme, tint: tint)
        } else if let index = attributes["indexed"] {
            // 18.8.27; the first eight stand there twice.
            switch index {
            case "1", "9", "65": self = .ground
            case "0", "8", "64": self = .text
            default: self = .theme("indexed", tint: index)
            }
        } else {
            return nil
        }
    }

    /// A colour that is written with six hexadecimal digits.
    init(rgb: some StringProtocol) { self = rgb.utf8.count == 6 ? .rgb(rgb.uppercased()) : .unknown }

    /// A colour of CSS or XSL, as OpenDocument and XML Spreadsheet write it: "#ffffff"; nil for others.
    init?(css: String?) {
        guard let css, css.utf8.first == UInt8(ascii: "#") else { return nil }
        self.init(rgb: css.dropFirst())
    }

    /// Whether nobody sees a text of this colour on that ground.
    func isUnseen(on ground: CellColour) -> Bool { self != .unknown && self == ground }
}
