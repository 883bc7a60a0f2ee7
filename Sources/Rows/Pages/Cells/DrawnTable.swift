// The table of a page whose cells were drawn one after the other. Its rows with keys lie below each other, nothing of one beside
// another; their texts stand all at one height of the row, each in a column of its own.

import Text

/// Finds the rows of a page among its drawn texts.
struct DrawnTable {
    /// A cell, or what stands above or between the cells in their columns.
    struct Cell: Equatable {
        var pieces: [Int]
        var row: Int
        var column: Int
    }

    /// Nil where only the columns are certain.
    private(set) var cells: [Cell]?
    private(set) var columns: [ClosedRange<Double>] = []
    /// Whether there are more columns than on the pages before: which of them are those of the layout is not known.
    var hasMoreColumns = false
    /// The layout by what stands below its headings.
    var layout: TableLayout
    /// Texts in the columns that are in no row.
    private(set) var doubts: [Doubt] = []
    /// Texts above the first row that may be a part of the last one of the page before.
    private(set) var continuations: [String] = []
    /// Whether cells are drawn one after the other, not lines.
    private(set) var isCellwise = false
    /// Where the last lines of the last row's cells end, by their columns.
    private(set) var lastEnds: [Int: Double] = [:]
    /// Whether a cell has several lines.
    private(set) var isWrapped = false
    /// Whether it has a text in no row that the pages before had not.
    var hasNews = false

    let page: PageLines
    let em: Double
    /// What the pages before have shown, and how many rows they had.
    let before: DrawnColumns
    var known: KnownLines
    var hasRows: Bool { known.rowsBefore > 0 }
    /// The row of the headings, nearest above the rows; nil for none.
    private(set) var heading: DrawnRow?
    /// The columns of the keys, and those of statuses and dates.
    var keyColumns: Set<Int> = []
    var named: Set<Int> = []

    /// So exactly, in em, texts stand in their column, and at the height of their row.
    static let slack = 0.25
    /// Nearer to each other, in em, no two lines are.
    private static let leastStep = 0.7
    /// So near to a row, in em, a line may be a part of it.
    static let pitch = 1.7
    /// So many times the widest step between the rows a row stands apart.
    private static let apart = 1.4

    /// - Parameter rows: the texts of the page at one height each, from top to bottom.
    /// - Returns: nil where they do not tell the columns.
    init?(
        _ rows: [DrawnRow], _ page: PageLines, _ em: Double, _ keys: KeyFinder, _ layout: TableLayout,
        _ before: DrawnColumns, headings: [Column: ClosedRange<Double>], _ known: KnownLines, _ lines: RulingLines?
    ) {
        (self.page, self.em, self.layout) = (page, em, layout)
        (self.before, self.known) = (before, known)
        guard let first = rows.firstIndex(where: \.isKeyed), let last = rows.lastIndex(where: \.isKeyed) else {
            return nil
        }
        let keyed = rows[first...last].filter(\.isKeyed)
        let found = keyed.reduce(0) { $0 + $1.texts.count { $0.isKey } }
        heading = rows[..<first].last { $0.texts.count > 1 }
        guard found >= keys.cells.count, let columns = columns(of: keyed) else { return nil }
        self.columns = columns
        if hasMoreColumns { return }
        guard findKeys(keyed), findLayout(headings), findNamed() else { return nil }
        isWrapped = keyed.contains { $0.texts.contains { $0.last > $0.first } }
        isCellwise = before.isCellwise || isWrapped && keyed.contains(where: isDrawnByCells)
        findCells(rows, first...last, lines)
    }

    /// Whether all texts are in rows, or surely in none.
    var isClear: Bool { cells != nil && doubts.isEmpty && continuations.isEmpty }

    /// Finds the cells of the rows, if it is clear what all other texts are.
    private mutating func findCells(_ rows: [DrawnRow], _ range: ClosedRange<Int>, _ lines: RulingLines?) {
        let table = rows[range]
        guard areApart(rows, range), areAlike(table), !isCut(table, by: lines), !haveClosePair(table) else { return }
        var continued: [DrawnRow] = []
        for (number, row) in rows.enumerated() where !row.isKeyed {
            let isInside = range.contains(number)
            let isClear = explain(row, isInside: isInside, above: table[range.lowerBound])
            if isClear || known.isSum(text(of: row), below: keys(of: rows[..<number]).count) { continue }
            let step = row.first - table[range.upperBound].last
            if number > range.upperBound, step > Self.pitch * em, step > Self.apart * Self.widestStep(of: table) {
                continue
            }
            let isAbove = number < range.lowerBound
            if !isCellwise || isAbove && (!hasRows || keyColumns.count > 1) { return }
            if isAbove, goesOn(row, above: table) {
                continued.append(row)
            } else if isAbove {
                continuations.append(text(of: row))
            } else {
                let next = isInside ? rows[number...].first(where: \.isKeyed) : nil
                doubt(row, between: rows[..<number].last(where: \.isKeyed), next)
            }
        }
        if continued.count > 1 { return }
        cells = (continued + table).enumerated().flatMap { cells(of: $1, number: $0) }
        for text in table[range.upperBound].texts {
            if let column = column(of: text), let piece = text.pieces.last { lastEnds[column] = page.pieces[piece].end }
        }
    }

    /// The cells of a row, or what stands among the keys.
    private func cells(of row: DrawnRow, number: Int) -> [Cell] {
        row.texts.compactMap { text in
            guard let place = column(of: text),
                row.isKeyed || isAligned(text) && (number == 0 || keyColumns.contains(place))
            else { return nil }
            return Cell(pieces: text.pieces, row: number, column: place)
        }
    }

