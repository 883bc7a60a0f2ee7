// The tables of pages by the order of drawing, page after page. It is believed of a page only where the places of its texts say
// the same; a page of which that is not so is read by its gaps.

import Text

/// Where the columns of a list were on the pages so far.
struct DrawnColumns {
    /// From where to where the columns reach, from left to right.
    private(set) var columns: [ClosedRange<Double>] = []
    /// The same, counted from that of the keys; nil where these are in several.
    private var bands: ColumnBands?
    private var keyColumn = 0
    /// Whether a page has shown that cells are drawn one after the other, not lines.
    private(set) var isCellwise = false
    /// Where the last lines of the last row's cells end, by their columns.
    private(set) var lastEnds: [Int: Double] = [:]

    /// A line of more pieces is no table's.
    private static let mostPieces = 512

    /// A page is read otherwise: what its last row may go on with is not known.
    mutating func pass() { lastEnds = [:] }

    /// The columns of a page whose cells gaps tell as well as the order of drawing, and at far less cost: each row is a line, no
    /// gap is narrow, and the texts stand where the columns of the pages before are. Nil for any other page.
    func plainBands(of page: PageLines, _ keys: KeyFinder) -> ColumnBands? {
        guard let bands, let first = keys.cells.first?.line, let last = keys.cells.last?.line,
            last - first + 1 == keys.cells.count, keys.found.count == keys.cells.count
        else { return nil }
        for line in page.lines[first...last] {
            var column = 0
            var end = -Double.infinity
            for piece in page.pieces[line.pieces] {
                while column < columns.count, columns[column].upperBound < piece.start { column += 1 }
                guard column < columns.count, piece.end >= columns[column].lowerBound,
                    bands.band(at: piece.start) == column - keyColumn,
                    column + 1 == columns.count || piece.end < columns[column + 1].lowerBound,
                    piece.start - end >= DrawnTable.wideGap * piece.size
                else { return nil }
                column += 1
                end = piece.end
            }
        }
        return bands
    }

    /// The table of a page.
    ///
    /// - Parameters:
    ///   - headings: where the headings stand by which the columns were found.
    ///   - known: what is no part of a row, with the number of rows on the pages before.
    /// - Returns: nil where the order of drawing does not tell the columns.
    mutating func table(
        of page: PageLines, _ keys: KeyFinder, _ layout: TableLayout, headings: [Column: ClosedRange<Double>],
        _ known: KnownLines, _ lines: RulingLines?
    ) -> DrawnTable? {
        guard let key = keys.cells.first, !page.lines.contains(where: { $0.pieces.count > Self.mostPieces }) else {
            return nil
        }
        let em = page.pieces[key.pieces.lowerBound].size
        let texts = DrawnTexts(page, keys, em: em)
        var tables: [DrawnTable] = []
        for height in DrawnHeight.allCases {
            let rows = DrawnRow.rows(of: texts.texts(at: height), at: height, slack: DrawnTable.slack * em)
            guard
                let table = DrawnTable(
                    rows, page, em, keys, layout, self, headings: headings, known, lines)
            else { continue }
            tables.append(table)
            // Texts of one line stand at all heights, and where all else is known none of it is a line of theirs.
            if table.isClear, !table.isWrapped, !table.hasNews { break }
        }
        guard let found = Self.chosen(of: tables) else { return nil }
        if found.cells != nil {
            columns = found.columns
            bands = found.bands
            keyColumn = found.keyColumns.min() ?? 0
            isCellwise = found.isCellwise
            lastEnds = found.lastEnds
        } else {
            pass()
        }
        return found
    }

    /// Chooses the table that leaves no text over; nil if two such tables have other cells.
    private static func chosen(of tables: [DrawnTable]) -> DrawnTable? {
        let whole = tables.filter { $0.cells != nil }
        let clear = whole.filter(\.isClear)
        let candidates = clear.isEmpty ? whole : clear
        guard let first = candidates.first else { return tables.last }
        return candidates.allSatisfy { $0.cells == first.cells } ? first : nil
    }
}
