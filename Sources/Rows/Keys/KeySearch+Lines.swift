// Keys in lines of text: "66357342: Refused". The line belongs to its key where it has one and nothing before it means
// anything; what else has a key in it is doubted.

/// What a line has of a key.
enum LineReading: Equatable {
    case none
    /// - Parameters:
    ///   - head: the line up to the end of the key and its marks, to be read as the cell of a key.
    ///   - rest: what the line says behind it, without the signs that part the two.
    case key(head: String, rest: String)
    case doubtful(DoubtfulKeys)
}

extension KeySearch {
    /// What is longer is no line of a list, in bytes.
    static let longestLine = 4096
    /// So many words may be a key at the beginning of a line.
    private static let mostWords = 3

    func reading(ofLine line: String) -> LineReading {
        guard line.utf8.count >= mask.shortest, mayHold(line) else { return .none }
        let (text, ends) = Self.folded(line)
        let plain = places(in: text)
        let found = plain.isEmpty ? groupedPlaces(in: text) : plain
        guard let first = found.first else { return longer(in: line) }
        var keys: [String] = []
        for place in found where !keys.contains(place.key) { keys.append(place.key) }
        let rest = line[line.utf8.index(line.startIndex, offsetBy: ends[first.range.upperBound - 1])...]
        var doubtful = DoubtfulKeys(keys: keys)
        if !plain.isEmpty, Self.mayHaveDate(rest) {
            let range = range(of: keys, plain, in: text)
            if range.isRange, Self.leadingDate(of: Self.unparted(rest)) == nil { doubtful = range }
        }
        if keys.count > 1 || doubtful.isRange || first.range.lowerBound > Self.longest / 2
            || line.utf8.count > Self.longestLine
        {
            return .doubtful(doubtful)
        }
        return reading(of: line, endOfKey: rest.startIndex)
    }

    private func groupedPlaces(in text: [UInt8]) -> [Place] {
        let (compact, origins) = Self.withoutGaps(text)
        return places(in: compact).compactMap { place in
            let range = origins[place.range.lowerBound]..<(origins[place.range.upperBound - 1] + 1)
            return Self.isDate(text[range]) ? nil : Place(range: range, key: place.key, isGrouped: true)
        }
    }

    /// Parts a line behind its key.
    private func reading(of line: String, endOfKey: String.Index) -> LineReading {
        var end = endOfKey
        for index in line.unicodeScalars.indices[endOfKey...] {
            let scalar = line.unicodeScalars[index]
            let open: Character? = scalar == ")" ? "(" : scalar == "]" ? "[" : nil
            if KeyContext.marks.contains(scalar) || open.map(line[..<endOfKey].contains) == true {
                end = line.unicodeScalars.index(after: index)
            } else if scalar != " " {
                break
            }
        }
        // "/2" and "-A" are parts of a number, "-Refused" is none.
        if let sign = line[end...].unicodeScalars.first, KeyContext.joiners.contains(sign) {
            let word = line[end...].unicodeScalars.dropFirst().prefix { $0.properties.isAlphabetic || $0.isDigitOfAny }
            if !word.isEmpty, word.count < 4 || word.contains(where: \.isDigitOfAny) { end = word.endIndex }
        }
        var rest = Self.unparted(line[end...])
        // The name of a file in brackets is none of the status.
        if let open = rest.first, open == "(" || open == "[",
            let last = rest.firstIndex(of: open == "(" ? ")" : "]"), context.namesFile(String(rest[...last]))
        {
            rest = Self.unparted(rest[rest.index(after: last)...])
        }
        return .key(head: String(line[..<end]), rest: context.namesFile(String(rest)) ? "" : String(rest))
    }

    /// Keys that begin or end a longer word at the beginning of a line, or are parted there.
    private func longer(in line: String) -> LineReading {
        let words = line.prefix(Self.longest).split(separator: " ").prefix(Self.mostWords)
        for count in words.indices.map({ $0 + 1 }) {
            var text = words.prefix(count).joined(separator: " ")
            while let last = text.unicodeScalars.last, Self.signs.contains(last) { text.unicodeScalars.removeLast() }
            if case .doubtful(let keys) = reading(of: text) { return .doubtful(keys) }
        }
        return .none
    }

