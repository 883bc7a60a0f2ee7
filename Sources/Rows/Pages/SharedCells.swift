// Cells that several rows share, on pages where nothing says so: their text stands between the keys, on no row's line. The
// rows beside it without a text of their own are not empty.

/// Looks for rows without a text in lists whose cells are merged over several rows.
struct SharedCells {
    /// The rows without a text in a column.
    private var blanks: [Column: [Doubt]] = [:]
    /// The columns that have a text between two keys.
    private var shared: [Column: [Doubt]] = [:]

    /// The rows without a status that no rules part from those beside them, of how many.
    private var open: (blanks: [Doubt], rows: Int) = ([], 0)
    /// What shows that a status is its row's alone.
    private var own = OwnStatuses()
    private static let mostDoubts = 100
    /// So many rows without a status, and two of five, may share cells.
    private static let fewestBlanks = 3
    /// A text so near to a row's key, in em, is on its line.
    private static let ownLine = 0.3

    /// Takes in that rules show merged cells: a row without a text has lost it at the page's edge.
    mutating func addMerged() {
        for column in [Column.status, .date] where shared[column] == nil { shared[column] = [] }
    }

    /// Takes in the rows of a page.
    mutating func add(_ table: PageRows, _ rules: RulingLines?) {
        addOpen(table, rules)
        for column in [Column.status, .date] where table.layout.band(of: column) != nil {
            if table.evidence == .gaps { addTexts(between: table, column) } else { addCells(of: table, column) }
        }
    }

    private mutating func addBlank(_ row: PageRow, _ table: PageRows, _ column: Column) {
        // One more says that there are more.
        guard blanks[column]?.count ?? 0 <= Self.mostDoubts, let key = table.key(of: row) else { return }
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
        if table.isPlain { return }
        // Each row is its key's line: nothing stands between.
        if !table.isWrapped {
            for row in table.rows where row[column].isEmpty { addBlank(row, table, column) }
            return
        }
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

    /// Counts the rows without a status that may be one cell with a row beside them: nothing but its place would show that.
    private mutating func addOpen(_ table: PageRows, _ rules: RulingLines?) {
        guard !own.areProven, table.evidence == .gaps || table.evidence == .order,
            table.layout.band(of: .status) != nil
        else { return }
        open.rows += table.rows.count
        own.add(table)
        if table.isPlain || own.areProven { return }
        let start = table.rows.lazy.compactMap { table.extent(of: $0.status)?.lowerBound }.first
        for (number, row) in table.rows.enumerated() where row.kind == .batch && row.status.isEmpty {
            let beside = [number - 1, number + 1].filter(table.rows.indices.contains)
            let isClosed = beside.allSatisfy { other in
                let places = [row.place.lowerBound, table.rows[other].place.lowerBound].sorted()
                return start.map { rules?.hasLevel(between: places[0], places[1], at: $0) ?? false } ?? false
            }
            guard !isClosed, let key = table.key(of: row) else { continue }
            open.blanks.append(Doubt(page: table.page.number, word: key, rule: .disagreement, batches: [key]))
        }
    }

    /// What is not certain once all pages were read.
    var doubts: [Doubt] {
        let areMany = open.blanks.count >= Self.fewestBlanks && open.blanks.count * 5 >= open.rows * 2
        let isOpen = areMany && !own.areSure
        return shared.flatMap { column, doubts in doubts + (blanks[column] ?? []) } + (isOpen ? open.blanks : [])
    }
}

/// Shows whether statuses stand each for one row: rows below each other say the same, or have a status and no date.
private struct OwnStatuses {
    private var rows = 0
    /// Statuses with one above them, over rows without any, and those that say the same.
    private var pairs = (all: 0, equal: 0)

    private static let fewest = 2

    /// Whether so many rows show it, whatever follows.
    var areProven: Bool { rows >= Self.fewest }

    /// Whether so many rows show it, or most statuses are the same as the one above; or there are none.
    var areSure: Bool { areProven || pairs.equal * 2 >= pairs.all }

    mutating func add(_ table: PageRows) {
        var above: (status: Range<Int>, isNext: Bool)?
        for row in table.rows where row.kind == .batch {
            if row.status.isEmpty {
                above?.isNext = false
                continue
            }
            if table.layout.band(of: .date) != nil, row.date.isEmpty { rows += 1 }
            if let above, above.status != row.status {
                let isEqual = table.pieces(of: above.status).elementsEqual(table.pieces(of: row.status)) {
                    table.page.utf8[table.page.pieces[$0].text] == table.page.utf8[table.page.pieces[$1].text]
                }
                pairs.all += 1
                if isEqual { pairs.equal += 1 }
                if isEqual, above.isNext { rows += 1 }
            }
            above = (row.status, true)
        }
    }
}

extension RulingLines {
    /// Whether a line along the text lies between two places, and crosses a third one along them.
    fileprivate func hasLevel(between upper: Double, _ lower: Double, at place: Double) -> Bool {
        level.contains { $0.place > upper && $0.place < lower && $0.start <= place && $0.end > place }
    }
}
