// Writes numbers by a section of a format: digits in their places, rounded half away from zero.

import Text

extension FormatSection {
    /// A number in a section with "General", or with parts that are not supported here.
    func generalText(of number: DecimalNumber, showsSign: Bool) -> String {
        var number = number
        if !showsSign { number.isNegative = false }
        guard tokens.contains(.general) else { return number.general }
        return collapsed(
            tokens.map { token in
                switch token {
                case .general: number.general
                case .literal(let text): text
                case .percent: "%"
                default: ""
                }
            }.joined().utf8)
    }

    /// A number in digit places.
    func text(of number: DecimalNumber, showsSign: Bool) -> String {
        var number = number
        number.shift(by: 2 * tokens.count { $0 == .percent } - 3 * thousands)
        if !number.isInteger { number.round(toDigits: 15) }
        let places = DigitPlaces(tokens)
        var exponent = 0
        if places.exponent != nil {
            exponent = number.normalize(integers: max(1, places.integers), places: places.fractions)
        } else {
            number.round(toPlaces: places.fractions)
        }
        let sign = number.isNegative && showsSign && !number.digits.isEmpty ? "-" : ""
        return collapsed(Array(sign.utf8) + written(number, exponent, in: places))
    }

    /// All pieces from right to left, in the order of integer digits: the first place takes all remaining digits.
    private func written(_ number: DecimalNumber, _ exponent: Int, in places: DigitPlaces) -> [UInt8] {
        var reversed: [UInt8] = []
        var integers = IntegerDigits(number.integerDigits, hasThousands: hasThousands)
        let fraction = number.fractionDigits
        var (integersLeft, fractionsLeft) = (places.integers, places.fractions)
        for (index, token) in zip(tokens.indices, tokens).reversed() {
            switch token {
            case .literal(let text): reversed += text.utf8.reversed()
            case .percent: reversed.append(UInt8(ascii: "%"))
            case .point:
                reversed.append(UInt8(ascii: "."))
                // "(.00)" has no place for digits before the point.
                if index == places.point, places.integers == 0 { reversed += integers.rest() }
            case .exponent(let hasPlus) where index == places.exponent:
                let digits = "\(abs(exponent))"
                let zeros = String(repeating: "0", count: max(0, places.exponents - digits.utf8.count))
                reversed += ("E" + (exponent < 0 ? "-" : hasPlus ? "+" : "") + zeros + digits).utf8.reversed()
            case .digit where index > places.exponent ?? .max: break
            case .digit(let kind) where index > places.point ?? .max:
                fractionsLeft -= 1
                let digit = fractionsLeft < fraction.count ? fraction[fractionsLeft] | 0x30 : filler(kind)
                if let digit { reversed.append(digit) }
            case .digit(let kind):
                integersLeft -= 1
                repeat {
                    integers.writeNext(else: filler(kind), to: &reversed)
                } while integersLeft == 0 && !integers.isEmpty
            default: break
            }
        }
        return reversed.reversed()
    }

    /// The character for a place without a digit.
    private func filler(_ kind: UInt8) -> UInt8? {
        kind == UInt8(ascii: "0") ? kind : kind == UInt8(ascii: "?") ? 0x20 : nil
    }
}

/// Writes digits from the last to the first, with commas between thousands.
private struct IntegerDigits {
    private var left: ArraySlice<UInt8>
    private let hasThousands: Bool
    private var written = 0

    init(_ digits: [UInt8], hasThousands: Bool) {
        left = digits[...]
        self.hasThousands = hasThousands
    }

    var isEmpty: Bool { left.isEmpty }

    mutating func writeNext(else filler: UInt8?, to reversed: inout [UInt8]) {
        guard let digit = left.popLast().map({ $0 | 0x30 }) ?? filler else { return }
        if hasThousands, written > 0, written % 3 == 0, digit != 0x20 { reversed.append(UInt8(ascii: ",")) }
        written += 1
        reversed.append(digit)
    }

    /// All remaining digits, without commas.
    mutating func rest() -> [UInt8] {
        defer { left = [] }
        return left.reversed().map { $0 | 0x30 }
    }
}

/// How many digit places a section has before the point, after it, and in an exponent, and the positions of point and
/// exponent.
private struct DigitPlaces {
    var integers = 0
    var fractions = 0
    var exponents = 0
    var exponent: Int?
    var point: Int?

    init(_ tokens: [FormatToken]) {
        for (index, token) in tokens.enumerated() {
            switch token {
            case .point: point = point ?? index
            case .exponent: exponent = exponent ?? index
            case .digit where exponent != nil: exponents += 1
            case .digit where point != nil: fractions += 1
            case .digit: integers += 1
            default: break
            }
        }
    }
}

extension DecimalNumber {
    /// Moves the point so that at most so many digits precede it, rounds, and returns the moved powers of ten.
    fileprivate mutating func normalize(integers: Int, places: Int) -> Int {
        if digits.isEmpty { return 0 }
        var exponent = 0
        // Rounding may add a digit to 9.99.
        for _ in 0..<2 {
            let above = point - 1
            let step = integers == 1 ? above : (above - (above % integers + integers) % integers)
            shift(by: -step)
            exponent += step
            round(toPlaces: places)
        }
        return exponent
    }
}
