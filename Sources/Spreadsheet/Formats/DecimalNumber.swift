// A number digit by digit, as written: batch numbers have more digits than a Double keeps, and 112.5 must not become
// 112.49999.

/// A decimal number.
struct DecimalNumber: Sendable, Equatable {
    var isNegative = false
    /// 0 to 9, without zeros at either end; empty for zero.
    private(set) var digits: [UInt8] = []
    /// How many of the digits precede the point; may be negative, or more than there are.
    private(set) var point = 0

    /// Reads an xsd:double (XML Schema 2, 3.2.5) that is a number; nil for others, and for numbers beyond 10^400 or
    /// below 10^-400 in any notation.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest.removeFirst()
        }
        let integer = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(integer.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix { $0.isDigit }
            rest = rest.dropFirst(fraction.count + 1)
        }
        guard integer.count + fraction.count > 0, integer.count + fraction.count <= 400 else { return nil }
        var exponent = 0
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            guard let value = Int(String(decoding: rest.dropFirst(), as: UTF8.self)) else { return nil }
            exponent = value
            rest = []
        }
        guard rest.isEmpty, abs(max(exponent, -1000)) <= 400 else { return nil }
        digits = (integer + fraction).map { $0 & 0x0F }
        point = integer.count + exponent
        trim()
        // With an exponent, one digit precedes the point.
        guard digits.isEmpty || (-399...401).contains(point) else { return nil }
    }

    /// Whether no digit follows the point.
    var isInteger: Bool { digits.count <= point || digits.isEmpty }

    /// The nearest floating-point number.
    var double: Double {
        let text = "\(isNegative ? "-" : "")0.\(String(decoding: digits.map { $0 | 0x30 }, as: UTF8.self))e\(point)"
        return Double(digits.isEmpty ? "0" : text) ?? 0
    }

    /// Moves the point to the right.
    mutating func shift(by places: Int) {
        if !digits.isEmpty { point += places }
    }

    /// Rounds to a number of digits after the point, half away from zero.
    mutating func round(toPlaces places: Int) {
        round(keeping: point + places)
    }

    /// Rounds to so many significant digits: spreadsheets keep 15, and the rest is an error of binary numbers.
    mutating func round(toDigits count: Int) {
        round(keeping: count)
    }

    private mutating func round(keeping count: Int) {
        guard count < digits.count else { return }
        guard count >= 0 else {
            (digits, point) = ([], 0)
            return
        }
        let goesUp = digits[count] >= 5
        digits.removeLast(digits.count - count)
        if goesUp {
            while digits.last == 9 { digits.removeLast() }
            if let last = digits.popLast() {
                digits.append(last + 1)
            } else {
                digits = [1]
                point += 1
            }
        }
        trim()
    }

    private mutating func trim() {
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(zeros)
        point -= zeros
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { point = 0 }
    }

    /// The digits before the point, without leading zeros.
    var integerDigits: [UInt8] {
        guard point > 0 else { return [] }
        return Array(digits.prefix(point)) + [UInt8](repeating: 0, count: max(0, point - digits.count))
    }

    /// The digits after the point, without zeros at the end.
    var fractionDigits: [UInt8] {
        guard point < digits.count else { return [] }
        return [UInt8](repeating: 0, count: max(0, -point)) + digits.dropFirst(max(0, point))
    }

    /// The number as in a cell without a format: integers with all digits, others with at most 15 digits; beyond 10^20
    /// and below 10^-9 with an exponent.
    var general: String {
        var number = self
        if !isInteger { number.round(toDigits: 15) }
        let sign = number.isNegative && !number.digits.isEmpty ? "-" : ""
        if number.digits.isEmpty { return "0" }
        guard (-9...21).contains(number.point) else {
            let first = digitText(number.digits.prefix(1))
            let rest = digitText(number.digits.dropFirst())
            let exponent = number.point - 1
            return sign + first + (rest.isEmpty ? "" : "." + rest) + "E" + (exponent < 0 ? "-" : "+")
                + twoDigits(abs(exponent))
        }
        let fraction = digitText(number.fractionDigits[...])
        let integer = digitText(number.integerDigits[...])
        return sign + (integer.isEmpty ? "0" : integer) + (fraction.isEmpty ? "" : "." + fraction)
    }
}

/// Digits as text.
func digitText(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits.map { $0 | 0x30 }, as: UTF8.self)
}

/// A number of at least two digits.
func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}

extension UInt8 {
    /// Whether this is an ASCII digit.
    var isDigit: Bool { self &- 0x30 < 10 }
}
