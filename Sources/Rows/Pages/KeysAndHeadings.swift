// What a page shows beside its rows that may make them others: keys that stand alone where no row is, and headings that stand
// over other columns than before.

import Text

/// Where a row's status and date stand along its lines.
struct RowExtents {
    var key: String
    /// Where its key stands across the lines.
    var place: Double
    var cells: [Column: ClosedRange<Double>]
}

/// Knows the headings of the columns, and looks for those that stand over others.
struct KeysAndHeadings {
    /// What stood over the columns of the first page, folded.
    private var headings: [String: Column] = [:]
    /// The same, if each column has one.
    private(set) var names: ColumnHeadings?
    /// The lines above its first key, but for numbers.
    private var ownLines: Set<Int> = []
    /// The page that they stood on; nil before it.
    private var firstPage: Int?

    /// So many rows below the headings show what they stand over.
    private static let rowsToLearnFrom = 3
    private static let mostDoubts = 100

    /// Takes in the headings of the first page with rows.
    ///
    /// - Parameter names: these, where they are known.
    mutating func learn(
        _ page: PageLines, _ keys: [KeyCell], _ bands: ColumnBands, _ layout: TableLayout, names: WantedHeadings?
    ) {
        guard firstPage == nil, let first = keys.first else { return }
        firstPage = page.number
        let found = found(on: page, Array(keys.prefix(Self.rowsToLearnFrom)), bands, layout)
        headings =
            names?.columns ?? Dictionary(found.map { ($0.heading, $0.column) }, uniquingKeysWith: { one, _ in one })
        self.names = Self.names(in: found, layout)
        ownLines = Set(page.lines[..<first.line].map(page.hashWithoutNumbers))
    }

    /// What the columns are called on the first page with rows, before it is read; nil if that is not clear.
    func names(on page: PageLines, _ keys: [KeyCell], _ layout: TableLayout) -> WantedHeadings? {
        if firstPage != nil || keys.isEmpty { return nil }
        let keys = Array(keys.prefix(Self.rowsToLearnFrom))
        let bands = ColumnBands(page, keys: keys, layout: layout)
        return Self.names(in: found(on: page, keys, bands, layout), layout).map { WantedHeadings($0) }
    }

    private static func names(in found: [(column: Column, heading: String)], _ layout: TableLayout) -> ColumnHeadings? {
        let name = { (column: Column) in found.first { $0.column == column }?.heading }
        return ColumnHeadings(batch: name(.batch), status: name(.status), date: name(.date)).ifComplete(for: layout)
    }

    /// Doubts the rows of a page whose columns have each other's headings.
    func doubts(on page: PageLines, _ keys: [KeyCell], _ bands: ColumnBands, _ layout: TableLayout) -> [Doubt] {
        if page.number == firstPage { return [] }
        let found = found(on: page, keys, bands, layout)
        if found.allSatisfy({ headings[$0.heading, default: $0.column] == $0.column }) { return [] }
        return page.doubts(.disagreement, about: keys, layout.key)
    }

    private func found(
        on page: PageLines, _ keys: [KeyCell], _ bands: ColumnBands, _ layout: TableLayout
    ) -> [(column: Column, heading: String)] {
        guard let first = keys.first else { return [] }
        return HeadingsOverColumns(page, page.utf8, keys, bands).texts(above: first, layout).map {
            (column: $0, heading: WantedHeadings.folded($1.joined(separator: " ")))
        }
    }

    // MARK: - Tables with headings of their own

    /// Doubts the rows below headings that are not those of the list's first table, and stand over other cells.
    ///
    /// - Parameter rows: the rows of the page; asked for only where there are such headings.
    func doubts(on page: PageLines, _ keys: [KeyCell], rows: () -> [RowExtents]) -> [Doubt] {
        let lines = otherHeadings(on: page, keys)
        if lines.isEmpty { return [] }
        let rows = rows()
        let ends = lines.dropFirst().map { page.lines[$0].baseline } + [.infinity]
        return zip(lines, ends).flatMap { line, end in
            let own = rows.filter { $0.place > page.lines[line].baseline && $0.place < end }
            if fits(line, own, page, until: end) { return [Doubt]() }
            return own.prefix(Self.mostDoubts).map {
                Doubt(page: page.number, word: $0.key, rule: .disagreement, batches: [$0.key])
            }
        }
    }

