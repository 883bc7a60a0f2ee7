// The style sheets that stand in a page itself: which of their rules hide text, or strike it out. Those of other
// documents are not asked for; `KnownClasses.swift` has the names by which most of them hide.

import Text

/// A rule that matters.
struct StyleRule {
    var selector: StyleSelector
    var declarations: [StyleDeclaration]
    /// Where it stands among all rules.
    var order: Int
}

struct StyleSheet {
    private(set) var rules: [StyleRule] = []
    /// The classes that the page has rules of its own for.
    private(set) var classes: Set<String> = []
    /// Whether there were more rules than are kept.
    private(set) var isOver = false
    private var read = 0

    /// Real pages have some dozen that matter.
    private static let mostRules = 512
    private static let mostBytes = 1 << 20
    private static let deepest = 8

    /// Reads the text of a `<style>`.
    ///
    /// - Parameter media: its attribute of this name.
    mutating func add(_ text: [UInt8], media: String?) {
        read += text.count
        if read > Self.mostBytes {
            isOver = true
        } else if media.map({ isSeen(media: $0) }) ?? true {
            addRules(of: withoutComments(text)[...], depth: 0)
        }
    }

    private mutating func addRules(of text: ArraySlice<UInt8>, depth: Int) {
        var rest = text
        while let open = rest.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";") }) {
            let head = rest[..<open].drop { $0 <= 0x20 || $0 == UInt8(ascii: "}") }
            // "@import …;", "@charset …;"
            guard rest[open] == UInt8(ascii: "{") else {
                rest = rest[(open + 1)...]
                continue
            }
            let end = endOfBlock(from: open, in: rest)
            let block = rest[(open + 1)..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            guard head.first == UInt8(ascii: "@") else {
                addRule(head, block)
                continue
            }
            let words = String(decoding: head.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
            let isSeen =
                words.hasPrefix("@media")
                ? isSeen(media: String(words.dropFirst(6)))
                : words.hasPrefix("@supports") || words.hasPrefix("@layer")
            if isSeen, depth < Self.deepest { addRules(of: block, depth: depth + 1) }
        }
    }

    private mutating func addRule(_ head: ArraySlice<UInt8>, _ block: ArraySlice<UInt8>) {
        let all = styleDeclarations(of: block.prefix { $0 != UInt8(ascii: "{") })
        for part in parted(head, by: UInt8(ascii: ",")) {
            guard let selector = styleSelector(part) else { continue }
            for name in selector.compounds[0].classes where isKnownToHide(name) { classes.insert(name) }
            let isGenerated = selector.compounds[0].isGenerated
            let isPointedAt = selector.isPointedAt
            let declarations = all.filter {
                ($0.property == .content) == isGenerated
                    && (!isPointedAt || !$0.takesAway && $0.property != .strike && !isGenerated)
            }
            if declarations.isEmpty { continue }
            // "body { display: none }" is undone by a script that runs first: it keeps other pages from framing this one.
            if let tag = selector.compounds[0].tag, tag == "html" || tag == "body" { continue }
            if rules.count == Self.mostRules {
                isOver = true
                return
            }
            rules.append(StyleRule(selector: selector, declarations: declarations, order: rules.count))
        }
    }
}

/// Where the block ends that begins there, or else the text.
private func endOfBlock(from open: Int, in text: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var quote: UInt8?
    for index in open..<text.endIndex {
        let byte = text[index]
        if let mark = quote {
            if byte == mark || byte == 0x0A { quote = nil }
        } else if byte == 0x22 || byte == 0x27 {
            quote = byte
        } else if byte == UInt8(ascii: "{") {
            depth += 1
        } else if byte == UInt8(ascii: "}") {
            depth -= 1
            if depth == 0 { return index }
        }
    }
    return text.endIndex
}

/// A style without its comments, and without the signs that once hid it from browsers ("<!--").
private func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count)
    var rest = text[...]
    while let first = rest.first {
        if first == UInt8(ascii: "/"), rest.starts(with: "/*".utf8) {
            rest = rest.dropFirst(2)
            while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
            rest = rest.dropFirst(2)
        } else if rest.starts(with: "<!--".utf8) {
            rest = rest.dropFirst(4)
        } else if rest.starts(with: "-->".utf8) {
            rest = rest.dropFirst(3)
        } else {
            kept.append(first)
            rest.removeFirst()
        }
    }
    return kept
}

/// The width of the screen that pages are looked at on, in CSS pixels: a desk's.
private let screenWidth = 1280.0

/// Whether what is meant for these media is seen on a screen (Media Queries 4).
private func isSeen(media: String) -> Bool {
    parted(Array(media.utf8), by: UInt8(ascii: ",")).contains { part in
        var query = styleWord(part)
        let isNot = query.hasPrefix("not")
        if isNot { query.removeFirst(3) }
        return isSeen(query: query) != isNot
    }
}

private func isSeen(query: String) -> Bool {
    if ["print", "speech", "onlyprint", "aural", "tty"].contains(where: query.hasPrefix) { return false }
    return query.split(separator: "(").allSatisfy { part in
        let feature = part.prefix { $0 != ")" }
        guard let colon = feature.firstIndex(of: ":") else { return true }
        let (name, value) = (feature[..<colon], String(feature[feature.index(after: colon)...]))
        let length = (styleLength(value) ?? 0) * (value.hasSuffix("em") ? 16 : 1)
        switch name {
        case "min-width", "min-device-width": return length <= screenWidth
        case "max-width", "max-device-width": return length >= screenWidth
        case "prefers-color-scheme": return value == "light"
        case "prefers-reduced-motion", "prefers-contrast": return value == "no-preference"
        case "hover": return value == "hover"
        case "pointer": return value == "fine"
        case "orientation": return value == "landscape"
        default: return true
        }
    }
}
