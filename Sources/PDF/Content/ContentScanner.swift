// Content streams to operators and operands (ISO 32000-1 7.8.2), without making a value for any of them.
// The inner loop of a reading: no String, no array per operand, no reference counting.

/// A cursor over a content stream.
struct ContentScanner {
    /// The next byte to look at.
    var position = 0
    /// Operands of the coming operator; only the first `operandCount` count.
    private(set) var operands = [Operand](repeating: Operand(kind: .number), count: 64)
    private(set) var operandCount = 0
    /// Whether a string or an inline image was not closed, or there were more operands than allowed: something may be lost.
    private(set) var isBroken = false
    private let allowed: Int

    init(limits: PDFLimits) {
        allowed = limits.operands
    }

    /// Forgets the operands.
    @inline(__always) mutating func clear() { operandCount = 0 }

    /// Begins another stream.
    mutating func restart(at start: Int) {
        position = start
        operandCount = 0
        isBroken = false
    }

    /// The number at `index`; 0 where there is none, as other readers take it.
    @inline(__always) func number(_ index: Int) -> Double {
        guard index >= 0, index < operandCount else { return 0 }
        let operand = operands[index]
        return operand.kind == .number ? operand.value : 0
    }

    /// The last operand.
    @inline(__always) var last: Operand? { operandCount > 0 ? operands[operandCount - 1] : nil }

    /// Moves to the next operator, collecting its operands. Nil at the end; 0 for an operator of more than three characters.
    @inline(__always) mutating func next(in bytes: Span<UInt8>) -> UInt32? {
        var cursor = position
        let count = bytes.count
        while cursor < count {
            let byte = bytes[cursor]
            if byte.isWhiteSpace {
                cursor &+= 1
            } else if NumberSyntax.begins(with: byte) {
                push(Operand(kind: .number, value: NumberSyntax.parse(bytes, &cursor).value))
            } else if byte.isDelimiter {
                cursor = readDelimited(byte, in: bytes, at: cursor)
            } else {
                let start = cursor
                var code: UInt32 = 0
                while cursor < count, bytes[cursor].isRegular {
                    code = code << 8 | UInt32(bytes[cursor])
                    cursor &+= 1
                }
                position = cursor
                return cursor &- start <= 3 ? code : 0
            }
        }
        position = cursor
        return nil
    }

    /// Reads what begins with a delimiter, and returns where it ends.
    private mutating func readDelimited(_ byte: UInt8, in bytes: Span<UInt8>, at start: Int) -> Int {
        var cursor = start &+ 1
        switch byte {
        case UInt8(ascii: "("):
            let extent = StringSyntax.literal(in: bytes, from: cursor)
            return push(extent, from: cursor, extent.isPlain ? .plainString : .escapedString)
        case UInt8(ascii: "<"):
            if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "<") { return cursor &+ 1 }
            return push(StringSyntax.hexadecimal(in: bytes, from: cursor), from: cursor, .hexadecimalString)
        case UInt8(ascii: "/"):
            let first = cursor
            while cursor < bytes.count, bytes[cursor].isRegular { cursor &+= 1 }
            push(Operand(kind: .name, start: first, end: cursor))
        case UInt8(ascii: "["): push(Operand(kind: .arrayStart))
        case UInt8(ascii: "]"): push(Operand(kind: .arrayEnd))
        case UInt8(ascii: "%"):
            while cursor < bytes.count, bytes[cursor] != 0x0A, bytes[cursor] != 0x0D { cursor &+= 1 }
        default: break
        }
        return cursor
    }

    private mutating func push(_ extent: StringSyntax.Extent, from start: Int, _ kind: Operand.Kind) -> Int {
        push(Operand(kind: kind, start: start, end: extent.end))
        if extent.isClosed { return extent.end &+ 1 }
        isBroken = true
        return extent.end
    }

    @inline(__always) private mutating func push(_ operand: Operand) {
        if operandCount < operands.count {
            operands[operandCount] = operand
        } else if operandCount < allowed {
            operands.append(operand)
        } else {
            isBroken = true
            return
        }
        operandCount &+= 1
    }

    /// Moves past the data of an inline image (ISO 32000-1 8.9.7), to after the `EI` that text follows; to the end without one.
    mutating func skipInlineImage(in bytes: Span<UInt8>) {
        var end = position + 1
        while end + 1 < bytes.count {
            if bytes[end] == UInt8(ascii: "E"), bytes[end + 1] == UInt8(ascii: "I"), bytes[end - 1].isWhiteSpace,
                end + 2 == bytes.count || bytes[end + 2].isWhiteSpace, Self.looksLikeText(bytes, from: end + 2)
            {
                position = end + 2
                return
            }
            end += 1
        }
        position = bytes.count
        isBroken = true
    }

    /// Whether the next few bytes could be operators, and not image data that happen to say "EI".
    private static func looksLikeText(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        for position in start..<min(start + 12, bytes.count) {
            let byte = bytes[position]
            if byte > 0x7E || byte < 0x20 && (!byte.isWhiteSpace || byte == 0) { return false }
        }
        return true
    }
}
