// Splits content streams into operators and operands (ISO 32000-1 7.8.2), without making a value for any of them.
// The inner loop of a reading: no String, no array per operand, no reference counting.

/// A cursor over a content stream.
struct ContentScanner {
    /// The next byte to read.
    var position = 0
    /// Operands of the coming operator; only the first `operandCount` are valid.
    private(set) var operands = [Operand](repeating: Operand(kind: .number), count: 64)
    private(set) var operandCount = 0
    /// Decoded bytes of those strings among the operands that need decoding.
    private(set) var decoded: [UInt8] = []
    /// Whether a string or inline image was not closed, or there were too many operands: something may be lost.
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

    /// The number at `index`; 0 if there is none, as in other readers.
    @inline(__always) func number(_ index: Int) -> Double {
        guard index >= 0, index < operandCount else { return 0 }
        let operand = operands[index]
        return operand.kind == .number ? operand.value : 0
    }

    /// The last operand.
    @inline(__always) var last: Operand? { operandCount > 0 ? operands[operandCount - 1] : nil }

    /// Moves to the next operator, collecting its operands. Nil at the end; 0 for an operator of more than three
    /// characters.
    @inline(__always) mutating func next(in bytes: Span<UInt8>) -> UInt32? {
        while true {
            // Local copies, so that the loop does not reload them for each operand.
            var (cursor, filled, isCut) = (position, operandCount, false)
            var room = operands.mutableSpan
            var overflow: Operand?
            let code = Self.next(in: bytes, &cursor, &room, &filled, &isCut, &overflow)
            (position, operandCount) = (cursor, filled)
            if isCut { isBroken = true }
            guard let operand = overflow else { return code }
            if operandCount < allowed {
                operands.append(operand)
                operandCount &+= 1
            } else {
                isBroken = true
            }
        }
    }

    /// The same, but stops after an operand that does not fit.
    @inline(__always) private static func next(
        in bytes: Span<UInt8>, _ cursor: inout Int, _ room: inout MutableSpan<Operand>, _ filled: inout Int,
        _ isCut: inout Bool, _ overflow: inout Operand?
    ) -> UInt32? {
        while cursor < bytes.count {
            let byte = bytes[cursor]
            let operand: Operand
            if byte.isWhiteSpace {
                cursor &+= 1
                continue
            } else if NumberSyntax.begins(with: byte) {
                operand = Operand(kind: .number, value: NumberSyntax.parse(bytes, &cursor).value)
            } else if byte.isDelimiter {
                guard let delimited = readDelimited(byte, in: bytes, &cursor, &isCut) else { continue }
                operand = delimited
            } else {
                let start = cursor
                var code: UInt32 = 0
                while cursor < bytes.count, bytes[cursor].isRegular {
                    code = code << 8 | UInt32(bytes[cursor])
                    cursor &+= 1
                }
                return cursor &- start <= 3 ? code : 0
            }
            guard filled < room.count else {
                overflow = operand
                return nil
            }
            room[filled] = operand
            filled &+= 1
        }
        return nil
    }

    /// Reads a token that begins with a delimiter, and moves past it. Nil if it is no operand.
    private static func readDelimited(
        _ byte: UInt8, in bytes: Span<UInt8>, _ cursor: inout Int, _ isCut: inout Bool
    ) -> Operand? {
        cursor &+= 1
        let first = cursor
        switch byte {
        case UInt8(ascii: "("):
            let extent = StringSyntax.literal(in: bytes, from: first)
            cursor = end(of: extent, &isCut)
            return Operand(kind: extent.isPlain ? .plainString : .escapedString, start: first, end: extent.end)
        case UInt8(ascii: "<"):
            if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "<") {
                cursor &+= 1
                return nil
            }
            let extent = StringSyntax.hexadecimal(in: bytes, from: first)
            cursor = end(of: extent, &isCut)
            return Operand(kind: .hexadecimalString, start: first, end: extent.end)
        case UInt8(ascii: "/"):
            while cursor < bytes.count, bytes[cursor].isRegular { cursor &+= 1 }
            return Operand(kind: .name, start: first, end: cursor)
        case UInt8(ascii: "["): return Operand(kind: .arrayStart)
        case UInt8(ascii: "]"): return Operand(kind: .arrayEnd)
        case UInt8(ascii: "%"):
            while cursor < bytes.count, bytes[cursor] != 0x0A, bytes[cursor] != 0x0D { cursor &+= 1 }
            return nil
        default: return nil
        }
    }

    /// The position after a string.
    @inline(__always) private static func end(of extent: StringSyntax.Extent, _ isCut: inout Bool) -> Int {
        if extent.isClosed { return extent.end &+ 1 }
        isCut = true
        return extent.end
    }

    /// Decodes those strings among the operands from `first` on that need decoding.
    @inline(__always) mutating func decodeStrings(from first: Int, in bytes: Span<UInt8>) {
        for index in first..<operandCount where operands[index].isCoded {
            decodeAll(from: first, in: bytes)
            return
        }
    }

    private mutating func decodeAll(from first: Int, in bytes: Span<UInt8>) {
        decoded.removeAll(keepingCapacity: true)
        for index in first..<operandCount {
            let operand = operands[index]
            let start = decoded.count
            switch operand.kind {
            case .escapedString: StringSyntax.appendLiteral(bytes, operand.range, to: &decoded)
            case .hexadecimalString: StringSyntax.appendHexadecimal(bytes, operand.range, to: &decoded)
            default: continue
            }
            operands[index] = Operand(kind: .decodedString, start: start, end: decoded.count)
        }
    }

    /// Draws the strings among the operands from `first` on.
    @inline(__always) func draw(
        from first: Int, in bytes: Span<UInt8>, with decoder: inout GlyphDecoder, on placer: inout TextPlacer
    ) {
        decoder.draw(operands.span.extracting(first..<operandCount), bytes, decoded.span, on: &placer)
    }

    /// Moves past the data of an inline image (ISO 32000-1 8.9.7): to after the `EI` that text follows, or to the end
    /// without one.
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

    /// Whether the next few bytes could be operators, rather than image data that happen to contain "EI".
    private static func looksLikeText(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        for position in start..<min(start + 12, bytes.count) {
            let byte = bytes[position]
            if byte > 0x7E || byte < 0x20 && (!byte.isWhiteSpace || byte == 0) { return false }
        }
        return true
    }
}
