// Widths for fonts without any (ISO 32000-1 9.6.2.2): those of the most similar standard font.

import Text

/// The widths of a standard font.
struct StandardWidths {
    /// Nil for Courier: its glyphs are all equally wide.
    private let table: [UInt16]?

    /// Chooses the standard font with the most similar name.
    init(fontName: String) {
        let name = fontName.lowercased()
        let isBold = name.holds("bold") || name.holds("black")
        if ["courier", "mono", "consol", "typewriter"].contains(where: name.holds) {
            table = nil
        } else if ["times", "serif", "roman", "georgia", "garamond", "cambria", "book"].contains(where: name.holds),
            !name.holds("sans")
        {
            let isItalic = name.holds("italic") || name.holds("oblique")
            table =
                isItalic
                ? isBold ? timesBoldItalicWidths : timesItalicWidths : isBold ? timesBoldWidths : timesRomanWidths
        } else {
            table = isBold ? helveticaBoldWidths : helveticaWidths
        }
    }

    /// The width of a character, in thousandths of an em; for a character outside of the tables, that of a digit.
    func width(of scalar: Unicode.Scalar) -> Float {
        guard let table else { return 600 }
        let position: Int? =
            switch scalar.value {
            case 0x20...0x7E: Int(scalar.value) - 0x20
            case 0xA0...0xFF: Int(scalar.value) - 0xA0 + 95
            default: standardWidthExtras.firstIndex(of: scalar).map { $0 + 95 + 96 }
            }
        guard let position, position < table.count else { return Float(table[16]) }
        return Float(table[position])
    }
}
