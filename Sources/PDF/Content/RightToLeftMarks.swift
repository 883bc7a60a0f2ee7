// The points of Hebrew and the vowel signs of Arabic: documents draw them as glyphs of their own, over or under a
// letter.

/// The marks of letters that are written from right to left.
enum RightToLeftMarks {
    /// The first bytes of their UTF-8, which other letters share.
    static let leadBytes: ClosedRange<UInt8> = 0xD6...0xD9

    /// Whether a text in UTF-8 consists of marks only.
    static func areAll(of text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, leadBytes.contains(first) else { return false }
        return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy {
            $0.properties.generalCategory == .nonspacingMark
        }
    }
}
