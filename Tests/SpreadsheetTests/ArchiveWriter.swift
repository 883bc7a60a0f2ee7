// Archives for tests, with each possible fault.

/// Writes a ZIP archive, entry by entry.
struct ArchiveWriter {
    /// One entry; what differs from the truth is a lie.
    struct Entry {
        var name: String
        var content: [UInt8]
        var method: UInt16 = 0
        var flags: UInt16 = 0
        /// What stands in the archive; for method 8 deflate data.
        var encoded: [UInt8]?
        var checksum: UInt32?
        var size: Int?
        var localName: String?
        /// Sizes in ZIP64's extra field.
        var isWide = false
        /// Sizes and checksum behind the data and not before.
        var isStreamed = false
        /// Where the directory says that it begins.
        var header: Int?

        init(_ name: String, _ content: String) {
            (self.name, self.content) = (name, Array(content.utf8))
        }

        init(_ name: String, bytes: [UInt8]) {
            (self.name, content) = (name, bytes)
        }
    }

    var entries: [Entry]
    var comment = ""
    /// Whether the end is ZIP64's.
    var isWide = false
    /// What the end says, where that is a lie.
    var count: Int?
    var offset: Int?

    init(_ entries: [Entry]) {
        self.entries = entries
    }

    init(_ parts: [(String, String)]) {
        entries = parts.map { Entry($0.0, $0.1) }
    }

    var bytes: [UInt8] {
        var output: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let header = entry.header ?? output.count
            let encoded = entry.encoded ?? (entry.method == 8 ? stored(entry.content) : entry.content)
            let checksum = entry.checksum ?? crc32(entry.content)
            let size = entry.size ?? entry.content.count
            let wide = entry.isWide ? number(1, 2) + number(16, 2) + number(size, 8) + number(encoded.count, 8) : []
            let told =
                entry.isWide
                ? number(0xFFFF_FFFF, 4) + number(0xFFFF_FFFF, 4) : number(encoded.count, 4) + number(size, 4)
            let flags = entry.flags | (entry.isStreamed ? 8 : 0)
            let fields = number(20, 2) + number(Int(flags), 2) + number(Int(entry.method), 2) + number(0, 4)
            let name = Array(entry.name.utf8)
            let local = Array((entry.localName ?? entry.name).utf8)
            output += number(0x0403_4B50, 4) + fields
            output += entry.isStreamed ? number(0, 12) : number(Int(checksum), 4) + told
            output += number(local.count, 2) + number(wide.count, 2) + local + wide + encoded
            if entry.isStreamed {
                output += number(0x0807_4B50, 4) + number(Int(checksum), 4) + number(encoded.count, 4) + number(size, 4)
            }
            directory += number(0x0201_4B50, 4) + number(20, 2) + fields + number(Int(checksum), 4) + told
            directory += number(name.count, 2) + number(wide.count, 2) + number(0, 10) + number(header, 4) + name + wide
        }
        let start = offset ?? output.count
        let end = output.count + directory.count
        output += directory
        let count = count ?? entries.count
        if isWide {
            output += number(0x0606_4B50, 4) + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8)
            output += number(count, 8) + number(count, 8) + number(directory.count, 8) + number(start, 8)
            output += number(0x0706_4B50, 4) + number(0, 4) + number(end, 8) + number(1, 4)
        }
        output += number(0x0605_4B50, 4) + number(0, 4)
        output += isWide ? number(0xFFFF, 2) + number(0xFFFF, 2) : number(count, 2) + number(count, 2)
        output += isWide ? number(-1, 4) + number(-1, 4) : number(directory.count, 4) + number(start, 4)
        return output + number(comment.utf8.count, 2) + Array(comment.utf8)
    }
}

/// Little-endian bytes.
func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
}

/// Deflate data of stored blocks (RFC 1951 3.2.4).
func stored(_ content: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var rest = content[...]
    repeat {
        let block = rest.prefix(0xFFFF)
        rest = rest.dropFirst(block.count)
        output += [rest.isEmpty ? 1 : 0] + number(block.count, 2) + number(~block.count, 2) + block
    } while !rest.isEmpty
    return output
}

/// Deflate data for a space and `repeats` times 258 more: 158 to 1, by fixed codes (RFC 1951 3.2.6).
func spaces(repeats: Int) -> (encoded: [UInt8], count: Int) {
    var bits: [UInt8] = [1, 1, 0]
    func code(_ value: Int, _ length: Int) {
        for bit in (0..<length).reversed() { bits.append(UInt8(value >> bit & 1)) }
    }
    code(0x30 + 0x20, 8)
    for _ in 0..<repeats {
        code(0xC5, 8)
        code(0, 5)
    }
    code(0, 7)
    let encoded = stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<min(start + 8, bits.count)].enumerated().reduce(UInt8(0)) { $0 | $1.element << UInt8($1.offset) }
    }
    return (encoded, 1 + 258 * repeats)
}

/// CRC-32 (APPNOTE 4.4.7).
func crc32(_ bytes: [UInt8]) -> UInt32 {
    var value = ~UInt32(0)
    for byte in bytes {
        value ^= UInt32(byte)
        for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
    return ~value
}
