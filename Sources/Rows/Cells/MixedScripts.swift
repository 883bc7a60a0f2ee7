// Words that mix scripts as no language does: where a font says the wrong character for a ligature, a Chinese character
// or a Korean syllable stands between small Latin letters ("O\u{6600}cer").

/// Looks for words that were misread.
enum MixedScripts {
    /// The first word with a character of East Asia between two small Latin letters; nil for none.
    static func word(in text: String) -> String? {
        if text.utf8.allSatisfy({ $0 < 0xE3 }) { return nil }
        for word in text.split(separator: " ") {
            var last = Kind.other
            // Whether a small Latin letter stands before the East Asian characters at hand.
            var isEnclosed = false
            for scalar in word.unicodeScalars {
                let kind = Kind(scalar)
                if kind == .latin, last == .eastAsian, isEnclosed { return String(word) }
                if kind == .eastAsian, last != .eastAsian { isEnclosed = last == .latin }
                last = kind
            }
        }
        return nil
    }

    private enum Kind {
        case latin, eastAsian, other

        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x61...0x7A, 0x41...0x5A: self = .latin
            case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xE000...0xF8FF: self = .eastAsian
            default: self = .other
            }
        }
    }
}
