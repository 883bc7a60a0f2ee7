// The rows of a list, collected from the tables of its pages in order: which of them are wanted, and what a page says
// of the last row of the page before.

import Text

/// Collects the rows of tables.
struct RowCollector {
    private let watched: KeySet?
    private(set) var builder: ListBuilder
    private var texts = CellTexts()
    /// The last row so far, as an index of the list's rows; nil if there is none or it is not watched.
    private(set) var lastRow: Int?
    /// The same before that row began.
    private var rowBefore: Int?
    /// For each table of the page before its last row, as an index of the list's rows, or nil if nobody watches it. Empty
    /// unless the rows of the tables stand beside each other.
    private var lastRows: [Int?] = []
    /// The rows that may go on over such a page's end, by those of the document's structure.
    private var openRows: [Int: Int] = [:]
    /// The tables side by side, in the order in which they were read.
    private var tables: [TablePart] = []
    /// How many rows have a key.
    private var keyedRows = 0
    /// The first page with updates of which it cannot be told whose they are.
    private var doubtfulPage: Int?

    init(watched: KeySet?, mostRows: Int, fingerprints: Bool, tabulates: Bool) {
        self.watched = watched
        builder = ListBuilder(mostRows: mostRows, fingerprints: fingerprints, tabulates: tabulates, isDrawn: true)
    }

    /// Whether there are too many rows: what follows need not be read.
    var isFull: Bool { builder.isFull }

    /// Whether there are rows so far, wanted or not.
    var hasRows: Bool { rowCount > 0 }
    var rowCount: Int { builder.list.rowCount }

    /// Whether the document's title is wanted.
    var wantsTitle: Bool { builder.fingerprint != nil }

    /// Takes the title of the document in.
    mutating func add(title: DocumentTitle?) {
        builder.list.title = title
    }

    /// Takes in what there is to say of a page as a whole.
    mutating func add(_ page: TextPage) {
        builder.list.undecodedGlyphs += page.undecodedGlyphs
    }

    /// The list, once all pages were read.
    ///
    /// - Throws: that there was more than may be, or that the table is not as the layout says, or not clear.
    mutating func finish(_ layout: TableLayout) throws(RowError) -> RowList {
        builder.add(misreadWords + (layout.band(of: .date) == nil ? [] : datesInStatuses), watched: watched)
        orderTables()
        builder.list.rows.removeAll(where: \.batch.isEmpty)
        let list = try builder.finish(layout)
        if let doubtfulPage { throw .updatesWithoutBatch(page: doubtfulPage) }
        return list
    }

    /// Takes back the row of a key that turned out to be none: it stood at the edge of the page.
    mutating func retract(_ key: String, page: Int, isLast: Bool) {
        builder.list.rowCount -= 1
        // The fingerprint has only the last row open.
        if isLast { builder.fingerprint?.dropRow() } else { builder.fingerprint?.dropRow(of: key) }
        let rows = builder.list.rows
        guard
            let row = rows.indices.reversed().prefix(while: { rows[$0].page == page }).first(where: {
                rows[$0].batch == key
            })
        else { return }
        builder.list.rows[row] = Row(batch: "", update: Update(status: "", date: ""), page: page)
        if lastRow == row { lastRow = rowBefore }
    }

    /// Begins one of the tables that stand side by side on a page, counted from the left.
    mutating func beginTable(_ number: Int, page: Int, top: Double = 0) {
        tables.append(
            TablePart(
                number: number, page: page, firstRow: builder.list.rows.count, rowsBefore: rowCount, top: top,
                bottom: top))
    }

    /// Notes where the first and the last row of that table stand.
    mutating func endTable(from top: Double, to bottom: Double) {
        if let last = tables.indices.last { (tables[last].top, tables[last].bottom) = (top, bottom) }
    }

