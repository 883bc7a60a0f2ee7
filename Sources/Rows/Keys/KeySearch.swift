// Keys in cells that have more in them. A key is read where all else says nothing of the case; where the cell may mean
// another number, or several, that is said. Bounded by the length of a cell: what is longer is a sentence.

/// Looks for keys in cells that are none by themselves.
struct KeySearch {
    let mask: KeyMask
    let context: KeyContext
    /// A cell of fewer digits has no key in it.
    private let fewestDigits: Int

    /// What is longer is a sentence, in bytes.
    static let longest = 256
    /// A key of fewer digits is a word among words: it is read beside a label, and never doubted.
    static let fewestToRead = 2
    static let fewestToDoubt = 4

    /// - Parameters:
    ///   - heading: what stands above the keys, where the layout says so.
    ///   - isOnPage: whether only gaps part the cells, so that a word behind the key may be of the next one.
    init(_ mask: KeyMask, heading: String?, isOnPage: Bool = false) {
        self.mask = mask
        context = KeyContext(heading: heading, isOnPage: isOnPage)
        fewestDigits = max(Self.fewestToRead, mask.fewestDigits)
    }

    /// A place in a text where a key stands.
    struct Place {
        var range: Range<Int>
        var key: String
        /// Whether blanks or hyphens part the key's digits.
        var isGrouped = false
    }

    /// What a cell has of a key that is not all of it.
    ///
    /// - Parameter doubts: whether to look for keys that may be cut out of a longer word.
    func reading(of cell: String, doubts: Bool = true) -> KeyReading {
        let count = cell.utf8.count
        if mask.isAnyText || count <= mask.shortest || count > Self.longest || !mayHold(cell) { return .none }
        // A number by itself, and another than the mask has, as most of those cells are.
        if cell.utf8.allSatisfy(\.isLetterOrDigit), !mask.matches(cell.utf8.prefix(mask.length)),
            !mask.matches(cell.utf8.suffix(mask.length)), !mask.isRange
        {
            return .none
        }
        let text = Array(CellText.cell(cell, folding: true).utf8)
        let (compact, origins) = Self.withoutGaps(text)
        let plain = places(in: text)
        var found = plain
        if compact.count < text.count {
            for place in places(in: compact) {
                let range = origins[place.range.lowerBound]..<(origins[place.range.upperBound - 1] + 1)
                if range.count == place.range.count { continue }
                if Self.isDate(text[range]) { continue }
                found.append(Place(range: range, key: place.key, isGrouped: true))
            }
        }
        guard let first = found.first else { return doubts ? longer(in: [text, compact]) : .none }
        var keys: [String] = []
        for place in found where !keys.contains(place.key) { keys.append(place.key) }
        if keys.count == 1, isAlone(found, in: text) {
            return .key(first.key, spelling: spelling(of: first, in: text))
        }
        guard keys.allSatisfy({ Self.digits(of: $0.utf8) >= Self.fewestToDoubt }) else { return .none }
        return .doubtful(range(of: keys, plain, in: text))
    }

    /// False only if a cell surely holds no key: nearly all cells are passed over by this.
    func mayHold(_ cell: String) -> Bool {
        var digits = 0
        for byte in cell.utf8 {
            if byte.isDigit { digits += 1 }
            // Digits of full width, and of Arabic and Devanagari, take more bytes.
            if byte == 0xEF || byte == 0xD9 || byte == 0xDB || byte == 0xE0 { return true }
        }
        return digits >= fewestDigits
    }

    static func digits(of text: some Collection<UInt8>) -> Int { text.count { $0.isDigit } }

    // MARK: - Places

    /// The keys between other signs than letters and digits.
    func places(in text: [UInt8]) -> [Place] {
        var found: [Place] = []
        var start = 0
        while start < text.count {
            let isStart = start == 0 || !text[start - 1].isLetterOrDigit
            if isStart, text[start] & 0xC0 != 0x80, mask.canBegin(with: text[start]),
                let end = keyEnd(in: text, from: start)
            {
                let key = String(decoding: text[start..<end], as: UTF8.self)
                if Self.digits(of: text[start..<end]) >= Self.fewestToRead {
                    found.append(Place(range: start..<end, key: key))
                    start = end
                    continue
                }
            }
            start += 1
        }
        return found
    }

    /// Where the longest key that begins there ends, if no letter or digit follows.
    private func keyEnd(in text: [UInt8], from start: Int) -> Int? {
        var length = min(mask.length, text.count - start)
        while length >= mask.shortest {
            let end = start + length
            if end == text.count || !text[end].isLetterOrDigit, mask.matches(text, at: start..<end) { return end }
            length -= 1
        }
        return nil
    }

    /// The text without what parts digits into groups, and where each of its bytes was.
    static func withoutGaps(_ text: [UInt8]) -> (text: [UInt8], origins: [Int]) {
        var compact: [UInt8] = []
        var origins: [Int] = []
        for (index, byte) in text.enumerated() {
            if byte < 0x30, isGap(at: index, in: text) { continue }
            compact.append(byte)
            origins.append(index)
        }
        return (compact, origins)
    }

