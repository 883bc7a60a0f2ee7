// Caches streams that are used again and again: forms. Does not cache their data.

/// A few streams, by their object numbers.
struct KeptStreams {
    private var streams: [Int: PDFObject] = [:]
    /// The total length of their dictionaries in the document.
    private var bytes = 0

    /// The most streams kept; one more, and all are dropped.
    private static let most = 64
    /// The limit for the length of all kept dictionaries, and of the longest, in bytes. Sound ones have some hundreds.
    static let mostBytes = 1 << 20

    subscript(number: Int) -> PDFObject? { streams[number] }

    /// Keeps a stream with a dictionary of so many bytes, at most `mostBytes`.
    mutating func keep(_ stream: PDFObject, _ number: Int, _ length: Int) {
        if streams.count >= Self.most || bytes + length > Self.mostBytes { removeAll() }
        streams[number] = stream
        bytes += length
    }

    mutating func removeAll() {
        streams.removeAll(keepingCapacity: true)
        bytes = 0
    }
}
