// The text of any JSON document: names, strings and numbers, one after the other.

import Text

extension NetText {
    /// The text of a JSON document with its strings unescaped; nil if it has no escapes.
    ///
    /// - Parameter document: UTF-8 that was parsed as JSON.
    package static func ofJSON(_ document: [UInt8]) -> [UInt8]? {
        guard holds(document, 0x5C) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(document.count)
        var index = 0
        while index < document.count {
            let start = index
            while index < document.count, document[index] != 0x5C, document[index] != 0x22 { index += 1 }
            text += document[start..<index]
            if index == document.count { break }
            if document[index] == 0x22 {
                text.append(end)
                index += 1
            } else {
                index = appendEscaped(document, index, to: &text)
            }
        }
        return text
    }

    /// - Returns: the position where the document continues.
    private static func appendEscaped(_ document: [UInt8], _ start: Int, to text: inout [UInt8]) -> Int {
        guard start + 1 < document.count else { return document.count }
        switch document[start + 1] {
        case UInt8(ascii: "n"), UInt8(ascii: "r"): text.append(line)
        case UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"): text.append(0x20)
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(document, start) else { break }
            if 0xD800..<0xDC00 ~= unit, let low = codeUnit(document, start + 6), 0xDC00..<0xE000 ~= low {
                append(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), to: &text)
                return start + 12
            }
            append(unit, to: &text)
            return start + 6
        case let other: text.append(other)
        }
        return start + 2
    }

    private static func append(_ value: UInt32, to text: inout [UInt8]) {
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    private static func codeUnit(_ document: [UInt8], _ start: Int) -> UInt32? {
        guard start + 6 <= document.count, document[start] == 0x5C, document[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return UInt32(String(decoding: document[start + 2..<start + 6], as: UTF8.self), radix: 16)
    }
}
