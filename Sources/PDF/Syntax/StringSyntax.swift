// String objects (ISO 32000-1 7.3.4): where one ends, and the bytes it stands for. Used for files and content streams alike.

/// How strings are written.
enum StringSyntax {
    /// The extent of a string between its delimiters.
    struct Extent {
        /// The closing delimiter's position, or the end of the bytes.
        var end: Int
        /// Whether the bytes stand for themselves: no escape, no carriage return.
        var isPlain: Bool
        /// Whether the closing delimiter is there.
        var isClosed: Bool
    }

    /// The literal string whose first byte after `(` is at `start`.
    static func literal(in bytes: Span<UInt8>, from start: Int) -> Extent {
        var position = start
        var depth = 0
        var isPlain = true
        while position < bytes.count {
            let byte = bytes[position]
            if byte > 0x5C {
                position &+= 1
                continue
            }
            switch byte {
            case UInt8(ascii: ")"):
                if depth == 0 { return Extent(end: position, isPlain: isPlain, isClosed: true) }
                depth &-= 1
            case UInt8(ascii: "("): depth &+= 1
            case UInt8(ascii: "\\"):
                isPlain = false
                position &+= 1
            case 0x0D: isPlain = false
            default: break
            }
            position &+= 1
        }
        return Extent(end: bytes.count, isPlain: isPlain, isClosed: false)
    }

    /// The hexadecimal string whose first byte after `<` is at `start`.
    static func hexadecimal(in bytes: Span<UInt8>, from start: Int) -> Extent {
        var position = start
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: ">") { return Extent(end: position, isPlain: false, isClosed: true) }
            position &+= 1
        }
        return Extent(end: bytes.count, isPlain: false, isClosed: false)
    }

    /// Appends what a literal string stands for: escapes resolved, ends of line folded to LF (ISO 32000-1 table 3).
    static func appendLiteral(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x0D:
                if position < range.upperBound && bytes[position] == 0x0A { position += 1 }
                output.append(0x0A)
            case UInt8(ascii: "\\"):
                if position < range.upperBound { appendEscape(bytes, &position, range.upperBound, to: &output) }
            default: output.append(byte)
            }
        }
    }

    private static func appendEscape(
        _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, to output: inout [UInt8]
    ) {
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case 0x0A: break
        case 0x0D:
            if position < end && bytes[position] == 0x0A { position += 1 }
        case 0x30...0x37:
            var value = Int(byte & 7)
            var digits = 1
            while digits < 3, position < end, 0x30...0x37 ~= bytes[position] {
                value = value * 8 + Int(bytes[position] & 7)
                position += 1
                digits += 1
            }
            output.append(UInt8(truncatingIfNeeded: value))
        default: output.append(byte)
        }
    }

    /// Appends what a hexadecimal string stands for; other characters are skipped, a missing last digit is 0.
    static func appendHexadecimal(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
        output.append(addingCapacity: range.count / 2 + 1) { (room: inout OutputSpan<UInt8>) in
            var digits = 0
            var value: UInt8 = 0
            for position in range {
                let byte = bytes[position]
                guard byte.isHexadecimal else { continue }
                value = value << 4 | byte.hexadecimalValue
                digits &+= 1
                if digits & 1 == 0 { room.append(value) }
            }
            if digits & 1 == 1 { room.append(value << 4) }
        }
    }
}
