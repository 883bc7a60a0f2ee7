// Keys that are any text: names and titles, which lists write with other capitals, blanks, hyphens and quotes from one
// week to the next. They are compared folded, and told as the watch writes them.

/// How texts are compared that are typed by one and printed by another.
package enum TextKey {
    /// The text with its white space made one space each, and without any at its ends.
    static func trimmed(_ text: String) -> String {
        if isTrimmed(text.utf8) { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if !bytes.isEmpty, bytes.last != 0x20 { bytes.append(0x20) }
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text without what its writers differ in: capitals, blanks, hyphens, typographic quotes, what is not seen. To
    /// be compared with `==`, to which two spellings of one letter ("é", "e" and an accent) are the same.
    package static func folded(_ text: String) -> String {
        if let folded = foldedASCII(text.utf8) { return folded }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xAD, 0x200B, 0x2060, 0xFEFF: break
            case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: scalars.append("-")
            case 0x2018...0x201B, 0x2032, 0x2039, 0x203A, 0x2BC: scalars.append("'")
            case 0x201C...0x201F, 0x2033, 0xAB, 0xBB: scalars.append("\"")
            default: scalars.append(scalar)
            }
        }
        return trimmed(String(scalars).lowercased())
    }

    /// Whether the text is ASCII with single spaces inside.
    private static func isTrimmed(_ text: String.UTF8View) -> Bool {
        var last: UInt8 = 0x20
        for byte in text {
            if byte >= 0x80 || byte < 0x20 || byte == 0x20 && last == 0x20 { return false }
            last = byte
        }
        return last != 0x20
    }

    /// The same as `folded` for text of ASCII alone, which nearly all of it is; nil for other.
    private static func foldedASCII(_ text: String.UTF8View) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case 0x80...: return nil
            case 0x41...0x5A: bytes.append(byte | 0x20)
            case 0x09...0x0D, 0x20: if !bytes.isEmpty, bytes.last != 0x20 { bytes.append(0x20) }
            default: bytes.append(byte)
            }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension KeyMask {
    /// The key as it is compared in lists whose keys may be any text.
    package var foldedKey: String { TextKey.folded(key) }
}
