// Keys with something at them: the mark of a footnote, a digit too few. The first is a key, the second is to be doubted.

extension KeyMask {
    /// How many of the bytes are a key that has nothing but marks of footnotes behind it ("20121456171*"); nil for none.
    func keyLength(in text: [UInt8]) -> Int? {
        guard text.count > shortest else { return nil }
        var end = text.count
        for _ in 0..<Self.mostMarks {
            guard let mark = Self.marks.first(where: { text[..<end].hasSuffix($0) }) else { return nil }
            end -= mark.count
            if end < shortest { return nil }
            if matches(text, at: 0..<end) { return end }
        }
        return nil
    }

    /// Whether a text without blanks looks so much like a key that it may be one: with a sign at it, a digit too few or
    /// too many, or one that was misread.
    func resembles(_ text: String) -> Bool {
        if isAnyText { return false }
        let signs = text.unicodeScalars.filter { !$0.properties.isWhitespace }
        guard signs.count + 1 >= shortest, signs.count <= length + 4 else { return false }
        let digits = signs.count { $0.properties.numericType != nil }
        return digits * 2 > signs.count && digits + 2 >= fewestDigits
    }

    private static let mostMarks = 3
    /// In bytes.
    static let longestMarks = 9
    private static let marks: [[UInt8]] = "*†‡§¶#+^¹²³⁰⁴⁵⁶⁷⁸⁹".map { Array(String($0).utf8) }
}

extension Collection<UInt8> {
    fileprivate func hasSuffix(_ end: [UInt8]) -> Bool {
        suffix(end.count).elementsEqual(end)
    }
}
