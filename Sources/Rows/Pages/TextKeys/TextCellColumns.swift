// The columns of a table whose cells are known and whose keys may be any text: by the row of headings, or by their order.

/// Knows which column of tables has the keys, and which say more.
struct TextCellColumns {
    private let base: TableLayout
    private let headings: WantedHeadings?
    /// How the tables look, once that is known.
    private(set) var layout: TableLayout?
    /// What may be a heading or a key.
    private(set) var unclear: [String] = []

    /// The columns of the layout by their ranks, and how many the table has that they were found in.
    private var columns: [Int: Column] = [:]
    private var count = 0
    /// The first row of a table without known headings; it comes again on other pages if it is those.
    private var header: [String]?

    init(_ layout: TableLayout, _ headings: WantedHeadings?) {
        self.headings = headings
        base = layout
        if headings != nil { return }
        self.layout = layout
        for (place, column) in layout.columns.enumerated() where column != .skip { columns[place] = column }
    }

    /// The cells that are keys, in the order of the rows.
    mutating func keys(of cells: PageCells, _ page: PageLines) -> [Int] {
        unclear = []
        var found: [Int] = []
        let tables = Dictionary(grouping: cells.cells.indices) { cells.cells[$0].place.table }
        for (_, table) in tables.sorted(by: { $0.key < $1.key }) {
            let width = table.map { cells.cells[$0].width }.max() ?? 0
            guard let places = CellColumns(of: table, on: cells, width: width) else { continue }
            if headings == nil, places.count < base.columns.count { continue }
            var rows: [[Int]] = []
            var last: Int?
            for cell in table {
                if cells.cells[cell].place.row != last { rows.append([]) }
                last = cells.cells[cell].place.row
                rows[rows.count - 1].append(cell)
            }
            let ranked = rows.map { $0.sorted { places.ranks[$0] ?? 0 < places.ranks[$1] ?? 0 } }
            found += keys(ofRows: ranked, places, cells, page)
        }
        return found
    }

    private mutating func keys(ofRows rows: [[Int]], _ places: CellColumns, _ cells: PageCells, _ page: PageLines)
        -> [Int]
    {
        var found: [Int] = []
        // A table without headings goes on from the page before if it has as many columns.
        var isList = headings == nil || !columns.isEmpty && places.count == count
        var above: [Int] = []
        for row in rows {
            defer { above = row }
            if let headings {
                let texts = row.map { cells.text(of: $0, page) }
                if texts.contains(where: headings.contains) {
                    if take(headings, row, texts, places)
                        || take(headings, above + row, above.map { cells.text(of: $0, page) } + texts, places)
                    {
                        (isList, count) = (true, places.count)
                        found.removeAll { above.contains($0) }
                        continue
                    }
                    if row.count > 1, texts.contains(where: { headings.column(of: $0) == .batch }) { isList = false }
                }
            }
            guard isList, let key = key(of: row, places, cells) else { continue }
            found.append(key)
        }
        if headings == nil { passHeader(&found, rows, cells, page) }
        return found
    }

    /// Takes the columns from a row of headings.
    private mutating func take(
        _ headings: WantedHeadings, _ row: [Int], _ texts: [String], _ places: CellColumns
    ) -> Bool {
        let ranks = row.map { places.ranks[$0] ?? 0 }
        guard case .all(let found) = headings.search(texts), found.batch != nil else { return false }
        var columns: [Int: Column] = [:]
        for column in [Column.batch, .status, .date] { if let place = found[column] { columns[ranks[place]] = column } }
        guard columns.count == headings.count, let first = columns.keys.min(), let last = columns.keys.max() else {
            return false
        }
        guard let layout = try? TableLayout(key: base.key, columns: (first...last).map { columns[$0] ?? .skip }) else {
            return false
        }
        self.columns = columns
        if self.layout == nil { self.layout = layout }
        return true
    }

    /// The key of a row: a cell of the keys' column, if the row says something in another column of the layout.
    private func key(of row: [Int], _ places: CellColumns, _ cells: PageCells) -> Int? {
        func column(_ cell: Int) -> Column? { places.ranks[cell].flatMap { columns[$0] } }
        let key = row.first { cell in
            let place = cells.cells[cell].place
            return column(cell) == .batch && place.columns == 1 && !place.isHeader
        }
        guard let key, columns.count == 1 || row.contains(where: { $0 != key && column($0) != nil }) else { return nil }
        return key
    }

    /// Takes the headings off a table whose columns are told by their order, see `TextKeyFinder.passHeader`.
    private mutating func passHeader(_ found: inout [Int], _ rows: [[Int]], _ cells: PageCells, _ page: PageLines) {
        guard let first = found.first, let row = rows.first(where: { $0.contains(first) }) else { return }
        let texts = row.map { cells.text(of: $0, page) }
        if let header {
            if header == texts { found.removeFirst() }
            return
        }
        header = texts
        let hasDigit = { (row: [Int]) in row.contains { cells.pieces(of: $0).contains(where: page.hasDigit) } }
        if hasDigit(row) { return }
        let keys = Set(found.dropFirst())
        if rows.contains(where: { $0.contains(where: keys.contains) && hasDigit($0) }) {
            found.removeFirst()
        } else {
            unclear.append(cells.text(of: first, page))
        }
    }
}
