// TOML 1.0.0: strings of four kinds, arrays, inline tables; and what looks like a number, a boolean or a date.

extension TOMLParser {
    /// Arrays and inline tables in each other, and parts of a key: a sound configuration has three, and each costs some
    /// stack.
    static let deepest = 16

    mutating func value() throws(TOMLError) -> TOMLValue {
        if skip("\"\"\"") { return .string(try multilineString(isBasic: true)) }
        if skip("'''") { return .string(try multilineString(isBasic: false)) }
        if skip("\"") { return .string(try basicString()) }
        if skip("'") { return .string(try literalString()) }
        guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") else { return try bareValue() }
        if depth == Self.deepest {
            throw error("lists are nested deeper than \(Self.deepest); remove some")
        }
        depth += 1
        defer { depth -= 1 }
        return skip("[") ? try arrayAfterBracket() : try inlineTable()
    }

    private mutating func arrayAfterBracket() throws(TOMLError) -> TOMLValue {
        var values: [TOMLValue] = []
        while true {
            try skipBlankLines()
            if skip("]") { return .array(values) }
            values.append(try value())
            try skipBlankLines()
            if skip("]") { return .array(values) }
            guard skip(",") else { throw error("the list is not closed; write \"]\", or \",\" between values") }
        }
    }

    private mutating func inlineTable() throws(TOMLError) -> TOMLValue {
        index += 1
        let table = TOMLTable(.inline)
        skipSpaces()
        if skip("}") { return .table(table) }
        while true {
            skipSpaces()
            try keyValue(into: table)
            skipSpaces()
            if skip("}") { return .table(table) }
            guard skip(",") else {
                throw error("the table is not closed; write \"}\" on the same line, or \",\" between keys")
            }
        }
    }

    // MARK: - Strings; the opening quotes have been read

    mutating func literalString() throws(TOMLError) -> String {
        let start = index
        while let byte, byte != UInt8(ascii: "'"), !byte.isTOMLControl { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if !skip("'") { throw notClosed() }
        return text
    }

    mutating func basicString() throws(TOMLError) -> String {
        var text: [UInt8] = []
        while let byte, byte != UInt8(ascii: "\""), !byte.isTOMLControl {
            if byte == UInt8(ascii: "\\") {
                text += try escape()
            } else {
                text.append(byte)
                index += 1
            }
        }
        if !skip("\"") { throw notClosed() }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func multilineString(isBasic: Bool) throws(TOMLError) -> String {
        let quote = isBasic ? UInt8(ascii: "\"") : UInt8(ascii: "'")
        var text: [UInt8] = []
        _ = skipLineEnd()
        while let byte {
            if byte == quote {
                let quotes = bytes[index...].prefix { $0 == quote }.prefix(5).count
                index += quotes
                // Up to two quotes may stand before the closing three.
                text += repeatElement(quote, count: quotes < 3 ? quotes : quotes - 3)
                if quotes >= 3 { return String(decoding: text, as: UTF8.self) }
            } else if isBasic && byte == UInt8(ascii: "\\") {
                if !skipLineContinuation() { text += try escape() }
            } else if skipLineEnd() {
                text.append(0x0A)
            } else if byte.isTOMLControl {
                throw error("there is a control character; remove it")
            } else {
                text.append(byte)
                index += 1
            }
        }
        throw notClosed()
    }

    private func notClosed() -> TOMLError {
        switch byte {
        case nil, 0x0A, 0x0D: error("the string is not closed; write its closing quote")
        default: error("there is a control character; remove it")
        }
    }

    /// A backslash at the end of a line, with all the blanks after it.
    private mutating func skipLineContinuation() -> Bool {
        let start = index
        index += 1
        skipSpaces()
        guard skipLineEnd() else {
            index = start
            return false
        }
        repeat { skipSpaces() } while skipLineEnd()
        return true
    }

    private mutating func escape() throws(TOMLError) -> [UInt8] {
        let start = index
        index += 2
        switch bytes[(start + 1)...].first {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "\""): return [0x22]
        case UInt8(ascii: "\\"): return [0x5C]
        case UInt8(ascii: "u"): return try unicodeEscape(digits: 4, from: start)
        case UInt8(ascii: "U"): return try unicodeEscape(digits: 8, from: start)
        default: throw error("there is no such escape; write \"\\\\\" for a backslash, or use single quotes", at: start)
        }
    }

    private mutating func unicodeEscape(digits: Int, from start: Int) throws(TOMLError) -> [UInt8] {
        let text = bytes[index...].prefix(digits)
        guard text.count == digits, text.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: text, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(value)
        else { throw error("there is no such character; write \(digits) hexadecimal digits of one", at: start) }
        index += digits
        return Array(String(scalar).utf8)
    }

    // MARK: - Numbers, booleans, dates

    private mutating func bareValue() throws(TOMLError) -> TOMLValue {
        let start = index
        let token = bytes[index...].prefix { $0.isBareTOMLKey || "+.:".utf8.contains($0) }
        index += token.count
        if token.isEmpty { throw error("expected a value; write text in quotes") }
        if let value = Bool(String(decoding: token, as: UTF8.self)) { return .boolean(value) }
        guard let name = Self.typeName(of: token) else {
            throw error(
                "\(String(decoding: token, as: UTF8.self).printable) is not a value; write text in quotes", at: start)
        }
        // A space may stand between date and time (RFC 3339 5.6).
        if token.count == 10, name == "a date", byte == UInt8(ascii: " "), index + 1 < bytes.count,
            bytes[index + 1].isASCIIDigit
        {
            index += 1
            index += bytes[index...].prefix { $0.isBareTOMLKey || "+.:".utf8.contains($0) }.count
        }
        return .other(name)
    }

    /// What any other word without quotes is; nil for none of what TOML has.
    private static func typeName(of token: ArraySlice<UInt8>) -> String? {
        let unsigned = token.first == UInt8(ascii: "+") || token.first == UInt8(ascii: "-") ? token.dropFirst() : token
        if unsigned.elementsEqual("inf".utf8) || unsigned.elementsEqual("nan".utf8) { return "a number" }
        guard let first = unsigned.first, first.isASCIIDigit else { return nil }
        if unsigned.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: "_") }) { return "an integer" }
        if ["0x", "0o", "0b"].contains(where: { unsigned.starts(with: $0.utf8) }) {
            return unsigned.dropFirst(2).allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
                ? "an integer" : nil
        }
        if unsigned.allSatisfy({ $0.isASCIIDigit || "_.eE+-".utf8.contains($0) }) {
            return unsigned.dropFirst(4).first == UInt8(ascii: "-") ? "a date" : "a number"
        }
        return unsigned.allSatisfy { $0.isASCIIDigit || "-+:.TtZz".utf8.contains($0) } ? "a date or time" : nil
    }
}
