// The encoding that markup declares: a page in a `meta` element, XML in its declaration.

import Text

/// The encoding that a document declares; nil if it declares none, or an impossible one: the declaration itself was
/// readable, so the encoding extends ASCII (HTML 13.2.3.2).
func declaredCharset(of document: [UInt8]) -> Charset? {
    let head = String(decoding: document.prefix(longestLook).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
    guard let label = xmlLabel(in: head) ?? metaLabel(in: head), let charset = Charset(label: label) else { return nil }
    return charset.name.hasPrefix("utf-") ? .utf8 : charset
}

/// Browsers read 1024 bytes; warnings of PHP may precede a page.
private let longestLook = 8_192

/// The label after "encoding" in an XML declaration (XML 1.0, 2.8).
private func xmlLabel(in head: String) -> String? {
    let text = head.drop { $0.isWhitespace }
    guard text.hasPrefix("<?xml"), let end = text.place(of: "?>") else { return nil }
    return value(of: "encoding", in: text[..<end.lowerBound])
}

/// The label after "charset" in a `meta` element, as an attribute or a part of another.
private func metaLabel(in head: String) -> String? {
    var rest = head[...]
    while let start = rest.place(of: "<meta") {
        rest = rest[start.upperBound...]
        let tag = rest.prefix { $0 != ">" }
        if let label = value(of: "charset", in: tag) { return label }
        rest = rest[tag.endIndex...]
    }
    return nil
}

private func value(of name: String, in text: Substring) -> String? {
    guard let place = text.place(of: name) else { return nil }
    let rest = text[place.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    let label = rest.dropFirst().drop { $0 == "\"" || $0 == "'" || $0.isWhitespace }
        .prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) }
    return label.isEmpty ? nil : String(label)
}
