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

    /// What a row has in a column.
    private struct Cell {
        var key: KeyCell
        var baselines: [Double]
    }

    /// Takes in the rows of a table.
    mutating func add(_ table: PageTable) {
        // Each row is its key's line: nothing stands between.
        if table.owners.isEmpty || table.rows.count < 2 { return }
        let lines = table.rows.indices.map { table.lines(ofRow: $0) }
        for column in [Column.status, .date] {
            guard let band = table.layout.band(of: column) else { continue }
            add(
                column, table.page, table.layout.key,
                zip(table.rows, lines).map { key, lines in
                    let own = column == .status ? lines.status : lines.date
                    let full = own.filter { line in
                        table.page.lines[line].pieces.contains {
                            table.band(of: $0) == band && !key.pieces.contains($0)
                        }
                    }
                    return Cell(key: key, baselines: full.map { table.page.lines[$0].baseline })
                })
        }
    }

    private mutating func add(_ column: Column, _ page: PageLines, _ mask: KeyMask, _ cells: [Cell]) {
        let blank = cells.filter(\.baselines.isEmpty)
        if blank.isEmpty || blank.count == cells.count { return }
        for cell in blank {
            let key = cell.key.key(mask, in: page)
            blanks[column, default: []].add(
                Doubt(page: page.number, word: key, rule: .disagreement, batches: [key]), most: Self.mostDoubts)
        }
        for (upper, lower) in zip(cells, cells.dropFirst()) where upper.baselines.isEmpty != lower.baselines.isEmpty {
            let (top, bottom) = (page.lines[upper.key.line], page.lines[lower.key.line])
            let texts = upper.baselines + lower.baselines
            let near = Self.ownLine * top.size
            guard texts.allSatisfy({ abs($0 - top.baseline) > near && abs($0 - bottom.baseline) > near }) else {
                continue
            }
            let middle = ((texts.min() ?? 0) + (texts.max() ?? 0)) / 2
            // Centred beside its own key a text has lines on either side of it.
            let slack = 0.25 * (bottom.baseline - top.baseline)
            guard middle > top.baseline + slack, middle < bottom.baseline - slack else { continue }
            let keys = [upper, lower].map { $0.key.key(mask, in: page) }
            shared[column, default: []].add(
                Doubt(page: page.number, word: keys[0], rule: .disagreement, batches: keys), most: Self.mostDoubts)
        }
    }

    /// Takes in the rows of a page whose cells are known. Where one cell is that of several rows, a row without one has lost
    /// it: it goes on from the page before, or its lines say other than its text.
    mutating func add(_ found: CellPage, _ page: PageLines) {
        for column in [Column.status, .date] {
            let cells = found.rows.map { column == .status ? $0.status : $0.date }
            if zip(cells, cells.dropFirst()).contains(where: { $0 != nil && $0 == $1 }), shared[column] == nil {
                shared[column] = []
            }
            for (row, cell) in zip(found.rows, cells) {
                guard case .batch(let key) = row.kind, cell.map({ found.cells.pieces(of: $0).isEmpty }) ?? true else {
                    continue
                }
                blanks[column, default: []].add(
                    Doubt(page: page.number, word: key, rule: .disagreement, batches: [key]), most: Self.mostDoubts)
            }
        }
    }

    /// What is not certain once all pages were read.
    var doubts: [Doubt] { shared.flatMap { column, doubts in doubts + (blanks[column] ?? []) } }
}
