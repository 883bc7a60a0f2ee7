// A candidate for the table of pages, before all pages are read with it.

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
    /// What stands above columns that are not read.
    var leftOut: [String] = []

    /// The proposals to read all pages with, columns told by their headings before those told by their order. Of their
    /// samples only the batches are known.
    package var proposals: [Proposal] {
        var proposal = Proposal(
            key: layout.key.text, columns: layout.columns.map(\.rawValue), found: found, rowCount: 0,
            samples: sampleKeys.map { Row(batch: $0, update: Update(status: "", date: ""), page: 1) })
        proposal.keyIn = layout.key.isInText ? KeyMask.inText : nil
        proposal.notes = notes
        proposal.note(leftOut: leftOut)
        if let other = others.first { proposal.notes.append("another column could be the key: \(other)") }
        guard let headings = headedLayout?.headings else { return [proposal] }
        return [proposal.told(by: headings), proposal]
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

extension Proposal {
    /// So many headings are told.
    private static let mostLeftOut = 8

    /// Notes which columns are not read, by what stands above them.
    mutating func note(leftOut headings: [String]) {
        let headings = headings.filter { !$0.isEmpty }
        if headings.isEmpty { return }
        let names = headings.prefix(Self.mostLeftOut).map { "\"\($0)\"" }.joined(separator: ", ")
        let rest = headings.count - Self.mostLeftOut
        notes.append("not read: \(names)" + (rest > 0 ? " and \(rest) more" : ""))
    }

    /// The same with its columns told by what stands above them.
    func told(by headings: ColumnHeadings) -> Proposal {
        var proposal = self
        (proposal.headings, proposal.columns) = (headings, [])
        return proposal
    }
}