    /// Puts the rows of tables side by side in order: page by page where the tables go on from one into the next, table
    /// by table where one has ended on a page and others go on.
    private mutating func orderTables() {
        guard let first = tables.first?.firstRow, let lastPage = tables.last?.page else { return }
        let ends = tables.dropFirst().map(\.rowsBefore) + [rowCount]
        var leftmost = (rows: 0, bottom: 0.0, pitch: 0.0)
        let isByTable = zip(tables, ends).contains { part, end in
            let size = end - part.rowsBefore
            if part.number == 0 { leftmost = (size, part.bottom, (part.bottom - part.top) / Double(max(size - 1, 1))) }
            // Rows of more lines are fewer, and end as far down.
            let isShort = part.bottom + 1.5 * leftmost.pitch < leftmost.bottom
            return part.number > 0 && part.page < lastPage && size + Self.leastMissing <= leftmost.rows && isShort
        }
        if !isByTable { return }
        let rows = builder.list.rows
        let rowEnds = tables.dropFirst().map(\.firstRow) + [rows.count]
        let parts = zip(tables, rowEnds).enumerated().sorted {
            ($0.element.0.number, $0.offset) < ($1.element.0.number, $1.offset)
        }
        builder.list.rows = rows[..<first] + parts.flatMap { rows[$0.element.0.firstRow..<$0.element.1] }
    }

    /// A part of one of the tables that stand side by side.
    private struct TablePart {
        var number: Int
        var page: Int
        var firstRow: Int
        var rowsBefore: Int
        /// Where its first and its last row stand.
        var top = 0.0
        var bottom = 0.0
    }

    /// A column that is shorter by so many rows has ended.
    private static let leastMissing = 2

    /// Takes in what is not certain.
    mutating func add(_ doubts: [Doubt]) {
        builder.add(doubts, watched: watched)
    }

    /// Adds the rows of a page whose cells are known, and what goes on from the page before.
    mutating func add(_ found: CellPage, _ page: PageLines, _ layout: TableLayout) {
        for (cell, column) in found.continued {
            takeFingerprint(of: cell, column, found, page)
            if column == .status { nameStatus(of: found.cells.pieces(of: cell), page) }
            guard let row = openRows[found.cells.cells[cell].place.row] else { continue }
            append(cell, to: column, ofRow: row, found, page)
        }
        openRows.removeAll(keepingCapacity: true)
        let (sides, before) = (found.sides, lastRows)
        lastRows = found.areBesideEachOther ? Array(repeating: nil, count: sides.count) : []
        var table = -1
        for row in found.rows {
            let lines = found.cells.cells[row.keyCell].lines
            if row.table != table { beginTable(row.table, page: page.number, top: lines.lowerBound) }
            table = row.table
            tables[tables.count - 1].bottom = lines.upperBound
            let side = sides.firstIndex(of: found.side(of: row))
            if case .continuation = row.kind {
                if !before.isEmpty, before.count != sides.count { doubtRest(row, found, page) }
                let own = side.flatMap { $0 < before.count ? before[$0] : nil }
                addRest(row, to: before.isEmpty ? lastRow : own, found, page)
            } else {
                add(row, found, page)
                if let side, side < lastRows.count { lastRows[side] = lastRow }
            }
        }
        add(found.doubts)
    }

    /// Adds the rest of a row of the page before.
    private mutating func addRest(_ row: CellRow, to own: Int?, _ found: CellPage, _ page: PageLines) {
        for (cell, column) in [(row.status, Column.status), (row.date, .date)] {
            takeFingerprint(of: cell, column, found, page)
            if let cell, column == .status { nameStatus(of: found.cells.pieces(of: cell), page) }
            if let cell, let own { append(cell, to: column, ofRow: own, found, page) }
        }
    }

    /// Doubts the rest of a row where the page before has another number of tables: it may be of any of their last rows.
    private mutating func doubtRest(_ row: CellRow, _ found: CellPage, _ page: PageLines) {
        let word = (row.status ?? row.date).map { found.cells.text(of: $0, page) } ?? ""
        add([Doubt(page: page.number, word: word, rule: .atEdge)])
    }

    /// Adds a row, which becomes the last one; none where nobody watches it.
    private mutating func add(_ row: CellRow, _ found: CellPage, _ page: PageLines) {
        builder.list.rowCount += 1
        if case .update = row.kind { builder.fingerprint?.beginUpdate() }
        var batch = lastRow.map { builder.list.rows[$0].batch }
        lastRow = nil
        if row.isKeyless {
            let text = row.status.map { found.cells.text(of: $0, page) } ?? ""
            builder.noteKeyless(text, of: batch, owner: keyedRows, page: page.number)
        }
        if case .batch(let key) = row.kind {
            keyedRows += 1
            builder.fingerprint?.beginRow(key)
            if row.isMisplaced { builder.misplacedRows += 1 }
            batch = watched?.contains(key) ?? true ? key : nil
        }
        takeFingerprint(of: row.status, .status, found, page)
        takeFingerprint(of: row.date, .date, found, page)
        nameStatus(of: row.status.map { Array(found.cells.pieces(of: $0)) } ?? [], page)
        guard let batch else { return }
        let number = builder.list.rows.count
        builder.list.rows.append(Row(batch: batch, update: Update(status: "", date: ""), page: page.number))
        for (cell, column) in [(row.status, Column.status), (row.date, .date)] {
            guard let cell else { continue }
            append(cell, to: column, ofRow: number, found, page)
        }
        openRows[found.cells.cells[row.keyCell].place.row] = number
        lastRow = number
    }

