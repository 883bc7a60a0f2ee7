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

    /// The hash of all that was taken in.
    var value: UInt64 {
        var end = hash
        end.mix(word)
        end.mix(bits)
        return end.value
    }

    /// Takes in text as UTF-8. Blanks do not count, nor what is of no width.
    mutating func add(_ text: ArraySlice<UInt8>) {
        text.withUnsafeBytes { add($0) }
    }

    /// Takes in text as UTF-8. Blanks do not count, nor what is of no width.
    mutating func add(_ text: UnsafeRawBufferPointer) {
        if !isASCII(text) { return addFolded(text) }
        var index = 0
        while index + 8 <= text.count {
            let next = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
            if TextHash.isGraphic(next) {
                add(word: next)
            } else {
                for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: next >> shift)) }
            }
        }
        while index < text.count {
            add(text[index])
            index += 1
        }
    }

    /// Whether each of eight ASCII characters can be seen.
    private static func isGraphic(_ word: UInt64) -> Bool {
        let overBlank = (word &+ 0x5F &* everyByte) & (0x80 &* everyByte)
        let isDelete = (word &+ everyByte) & (0x80 &* everyByte)
        return overBlank == 0x80 &* everyByte && isDelete == 0
    }

    private func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
        var all: UInt8 = 0
        for byte in text { all |= byte }
        return all < 0x80
    }

    private mutating func addFolded(_ text: UnsafeRawBufferPointer) {
        var folded: [UInt8] = []
        CellText.append(Array(text)[...], folding: true, isDrawn: false, to: &folded)
        var bases: [UInt8] = []
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars where scalar != " " {
            if scalar.isASCII { bases.append(UInt8(scalar.value)) } else { BaseCharacters.append(scalar, to: &bases) }
        }
        for byte in bases { add(byte) }
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8) {
        guard byte > 0x20 && byte != 0x7F else { return }
        word |= UInt64(byte) << bits
        bits += 8
        guard bits == 64 else { return }
        hash.mix(word)
        (word, bits) = (0, 0)
    }

    @inline(__always)
    private mutating func add(word next: UInt64) {
        hash.mix(word | next << bits)
        // All of it was taken where nothing waited: a shift by 64 leaves nothing.
        word = next >> (64 - bits)
    }
}
