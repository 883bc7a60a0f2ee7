// Finds what a page without rows leads to by itself: frames, a single frame in a page without text, or a refresh.

import Markup
import Reading
import Text

/// The frames and the refresh of a web page.
package struct PageTargets {
    /// In the order in which to try them; empty for a page that leads nowhere.
    package private(set) var targets: [PageTarget] = []
    /// What else may explain that the page has no rows, as a clause; nil for nothing.
    package private(set) var hint: String?

    /// A page with more text shows it beside its frame.
    static let mostTextBesides = 400
    /// A page with more text is no notice about cookies.
    static let longestNotice = 3_000

    /// - Parameter document: a web page in UTF-8. A page that cannot be read leads nowhere.
    package init(of document: [UInt8]) {
        var found = FoundTargets()
        guard document.count <= longestPage, (try? readMarkup(document, as: .html, for: &found)) != nil else { return }
        func target(_ kind: PageTarget.Kind, _ reference: String) -> PageTarget {
            PageTarget(kind, reference, base: found.base)
        }
        if let refresh = found.refresh {
            targets = [target(.refresh, refresh)]
        } else if !found.frames.isEmpty {
            targets = found.frames.prefix(PageTarget.most).map { target(.frame, $0) }
        } else if found.inlineFrames.count == 1, found.textLength <= Self.mostTextBesides {
            targets = found.inlineFrames.map { target(.frame, $0) }
        }
        if !targets.isEmpty { return }
        if !found.inlineFrames.isEmpty {
            let shown = found.inlineFrames.prefix(3).map { told($0) }.joined(separator: ", ")
            hint = "; it shows another page in a frame, which may be the list: \(shown)"
        } else if found.namesCookies, found.textLength <= Self.longestNotice {
            hint =
                "; it asks for cookies that only a browser gets (a cookie wall): a cookie that a browser got can be sent "
                + "with headers = { Cookie = { secret-file = \"/…\" } }"
        }
    }
}

/// Collects frames, refresh and text.
private struct FoundTargets: MarkupReceiver {
    var base: String?
    var refresh: String?
    var frames: [String] = []
    var inlineFrames: [String] = []
    var textLength = 0
    var namesCookies = false
    /// The open element with invisible text.
    private var unseen: String?
    /// The last word of the text so far, which may be cut.
    private var tail: [UInt8] = []

    private static let withoutText: Set<String> = ["script", "style", "title", "noframes", "iframe", "template"]
    private static let mostFrames = 100

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        let element = name.string.lowercased()
        if unseen == nil, Self.withoutText.contains(element) { unseen = element }
        switch element {
        case "base": base = base ?? attributes["href"].map(address)
        case "meta": if attributes["http-equiv"]?.lowercased() == "refresh" { note(attributes["content"] ?? "") }
        case "frame": add(attributes["src"], to: &frames)
        case "iframe": add(attributes["src"], to: &inlineFrames)
        default: break
        }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        if name.string.lowercased() == unseen { unseen = nil }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        if unseen != nil || isBlank(bytes) { return }
        textLength += collapsed(bytes).utf8.count
        if namesCookies || textLength > PageTargets.longestNotice { return }
        let text = tail + bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        namesCookies = place(of: Array("cookie".utf8), in: text[...]) != nil
        tail = Array(text.suffix(5))
    }

    private func add(_ source: String?, to frames: inout [String]) {
        guard let source = source.map(address), !source.isEmpty, frames.count < Self.mostFrames,
            !source.lowercased().hasPrefix("about:")
        else { return }
        frames.append(source)
    }

    /// Takes "5; url=next.html" (HTML 4.2.5.3). The first refresh counts; without an address it reloads the page.
    private mutating func note(_ content: String) {
        guard refresh == nil else { return }
        let rest = content.drop { $0.isWhitespace || $0.isNumber || $0 == "." }
        guard let sign = rest.first, sign == ";" || sign == ",", rest.startIndex > content.startIndex else {
            if rest.isEmpty, !content.isEmpty { refresh = "" }
            return
        }
        var text = rest.dropFirst().drop(while: \.isWhitespace)
        if text.prefix(3).lowercased() == "url" {
            let behind = text.dropFirst(3).drop(while: \.isWhitespace)
            if behind.first == "=" { text = behind.dropFirst().drop(while: \.isWhitespace) }
        }
        if let quote = text.first, quote == "\"" || quote == "'" {
            text = text.dropFirst()
            text = text.prefix { $0 != quote }
        }
        refresh = address(String(text))
    }
}

/// An address as browsers take it: without white space at its ends and line breaks within.
func address(_ written: String) -> String {
    var scalars = written.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\t" }[...]
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars.prefix(longestAddress)))
}
