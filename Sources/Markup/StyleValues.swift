// The values of declarations that are more than a word: colours, and texts that a style adds.

import Text

/// A part of a text that a style adds.
enum StylePiece: Equatable {
    case string(String)
    /// The value of an attribute.
    case attribute(String)
}

/// The effect of `content`.
func content(_ written: [UInt8]) -> StyleEffect {
    var rest = written[...].drop { $0 <= 0x20 }
    var pieces: [StylePiece] = []
    var isSign = false
    while let first = rest.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "!") {
        if first == 0x22 || first == 0x27 {
            let string = string(in: rest)
            pieces.append(.string(string.text))
            rest = string.rest
        } else {
            let end = place(of: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 }, in: rest) ?? rest.endIndex
            let word = styleWord(rest[..<end])
            rest = rest[end...]
            if word.hasPrefix("attr(") {
                pieces.append(.attribute(String(word.dropFirst(5).prefix { $0 != ")" && $0 != "," })))
            } else if word.hasPrefix("counter") {
                return .unsure
            } else if word.hasPrefix("url(") || word.holds("image") || word.holds("gradient") {
                isSign = true
            }
        }
        rest = rest.drop { $0 <= 0x20 }
    }
    // Narrow screens have labels before cells.
    let labels = ["label", "th", "title", "header", "heading", "column", "name"]
    if case .attribute(let name)? = pieces.first, labels.contains(where: { name.hasPrefix("data-" + $0) }) {
        return .shows
    }
    return pieces.isEmpty ? isSign ? .sign : .shows : .text(pieces)
}

/// The string at the beginning of a text, and the rest.
private func string(in text: ArraySlice<UInt8>) -> (text: String, rest: ArraySlice<UInt8>) {
    var (bytes, rest): ([UInt8], _) = ([], text.dropFirst())
    while let byte = rest.popFirst(), byte != text.first {
        guard byte == UInt8(ascii: "\\") else {
            bytes.append(byte)
            continue
        }
        let digits = rest.prefix(6).prefix { Character(Unicode.Scalar($0)).isHexDigit }
        if digits.isEmpty {
            if let next = rest.popFirst(), next != 0x0A { bytes.append(next) }
            continue
        }
        rest = rest[digits.endIndex...]
        if let next = rest.first, next <= 0x20 { rest.removeFirst() }
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        bytes += String(Character(value.flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}")).utf8
    }
    return (String(decoding: bytes, as: UTF8.self), rest)
}

/// A colour in a form for comparison; empty for an invisible one.
func colour(_ written: some Collection<UInt8>) -> String {
    let value = styleWord(written.prefix { $0 != UInt8(ascii: "!") })
    switch value {
    case "transparent": return ""
    case "white": return "#ffffff"
    case "black": return "#000000"
    default: break
    }
    if value.hasPrefix("#") {
        var digits = value.dropFirst()[...]
        if digits.count < 6 { digits = digits.reduce(into: "") { $0 += "\($1)\($1)" }[...] }
        if digits.count == 8 {
            if digits.hasSuffix("00") { return "" }
            if digits.hasSuffix("ff") { digits.removeLast(2) }
        }
        return "#" + digits
    }
    guard value.hasPrefix("rgb") else { return value }
    let blanks = styleWord(written.lazy.map { $0 <= 0x20 ? UInt8(ascii: ",") : $0 })
    let parts = blanks.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }.split { $0 == "," || $0 == "/" }
    let numbers = parts.compactMap { styleLength($0) }
    guard numbers.count >= 3, numbers.count == parts.count else { return value }
    if numbers.count == 4 {
        if numbers[3] == 0 { return "" }
        if numbers[3] != 1 { return value }
    }
    let hex = numbers.prefix(3).map { number in
        let digits = String(Int(max(0, min(255, number))), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }
    return "#" + hex.joined()
}

/// Whether a colour is so near to white that white text on it is illegible: most often stripes of rows.
func isLight(_ colour: String) -> Bool {
    let digits = Array(colour.utf8.dropFirst())
    return colour.hasPrefix("#") && digits.count == 6 && [0, 2, 4].allSatisfy { digits[$0] >= UInt8(ascii: "d") }
}

/// The colour of a background, and whether it shows a picture.
func grounds(_ value: String, _ colour: String) -> [(StyleProperty, StyleEffect)] {
    if colour.isEmpty || ["none", "initial", "unset", "currentcolor"].contains(value) { return [] }
    return [(.ground, .colour(colour))] + (value.holds("url(") ? [(.picture, .sign)] : [])
}
