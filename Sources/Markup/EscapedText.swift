// The text of HTML that stands as text in another document, as in the titles of feeds (RFC 4287 3.1.1.2). Such texts
// are
// many and short: a parser for each would cost more than the feed.

/// What people see of a piece of HTML, in UTF-8: without tags, comments and what is never shown, references as their
/// characters. White space stays as it is; where a block begins or ends there is a space.
package func textOfHTML(_ html: [UInt8]) -> [UInt8] {
    if !html.contains(where: { $0 == 0x3C || $0 == 0x26 }) { return html }
    var text: [UInt8] = []
    /// The element that is not shown and has begun.
    var hidden: String?
    html.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x3C, let tag = Tag(at: index, in: bytes) {
                index = tag.end
                if let name = hidden {
                    if tag.isEnd, tag.name == name { hidden = nil }
                } else if !tag.isEnd, ElementKind(tag.name) == .unseen {
                    hidden = tag.name
                }
                if ElementKind(tag.name) == .block { text.append(0x20) }
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

/// The characters that a reference of HTML stands for.
private func characters(_ name: String) -> [Unicode.Scalar]? {
    if name == "apos" { return ["\'"] }
    guard name.hasPrefix("#") else { return htmlEntity(name) }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return [value.flatMap { $0 < 0x20 ? " " : Unicode.Scalar($0) } ?? "\u{FFFD}"]
}

/// A tag or a comment.
private struct Tag {
    /// In lower case; empty for a comment.
    var name = ""
    var isEnd = false
    /// Behind its ">".
    var end: Int

    /// Nil where a "<" begins none. One that is not closed goes on to the end.
    init?(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var index = start + 1
        guard index < bytes.count else { return nil }
        if bytes[index] == 0x21 || bytes[index] == 0x3F {
            let isComment = bytes[index...].starts(with: "!--".utf8)
            while index < bytes.count {
                if bytes[index] == 0x3E, !isComment || index >= start + 6 && bytes[index - 1] == 0x2D { break }
                index += 1
            }
            end = min(index + 1, bytes.count)
            return
        }
        isEnd = bytes[index] == 0x2F
        if isEnd { index += 1 }
        guard index < bytes.count, 0x61...0x7A ~= bytes[index] | 0x20 else { return nil }
        let name = bytes[index...].prefix(16).prefix { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 }
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
