// Streams of a document that were asked for, for those that are asked for again and again: forms. Their data are not kept.

/// A few streams, by their object numbers.
struct KeptStreams {
    private var streams: [Int: PDFObject] = [:]
    /// The length of their dictionaries in the document.
    private var bytes = 0

    /// How many are kept; more than this and all are dropped.
    private static let most = 64
    /// The length of all dictionaries that are kept, and of the longest, in bytes. Sound ones have some hundreds.
    static let mostBytes = 1 << 20

    subscript(number: Int) -> PDFObject? { streams[number] }

    /// Keeps a stream whose dictionary has so many bytes, `mostBytes` or less.
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
