// The meaning of element names and attributes for a person who looks at a page.

/// The kind of an element by its name.
package enum ElementKind: Sendable {
    /// Never shown, or only by a browser without scripts, frames or pictures; or a phonetic text of the text below.
    case unseen
    /// It begins and ends on a line of its own (HTML, 15.3), or ends a line.
    case block
    /// It stands within a line.
    case inline

    package init(_ name: String) { self = ElementMeaning(name).kind }
}

/// The elements of web pages that readers compare one by one: numbers compare faster than texts.
package enum ElementTag: String, Sendable, CaseIterable {
    case a, b, br, button, caption, col, colgroup, dd, del, details, dialog, div, dl, dt, em, font, h1, h2, h3, h4, h5,
        h6, i, img
    case input, label, li, mark, meter, option, p, pre, progress, s, script, select, small, span, strike, strong, style
    case sub, summary, sup, svg, table, tbody, td, tfoot, th, thead, title, tr, u, wbr
    case other = ""
}

/// All meanings of a name.
struct ElementMeaning {
    private(set) var tag = ElementTag.other
    private(set) var kind = ElementKind.inline
    private(set) var isMarkup = false

    init(_ name: String) { self = meanings[name] ?? ElementMeaning() }

    private init() {}

    /// One lookup for each name.
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

/// Whether a script acts: as the target of a link (`javascript:`), or on an event (`onclick`).
package func hasHandler(_ attributes: Attributes) -> Bool {
    attributes.hasName(withPrefix: "on") || attributes["href"]?.hasPrefix("javascript:") ?? false
}

/// Whether an element of that name is inline markup, in XML as in a web page: its content belongs to the text around
/// it.
/// Names that records use for their fields are not here: "code", "address", "title".
package func isMarkup(_ name: String) -> Bool { ElementMeaning(name).isMarkup }

private let markup = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "blockquote", "br", "center", "del", "div", "em", "font", "h1",
    "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "li", "mark", "nobr", "ol", "p", "pre", "q", "s", "small",
    "span", "strike", "strong", "sub", "sup", "tt", "u", "ul", "wbr",
]

private let unseen = [
    "script", "style", "template", "noscript", "iframe", "noembed", "noframes", "svg", "audio", "video", "canvas",
    "datalist", "meter", "progress", "rp", "rt", "rtc",
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
