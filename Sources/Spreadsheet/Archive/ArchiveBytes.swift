// Numbers in an archive's bytes: little-endian (APPNOTE 4.1.3), each read with a bounds check.

/// The bytes of an archive.
struct ArchiveBytes: Sendable {
    let document: [UInt8]

    init(_ document: [UInt8]) {
        self.document = document
    }

    /// The unsigned number of `size` bytes at a position; nil if the document ends before.
    func number(at place: Int, size: Int) -> UInt64? {
        guard place >= 0, place <= document.count - size else { return nil }
        var value: UInt64 = 0
        for index in (place..<(place + size)).reversed() { value = value << 8 | UInt64(document[index]) }
        return value
    }

    /// The same, for a number of 2 bytes.
    func short(at place: Int) -> UInt16? {
        number(at: place, size: 2).map { UInt16(truncatingIfNeeded: $0) }
    }

    /// The same, for a number of 4 bytes.
    func long(at place: Int) -> UInt32? {
        number(at: place, size: 4).map { UInt32(truncatingIfNeeded: $0) }
    }

    /// The range of so many bytes from a position; nil if the document ends before.
    func range(at place: Int, count: Int) -> Range<Int>? {
        guard place >= 0, count >= 0, place <= document.count, count <= document.count - place else { return nil }
        return place..<(place + count)
    }
}
