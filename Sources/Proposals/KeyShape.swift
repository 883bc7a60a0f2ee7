// The form of a text that may be a key: its digits and letters by position, and its fixed characters. The forms of many
// texts make the mask that `try` proposes.

import Rows

/// The signs of a text from left to right, those of one kind put together.
struct KeyShape: Hashable {
    /// What stands at a place.
    enum Sign: Hashable {
        case digit, letter
        /// A digit or a letter.
        case either
        /// This character itself.
        case itself(UInt8)

        init?(_ byte: UInt8) {
            switch byte {
            case 0x30...0x39: self = .digit
            case 0x41...0x5A, 0x61...0x7A: self = .letter
            case 0x2D, 0x2E, 0x2F, 0x5F: self = .itself(byte)
            default: return nil
            }
        }

        /// Of a key of several words, or with brackets.
        init?(ofPhrase byte: UInt8) {
            guard let sign = Sign(byte) ?? (Self.phraseSigns.contains(byte) ? .itself(byte) : nil) else { return nil }
            self = sign
        }

        private static let phraseSigns = Set(" ()[]:#&".utf8)

        var isSeparator: Bool { if case .itself = self { true } else { false } }
    }

    /// Places of one kind in a row.
    struct Part: Hashable {
        var sign: Sign
        /// How many there are in the shortest key, and in the longest.
        var count: ClosedRange<Int>
    }

    private(set) var parts: [Part] = []

    /// Fewer characters, or digits among them, tell no key from a page number, a visa class or a house number.
    static let shortest = 4
    static let fewestDigits = 3
    /// Longer ones are words in a sentence, or addresses.
    static let longest = 40
    /// So many letters in a row are a word.
    static let mostLetters = 6
    /// Keys of one list differ in length by no more than this.
    static let mostSpread = 4

    private init(parts: [Part]) {
        self.parts = parts
    }

    /// The form of a text; nil for one that can be no key: a word, an amount, a telephone number with its "+", a part
    /// of a sentence.
    init?(_ text: some Collection<UInt8>) {
        self.init(text) { Sign($0) }
        guard let last = parts.last, !last.sign.isSeparator else { return nil }
    }

    /// The form of a key of several words or with brackets, which only its place tells from other text:
    /// "LPA 153/2026", "WP(C) 99/2026".
    ///
    /// Its place shows as well that a short number is one.
    init?(phrase text: some Collection<UInt8>) {
        self.init(text, shortest: 2, fewestDigits: 1) { Sign(ofPhrase: $0) }
        guard let last = parts.last, [.itself(0x29), .itself(0x5D)].contains(last.sign) || !last.sign.isSeparator else {
            return nil
        }
    }

    private init?(
        _ text: some Collection<UInt8>, shortest: Int = Self.shortest, fewestDigits: Int = Self.fewestDigits,
        _ sign: (UInt8) -> Sign?
    ) {
        guard (shortest...Self.longest).contains(text.count) else { return nil }
        for byte in text {
            guard let sign = sign(byte) else { return nil }
            if let last = parts.indices.last, parts[last].sign == sign {
                let count = parts[last].count.upperBound + 1
                parts[last].count = count...count
            } else {
                parts.append(Part(sign: sign, count: 1...1))
            }
        }
        let digits = parts.reduce(0) { $0 + ($1.sign == .digit ? $1.count.upperBound : 0) }
        guard digits >= fewestDigits, let first = parts.first, !first.sign.isSeparator, !isAmount, !isFraction,
            !parts.contains(where: { $0.sign == .letter && $0.count.upperBound > Self.mostLetters })
        else { return nil }
    }

    /// "12.50", "1.250", "1.250.000".
    private var isAmount: Bool {
        guard parts.count > 1, parts.allSatisfy({ $0.sign == .digit || $0.sign == .itself(0x2E) }) else { return false }
        let groups = parts.filter { $0.sign == .digit }.map(\.count.upperBound)
        let thousands = groups[0] <= 3 && groups.dropFirst().allSatisfy { $0 == 3 }
        return thousands || (groups.count == 2 && groups[1] <= 2)
    }

    /// "12/345": a page of many, a share.
    private var isFraction: Bool {
        parts.count == 3 && parts[1].sign == .itself(0x2F) && parts[0].sign == .digit && parts[2].sign == .digit
            && length.upperBound < 7
    }

