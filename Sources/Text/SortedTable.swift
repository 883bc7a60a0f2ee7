// A data table in the program's text segment: nothing is built at start, and nothing is relocated.

/// Entries "key:value", separated by blanks or line ends, sorted by the bytes of their keys.
struct SortedTable {
    private let entries: StaticString

    init(_ entries: StaticString) {
        self.entries = entries
    }

    /// The value of a key; nil if there is none.
    subscript(_ key: String) -> String? {
        var key = key
        return key.withUTF8 { key in entries.withUTF8Buffer { SortedTable.value(of: key, in: $0) } }
    }

    private static func value(of key: UnsafeBufferPointer<UInt8>, in entries: UnsafeBufferPointer<UInt8>) -> String? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            var start = middle
            while start > low, entries[start - 1] > 0x20 { start -= 1 }
            while start < high, entries[start] <= 0x20 { start += 1 }
            let name = entries[start..<high].prefix { $0 != UInt8(ascii: ":") }
            if key.elementsEqual(name) {
                return String(decoding: entries[(name.endIndex + 1)...].prefix { $0 > 0x20 }, as: UTF8.self)
            }
            if start >= high || key.lexicographicallyPrecedes(name) {
                high = min(start, middle)
            } else {
                low = entries[name.endIndex...].firstIndex { $0 <= 0x20 } ?? entries.count
            }
        }
        return nil
    }
}
