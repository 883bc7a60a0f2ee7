// What a reading of a whole document yields.

/// The rows of a document.
package struct RowList: Hashable, Sendable {
    /// The rows of the watched keys (of all keys if none were named), in document order.
    package var rows: [Row]
    /// How many rows the whole list has, watched or not.
    package var rowCount: Int
    /// The batch of the last row, watched or not; nil where there is none, and for documents of pages.
    package var lastBatch: String?
    /// Glyphs without a known character in the whole document: a key may hide behind them.
    package var undecodedGlyphs: Int
    /// What is not certain, first what concerns the wanted rows; not all of many.
    package var doubts: [Doubt] = []
    /// What the edition is known by; nil where nobody asked.
    package var fingerprint: Fingerprint?
    /// What the next edition is compared with; nil where nobody asked.
    package var table: EditionTable?
    /// What stands above the table; nil for nothing, and where nobody asked for the fingerprint.
    package var title: DocumentTitle?

    /// A list of more rows, watched or not, is refused unless the caller says otherwise.
    package static let mostRows = 200_000
}
