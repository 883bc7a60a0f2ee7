// Splits bytes into tokens (ISO 32000-1 7.2) for objects, cross-reference tables and character maps.
// Content streams have a scanner of their own, which makes no values. Never fails: the end is a token.

/// A cursor over bytes that yields tokens.
struct Lexer {
    enum Token: Equatable {
        case end
        case integer(Int)
        case real(Double)
        case name(String)
        case string([UInt8])
        case arrayStart, arrayEnd
        case dictionaryStart, dictionaryEnd
        /// `obj`, `R`, `endobj`…; at most `keywordLength` bytes of it.
        case keyword(String)
    }
    /// No keyword of the format is longer ("endcodespacerange", "begincodespacerange").
    private static let keywordLength = 20

    let bytes: [UInt8]
    /// The next byte to read.
    var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = max(position, 0)
    }

    /// Moves past white space and comments.
    mutating func skipWhiteSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "%") {
                while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
            } else if byte.isWhiteSpace {
                position += 1
            } else {
                return
            }
        }
    }

    mutating func next() -> Token {
        skipWhiteSpace()
        guard position < bytes.count else { return .end }
        let byte = bytes[position]
        if NumberSyntax.begins(with: byte) {
            var end = position
            let number = NumberSyntax.parse(bytes.span, &end)
            position = end
            return number.integer.map { .integer($0) } ?? .real(number.value)
        }
        switch byte {
        case UInt8(ascii: "/"): return name()
        case UInt8(ascii: "("): return literal()
        case UInt8(ascii: "<"):
            if bytes.holds("<<", at: position) { return single(.dictionaryStart, length: 2) }
            return hexadecimal()
        case UInt8(ascii: ">"):
            return single(.dictionaryEnd, length: bytes.holds(">>", at: position) ? 2 : 1)
        case UInt8(ascii: "["): return single(.arrayStart, length: 1)
        case UInt8(ascii: "]"): return single(.arrayEnd, length: 1)
        case UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"): return single(.keyword(""), length: 1)
        default: return keyword()
        }
    }

    /// The next token if it is this keyword, which begins with a letter; otherwise nothing moves.
    mutating func take(keyword: StaticString) -> Bool {
        let before = position
        skipWhiteSpace()
        let end = position + keyword.utf8CodeUnitCount
        if bytes.holds(keyword, at: position), end == bytes.count || !bytes[end].isRegular {
            position = end
            return true
        }
        position = before
        return false
    }

    /// The next token if it is an integer; otherwise nothing moves.
    mutating func takeInteger() -> Int? {
        let before = position
        if case .integer(let value) = next() { return value }
        position = before
        return nil
    }

    private mutating func single(_ token: Token, length: Int) -> Token {
        position += length
        return token
    }

    private mutating func keyword() -> Token {
        let start = position
        while position < bytes.count, bytes[position].isRegular { position += 1 }
        let end = min(position, start + Self.keywordLength)
        return .keyword(text(start..<end))
    }

    private func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    private mutating func name() -> Token {
        position += 1
        let start = position
        var isPlain = true
        while position < bytes.count, bytes[position].isRegular {
            if bytes[position] == UInt8(ascii: "#") { isPlain = false }
            position += 1
        }
        if isPlain { return .name(text(start..<position)) }
        return .name(String(decoding: Self.unescaped(bytes[start..<position]), as: UTF8.self))
    }

    /// A name's bytes with `#xx` resolved (ISO 32000-1 7.3.5).
    static func unescaped(_ name: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var position = name.startIndex
        while position < name.endIndex {
            if name[position] == UInt8(ascii: "#"), position + 2 < name.endIndex,
                name[position + 1].isHexadecimal, name[position + 2].isHexadecimal
            {
                output.append(name[position + 1].hexadecimalValue << 4 | name[position + 2].hexadecimalValue)
                position += 3
            } else {
                output.append(name[position])
                position += 1
            }
        }
        return output
    }

    private mutating func literal() -> Token {
        let start = position + 1
        let extent = StringSyntax.literal(in: bytes.span, from: start)
        var output: [UInt8] = []
        StringSyntax.appendLiteral(bytes.span, start..<extent.end, to: &output)
        position = min(extent.end + 1, bytes.count)
        return .string(output)
    }

    private mutating func hexadecimal() -> Token {
        let start = position + 1
        let extent = StringSyntax.hexadecimal(in: bytes.span, from: start)
        var output: [UInt8] = []
        StringSyntax.appendHexadecimal(bytes.span, start..<extent.end, to: &output)
        position = min(extent.end + 1, bytes.count)
        return .string(output)
    }
}
