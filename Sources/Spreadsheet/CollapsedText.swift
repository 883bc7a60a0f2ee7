// The text of a cell as it comes in pieces: white space collapsed and trimmed, and never longer than a cell may be.

import Text

/// Collects a text.
struct CollapsedText {
    private var bytes: [UInt8] = []
    private var owesBlank = false
    private let longest: Int

    /// - Parameter longest: the longest text of a cell, in bytes.
    init(longest: Int) {
        self.longest = longest
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Adds a blank between what stands before and after.
    mutating func appendBlank() {
        owesBlank = !bytes.isEmpty
    }

    /// The text, which is then forgotten.
    mutating func take() -> String {
        defer {
            bytes.removeAll(keepingCapacity: true)
            owesBlank = false
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds a piece, which is whole characters and counted from 0.
    mutating func append<Piece: RandomAccessCollection>(
        _ piece: Piece
    ) throws(TableError) where Piece.Element == UInt8, Piece.Index == Int {
        var index = 0
        while index < piece.count {
            let blank = blankLength(piece, at: index)
            if blank > 0 {
                appendBlank()
                index += blank
                continue
            }
            if owesBlank { bytes.append(0x20) }
            owesBlank = false
            bytes.append(piece[index])
            index += 1
            if bytes.count > longest { throw TableError(.limit, "a cell has more than \(longest) bytes of text") }
        }
    }
}

/// How many bytes the white space (Unicode's White_Space) at a place takes; 0 for none.
private func blankLength<Text: RandomAccessCollection>(
    _ text: Text, at index: Int
) -> Int where Text.Element == UInt8, Text.Index == Int {
    let first = text[index]
    if first == 0x20 || (0x09...0x0D).contains(first) { return 1 }
    guard first >= 0xC2 else { return 0 }
    if first == 0xC2 { return index + 1 < text.count && (text[index + 1] == 0xA0 || text[index + 1] == 0x85) ? 2 : 0 }
    guard (0xE1...0xE3).contains(first), index + 2 < text.count else { return 0 }
    switch (first, text[index + 1], text[index + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF),
        (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
        return 3
    default: return 0
    }
}
