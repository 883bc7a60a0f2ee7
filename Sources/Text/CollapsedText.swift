// White space as tables have it: runs of it are one blank, and none stands at either end.

/// The text of a cell: each run of white space one blank, none at the ends; no-break spaces are white space. What is no UTF-8 is U+FFFD.
package func collapsed(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var needsBlank = false
    var index = 0
    while index < bytes.count {
        let width = widthOfSpace(bytes, at: index)
        if width > 0 {
            needsBlank = !text.isEmpty
            index += width
            continue
        }
        if needsBlank { text.append(0x20) }
        needsBlank = false
        text.append(bytes[index])
        index += 1
    }
    return String(decoding: text, as: UTF8.self)
}

/// How many bytes of UTF-8 the white space takes that begins here (Unicode's White_Space); 0 for none.
private func widthOfSpace(_ bytes: [UInt8], at index: Int) -> Int {
    let byte = bytes[index]
    if byte <= 0x20 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
    guard byte >= 0xC2, byte <= 0xE3, index + 1 < bytes.count else { return 0 }
    let second = bytes[index + 1]
    if byte == 0xC2 { return second == 0xA0 || second == 0x85 ? 2 : 0 }
    guard byte >= 0xE1, second & 0xC0 == 0x80, index + 2 < bytes.count, bytes[index + 2] & 0xC0 == 0x80 else {
        return 0
    }
    switch UInt32(byte & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F) {
    case 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return 3
    default: return 0
    }
}
