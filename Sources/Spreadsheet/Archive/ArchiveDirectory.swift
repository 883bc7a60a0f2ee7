// The central directory of a ZIP archive (APPNOTE 4.3.12 to 4.3.16), found from the end, and the local headers.

import Text

/// All entries, each with the range of its bytes.
struct ArchiveDirectory {
    private(set) var entries: [ArchiveEntry] = []
    private let bytes: ArchiveBytes

    init(_ bytes: ArchiveBytes, limits: TableLimits) throws(TableError) {
        self.bytes = bytes
        let end = try ArchiveEnd(bytes)
        guard end.count <= limits.entries else {
            throw TableError(.limit, "the archive has more than \(limits.entries) entries")
        }
        var place = end.directory.lowerBound
        entries.reserveCapacity(end.count)
        for _ in 0..<end.count { entries.append(try entry(at: &place, before: end.directory.upperBound)) }
        guard place == end.directory.upperBound else {
            throw TableError(.malformed, "the archive's directory is longer than its entries: it is damaged")
        }
        for index in entries.indices { entries[index].data = try data(of: entries[index]) }
        try refuseOverlaps(before: end.directory.lowerBound)
    }

    private static let broken = TableError(.malformed, "the archive's directory is damaged")

    private func entry(at place: inout Int, before end: Int) throws(TableError) -> ArchiveEntry {
        guard bytes.long(at: place) == 0x0201_4B50, let flags = bytes.short(at: place + 8),
            let method = bytes.short(at: place + 10), let checksum = bytes.long(at: place + 16),
            let encoded = bytes.long(at: place + 20), let decoded = bytes.long(at: place + 24),
            let nameLength = bytes.short(at: place + 28), let extraLength = bytes.short(at: place + 30),
            let commentLength = bytes.short(at: place + 32), let header = bytes.long(at: place + 42),
            let name = bytes.range(at: place + 46, count: Int(nameLength)),
            let extra = bytes.range(at: name.upperBound, count: Int(extraLength)),
            let comment = bytes.range(at: extra.upperBound, count: Int(commentLength)), comment.upperBound <= end
        else { throw Self.broken }
        var sizes: [UInt64] = [UInt64(decoded), UInt64(encoded), UInt64(header)]
        try widen(&sizes, from: extra)
        guard let decodedSize = Int(exactly: sizes[0]), decodedSize < Int.max, let encodedSize = Int(exactly: sizes[1]),
            let headerPlace = Int(exactly: sizes[2])
        else { throw Self.broken }
        place = comment.upperBound
        return ArchiveEntry(
            name: Array(bytes.document[name]), flags: flags, method: method, checksum: checksum,
            encodedSize: encodedSize, decodedSize: decodedSize, header: headerPlace)
    }

    /// Reads sizes that do not fit into 32 bits from the ZIP64 extra field (4.5.3).
    private func widen(_ sizes: inout [UInt64], from extra: Range<Int>) throws(TableError) {
        guard sizes.contains(0xFFFF_FFFF) else { return }
        var place = extra.lowerBound
        while let kind = bytes.short(at: place), let length = bytes.short(at: place + 2),
            place + 4 + Int(length) <= extra.upperBound
        {
            let end = place + 4 + Int(length)
            place += 4
            guard kind == 1 else {
                place = end
                continue
            }
            for index in sizes.indices where sizes[index] == 0xFFFF_FFFF {
                guard place + 8 <= end, let value = bytes.number(at: place, size: 8) else { throw Self.broken }
                sizes[index] = value
                place += 8
            }
            return
        }
        throw Self.broken
    }

