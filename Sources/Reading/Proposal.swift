// A possible configuration for a list, judged by its content. People check it before they use it.

import Rows

/// The configuration for a document, and the resulting rows.
package struct Proposal: Codable, Hashable, Sendable {
    /// The key mask, or several in lines.
    package var key: String
    /// "text" if keys are part of longer cells; nil if each fills its cell.
    package var keyIn: String?
    /// How many rows each of several masks reads; a row counts for the first mask that matches. Nil for one mask.
    package var rowsOfMasks: [Int]?
    /// The cells of a row from left to right, named by `Column`; empty if `headings` identify them.
    package var columns: [String]
    /// The names of the columns, if they are above the columns or in the fields of the document.
    package var headings: ColumnHeadings?
    /// The elements or objects that are the rows, if the format does not define them.
    package var record: String?
    /// Whether its rows are in a part of a web page that is hidden; nil for no.
    package var showsHidden: Bool?
    /// The headings above the columns, for people to compare, even if their order identifies the columns.
    package var found: ColumnHeadings
    /// Rows of the whole document.
    package var rowCount: Int
    /// The first three.
    package var samples: [Row]
    /// The table's number, if the document has several; 1 for the first.
    package var tableNumber: Int?
    /// The document's name for that table; nil for none.
    package var tableName: String?
    /// Points to check before trusting this, each as a clause without a full stop.
    package var notes: [String]

    package init(key: String, columns: [String], found: ColumnHeadings, rowCount: Int, samples: [Row]) {
        self.key = key
        self.columns = columns
        self.found = found
        self.rowCount = rowCount
        self.samples = samples
        notes = []
    }

    /// The number of rows shown with a proposal.
    package static let sampleCount = 3

    /// Whether both proposals read a document in the same way.
    package func readsLike(_ other: Proposal) -> Bool {
        key == other.key && keyIn == other.keyIn && columns == other.columns && headings == other.headings
            && record == other.record && showsHidden == other.showsHidden
    }

    /// Whether the keys are texts that match no pattern.
    package var hasTextKeys: Bool { key == KeyMask.anyText.text }

    /// Whether the key mask is the default.
    package var hasUsualKey: Bool { key == KeyMask.london.text && keyIn == nil }

    /// Whether the columns are the default.
    package var hasUsualColumns: Bool { headings == nil && columns == TableLayout.london.columns.map(\.rawValue) }
}
