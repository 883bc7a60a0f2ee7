// Parses the text of styles: blocks, brackets, quotes, lists.

import Text

/// The text in lower case and without white space.
func styleWord(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.lazy.filter { $0 > 0x20 }.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
}

/// The number at the beginning of a value, "-9999px"; nil for none.
func styleLength(_ value: some StringProtocol) -> Double? {
    Double(value.prefix { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == "." || $0 == "+") })
}

/// The parts between separators outside of brackets and quotes.
func parted<Bytes: Collection<UInt8>>(_ bytes: Bytes, by separator: UInt8) -> [Bytes.SubSequence] {
    var parts: [Bytes.SubSequence] = []
    var rest = bytes[...]
    while let end = place(of: { $0 == separator }, in: rest) {
        parts.append(rest[..<end])
        rest = rest[end...].dropFirst()
    }
    parts.append(rest)
    return parts
}

/// The first position of a byte outside of brackets and quotes; nil if there is none.
func place<Bytes: Collection<UInt8>>(of isWanted: (UInt8) -> Bool, in bytes: Bytes) -> Bytes.Index? {
    var depth = 0
    var quote: UInt8?
    var isEscaped = false
    for index in bytes.indices {
        let byte = bytes[index]
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if let open = quote {
            if byte == open || byte == 0x0A { quote = nil }
        } else if depth == 0, isWanted(byte) {
            return index
        } else if byte == 0x22 || byte == 0x27 {
            quote = byte
        } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
            depth += 1
        } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
            depth = max(0, depth - 1)
        }
    }
    return nil
}

/// The end of the brackets at the beginning of a text.
func endOfBrackets(in text: ArraySlice<UInt8>) -> Int? {
    place(of: { $0 == UInt8(ascii: ")") }, in: text.dropFirst())
}

/// The end of the block that begins there; the end of the text if it is unclosed.
func endOfBlock(from open: Int, in text: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var quote: UInt8?
    for index in open..<text.endIndex {
        let byte = text[index]
        if let mark = quote {
            if byte == mark && text[index - 1] != UInt8(ascii: "\\") || byte == 0x0A { quote = nil }
        } else if byte == 0x22 || byte == 0x27 {
            quote = byte
        } else if byte == UInt8(ascii: "{") {
            depth += 1
        } else if byte == UInt8(ascii: "}") {
            depth -= 1
            if depth == 0 { return index }
        }
    }
    return text.endIndex
}

/// A style without its comments, and without the signs that once hid it from browsers ("<!--").
func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count)
    var rest = text[...]
    while let first = rest.first {
        if first == UInt8(ascii: "/"), rest.starts(with: "/*".utf8) {
            rest = rest.dropFirst(2)
            while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
            rest = rest.dropFirst(2)
        } else if rest.starts(with: "<!--".utf8) {
            rest = rest.dropFirst(4)
        } else if rest.starts(with: "-->".utf8) {
            rest = rest.dropFirst(3)
        } else {
            kept.append(first)
            rest.removeFirst()
        }
    }
    return kept
}
