// Archives: what is read has the size and lies where the directory says, no byte is read twice, no more than allowed,
// and the same each time; and what is packed comes back.

import Text

@testable import Spreadsheet

private let limits: TableLimits = {
    var limits = TableLimits()
    limits.decodedBytes = 1 << 18
    limits.ratioBytes = 1 << 12
    limits.ratio = 50
    limits.entries = 40
    return limits
}()

extension Target {
    static let zip = Target("zip") { bytes in
        if bytes.first == 0 {
            try checkReturn(of: bytes.dropFirst())
            return
        }
        guard var archive = try? Archive(bytes, limits: limits) else { return }
        try promise(archive.entries.count <= limits.entries, "an archive has more entries than allowed")
        var end = 0
        for entry in archive.entries.values.sorted(by: { $0.header < $1.header }) {
            try promise(entry.header >= end && entry.data.lowerBound >= entry.header + 30, "entries overlap")
            try promise(entry.data.upperBound <= bytes.count, "an entry ends behind the archive")
            end = entry.data.upperBound
            let title = String(decoding: entry.name, as: UTF8.self)
            // What is no UTF-8 has another name when it is asked for.
            guard Array(title.utf8) == entry.name else { continue }
            let before = archive.decodedBytes
            guard let content = try? archive.read(title) else { continue }
            try promise(content.count == entry.decodedSize, "an entry has not its size")
            try promise(archive.decodedBytes == before + content.count, "what is read is not counted")
            try promise(
                content.count <= limits.ratioBytes || content.count <= limits.ratio * entry.encodedSize,
                "an entry is packed tighter than allowed")
            if let again = try? archive.read(title) {
                try promise(again == content, "an entry reads otherwise the second time")
            }
        }
        try promise(archive.decodedBytes <= limits.decodedBytes, "more is decoded than allowed")
        _ = try? spreadsheetTables(of: bytes, limits: limits)
    }
}

/// Packs names and contents, which stand in turn with zeros between, and wants them back.
private func checkReturn(of bytes: ArraySlice<UInt8>) throws {
    let parts = bytes.split(separator: 0, maxSplits: 20, omittingEmptySubsequences: false)
    var entries: [(name: [UInt8], content: [UInt8])] = []
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
        let name = Array("\(index) ".utf8) + parts[index].map { $0 & 0x3F | 0x40 }
        entries.append((name, Array(parts[index + 1])))
    }
    var archive = try Archive(packed(entries), limits: limits)
    for entry in entries {
        let content = try archive.read(String(decoding: entry.name, as: UTF8.self))
        try promise(content == entry.content, "an entry does not come back as it was packed")
    }
}

/// An archive of stored entries, and deflated ones of one stored block, in turn.
private func packed(_ entries: [(name: [UInt8], content: [UInt8])]) -> [UInt8] {
    var output: [UInt8] = []
    var directory: [UInt8] = []
    for (index, entry) in entries.enumerated() {
        let count = entry.content.count
        let head = index % 2 == 0 ? [] : [1] + little(count, 2) + little(~count, 2)
        let fields =
            little(20, 2) + little(0, 2) + little(index % 2 * 8, 2) + little(0, 4) + little(checksum(entry.content), 4)
            + little(head.count + count, 4) + little(count, 4) + little(entry.name.count, 2) + little(0, 2)
        directory +=
            little(0x0201_4B50, 4) + little(20, 2) + fields + little(0, 10) + little(output.count, 4) + entry.name
        output += little(0x0403_4B50, 4) + fields + entry.name + head + entry.content
    }
    let start = output.count
    output += directory
    output += little(0x0605_4B50, 4) + little(0, 4) + little(entries.count, 2) + little(entries.count, 2)
    return output + little(directory.count, 4) + little(start, 4) + little(0, 2)
}

private func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
}

private func checksum(_ bytes: [UInt8]) -> Int {
    var value = ~UInt32(0)
    for byte in bytes {
        value ^= UInt32(byte)
        for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
    return Int(~value)
}