    // MARK: - Rows

    /// Whether the rows from the first with a key to the last lie each below the one before, and all others above or below
    /// them.
    private func areApart(_ rows: [DrawnRow], _ table: ClosedRange<Int>) -> Bool {
        var bottom = -Double.infinity
        for row in rows[table] {
            if row.first - bottom < Self.leastStep * em { return false }
            bottom = row.last
        }
        let top = rows[table.lowerBound].first
        return rows.indices.allSatisfy { number in
            table.contains(number)
                || (number < table.lowerBound ? rows[number].last < top : rows[number].first > bottom)
        }
    }

    /// Whether no row at the edge of the page stands apart from the others, as page headers and footers do, and none that has
    /// no key is as near to the one above as the next line of a cell.
    private func areAlike(_ rows: ArraySlice<DrawnRow>) -> Bool {
        let gaps = zip(rows, rows.dropFirst()).map { $1.first - $0.last }
        if gaps.count > 2 {
            for (edge, others) in [(gaps[0], gaps.dropFirst()), (gaps[gaps.count - 1], gaps.dropLast())]
            where edge > Self.apart * (others.max() ?? edge) {
                return false
            }
        }
        let reach = rows.reduce(-Double.infinity) { max($0, $1.texts.last?.end ?? $0) }
        return zip(rows, rows.dropFirst()).allSatisfy { upper, lower in
            guard !lower.isKeyed, upper.isKeyed, lower.first - upper.last < PageLines.setPitch * em,
                let last = upper.texts.last,
                let next = lower.texts.first?.pieces.first
            else { return true }
            return last.end + page.widthOfFirstWord(of: page.pieces[next]) + 0.25 * em <= reach
        }
    }

    /// Whether a line or the edge of a shade lies between two lines of a text.
    private func isCut(_ rows: ArraySlice<DrawnRow>, by lines: RulingLines?) -> Bool {
        guard let lines else { return false }
        let edges =
            lines.level
            + lines.grounds.flatMap { ground in
                [ground.top, ground.bottom].map { RulingLine(place: $0, start: ground.left, end: ground.right) }
            }
        let wrapped = rows.flatMap(\.texts).filter { $0.last > $0.first }
        if edges.count * wrapped.count > Self.mostCompared { return true }
        return wrapped.contains { text in
            edges.contains {
                $0.place > text.first + Self.slack * em && $0.place < text.last - 0.5 * em
                    && $0.start < text.start + em && $0.end > text.end - em
            }
        }
    }

    private static let mostCompared = 1_000_000

    /// Whether a key alone is nearer to the row above than any other row: it may be in the cell of that one's key.
    private func haveClosePair(_ rows: ArraySlice<DrawnRow>) -> Bool {
        let keyed = rows.filter(\.isKeyed)
        let steps = zip(keyed, keyed.dropFirst()).map { (step: $1.first - $0.first, isAlone: $1.texts.count == 1) }
        guard layout.columns.count > 1, let least = steps.lazy.filter({ !$0.isAlone }).map(\.step).min() else {
            return false
        }
        return steps.contains { $0.isAlone && $0.step < 0.85 * least }
    }

    private static func widestStep(of rows: ArraySlice<DrawnRow>) -> Double {
        zip(rows, rows.dropFirst()).reduce(0) { max($0, $1.1.first - $1.0.last) }
    }

    /// Whether a text of several lines was drawn before another text of its row: cell by cell, not line by line.
    private func isDrawnByCells(_ row: DrawnRow) -> Bool {
        let last = row.texts.lazy.flatMap(\.pieces).map { page.pieces[$0].drawn }.max() ?? 0
        return row.texts.contains { text in
            text.last > text.first && (text.pieces.last.map { page.pieces[$0].drawn } ?? last) < last
        }
    }

    // MARK: - What is in no cell

    /// Whether a text goes on with a cell of the last row of the page before: there was no room left for its first word, or that
    /// row is the only one without a text in the column.
    private func goesOn(_ row: DrawnRow, above table: ArraySlice<DrawnRow>) -> Bool {
        guard row.texts.count == 1, let column = column(of: row.texts[0]), let piece = row.texts[0].pieces.first else {
            return false
        }
        guard let end = before.lastEnds[column] else {
            return !before.lastEnds.isEmpty && named.contains(column)
                && table.allSatisfy { row in
                    !row.isKeyed || row.texts.contains { self.column(of: $0) == column }
                }
        }
        return end + page.widthOfFirstWord(of: page.pieces[piece]) + 0.25 * em > columns[column].upperBound
    }

    private func text(of row: DrawnRow) -> String {
        row.texts.flatMap(\.pieces).map { page.text(of: $0..<$0 + 1) }.joined(separator: " ")
    }

    private func keys(of rows: some Sequence<DrawnRow>) -> [DrawnText] { rows.flatMap(\.texts).filter(\.isKey) }

    /// Doubts the rows around a text that is in none of their cells, and in their columns.
    private mutating func doubt(_ row: DrawnRow, between upper: DrawnRow?, _ lower: DrawnRow?) {
        let keys = keys(of: [upper, lower].compactMap(\.self)).map { text in
            KeyCell(
                line: 0, pieces: text.pieces[0]..<text.pieces[0] + text.pieces.count, start: text.start, end: text.end
            )
            .key(layout.key, in: page)
        }
        doubts.append(Doubt(page: page.number, word: text(of: row), rule: .betweenRows, batches: keys))
    }
}
