// Which texts of a list may be its keys, counted by their form.

/// The forms of the texts that may be keys, with how often and where they stand. Holds no more than `mostShapes` of
/// them.
struct KeyCensus {
    private static let mostShapes = 2_000

    private struct Entry {
        var count = 0
        /// Sums, of the places where the texts begin and end.
        var starts = 0.0
        var ends = 0.0
        /// The letters that all begin with.
        var prefix: [UInt8]
        var order: Int

        func isOver(_ other: Entry, within distance: Double) -> Bool {
            let (left, right) = (Double(count), Double(other.count))
            return abs(starts / left - other.starts / right) <= distance
                || abs(ends / left - other.ends / right) <= distance
        }
    }

    private var strict: [KeyShape: Entry] = [:]
    private var loose: [KeyShape: Entry] = [:]

    /// Counts a text; nothing for one that can be no key.
    ///
    /// - Returns: whether it can be one.
    @discardableResult
    mutating func add(_ text: some Collection<UInt8>, from start: Double = 0, to end: Double = 0) -> Bool {
        guard let shape = KeyShape(text) else { return false }
        Self.count(shape, in: &strict, text, start, end)
        if let other = shape.loose { Self.count(other, in: &loose, text, start, end) }
        return true
    }

    private static func count(
        _ shape: KeyShape, in entries: inout [KeyShape: Entry], _ text: some Collection<UInt8>, _ start: Double,
        _ end: Double
    ) {
        if entries[shape] == nil {
            if entries.count >= mostShapes { return }
            let letters = text.prefix { KeyShape.Sign($0) == .letter }
            entries[shape] = Entry(prefix: Array(letters), order: entries.count)
        }
        entries[shape]?.count += 1
        entries[shape]?.starts += start
        entries[shape]?.ends += end
        guard let prefix = entries[shape]?.prefix, !prefix.isEmpty, !text.starts(with: prefix) else { return }
        entries[shape]?.prefix = zip(prefix, text).prefix { $0 == $1 }.map(\.0)
    }

    /// From so many keys on, letters that all begin with are taken for a part of each.
    private static let fewestForPrefix = 20
    /// Each form is tried, which takes time.
    private static let mostCandidates = 8

    /// The masks that the texts suggest, the most promising first; those of several lengths before those of one.
    ///
    /// - Parameter distance: how far from each other texts of one column may begin, or end.
    func candidates(within distance: Double = .infinity) -> [KeyCandidate] {
        let sorted = Self.sorted(strict)
        var found: [KeyCandidate] = []
        for (shape, entry) in sorted.prefix(Self.mostCandidates) {
            let single = candidate(shape, [entry])
            var joined = shape
            var entries = [entry]
            for (other, more) in sorted where other != shape && more.count >= 2 && more.count * 100 >= entry.count {
                guard entry.isOver(more, within: distance), let both = joined.joined(with: other) else { continue }
                joined = both
                entries.append(more)
            }
            if entries.count > 1 { found.append(candidate(joined, entries)) }
            found.append(single)
        }
        // Letters and digits in changing places: no two keys need be of one form.
        let most = sorted.first?.value.count ?? 0
        for (shape, entry) in Self.sorted(loose).prefix(2) where entry.count > most * 3 / 2 {
            found.append(KeyCandidate(shape: shape, mask: shape.mask(), count: entry.count))
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.mask).inserted }
    }

    private func candidate(_ shape: KeyShape, _ entries: [Entry]) -> KeyCandidate {
        let count = entries.reduce(0) { $0 + $1.count }
        let prefixes = entries.map(\.prefix)
        let first = prefixes.first ?? []
        let prefix = prefixes.reduce(first) { before, next in zip(before, next).prefix { $0 == $1 }.map(\.0) }
        return KeyCandidate(
            shape: shape, mask: shape.mask(prefix: count >= Self.fewestForPrefix ? prefix : []), count: count)
    }

    private static func sorted(_ entries: [KeyShape: Entry]) -> [(key: KeyShape, value: Entry)] {
        entries.sorted {
            let (left, right) = ($0.value.count * $0.key.weight, $1.value.count * $1.key.weight)
            return left == right ? $0.value.order < $1.value.order : left > right
        }
    }
}

/// A mask that may be that of a list.
struct KeyCandidate: Hashable {
    var shape: KeyShape
    var mask: String
    /// How many texts of this form there are anywhere.
    var count: Int
}