    /// The lines that call the column of keys as the list does, and did not stand above its first row.
    private func otherHeadings(on page: PageLines, _ keys: [KeyCell]) -> [Int] {
        guard let name = headings.first(where: { $0.value == .batch })?.key else { return [] }
        var next = 0
        return page.lines.indices.filter { number in
            while next < keys.count, keys[next].line < number { next += 1 }
            let line = page.lines[number]
            guard next >= keys.count || keys[next].line != number, line.pieces.count > 1,
                !ownLines.contains(page.hashWithoutNumbers(line))
            else { return false }
            let cells = page.cells(of: line)
            return cells.count > 1
                && cells.contains { WantedHeadings.folded(page.text(of: line, from: $0.start, to: $0.end)) == name }
        }
    }

    /// Whether what stands over the statuses and dates of rows is what the list calls them.
    private func fits(_ number: Int, _ rows: [RowExtents], _ page: PageLines, until end: Double) -> Bool {
        let line = page.lines[number]
        let heads = page.cells(of: line).map {
            (
                extent: $0.start...max($0.start, $0.end),
                text: WantedHeadings.folded(page.text(of: line, from: $0.start, to: $0.end))
            )
        }
        return headings.allSatisfy { name, column in
            guard column == .status || column == .date else { return true }
            let isLike = { (text: String) in text.holds(name) || name.holds(text) }
            let cells = rows.compactMap { $0.cells[column] }
            let over = heads.filter { head in cells.contains { $0.overlaps(head.extent) } }
            if !over.isEmpty { return over.contains { isLike($0.text) } }
            // It stands over what is in no column, or in another one.
            guard let own = heads.first(where: { isLike($0.text) }), !rows.isEmpty else { return true }
            return !page.pieces.contains {
                $0.baseline > line.baseline && $0.baseline < end && $0.start < own.extent.upperBound
                    && $0.end > own.extent.lowerBound
            }
        }
    }
}

extension PageRows {
    /// Where the rows' cells stand.
    var extents: [RowExtents] {
        rows.compactMap { row in
            guard let key = key(of: row) else { return nil }
            var cells: [Column: ClosedRange<Double>] = [:]
            for column in [Column.status, .date] { cells[column] = extent(of: row[column]) }
            return RowExtents(key: key, place: row.place.lowerBound, cells: cells)
        }
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
            let hasDigit = word.pieces.contains(where: hasDigit)
            return hasDigit && !rows.hasNeighbour(of: lines[word.line].baseline, within: 0.5 * size) && isAlone(word)
        }
    }

    /// Whether a text has nothing beside a key but marks, and is a cell of its line.
    func hasOnlyMarks(beside inner: InnerKey) -> Bool {
        let piece = pieces[inner.piece]
        let count = utf8[piece.text].count(where: \.isOfWord)
        let cell = KeyCell(
            line: piece.line, pieces: inner.piece..<inner.piece + 1, start: piece.start, end: piece.end)
        return count == inner.key.utf8.count(where: \.isOfWord) && isAlone(cell)
    }

    /// Whether a word is a cell of its line, alone or with marks that are no words, and not a part of a sentence.
    func isAlone(_ word: KeyCell) -> Bool {
        let line = lines[word.line].pieces
        let size = pieces[word.pieces.lowerBound].size
        // What is drawn over another text is no part of its sentence.
        func isFree(_ gap: Double) -> Bool { gap >= BorderSearch.wideGap * size || gap < -0.35 * size }
        func isMark(_ piece: Piece) -> Bool { !utf8[piece.text].contains(where: \.isOfWord) }
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