    private mutating func append(
        _ cell: Int, to column: Column, ofRow row: Int, _ found: CellPage, _ page: PageLines
    ) {
        let update = builder.list.rows[row].update
        let pieces = found.cells.pieces(of: cell)
        switch column {
        case .status:
            builder.list.rows[row].update.status = texts.text(
                of: pieces, after: update.status, folding: false, page)
        case .date:
            builder.list.rows[row].update.date = texts.text(of: pieces, after: update.date, folding: true, page)
        case .batch, .skip: break
        }
    }

    /// Adds the rows of a table, and what continues the last row of the page before.
    mutating func add(_ table: PageTable, isContinued: Bool) {
        lastRows.removeAll(keepingCapacity: true)
        if table.owners.isEmpty {
            addPlainRows(of: table)
            return
        }
        let continued = isContinued ? table.continuation : CellLines()
        if let line = (continued.status + continued.date).first, tables.dropLast().last?.number ?? 0 > 0 {
            // Whose it is of the last rows of several tables is not known.
            let text = table.page.text(of: table.page.lines[line])
            add([Doubt(page: table.page.number, word: text, rule: .atEdge)])
        } else if let lastRow {
            let goesOn = !builder.list.rows[lastRow].update.date.isEmpty
            add(table.updates(in: continued, goesOn: goesOn), table)
        }
        builder.list.rowCount += table.rows.count
        for (number, row) in table.rows.enumerated() {
            builder.fingerprint?.beginRow(row.key(table.layout.key, in: table.page))
            begin(row, table)
            keyedRows += 1
            add(table.updates(in: table.lines(ofRow: number)), table)
        }
    }

    /// Adds rows of which each is its key's line and nothing else.
    private mutating func addPlainRows(of table: PageTable) {
        builder.list.rowCount += table.rows.count
        builder.misplacedRows += table.rows.count { table.isMisplaced($0) }
        takeFingerprint(of: table)
        for row in table.rows {
            begin(row, table)
            if let lastRow { append(CollectionOfOne(row.line), CollectionOfOne(row.line), toRow: lastRow, table) }
        }
    }

    /// Begins the row of a key, which becomes the last row; none where nobody watches it.
    private mutating func begin(_ row: KeyCell, _ table: PageTable) {
        (rowBefore, lastRow) = (lastRow, nil)
        guard let batch = wantedKey(of: row, table) else { return }
        lastRow = builder.list.rows.count
        builder.list.rows.append(Row(batch: batch, update: Update(status: "", date: ""), page: table.page.number))
    }

    /// Takes in rows of which each is its key's line and nothing else. Taken out of `self` for the time, as it is done
    /// for each row of each list.
    private mutating func takeFingerprint(of table: PageTable) {
        guard var fingerprint = builder.fingerprint.take() else { return }
        let (page, mask) = (table.page, table.layout.key)
        let bands = (status: table.layout.band(of: .status), date: table.layout.band(of: .date))
        page.utf8.withUnsafeBytes { text in
            for row in table.rows {
                if row.isVerbatim(mask, in: page) {
                    fingerprint.beginRow(.init(rebasing: text[page.pieces[row.pieces.lowerBound].text]))
                } else {
                    fingerprint.beginRow(row.key(mask, in: page))
                }
                let pieces = page.lines[row.line].pieces
                for index in pieces {
                    let band = table.band(of: index)
                    if band != bands.status, band != bands.date { continue }
                    if page.beginsApart(index, after: index > pieces.lowerBound ? index - 1 : nil) {
                        fingerprint.part(band == bands.status ? .status : .date)
                    }
                    if band == bands.status {
                        fingerprint.add(status: .init(rebasing: text[page.pieces[index].text]))
                    } else {
                        fingerprint.add(date: .init(rebasing: text[page.pieces[index].text]))
                    }
                }
                if fingerprint.knowsStatus() { continue }
                fingerprint.name(
                    status: texts.text(
                        of: CollectionOfOne(row.line), in: .status, after: fingerprint.statusBefore, table))
            }
        }
        builder.fingerprint = fingerprint
    }

