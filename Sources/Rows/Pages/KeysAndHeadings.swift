// What a page shows beside its rows that may make them others: keys that stand alone where no row is, and headings that stand
// over other columns than before.

import Text

/// Knows the headings of the columns, and looks for keys without a row.
struct KeysAndHeadings {
    /// What stood over the columns of the first page, folded.
    private var headings: [String: Column] = [:]

    /// Doubts the rows of a page whose columns have each other's headings.
    mutating func doubts(on page: PageLines, _ keys: [KeyCell], _ bands: ColumnBands, _ layout: TableLayout) -> [Doubt]
    {
        guard let first = keys.first else { return [] }
        let found = HeadingsOverColumns(page, page.utf8, keys, bands).texts(above: first, layout).map {
            (column: $0, heading: WantedHeadings.folded($1.joined(separator: " ")))
        }
        if headings.isEmpty {
            headings = Dictionary(found.map { ($0.heading, $0.column) }, uniquingKeysWith: { one, _ in one })
            return []
        }
        if found.allSatisfy({ headings[$0.heading, default: $0.column] == $0.column }) { return [] }
        return page.doubts(.disagreement, about: keys, layout.key)
    }
}

extension PageLines {
    /// More doubts about one page say no more.
    private static let mostDoubts = 100

    /// Doubts about keys of the page.
    func doubts(_ rule: Doubt.Rule, about keys: [KeyCell], _ mask: KeyMask) -> [Doubt] {
        keys.prefix(Self.mostDoubts).map {
            let key = $0.key(mask, in: self)
            return Doubt(page: number, word: key, rule: rule, batches: [key])
        }
    }

    /// Words with a digit that look like keys, stand by themselves as cells do, and are on no row's line.
    ///
    /// - Parameter rows: the baselines of the rows' keys.
    func strayKeys(_ words: [KeyCell], rows: [Double]) -> [KeyCell] {
        let rows = rows.sorted()
        return words.filter { word in
            let size = pieces[word.pieces.lowerBound].size
            let hasDigit = pieces[word.pieces].contains { utf8[$0.text].contains { $0 &- 0x30 < 10 } }
            return hasDigit && !rows.hasNeighbour(of: lines[word.line].baseline, within: 0.5 * size) && isAlone(word)
        }
    }

    /// Whether a text has nothing beside a key but marks, and is a cell of its line.
    func hasOnlyMarks(beside inner: InnerKey) -> Bool {
        let piece = pieces[inner.piece]
        let count = utf8[piece.text].count { $0.isLetterOrDigit || $0 >= 0x80 }
        let cell = KeyCell(
            line: piece.line, pieces: inner.piece..<inner.piece + 1, start: piece.start, end: piece.end)
        return count == inner.key.utf8.count { $0.isLetterOrDigit || $0 >= 0x80 } && isAlone(cell)
    }

    /// Whether a word is a cell of its line, alone or with marks that are no words, and not a part of a sentence.
    func isAlone(_ word: KeyCell) -> Bool {
        let line = lines[word.line].pieces
        let size = pieces[word.pieces.lowerBound].size
        // What is drawn over another text is no part of its sentence.
        func isFree(_ gap: Double) -> Bool { gap >= BorderSearch.wideGap * size || gap < -0.35 * size }
        func isMark(_ piece: Piece) -> Bool { !utf8[piece.text].contains { $0.isLetterOrDigit || $0 >= 0x80 } }
        var edge = word.start
        for piece in pieces[line.lowerBound..<word.pieces.lowerBound].reversed() {
            if isFree(edge - piece.end) { break }
            guard isMark(piece) else { return false }
            edge = piece.start
        }
        edge = word.end
        for piece in pieces[word.pieces.upperBound..<line.upperBound] {
            if isFree(piece.start - edge) { break }
            guard isMark(piece) else { return false }
            edge = piece.end
        }
        return true
    }
}
