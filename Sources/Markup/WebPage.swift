// What a document is by its first characters, as far as it is markup. Nothing is parsed here, and no name or header of
// a server asked.

/// The beginning of a document as text, in lower case, without the white space and byte order mark before it. UTF-16 is
/// read as the ASCII that it holds.
package func textHead(of document: [UInt8]) -> String {
    let bytes = document.prefix(8_192).filter { $0 != 0 && $0 != 0xFE && $0 != 0xFF }
    return String(decoding: bytes, as: UTF8.self).lowercased()
        .drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }.description
}

/// Whether markup is a web page and no other XML: its first element, or what its document type says, is HTML's.
///
/// - Parameter head: of a document that begins with "<" (`textHead`).
package func isWebPage(_ head: String) -> Bool {
    var rest = Substring(head)
    while rest.hasPrefix("<?") || rest.hasPrefix("<!--") {
        guard let end = rest.firstRange(of: rest.hasPrefix("<?") ? ">" : "-->") else { return true }
        rest = rest[end.upperBound...].drop { $0.isWhitespace }
    }
    if rest.hasPrefix("<!doctype") { return rest.dropFirst(9).drop { $0.isWhitespace }.hasPrefix("html") }
    let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == ":" || $0 == "-" || $0 == "_" }
    return webPageElements.contains(String(name))
}

private let webPageElements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "script", "style", "base", "table", "thead", "tbody",
    "tr", "div", "p", "h1", "h2", "h3", "span", "a", "center", "font", "form", "ul",
    "ol", "dl", "br", "hr", "img", "b", "strong", "main", "section", "article", "header", "nav",
    "noscript", "iframe",
]
