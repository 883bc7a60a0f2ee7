// White space as tables have it: runs of it are one blank, and none stands at either end.

/// The text of a cell: each run of white space one blank, none at the ends; no-break spaces are white space. What is no UTF-8 is U+FFFD.
package func collapsed(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var needsBlank = false
    var rest = bytes[...]
    while let byte = rest.first {
        let length = byte <= 0x20 ? 1 : byte < 0xC2 || byte > 0xE3 ? 0 : widthOfSpace(rest.prefix(3))
        guard length == 0 || (byte <= 0x20 && !isSpace(byte)) else {
            needsBlank = !text.isEmpty
            rest = rest.dropFirst(length)
            continue
        }
        if needsBlank { text.append(0x20) }
        needsBlank = false
        text.append(byte)
        rest = rest.dropFirst()
    }
    return String(decoding: text, as: UTF8.self)
}

/// The white space of ASCII.
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

/// How many bytes of UTF-8 the white space beyond ASCII takes that begins here (Unicode's White_Space); 0 for none.
private func widthOfSpace(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    if bytes.starts(with: [0xC2, 0xA0]) || bytes.starts(with: [0xC2, 0x85]) { return 2 }
    guard bytes.count == 3, [0xE1, 0xE2, 0xE3].contains(bytes[0]) else { return 0 }
    let scalar = UInt32(bytes[0] & 0x0F) << 12 | UInt32(bytes[1] & 0x3F) << 6 | UInt32(bytes[2] & 0x3F)
    switch scalar {
    case 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return 3
    default: return 0
    }
}
