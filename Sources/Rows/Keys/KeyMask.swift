// Key masks: how the keys of a list (batch numbers) are told from all other text, and how a watch names many keys at
// once. No regular expressions: a mask is one set of bytes per place, so matching is linear in the key and cannot blow
// up.

/// A pattern for keys: `#` is a digit, `A` a letter, `?` either, `[0-8]` one of a class, anything else itself; `{11}`
/// says how many there are of what stands before it, `{7,9}` from how many to how many, at the end only.
///
/// Digits and letters are the ASCII ones, letters of either case. `[#]`, `[A]`, `[?]`, `[[]` and `[{]` stand for the
/// signs themselves. The mask `*` by itself allows any text (`isAnyText`); a key that is a star is `[*]`.
package struct KeyMask: Hashable, Sendable, CustomStringConvertible {
    /// The longest mask, in bytes of what it matches. Four times the longest key known (16 digits), so that a mask
    /// stays a line.
    package static let longest = 64

    /// The longest key where keys may be any text, in bytes.
    package static let longestText = 256

    /// The mask of lists whose keys may be any text: names, titles.
    package static let anyText = KeyMask(description: "*", places: [], shortest: 1)

    /// The default for a list: the London rule, 20000000000 to 28999999999.
    package static let london = KeyMask(
        description: "2[0-8]#########",
        places: [.byte(0x32), .oneOf(Place.set(from: 0x30, to: 0x38))]
            + [Place](repeating: .oneOf(Place.digits), count: 9), shortest: 11)

    /// The mask as it was written.
    package let description: String

    /// "the key mask ########"; the default is called that, since nobody may have written it.
    package var phrase: String { "the \(self == .london ? "default " : "")key mask \(description)" }

    /// The byte of each place; 0 for a place of several. Empty for any text.
    private let bytes: [UInt8]
    /// The characters that each place allows, 0 for one that is a byte; empty for a literal mask, of which there may be
    /// many.
    private let sets: [UInt128]
    /// How many bytes a matching key has at least.
    package let shortest: Int

    private init(key: String) {
        description = key
        bytes = Array(key.utf8)
        sets = []
        shortest = bytes.count
    }

    private init(description: String, places: [Place], shortest: Int) {
        self.description = description
        self.shortest = shortest
        bytes = places.map { if case .byte(let byte) = $0 { byte } else { 0 } }
        let sets: [UInt128] = places.map { if case .oneOf(let set) = $0 { set } else { 0 } }
        self.sets = sets.allSatisfy { $0 == 0 } ? [] : sets
    }

    /// Reads a mask; the error names the character that is wrong.
    package init(_ text: String) throws(MaskError) {
        // Most masks are plain numbers, and there may be a hundred thousand.
        if (1...KeyMask.longest).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            self.init(key: text)
            return
        }
        if text == "*" {
            self = .anyText
            return
        }
        var parser = MaskParser(text)
        let places = try parser.places()
        self.init(description: text, places: places, shortest: places.count - parser.optional)
    }

    /// A key of a list whose keys may be any text: this one, in which no sign means another. White space is one space
    /// each, and none at either end.
    package init(text: String) throws(MaskError) {
        let key = TextKey.trimmed(text)
        if key.isEmpty { throw .empty }
        if key.utf8.count > KeyMask.longestText { throw .textTooLong }
        for (index, scalar) in key.unicodeScalars.enumerated() where scalar.properties.generalCategory == .control {
            throw .controlCharacter(at: index + 1)
        }
        self.init(key: key)
    }

    /// Whether any text matches.
    package var isAnyText: Bool { bytes.isEmpty }

    /// Whether keys of several lengths match.
    package var isRange: Bool { shortest != length }

    /// Whether no place is a wildcard: the mask is a key.
    package var isLiteral: Bool { sets.isEmpty && !isRange }

    /// The key that a literal mask stands for: its text, but for places written as a class (`[A]`).
    package var key: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The mask of the list that these keys are taken from: the default one where that has them all; for a single other
    /// key the mask of all that look like it, digits for digits and letters for letters; else this one.
    ///
    /// A list is read by the mask of all its keys, since the rows around a wanted one tell where that one ends.
    package var list: KeyMask {
        if isWithin(.london) { return .london }
        if !isLiteral { return self }
        if key == "*" { return self }
        let signs = key.map { character in
            switch character {
            case "0"..."9": "#"
            case "a"..."z", "A"..."Z": "A"
            case "?", "#", "[", "{": "[\(character)]"
            default: String(character)
            }
        }
        return (try? KeyMask(signs.joined())) ?? self
    }

    /// Whether each key that matches this mask matches the other one too.
    private func isWithin(_ other: KeyMask) -> Bool {
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

    /// The bytes of the key that a literal mask stands for; nil for other masks.
    package var literalBytes: [UInt8]? { isLiteral && !isAnyText ? bytes : nil }

    /// Whether the key may have this byte at a place, counted from 0.
    package func allows(_ byte: UInt8, at place: Int) -> Bool {
        bytes.indices.contains(place) && matches(byte, at: place)
    }

    /// How many bytes a matching key has at most.
    package var length: Int { bytes.isEmpty ? KeyMask.longestText : bytes.count }

    /// How many places of its shortest key are digits.
    var fewestDigits: Int {
        (0..<min(shortest, bytes.count)).count { set(at: $0) & ~Place.digits == 0 && set(at: $0) != 0 }
    }

    /// Whether the whole key matches.
    package func matches(_ key: String) -> Bool {
        matches(key.utf8)
    }

    /// Whether these bytes of UTF-8, all of them, match.
    package func matches(_ key: some Collection<UInt8>) -> Bool {
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
    package func matches(_ buffer: [UInt8], at range: Range<Int>) -> Bool {
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

    package static func == (left: KeyMask, right: KeyMask) -> Bool {
        left.bytes == right.bytes && left.sets == right.sets && left.shortest == right.shortest
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
        hasher.combine(sets)
        hasher.combine(shortest)
    }
}

extension KeyMask {
    /// The mask that matches this key and nothing else.
    package static func escaped(_ key: String) -> String {
        key.map { "A#?[{*".contains($0) ? "[\($0)]" : String($0) }.joined()
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

extension KeyMask {
    /// A cell as keys are compared: signs of full width and digits of other scripts as those of ASCII.
    package static func folded(_ cell: String) -> String { CellText.cell(cell, folding: true) }
}
