// What is said of a document that somebody wants to watch, and has not configured yet.

import Rows

/// What a document is, and how it might be configured.
package struct Inspection: Codable, Hashable, Sendable {
    /// "PDF", "HTML": as people call it.
    package var format: String
    /// Nil for a document that has none.
    package var pageCount: Int?
    /// Nil for a document of pages.
    package var tableCount: Int?
    /// Parts that could not be read, each in a sentence without a full stop.
    package var damage: [String] = []
    /// The encoding that its text was read in, where that is a guess.
    package var guessedCharset: String?
    /// What is not certain where the document is read as proposed.
    package var doubts: [Doubt] = []
    /// Nil where nothing can be proposed; `reason` says why.
    package var proposal: Proposal?
    package var reason: String?
    /// The rows of the numbers that were asked for, as a poll with the proposal reads them.
    package var watched: [Row] = []
    /// Why such a poll cannot say for certain what it says of them, or that they are not on the list; nil where it can.
    package var uncertainty: String?
    /// Where the number that was asked for stands in the text, if it has no row; nil for nowhere.
    package var mentions: [Mention]?
    /// Whether the document, asked for as the page of this one number, is read so too.
    package var isPageOfCase: Bool?
    /// Whether it is read so alone.
    package var isReadAsCaseAlone: Bool?
    /// The keys of the list, by which editions are compared; nil where nothing is proposed.
    package var keys: KeySample?
    /// The documents that a page leads to, by the links that `follow` would take, the one it takes first in front.
    /// Empty for none.
    package var links: [FoundLink] = []
    /// How to tell those links from all others; nil where there are none.
    package var follow: LinkRequest?
    /// Other links that may be those to the list, the likeliest first; nil for none.
    package var otherLinks: [FollowedLinks]?
    /// The first lines of the text, where nothing is proposed.
    package var text: [String] = []

    package init(format: String) {
        self.format = format
    }

    /// So many lines give a hint of what the document is.
    package static let textLines = 5
}

/// Links, and how to tell them from all others.
package struct FollowedLinks: Codable, Hashable, Sendable {
    package var follow: LinkRequest
    package var links: [FoundLink]

    package init(_ follow: LinkRequest, _ links: [FoundLink]) {
        (self.follow, self.links) = (follow, links)
    }
}
