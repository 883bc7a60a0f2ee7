// The keys of an edition in brief, which tell how much two editions have in common. It is kept in the state: the same
// in every version and on every machine.

/// A sample of a list's keys that any other list's can be compared with: the smallest hashes of them all (bottom-k
/// sketch; Cohen and Kaplan, "Summarizing data using bottom-k sketches", 2007).
package struct KeySample: Hashable, Sendable {
    /// So many hashes tell a share of a tenth from none.
    static let size = 128
    /// Ascending, without repeats.
    private(set) var hashes: [UInt32] = []

    package init() {}

    package init(of keys: some Sequence<String>) {
        for key in keys { add(Hash64(Array(key.utf8)[...]).value) }
    }

    /// Takes a key in, by the hash of its UTF-8.
    mutating func add(_ key: UInt64) {
        let hash = UInt32(truncatingIfNeeded: key >> 32)
        if hashes.count == Self.size, let last = hashes.last, hash >= last { return }
        var low = 0
        var high = hashes.count
        while low < high {
            let middle = (low + high) / 2
            if hashes[middle] < hash { low = middle + 1 } else { high = middle }
        }
        if low < hashes.count, hashes[low] == hash { return }
        hashes.insert(hash, at: low)
        if hashes.count > Self.size { hashes.removeLast() }
    }

    /// Takes in the keys of another list.
    package mutating func add(_ other: KeySample) {
        hashes = Array(Set(hashes).union(other.hashes).sorted().prefix(Self.size))
    }

    /// How many different keys the list has; about, where it has more than the sample.
    package var keyCount: Double {
        guard hashes.count == Self.size, let last = hashes.last else { return Double(hashes.count) }
        return Double(Self.size - 1) * 4_294_967_296 / Double(max(last, 1))
    }

    /// Which part of the smaller list's keys the other one has too, from 0 to 1; about.
    package func share(with other: KeySample) -> Double {
        let (mine, theirs) = (Set(hashes), Set(other.hashes))
        if isWhole && other.isWhole {
            guard !mine.isEmpty || !theirs.isEmpty else { return 1 }
            return Double(mine.intersection(theirs).count) / Double(max(1, min(mine.count, theirs.count)))
        }
        // The hashes that both would have kept.
        let seen = mine.union(theirs).sorted().prefix(Self.size)
        let similarity = Double(seen.count { mine.contains($0) && theirs.contains($0) }) / Double(seen.count)
        let common = similarity / (1 + similarity) * (keyCount + other.keyCount)
        return min(1, common / max(1, min(keyCount, other.keyCount)))
    }

    private var isWhole: Bool { hashes.count < Self.size }
}

extension KeySample: Codable {
    /// One text, eight hexadecimal digits for each hash.
    package init(from decoder: any Decoder) throws {
        let text = Array(try decoder.singleValueContainer().decode(String.self).utf8)
        for start in stride(from: 0, to: text.count - 7, by: 8).prefix(Self.size) {
            guard let hash = UInt32(String(decoding: text[start..<start + 8], as: UTF8.self), radix: 16) else {
                continue
            }
            hashes.append(hash)
        }
        hashes = Set(hashes).sorted()
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hashes.map { hexadecimal(UInt64($0), digits: 8) }.joined())
    }
}
