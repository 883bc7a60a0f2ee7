// In which encoding a text file is written, where nothing says so: its bytes as UTF-8.

import Text

/// The text as UTF-8, without a byte order mark.
///
/// - Throws: for bytes that are no text.
func decodedText(of document: [UInt8]) throws(TableError) -> [UInt8] {
    if document.starts(with: [0xFF, 0xFE]) { return try utf16(document.dropFirst(2), isLittle: true) }
    if document.starts(with: [0xFE, 0xFF]) { return try utf16(document.dropFirst(2), isLittle: false) }
    if let isLittle = orderOfUTF16(document) { return try utf16(document[...], isLittle: isLittle) }
    try refuseNUL(document[...])
    let hasMark = document.starts(with: [0xEF, 0xBB, 0xBF])
    let text = hasMark ? Array(document.dropFirst(3)) : document
    if String(validating: text, as: UTF8.self) != nil { return text }
    guard !hasMark else { throw TableError(.malformed, "the text says that it is UTF-8, and is not") }
    return windows1252(text)
}

/// Whether this is UTF-16 without a mark, and in which order: of the first thousand pairs six in ten have a NUL in one place, and next
/// to none in the other. Nil for anything else.
private func orderOfUTF16(_ document: [UInt8]) -> Bool? {
    guard document.count >= 4, document.count.isMultiple(of: 2) else { return nil }
    var zeros = (even: 0, odd: 0)
    let head = document.prefix(2_000)
    for (index, byte) in head.enumerated() where byte == 0 {
        if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let enough = (head.count / 2 * 6 + 9) / 10
    if zeros.odd >= enough, zeros.even * 8 <= zeros.odd { return true }
    return zeros.even >= enough && zeros.odd * 8 <= zeros.even ? false : nil
}

private func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) throws(TableError) -> [UInt8] {
    guard bytes.count.isMultiple(of: 2) else {
        throw TableError(.malformed, "the text is UTF-16 that ends in the middle of a character")
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var first: UInt8?
    for byte in bytes {
        guard let high = first else {
            first = byte
            continue
        }
        units.append(isLittle ? UInt16(byte) << 8 | UInt16(high) : UInt16(high) << 8 | UInt16(byte))
        first = nil
    }
    let text = Array(String(decoding: units, as: UTF16.self).utf8)
    try refuseNUL(text[...])
    return text
}

private func refuseNUL(_ text: ArraySlice<UInt8>) throws(TableError) {
    if text.contains(0) { throw TableError(.malformed, "the document has NUL bytes: it is no text") }
}

/// As browsers read it (WHATWG Encoding 9): the five bytes that mean nothing are control characters.
private func windows1252(_ bytes: [UInt8]) -> [UInt8] {
    // 0x80...0x9F.
    let upper: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153,
        0x9D,
        0x017E, 0x0178,
    ]
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
        guard byte >= 0x80 else {
            text.append(byte)
            continue
        }
        let scalar = (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : UInt32(byte)
        if let scalar = Unicode.Scalar(scalar) { text += Array(UTF8.encode(scalar) ?? .init()) }
    }
    return text
}
