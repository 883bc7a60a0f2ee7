// What the rows of a page have beside their keys, column by column: signs that say nothing without the heading above them,
// another table beside the list, keys that share a cell.

import Text

extension PageAccount {
    /// So many rows tell.
    private static let fewestRows = 3

    /// The columns of the layout to the right of the keys' own.
    private var lastBand: Int { table.layout.columns.count - 1 - table.layout.keyColumn }

    /// The pieces of a row's line in a band.
    private func pieces(of row: KeyCell, band: Int) -> [Int] {
        page.lines[row.line].pieces.filter { !row.pieces.contains($0) && table.band(of: $0) == band }
    }

    /// Where a status is a mark in one of several columns, its place says what it means, and not its text.
    mutating func accountForMarks() {
        guard let band = table.layout.band(of: .status) else { return }
        var marks: (text: String, centres: ClosedRange<Double>)?
        var count = 0
        for row in table.rows.prefix(BorderSearch.mostRows) {
            let own = pieces(of: row, band: band)
            if own.isEmpty { continue }
            guard own.count == 1, let piece = own.first.map({ page.pieces[$0] }), piece.text.count <= 6 else { return }
            let text = page.text(of: piece)
            guard text.count == 1, marks == nil || marks?.text == text else { return }
            let centre = (piece.start + piece.end) / 2
            marks = (text, marks?.centres.union(centre...centre) ?? centre...centre)
            count += 1
        }
        guard let marks, count >= Self.fewestRows, let size = table.rows.first.map({ page.lines[$0.line].size }) else {
            return
        }
        if marks.centres.upperBound - marks.centres.lowerBound > 2 * size { doubt(marks.text, .disagreement, []) }
    }

    /// Text beyond a wide gap in the last column that begins at one place in some rows, further right than the column
    /// reaches in the others, is of another table.
    mutating func accountForNeighbours() {
        var reach = -Double.infinity
        var beyond: [(row: Int, start: Double, piece: Int)] = []
        let (table, last) = (table, lastBand)
        let page = table.page
        for (number, row) in table.rows.enumerated() {
            var end: Double?
            var second: Int?
            for index in page.lines[row.line].pieces where !row.pieces.contains(index) {
                let piece = page.pieces[index]
                if table.bands.band(at: piece.start) != last { continue }
                if let end, second == nil, piece.start - end >= 1.5 * piece.size { second = index }
                if second == nil { end = max(end ?? piece.end, piece.end) }
            }
            if let end { reach = max(reach, end) }
            if let second { beyond.append((number, page.pieces[second].start, second)) }
        }
        guard beyond.count >= Self.fewestRows, beyond.count < table.rows.count, let first = beyond.first,
            beyond.allSatisfy({ $0.start > reach && abs($0.start - first.start) < 0.5 * page.pieces[$0.piece].size })
        else { return }
        for other in beyond {
            doubt(page.text(of: page.pieces[other.piece]), .disagreement, [key(other.row)])
        }
    }

    /// A key alone on its line that is nearer to the one above than any row with text is may share its cell.
    mutating func accountForClosePairs() {
        guard table.layout.columns.count > 1 else { return }
        let isAlone = table.rows.indices.map { number in
            let row = table.rows[number]
            guard page.lines[row.line].pieces.count == row.pieces.count else { return false }
            let own = table.lines(ofRow: number)
            return own.status.allSatisfy { $0 == row.line } && own.date.allSatisfy { $0 == row.line }
        }
        guard isAlone.contains(true), isAlone.count(where: { !$0 }) >= Self.fewestRows else { return }
        let steps = zip(table.rows, table.rows.dropFirst()).map {
            page.lines[$1.line].baseline - page.lines[$0.line].baseline
        }
        guard let least = steps.indices.filter({ !isAlone[$0 + 1] }).map({ steps[$0] }).min() else { return }
        for index in steps.indices where isAlone[index + 1] && steps[index] < 0.85 * least {
            doubt(key(index + 1), .unclearKey, [key(index), key(index + 1)])
        }
    }

    /// Whether no row has anything beside its key, though the list has more columns and most rows are followed by
    /// another line: what that says is theirs, and is in no column.
    var areKeysAlone: Bool {
        guard let first = table.rows.first, let last = table.rows.last, table.layout.columns.count > 1,
            table.rows.count >= Self.fewestRows, (last.line - first.line + 1 - table.rows.count) * 2 >= table.rows.count
        else { return false }
        return table.rows.allSatisfy { page.lines[$0.line].pieces.count == $0.pieces.count }
    }
}
