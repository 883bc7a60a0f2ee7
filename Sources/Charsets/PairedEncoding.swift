// The East Asian encodings with two-byte characters: recognised by the rows of their tables that are in use.

/// How the first and second byte of a pair identify its kind.
struct PairedEncoding: Sendable {
    let label: String
    private let points: @Sendable (UInt8, UInt8) -> Int?
    /// The fewest pairs needed, if a text may lie in one part of the table, as Hangul does in the first half of the
    /// Chinese characters.
    private var fewest = 0

    private init(_ label: String, fewest: Int = 0, _ points: @escaping @Sendable (UInt8, UInt8) -> Int?) {
        (self.label, self.fewest, self.points) = (label, fewest, points)
    }

    /// 4 for a frequent pair, 2 for a sign, less for a rare pair; nil for an invalid one. Kana score higher, because
    /// the kanji beside them are as frequent in Chinese.
    static let all = [
        PairedEncoding("gbk") { first, second in
            guard first != 0x80, first != 0xFF, second >= 0x40, second != 0x7F, second != 0xFF else { return nil }
            if first < 0xA1 || second < 0xA1 { return -2 }
            if (0xB0...0xD7).contains(first) { return 4 }
            return first <= 0xA3 ? 2 : -1
        },
        PairedEncoding("big5") { first, second in
            guard (0x81...0xFE).contains(first), isLow(second) || second >= 0xA1, second != 0xFF else { return nil }
            if (0xA4...0xC6).contains(first) { return 4 }
            return (0xA1...0xA3).contains(first) ? 2 : -1
        },
        PairedEncoding("euc-kr", fewest: 6) { first, second in
            guard first != 0x80, first != 0xFF, second >= 0x41, second != 0xFF else { return nil }
            if first < 0xA1 || second < 0xA1 { return -2 }
            if (0xB0...0xC8).contains(first) { return 5 }
            return first <= 0xA3 ? 2 : -4
        },
        PairedEncoding("euc-jp") { first, second in
            if first == 0x8E { return (0xA1...0xDF).contains(second) ? 0 : nil }
            guard first >= 0xA1, first != 0xFF, second >= 0xA1, second != 0xFF else { return nil }
            if first == 0xA4 || first == 0xA5 { return 8 }
            if (0xB0...0xCF).contains(first) { return 3 }
            return first == 0xA1 ? 2 : -1
        },
        PairedEncoding("shift_jis") { first, second in
            let isFirst = (0x81...0x9F).contains(first) || (0xE0...0xFC).contains(first)
            guard isFirst, isLow(second) || (0x80...0xFC).contains(second) else { return nil }
            if first == 0x82 && second >= 0x9F || first == 0x83 && second <= 0x96 { return 8 }
            if (0x88...0x97).contains(first) { return 4 }
            return first == 0x81 ? 2 : -2
        },
    ]

    /// How well the encoding fits a text: 2 if all pairs are frequent.
    func score(of text: [UInt8]) -> Double {
        var (total, count) = (0, 0)
        var known: Set<UInt16> = []
        var index = 0
        while index < text.count {
            let first = text[index]
            index += 1
            guard first >= 0x80 else { continue }
            // Half-width katakana take one byte each.
            if label == "shift_jis", (0xA1...0xDF).contains(first) {
                (total, count) = (total - 1, count + 1)
                continue
            }
            count += 2
            guard index < text.count, let points = points(first, text[index]) else {
                total -= 12
                continue
            }
            total += points
            if known.count < fewest { known.insert(UInt16(first) << 8 | UInt16(text[index])) }
            index += 1
        }
        return count == 0 || known.count < fewest ? 0 : Double(total) / Double(count)
    }
}

/// Whether it is an ASCII byte that may be the second of a pair.
private func isLow(_ byte: UInt8) -> Bool { (0x40...0x7E).contains(byte) }
