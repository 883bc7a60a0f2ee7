// The points of Hebrew and the vowel signs of Arabic, which are drawn as glyphs of their own, over or under a letter.

/// The marks of letters that are written from right to left.
enum RightToLeftMarks {
    /// What their UTF-8 begins with, and that of other letters too.
    static let leadBytes: ClosedRange<UInt8> = 0xD6...0xD9

    /// Whether a text in UTF-8 is made of marks alone.
    static func areAll(of text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, leadBytes.contains(first) else { return false }
        return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy {
            $0.properties.generalCategory == .nonspacingMark
        }
    }
}
