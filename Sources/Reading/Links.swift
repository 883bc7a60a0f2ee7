// The links of a page: which are wanted, and what was found.

/// Which links of a page lead to the list.
package struct LinkRequest: Codable, Hashable, Sendable {
    /// What the address or the text of a link has to match: `*` is any text, `?` one character, all else itself;
    /// letters of either case.
    package var glob: String
    package var pick: LinkPick

    /// A page with more links that match is refused where all are wanted.
    package static let most = 200
    /// An index in more pages is refused where all of them are wanted.
    package static let mostPages = 10

    package init(glob: String, pick: LinkPick) {
        self.glob = glob
        self.pick = pick
    }
}

/// Which of several links to take.
package enum LinkPick: String, Codable, CaseIterable, Sendable {
    /// The one with the latest date in its address or text; where none has a date, the first.
    case newest
    /// By their order on the page.
    case first, last
    /// All of them: one list in several documents.
    case all
}

/// A link of a page, to an absolute URL.
package struct FoundLink: Codable, Hashable, Sendable {
    package var url: String
    /// What the page calls it, on one line; may be empty.
    package var text: String
    /// The date in its address or text, as in ISO 8601 ("2026-11-13"); nil for none.
    package var date: String?

    package init(url: String, text: String, date: String? = nil) {
        self.url = url
        self.text = text
        self.date = date
    }
}
