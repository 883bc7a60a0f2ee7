// The tokens of JSON: strings, numbers, literals and signs (RFC 8259 2, 6, 7).

import Text

/// A cursor over valid UTF-8.
struct JSONLexer {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// - Parameter bytes: must outlive the lexer.
    init(bytes: UnsafeBufferPointer<UInt8>, position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The next byte that is no white space; nil at the end.
    mutating func peek() -> UInt8? {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
        return current
    }

    /// The next byte that is no white space, if a line ends before it; otherwise nil.
    mutating func peekAfterLine() -> UInt8? {
        let start = position
        let next = peek()
        return bytes[start..<position].contains(0x0A) ? next : nil
    }

    /// Takes this byte if it comes next; returns whether it did.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    /// Takes record separators if they come next (RFC 7464), and returns whether they did: a separator without a value
    /// is ignored.
    mutating func takeSeparators() -> Bool {
        var isSeparated = false
        while take(0x1E) { isSeparated = true }
        return isSeparated
    }

    mutating func expect(_ byte: UInt8, or other: String) throws(TableError) {
        guard take(byte) else { throw error("\"\(Character(Unicode.Scalar(byte)))\" or \"\(other)\"") }
    }

    mutating func expectEnd() throws(TableError) {
        if peek() != nil { throw error("its end") }
    }

    /// A member's name and its colon.
    mutating func name() throws(TableError) -> String {
        guard peek() == 0x22 else { throw error("a name in quotes") }
        let name = try string()
        guard take(0x3A) else { throw error("\":\"") }
        return name
    }

    /// A string, a number, true, false or null.
    mutating func scalar() throws(TableError) -> JSONValue {
        switch peek() {
        case 0x22: return .string(try string())
        case 0x74: return try literal("true", .bool(true))
        case 0x66: return try literal("false", .bool(false))
        case 0x6E: return try literal("null", .null)
        case 0x2D, .some(0x30...0x39): return .number(try number())
        default: throw error("a value")
        }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(TableError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("a value") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(TableError) -> String {
        let start = position
        if current == 0x2D { position += 1 }
        let isZero = current == 0x30
        let whole = digits()
        guard whole == 1 || (whole > 1 && !isZero) else { throw error("a number without leading zeros") }
        if current == 0x2E {
            position += 1
            if digits() == 0 { throw error("a digit") }
        }
        if current == 0x65 || current == 0x45 {
            position += 1
            if current == 0x2B || current == 0x2D { position += 1 }
            if digits() == 0 { throw error("a digit") }
        }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func string() throws(TableError) -> String {
        position += 1
        let plain = plainBytes()
        // Most strings are plain.
        if current == 0x22 {
            position += 1
            return String(decoding: plain, as: UTF8.self)
        }
        var text = Array(plain)
        while let byte = current {
            position += 1
            switch byte {
            case 0x22: return String(decoding: text, as: UTF8.self)
            case 0x5C: text += Array(try escaped().utf8)
            default:
                position -= 1
                throw error("no control character in a string")
            }
            text += plainBytes()
        }
        throw error("the end of a string")
    }

    /// Takes the bytes before the next quote, backslash or control character.
    private mutating func plainBytes() -> UnsafeBufferPointer<UInt8> {
        let start = position
        while let byte = current, byte != 0x22, byte != 0x5C, byte >= 0x20 { position += 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    /// The character of an escape sequence, after its backslash.
    private mutating func escaped() throws(TableError) -> String {
        guard let byte = current else { throw error("the end of a string") }
        position += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: return String(Unicode.Scalar(byte))
        case 0x62: return "\u{8}"
        case 0x66: return "\u{C}"
        case 0x6E: return "\n"
        case 0x72: return "\r"
        case 0x74: return "\t"
        case 0x75:
            let unit = try codeUnit()
            guard (0xD800...0xDBFF).contains(unit) else { return scalar(unit) }
            // The second half of a surrogate pair; a single half is no character.
            let after = position
            if bytes[position...].starts(with: [0x5C, 0x75]) {
                position += 2
                let low = try codeUnit()
                if (0xDC00...0xDFFF).contains(low) { return scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) }
            }
            position = after
            return "\u{FFFD}"
        default:
            position -= 1
            throw error("one of \"\\/bfnrtu behind a backslash")
        }
    }

    private func scalar(_ value: UInt32) -> String { Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}" }

    private mutating func codeUnit() throws(TableError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = current.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw error("four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    /// The error: the expected and the actual token, and the line.
    private func error(_ wanted: String) -> TableError {
        let line = 1 + bytes[..<position].count { $0 == 0x0A }
        let found = current.map { _ in
            "\"" + sanitized(String(decoding: bytes[position...].prefix(12).prefix { $0 >= 0x20 }, as: UTF8.self))
                + "\""
        }
        let place = found.map { "\($0) on line \(line)" } ?? "the end of the document"
        return TableError(.malformed, "the JSON is invalid: found \(place), expected \(wanted)")
    }
}
