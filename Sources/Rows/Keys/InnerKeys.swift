// Keys within longer texts: a sentence that names a case, or a line that was drawn as one text with its number in it.
// They begin no row; whether one was lost is for the account of a page to decide.

/// A word of a text that matches the list's mask, among others.
struct InnerKey {
    /// The text's piece.
    var piece: Int
    var key: String
}

extension KeyMask {
    /// The keys that stand in the texts of a page between blanks.
    func innerKeys(of page: PageLines) -> [InnerKey] {
        var found: [InnerKey] = []
        if isAnyText { return found }
        for (index, piece) in page.pieces.enumerated() where piece.text.count > shortest {
            let end = piece.text.upperBound
            var start = piece.text.lowerBound
            while start < end {
                if canBegin(with: page.utf8[start]), let key = key(in: page.utf8, at: start, end),
                    start > piece.text.lowerBound || start + key.utf8.count < end
                {
                    found.append(InnerKey(piece: index, key: key))
                }
                // To the next word.
                while start < end, page.utf8[start] != 0x20 { start &+= 1 }
                start &+= 1
            }
        }
        return found
    }

    /// The key that the word beginning at a place is, without punctuation behind it.
    private func key(in utf8: [UInt8], at start: Int, _ limit: Int) -> String? {
        var end = start
        while end < limit, utf8[end] != 0x20, end - start <= length { end &+= 1 }
        while end > start, [0x2C, 0x2E, 0x3A, 0x3B, 0x29].contains(utf8[end - 1]) { end &-= 1 }
        return matches(utf8, at: start..<end) ? String(decoding: utf8[start..<end], as: UTF8.self) : nil
    }
}
