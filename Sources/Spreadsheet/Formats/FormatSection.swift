// One section of a number format, parsed into the pieces that it writes.

/// A part of a section.
enum FormatToken: Equatable, Sendable {
    case literal(String)
    /// "0", "#" or "?".
    case digit(UInt8)
    case point
    case percent
    /// "E+" or "E-": whether it writes a plus.
    case exponent(hasPlus: Bool)
    case general
    /// "@".
    case text
    case date(DatePart)
}

/// A part of a date or a time; numbers are counts of letters.
enum DatePart: Equatable, Sendable {
    case year(Int)
    case month(Int)
    case day(Int)
    case hour(Int)
    case minute(Int)
    case second(Int)
    /// Digits of a second.
    case fraction(Int)
    /// "AM/PM", or "A/P".
    case half(isShort: Bool)
    /// Total hours, minutes or seconds: "[h]", "[mm]", "[ss]".
    case elapsed(UInt8, Int)
}

/// The condition of a section: "[>=100]".
struct FormatCondition: Equatable, Sendable {
    var comparison: String
    var value: Double

    func holds(for number: Double) -> Bool {
        switch comparison {
        case "<": number < value
        case "<=": number <= value
        case ">": number > value
        case ">=": number >= value
        case "=": number == value
        default: number != value
        }
    }
}

/// One section of a format.
struct FormatSection: Sendable {
    enum Kind: Sendable { case general, number, date }

    private(set) var tokens: [FormatToken] = []
    private(set) var kind = Kind.number
    private(set) var condition: FormatCondition?
    /// Whether commas separate thousands.
    private(set) var hasThousands = false
    /// How many times to divide the number by a thousand.
    private(set) var thousands = 0
    /// Whether it writes a fraction ("# ?/?"), which is not supported: such numbers are shown unformatted.
    private var isFraction = false
    /// Commas that may scale: those after a digit, until another digit follows.
    private var commas = 0

    init(_ code: [Unicode.Scalar]) {
        var rest = code[...]
        while let scalar = rest.first { take(scalar, &rest) }
        thousands = commas
        resolveMinutes()
        if tokens.contains(where: { if case .date = $0 { true } else { false } }) {
            kind = .date
        } else if isFraction || tokens.contains(.general) {
            kind = .general
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>) {
        switch scalar {
        case "\"":
            let text = rest.dropFirst().prefix { $0 != "\"" }
            rest = rest.dropFirst(text.count + 2)
            append(text)
        case "\\":
            append(rest.dropFirst().prefix(1))
            rest = rest.dropFirst(2)
        case "_":
            append([" "])
            rest = rest.dropFirst(2)
        case "*": rest = rest.dropFirst(2)
        case "[":
            let text = rest.dropFirst().prefix { $0 != "]" }
            rest = rest.dropFirst(text.count + 2)
            takeBracket(String(String.UnicodeScalarView(text)))
        default:
            if !takeWord(&rest) {
                rest = rest.dropFirst()
                takeSign(scalar)
            }
        }
    }

    private mutating func append(_ text: some Sequence<Unicode.Scalar>) {
        tokens.append(.literal(String(String.UnicodeScalarView(text))))
    }

    /// A digit's place, a point, a comma, a percent sign, or a literal.
    private mutating func takeSign(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "0", "#", "?":
            if case .date(.second) = tokens.dropLast().last, tokens.last == .point {
                tokens[tokens.count - 1] = .date(.fraction(1))
            } else if case .date(.fraction(let count)) = tokens.last {
                tokens[tokens.count - 1] = .date(.fraction(count + 1))
            } else {
                if commas > 0, !tokens.contains(.point) { hasThousands = true }
                commas = 0
                tokens.append(.digit(UInt8(truncatingIfNeeded: scalar.value)))
            }
        case ".": tokens.append(.point)
        case ",":
            if case .digit = tokens.last { commas += 1 } else if commas > 0 { commas += 1 } else { append([scalar]) }
        case "%": tokens.append(.percent)
        case "@": tokens.append(.text)
        case "/":
            if case .digit = tokens.last(where: { $0 != .literal(" ") }) { isFraction = true }
            append([scalar])
        default: append([scalar])
        }
    }

    /// A colour and a locale write nothing, a currency its sign.
    private mutating func takeBracket(_ text: String) {
        let lower = text.lowercased()
        if text.hasPrefix("$") {
            append(text.dropFirst().prefix { $0 != "-" }.unicodeScalars)
        } else if let first = lower.utf8.first, lower.utf8.allSatisfy({ $0 == first }), "hms".utf8.contains(first) {
            tokens.append(.date(.elapsed(first, lower.utf8.count)))
        } else if let first = text.first, "<>=".contains(first) {
            let comparison = String(text.prefix { "<>=".contains($0) })
            if let value = Double(text.dropFirst(comparison.count)) {
                condition = FormatCondition(comparison: comparison, value: value)
            }
        }
    }

    /// A word or letters with a meaning.
    private mutating func takeWord(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = rest.first, first.isASCII, first.properties.isAlphabetic else { return false }
        for (word, token) in Self.words where Self.begins(rest, with: word) {
            tokens.append(token)
            rest = rest.dropFirst(word.utf8CodeUnitCount)
            return true
        }
        let letter = Unicode.Scalar(UInt8(truncatingIfNeeded: first.value) | 0x20)
        let count = rest.prefix { $0.isASCII && UInt8(truncatingIfNeeded: $0.value) | 0x20 == UInt8(ascii: letter) }
            .count
        let part: DatePart
        switch letter {
        case "y", "e": part = .year(letter == "e" ? 4 : count)
        case "m": part = .month(count)
        case "d": part = .day(count)
        case "a" where count > 2: part = .day(count)
        case "h": part = .hour(count)
        case "s": part = .second(count)
        default: return false
        }
        tokens.append(.date(part))
        rest = rest.dropFirst(count)
        return true
    }

    /// Whether the code continues with a word, given in lower-case ASCII.
    private static func begins(_ code: ArraySlice<Unicode.Scalar>, with word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            code.count >= word.count
                && zip(code, word).allSatisfy { scalar, byte in
                    scalar.value == byte || 0x61...0x7A ~= byte && scalar.value == byte - 0x20
                }
        }
    }

    private static let words: [(StaticString, FormatToken)] = [
        ("general", .general), ("am/pm", .date(.half(isShort: false))), ("a/p", .date(.half(isShort: true))),
        ("e+", .exponent(hasPlus: true)), ("e-", .exponent(hasPlus: false)),
    ]

    /// "m" is a minute after an hour and before a second, otherwise a month.
    private mutating func resolveMinutes() {
        let dates = tokens.indices.filter { if case .date = tokens[$0] { true } else { false } }
        for (index, place) in dates.enumerated() {
            guard case .date(.month(let count)) = tokens[place], count <= 2 else { continue }
            var isMinute = false
            if index > 0 {
                switch tokens[dates[index - 1]] {
                case .date(.hour), .date(.elapsed(UInt8(ascii: "h"), _)): isMinute = true
                default: break
                }
            }
            if index + 1 < dates.count {
                switch tokens[dates[index + 1]] {
                case .date(.second), .date(.elapsed(UInt8(ascii: "s"), _)): isMinute = true
                default: break
                }
            }
            if isMinute { tokens[place] = .date(.minute(count)) }
        }
    }
}
