// By what an edition of a list is known again without keeping it: a hash of its text, and a sample of its keys. The
// same bytes give the same fingerprint in every version and on every machine, since it is kept in the state.

/// What an edition is known by.
package struct Fingerprint: Codable, Hashable, Sendable {
    /// A hash of all text in drawing order: another export of the same list has the same. 16 hexadecimal digits.
    package var text: String
    package var keys: KeySample

    package init(text: String, keys: KeySample) {
        self.text = text
        self.keys = keys
    }
}

/// A sample of a list's keys that any other list's can be compared with: the smallest hashes of them all (bottom-k
/// sketch; Cohen and Kaplan, "Summarizing data using bottom-k sketches", 2007).
package struct KeySample: Hashable, Sendable {
    /// So many hashes tell a share of a tenth from none.
    static let size = 128
    /// Ascending, without repeats.
    private(set) var hashes: [UInt32] = []

    package init() {}

    package init(of keys: some Sequence<String>) {
        for key in keys { add(Array(key.utf8)[...]) }
    }

    /// Takes a key in, as UTF-8.
    package mutating func add(_ key: ArraySlice<UInt8>) {
        let hash = UInt32(truncatingIfNeeded: Hash64(key).value >> 32)
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

/// A hash of bytes that anybody may compute and nobody has to trust: it tells apart what chance makes different.
package struct Hash64 {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    init(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { add($0) }
    }

    /// Takes bytes in, eight at a time; what is added in other pieces gives another hash.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
        }
        var rest: UInt64 = UInt64(truncatingIfNeeded: bytes.count)
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        mix(rest)
    }

    /// Multiplication carries to the upper bits, the shift brings them down again (Fibonacci hashing).
    private mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 32
    }

    package var text: String { hexadecimal(value, digits: 16) }
}

private func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
