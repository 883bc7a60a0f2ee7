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
    guard !hasMark else { throw TableError(.malformed, "the text is marked as UTF-8 but is not valid UTF-8") }
    return repairedUTF8(text) ?? textOfWindows1252(text)
}

/// Whether this is UTF-16 without a mark, and in which order: of the first thousand pairs six in ten have a NUL in one
/// place, and next to none in the other. Nil for anything else.
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
    if text.contains(0) { throw TableError(.malformed, "the document has NUL bytes: it is not text") }
}
