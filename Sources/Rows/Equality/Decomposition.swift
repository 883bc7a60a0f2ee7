// Texts with the letters and marks that their characters are made of: an accent may be a part of its letter or a mark
// behind it, and marks that do not touch may stand in any order (Unicode Normalization Form D, UAX 15).

/// The scalars of a text, decomposed and in canonical order.
struct Decomposition {
    private(set) var scalars: [Unicode.Scalar] = []
    /// Where the marks at the end begin that are not in order; nil where all are.
    private var unordered: Int?

    /// Appends a character.
    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0xC0 { return add(scalar) }
        if (0xAC00...0xD7A3).contains(scalar.value) { return append(syllable: scalar.value - 0xAC00) }
        guard let parts = Self.table[scalar.value] else { return add(scalar) }
        for part in parts { add(part) }
    }

    /// The scalars; to be asked for once, after the last character.
    mutating func finish() -> [Unicode.Scalar] {
        order()
        return scalars
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        let order = Self.order(of: scalar)
        if order == 0 {
            self.order()
        } else if unordered == nil, let last = scalars.last, Self.order(of: last) > order {
            unordered = (scalars.lastIndex { Self.order(of: $0) == 0 } ?? -1) + 1
        }
        scalars.append(scalar)
    }

    /// Puts the marks at the end in order, each behind those of its kind that came before.
    private mutating func order() {
        guard let first = unordered else { return }
        let marks = scalars[first...].enumerated().map { (order: Self.order(of: $1), place: $0, scalar: $1) }
        let sorted = marks.sorted { ($0.order, $0.place) < ($1.order, $1.place) }
        scalars.replaceSubrange(first..., with: sorted.map(\.scalar))
        unordered = nil
    }

    /// The canonical combining class: 0 for what is no mark, and for marks that stay where they are.
    static func order(of scalar: Unicode.Scalar) -> UInt8 {
        scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
    }

    /// The letters of a syllable of Hangul (Unicode 3.12).
    private mutating func append(syllable: UInt32) {
        let letters = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28, 0x11A7 + syllable % 28]
        for letter in letters.prefix(syllable % 28 == 0 ? 2 : 3) {
            if let letter = Unicode.Scalar(letter) { add(letter) }
        }
    }

    private static let table: [UInt32: [Unicode.Scalar]] = {
        var table: [UInt32: [Unicode.Scalar]] = [:]
        for entry in decompositionTable.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let character = UInt32(parts[0], radix: 16) else { continue }
            table[character] = parts[1].split(separator: "_").compactMap {
                UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
            }
        }
        return table
    }()
}
