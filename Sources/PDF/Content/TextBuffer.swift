// The text of a page while it is drawn: bytes that grow at their end, in an array that the next page reuses.

/// UTF-8 with room behind it.
struct TextBuffer {
    /// The text, then unused room.
    private(set) var bytes: [UInt8] = []
    /// How many of the bytes are text.
    private(set) var count = 0

    subscript(range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Takes the bytes out, with room for so many more, so that a loop need not share them with `self`.
    mutating func takeRoom(for more: Int) -> [UInt8] {
        if bytes.count < count + more {
            bytes.append(contentsOf: repeatElement(0, count: max(count + more - bytes.count, 4096)))
        }
        var taken: [UInt8] = []
        swap(&bytes, &taken)
        return taken
    }

    /// Puts the bytes back.
    mutating func putBack(_ taken: inout [UInt8]) { swap(&bytes, &taken) }

    /// Writes a byte into the room.
    @inline(__always) mutating func write(_ byte: UInt8, to room: inout MutableSpan<UInt8>) {
        room[count] = byte
        count &+= 1
    }

    /// Counts the bytes written into the room up to `end`.
    @inline(__always) mutating func grow(to end: Int) { count = end }

    /// Forgets the text from `end` on.
    mutating func cut(to end: Int) { count = min(count, end) }

    /// Writes more text, and returns its range.
    mutating func append(_ more: some Collection<UInt8>) -> Range<Int> {
        let start = count
        count += more.count
        bytes.replaceSubrange(start..<min(count, bytes.count), with: more)
        return start..<count
    }

    /// Lends the text to `body`, without the room behind it.
    mutating func lend(_ body: (inout [UInt8]) -> Void) {
        bytes.removeLast(bytes.count - count)
        body(&bytes)
    }

    /// Replaces the text.
    mutating func replaceAll(with text: [UInt8]) { (bytes, count) = (text, text.count) }
}
