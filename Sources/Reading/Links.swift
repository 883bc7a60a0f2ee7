// The links of a page: the request for them, and the result.

/// Which links of a page lead to the list.
package struct LinkRequest: Codable, Hashable, Sendable {
    /// The pattern for the address or the text of a link: `*` is any text, `?` one character, anything else itself;
    /// case is ignored.
    package var glob: String
    package var pick: LinkPick

    /// If all links are wanted, a page with more matching links is refused.
    package static let most = 200
    /// If all pages are wanted, an index with more pages is refused.
    package static let mostPages = 10

    package init(glob: String, pick: LinkPick) {
        self.glob = glob
        self.pick = pick
    }
}

/// Which of several links to take.
package enum LinkPick: String, Codable, CaseIterable, Sendable {
    /// The link with the latest date in its address or text; if none has a date, the first.
    case newest
    /// By their order on the page.
    case first, last
    /// All of them: one list in several documents.
    case all
}

/// A link of a page, to an absolute URL.
package struct FoundLink: Codable, Hashable, Sendable {
    package var url: String
    /// The page's text for it, on one line; may be empty.
    package var text: String
    /// The date in its address or text, in ISO 8601 ("2026-11-13"); nil for none.
    package var date: String?

    package init(url: String, text: String, date: String? = nil) {
        self.url = url
        self.text = text
        self.date = date
    }
}