    /// Takes in the lines of a row's cells.
    private mutating func takeFingerprint(of cells: CellLines, _ table: PageTable) {
        if builder.fingerprint == nil { return }
        for (lines, column) in [(cells.status, Column.status), (cells.date, .date)] {
            guard let band = table.layout.band(of: column) else { continue }
            takeFingerprint(of: table.pieces(of: lines, in: band), column, table.page)
        }
        if builder.fingerprint?.knowsStatus() != false { return }
        let before = builder.fingerprint?.statusBefore ?? ""
        builder.fingerprint?.name(status: texts.text(of: cells.status, in: .status, after: before, table))
    }

    /// Tells the fingerprint's table the status of the last row, where that is new to it.
    private mutating func nameStatus(of pieces: some Collection<Int>, _ page: PageLines) {
        if builder.fingerprint?.knowsStatus() != false { return }
        let before = builder.fingerprint?.statusBefore ?? ""
        builder.fingerprint?.name(status: texts.text(of: pieces, after: before, folding: false, page))
    }

    private mutating func takeFingerprint(of cell: Int?, _ column: Column, _ found: CellPage, _ page: PageLines) {
        guard let cell, builder.fingerprint != nil else { return }
        takeFingerprint(of: found.cells.pieces(of: cell), column, page)
    }

    private mutating func takeFingerprint(of pieces: some Sequence<Int>, _ column: Column, _ page: PageLines) {
        var last: Int?
        for piece in pieces {
            if page.beginsApart(piece, after: last) { builder.fingerprint?.part(column) }
            page.utf8.withUnsafeBytes { text in
                let own = UnsafeRawBufferPointer(rebasing: text[page.pieces[piece].text])
                if column == .status {
                    builder.fingerprint?.add(status: own)
                } else {
                    builder.fingerprint?.add(date: own)
                }
            }
            last = piece
        }
    }

    /// The key of a row; nil if nobody watches it.
    private func wantedKey(of row: KeyCell, _ table: PageTable) -> String? {
        let (page, mask) = (table.page, table.layout.key)
        guard let watched else { return row.key(mask, in: page) }
        let text = page.pieces[row.pieces.lowerBound].text
        if row.isVerbatim(mask, in: page), !watched.mayContain(page.utf8, at: text) { return nil }
        let key = row.key(mask, in: page)
        return watched.contains(key) ? key : nil
    }

    /// Adds what lines say of the last row. Where the key's cell is merged over several updates, each further one is a
    /// row of its own. Whose those are is certain only where cells stand at the top: the key's above.
    private mutating func add(_ updates: [CellLines], _ table: PageTable) {
        builder.list.rowCount += updates.count - 1
        if updates.count > 1, table.owners.alignment != .top, doubtfulPage == nil { doubtfulPage = table.page.number }
        for (number, lines) in updates.enumerated() {
            if number > 0 { builder.fingerprint?.beginUpdate() }
            takeFingerprint(of: lines, table)
        }
        for lines in updates.dropFirst() {
            let text = texts.text(of: lines.status, in: .status, table)
            builder.noteKeyless(
                text, of: lastRow.map { builder.list.rows[$0].batch }, owner: keyedRows, page: table.page.number)
        }
        guard var row = lastRow else { return }
        for (number, lines) in updates.enumerated() {
            if number > 0 {
                let batch = builder.list.rows[row].batch
                row = builder.list.rows.count
                builder.list.rows.append(
                    Row(batch: batch, update: Update(status: "", date: ""), page: table.page.number))
            }
            append(lines.status, lines.date, toRow: row, table)
            lastRow = row
        }
    }

    /// Appends the text of lines to a row's cells.
    private mutating func append(
        _ status: some Collection<Int>, _ date: some Collection<Int>, toRow row: Int, _ table: PageTable
    ) {
        let update = builder.list.rows[row].update
        builder.list.rows[row].update.status = texts.text(of: status, in: .status, after: update.status, table)
        builder.list.rows[row].update.date = texts.text(of: date, in: .date, after: update.date, table)
    }
}
