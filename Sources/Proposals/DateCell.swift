// Whether a cell is a date, whatever its form: a column of such is no key and no status. Which day it is matters to
// nobody here.

/// Recognises dates.
enum DateCell {
    /// Longer texts are sentences that name a date.
    private static let longest = 32

    /// Whether a text is a date, alone or with the time of day.
    ///
    /// - Parameter compact: whether digits alone are one too: 20261113, 13112026, 131126.
    static func isDate(_ text: some StringProtocol, compact: Bool = false) -> Bool {
        let bytes = Array(text.utf8.prefix(longest + 1))
        if bytes.count > longest { return false }
        if compact, bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) { return isCompact(bytes) }
        guard let tokens = tokens(of: bytes) else { return false }
        var numbers: [(value: Int, digits: Int)] = []
        var months = 0
        for token in tokens {
            switch token {
            case .number(let value, let digits): numbers.append((value, digits))
            case .month: months += 1
            case .filler: break
            }
        }
        if months == 1 { return isDay(numbers) }
        guard months == 0, numbers.count >= 3 else { return false }
        return isNumeric(Array(numbers.prefix(3)))
            && numbers.dropFirst(3).allSatisfy { $0.value < 60 || $0.digits >= 3 }
    }

    private enum Token {
        case number(Int, digits: Int)
        case month
        /// A weekday, "of", "T": says nothing of the day.
        case filler
    }

    /// The numbers and words of a text; nil for one that has others than dates have.
    private static func tokens(of bytes: [UInt8]) -> [Token]? {
        var tokens: [Token] = []
        var rest = bytes[...]
        while let first = rest.first {
            if first >= 0x30 && first <= 0x39 {
                let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
                if digits.count > 9 { return nil }
                tokens.append(.number(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits: digits.count))
                rest = rest[digits.endIndex...]
            } else if separators.contains(first) {
                rest = rest.dropFirst()
            } else {
                let word = rest.prefix { !separators.contains($0) && !($0 >= 0x30 && $0 <= 0x39) }
                guard let token = token(of: String(decoding: word, as: UTF8.self).lowercased()) else { return nil }
                tokens.append(token)
                rest = rest[word.endIndex...]
            }
        }
        return tokens
    }

    private static let separators = Array(" -/.,:+".utf8)

    private static func token(of word: String) -> Token? {
        if fillers.contains(word) { return .filler }
        if word.unicodeScalars.count >= 3 {
            if months.contains(where: { word.hasPrefix($0) }) && word.unicodeScalars.count <= 10 { return .month }
            if weekdays.contains(where: { word.hasPrefix($0) }) && word.unicodeScalars.count <= 10 { return .filler }
        }
        return nil
    }

    /// What the months' names begin with in English, French, German, Spanish, Italian, Portuguese and Dutch.
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "janv", "fév", "fev", "avr",
        "mai",
        "juin", "juil", "août", "aout", "déc", "mär", "mae", "okt", "dez", "ene", "abr", "ago", "dic", "gen", "mag",
        "giu", "lug",
        "set", "ott", "out", "mrt", "maa", "mei",
    ]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let fillers = [
        "st", "nd", "rd", "th", "of", "t", "z", "de", "am", "pm", "年", "月", "日", "utc", "gmt",
    ]

    /// A day and perhaps a year beside a month's name, and perhaps a time.
    private static func isDay(_ numbers: [(value: Int, digits: Int)]) -> Bool {
        guard let first = numbers.first, numbers.count <= 6 else { return false }
        if numbers.count == 1 { return (1...31).contains(first.value) || isYear(first) }
        let second = numbers[1]
        return ((1...31).contains(first.value) && first.digits <= 2 && (isYear(second) || second.digits == 2))
            || (isYear(first) && (1...31).contains(second.value))
    }

    private static func isYear(_ number: (value: Int, digits: Int)) -> Bool {
        number.digits == 4 && (1900...2099).contains(number.value)
    }

    private static func isNumeric(_ numbers: [(value: Int, digits: Int)]) -> Bool {
        let (first, second, third) = (numbers[0], numbers[1], numbers[2])
        if isYear(first) { return isDayAndMonth(second, third) }
        return isDayAndMonth(first, second) && (isYear(third) || third.digits == 2)
    }

    private static func isDayAndMonth(_ left: (value: Int, digits: Int), _ right: (value: Int, digits: Int)) -> Bool {
        guard left.digits <= 2, right.digits <= 2, left.value >= 1, right.value >= 1 else { return false }
        return (left.value <= 12 && right.value <= 31) || (left.value <= 31 && right.value <= 12)
    }

    /// Year, month and day in this order, or day, month and year, without anything between them.
    private static func isCompact(_ digits: [UInt8]) -> Bool {
        let value = { (from: Int, count: Int) -> (value: Int, digits: Int) in
            (digits[from..<from + count].reduce(0) { $0 * 10 + Int($1 - 0x30) }, count)
        }
        switch digits.count {
        case 8:
            return (isYear(value(0, 4)) && isDayAndMonth(value(4, 2), value(6, 2)) && value(4, 2).value <= 12)
                || (isYear(value(4, 4)) && isDayAndMonth(value(0, 2), value(2, 2)))
        case 6: return isDayAndMonth(value(0, 2), value(2, 2)) || isDayAndMonth(value(2, 2), value(4, 2))
        default: return false
        }
    }
}
