// What the names and attributes of elements mean for who looks at a page.

/// What an element is by its name.
package enum ElementKind: Sendable {
    /// Its content is never shown, or only by a browser without scripts, frames or pictures.
    case unseen
    /// It begins and ends on a line of its own (HTML, 15.3), or ends a line.
    case block
    /// It stands within a line.
    case inline

    package init(_ name: String) { self = ElementMeaning(name).kind }
}

/// The elements of web pages that are asked for one by one: numbers are compared sooner than texts.
package enum ElementTag: String, Sendable, CaseIterable {
    case a, b, br, button, caption, dd, div, dl, dt, em, font, h1, h2, h3, h4, h5, h6, i, img, input, label, li, mark
    case option, p, pre, script, select, small, span, strong, sub, sup, svg, table, tbody, td, tfoot, th, thead, title
    case tr, u, wbr
    case other = ""
}

/// All that a name means.
struct ElementMeaning {
    private(set) var tag = ElementTag.other
    private(set) var kind = ElementKind.inline
    private(set) var isMarkup = false

    init(_ name: String) { self = meanings[name] ?? ElementMeaning() }

    private init() {}

    /// One look for each name.
    fileprivate static func all() -> [String: ElementMeaning] {
        var all: [String: ElementMeaning] = [:]
        for name in unseen { all[name, default: ElementMeaning()].kind = .unseen }
        for name in blocks { all[name, default: ElementMeaning()].kind = .block }
        for name in markup { all[name, default: ElementMeaning()].isMarkup = true }
        for tag in ElementTag.allCases { all[tag.rawValue, default: ElementMeaning()].tag = tag }
        return all
    }
}

private let meanings = ElementMeaning.all()

/// Whether nobody sees the element, whatever it is (HTML, 15.3.1).
package func isHidden(_ attributes: Attributes) -> Bool {
    attributes.has("hidden") || attributes["style"].map(hidesAll) ?? false
}

/// Whether something happens by a script: a link leads to one (`javascript:`), or an event is handled (`onclick`).
package func hasHandler(_ attributes: Attributes) -> Bool {
    attributes.hasName(withPrefix: "on") || attributes["href"]?.hasPrefix("javascript:") ?? false
}

/// Whether a style says "display: none", and nothing else after that.
private func hidesAll(_ style: String) -> Bool {
    let display = style.utf8.split(separator: UInt8(ascii: ";")).last { declaration in
        word(declaration.prefix { $0 != UInt8(ascii: ":") }) == "display"
    }
    guard let value = display?.drop(while: { $0 != UInt8(ascii: ":") }).dropFirst() else { return false }
    return ["none", "none!important"].contains(word(value))
}

/// In lower case and without white space.
private func word(_ bytes: Substring.UTF8View.SubSequence) -> String {
    String(decoding: bytes.filter { $0 > 0x20 }.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
}

/// Whether an element of that name marks a text up, in XML as in a web page: what is in it belongs to the text around
/// it.
/// Names that records have for their fields are not here: "code", "address", "title".
package func isMarkup(_ name: String) -> Bool { ElementMeaning(name).isMarkup }

private let markup = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "blockquote", "br", "center", "del", "div", "em", "font", "h1",
    "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "li", "mark", "nobr", "ol", "p", "pre", "q", "s", "small",
    "span", "strike", "strong", "sub", "sup", "tt", "u", "ul", "wbr",
]

private let unseen = [
    "script", "style", "template", "noscript", "iframe", "noembed", "noframes", "svg", "audio", "video", "canvas",
    "datalist",
]

private let blocks = [
    "address", "article", "aside", "blockquote", "body", "br", "button", "caption", "center", "dd", "details", "dialog",
    "dir",
    "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup",
    "hr",
    "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "search", "section",
    "select",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
]
