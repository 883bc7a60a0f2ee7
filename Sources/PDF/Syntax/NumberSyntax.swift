// Numbers (ISO 32000-1 7.3.3) as documents write them: also "--5", "+.5", "5.", "1.2.3". Always finite, never a trap.
// Fixtures number_*.

/// The syntax of numbers.
enum NumberSyntax {
    /// A number: its value, and whether it has no decimal point and fits an `Int`.
    struct Value {
        var value: Double
        var integer: Int?
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]

    /// Whether a number can begin with `byte`.
    @inline(__always) static func begins(with byte: UInt8) -> Bool {
        byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
    }

    /// The number at `position`, which moves past it. Digits beyond the eighteenth count only as zeros.
    @inline(__always) static func parse(_ bytes: Span<UInt8>, _ position: inout Int) -> Value {
        let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        let first = isNegative ? position &+ 1 : position
        var end = first
        var mantissa = 0
        while end < bytes.count, bytes[end].isDigit {
            mantissa = mantissa &* 10 &+ Int(bytes[end] &- 0x30)
            end &+= 1
        }
        let point = end
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            end &+= 1
            while end < bytes.count, bytes[end].isDigit {
                mantissa = mantissa &* 10 &+ Int(bytes[end] &- 0x30)
                end &+= 1
            }
        }
        if end > first, end &- first <= 16, end == bytes.count || !begins(with: bytes[end]) {
            position = end
            if isNegative { mantissa = 0 &- mantissa }
            if end == point { return Value(value: Double(mantissa), integer: mantissa) }
            return Value(value: Double(mantissa) / powers[end &- point &- 1], integer: nil)
        }
        return parseAny(bytes, &position)
    }

    /// Any number; `parse` knows a faster way for plain ones.
    private static func parseAny(_ bytes: Span<UInt8>, _ position: inout Int) -> Value {
        var isNegative = false
        while position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            if bytes[position] == UInt8(ascii: "-") { isNegative = true }
            position &+= 1
        }
        var digits = 0
        var mantissa = 0
        var dropped = 0
        var fraction = 0
        var hasPoint = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte.isDigit {
                if digits < 18 {
                    if hasPoint {
                        if fraction == 18 { break }
                        fraction &+= 1
                    }
                    mantissa = mantissa &* 10 &+ Int(byte &- 0x30)
                    if mantissa != 0 { digits &+= 1 }
                } else if !hasPoint {
                    dropped &+= 1
                }
            } else if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            position &+= 1
        }
        skipRest(bytes, &position)
        if !hasPoint && dropped == 0 {
            let integer = isNegative ? 0 &- mantissa : mantissa
            return Value(value: Double(integer), integer: integer)
        }
        var value = Double(mantissa) / powers[fraction]
        if dropped > 0 { value *= powers[min(dropped, 18)] }
        return Value(value: isNegative ? 0 - value : value, integer: nil)
    }

    /// Skips the rest of a malformed number: a second point, an inner sign, more digits.
    @inline(__always) private static func skipRest(_ bytes: Span<UInt8>, _ position: inout Int) {
        while position < bytes.count, begins(with: bytes[position]) { position &+= 1 }
    }
}
