// String objects (ISO 32000-1 7.3.4): finds their ends and decodes them. Used for files and content streams alike.

/// The syntax of strings.
enum StringSyntax {
    /// The extent of a string between its delimiters.
    struct Extent {
        /// The closing delimiter's position, or the end of the bytes.
        var end: Int
        /// Whether the bytes need no decoding: no escape, no carriage return.
        var isPlain: Bool
        /// Whether the closing delimiter is there.
        var isClosed: Bool
    }

    /// The literal string whose first byte after `(` is at `start`.
    static func literal(in bytes: Span<UInt8>, from start: Int) -> Extent {
        var position = start
        var depth = 0
        var isPlain = true
        while true {
            position = bytes.firstPosition(from: position, of: special)
            guard position < bytes.count else { break }
            switch bytes[position] {
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

    /// The bytes of a literal string that need a closer look.
    private static let special = FourBytes(UInt8(ascii: ")"), UInt8(ascii: "("), UInt8(ascii: "\\"), 0x0D)

    /// The hexadecimal string whose first byte after `<` is at `start`.
    static func hexadecimal(in bytes: Span<UInt8>, from start: Int) -> Extent {
        let end = bytes.firstPosition(of: UInt8(ascii: ">"), from: start)
        return Extent(end: end, isPlain: false, isClosed: end < bytes.count)
    }

    /// Appends a decoded literal string: escapes resolved, ends of line folded to LF (ISO 32000-1 table 3).
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

    /// Appends a decoded hexadecimal string; skips other characters; a missing last digit is 0.
    static func appendHexadecimal(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
        let digits = bytes.extracting(range)
        var position = 0
        if digits.count >= 16 {
            output.append(addingCapacity: digits.count / 2) { (room: inout OutputSpan<UInt8>) in
                position = appendBlocks(digits, to: &room)
            }
        }
        var high: UInt8?
        while position < digits.count {
            let byte = digits[position]
            position &+= 1
            guard byte.isHexadecimal else { continue }
            if let value = high {
                output.append(value << 4 | byte.hexadecimalValue)
                high = nil
            } else {
                high = byte.hexadecimalValue
            }
        }
        if let value = high { output.append(value << 4) }
    }

    /// Appends the bytes of blocks of eight digits without anything between them, as in nearly all strings. Returns the
    /// start of the first other block.
    private static func appendBlocks(_ digits: Span<UInt8>, to room: inout OutputSpan<UInt8>) -> Int {
        digits.withUnsafeBytes { raw in
            var position = 0
            while position &+ 8 <= raw.count {
                let block = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                guard let bytes = fourBytes(block) else { break }
                room.append(UInt8(truncatingIfNeeded: bytes))
                room.append(UInt8(truncatingIfNeeded: bytes >> 8))
                room.append(UInt8(truncatingIfNeeded: bytes >> 16))
                room.append(UInt8(truncatingIfNeeded: bytes >> 24))
                position &+= 8
            }
            return position
        }
    }

    /// Converts eight hexadecimal digits to four bytes in parallel, the first digits lowest; nil if any is no such
    /// digit.
    @inline(__always) private static func fourBytes(_ digits: UInt64) -> UInt64? {
        // 1 for each letter: letters have bit 6, digits do not.
        let letters = (digits >> 6) & 0x0101_0101_0101_0101
        // 3 for a digit, 4 for a letter; bit 5 of a letter is its case.
        let rows = (digits >> 4) & 0x0F0F_0F0F_0F0F_0F0F & ~(letters << 1)
        let values = (digits & 0x0F0F_0F0F_0F0F_0F0F) &+ letters &* 9
        // Letters, and only they, are 10 to 15.
        let tens = ((values &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
        let isWrong =
            (rows ^ (0x0303_0303_0303_0303 &+ letters)) | (tens ^ letters) | (values & 0xF0F0_F0F0_F0F0_F0F0)
            | (digits & 0x8080_8080_8080_8080)
        if isWrong != 0 { return nil }
        var bytes = ((values << 4) | (values >> 8)) & 0x00FF_00FF_00FF_00FF
        bytes = (bytes | (bytes >> 8)) & 0x0000_FFFF_0000_FFFF
        return (bytes | (bytes >> 16)) & 0xFFFF_FFFF
    }
}
