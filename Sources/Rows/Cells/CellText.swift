// The text of cells: blanks of every kind as one space, the many hyphens as one.

import Text

/// Writes the text of pieces as it is compared and shown.
enum CellText {
    /// The Latin ligatures from U+FB00 on: some fonts name them as characters, others spell them out.
    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

    /// Whether a line ends within a word, where words may be broken without a hyphen being added ("14-Jun-" over "12",
    /// "DS-" over "2019", "and/" over "or"): then no blank follows.
    static func isBroken(_ line: [UInt8]) -> Bool {
        guard line.count > 1, let last = line.last, last == 0x2D || last == 0x2F || last == 0x5C else { return false }
        let before = line[line.count - 2]
        return before >= 0x80 || before &- 0x30 < 10 || (before | 0x20) &- 0x61 < 26
    }

    /// Whether no blank stands between a line and the next one of its cell: the line ends within a word, or both are of a
    /// script that has no blanks between words.
    static func joins(_ line: [UInt8], _ next: ArraySlice<UInt8>) -> Bool {
        if isBroken(line) { return true }
        guard let last = line.last, last >= 0x80, let first = next.first, first >= 0xE0 else { return false }
        let start = line.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        return isUnparted(line[start...]) && isUnparted(next)
    }

    /// Whether a text begins with a sign of a script that has no blanks between words, or with a form of full width.
    private static func isUnparted(_ text: ArraySlice<UInt8>) -> Bool {
        guard let sign = String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first else { return false }
        return UnpartedScripts.contain(sign) && !UnpartedScripts.isHangul(sign) || 0xFF00...0xFF7F ~= sign.value
    }

    /// Whether text stands as it is: ASCII, and single spaces.
    static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in text {
            if byte >= 0x7F || byte < 0x20 || (byte == 0x20 && last == 0x20) { return false }
            last = byte
        }
        return true
    }

    /// The text of a cell that its document delimits: what `append` makes of it, without blanks at its ends.
    static func cell(_ text: String, folding: Bool = false) -> String {
        var text = text
        return text.withUTF8 { buffer -> String? in
            var last: UInt8 = 0x20
            for byte in buffer {
                if byte >= 0x7F || byte < 0x20 || byte == 0x20 && last == 0x20 { return cell(buffer, folding: folding) }
                last = byte
            }
            return buffer.isEmpty || last != 0x20 ? nil : cell(buffer, folding: folding)
        } ?? text
    }

    private static func cell(_ text: UnsafeBufferPointer<UInt8>, folding: Bool) -> String {
        var bytes: [UInt8] = []
        append(Array(text)[...], folding: folding, isDrawn: false, to: &bytes)
        let start = bytes.firstIndex { $0 != 0x20 } ?? bytes.endIndex
        let end = (bytes.lastIndex { $0 != 0x20 } ?? start - 1) + 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Appends text. Ligatures are spelt out, runs of blanks become one space, hyphens that look alike (U+2010, U+2011)
    /// become `-`, and what is not drawn vanishes (`isIgnorable`): joiners, marks of direction, selectors of variants, fillers.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - folding: for keys and dates: the minus sign U+2212 becomes `-` too, signs of full width and digits of other
    ///     scripts become ASCII.
    ///   - isDrawn: whether somebody has drawn the text: a soft hyphen (U+00AD) is a hyphen then, as fonts confuse them.
    ///     Elsewhere it only says where a word may be broken.
    ///   - bytes: what it is appended to.
    static func append(_ text: ArraySlice<UInt8>, folding: Bool, isDrawn: Bool = true, to bytes: inout [UInt8]) {
        if isPlain(text) {
            bytes.append(contentsOf: text)
            return
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            append(scalar, folding: folding, isDrawn: isDrawn, to: &bytes)
        }
    }

    /// The same of one character.
    static func append(_ scalar: Unicode.Scalar, folding: Bool, isDrawn: Bool, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0...0x20, 0x7F, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
            if bytes.last != 0x20 { bytes.append(0x20) }
        case 0xAD where !isDrawn:
            break
        case 0xAD, 0x2010, 0x2011:
            bytes.append(0x2D)
        case 0x2212 where folding:
            bytes.append(0x2D)
        case 0xFF01...0xFF5E where folding:
            // Full width: the same signs for columns of Chinese and Japanese.
            bytes.append(UInt8(scalar.value - 0xFF01 + 0x21))
        case 0x660...0x669 where folding, 0x6F0...0x6F9 where folding:
            // Arabic and Persian.
            bytes.append(UInt8(scalar.value & 0x0F + 0x30))
        case 0x966...0x96F where folding:
            // Devanagari.
            bytes.append(UInt8(scalar.value - 0x966 + 0x30))
        case 0xFB00...0xFB06:
            bytes.append(contentsOf: ligatures[Int(scalar.value - 0xFB00)].utf8)
        case 0x37E:
            // The Greek question mark is a semicolon by definition; some fonts' tables name that so.
            bytes.append(0x3B)
        case _ where isIgnorable(scalar):
            break
        default:
            bytes.append(contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
        }
    }
}
