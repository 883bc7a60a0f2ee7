// One form of a mask: a set of bytes for each place. A mask without optional parts has one.

/// What each byte of a key may be; the last places may be missing.
struct KeyForm: Hashable, Sendable {
    /// The byte of each place; 0 for a place of several. Empty for any text.
    let bytes: [UInt8]
    /// The characters that each place allows, 0 for one that is a byte; empty for a literal form, of which there may be
    /// many.
    private let sets: [UInt128]
    /// How many bytes a matching key has at least.
    let shortest: Int

    init(key: String) {
        bytes = Array(key.utf8)
        sets = []
        shortest = bytes.count
    }

    init(places: [Place], shortest: Int) {
        self.shortest = shortest
        bytes = places.map { if case .byte(let byte) = $0 { byte } else { 0 } }
        let sets: [UInt128] = places.map { if case .oneOf(let set) = $0 { set } else { 0 } }
        self.sets = sets.allSatisfy { $0 == 0 } ? [] : sets
    }

    /// Whether any text matches.
    var isAnyText: Bool { bytes.isEmpty }

    /// How many bytes a matching key has at most; 0 for any text.
    var length: Int { bytes.count }

    /// Whether one key matches and no other.
    var isLiteral: Bool { sets.isEmpty && shortest == bytes.count }

    /// How many places of the shortest key are digits.
    var fewestDigits: Int {
        (0..<min(shortest, bytes.count)).count { set(at: $0) & ~Place.digits == 0 && set(at: $0) != 0 }
    }

    /// Whether each key that matches this form matches the other one too.
    func isWithin(_ other: KeyForm) -> Bool {
        if isAnyText || other.isAnyText { return other.isAnyText }
        guard shortest >= other.shortest, length <= other.length else { return false }
        return bytes.indices.allSatisfy { place in
            let allowed = other.set(at: place)
            return set(at: place) & ~allowed == 0 && (allowed != 0 || bytes[place] == other.bytes[place])
        }
    }

    /// The characters that a place allows, a bit for each; 0 for a byte beyond ASCII.
    private func set(at place: Int) -> UInt128 {
        if !sets.isEmpty, sets[place] != 0 { return sets[place] }
        return bytes[place] < 0x80 ? 1 << UInt128(bytes[place]) : 0
    }

    /// Whether the key may have this byte at a place, counted from 0.
    func allows(_ byte: UInt8, at place: Int) -> Bool {
        bytes.indices.contains(place) && matches(byte, at: place)
    }

    /// Whether these bytes of UTF-8, all of them, match.
    func matches(_ key: some Collection<UInt8>) -> Bool {
        let count = key.count
        guard count <= bytes.count, count >= shortest else { return isAnyText && isText(of: count) }
        var place = 0
        for byte in key {
            if !matches(byte, at: place) { return false }
            place += 1
        }
        return true
    }

    /// Whether the bytes at these positions of a buffer match; false where the range leaves it.
    func matches(_ buffer: [UInt8], at range: Range<Int>) -> Bool {
        guard range.lowerBound >= 0, range.upperBound <= buffer.count else { return false }
        guard range.count <= bytes.count, range.count >= shortest else { return isAnyText && isText(of: range.count) }
        let (bytes, sets, text) = (bytes.span, sets.span, buffer.span.extracting(range))
        for place in text.indices {
            let (byte, set) = (text[place], sets.isEmpty ? 0 : sets[place])
            if set == 0 ? byte != bytes[place] : !Self.holds(set, byte) { return false }
        }
        return true
    }

    /// Whether a set has this byte. A shift of 64 bits is quicker than one of 128.
    @inline(__always)
    private static func holds(_ set: UInt128, _ byte: UInt8) -> Bool {
        let half = UInt64(truncatingIfNeeded: byte < 0x40 ? set : set >> 64)
        return byte < 0x80 && (half &>> UInt64(byte)) & 1 == 1
    }

    /// Whether a text of so many bytes may be a key where any text may.
    private func isText(of count: Int) -> Bool {
        count >= 1 && count <= KeyMask.longestText
    }

    /// Whether a matching key can begin with this byte.
    @inline(__always)
    func canBegin(with byte: UInt8) -> Bool {
        bytes.isEmpty || matches(byte, at: 0)
    }

    @inline(__always)
    private func matches(_ byte: UInt8, at place: Int) -> Bool {
        let set = sets.isEmpty ? 0 : sets[place]
        return set == 0 ? byte == bytes[place] : Self.holds(set, byte)
    }
}

/// What one byte of a key may be.
enum Place: Hashable, Sendable {
    case byte(UInt8)
    /// Bit n allows the ASCII character n.
    case oneOf(UInt128)

    static let digits = set(from: 0x30, to: 0x39)
    static let letters = set(from: 0x41, to: 0x5A) | set(from: 0x61, to: 0x7A)

    /// The characters from one to another, both included; both are ASCII.
    static func set(from first: UInt8, to last: UInt8) -> UInt128 {
        first > last ? 0 : (first...last).reduce(0) { $0 | (1 << UInt128($1)) }
    }
}