    /// The line as keys are compared, as far as one is looked for, and for each of its bytes where its sign ends in the
    /// line.
    private static func folded(_ line: String) -> (text: [UInt8], ends: [Int]) {
        let line = line.utf8.prefix(longestLine)
        if line.allSatisfy({ $0 < 0x80 }) { return (Array(line), Array(1...max(1, line.count))) }
        var text: [UInt8] = []
        var ends: [Int] = []
        var end = 0
        for scalar in Substring(line).unicodeScalars {
            end += UTF8.width(scalar)
            if scalar.value < 0x80 {
                text.append(UInt8(scalar.value))
            } else {
                CellText.append(scalar, folding: true, isDrawn: false, to: &text)
            }
            ends += repeatElement(end, count: text.count - ends.count)
        }
        return (text, ends)
    }
}

// MARK: - What is said of a key

extension KeySearch {
    /// What parts a key from what is said of it, and a status from its date.
    private static let signs = Set(
        " :;,.-=|>/\u{2013}\u{2014}\u{2015}\u{2192}\u{21D2}\u{BB}\u{B7}\u{2022}\u{FF1A}".unicodeScalars)
    private static let brackets = Set("()[]".unicodeScalars)
    private static let mostDateWords = 8

    /// A text without the signs at its beginning.
    private static func unparted(_ text: Substring) -> Substring {
        Substring(text.unicodeScalars.drop { signs.contains($0) })
    }

    private static func trimmed(_ text: Substring, _ signs: Set<Unicode.Scalar>) -> Substring {
        var text = text.unicodeScalars.drop { signs.contains($0) }
        while let last = text.last, signs.contains(last) { text.removeLast() }
        return Substring(text)
    }

    /// False only for a text that surely has no date, as most have none: a day has a digit.
    private static func mayHaveDate(_ text: Substring) -> Bool { text.utf8.contains { $0.isDigit || $0 >= 0x80 } }

    /// The date that a text begins with, and what follows.
    private static func leadingDate(of text: Substring) -> (date: Substring, rest: Substring)? {
        let words = text.split(separator: " ", maxSplits: mostDateWords).prefix(mostDateWords)
        for word in words.reversed() {
            if !mayHaveDate(text[..<word.endIndex]) { break }
            let date = trimmed(text[..<word.endIndex], signs.union(brackets))
            if DateCell.isDate(date) { return (date, unparted(text[word.endIndex...])) }
        }
        return nil
    }

    /// The date that a text ends with, and what stands before it.
    private static func trailingDate(of text: Substring) -> (date: Substring, rest: Substring)? {
        for word in text.split(separator: " ").suffix(mostDateWords) {
            if !mayHaveDate(text[word.startIndex...]) { break }
            let date = trimmed(text[word.startIndex...], signs.union(brackets))
            guard DateCell.isDate(date) else { continue }
            var rest = text[..<word.startIndex].unicodeScalars
            while let last = rest.last, last != ".", signs.contains(last) || last == "(" { rest.removeLast() }
            return (date, Substring(rest))
        }
        return nil
    }

    /// What is said of a key, with the date in it by itself: behind the status, where it is not told otherwise.
    static func update(in rest: String, dateFirst: Bool) -> (status: String, date: String) {
        let text = rest[...]
        if !mayHaveDate(text) { return (rest, "") }
        let found =
            dateFirst
            ? leadingDate(of: text) ?? trailingDate(of: text) : trailingDate(of: text) ?? leadingDate(of: text)
        return found.map { (String($0.rest), String($0.date)) } ?? (rest, "")
    }
}

extension Update {
    /// Whether there is no date, and the status ends with one that is no part of a sentence.
    package var endsWithDate: Bool {
        guard date.isEmpty else { return false }
        let parts = KeySearch.update(in: status, dateFirst: false)
        guard !parts.date.isEmpty, status.hasPrefix(parts.status), let last = parts.status.split(separator: " ").last
        else { return false }
        // A sentence has a short word before its date: "on", "am", "le".
        return last.count > 3 || last.first?.isLowercase == false
    }
}

extension Unicode.Scalar {
    fileprivate var isDigitOfAny: Bool { properties.numericType != nil }
}