    /// Whether a sign parts digits into groups: a blank or hyphen; a comma, point or apostrophe before groups of three.
    private static func isGap(at index: Int, in text: [UInt8]) -> Bool {
        guard index > 0, index + 1 < text.count, text[index - 1].isDigit, text[index + 1].isDigit else { return false }
        switch text[index] {
        case 0x20, 0x2D: return true
        case 0x2C, 0x2E, 0x27:
            let before = text[..<index].suffix(4).reversed().prefix { $0.isDigit }.count
            let after = text[(index + 1)...].prefix(4).prefix { $0.isDigit }.count
            return before <= 3 && after == 3
        default: return false
        }
    }

    /// Whether groups of digits are a day: 2026-11-13, 13 11 2026.
    static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
        let groups = text.split { !$0.isDigit }
        guard groups.count == 3, groups[1].count <= 2 else { return false }
        let numbers = groups.map { $0.reduce(0) { $0 &* 10 &+ Int($1 & 0x0F) } }
        let isDay = { (group: Int) in groups[group].count <= 2 && (1...31).contains(numbers[group]) }
        let isYear = { (group: Int) in groups[group].count == 4 && (1900...2199).contains(numbers[group]) }
        return isDay(1) && (isYear(0) && isDay(2) || isDay(0) && (isYear(2) || groups[2].count == 2))
    }

    // MARK: - What stands beside

    /// Whether all places are one, or the same key again, and nothing else in the cell means anything.
    private func isAlone(_ places: [Place], in text: [UInt8]) -> Bool {
        var rest = text[...]
        var texts: [String] = []
        for place in places {
            guard place.range.lowerBound >= rest.startIndex else { return false }
            texts.append(String(decoding: rest[..<place.range.lowerBound], as: UTF8.self))
            rest = rest[place.range.upperBound...]
        }
        texts.append(String(decoding: rest, as: UTF8.self))
        return texts.indices.dropLast().allSatisfy { context.isIdle(before: texts[$0], after: texts[$0 + 1]) }
    }

    /// The key as it is written, with its marks.
    private func spelling(of place: Place, in text: [UInt8]) -> String {
        let rest = String(decoding: text[..<place.range.lowerBound] + text[place.range.upperBound...], as: UTF8.self)
        var spelling = String(decoding: text[place.range], as: UTF8.self)
        spelling.unicodeScalars.append(contentsOf: rest.unicodeScalars.filter { KeyContext.marks.contains($0) })
        return spelling
    }

    // MARK: - What may be another number

    /// What joins the first number of a range to its last.
    private static let rangeSigns = ["-", "\u{2013}", "\u{2014}", "..", "\u{2026}", "~", "\u{FF5E}"]
    private static let rangeWords = Set(
        [
            "to", "until", "till", "through", "thru", "bis", "à", "au", "a", "al", "hasta", "até", "do", "до", "tot",
            "至", "到",
        ])

    /// The keys, and whether the cell may mean those between as well: "66357343-66357350", "66357343-50".
    func range(of keys: [String], _ plain: [Place], in text: [UInt8]) -> DoubtfulKeys {
        guard let first = plain.first else { return DoubtfulKeys(keys: keys) }
        let after = String(decoding: text[first.range.upperBound...], as: UTF8.self)
        let isRange =
            Self.rangeSigns.contains { after.drop { $0 == " " }.hasPrefix($0) }
            || after.lowercased().split(separator: " ").first.map { Self.rangeWords.contains(String($0)) } ?? false
        guard isRange else { return DoubtfulKeys(keys: keys) }
        if plain.count > 1 {
            let last = plain[plain.count - 1].key
            return DoubtfulKeys(keys: keys, isRange: first.key < last)
        }
        // The last number may be cut to the digits that differ.
        let digits = after.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count < first.key.count else { return DoubtfulKeys(keys: keys) }
        let last = first.key.dropLast(digits.count) + digits
        return first.key < last
            ? DoubtfulKeys(keys: [first.key, String(last)], isRange: true) : DoubtfulKeys(keys: keys)
    }

    /// Keys that begin or end a longer word, or are parted by blanks where they have letters.
    private func longer(in texts: [[UInt8]]) -> KeyReading {
        // Blanks between letters and digits are no part of how numbers are grouped.
        let joined = texts[0].filter { $0 != 0x20 }
        if mask.matches(joined), Self.digits(of: joined) >= Self.fewestToDoubt, !Self.isDate(texts[0][...]) {
            return .doubtful(DoubtfulKeys(keys: [String(decoding: joined, as: UTF8.self)]))
        }
        var keys: [String] = []
        for text in texts {
            for word in text.split(whereSeparator: { !$0.isLetterOrDigit }) where word.count > mask.shortest {
                for length in mask.lengths where length < word.count {
                    for part in [word.prefix(length), word.suffix(length)] where mask.matches(part) {
                        let key = String(decoding: part, as: UTF8.self)
                        if Self.digits(of: part) >= Self.fewestToDoubt, !keys.contains(key) { keys.append(key) }
                    }
                }
            }
        }
        return keys.isEmpty ? .none : .doubtful(DoubtfulKeys(keys: keys, isLonger: true))
    }
}