    /// The range of an entry's bytes, after its local header (4.3.7), which must agree with the directory.
    private func data(of entry: ArchiveEntry) throws(TableError) -> Range<Int> {
        let place = entry.header
        guard let start = bytes.range(at: place, count: 30)?.upperBound, bytes.long(at: place) == 0x0403_4B50,
            let flags = bytes.short(at: place + 6), let method = bytes.short(at: place + 8),
            let encoded = bytes.long(at: place + 18), let decoded = bytes.long(at: place + 22),
            let nameLength = bytes.short(at: place + 26), let extraLength = bytes.short(at: place + 28),
            let name = bytes.range(at: start, count: Int(nameLength)),
            let data = bytes.range(at: name.upperBound + Int(extraLength), count: entry.encodedSize)
        else { throw TableError(.malformed, "\"\(entry.title)\" in the archive is cut off or not where it should be") }
        guard bytes.document[name].elementsEqual(entry.name), method == entry.method, (flags ^ entry.flags) & 1 == 0
        else {
            throw TableError(.malformed, "\"\(entry.title)\" has another name or method in the archive's directory")
        }
        let isTold = flags & 8 != 0 || encoded == .max || decoded == .max
        guard isTold || Int(encoded) == entry.encodedSize && Int(decoded) == entry.decodedSize else {
            throw Archive.sizeError(entry)
        }
        return data
    }

    /// Refuses entries that share bytes, because they make much out of little: the densest bombs are built so.
    private func refuseOverlaps(before directory: Int) throws(TableError) {
        var end = 0
        for entry in entries.sorted(by: { $0.header < $1.header }) {
            guard entry.header >= end, entry.data.upperBound <= directory else {
                throw TableError(.refused, "\"\(entry.title)\" overlaps another part of the archive")
            }
            end = entry.data.upperBound
        }
    }
}

/// The end record of an archive: the number and position of its entries (4.3.16; for ZIP64 4.3.14 and 4.3.15).
private struct ArchiveEnd {
    var count: Int
    var directory: Range<Int>

    init(_ bytes: ArchiveBytes) throws(TableError) {
        guard let place = Self.place(in: bytes), let disk = bytes.short(at: place + 4),
            let directoryDisk = bytes.short(at: place + 6), let count = bytes.short(at: place + 10),
            let size = bytes.long(at: place + 12), let offset = bytes.long(at: place + 16)
        else { throw TableError(.malformed, "the archive has no end: it is cut off, or something follows it") }
        var values = (count: UInt64(count), size: UInt64(size), offset: UInt64(offset))
        var disks = [UInt32(disk), UInt32(directoryDisk)]
        var end = place
        if count == .max || size == .max || offset == .max || disk == .max || directoryDisk == .max {
            (end, disks, values) = try Self.wide(bytes, before: place)
        }
        guard disks == [0, 0] else { throw TableError(.unsupported, "the archive is split over several files") }
        guard let size = Int(exactly: values.size), let offset = Int(exactly: values.offset),
            let count = Int(exactly: values.count), let directory = bytes.range(at: offset, count: size),
            directory.upperBound <= end, count <= size / 46
        else { throw TableError(.malformed, "the archive's directory is not where it should be: it is damaged") }
        (self.count, self.directory) = (count, directory)
    }

    /// The position of the last end record whose comment ends with the document.
    private static func place(in bytes: ArchiveBytes) -> Int? {
        let last = bytes.document.count - 22
        guard last >= 0 else { return nil }
        for place in (max(0, last - 0xFFFF)...last).reversed()
        where bytes.document[place] == 0x50 && bytes.long(at: place) == 0x0605_4B50 {
            if let comment = bytes.short(at: place + 20), Int(comment) == last - place { return place }
        }
        return nil
    }

    private static func wide(
        _ bytes: ArchiveBytes, before end: Int
    ) throws(TableError) -> (Int, [UInt32], (count: UInt64, size: UInt64, offset: UInt64)) {
        guard bytes.long(at: end - 20) == 0x0706_4B50, let place = bytes.number(at: end - 12, size: 8),
            let place = Int(exactly: place), bytes.range(at: place, count: 56) != nil, place <= end - 20 - 56,
            bytes.long(at: place) == 0x0606_4B50,
            let disk = bytes.long(at: place + 16), let directoryDisk = bytes.long(at: place + 20),
            let count = bytes.number(at: place + 32, size: 8), let size = bytes.number(at: place + 40, size: 8),
            let offset = bytes.number(at: place + 48, size: 8)
        else { throw TableError(.malformed, "the archive's ZIP64 records are damaged") }
        return (place, [disk, directoryDisk], (count, size, offset))
    }
}
