// The hash of a cell's text while it is read, piece by piece: that of its form (`SameText`) without blanks, however it is
// cut into pieces. It is a part of fingerprints, which are kept in the state.

/// A hash of the form of a text without its blanks: between pieces of a page nobody sees whether there is one.
struct TextHash {
    private var hash = Hash64()
    /// What was taken in and is no whole word yet, the first byte lowest.
    private var word: UInt64 = 0
    /// How many bits of `word` are taken.
    private var bits: UInt64 = 0
    /// The word before.
    private var lastWord: UInt64 = 0
    /// Known where a hyphen may come: see `follow`.
    private var broken = BrokenWords()

    private static let everyByte: UInt64 = 0x0101_0101_0101_0101
    private static let high: UInt64 = 0x80 &* everyByte
    private static let hyphens: UInt64 = 0x2D &* everyByte

    /// Whether nothing was taken in.
    fileprivate var isEmpty: Bool { hash.value == Hash64().value && bits == 0 }

    /// The hash of all that was taken in.
    var value: UInt64 {
        var end = self
        if broken.holdsHyphen { end.take(0x2D) }
        end.hash.mix(end.word)
        end.hash.mix(end.bits)
        return end.hash.value
    }

    /// Takes in text as UTF-8.
    ///
    /// - Parameter isDrawn: see `CellText.append`.
    mutating func add(_ text: UnsafeRawBufferPointer, isDrawn: Bool = false) {
        guard let end = text.last else { return }
        let before = self
        var index = 0
        while index < text.count {
            let count = min(text.count - index, 8)
            let next = TextHash.word(of: text, from: index, count)
            if next & TextHash.high != 0 {
                // Letters beyond ASCII are one with their marks: the whole text is folded.
                self = before
                return addFolded(text, isDrawn: isDrawn)
            }
            if TextHash.hasHyphen(next) || broken.holdsHyphen {
                if index > 0 { broken.endsBlank = !TextHash.isSeen(text[index - 1]) }
                follow()
                for place in 0..<UInt64(count) { takeCarefully(UInt8(next &>> (8 &* place) & 0xFF)) }
            } else {
                add(next, count)
            }
            index += count
        }
        broken.endsBlank = !TextHash.isSeen(end)
    }

    /// Notes that a blank stands here. Only a hyphen that follows makes a difference.
    mutating func addBlank() { broken.endsBlank = true }

    /// The next bytes, the first one lowest; blanks where there are fewer than eight.
    @inline(__always)
    private static func word(of text: UnsafeRawBufferPointer, from index: Int, _ count: Int) -> UInt64 {
        if count == 8 {
            return UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        // All but the first bytes were in a word before.
        if index >= 8 {
            let last = text.loadUnaligned(fromByteOffset: index + count - 8, as: UInt64.self)
            return UInt64(littleEndian: last) >> UInt64(64 - 8 * count)
        }
        var word: UInt64 = 0
        for place in (index..<index + count).reversed() { word = word << 8 | UInt64(text[place]) }
        return word
    }

    /// Whether one of eight ASCII characters is a hyphen.
    @inline(__always)
    private static func hasHyphen(_ next: UInt64) -> Bool {
        // A byte that is 0 borrows from its highest bit, and has none.
        let other = next ^ hyphens
        return (other &- everyByte) & ~other & high != 0
    }

    @inline(__always)
    private static func isSeen(_ byte: UInt8) -> Bool { byte &- 0x21 < 0x5E || byte >= 0x80 }

    /// Takes in so many ASCII characters, none of them a hyphen.
    @inline(__always)
    private mutating func add(_ next: UInt64, _ count: Int) {
        let areGraphic =
            (next &+ 0x5F &* TextHash.everyByte) & ~(next &+ TextHash.everyByte) & TextHash.high == TextHash.high
        if count == 8, areGraphic, bits == 0 {
            lastWord = next
            return hash.mix(next)
        }
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
            lastWord = word
            (word, bits) = (0, 0)
        }
    }

    /// Learns whether the last character that was taken in is a small letter. Of one beyond ASCII that is known.
    private mutating func follow() {
        let last = UInt8(truncatingIfNeeded: bits > 0 ? word &>> (bits &- 8) : lastWord &>> 56)
        if last < 0x80 { broken.endsSmall = last &- 0x61 < 26 }
    }

    /// Takes in an ASCII character, which may be a hyphen or stand behind one.
    private mutating func takeCarefully(_ byte: UInt8) {
        switch broken.take(BrokenWords.kind(ofASCII: TextHash.isSeen(byte) ? byte : 0x20)) {
        case .nothing: return
        case .character: break
        case .hyphenAndCharacter: take(0x2D)
        }
        take(UInt64(byte))
    }

    private mutating func takeCarefully(_ scalar: Unicode.Scalar) {
        switch broken.take(BrokenWords.kind(of: scalar)) {
        case .nothing: return
        case .character: break
        case .hyphenAndCharacter: take(0x2D)
        }
        if scalar.isASCII { return take(UInt64(scalar.value)) }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { take(UInt64(byte)) }
    }

    private mutating func addFolded(_ text: UnsafeRawBufferPointer, isDrawn: Bool) {
        follow()
        for scalar in SameText.scalars(of: Array(text)[...], isDrawn: isDrawn) { takeCarefully(scalar) }
    }
}

/// The hashes of texts that came before: most lists say few different things.
struct TextHashes {
    /// The hash of each text, at a place that its bytes choose, with the hash of these by which it is known again.
    private var known = [(bytes: UInt64, hash: TextHash)](repeating: (0, TextHash()), count: 1 << TextHashes.bits)
    private static let bits: UInt64 = 10
    private let isDrawn: Bool

    /// - Parameter isDrawn: see `CellText.append`.
    init(isDrawn: Bool = false) { self.isDrawn = isDrawn }

    /// Takes in text as `TextHash.add` does, and looks for it first where it is all there is so far.
    mutating func add(_ text: UnsafeRawBufferPointer, to hash: inout TextHash) {
        guard text.count >= 8, hash.isEmpty else { return hash.add(text, isDrawn: isDrawn) }
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
            hash.add(text, isDrawn: isDrawn)
            known[place] = (bytes.value, hash)
        }
    }
}