    /// How many characters a key of this form has.
    var length: ClosedRange<Int> {
        parts.reduce(0...0) { $0.lowerBound + $1.count.lowerBound...$0.upperBound + $1.count.upperBound }
    }

    /// How many characters differ from key to key, in the shortest of them.
    var weight: Int {
        parts.reduce(0) { $0 + ($1.sign.isSeparator ? 0 : $1.count.lowerBound) }
    }

    /// Whether all its signs are digits.
    var isNumber: Bool { parts.count == 1 && parts[0].sign == .digit }

    /// The form that has the keys of both; nil where they are of different signs, or are too different in length.
    ///
    /// - Parameter anywhere: whether they may differ in how many of any sign there are, and not of the last one alone:
    ///   where only the form says what is a key, fewer are alike by chance.
    func joined(with other: KeyShape, anywhere: Bool = false) -> KeyShape? {
        guard parts.count == other.parts.count else { return nil }
        var joined: [Part] = []
        for (index, (left, right)) in zip(parts, other.parts).enumerated() {
            guard left.sign == right.sign, anywhere || left.count == right.count || index == parts.count - 1
            else { return nil }
            let least = min(left.count.lowerBound, right.count.lowerBound)
            joined.append(Part(sign: left.sign, count: least...max(left.count.upperBound, right.count.upperBound)))
        }
        let shape = KeyShape(parts: joined)
        return shape.length.upperBound - shape.length.lowerBound <= Self.mostSpread ? shape : nil
    }

    /// The same with digits and letters taken for one, for keys in which they change places; nil for one of digits
    /// alone.
    var loose: KeyShape? {
        if isNumber || !parts.contains(where: { $0.sign == .letter }) { return nil }
        var loose: [Part] = []
        for part in parts {
            let sign = part.sign.isSeparator ? part.sign : .either
            if let last = loose.indices.last, loose[last].sign == sign {
                let count = loose[last].count.upperBound + part.count.upperBound
                loose[last].count = count...count
            } else {
                loose.append(Part(sign: sign, count: part.count))
            }
        }
        return KeyShape(parts: loose)
    }

    /// The same with its short numbers, those of up to three digits between other signs, of one to four: "LPA 54/2026" is
    /// of a list with "LPA 153/2026".
    var withShorterNumbers: KeyShape {
        if !parts.contains(where: \.sign.isSeparator) { return self }
        return KeyShape(
            parts: parts.map { part in
                part.sign == .digit && part.count.upperBound <= 3 ? Part(sign: .digit, count: 1...4) : part
            })
    }

    /// The mask.
    ///
    /// - Parameter prefix: the letters that all keys begin with; they stand as they are, where the number of letters is
    ///   always the same.
    func mask(prefix: [UInt8] = []) -> String {
        var text = ""
        for (index, part) in parts.enumerated() {
            switch part.sign {
            case .itself(let byte):
                let sign = KeyMask.escaped(String(UnicodeScalar(byte)))
                text += Self.repeated(sign, part.count)
            case .digit: text += Self.repeated("#", part.count)
            case .either: text += Self.repeated("?", part.count)
            case .letter:
                let literal = index == 0 && part.count.count == 1 ? prefix.prefix(part.count.upperBound) : []
                // "A" is the sign for any letter.
                text += literal.map { $0 == 0x41 ? "[A]" : String(UnicodeScalar($0)) }.joined()
                text += Self.repeated(
                    "A", part.count.lowerBound - literal.count...part.count.upperBound - literal.count)
            }
        }
        return text
    }

    private static func repeated(_ sign: String, _ count: ClosedRange<Int>) -> String {
        count.count == 1
            ? String(repeating: sign, count: count.lowerBound) : "\(sign){\(count.lowerBound),\(count.upperBound)}"
    }

    /// Whether a text has this form.
    func matches(_ text: some Collection<UInt8>) -> Bool {
        var rest = text[...]
        // Neighbouring parts differ in their signs, so that each takes all it can; "?" stands between separators.
        for part in parts {
            let taken = rest.prefix { byte in
                guard let sign = Sign(byte) else { return false }
                return sign == part.sign || (part.sign == .either && !sign.isSeparator)
            }
            guard part.count.contains(taken.count) else { return false }
            rest = rest[taken.endIndex...]
        }
        return rest.isEmpty
    }
}
