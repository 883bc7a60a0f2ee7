// Finds out what kind of page a document is, by its content, and collects its links as written.

import JSON
import Markup
import Reading
import Text

/// A link as written.
struct WrittenLink: Equatable {
    var address: String
    /// The text on one line; may be empty.
    var text: String
    /// The text around it in its row, item or card, on one line; may be empty.
    var around = ""
    /// The year in the heading above it.
    var year: Int?
}

/// The links of a page, in page order.
struct LinkPage {
    private(set) var links: [WrittenLink] = []
    /// The base of relative links, if it is not the page (HTML 4.2.3).
    private(set) var base: String?
    /// The declared language tag; nil if there is none.
    private(set) var language: String?
    /// The next page of the index, as written.
    private(set) var next: String?

    /// The longest text of a link that is kept, in bytes.
    static let longestText = 1_000

    /// - Parameter document: text in UTF-8, or other bytes.
    init(_ document: [UInt8], limit: Int) throws(ReadingFailure) {
        guard document.count <= limit else {
            throw ReadingFailure(.limit, "the page has \(document.count) bytes, the limit is \(limit)")
        }
        do throws(TableError) {
            switch try kind(of: document) {
            case .html:
                var receiver = PageLinks()
                try readMarkup(document, as: .html, for: &receiver)
                links = try receiver.all()
                base = receiver.base
                (language, next) = (receiver.language, receiver.next)
            case .xml:
                var receiver = FeedLinks()
                try readMarkup(document, as: .xml, isUTF8: true, for: &receiver)
                (links, language, next) = (receiver.links, receiver.language, receiver.next)
            case .json:
                links = try writtenLinks(in: try jsonValue(of: document))
            }
        } catch {
            throw ReadingFailure(error.kind == .limit ? .limit : .unreadable, "the page: \(told(error.description))")
        }
    }

    private enum Kind { case html, xml, json }

    private func kind(of document: [UInt8]) throws(TableError) -> Kind {
        let head = textHead(of: document)
        if head.hasPrefix("%pdf-") { throw notAPage("a PDF") }
        if head.hasPrefix("pk\u{3}\u{4}") { throw notAPage("a spreadsheet or another archive (ZIP)") }
        if document.prefix(8_192).contains(0) { throw notAPage("no text") }
        if head.hasPrefix("{") || head.hasPrefix("[") { return .json }
        if head.hasPrefix("<") {
            let roots = ["<?xml", "<rss", "<feed", "<rdf", "<urlset", "<sitemapindex"]
            return !isWebPage(head) && roots.contains(where: head.hasPrefix) ? .xml : .html
        }
        guard head.holds("<a ") || holdsWebPage(document) else { throw notAPage("plain text") }
        return .html
    }

    private func notAPage(_ what: String) -> TableError {
        TableError(
            .unsupported,
            "it is \(what), not a web page, feed, sitemap or JSON with links: "
                + "if it is the list itself, use url instead of page and link")
    }
}

/// Adds a link, within the limit.
func add(_ link: WrittenLink, to links: inout [WrittenLink]) throws(TableError) {
    guard links.count < mostLinks else { throw TableError(.limit, "it has more than \(mostLinks) links") }
    links.append(link)
}

/// A text on one line, cut at the longest that anybody reads.
func lineOfText(_ bytes: some Collection<UInt8>) -> String {
    let text = collapsed(bytes)
    guard text.utf8.count > LinkPage.longestText else { return text }
    return String(text.unicodeScalars.prefix(LinkPage.longestText / 4))
}
