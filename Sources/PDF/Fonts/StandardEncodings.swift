// Data: the predefined encodings of simple fonts (ISO 32000-1 annex D). U+FFFD stands for codes without a character.

/// A predefined encoding.
enum StandardEncoding {
    case standard, winAnsi, macRoman
    /// Built into the fonts of these names (ISO 32000-1 annex D.5, D.6).
    case symbol, zapfDingbats

    /// The encoding of this name in a font's `/Encoding`.
    init?(name: String) {
        switch name {
        case "StandardEncoding": self = .standard
        case "WinAnsiEncoding": self = .winAnsi
        case "MacRomanEncoding": self = .macRoman
        default: return nil
        }
    }

    /// The encoding of the standard font of this name, if it has its own; nil for all others.
    init?(fontName: String) {
        // A subset's name begins with six letters and a plus sign.
        let name = fontName.dropFirst(fontName.utf8.dropFirst(6).first == UInt8(ascii: "+") ? 7 : 0)
        if name == "ZapfDingbats" || name == "Dingbats" {
            self = .zapfDingbats
        } else if name == "Symbol" || name.hasPrefix("Symbol,") || name.hasPrefix("SymbolMT") {
            self = .symbol
        } else {
            return nil
        }
    }

    /// The texts of the codes 0 to 255; nil for codes without a character.
    var texts: [String?] { characters.map { $0.value == 0xFFFD ? nil : String($0) } }

    /// The characters of the codes 0 to 255.
    var characters: [Unicode.Scalar] {
        let none = Unicode.Scalar(0xFFFD as UInt16) ?? " "
        var characters = [Unicode.Scalar](repeating: none, count: 32)
        characters += (0x20...0x7E).map { Unicode.Scalar($0 as UInt8) }
        characters.append(none)
        switch self {
        case .winAnsi:
            characters += Self.winAnsiUpper.unicodeScalars
            characters += (0xA0...0xFF).map { Unicode.Scalar($0 as UInt8) }
        case .macRoman: characters += Self.macRomanUpper.unicodeScalars
        case .standard:
            characters[0x27] = "\u{2019}"
            characters[0x60] = "\u{2018}"
            characters += [Unicode.Scalar](repeating: none, count: 33)
            characters += Self.standardUpper.unicodeScalars
        case .symbol:
            characters.replaceSubrange(0x20..., with: Self.symbolLower.unicodeScalars)
            characters += [Unicode.Scalar](repeating: none, count: 33)
            characters += Self.symbolUpper.unicodeScalars
        case .zapfDingbats:
            // The block "Dingbats" was made from this font, without characters that other blocks already had.
            characters.replaceSubrange(0x21..., with: Self.block(0x2701, count: 94))
            characters += [Unicode.Scalar](repeating: none, count: 34)
            characters += Self.block(0x2761, count: 95)
            for (code, character) in Self.otherDingbats { characters[code] = character }
        }
        return characters
    }

    /// 0x80 to 0x9F; unused codes are bullets (ISO 32000-1 annex D.2, note 3).
    private static let winAnsiUpper = "€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ"
    /// 0x80 to 0xFF.
    private static let macRomanUpper =
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ"
        + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
    /// 0xA1 to 0xFF.
    private static let standardUpper =
        "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ�–†‡·�¶•‚„”»…‰�¿�`´ˆ˜¯˘˙¨�˚¸�˝˛ˇ—����������������Æ�ª����ŁØŒº�����æ���ı��łøœß����"

    private static func block(_ first: UInt32, count: UInt32) -> [Unicode.Scalar] {
        (first..<(first + count)).map { Unicode.Scalar($0) ?? " " }
    }

    /// 0x20 to 0x7F.
    private static let symbolLower =
        " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\u{203E}αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼\u{FFFD}"
    /// 0xA1 to 0xFF.
    private static let symbolUpper =
        "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{FFFD}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭\u{FFFD}"
    /// Codes of ZapfDingbats with characters of other blocks.
    private static let otherDingbats: [(Int, Unicode.Scalar)] =
        [
            (0x25, "☎"), (0x2A, "☛"), (0x2B, "☞"), (0x48, "★"), (0x6C, "●"), (0x6E, "■"), (0x73, "▲"), (0x74, "▼"),
            (0x75, "◆"), (0x77, "◗"), (0xA8, "♣"), (0xA9, "♦"), (0xAA, "♥"), (0xAB, "♠"), (0xD5, "→"), (0xD6, "↔"),
            (0xD7, "↕"), (0xF0, "\u{FFFD}"), (0xFF, "\u{FFFD}"),
        ] + zip(0xAC...0xB5, block(0x2460, count: 10))
}
