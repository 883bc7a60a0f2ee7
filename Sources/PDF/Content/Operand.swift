// An operand of a content stream: a number, or where in the stream a string or name stands. 24 bytes, no allocation.

/// What stands before an operator.
struct Operand {
    enum Kind: UInt8 {
        case number, name
        /// A literal string without escapes, one with escapes, a hexadecimal one.
        case plainString, escapedString, hexadecimalString
        case arrayStart, arrayEnd
    }
    var kind: Kind
    /// The number.
    var value = 0.0
    /// The first byte of the name or string, after its delimiter.
    var start: Int32 = 0
    /// After the last byte, before its delimiter.
    var end: Int32 = 0

    var range: Range<Int> { Int(start)..<Int(end) }
}
