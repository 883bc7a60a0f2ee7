// The text of HTML inside another document's text, as in the titles of feeds (RFC 4287 3.1.1.2). Such texts are
// many and short: a parser for each would cost more than the feed.

import Text

/// The visible text of a piece of HTML, in UTF-8: without tags, comments and text that is never shown or hidden by its
/// own attributes; with references decoded, and a mark after struck-out text. White space stays; a block begins and
/// ends with a space.
package func textOfHTML(_ html: [UInt8]) -> [UInt8] {
    if !html.contains(where: { $0 == 0x3C || $0 == 0x26 }) { return html }
    var text: [UInt8] = []
    /// The open hidden element, and how many elements of its name are open in it.
    var hidden: (name: String, count: Int)?
    html.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x3C, let tag = Tag(at: index, in: bytes) {
                index = tag.end
                let meaning = ElementMeaning(tag.name)
                if let open = hidden {
                    let count = tag.name == open.name ? open.count + (tag.isEnd ? -1 : 1) : open.count
                    hidden = count == 0 ? nil : (open.name, count)
                } else if !tag.isEnd, meaning.kind == .unseen || hidesText(tag.attributes(in: bytes)) {
                    if ![.br, .img, .input, .wbr].contains(meaning.tag) { hidden = (tag.name, 1) }
                } else if tag.isEnd, [.del, .s, .strike].contains(meaning.tag) {
                    CellMark.struckOut.withBytes { text += $0 }
                }
                if meaning.kind == .block { text.append(0x20) }
                continue
            }
            if byte == 0x26, hidden == nil, let name = referenceName(at: index, in: bytes),
                let scalars = characters(name)
            {
                for scalar in scalars { text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
                index += name.utf8.count + 2
                continue
            }
            if hidden == nil { text.append(byte) }
            index += 1
        }
    }
    return text
}

/// Whether raw attributes hide a text.
private func hidesText(_ attributes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = attributes
    while let start = rest.firstIndex(where: { $0 > 0x20 && $0 != 0x2F }) {
        let end = rest[start...].firstIndex { $0 <= 0x20 || $0 == 0x3D } ?? rest.endIndex
        let name = styleWord(rest[start..<end])
        rest = rest[end...].drop { $0 <= 0x20 }
        guard rest.first == 0x3D else {
            if name == "hidden" { return true }
            continue
        }
        rest = rest.dropFirst().drop { $0 <= 0x20 }
        let quote = rest.first.flatMap { $0 == 0x22 || $0 == 0x27 ? $0 : nil }
        let value = quote == nil ? rest.prefix { $0 > 0x20 } : rest.dropFirst().prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst(quote == nil ? 0 : 1)
        switch name {
        case "hidden": return true
        case "style": if hidesText(style: Array(value), classes: nil) { return true }
        case "class": if hidesText(style: nil, classes: Array(value)) { return true }
        default: break
        }
    }
    return false
}

/// The characters of a reference in HTML.
private func characters(_ name: String) -> [Unicode.Scalar]? {
    if name == "apos" { return ["\'"] }
    guard name.hasPrefix("#") else { return htmlEntity(name) }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return [value.flatMap { $0 < 0x20 ? " " : Unicode.Scalar($0) } ?? "\u{FFFD}"]
}

/// A tag or a comment.
private struct Tag {
    /// The name in lower case; empty for a comment.
    var name = ""
    var isEnd = false
    /// The position after its ">".
    var end: Int
    /// The position after its name.
    private var nameEnd = 0

    /// The bytes after the name.
    func attributes(in bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        bytes[min(nameEnd, max(0, end - 1))..<max(0, end - 1)]
    }

    /// Nil if the "<" begins no tag. An unclosed tag continues to the end.
    init?(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var index = start + 1
        guard index < bytes.count else { return nil }
        if bytes[index] == 0x21 || bytes[index] == 0x3F {
            let isComment = bytes[index...].starts(with: "!--".utf8)
            while index < bytes.count {
                if bytes[index] == 0x3E, !isComment || index >= start + 6 && bytes[index - 1] == 0x2D { break }
                index += 1
            }
            (end, nameEnd) = (min(index + 1, bytes.count), index + 1)
            return
        }
        isEnd = bytes[index] == 0x2F
        if isEnd { index += 1 }
        guard index < bytes.count, 0x61...0x7A ~= bytes[index] | 0x20 else { return nil }
        let name = bytes[index...].prefix(16).prefix { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 }
        nameEnd = name.endIndex
        self.name = String(decoding: name.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x3E {
                break
            } else if (byte == 0x22 || byte == 0x27) && bytes[index - 1] == 0x3D {
                quote = byte
            }
            index += 1
        }
        end = min(index + 1, bytes.count)
    }
}
