// A watched key that the document has somewhere, and no row of it was read: such a batch is never said to be absent.

/// A watched key in the text of a document, where no row of that batch is.
package struct Mention: Codable, Hashable, Sendable {
    /// The batch, written as the row of it would name it.
    package var batch: String
    /// The page, table or sheet; 1 for the first, 0 where the document has none.
    package var page: Int
    /// The text around it, on one line; `Mention.longestExcerpt` characters at most. Not sanitized.
    package var excerpt: String
    /// The document, where a list is put together of several; nil for the only one.
    package var document: String?

    package init(batch: String, page: Int, excerpt: String) {
        (self.batch, self.page, self.excerpt) = (batch, page, excerpt)
    }

    /// A reading has no more of them: of the batches that are not among these, nothing is certain then.
    package static let most = 1000
    package static let longestExcerpt = 160
}
