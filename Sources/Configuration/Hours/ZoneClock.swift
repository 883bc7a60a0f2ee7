// The clock of a time zone, read from its TZif file (RFC 9636). libc knows one zone in a process, which all threads share;
// each list may have its own. Pure.

/// The difference between the clocks of a time zone and UTC at each moment.
package struct ZoneClock: Sendable, Equatable {
    /// A stretch of time without a change of the clocks.
    struct Stretch: Equatable {
        /// Seconds that the clocks are ahead of UTC.
        var offset: Int
        /// When the clocks change next, in seconds since 1970; `Int.max` for never.
        var end: Int
    }

    /// The changes of the table, in seconds since 1970, ascending.
    private var changes: [Int] = []
    /// The difference from UTC before the first change, and after each.
    private var offsets: [Int]
    /// The rule after the last change; nil for none.
    private var rule: ZoneRule?

    package static let utc = ZoneClock(offsets: [0])

    private init(offsets: [Int]) { self.offsets = offsets }

    /// Makes the clock of a rule alone, like "CET-1CEST,M3.5.0,M10.5.0/3"; nil for a text that is no rule.
    init?(rule text: String) {
        guard let rule = ZoneRule(text[...]) else { return nil }
        self.offsets = [rule.standard]
        self.rule = rule
    }

    /// Reads a TZif file of version 2 or later, without leap seconds; nil for any other content.
    init?(tzif bytes: [UInt8]) {
        var input = TZifInput(bytes)
        // The first block repeats the second for programs without 64-bit times.
        guard let old = input.header(), old.version >= UInt8(ascii: "2"), input.skip(old.length(timeSize: 4)),
            let counts = input.header(), counts.leapSeconds == 0, counts.types > 0
        else { return nil }
        guard let times = input.numbers(counts.changes, size: 8), let kinds = input.numbers(counts.changes, size: 1),
            let types = (0..<counts.types).map({ _ in input.type() }) as? [Int],
            input.skip(counts.rest), let footer = input.line()
        else { return nil }
        let after = kinds.map { UInt8(truncatingIfNeeded: $0) }
        guard after.allSatisfy({ $0 < counts.types }), zip(times, times.dropFirst()).allSatisfy(<) else { return nil }
        changes = times
        offsets = [types[0]] + after.map { types[Int($0)] }
        if footer.isEmpty { return }
        guard let rule = ZoneRule(footer[...]) else { return nil }
        self.rule = rule
    }

    /// Returns the stretch of time around a moment in seconds since 1970.
    func stretch(at moment: Int) -> Stretch {
        if let rule, changes.last.map({ moment >= $0 }) ?? true { return rule.stretch(at: moment) }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        return Stretch(offset: offsets[low], end: low < changes.count ? changes[low] : .max)
    }
}

/// Reads the parts of a TZif file in their order (RFC 9636 3).
private struct TZifInput {
    /// The counts in a header.
    struct Header {
        var version: UInt8
        var counts: [Int]
        var leapSeconds: Int { counts[2] }
        var changes: Int { counts[3] }
        var types: Int { counts[4] }
        /// The bytes between the types and the footer.
        var rest: Int { counts[5] + counts[1] + counts[0] }

        func length(timeSize: Int) -> Int {
            changes * (timeSize + 1) + types * 6 + leapSeconds * (timeSize + 4) + rest
        }
    }

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func header() -> Header? {
        guard bytes.count >= 44, bytes.starts(with: "TZif".utf8) else { return nil }
        let version = bytes[bytes.startIndex + 4]
        bytes = bytes.dropFirst(20)
        // No file has so many of anything; then sums of products cannot overflow.
        guard let counts = numbers(6, size: 4), counts.allSatisfy({ (0...1 << 16).contains($0) }) else { return nil }
        return Header(version: version, counts: counts)
    }

    /// Signed big-endian numbers.
    mutating func numbers(_ count: Int, size: Int) -> [Int]? {
        guard bytes.count >= count * size else { return nil }
        defer { bytes = bytes.dropFirst(count * size) }
        return (0..<count).map { index in
            let own = bytes.dropFirst(index * size).prefix(size)
            let start = Int(Int8(bitPattern: own.first ?? 0))
            return own.dropFirst().reduce(start) { $0 << 8 | Int($1) }
        }
    }

    /// The difference from UTC of a type of local time.
    mutating func type() -> Int? {
        guard let offset = numbers(1, size: 4)?.first, abs(offset) < 26 * 3600, skip(2) else { return nil }
        return offset
    }

    mutating func skip(_ count: Int) -> Bool {
        guard bytes.count >= count else { return false }
        bytes = bytes.dropFirst(count)
        return true
    }

    /// The footer, between two line feeds.
    mutating func line() -> String? {
        guard bytes.first == UInt8(ascii: "\n") else { return nil }
        let text = bytes.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return text.endIndex < bytes.endIndex ? String(decoding: text, as: UTF8.self) : nil
    }
}
