// The classes that hide text in widely used style sheets: Bootstrap, Tailwind, Foundation, Bulma, UIkit, Materialize,
// WordPress, Drupal, and those of governments. Such sheets are separate documents, which batchwatch never fetches.

import Text

/// Whether these classes hide an element on a wide screen.
func isHidden(byKnown classes: [Substring]) -> Bool {
    var isHidden = false
    // The class with the largest width decides.
    var width = -1
    for name in classes {
        if hiding.contains(name) || name.hasSuffix("visually-hidden") {
            if width < 0 { isHidden = true }
        } else if let (from, hides) = responsive(name), from >= width {
            (isHidden, width) = (hides, from)
        }
    }
    return isHidden
}

/// Whether the attributes of an element hide its text without any style sheet.
package func hidesText(_ attributes: Attributes) -> Bool {
    if attributes.isEmpty { return false }
    let said = attributes.styling
    return said.isHidden || hidesText(style: said.style.map(Array.init), classes: said.classes.map(Array.init))
}

func hidesText(style: [UInt8]?, classes: [UInt8]?) -> Bool {
    if let style {
        var cascade = Cascade()
        cascade.take(styleDeclarations(of: style), weight: 0)
        if cascade[.display] == .hides || cascade[.visibility] == .hides || cascade.isVeiled == .hides { return true }
    }
    guard let classes else { return false }
    return isHidden(byKnown: String(decoding: classes, as: UTF8.self).split { $0.isWhitespace })
}

/// Whether a class is one of those, or may be.
func isKnownToHide(_ name: String) -> Bool { isHidden(byKnown: [name[...]]) }

/// The width from which a class hides or shows, by the number of the width ("sm" is 1): "d-none", "d-md-inline",
/// "md:hidden".
private func responsive(_ name: Substring) -> (from: Int, hides: Bool)? {
    if name == "d-none" || name == "hidden" { return (0, true) }
    if name.hasPrefix("visible-lg") { return (widths.count, false) }
    if name.hasPrefix("d-") {
        let parts = name.split(separator: "-")
        guard parts.count >= 3, let from = widths.firstIndex(of: parts[1]) else { return nil }
        return (from + 1, parts[2] == "none")
    }
    guard let colon = name.firstIndex(of: ":"), let from = widths.firstIndex(of: name[..<colon]) else { return nil }
    let display = name[name.index(after: colon)...]
    if display == "hidden" { return (from + 1, true) }
    return shownAs.contains(display) ? (from + 1, false) : nil
}

/// The widths that a desktop screen exceeds.
private let widths: [Substring] = ["sm", "md", "lg", "xl"]
private let shownAs: Set<Substring> = [
    "block", "inline", "inline-block", "flex", "inline-flex", "grid", "table", "table-cell", "table-row", "contents",
]

private let hiding: Set<Substring> = [
    "visuallyhidden", "visually-hidden-focusable", "sr-only", "sr-only-focusable", "screen-reader-text",
    "screen-reader-only", "screenreader-only", "usa-sr-only", "is-sr-only", "show-for-sr", "element-invisible",
    "assistive-text", "a11y-hidden", "hidden-accessible", "ui-helper-hidden", "ui-helper-hidden-accessible",
    "offscreen",
    "off-screen", "hide", "invisible", "is-hidden", "is-invisible", "ng-hide", "uk-hidden", "u-hidden",
    "visible-xs", "visible-xs-block", "visible-xs-inline", "visible-xs-inline-block", "visible-sm", "visible-sm-block",
    "visible-sm-inline", "visible-sm-inline-block", "visible-print", "visible-print-block", "visible-print-inline",
    "hidden-lg", "show-for-small-only", "show-for-medium-only", "show-for-print", "hide-for-medium", "hide-for-large",
    "hide-on-med-and-up", "hide-on-large-only", "is-hidden-tablet", "is-hidden-desktop", "mobile-only",
    "hide-on-desktop", "hide-desktop", "hidden-desktop",
]

/// Whether elements of a class show a sign of an icon font: Font Awesome and others.
func showsPicture(_ name: Substring) -> Bool {
    pictures.contains(name)
        || ["fa-", "icon-", "glyphicon-", "bi-", "mdi-", "ti-", "status-"].contains { name.hasPrefix($0) }
        || name.hasSuffix("-icon") || name.hasSuffix("-dot")
}

private let pictures: Set<Substring> = ["fa", "fas", "far", "fab", "bi", "glyphicon", "icon", "mdi", "led", "dot"]
