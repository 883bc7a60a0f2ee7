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

    /// The text without what its writers differ in: its form as a key (`SameText`), in small letters. To be compared with
    /// `==`.
    package static func folded(_ text: String) -> String {
        foldedASCII(text.utf8) ?? SameText.form(of: text, as: .key).lowercased()
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

    /// The same as `folded` for text of ASCII alone, which nearly all of it is; nil for other, and where a blank may be the
    /// end of a line within a word.
    private static func foldedASCII(_ text: String.UTF8View) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case 0x80...: return nil
            case 0x41...0x5A: bytes.append(byte | 0x20)
            case 0x00...0x20:
                if let last = bytes.last, SameText.endsLines(UInt32(last)) { return nil }
                if !bytes.isEmpty, bytes.last != 0x20 { bytes.append(0x20) }
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
