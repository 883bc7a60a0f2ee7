// A proposal for a list of text lines: finds the keys in them, and whether the lines say anything about the keys.

import Reading
import Rows
import Text

/// The lines of a document, to be looked at.
package struct ProposalLines {
    private let blocks: [TextBlock]
    /// So many lines tell what the keys look like, and in each so many words.
    private static let (mostLines, mostWords) = (2_000, 6)
    /// A key in a text is none of a list.
    private static let fewestRows = 2

    package init(_ blocks: [TextBlock]) { self.blocks = blocks }

    /// How the lines look, and their rows; nil for what is no list.
    ///
    /// - Parameters:
    ///   - key: the mask, where somebody knows it.
    ///   - columns: the columns by their order, likewise.
    ///   - sought: what somebody wants to watch: it has to be one of the keys.
    package func look(key: KeyMask?, columns: [Column]?, sought: SoughtText?) -> (proposal: Proposal, rows: [Row])? {
        guard let mask = key?.description ?? mask(sought), let key = try? KeyMask(mask) else { return nil }
        // Where nothing is said of any key, it matters whether it is there.
        let choices = columns.map { [$0] } ?? [[.batch, .status, .date], [.batch]]
        guard let list = choices.lazy.compactMap({ rows(key, $0) }).first, isList(list.rows, sought) else { return nil }
        var names = columns ?? [.batch]
        if columns == nil {
            if list.rows.contains(where: { !$0.update.status.isEmpty }) { names.append(.status) }
            if list.rows.contains(where: { !$0.update.date.isEmpty }) { names.append(.date) }
        }
        var proposal = Proposal(
            key: mask, columns: names.map(\.rawValue), found: ColumnHeadings(), rowCount: list.rows.count,
            samples: Array(list.rows.prefix(Proposal.sampleCount)))
        proposal.notes = ["its rows are lines of text, each with a number at its beginning"]
        if let doubt = list.doubts.first { proposal.notes.append("not all is certain: \(doubt)") }
        return (proposal, list.rows)
    }

    private func rows(_ key: KeyMask, _ columns: [Column]) -> RowList? {
        guard let layout = try? TableLayout(key: key, columns: columns) else { return nil }
        var reader = TableReader(layout: layout, watched: nil, fingerprints: false)
        reader.add(blocks)
        return (try? reader.finish()).flatMap { $0.rows.isEmpty ? nil : $0 }
    }

    /// Whether lines with keys are a list: it has what is sought, or several keys of which as much is said as of cases.
    private func isList(_ rows: [Row], _ sought: SoughtText?) -> Bool {
        if let sought, sought.mask?.isLiteral == true { return rows.contains { sought.isKey($0.batch, isText: false) } }
        let statuses = rows.map(\.update.status)
        guard Set(rows.map(\.batch)).count >= Self.fewestRows, statuses.count(where: \.isEmpty) * 2 < rows.count else {
            return false
        }
        return statuses.count { HeadingWords.areOf($0, HeadingWords.statuses) } * 5 >= rows.count
            || Set(statuses).count * 2 <= rows.count
    }

    /// The mask of the words that may be keys, each the first of its line.
    private func mask(_ sought: SoughtText?) -> String? {
        var cells: [[String]] = []
        for line in blocks.lazy.flatMap(\.lines).prefix(10 * Self.mostLines) where cells.count < Self.mostLines {
            let words = line.prefix(256).split(separator: " ", maxSplits: Self.mostWords).prefix(Self.mostWords)
                .map { KeyMask.folded(String(Self.bare($0))) }
            let isSought = { (word: String) in sought?.isKey(word, isText: false) ?? false }
            if let word = words.first(where: isSought) ?? words.first(where: { KeyShape($0.utf8) != nil }) {
                cells.append([word])
            }
        }
        let table = TextTable(rows: cells)
        return ProposalTables(TableDocument(tables: [table])).keyColumns(of: table, number: 0, nil).first?.mask
    }

    /// A word without the signs at its ends.
    private static func bare(_ word: Substring) -> Substring {
        let isSign = { (scalar: Unicode.Scalar) in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        }
        var word = word.unicodeScalars.drop(while: isSign)
        while let last = word.last, isSign(last) { word.removeLast() }
        return Substring(word)
    }
}
