// Keys in cells that say more (`key-in = "text"`): "No. 23-340 (Smith)", "23-340, 23-341". All else in the cell is
// company, whatever it says; where several keys share the cell, what stands between them says whether each is a case.

extension KeySearch {
    /// A longer cell holds a paragraph, in bytes.
    static let longestText = 4096

    /// The keys that stand in a cell as words of their own.
    ///
    /// - Parameter cell: its lines parted by line feeds.
    /// - Returns: the only key; `several` where separators alone part them; else that the cell is in doubt.
    func readingInText(of cell: String) -> KeyReading {
        guard cell.utf8.count <= Self.longestText, mayHold(cell) else { return .none }
        var text: [UInt8] = []
        for line in cell.split(whereSeparator: \.isNewline) {
            // A line may end within a key.
            if !text.isEmpty, !CellText.isBroken(text) { text.append(0x0A) }
            text += CellText.cell(String(line), folding: true).utf8
        }
        return reading(of: text)
    }

    private func reading(of text: [UInt8]) -> KeyReading {
        let found = places(in: text)
        if zip(found, found.dropFirst()).contains(where: {
            $1.range.lowerBound - $0.range.upperBound == 1 && isJoiner(text[$0.range.upperBound])
        }) {
            // "66357342-66357350": a range, or a number with two parts.
            return .doubtful(range(of: found.map(\.key).unique, found, in: text))
        }
        let whole = found.filter { standsAlone($0.range, in: text) }
        guard let first = whole.first else {
            return found.isEmpty ? .none : .doubtful(DoubtfulKeys(keys: found.map(\.key).unique, isLonger: true))
        }
        let keys = whole.map(\.key).unique
        if keys.count == 1 { return .key(first.key, spelling: nil) }
        let areParted = zip(whole, whole.dropFirst()).allSatisfy { left, right in
            left.key == right.key || isSeparator(text[left.range.upperBound..<right.range.lowerBound])
        }
        return areParted ? .several(keys) : .doubtful(range(of: keys, whole, in: text))
    }

    /// Whether no sign joins a key to more of a number: "23-340" is no key of "23-340-A" and of "1/23-340".
    private func standsAlone(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        let isJoined = { (sign: Int, beyond: Int) in
            guard text.indices.contains(beyond), text[beyond].isOfWord else { return false }
            // A full stop ends a sentence, or a file's name.
            if text[sign] == 0x2E { return text[beyond].isDigit }
            return isJoiner(text[sign])
        }
        return !(range.lowerBound > 0 && isJoined(range.lowerBound - 1, range.lowerBound - 2))
            && !(range.upperBound < text.count && isJoined(range.upperBound, range.upperBound + 1))
    }

    private func isJoiner(_ sign: UInt8) -> Bool {
        sign != 0x2C && KeyContext.joiners.contains(Unicode.Scalar(sign))
    }

    /// The words that lists put between the last two of several keys, in the languages of the known lists.
    private static let conjunctions: Set<String> = [
        "and", "und", "et", "y", "e", "i", "och", "og", "ja", "en", "ve", "и", "та", "és", "a", "和", "及",
    ]

    /// Whether a text between two keys says that each is a case: a comma, a semicolon, "&", "and" or the end of a line,
    /// beside labels and texts in brackets.
    private func isSeparator(_ between: ArraySlice<UInt8>) -> Bool {
        var (depth, rest, hasSign) = (0, [UInt8](), false)
        for byte in between {
            switch byte {
            case 0x28, 0x5B: depth += 1
            case 0x29, 0x5D: depth -= 1
            case _ where depth > 0: break
            case 0x2C, 0x3B, 0x26, 0x0A:
                hasSign = true
                rest.append(0x20)
            default: rest.append(byte)
            }
            if depth < 0 { return false }
        }
        if depth != 0 { return false }
        var words = String(decoding: rest, as: UTF8.self).split(separator: " ").map { String($0) }
        let count = words.count
        words.removeAll { Self.conjunctions.contains($0.lowercased()) }
        return (hasSign || words.count < count) && context.isIdle(before: words.joined(separator: " "), after: "")
    }
}

extension [String] {
    /// Each once, in their order.
    var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
