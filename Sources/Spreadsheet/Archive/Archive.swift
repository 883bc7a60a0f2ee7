// Reads a ZIP archive (PKWARE's APPNOTE 6.3): its entries, and the parts on demand. Any inconsistency is an error, so
// that a damaged archive never reads as a shorter list.

import CZlib
import Text

/// One entry of the archive's central directory (APPNOTE 4.3.12).
struct ArchiveEntry: Sendable {
    /// The raw name; its encoding is unknown.
    var name: [UInt8]
    /// Bit 0 for encrypted, bit 3 for sizes that follow the data (4.4.4).
    var flags: UInt16
    /// 0 for stored, 8 for deflated (4.4.5).
    var method: UInt16
    /// CRC-32 of the decoded bytes.
    var checksum: UInt32
    /// Encoded size in bytes.
    var encodedSize: Int
    /// Decoded size in bytes.
    var decodedSize: Int
    /// The start of its local header.
    var header: Int
    /// The range of its bytes.
    var data: Range<Int> = 0..<0

    /// The name for messages.
    var title: String { String(decoding: name, as: UTF8.self) }
}

/// An archive in memory. Entries are decoded on demand.
struct Archive: Sendable {
    let bytes: ArchiveBytes
    private let limits: TableLimits
    /// By name, letters of ASCII in lower case.
    let entries: [[UInt8]: ArchiveEntry]
    /// How many bytes have been decoded; repeated reads count again.
    private(set) var decodedBytes = 0
    /// How often each entry was decoded, by its start.
    private var uses: [Int: Int] = [:]
    /// The most decodings of one entry. Sheets that share a part make much out of little, and sound ones do not.
    private static let mostUses = 4

    /// Reads the directory and checks the position of each entry.
    ///
    /// - Throws: if the archive is damaged, has too many entries, or overlaps itself.
    init(_ document: [UInt8], limits: TableLimits) throws(TableError) {
        bytes = ArchiveBytes(document)
        self.limits = limits
        let directory = try ArchiveDirectory(bytes, limits: limits)
        var entries: [[UInt8]: ArchiveEntry] = [:]
        entries.reserveCapacity(directory.entries.count)
        for entry in directory.entries where entries.updateValue(entry, forKey: Self.folded(entry.name)) != nil {
            throw TableError(.refused, "two entries of the archive have the name \"\(entry.title)\"")
        }
        self.entries = entries
    }

    /// Whether an entry of this name exists, ignoring the case of ASCII letters (Open Packaging Conventions 6.3.5).
    func contains(_ name: String) -> Bool {
        entries[Self.folded(Array(name.utf8))] != nil
    }

    /// The decoded bytes of the entry of this name, checked against its size and checksum.
    mutating func read(_ name: String) throws(TableError) -> [UInt8] {
        guard let entry = entries[Self.folded(Array(name.utf8))] else {
            throw TableError(.malformed, "the archive has no \"\(name)\"")
        }
        return try read(entry)
    }

    private mutating func read(_ entry: ArchiveEntry) throws(TableError) -> [UInt8] {
        uses[entry.header, default: 0] += 1
        guard uses[entry.header] ?? 0 <= Self.mostUses else {
            throw TableError(.refused, "\"\(entry.title)\" in the archive is used more than \(Self.mostUses) times")
        }
        if entry.flags & 0x41 != 0 || entry.method == 99 {
            throw TableError(.encrypted, "\"\(entry.title)\" in the archive is encrypted")
        }
        guard entry.method == 0 || entry.method == 8 else {
            throw TableError(
                .unsupported, "\"\(entry.title)\" in the archive is packed with \(Self.methodName(entry.method))")
        }
        try charge(entry)
        let output: [UInt8]
        if entry.method == 0 {
            guard entry.encodedSize == entry.decodedSize else { throw Self.sizeError(entry) }
            output = Array(bytes.document[entry.data])
        } else {
            output = try inflated(bytes.document[entry.data], entry)
        }
        let checksum = output.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        guard checksum == UInt(entry.checksum) else {
            throw TableError(.malformed, "\"\(entry.title)\" in the archive has another checksum: it is damaged")
        }
        return output
    }

    /// Charges an entry before room is made for it. Its size is trusted here and checked by decoding.
    private mutating func charge(_ entry: ArchiveEntry) throws(TableError) {
        let (allowed, overflows) = entry.encodedSize.multipliedReportingOverflow(by: limits.ratio)
        if entry.decodedSize > limits.ratioBytes, !overflows, entry.decodedSize > allowed {
            throw TableError(
                .limit, "\"\(entry.title)\" in the archive is packed tighter than \(limits.ratio):1")
        }
        guard entry.decodedSize <= limits.decodedBytes - decodedBytes else {
            throw TableError(.limit, "the archive's parts are larger than \(limits.decodedBytes) bytes")
        }
        decodedBytes += entry.decodedSize
    }

    static func sizeError(_ entry: ArchiveEntry) -> TableError {
        TableError(.malformed, "\"\(entry.title)\" in the archive has not the size that is told of it: it is damaged")
    }

    /// Names are compared without the case of ASCII letters; some writers separate folders by a backslash.
    private static func folded(_ name: [UInt8]) -> [UInt8] {
        name.map { byte in
            switch byte {
            case 0x41...0x5A: byte | 0x20
            case UInt8(ascii: "\\"): UInt8(ascii: "/")
            default: byte
            }
        }
    }

    /// APPNOTE 4.4.5.
    private static func methodName(_ method: UInt16) -> String {
        switch method {
        case 1: "Shrink"
        case 2...5: "Reduce"
        case 6: "Implode"
        case 9: "Deflate64"
        case 12: "bzip2"
        case 14: "LZMA"
        case 93: "Zstandard"
        case 95: "xz"
        case 98: "PPMd"
        default: "the unknown method \(method)"
        }
    }
}

/// Inflates to exactly the size in the directory: makes room once, and accepts neither a byte more nor one less.
private func inflated(_ input: ArraySlice<UInt8>, _ entry: ArchiveEntry) throws(TableError) -> [UInt8] {
    guard let available = UInt32(exactly: input.count), let room = UInt32(exactly: entry.decodedSize) else {
        throw TableError(.limit, "\"\(entry.title)\" in the archive is longer than 4 GiB")
    }
    var isSound = false
    // One byte more than needed, to notice data that are too long.
    let output = [UInt8](unsafeUninitializedCapacity: entry.decodedSize + 1) { buffer, count in
        var stream = z_stream()
        guard batchwatch_inflateInitRaw(&stream) == Z_OK else { return }
        defer { inflateEnd(&stream) }
        input.withUnsafeBufferPointer { bytes in
            stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.avail_in = available
            stream.next_out = buffer.baseAddress
            stream.avail_out = room &+ (room == .max ? 0 : 1)
            let result = inflate(&stream, Z_FINISH)
            isSound = result == Z_STREAM_END && stream.avail_in == 0 && stream.total_out == UInt(room)
        }
        count = isSound ? entry.decodedSize : 0
    }
    guard isSound else { throw Archive.sizeError(entry) }
    return output
}
