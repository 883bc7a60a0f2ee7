// Text in the form that the net searches: a number is found in any form of its digits, blanks and hyphens, because each
// character outside of ASCII becomes one byte, at its first position. Its further bytes, and characters that are not
// drawn, become meaningless bytes.

import Text

/// Folded text.
struct FoldedText {
    private(set) var bytes: [UInt8]
    /// Whether the text was laid out: a soft hyphen is then a hyphen. Elsewhere it only marks a possible break of a
    /// word.
    private let isDrawn: Bool
    /// The position of the last meaningful byte.
    private var last = -1

    /// - Parameter text: valid UTF-8.
    init(_ text: UnsafeBufferPointer<UInt8>, isDrawn: Bool) {
        (bytes, self.isDrawn) = (Array(text), isDrawn)
        var index = 0
        while index < text.count {
            if text[index] < 0x80 {
                index = text.firstBeyondASCII(from: index)
                last = index - 1
                continue
            }
            let (scalar, length) = Self.scalar(at: index, in: text)
            for offset in 0..<length { bytes[index + offset] = NetSign.nothing }
            fold(scalar, at: index)
            if bytes[index] != NetSign.nothing { last = index }
            index += length
        }
    }

    /// The character that begins there with a byte outside of ASCII, and its length in bytes.
    private static func scalar(
        at index: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> (scalar: UInt32, length: Int) {
        let lead = text[index]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1
        guard length > 1, index + length <= text.count else { return (0xFFFD, 1) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
        return (value, length)
    }

    private mutating func fold(_ value: UInt32, at index: Int) {
        switch value {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: bytes[index] = 0x20
        case 0x85, 0x2028, 0x2029: bytes[index] = 0x0A
        case 0xAD: if isDrawn { bytes[index] = 0x2D }
        case 0x2010...0x2015, 0x2212, 0x2043, 0xFE58, 0xFE63: bytes[index] = 0x2D
        case 0x2024, 0x00B7, 0x2027: bytes[index] = 0x2E
        case 0x2044, 0x2215: bytes[index] = 0x2F
        case 0x2018...0x201B, 0x2032, 0x2BC: bytes[index] = 0x27
        case 0x201C...0x201F, 0x2033, 0xAB, 0xBB: bytes[index] = 0x22
        case 0x300...0x36F: accent()
        case 0xFF01...0xFF5E: bytes[index] = UInt8(value - 0xFF01 + 0x21)
        // Three bytes, and at most three letters.
        case 0xFB00...0xFB06:
            let letters = Self.ligatures[Int(value - 0xFB00)].utf8
            for (offset, letter) in letters.enumerated() { bytes[index + offset] = letter }
        case 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF:
            bytes[index] = NetSign.accented
        default: bytes[index] = Self.rare(value)
        }
    }

    static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

    /// A combining accent: the letter before it becomes an accented one.
    private mutating func accent() {
        guard last >= 0 else { return }
        let byte = bytes[last]
        if byte >= 0x80 ? byte < NetSign.firstIdeograph : 0x61...0x7A ~= byte | 0x20 { bytes[last] = NetSign.accented }
    }

    /// Scripts other than Latin, and signs.
    private static func rare(_ value: UInt32) -> UInt8 {
        guard let scalar = Unicode.Scalar(value), !isIgnorable(scalar) else { return NetSign.nothing }
        switch value {
        // Letters that can also be written as two characters.
        case 0x386...0x390, 0x3AA...0x3B0, 0x3CA...0x3CE, 0x401, 0x403, 0x407, 0x40C...0x40E, 0x419, 0x439, 0x451,
            0x453,
            0x457, 0x45C...0x45E, 0x1F00...0x1FFF:
            return NetSign.accented
        case 0x410...0x42F: return NetSign.letter(value + 0x20)
        case 0x430...0x44F: return NetSign.letter(value)
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FFF, 0x3040...0x318F, 0x31A0...0x9FFF,
            0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            if scalar.properties.generalCategory != .decimalNumber { return NetSign.ideograph(value) }
        default: break
        }
        switch scalar.properties.generalCategory {
        case .decimalNumber: return 0x30 + UInt8(scalar.properties.numericValue ?? 0)
        case .uppercaseLetter, .titlecaseLetter:
            return NetSign.letter(scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? value)
        case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .enclosingMark:
            return NetSign.letter(value)
        default: return NetSign.other
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The first position of a byte outside of ASCII from a position on; the end if there is none.
    func firstBeyondASCII(from start: Int) -> Int {
        guard let base = UnsafeRawPointer(baseAddress) else { return 0 }
        var index = start
        while index + 8 <= count, (base + index).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
            index += 8
        }
        while index < count, self[index] < 0x80 { index += 1 }
        return index
    }
}
