// Which keys are watched. Exact keys are looked up, not searched: a hundred thousand of them cost what one does.

/// The watched keys: exact ones, and masks that stand for many.
package struct KeySet: Hashable, Sendable {
    /// Swift's dictionaries are seeded per process: no list can be made whose keys collide.
    /// By bytes, as masks compare: to Swift, two spellings of one letter ("é", "e" and an accent) are the same string.
    private var exact: [[UInt8]: KeyMask] = [:]
    /// Masks with wildcards, in the order given.
    private var masks: [KeyMask] = []
    /// The patterns to compare bytes with, where they are few; nil where looking up is quicker.
    private var few: [KeyMask]?

    /// A mask without a wildcard is an exact key.
    package init(patterns: [KeyMask]) {
        for pattern in patterns {
            if pattern.isLiteral {
                let key = Array(pattern.key.utf8)
                exact[key] = exact[key] ?? pattern
            } else if !masks.contains(pattern) {
                masks.append(pattern)
            }
        }
        guard exact.count + masks.count <= KeySet.fewest else { return }
        // In one order: dictionaries of the same keys have different ones, and two sets of the same patterns are equal.
        few = exact.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value) + masks
    }

    /// Up to so many comparisons cost less than to make and hash a string (measured: 2 ns each against 60 ns).
    private static let fewest = 16

    package var isEmpty: Bool { exact.isEmpty && masks.isEmpty }

    /// Whether the key is watched, by itself or through a mask.
    package func contains(_ key: String) -> Bool {
        if let few { return few.contains { $0.matches(key) } }
        return exact[Array(key.utf8)] != nil || masks.contains { $0.matches(key) }
    }

    /// Whether the key is watched by itself.
    func hasExact(_ key: String) -> Bool { exact[Array(key.utf8)] != nil }

    /// The exact keys between two of the same length, in no order; at most ten of them. Looks at all that are watched.
    func exactKeys(between first: String, and last: String) -> [String] {
        let (first, last) = (Array(first.utf8), Array(last.utf8))
        var found: [String] = []
        for key in exact.keys where key.count == first.count && found.count < 10 {
            if first.lexicographicallyPrecedes(key), key.lexicographicallyPrecedes(last) {
                found.append(String(decoding: key, as: UTF8.self))
            }
        }
        return found
    }

    /// False only if the key of these bytes is surely not watched: most rows of a list are passed over by this.
    func mayContain(_ bytes: [UInt8], at range: Range<Int>) -> Bool {
        guard let few else { return true }
        return few.contains { $0.matches(bytes, at: range) }
    }

    /// The exact keys as they are compared where keys may be any text (`TextKey.folded`). Of several that are then the
    /// same the first by its bytes counts.
    func foldedKeys() -> [String: KeyMask] {
        let keys = exact.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return Dictionary(keys.map { (TextKey.folded($0.value.key), $0.value) }) { first, _ in first }
    }

    /// The pattern that is written so; nil where none is watched.
    package func pattern(named text: String) -> KeyMask? {
        exact[Array(text.utf8)] ?? masks.first { $0.description == text }
    }

    /// What the key is watched by: itself before the masks, the masks in order.
    package func pattern(for key: String) -> KeyMask? {
        exact[Array(key.utf8)] ?? masks.first { $0.matches(key) }
    }
}
