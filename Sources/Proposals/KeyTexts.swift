// Rates how well texts of one form serve as keys: dates and running numbers do not, telephone numbers hardly.

import Rows

/// The texts of one form in one column, from top to bottom.
struct KeyTexts {
    let texts: [String]
    /// Whether what stands above them says that they are numbers.
    private let areNumbered: Bool

    init(_ texts: [String], under heading: String? = nil) {
        self.texts = texts
        areNumbered = heading.map { HeadingWords.areOf($0, HeadingWords.number) } ?? false
    }

    /// How well they serve as keys: the longest that are distinct in most rows. Nil for what is none: dates, running
    /// numbers, one number again and again.
    ///
    /// - Parameters:
    ///   - weight: places of a key that are digits or letters.
    ///   - rows: how many rows there may be at most.
    func score(weight: Int, among rows: Int) -> Double? {
        guard !texts.isEmpty, rows > 0, distinctShare >= 0.3, !areDates, !areRunning else { return nil }
        // A single row needs more than a number of three digits.
        if texts.count < 3, weight < 6 { return nil }
        let cover = min(1, Double(texts.count) / Double(rows))
        let length = Double(min(weight, 16))
        return length * cover * cover * min(1, distinctShare * 1.5) * (areTelephones ? 0.3 : 1)
    }

    /// Of how many different texts to the hundred they are.
    private var distinctShare: Double {
        texts.isEmpty ? 0 : Double(Set(texts).count) / Double(texts.count)
    }

    /// Also where a column of keys and one of dates are taken for one. Six digits are a day of any century or a year and a
    /// number: each a text of its own, in ascending order or below a heading of numbers, they are no dates.
    private var areDates: Bool {
        guard texts.count(where: { DateCell.isDate($0, compact: true) }) * 10 >= texts.count * 3 else { return false }
        let areShort = texts.allSatisfy { $0.utf8.count == 6 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return !(areShort && Set(texts).count == texts.count && (areNumbered || isAscending))
    }

    private var isAscending: Bool { texts.count > 2 && zip(texts, texts.dropFirst()).allSatisfy { $0 < $1 } }

    /// Whether each is one more than the one before, counted from the beginning of a list.
    private var areRunning: Bool {
        let numbers = texts.map { Int($0) }
        guard texts.count >= 3, let first = numbers[0], first < 1_000 else { return false }
        let steps = zip(numbers, numbers.dropFirst()).count { left, right in
            guard let left, let right else { return false }
            return right == left &+ 1
        }
        return steps * 5 >= (texts.count - 1) * 4
    }

    /// Whether they look as they are dialled within a country: a zero, no second one, ten or eleven digits.
    private var areTelephones: Bool {
        let dialled = texts.count { text in
            let digits = text.utf8.filter { $0 >= 0x30 && $0 <= 0x39 }
            return (10...11).contains(digits.count) && digits[0] == 0x30 && digits[1] != 0x30
        }
        return dialled * 10 >= texts.count * 9
    }

    /// Whether the default mask has them all.
    var areUsual: Bool { texts.allSatisfy { KeyMask.london.matches($0) } }
}
