// White space in the form of tables: each run is one blank, and there is none at either end.

/// The text of a cell: each run of white space becomes one blank, none stays at the ends. Invalid UTF-8 becomes U+FFFD.
package func collapsed(_ bytes: some Collection<UInt8>) -> String {
    bytes.withContiguousStorageIfAvailable { collapsed($0) } ?? Array(bytes).withUnsafeBufferPointer { collapsed($0) }
}

/// The same, of bytes in memory.
package func collapsed(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if isCollapsed(bytes) { return String(decoding: bytes, as: UTF8.self) }
    var text = CollapsedText()
    text.append(bytes)
    return text.string
}

/// The same, of a text.
package func collapsed(_ text: String) -> String {
    var text = text
    return text.withUTF8 { isCollapsed($0) ? nil : collapsed($0) } ?? text
}

/// Whether text is empty or white space only.
package func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return true }
    return first >= 0xC2 && collapsed(bytes).isEmpty
}

/// Whether text certainly has no white space except single blanks within.
private func isCollapsed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var last: UInt8 = 0x20
    for byte in bytes {
        if byte < 0x21 ? byte != 0x20 || last == 0x20 : byte >= 0xC2 { return false }
        last = byte
    }
    return last != 0x20
}

/// Text in which each run of Unicode white space (no-break spaces too) is one space, with none at either end.
package struct CollapsedText: Sendable {
    /// The text so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var isParted = false

    package init() {}

    package var isEmpty: Bool { bytes.isEmpty }

    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Notes white space.
    package mutating func part() { isParted = !bytes.isEmpty }

    /// Takes UTF-8 that begins and ends between two characters.
    package mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        if isCollapsed(piece) {
            if isParted { bytes.append(0x20) }
            isParted = false
            bytes += piece
            return
        }
        var index = 0
        while index < piece.count {
            let space = whiteSpace(at: index, in: piece)
            if space > 0 {
                part()
                index += space
                continue
            }
            if isParted { bytes.append(0x20) }
            isParted = false
            // Up to a byte that may begin white space.
            let start = index
            repeat { index += 1 } while index < piece.count && 0x21..<0xC2 ~= piece[index]
            bytes += UnsafeBufferPointer(rebasing: piece[start..<index])
        }
    }

    /// Takes UTF-8 that begins and ends between two characters.
    package mutating func append(_ piece: [UInt8]) {
        piece.withUnsafeBufferPointer { append($0) }
    }

    /// Empties it, but keeps its capacity.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        isParted = false
    }

    /// Returns its text and empties it, but keeps its capacity.
    package mutating func take() -> String {
        defer { removeAll() }
        return string
    }
}

/// The length in bytes of the white space that begins there; 0 for none.
private func whiteSpace(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[index] {
    case 0x20, 0x09...0x0D: return 1
    case 0x21..<0xC2: return 0
    case 0xC2, 0xE1, 0xE2, 0xE3: break
    default: return 0
    }
    let next = bytes[index...].dropFirst().prefix(2)
    guard let second = next.first else { return 0 }
    if bytes[index] == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard let third = next.dropFirst().first else { return 0 }
    switch (bytes[index], second, third) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
        (0xE2, 0x81, 0x9F),
        (0xE3, 0x80, 0x80):
        return 3
    default: return 0
    }
}
