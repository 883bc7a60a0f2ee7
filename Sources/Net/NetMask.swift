// A mask with wildcards in the form that the net searches for: the possible letters and digits of its keys in order,
// and the signs between them, which the found key gets again.

import Rows

struct NetMask {
    /// Its index among the watched patterns.
    let number: Int
    private let pattern: KeyMask
    /// The kind of each position of a key.
    private enum Place {
        /// The next letter or digit of the document.
        case word
        /// A fixed byte.
        case fixed(UInt8)
        case sign(UInt8)
    }
    private var places: [Place] = []
    /// For each letter or digit its possible values, folded.
    private(set) var words: [[UInt8]] = []
    /// The fewest letters and digits of a key.
    private(set) var fewest = 0
    /// The signs in its keys.
    private(set) var signs: [UInt8] = []
    /// Bit n: signs precede letter or digit n.
    private(set) var gaps: UInt64 = 0

    /// Nil for a mask with only fixed signs, or with signs outside of ASCII.
    init?(_ pattern: KeyMask, number: Int) {
        (self.pattern, self.number) = (pattern, number)
        var isParted = false
        for place in 0..<pattern.length {
            let bytes = (UInt8.min...UInt8.max).filter { pattern.allows($0, at: place) }
            let letters = bytes.filter { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 }
            guard let first = bytes.first, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            if letters.isEmpty {
                places.append(.sign(first))
                signs.append(first)
                isParted = !words.isEmpty
            } else {
                places.append(letters.count == 1 ? .fixed(first) : .word)
                if isParted, words.count < 64 { gaps |= 1 << UInt64(words.count) }
                isParted = false
                words.append(Array(Set(letters.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })))
                if place < pattern.shortest { fewest += 1 }
            }
        }
        if fewest == 0 { return nil }
    }

    /// The key with these letters and digits, as a row would name it; nil for none.
    ///
    /// - Parameters:
    ///   - text: the letters and digits of the document.
    ///   - gaps: which of them follow a separator.
    func key(of text: [UInt8], gaps: UInt64) -> String? {
        guard text.count >= fewest, text.count <= words.count, text.contains(where: { 0x30...0x39 ~= $0 }),
            text.count >= NetKeys.fewestToGroup || gaps == self.gaps
        else { return nil }
        var (key, used) = ([UInt8](), 0)
        for place in places {
            if key.count >= pattern.shortest, used == text.count { break }
            switch place {
            case .sign(let sign): key.append(sign)
            case .fixed(let byte):
                guard used < text.count, text[used] | 0x20 == byte | 0x20 else { return nil }
                key.append(byte)
                used += 1
            case .word:
                guard used < text.count else { return nil }
                let byte = text[used]
                key.append(pattern.allows(byte, at: key.count) ? byte : byte ^ 0x20)
                used += 1
            }
        }
        return used == text.count && pattern.matches(key) ? String(decoding: key, as: UTF8.self) : nil
    }
}
