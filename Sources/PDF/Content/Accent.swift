// Letters with accents, as one character each.

/// Accents, as characters of their own or combining.
enum Accent {
    /// The combining mark of an accent; nil for other characters.
    static func mark(of accent: Unicode.Scalar) -> Unicode.Scalar? {
        if 0x300...0x36F ~= accent.value { return accent }
        return spacing[accent]
    }

    private static let spacing: [Unicode.Scalar: Unicode.Scalar] = [
        "`": "\u{300}", "\u{B4}": "\u{301}", "\u{2C6}": "\u{302}", "\u{2DC}": "\u{303}", "\u{AF}": "\u{304}",
        "\u{2D8}": "\u{306}", "\u{2D9}": "\u{307}", "\u{A8}": "\u{308}", "\u{2DA}": "\u{30A}", "\u{2DD}": "\u{30B}",
        "\u{2C7}": "\u{30C}", "\u{B8}": "\u{327}", "\u{2DB}": "\u{328}",
    ]

    /// The letter with the accent, as one character; nil if no such character exists.
    static func composed(_ letter: Unicode.Scalar, _ accent: Unicode.Scalar) -> Unicode.Scalar? {
        guard let mark = mark(of: accent) else { return nil }
        // i and j lose their dot below an accent: TeX draws them without.
        let base: Unicode.Scalar = letter == "\u{131}" ? "i" : letter == "\u{237}" ? "j" : letter
        var decomposed = String.UnicodeScalarView()
        decomposed.append(base)
        decomposed.append(mark)
        return letters[String(decomposed)]
    }

    /// The Latin letters with accents. Canonically equivalent strings are equal, so a letter and a mark find their
    /// composition.
    private static let letters: [String: Unicode.Scalar] = {
        var letters: [String: Unicode.Scalar] = [:]
        for value in Array(0xC0...0x24F) + Array(0x1E00...0x1EFF) {
            if let scalar = Unicode.Scalar(UInt32(value)) { letters[String(Character(scalar))] = scalar }
        }
        return letters
    }()
}
