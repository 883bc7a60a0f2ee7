// The findings about a document that a user wants to watch, but has not configured yet.

import Rows

/// The kind of a document, and a possible configuration.
package struct Inspection: Codable, Hashable, Sendable {
    /// "PDF", "HTML": its name for people.
    package var format: String
    /// Nil for a document without pages.
    package var pageCount: Int?
    /// Nil for a document of pages.
    package var tableCount: Int?
    /// Parts that could not be read, each as a sentence without a full stop.
    package var damage: [String] = []
    /// The encoding of its text, if that is a guess.
    package var guessedCharset: String?
    /// Doubts that remain with the proposal.
    package var doubts: [Doubt] = []
    /// Nil if nothing can be proposed; `reason` says why.
    package var proposal: Proposal?
    package var reason: String?
    /// The rows of the requested numbers, as a poll with the proposal reads them.
    package var watched: [Row] = []
    /// Why such a poll would be uncertain about these rows, or about their absence; nil if it would be certain.
    package var uncertainty: String?
    /// Where the requested number occurs in the text, if it has no row; nil for nowhere.
    package var mentions: [Mention]?
    /// Whether the document can be read as the page of this one number.
    package var isPageOfCase: Bool?
    /// Whether it can only be read so.
    package var isReadAsCaseAlone: Bool?
    /// The keys of the list, for comparing editions; nil if nothing is proposed.
    package var keys: KeySample?
    /// The documents that the page links to, by the links that `follow` selects, the preferred one first. Empty for
    /// none.
    package var links: [FoundLink] = []
    /// The request that selects those links; nil if there are none.
    package var follow: LinkRequest?
    /// Other candidates for links to the list, the likeliest first; nil for none.
    package var otherLinks: [FollowedLinks]?
    /// What the page leads to by itself, if nothing is proposed; nil for nothing.
    package var targets: [PageTarget]?
    /// The form by which the page seems to look up cases, if nothing is proposed; nil for none.
    package var form: FormSketch?
    /// The first lines of the text, if nothing is proposed.
    package var text: [String] = []

    package init(format: String) {
        self.format = format
    }

    /// So many lines hint at the kind of a document.
    package static let textLines = 5
}

/// Links, and the request that selects them.
package struct FollowedLinks: Codable, Hashable, Sendable {
    package var follow: LinkRequest
    package var links: [FoundLink]

    package init(_ follow: LinkRequest, _ links: [FoundLink]) {
        (self.follow, self.links) = (follow, links)
    }
}
