// Data: the predefined encodings of simple fonts (ISO 32000-1 annex D). U+FFFD stands for codes without a character.

/// A predefined encoding.
enum StandardEncoding {
    case standard, winAnsi, macRoman

    /// The encoding of this name in a font's `/Encoding`.
    init?(name: String) {
        switch name {
        case "StandardEncoding": self = .standard
        case "WinAnsiEncoding": self = .winAnsi
        case "MacRomanEncoding": self = .macRoman
        default: return nil
        }
    }

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
}
