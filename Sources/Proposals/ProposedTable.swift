// What is known of a table before all pages are read as it says.

import Reading
import Rows

/// How the table of a document of pages looks, so far as a few of them tell. All pages are to be read with its layout.
package struct ProposedTable: Sendable {
    package let layout: TableLayout
    /// The same with its columns told by what stands above them; nil where that does not tell them.
    package let headedLayout: TableLayout?
    /// What stands above the columns.
    package let found: ColumnHeadings
    /// The keys of the first rows; their rows are shown.
    package let sampleKeys: [String]
    package var notes: [String]
    /// Other masks that could be the key.
    var others: [String] = []

    /// The proposal, once all pages have been read.
    ///
    /// - Parameters:
    ///   - list: the rows of the sample keys at least, in the document's order.
    ///   - headed: the same read with `headedLayout`; nil where that was not possible.
    package func proposal(for list: RowList, headed: RowList?) -> Proposal {
        let keys = Set(sampleKeys)
        var proposal = Proposal(
            key: layout.key.text, columns: layout.columns.map(\.rawValue), found: found, rowCount: list.rowCount,
            samples: Array(list.rows.filter { keys.contains($0.batch) }.prefix(Proposal.sampleCount)))
        if let headed, headed.fingerprint == list.fingerprint, headed.doubts == list.doubts {
            proposal.headings = headedLayout?.headings
            proposal.columns = []
        }
        proposal.notes = notes
        if let other = others.first {
            proposal.notes.append("another column could be the key: \(other)")
        }
        return proposal
    }

    init(
        layout: TableLayout, headedLayout: TableLayout?, found: ColumnHeadings, sampleKeys: [String], notes: [String]
    ) {
        self.layout = layout
        self.headedLayout = headedLayout
        self.found = found
        self.sampleKeys = sampleKeys
        self.notes = notes
    }
}
