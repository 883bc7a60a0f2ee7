// Finds the ends of streams in documents with wrong /Length. One search serves all streams. Fixtures length_*,
// stream_end_*.

/// The positions of `endstream` and `endobj`.
struct StreamEnds {
    private var positions: [Int] = []
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var position = 0
        while let found = bytes.firstPosition(of: "end", from: position) {
            if bytes.holds("endstream", at: found) || bytes.holds("endobj", at: found) { positions.append(found) }
            position = found + 3
        }
    }

    /// The end of the data that begin at `start`, without the end-of-line before the keyword.
    func end(from start: Int) -> Int {
        var low = 0
        var high = positions.count
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] < start { low = middle + 1 } else { high = middle }
        }
        var end = low < positions.count ? positions[low] : bytes.count
        if end > start, bytes[end - 1] == 0x0A { end -= 1 }
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return end
    }
}
