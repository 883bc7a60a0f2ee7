// An operand of a content stream: a number, or the position of a string or name. 16 bytes, no allocation.

/// A token before an operator.
struct Operand {
    enum Kind: UInt8 {
        case number, name
        /// A literal string without escapes, one with escapes, a hexadecimal one.
        case plainString, escapedString, hexadecimalString
        /// A string in `ContentScanner.decoded`.
        case decodedString
        case arrayStart, arrayEnd
    }
    let kind: Kind
    /// A number's bits, or two positions.
    private let content: UInt64

    /// A number, or a bracket with the value 0.
    @inline(__always) init(kind: Kind, value: Double = 0) {
        self.kind = kind
        content = value.bitPattern
    }

    /// A name or string: its first byte, after its delimiter, and the byte after its last.
    @inline(__always) init(kind: Kind, start: Int, end: Int) {
        self.kind = kind
        content = UInt64(UInt32(clamping: start)) << 32 | UInt64(UInt32(clamping: end))
    }

    /// The number.
    @inline(__always) var value: Double { Double(bitPattern: content) }
    /// The position of the name or string.
    @inline(__always) var range: Range<Int> {
        let start = Int(content >> 32)
        return start..<max(Int(content & 0xFFFF_FFFF), start)
    }
    /// Whether this is a string that needs decoding.
    @inline(__always) var isCoded: Bool { kind == .escapedString || kind == .hexadecimalString }
    /// Bytes of a string that can be drawn; 0 for anything else.
    @inline(__always) var stringLength: Int { kind == .plainString || kind == .decodedString ? range.count : 0 }
}
