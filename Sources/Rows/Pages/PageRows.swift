// The rows of a page as its pieces, whatever showed its cells: tags, rules, the order of drawing, or gaps. From here on all
// pages go one way. Nothing is made a string.

import Text

/// A row of a page.
struct PageRow {
    enum Kind: Equatable {
        /// A batch, by its key.
        case batch
        /// Another update of the batch above it.
        case update
        /// The rest of the last row of the page before.
        case rest
    }

    /// The key of a batch: words of the page, or the text of a cell.
    enum Key {
        case words(KeyCell)
        case text(String)
        case none
    }

    var kind: Kind
    var key = Key.none
    /// The cell of its key, or that of the row's first text; empty where words are the key.
    var first = 0..<0
    /// Its status and its date, as ranges of the page's cells; empty without one. Rows that share a cell have the same range.
    var status = 0..<0
    var date = 0..<0
    /// Where its key stands across the lines.
    var lines: ClosedRange<Double>
    /// Which of several tables side by side it is in, from the left.
    var table = 0
    /// The same, counted over all tables of the page.
    var side = 0
    /// Its row in the document's structure, which is known again on the next page.
    var number = 0
    /// Whether the only text beside the key is where the layout has no column.
    var isMisplaced = false
    /// Whether an update is one because it has a status and a date: no cell of a key reaches down to it.
    var isKeyless = false

    subscript(column: Column) -> Range<Int> {
        switch column {
        case .status: status
        case .date: date
        case .batch, .skip: 0..<0
        }
    }
}

/// The rows of a page, or of the part of it that holds one of several tables.
struct PageRows {
    let page: PageLines
    let layout: TableLayout
    /// What showed the cells.
    let evidence: CellEvidence
    /// From top to bottom.
    private(set) var rows: [PageRow] = []
    /// The pieces of the cells, each cell's in reading order.
    private var order: [Int]
    /// The cells that go on with a row of the page before, by its row in the document's structure.
    private(set) var continued: [(row: Int, column: Column, cell: Range<Int>)] = []
    /// How many tables the page has, and whether they stand beside each other, so that the last row of each may go on.
    private(set) var sides = (count: 1, areBeside: false)
    /// Whether rows have more than their keys' lines, where gaps show them.
    private(set) var isWrapped = false
    /// Whether it is not certain whose the further updates are: cells do not stand at the top, beside their key.
    private(set) var areUpdatesUnclear = false

    /// The rows that gaps show.
    ///
    /// - Parameters:
    ///   - number: counts tables side by side from the left.
    ///   - goesOn: whether the last row before may go on here.
    ///   - isDated: whether that has its date already.
    init(_ table: PageTable, number: Int = 0, goesOn: Bool, isDated: Bool) {
        (page, layout, evidence, order) = (table.page, table.layout, .gaps, [])
        isWrapped = !table.owners.isEmpty
        rows.reserveCapacity(table.rows.count)
        order.reserveCapacity(2 * table.rows.count)
        if goesOn, isWrapped {
            add(table.updates(in: table.continuation, goesOn: isDated), of: nil, table)
        }
        let bands = (status: layout.band(of: .status), date: layout.band(of: .date))
        for (index, key) in table.rows.enumerated() {
            if isWrapped {
                add(table.updates(in: table.lines(ofRow: index)), of: key, table)
            } else {
                addLine(of: key, bands, table)
            }
        }
        if number > 0 { for index in rows.indices { rows[index].table = number } }
    }

    /// Adds the row of a key that is its line and nothing else, as nearly all are.
    private mutating func addLine(of key: KeyCell, _ bands: (status: Int?, date: Int?), _ table: PageTable) {
        let line = page.lines[key.line]
        var row = PageRow(kind: .batch, key: .words(key), lines: line.baseline...line.baseline)
        var dates = 0
        let first = order.count
        for piece in line.pieces {
            let band = table.band(of: piece)
            if band == bands.status {
                order.append(piece)
            } else if band == bands.date {
                dates += 1
            }
        }
        row.status = first..<order.count
        if dates > 0 { order += line.pieces.lazy.filter { table.band(of: $0) == bands.date } }
        row.date = row.status.upperBound..<order.count
        row.isMisplaced = row.status.isEmpty && row.date.isEmpty && table.isMisplaced(key)
        rows.append(row)
    }

    /// Adds the updates of a key, or those of the last row of the page before.
    private mutating func add(_ updates: [CellLines], of key: KeyCell?, _ table: PageTable) {
        let place = page.lines[key?.line ?? 0].baseline
        for (number, lines) in updates.enumerated() {
            var row = PageRow(kind: number > 0 ? .update : key == nil ? .rest : .batch, lines: place...place)
            if let key, number == 0 { row.key = .words(key) }
            row.isKeyless = number > 0
            row.status = add(lines.status, .status, table)
            row.date = add(lines.date, .date, table)
            if row.kind == .rest, row.status.isEmpty, row.date.isEmpty { continue }
            if let key { row.isMisplaced = row.status.isEmpty && row.date.isEmpty && table.isMisplaced(key) }
            rows.append(row)
        }
        if updates.count > 1, table.owners.alignment != .top { areUpdatesUnclear = true }
    }

    private mutating func add(_ lines: [Int], _ column: Column, _ table: PageTable) -> Range<Int> {
        guard let band = layout.band(of: column) else { return 0..<0 }
        let first = order.count
        order += table.pieces(of: lines, in: band)
        return first..<order.count
    }

    /// The rows of a page whose cells are known.
    init(_ found: CellPage, _ page: PageLines, _ layout: TableLayout) {
        let cells = found.cells
        (self.page, self.layout, evidence, order) = (page, layout, cells.evidence, cells.order)
        let sides = found.sides
        self.sides = (sides.count, found.areBesideEachOther)
        rows = found.rows.map { row in
            let own = cells.cells[row.keyCell]
            var result = PageRow(kind: row.kind, key: row.key.map { .text($0) } ?? .none, lines: own.lines)
            result.first = own.pieces
            result.status = row.status.map { cells.cells[$0].pieces } ?? 0..<0
            result.date = row.date.map { cells.cells[$0].pieces } ?? 0..<0
            (result.table, result.number) = (row.table, own.place.row)
            result.side = sides.firstIndex(of: found.side(of: row)) ?? 0
            (result.isMisplaced, result.isKeyless) = (row.isMisplaced, row.isKeyless)
            return result
        }
        continued = found.continued.map { cell, column in
            (row: cells.cells[cell].place.row, column: column, cell: cells.cells[cell].pieces)
        }
    }
}

extension PageRows {
    /// The pieces of a cell.
    func pieces(of cell: Range<Int>) -> ArraySlice<Int> { order[cell] }

    /// The key of a row; nil for one without.
    func key(of row: PageRow) -> String? {
        switch row.key {
        case .words(let key): key.key(layout.key, in: page)
        case .text(let text): text
        case .none: nil
        }
    }

    /// The lines of the page that the rows begin with, from top to bottom.
    var lines: [Int] {
        rows.flatMap { row in
            if case .words(let key) = row.key { return [key.line] }
            return pieces(of: row.first).map { page.pieces[$0].line }
        }.sorted()
    }

    /// Where a cell begins and ends along the lines; nil for an empty one.
    func extent(of cell: Range<Int>) -> ClosedRange<Double>? {
        var extent: ClosedRange<Double>?
        for piece in pieces(of: cell) {
            let (start, end) = (page.pieces[piece].start, page.pieces[piece].end)
            let own = start...max(start, end)
            extent = extent?.union(own) ?? own
        }
        return extent
    }
}
