// Text as the net searches it: one byte for each character, so that a number is found however its digits, blanks and
// hyphens are written. What is not drawn vanishes.

import Text

/// Text that was folded, and where its bytes come from.
struct FoldedText {
    private(set) var bytes: [UInt8] = []
    /// Where the character of each byte begins in the original; empty unless asked for.
    private(set) var origins: [Int] = []
    private let hasOrigins: Bool
    /// Whether somebody has drawn the text: a soft hyphen is then a hyphen. Elsewhere it only says where a word may break.
    private let isDrawn: Bool

    init(isDrawn: Bool, hasOrigins: Bool) {
        (self.isDrawn, self.hasOrigins) = (isDrawn, hasOrigins)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
    }

    /// Appends text.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - base: where its first byte is in the original.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, base: Int = 0) {
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count, text[index] < 0x80 { index += 1 }
            if index > start {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                if hasOrigins { origins.append(contentsOf: base + start..<base + index) }
            }
            while index < text.count, text[index] >= 0x80 {
                let (scalar, length) = Self.scalar(at: index, in: text)
                append(scalar, origin: base + index)
                index += length
            }
        }
    }

    /// Appends ASCII, of which nobody wants to know where it comes from.
    mutating func append(plain text: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: text) }

    /// The character that begins there with a byte that is not ASCII, and its length in bytes.
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

    private mutating func add(_ byte: UInt8, _ origin: Int) {
        bytes.append(byte)
        if hasOrigins { origins.append(origin) }
    }

    private mutating func append(_ value: UInt32, origin: Int) {
        switch value {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: add(0x20, origin)
        case 0x85, 0x2028, 0x2029: add(0x0A, origin)
        case 0xAD: if isDrawn { add(0x2D, origin) }
        case 0x2010...0x2015, 0x2212, 0x2043, 0xFE58, 0xFE63: add(0x2D, origin)
        case 0x2024, 0x00B7, 0x2027: add(0x2E, origin)
        case 0x2044, 0x2215: add(0x2F, origin)
        case 0x2018...0x201B, 0x2032, 0x2BC: add(0x27, origin)
        case 0x201C...0x201F, 0x2033, 0xAB, 0xBB: add(0x22, origin)
        case 0x300...0x36F: accent()
        case 0xFF01...0xFF5E: add(UInt8(value - 0xFF01 + 0x21), origin)
        case 0xFB00...0xFB06: for letter in Self.ligatures[Int(value - 0xFB00)].utf8 { add(letter, origin) }
        case 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF:
            add(NetSign.accented, origin)
        default: appendRare(value, origin)
        }
    }

    static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

    /// An accent by itself: the letter before it is one that has an accent.
    private mutating func accent() {
        guard let last = bytes.last, last >= 0x80 || 0x61...0x7A ~= last | 0x20 else { return }
        if last < NetSign.firstIdeograph { bytes[bytes.count - 1] = NetSign.accented }
    }

    /// Scripts other than Latin, and signs.
    private mutating func appendRare(_ value: UInt32, _ origin: Int) {
        guard let scalar = Unicode.Scalar(value), !isIgnorable(scalar) else { return }
        switch value {
        // Letters that may be written as two characters.
        case 0x386...0x390, 0x3AA...0x3B0, 0x3CA...0x3CE, 0x401, 0x403, 0x407, 0x40C...0x40E, 0x419, 0x439, 0x451,
            0x453,
            0x457, 0x45C...0x45E, 0x1F00...0x1FFF:
            return add(NetSign.accented, origin)
        case 0x410...0x42F: return add(NetSign.letter(value + 0x20), origin)
        case 0x430...0x44F: return add(NetSign.letter(value), origin)
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FFF, 0x3040...0x318F, 0x31A0...0x9FFF,
            0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            if scalar.properties.generalCategory != .decimalNumber { return add(NetSign.ideograph(value), origin) }
        default: break
        }
        switch scalar.properties.generalCategory {
        case .decimalNumber: add(0x30 + UInt8(scalar.properties.numericValue ?? 0), origin)
        case .uppercaseLetter, .titlecaseLetter:
            add(NetSign.letter(scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? value), origin)
        case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .enclosingMark:
            add(NetSign.letter(value), origin)
        default: add(NetSign.other, origin)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the first byte from a place on is that is not ASCII; the end where none is.
    func firstBeyondASCII(from start: Int) -> Int {
        guard let base = UnsafeRawPointer(baseAddress) else { return 0 }
        var index = start
        while index + 8 <= count, (base + index).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0 {
            index += 8
        }
        while index < count, self[index] < 0x80 { index += 1 }
        return index
    }

    /// Whether all bytes are ASCII.
    var isASCII: Bool {
        guard let base = UnsafeRawPointer(baseAddress) else { return true }
        var (index, seen) = (0, UInt64(0))
        while index + 8 <= count {
            seen |= (base + index).loadUnaligned(as: UInt64.self)
            index += 8
        }
        if seen & 0x8080_8080_8080_8080 != 0 { return false }
        while index < count {
            if self[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }
}
