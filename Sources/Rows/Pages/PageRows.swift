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

    var kind: Kind
    /// The key of a batch, as an index of `PageRows.words` where gaps show the cells, else of `PageRows.cellKeys`; -1 for none.
    var key: Int32 = -1
    /// Its status and its date, as ranges of the page's cells; empty without one. Rows that share a cell have the same range.
    var status = 0..<0
    var date = 0..<0
    /// The other columns in which it has a text, a bit for each; not all of very many.
    var others: UInt64 = 0
    /// Where its key stands across the lines.
    var place: ClosedRange<Double>
    /// Which of several tables side by side it is in, from the left.
    var table: Int32 = 0
    /// The same, counted over all tables of the page.
    var side: Int32 = 0
    /// Its row in the document's structure, which is known again on the next page.
    var number: Int32 = 0
    /// Whether the only text beside the key is where the layout has no column.
    var isMisplaced = false
    /// Whether an update is one because it has a status and a date: no cell of a key reaches down to it.
    var isKeyless = false

    /// Notes a text of so many bytes in a column that is none of the layout's, counted from the keys'. A mark is none.
    mutating func add(otherColumn band: Int, _ bytes: Int) {
        if band != 0, bytes > 3 { others |= 1 << UInt64((band &+ 32) & 63) }
    }

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
    /// The lines of the page that the rows begin with, from top to bottom.
    private(set) var lines: [Int] = []
    /// The pieces of the cells, each cell's in reading order.
    private var order: [Int]
    /// The keys: words of the page, or the texts of cells.
    private var words: [KeyCell] = []
    private var cellKeys: [String] = []
    /// The cells that go on with a row of the page before, by its row in the document's structure.
    private(set) var continued: [(row: Int, column: Column, cell: Range<Int>)] = []
    /// How many tables the page has, and whether they stand beside each other, so that the last row of each may go on.
    private(set) var sides = (count: 1, areBeside: false)
    /// Whether rows have more than their keys' lines, where gaps show them.
    private(set) var isWrapped = false
    /// Whether each row is one line that has one text in each column of the layout and none besides, all apart: there is nothing
    /// that could be another cell's.
    private(set) var isPlain = false
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
        words = table.rows
        lines = words.map(\.line)
        if !isWrapped { order = Array(page.pieces.indices) }
        isPlain = !isWrapped
        if goesOn, isWrapped {
            add(table.updates(in: table.continuation, goesOn: isDated), of: nil, table)
        }
        let bands = (status: layout.band(of: .status), date: layout.band(of: .date))
        for index in words.indices {
            if isWrapped {
                add(table.updates(in: table.lines(ofRow: index)), of: index, table)
            } else {
                addLine(of: index, bands, table)
            }
        }
        if number > 0 { for index in rows.indices { rows[index].table = Int32(truncatingIfNeeded: number) } }
    }

    /// Adds the row of a key that is its line and nothing else, as nearly all are.
    private mutating func addLine(of key: Int, _ bands: (status: Int?, date: Int?), _ table: PageTable) {
        let line = page.lines[lines[key]]
        var row = PageRow(kind: .batch, key: Int32(truncatingIfNeeded: key), place: line.baseline...line.baseline)
        // Columns follow each other along the line.
        var first = line.pieces.lowerBound
        var (count, end) = (0, -Double.infinity)
        while first < line.pieces.upperBound {
            let band = table.band(of: first)
            if page.pieces[first].start < end { isPlain = false }
            var next = first &+ 1
            while next < line.pieces.upperBound, table.band(of: next) == band { next &+= 1 }
            end = page.pieces[next &- 1].end
            count &+= 1
            if band == bands.status {
                row.status = first..<next
            } else if band == bands.date {
                row.date = first..<next
            } else {
                row.add(otherColumn: band, page.pieces[first].text.count)
            }
            first = next
        }
        let isFull = !(bands.status != nil && row.status.isEmpty || bands.date != nil && row.date.isEmpty)
        if !isFull || count != layout.columns.count || line.pieces.count != count { isPlain = false }
        row.isMisplaced = row.status.isEmpty && row.date.isEmpty && table.isMisplaced(words[key])
        rows.append(row)
    }

    /// Adds the updates of a key, or those of the last row of the page before.
    private mutating func add(_ updates: [CellLines], of key: Int?, _ table: PageTable) {
        let place = page.lines[key.map { lines[$0] } ?? 0].baseline
        for (number, lines) in updates.enumerated() {
            var row = PageRow(kind: number > 0 ? .update : key == nil ? .rest : .batch, place: place...place)
            if let key, number == 0 { row.key = Int32(truncatingIfNeeded: key) }
            row.isKeyless = number > 0
            row.status = add(lines.status, .status, table)
            row.date = add(lines.date, .date, table)
            if row.kind == .rest, row.status.isEmpty, row.date.isEmpty { continue }
            if let key {
                row.isMisplaced = row.status.isEmpty && row.date.isEmpty && table.isMisplaced(words[key])
                for piece in page.lines[self.lines[key]].pieces
                where layout.column(ofBand: table.band(of: piece)) == nil {
                    row.add(otherColumn: table.band(of: piece), page.pieces[piece].text.count)
                }
            }
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
        for row in found.rows {
            let own = cells.cells[row.keyCell]
            var result = PageRow(kind: row.kind, place: own.lines)
            if let key = row.key {
                result.key = Int32(truncatingIfNeeded: cellKeys.count)
                cellKeys.append(key)
            }
            result.status = row.status.map { cells.cells[$0].pieces } ?? 0..<0
            result.date = row.date.map { cells.cells[$0].pieces } ?? 0..<0
            result.table = Int32(truncatingIfNeeded: row.table)
            result.number = Int32(truncatingIfNeeded: own.place.row)
            result.side = Int32(truncatingIfNeeded: sides.firstIndex(of: found.side(of: row)) ?? 0)
            for (cell, band) in row.others {
                result.add(otherColumn: band, cells.pieces(of: cell).reduce(0) { $0 + page.pieces[$1].text.count })
            }
            (result.isMisplaced, result.isKeyless) = (row.isMisplaced, row.isKeyless)
            rows.append(result)
        }
        lines = found.rows.flatMap { cells.pieces(of: $0.keyCell) }.map { page.pieces[$0].line }.sorted()
        continued = found.continued.map { cell, column in
            (row: cells.cells[cell].place.row, column: column, cell: cells.cells[cell].pieces)
        }
    }
}

extension PageRows {
    /// The pieces of a cell.
    func pieces(of cell: Range<Int>) -> ArraySlice<Int> { order[cell] }

    /// The words that are a row's key; nil for one without, and where it is a cell's text.
    @inline(__always)
    func words(of row: PageRow) -> KeyCell? { row.key >= 0 && evidence == .gaps ? words[Int(row.key)] : nil }

    /// The key of a row; nil for one without.
    func key(of row: PageRow) -> String? {
        if row.key < 0 { return nil }
        return words(of: row)?.key(layout.key, in: page) ?? cellKeys[Int(row.key)]
    }

    /// Whether a row has a date in its line beside its status and date, as one text.
    func hasOtherDate(_ row: PageRow) -> Bool {
        guard let line = page.lines.first(where: { $0.baseline == row.place.lowerBound }) else { return false }
        let own = Set(pieces(of: row.status) + pieces(of: row.date))
        return line.pieces.contains { !own.contains($0) && DateCell.isDate(page.text(of: page.pieces[$0])) }
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
