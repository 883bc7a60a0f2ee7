// How a list might be configured, judged by what stands in it: a proposal for people, who look at it before they use
// it.

import Rows

/// What to write into the configuration for a document, and what its rows are then.
package struct Proposal: Codable, Hashable, Sendable {
    /// The key mask, or several in lines.
    package var key: String
    /// "text" where keys stand in longer cells; nil where each is all of its cell.
    package var keyIn: String?
    /// How many rows each of several masks reads; a row counts for the first that matches. Nil where there is one.
    package var rowsOfMasks: [Int]?
    /// The cells of a row from left to right, as `Column` names them; empty where `headings` tell.
    package var columns: [String]
    /// What the columns are called, where the document says it above them or in its fields.
    package var headings: ColumnHeadings?
    /// Which elements or objects are the rows, where the format does not say so itself.
    package var record: String?
    /// What stands above the columns, for people to compare, also where the columns are told by their order.
    package var found: ColumnHeadings
    /// Rows of the whole document.
    package var rowCount: Int
    /// The first three.
    package var samples: [Row]
    /// The table, for a document that has several; 1 for the first.
    package var tableNumber: Int?
    /// What the document calls that table; nil for nothing.
    package var tableName: String?
    /// What somebody should look at before believing this, each a clause without a full stop.
    package var notes: [String]

    package init(key: String, columns: [String], found: ColumnHeadings, rowCount: Int, samples: [Row]) {
        self.key = key
        self.columns = columns
        self.found = found
        self.rowCount = rowCount
        self.samples = samples
        notes = []
    }

    /// Rows that are shown with a proposal.
    package static let sampleCount = 3

    /// Whether a document is read with it as with another one.
    package func readsLike(_ other: Proposal) -> Bool {
        key == other.key && keyIn == other.keyIn && columns == other.columns && headings == other.headings
            && record == other.record
    }

    /// Whether the keys are texts, and no pattern tells them.
    package var hasTextKeys: Bool { key == KeyMask.anyText.text }

    /// Whether the key mask need not be written down.
    package var hasUsualKey: Bool { key == KeyMask.london.text && keyIn == nil }

    /// Whether the columns need not be written down.
    package var hasUsualColumns: Bool { headings == nil && columns == TableLayout.london.columns.map(\.rawValue) }
}
