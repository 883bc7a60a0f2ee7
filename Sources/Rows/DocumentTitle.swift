// What a document says of itself, above its table. It is told with each event, and decides nothing.

/// What stands above the table of a document, or what else the document calls itself.
package struct DocumentTitle: Codable, Hashable, Sendable {
    /// At most this many lines are kept,
    package static let mostLines = 8
    /// each of at most this many characters.
    package static let longestLine = 200

    /// Line by line, from top to bottom; never empty.
    package var lines: [String]
    /// The days that the lines name, as an interval of ISO 8601 ("2026-11-13/2026-11-19") or a single date; nil where they name none.
    package var period: String?

    package init(lines: [String], period: String? = nil) {
        self.lines = lines
        self.period = period
    }
}
