// Converts one encoding to UTF-8. The only file that calls iconv.

import CIconv
import Text

/// A text decoded from one encoding.
struct Decoded {
    /// Valid UTF-8.
    var bytes: [UInt8]
    /// How many characters were invalid, and became U+FFFD.
    var wrong: Int
    /// How many valid characters are beyond ASCII.
    var sound: Int

    /// Whether the bytes are in that encoding, apart from slips: one wrong byte must not change how all others read.
    var isSound: Bool { wrong == 0 || sound > 2 * wrong }

    /// - Parameter bytes: valid UTF-8 with U+FFFD for invalid bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (wrong, sound) = (0, 0)
        var index = 0
        // Counts the first byte of each character.
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0xC2 {
                let isReplacement =
                    byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] == 0xBD
                if isReplacement { wrong += 1 } else { sound += 1 }
            }
            index += 1
        }
    }
}

extension Charset {
    /// Decodes these bytes to UTF-8.
    ///
    /// - Returns: nil if they are certainly in another encoding.
    /// - Throws: if this system cannot decode it.
    func decode(_ document: ArraySlice<UInt8>) throws(TableError) -> Decoded? {
        let text: [UInt8]?
        switch self {
        case .utf8: text = Array(String(decoding: document, as: UTF8.self).utf8)
        case .utf16Little: text = utf16(document, isLittle: true)
        case .utf16Big: text = utf16(document, isLittle: false)
        case .utf32Little: text = utf32(document, isLittle: true)
        case .utf32Big: text = utf32(document, isLittle: false)
        case .windows1252: text = textOfWindows1252(document)
        default: text = try takesConverter ? iconv(document) : table(document)
        }
        return text.map(Decoded.init)
    }

    /// Whether a converter of the system must process the text itself: for encodings with two-byte characters, or with
    /// letters that wait for their marks. For the others it only supplies the meaning of each byte.
    var takesConverter: Bool { width > 1 || ["CP1255", "CP1258"].contains(iconvName) }

    /// Loads the converter, for a process that can load nothing later.
    func loadConverter() { _ = ciconv_load(iconvName) }

    private func table(_ document: ArraySlice<UInt8>) throws(TableError) -> [UInt8]? {
        // Each on a line of its own.
        let upper = (UInt8(0x80)...UInt8.max).flatMap { [$0, 0x0A] as [UInt8] }
        guard let lines = try iconv(upper[...])?.split(separator: 0x0A), lines.count == 128 else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(document.count + document.count / 2)
        var wrong = 0
        for byte in document {
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            let meaning = lines[Int(byte) - 0x80]
            if meaning.elementsEqual([0xEF, 0xBF, 0xBD]) { wrong += 1 }
            text.append(contentsOf: meaning)
        }
        return wrong > mostWrong(of: document.count) ? nil : text
    }

    /// The most invalid bytes: text with a third of them is in another encoding anyway.
    private func mostWrong(of count: Int) -> Int { count / 3 + 1 }

    /// Decodes the text by a converter of the system.
    func iconv(_ document: ArraySlice<UInt8>) throws(TableError) -> [UInt8]? {
        // A byte beyond ASCII becomes at most three, and so does a pair of ASCII bytes after an escape sequence.
        let beyond = width > 1 && !document.contains { $0 >= 0x80 } ? document.count : document.count { $0 >= 0x80 }
        let room = document.count + 3 * beyond + 16
        // Each wrong byte costs a call.
        let mostWrong = mostWrong(of: document.count)
        var result = 0
        let text = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            document.withUnsafeBytes { bytes in
                guard let from = bytes.baseAddress, let to = buffer.baseAddress else { return }
                result = UnsafeMutableRawPointer(to).withMemoryRebound(to: CChar.self, capacity: room) {
                    ciconv_utf8(
                        iconvName, Int32(width), from.assumingMemoryBound(to: CChar.self), document.count, $0, room,
                        mostWrong)
                }
            }
            count = max(0, result)
        }
        guard result != Int(CICONV_UNKNOWN) else {
            throw TableError(.unsupported, "the text is written in \(name), which this system cannot decode (iconv)")
        }
        guard result >= 0, isUTF8(text) else { return nil }
        return text
    }
}

/// A character cut at the end, and half of a pair, become U+FFFD.
private func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> [UInt8] {
    var text = UTF8Text(room: bytes.count + bytes.count / 2)
    var first: UInt8?
    var high: UInt32?
    for byte in bytes {
        guard let other = first else {
            first = byte
            continue
        }
        first = nil
        let unit = isLittle ? UInt32(byte) << 8 | UInt32(other) : UInt32(other) << 8 | UInt32(byte)
        if let pair = high {
            high = nil
            if unit & 0xFC00 == 0xDC00 {
                text.append(0x10000 + (pair & 0x3FF) << 10 + (unit & 0x3FF))
                continue
            }
            text.append(0xFFFD)
        }
        if unit & 0xFC00 == 0xD800 { high = unit } else { text.append(unit) }
    }
    if first != nil || high != nil { text.append(0xFFFD) }
    return text.bytes
}

private func utf32(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> [UInt8] {
    var text = UTF8Text(room: bytes.count)
    var value: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
        value = isLittle ? value | UInt32(byte) << (8 * count) : value << 8 | UInt32(byte)
        count += 1
        guard count == 4 else { continue }
        text.append(value)
        (value, count) = (0, 0)
    }
    if count > 0 { text.append(0xFFFD) }
    return text.bytes
}

/// As in browsers (WHATWG Encoding 9): the five undefined bytes are control characters.
private func textOfWindows1252(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    // 0x80...0x9F; Latin-1 has control characters there.
    let upper: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
        0x017E, 0x0178,
    ]
    var text = UTF8Text(room: bytes.count + bytes.count / 4)
    for byte in bytes { text.append((0x80..<0xA0).contains(byte) ? upper[Int(byte) - 0x80] : UInt32(byte)) }
    return text.bytes
}

/// UTF-8 under construction.
private struct UTF8Text {
    private(set) var bytes: [UInt8] = []

    init(room: Int) { bytes.reserveCapacity(room) }

    /// Invalid characters become U+FFFD.
    mutating func append(_ value: UInt32) {
        switch value {
        case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: value))
        case ..<0x800: append(0xC0 | value >> 6, value)
        case 0xD800...0xDFFF, 0x110000...: bytes += [0xEF, 0xBF, 0xBD]
        case ..<0x10000:
            append(0xE0 | value >> 12, value >> 6)
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
        default:
            append(0xF0 | value >> 18, value >> 12)
            append(0x80 | value >> 6 & 0x3F, value)
        }
    }

    private mutating func append(_ lead: UInt32, _ rest: UInt32) {
        bytes.append(UInt8(truncatingIfNeeded: lead))
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | rest & 0x3F))
    }
}
