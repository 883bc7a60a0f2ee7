// Recognises kinds of markup by the characters of a text. Parses nothing, and ignores names and headers of servers.

import Text

/// The beginning of a text in lower case, without leading white space and byte order marks.
///
/// - Parameter text: the text in UTF-8.
package func textHead(of text: [UInt8]) -> String {
    var start = 0
    while start < text.count {
        // Templates leave whole pages of white space, and included files their own byte order mark.
        if text[start] == 0x20 || (0x09...0x0D).contains(text[start]) {
            start += 1
        } else if text[start...].starts(with: [0xEF, 0xBB, 0xBF]) {
            start += 3
        } else {
            break
        }
    }
    return String(decoding: text[start...].prefix(8_192), as: UTF8.self).lowercased().drop { $0.isWhitespace }
        .description
}

/// Whether a web page, or a part of one, follows other text: most often warnings of a program. Markup in the cells of a
/// table does not count: it stands in quotes, or after a separator.
///
/// - Parameter text: UTF-8 that does not begin with "<".
package func holdsWebPage(_ text: [UInt8]) -> Bool {
    // ASCII letters in lower case, in place.
    let head = text.prefix(longestPreface).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let hasRows =
        text.last { $0 > 0x20 } == UInt8(ascii: ">")
        && ["</t", "<tr", "<td"].contains { place(of: Array($0.utf8), in: head[...]) != nil }
    let pages = ["<!doctype html", "<html>", "<html ", "<body>", "<body ", "<head>"].map { Array($0.utf8) }
    let tables = ["<table>", "<table ", "<table\n"].map { Array($0.utf8) }
    let rows = ["<tr>", "<tr "].map { Array($0.utf8) }
    var quotes = 0
    for (index, byte) in head.enumerated() {
        if byte == UInt8(ascii: "\"") { quotes += 1 }
        guard byte == UInt8(ascii: "<"), quotes.isMultiple(of: 2) else { continue }
        let before = head[..<index].last { $0 != 0x20 }
        if let before, ",;|\t".utf8.contains(before) { continue }
        let rest = head[index...]
        if pages.contains(where: rest.starts) { return true }
        if hasRows, tables.contains(where: rest.starts) { return true }
        if hasRows, before == 0x0A, rows.contains(where: rest.starts) { return true }
    }
    return false
}

/// The last position in a text where a page may begin, in bytes.
private let longestPreface = 64 << 10

/// Whether markup is a web page and not another kind of XML: its first element or its document type is HTML's.
///
/// - Parameter head: the head of a document that begins with "<" (`textHead`).
package func isWebPage(_ head: String) -> Bool {
    guard let root = rootElement(of: head) else { return true }
    if webPageElements.contains(root) { return true }
    // A custom element: "<turbo-frame>".
    return root.contains("-") && !root.contains(":") && ["<table", "<div"].contains { head.holds($0) }
}

/// The tags that must enclose a page that begins with a part of a table: parsers of HTML ignore such parts otherwise.
///
/// - Parameter head: the head of the page (`textHead`).
package func tableAround(_ head: String) -> (before: String, after: String)? {
    guard head.hasPrefix("<") else { return nil }
    switch rootElement(of: head) {
    case "tr", "tbody", "thead", "tfoot", "caption", "colgroup": return ("<table>", "</table>")
    case "td", "th": return ("<table><tr>", "</table>")
    default: return nil
    }
}

/// The name of the first element of markup, or the name in its document type; nil if a comment has no end.
package func rootElement(of head: String) -> String? {
    guard var rest = behindProlog(head) else { return nil }
    rest = rest.hasPrefix("<!doctype") ? rest.dropFirst(9).drop { $0.isWhitespace } : rest.dropFirst()
    return String(rest.prefix { $0.isLetter || $0.isNumber || $0 == ":" || $0 == "-" || $0 == "_" })
}

/// The local name of a document's first element, and its tag as far as the head has it; nil if other markup comes
/// first, or the head ends before.
///
/// - Parameter head: the head of a document that begins with "<" (`textHead`): names are in lower case.
package func rootTag(of head: String) -> (name: Substring, tag: Substring)? {
    guard let rest = behindProlog(head), rest.hasPrefix("<"), !rest.hasPrefix("<!") else { return nil }
    let tag = rest.dropFirst().prefix { $0 != ">" }
    let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
    return (name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name, tag)
}

/// The text after the comments and processing instructions at the beginning; nil if one of them has no end.
private func behindProlog(_ head: String) -> Substring? {
    var rest = Substring(head)
    while rest.hasPrefix("<?") || rest.hasPrefix("<!--") {
        guard let end = rest.place(of: rest.hasPrefix("<?") ? ">" : "-->") else { return nil }
        rest = rest[end.upperBound...].drop { $0.isWhitespace }
    }
    return rest
}

/// HTML elements that are unlikely roots of other XML.
private let webPageElements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "script", "style", "base", "table", "thead", "tbody",
    "tr", "div", "p", "h1", "h2", "h3", "span", "a", "center", "font", "form", "ul",
    "ol", "dl", "br", "hr", "img", "b", "strong", "main", "section", "article", "header", "nav",
    "noscript", "iframe",
    "td", "th", "tfoot", "caption", "colgroup", "li", "dt", "dd", "h4", "h5", "h6", "pre", "small", "em", "i", "u",
    "tt",
    "big", "strike", "input", "button", "select", "textarea", "fieldset", "legend", "blockquote", "footer", "aside",
    "figure", "frameset", "nobr", "marquee",
]
