// Numbers as a section of a format writes them: digits in their places, rounded as people do, half away from zero.

import Text

extension FormatSection {
    /// A number in a section that says "General", or writes what is not known here.
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

    /// A number in places for its digits.
    func text(of number: DecimalNumber, showsSign: Bool) -> String {
        var number = number
        number.shift(by: 2 * tokens.count { $0 == .percent } - 3 * thousands)
        if !number.isInteger { number.round(toDigits: 15) }
        let split = DigitPlaces(tokens)
        var exponent = 0
        if split.exponent != nil {
            exponent = number.normalize(integers: max(1, split.integers.count), places: split.fractions.count)
        } else {
            number.round(toPlaces: split.fractions.count)
        }
        var pieces = tokens.map { token in
            switch token {
            case .literal(let text): text
            case .point: "."
            case .percent: "%"
            default: ""
            }
        }
        write(number.integerDigits, to: split.integers, &pieces)
        write(fraction: number.fractionDigits, to: split.fractions, &pieces)
        if let place = split.exponent, case .exponent(let hasPlus) = tokens[place] {
            let digits = "\(abs(exponent))"
            let zeros = String(repeating: "0", count: max(0, split.exponents.count - digits.count))
            pieces[place] = "E" + (exponent < 0 ? "-" : hasPlus ? "+" : "") + zeros + digits
        }
        let sign = number.isNegative && showsSign && !number.digits.isEmpty ? "-" : ""
        return collapsed((sign + pieces.joined()).utf8)
    }

    /// Integer digits from right to left; the first place takes all that are left over.
    private func write(_ digits: [UInt8], to places: [Int], _ pieces: inout [String]) {
        var left = digits[...]
        var written = 0
        for place in places.reversed() {
            let isFirst = place == places.first
            repeat {
                var piece = ""
                if let digit = left.popLast() {
                    piece = "\(digit)"
                } else if case .digit(let kind) = tokens[place] {
                    piece = kind == UInt8(ascii: "0") ? "0" : kind == UInt8(ascii: "?") ? " " : ""
                }
                if hasThousands, written > 0, written % 3 == 0, !piece.isEmpty, piece != " " { piece += "," }
                if !piece.isEmpty { written += 1 }
                pieces[place] = piece + pieces[place]
            } while isFirst && !left.isEmpty
        }
        // "(.00)" has no place for what stands before the point.
        if places.isEmpty, !left.isEmpty, let point = tokens.firstIndex(of: .point) {
            pieces[point] = digitText(left) + pieces[point]
        }
    }

    private func write(fraction digits: [UInt8], to places: [Int], _ pieces: inout [String]) {
        for (index, place) in places.enumerated() {
            if index < digits.count {
                pieces[place] = "\(digits[index])"
            } else if case .digit(let kind) = tokens[place] {
                pieces[place] = kind == UInt8(ascii: "0") ? "0" : kind == UInt8(ascii: "?") ? " " : ""
            }
        }
    }
}

/// Which of a section's tokens are places for digits before the point, behind it, and of an exponent.
private struct DigitPlaces {
    var integers: [Int] = []
    var fractions: [Int] = []
    var exponents: [Int] = []
    var exponent: Int?

    init(_ tokens: [FormatToken]) {
        var isBehindPoint = false
        for (index, token) in tokens.enumerated() {
            switch token {
            case .point: isBehindPoint = true
            case .exponent where exponent == nil: exponent = index
            case .digit where exponent != nil: exponents.append(index)
            case .digit where isBehindPoint: fractions.append(index)
            case .digit: integers.append(index)
            default: break
            }
        }
    }
}

extension DecimalNumber {
    /// Moves the point so that so many digits at most stand before it, rounds, and returns by how many powers of ten it
    /// was moved.
    fileprivate mutating func normalize(integers: Int, places: Int) -> Int {
        if digits.isEmpty { return 0 }
        var exponent = 0
        // Rounding may make one digit more of 9.99.
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
