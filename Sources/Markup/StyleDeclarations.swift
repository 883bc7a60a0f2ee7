// What the declarations of a style make of text: whether it is seen, and whether it is struck out. All else is passed
// over.

import Text

/// What a style may say of an element's text.
enum StyleProperty: Int, CaseIterable {
    /// `display`.
    case display
    /// `visibility`.
    case visibility
    /// Whatever leaves nothing of a text that is there to be read aloud: clipped, moved off the page, without height.
    case veil
    /// `text-decoration`.
    case strike
    /// `content`, of what a style puts before or behind a text.
    case content
}

/// One declaration that matters.
struct StyleDeclaration: Equatable {
    var property: StyleProperty
    /// Whether the text is taken from who looks, struck out, or more than the page says; else that is undone.
    var takesAway: Bool
    var isImportant = false
    /// Whether this holds for elements within a line alone: others are made so to close gaps, and those in them are not.
    var isOfInline = false
}

/// The declarations of a block, or of an attribute `style`, in their order.
func styleDeclarations(of block: some Collection<UInt8>) -> [StyleDeclaration] {
    var found: [StyleDeclaration] = []
    var (isFlat, isCut) = (false, false)
    for declaration in parted(block, by: UInt8(ascii: ";")) {
        guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
        let name = styleWord(declaration[..<colon])
        var value = styleWord(declaration[declaration.index(after: colon)...])
        let isImportant = value.hasSuffix("!important")
        if isImportant { value.removeLast(10) }
        let size = styleLength(value)
        if ["height", "width", "max-height", "max-width"].contains(name), let size, abs(size) <= 1 { isFlat = true }
        if name == "overflow", value == "hidden" || value == "clip" { isCut = true }
        if let known = declared(name, value, size) {
            found.append(
                StyleDeclaration(
                    property: known.property, takesAway: known.takesAway, isImportant: isImportant,
                    isOfInline: name == "font-size"))
        }
    }
    if isFlat, isCut { found.append(StyleDeclaration(property: .veil, takesAway: true)) }
    return found
}

private func declared(
    _ name: String, _ value: String, _ size: Double?
) -> (property: StyleProperty, takesAway: Bool)? {
    switch name {
    case "display": (.display, value == "none")
    case "visibility": (.visibility, value == "hidden" || value == "collapse")
    case "text-decoration", "text-decoration-line": (.strike, value.holds("line-through"))
    case "content": (.content, isText(content: value))
    case "clip": (.veil, value.hasPrefix("rect(") && value.utf8.allSatisfy { !(0x32...0x39 ~= $0) })
    case "clip-path": (.veil, value.hasPrefix("inset(50%") || value.hasPrefix("inset(100%") || value == "circle(0)")
    case "opacity", "font-size": size.map { (.veil, $0 == 0) }
    case "text-indent": size.map { (.veil, $0 <= -99) }
    case "left", "right", "top", "margin-left", "margin-top": size.flatMap { $0 <= -999 ? (.veil, true) : nil }
    default: nil
    }
}

/// Whether `content` is a text. Signs keep what floats apart, and narrow screens have labels before cells.
private func isText(content: String) -> Bool {
    if ["none", "normal", "counter", "url", "open", "close"].contains(where: content.hasPrefix) { return false }
    let labels = ["label", "th", "title", "header", "heading", "column", "name"]
    if content.hasPrefix("attr(") { return !labels.contains { content.hasPrefix("attr(data-\($0)") } }
    return content.utf8.contains { 0x61...0x7A ~= $0 || $0 >= 0x80 || $0 == UInt8(ascii: "\\") }
}

/// In lower case and without white space.
func styleWord(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.lazy.filter { $0 > 0x20 }.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
}

/// The number that a value begins with, "-9999px"; nil for none.
func styleLength(_ value: String) -> Double? {
    Double(value.prefix { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == "." || $0 == "+") })
}

/// The parts between separators that stand in no brackets and no quotes.
func parted<Bytes: Collection<UInt8>>(_ bytes: Bytes, by separator: UInt8) -> [Bytes.SubSequence] {
    var parts: [Bytes.SubSequence] = []
    var start = bytes.startIndex
    var depth = 0
    var quote: UInt8?
    for index in bytes.indices {
        let byte = bytes[index]
        if let open = quote {
            if byte == open { quote = nil }
        } else if byte == 0x22 || byte == 0x27 {
            quote = byte
        } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
            depth += 1
        } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
            depth = max(0, depth - 1)
        } else if byte == separator, depth == 0 {
            parts.append(bytes[start..<index])
            start = bytes.index(after: index)
        }
    }
    parts.append(bytes[start...])
    return parts
}
