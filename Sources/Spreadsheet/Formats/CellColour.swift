// The colours of texts and of their grounds, as far as they decide whether a text is visible.

import Markup

/// A colour of a cell.
enum CellColour: Equatable, Sendable {
    /// Six hexadecimal digits, in capitals.
    case rgb(String)
    /// An index of the theme, and a tint that makes it lighter or darker.
    case theme(String, tint: String)
    case unknown

    /// The colour of text without one, and the ground of cells without one.
    static let text = CellColour.rgb("000000")
    static let ground = CellColour.rgb("FFFFFF")

    /// A colour of Office Open XML (ECMA-376 part 1, 18.8.3); nil if the attributes name none.
    init?(_ attributes: Attributes) {
        if let rgb = attributes["rgb"] {
            self.init(rgb: rgb.suffix(6))
        } else if let theme = attributes["theme"] {
            let tint = attributes["tint"].flatMap { Double($0) == 0 ? nil : $0 } ?? ""
            // A theme begins with the colours of the window and its text.
            self =
                tint.isEmpty && theme == "0"
                ? .ground : tint.isEmpty && theme == "1" ? .text : .theme(theme, tint: tint)
        } else if let index = attributes["indexed"] {
            // 18.8.27; the first eight are listed twice.
            switch index {
            case "1", "9", "65": self = .ground
            case "0", "8", "64": self = .text
            default: self = .theme("indexed", tint: index)
            }
        } else {
            return nil
        }
    }

    /// A colour of six hexadecimal digits.
    init(rgb: some StringProtocol) { self = rgb.utf8.count == 6 ? .rgb(rgb.uppercased()) : .unknown }

    /// A colour of CSS or XSL, as OpenDocument and XML Spreadsheet write it: "#ffffff"; nil for others.
    init?(css: String?) {
        guard let css, css.utf8.first == UInt8(ascii: "#") else { return nil }
        self.init(rgb: css.dropFirst())
    }

    /// Whether a text of this colour is invisible on that ground.
    func isUnseen(on ground: CellColour) -> Bool { self != .unknown && self == ground }
}
