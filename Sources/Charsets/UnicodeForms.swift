// Recognises the forms of Unicode by a byte order mark, or by the zeros between their characters.

/// The encoding of a byte order mark (Unicode 2.13), and the bytes after it; nil if there is none.
func marked(_ document: [UInt8]) -> (charset: Charset, text: ArraySlice<UInt8>)? {
    // The mark of UTF-32 begins like that of UTF-16, which no NUL follows in a text.
    let marks: [([UInt8], Charset)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .utf32Little), ([0, 0, 0xFE, 0xFF], .utf32Big),
        ([0xFF, 0xFE], .utf16Little), ([0xFE, 0xFF], .utf16Big),
    ]
    return marks.first { document.starts(with: $0.0) }.map { ($0.1, document.dropFirst($0.0.count)) }
}

/// The form of Unicode with zeros where this document has them, if it has any; nil if no form makes it a text. Other
/// encodings of texts have no zeros.
func unmarkedForm(of document: [UInt8]) -> Charset? {
    let head = document.prefix(longestLook)
    var zeros = [0, 0, 0, 0]
    for (index, byte) in head.enumerated() where byte == 0 { zeros[index & 3] += 1 }
    guard zeros.contains(where: { $0 > 0 }) else { return nil }
    let quarter = head.count / 4
    let forms: [(Charset, Bool)] = [
        // In each four bytes one is always zero, and its neighbour nearly always.
        (.utf32Little, quarter > 0 && zeros[3] == quarter && zeros[2] * 10 >= quarter * 9),
        (.utf32Big, quarter > 0 && zeros[0] >= quarter && zeros[1] * 10 >= quarter * 9),
        // A zero in one byte of a pair marks an ASCII character, of which tables have many in each language; in the
        // other byte it is rare.
        (.utf16Little, (zeros[0] + zeros[2]) * 8 <= zeros[1] + zeros[3] && (zeros[1] + zeros[3]) * 10 >= head.count),
        (.utf16Big, (zeros[1] + zeros[3]) * 8 <= zeros[0] + zeros[2] && (zeros[0] + zeros[2]) * 10 >= head.count),
    ]
    return forms.first { $0.1 && isText(head, in: $0.0) }?.0
}

/// In bytes; a multiple of four.
private let longestLook = 4_096

/// Whether the beginning of a document is a text: almost only existing characters, and no controls except white space.
private func isText(_ head: ArraySlice<UInt8>, in charset: Charset) -> Bool {
    // The limit may cut a character.
    let whole = head.count == longestLook ? head.dropLast(4) : head
    guard let text = try? charset.decode(whole)?.bytes, !text.isEmpty else { return false }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    let strange = scalars.count { scalar in
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse, .surrogate: true
        case .control: ![0x09, 0x0A, 0x0C, 0x0D].contains(scalar.value)
        default: scalar == "\u{FFFD}"
        }
    }
    return strange * 16 <= scalars.count
}
