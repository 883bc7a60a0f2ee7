// Cells that several rows share, on pages where nothing says so: their text stands between the keys, on no row's line. The
// rows beside it without a text of their own are not empty.

/// Looks for rows without a text in lists whose cells are merged over several rows.
struct SharedCells {
    /// The rows without a text in a column.
    private var blanks: [Column: [Doubt]] = [:]
    /// The columns that have a text between two keys.
    private var shared: [Column: [Doubt]] = [:]

    private static let mostDoubts = 100
    /// A text so near to a row's key, in em, is on its line.
    private static let ownLine = 0.3

    /// Takes in the rows of a page.
    mutating func add(_ table: PageRows) {
        for column in [Column.status, .date] where table.layout.band(of: column) != nil {
            if table.evidence == .gaps { addTexts(between: table, column) } else { addCells(of: table, column) }
        }
    }

    private mutating func addBlank(_ row: PageRow, _ table: PageRows, _ column: Column) {
        guard let key = table.key(of: row) else { return }
        blanks[column, default: []].add(
            Doubt(page: table.page.number, word: key, rule: .disagreement, batches: [key]), most: Self.mostDoubts)
    }

    /// What a row and its further updates have in a column.
    private struct Cell {
        var row: PageRow
        var size: Double
        var baselines: [Double]
    }

    private mutating func addTexts(between table: PageRows, _ column: Column) {
        // Each row is its key's line: nothing stands between.
        if !table.isWrapped { return }
        let page = table.page
        var cells: [Cell] = []
        for row in table.rows where row.kind != .rest {
            let texts = table.pieces(of: row[column]).map { page.lines[page.pieces[$0].line].baseline }
            if let key = table.words(of: row) {
                cells.append(Cell(row: row, size: page.lines[key.line].size, baselines: []))
            }
            if let last = cells.indices.last { cells[last].baselines += texts }
        }
        let blank = cells.filter(\.baselines.isEmpty)
        if blank.isEmpty || blank.count == cells.count { return }
        for cell in blank { addBlank(cell.row, table, column) }
        for (upper, lower) in zip(cells, cells.dropFirst()) where upper.baselines.isEmpty != lower.baselines.isEmpty {
            let (top, bottom) = (upper.row.place.lowerBound, lower.row.place.lowerBound)
            let texts = upper.baselines + lower.baselines
            let near = Self.ownLine * upper.size
            guard texts.allSatisfy({ abs($0 - top) > near && abs($0 - bottom) > near }) else { continue }
            let middle = ((texts.min() ?? 0) + (texts.max() ?? 0)) / 2
            // Centred beside its own key a text has lines on either side of it.
            let slack = 0.25 * (bottom - top)
            guard middle > top + slack, middle < bottom - slack else { continue }
            let keys = [upper, lower].compactMap { table.key(of: $0.row) }
            shared[column, default: []].add(
                Doubt(page: page.number, word: keys.first ?? "", rule: .disagreement, batches: keys),
                most: Self.mostDoubts)
        }
    }

    /// Where one cell is that of several rows, a row without one has lost it: it goes on from the page before, or its lines say
    /// other than its text.
    private mutating func addCells(of table: PageRows, _ column: Column) {
        let cells = table.rows.map { $0[column] }
        if zip(cells, cells.dropFirst()).contains(where: { !$0.isEmpty && $0 == $1 }), shared[column] == nil {
            shared[column] = []
        }
        for row in table.rows where row[column].isEmpty { addBlank(row, table, column) }
    }

    /// What is not certain once all pages were read.
    var doubts: [Doubt] { shared.flatMap { column, doubts in doubts + (blanks[column] ?? []) } }
}
