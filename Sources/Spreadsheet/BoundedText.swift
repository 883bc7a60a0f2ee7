// The text of a cell as it comes in pieces: white space collapsed and trimmed, and never longer than a cell may be.

import Text

/// Collects a text.
struct BoundedText {
    private var text = CollapsedText()
    private let longest: Int

    /// - Parameter longest: the longest text of a cell, in bytes.
    init(longest: Int) {
        self.longest = longest
    }

    var isEmpty: Bool { text.isEmpty }

    /// Adds a blank between what stands before and after.
    mutating func appendBlank() { text.part() }

    /// The text, which is then forgotten.
    mutating func take() -> String { text.take() }

    /// Adds a piece, which is whole characters.
    mutating func append(_ piece: some Collection<UInt8>) throws(TableError) {
        if piece.withContiguousStorageIfAvailable({ text.append($0) }) == nil { text.append(Array(piece)) }
        if text.bytes.count > longest { throw TableError(.limit, "a cell has more than \(longest) bytes of text") }
    }
}
