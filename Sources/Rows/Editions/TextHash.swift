// The hash of a cell's text while it is read, piece by piece: the same however the text is cut into pieces, wherever its
// blanks are, and however its letters are encoded. It is a part of fingerprints, which are kept in the state.

/// A hash of text without its blanks.
struct TextHash {
    private var hash = Hash64()
    /// What was taken in and is no whole word yet, the first byte lowest.
    private var word: UInt64 = 0
    /// How many bits of `word` are taken.
    private var bits: UInt64 = 0

    private static let everyByte: UInt64 = 0x0101_0101_0101_0101

    /// Whether nothing was taken in.
    fileprivate var isEmpty: Bool { hash.value == Hash64().value && bits == 0 }

    /// The hash of all that was taken in.
    var value: UInt64 {
        var end = hash
        end.mix(word)
        end.mix(bits)
        return end.value
    }

    /// Takes in text as UTF-8. Blanks do not count, nor what is of no width.
    mutating func add(_ text: UnsafeRawBufferPointer) {
        let before = self
        var index = 0
        while index < text.count {
            let count = min(text.count - index, 8)
            let next = TextHash.word(of: text, from: index, count)
            if next & (0x80 &* TextHash.everyByte) != 0 {
                // Letters beyond ASCII are one with their marks: the whole text is folded.
                self = before
                return addFolded(text)
            }
            add(next, count)
            index += count
        }
    }

    /// The next bytes, the first one lowest; blanks where there are fewer than eight.
    @inline(__always)
    private static func word(of text: UnsafeRawBufferPointer, from index: Int, _ count: Int) -> UInt64 {
        if count == 8 {
            return UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        var word: UInt64 = 0
        for place in (index..<index + count).reversed() { word = word << 8 | UInt64(text[place]) }
        return word
    }

    /// Takes in so many ASCII characters.
    @inline(__always)
    private mutating func add(_ next: UInt64, _ count: Int) {
        let high = 0x80 &* TextHash.everyByte
        let areGraphic = (next &+ 0x5F &* TextHash.everyByte) & ~(next &+ TextHash.everyByte) & high == high
        if count == 8, areGraphic, bits == 0 { return hash.mix(next) }
        for place in 0..<UInt64(count) { take(next &>> (8 &* place) & 0xFF) }
    }

    /// Takes in a character that can be seen, and no other. Without a branch: blanks come as they like.
    @inline(__always)
    private mutating func take(_ byte: UInt64) {
        let mask: UInt64 = byte &- 0x21 < 0x5E || byte >= 0x80 ? ~0 : 0
        word |= (byte & mask) &<< bits
        bits &+= 8 & mask
        if bits == 64 {
            hash.mix(word)
            (word, bits) = (0, 0)
        }
    }

    private mutating func addFolded(_ text: UnsafeRawBufferPointer) {
        var folded: [UInt8] = []
        CellText.append(Array(text)[...], folding: true, isDrawn: false, to: &folded)
        var bases: [UInt8] = []
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars where scalar != " " {
            if scalar.isASCII { bases.append(UInt8(scalar.value)) } else { BaseCharacters.append(scalar, to: &bases) }
        }
        for byte in bases { take(UInt64(byte)) }
    }
}

/// The hashes of texts that came before: most lists say few different things.
struct TextHashes {
    /// The hash of each text, at a place that its bytes choose, with the hash of these by which it is known again.
    private var known = [(bytes: UInt64, hash: TextHash)](repeating: (0, TextHash()), count: 1 << TextHashes.bits)
    private static let bits: UInt64 = 10

    /// Takes in text as `TextHash.add` does, and looks for it first where it is all there is so far.
    mutating func add(_ text: UnsafeRawBufferPointer, to hash: inout TextHash) {
        guard text.count >= 8, hash.isEmpty else { return hash.add(text) }
        var bytes = Hash64()
        var index = 0
        while index < text.count &- 8 {
            bytes.mix(text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index &+= 8
        }
        // The last eight, whether they were in a word before or not.
        bytes.mix(text.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self))
        bytes.mix(UInt64(text.count))
        let place = Int(bytes.value >> (64 - TextHashes.bits))
        if known[place].bytes == bytes.value {
            hash = known[place].hash
        } else {
            hash.add(text)
            known[place] = (bytes.value, hash)
        }
    }
}
