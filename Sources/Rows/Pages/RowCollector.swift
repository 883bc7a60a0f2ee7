// The rows of a list, collected from the tables of its pages in order: which of them are wanted, and what a page says
// of the last row of the page before.

import Text

/// Collects the rows of tables.
struct RowCollector {
    private let watched: KeySet?
    /// Whether keys may be any text, which is compared folded.
    private let hasTextKeys: Bool
    private(set) var builder: ListBuilder
    private var texts = CellTexts()
    /// The last row so far, as an index of the list's rows; nil if there is none or it is not watched.
    private(set) var lastRow: Int?
    /// The same before that row began.
    private var rowBefore: Int?
    /// Whether the last row has a date, and the one before it, wanted or not.
    private(set) var isDated = false
    private var wasDated = false
    /// For each table of the page before its last row, as an index of the list's rows, or nil if nobody watches it. Empty
    /// unless the rows of the tables stand beside each other.
    private var lastRows: [Int?] = []
    /// The rows that may go on over such a page's end, by those of the document's structure.
    private var openRows: [Int: Int] = [:]
    /// The tables side by side, in the order in which they were read.
    private var tables: [TablePart] = []
    /// How many rows have a key.
    private var keyedRows = 0
    /// How many rests of rows pages began with.
    private(set) var restCount = 0
    /// What sums at the ends of tables say.
    private var sums = KnownLines()
    /// The first page with updates of which it cannot be told whose they are.
    private var doubtfulPage: Int?

    init(watched: KeySet?, mostRows: Int, fingerprints: Bool, tabulates: Bool, hasTextKeys: Bool) {
        (self.watched, self.hasTextKeys) = (watched, hasTextKeys)
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
    /// - Parameter hasDates: whether rows have a date where the layout says, and none in their statuses.
    /// - Throws: that there was more than may be, or that the table is not as the layout says, or not clear.
    mutating func finish(_ layout: TableLayout, hasDates: Bool) throws(RowError) -> RowList {
        builder.add(misreadWords, watched: watched)
        if layout.band(of: .date) != nil, layout.band(of: .status) != nil {
            builder.add(datesInStatuses + statusesInDates + (hasDates ? swappedRows : []), watched: watched)
        }
        orderTables()
        builder.list.rows.removeAll(where: \.batch.isEmpty)
        partSharedRows()
        let list = try builder.finish(layout)
        if let doubtfulPage { throw .updatesWithoutBatch(page: doubtfulPage) }
        return list
    }

    /// What parts the keys of a row that several share, until each has a row of its own.
    static let keySeparator: Character = "\n"

    /// Makes a row for each of the keys that share one.
    private mutating func partSharedRows() {
        guard builder.list.rows.contains(where: { $0.batch.utf8.contains(0x0A) }) else { return }
        builder.list.rows = builder.list.rows.flatMap { row in
            row.batch.split(separator: Self.keySeparator).map(String.init).filter(isWatched).map {
                Row(batch: $0, update: row.update, page: row.page)
            }
        }
    }

    private func isWatched(_ key: String) -> Bool { watched?.contains(key) ?? true }

    /// The keys of a row as one text; nil if nobody watches any of them.
    private mutating func shared(_ keys: [String]) -> String? {
        builder.list.rowCount += keys.count - 1
        return keys.contains(where: isWatched) ? keys.joined(separator: String(Self.keySeparator)) : nil
    }

    /// Takes back the row of a key that turned out to be none: it stood at the edge of the page.
    mutating func retract(_ key: String, page: Int, isLast: Bool) {
        builder.list.rowCount -= 1
        // The fingerprint has only the last row open.
        let compared = compared(key)
        if isLast { builder.fingerprint?.dropRow() } else { builder.fingerprint?.dropRow(of: compared) }
        let rows = builder.list.rows
        guard
            let row = rows.indices.reversed().prefix(while: { rows[$0].page == page }).first(where: {
                rows[$0].batch == key
            })
        else { return }
        builder.list.rows[row] = Row(batch: "", update: Update(status: "", date: ""), page: page)
        if lastRow == row { lastRow = rowBefore }
        if isLast { isDated = wasDated }
    }

    /// Begins one of the tables that stand side by side on a page.
    private mutating func beginTable(_ row: PageRow, _ page: PageLines) {
        tables.append(
            TablePart(
                number: Int(row.table), page: page.number, firstRow: builder.list.rows.count, rowsBefore: rowCount,
                top: row.place.lowerBound, bottom: row.place.lowerBound))
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
        builder.add(doubts.map(\.withEachBatch), watched: watched)
    }

    /// Adds the rows of a table, and what it says of rows of the page before.
    mutating func add(_ table: PageRows) {
        // Taken out of `self` for the time, as it is added to for each row of each list.
        var fingerprint = builder.fingerprint.take()
        defer { builder.fingerprint = fingerprint }
        for (row, column, cell) in table.continued {
            fingerprint?.add(cell, column, of: table, &texts)
            if let row = openRows[row] { append(cell, to: column, ofRow: row, table) }
        }
        openRows.removeAll(keepingCapacity: true)
        let before = lastRows
        lastRows = table.sides.areBeside ? Array(repeating: nil, count: table.sides.count) : []
        var number: Int32 = -1
        for row in table.rows {
            if row.kind == .rest {
                restCount += 1
                if let doubt = doubt(aboutRest: row, table, before: before.count) { add([doubt]) }
                let own = before.isEmpty ? lastRow : row.side < before.count ? before[Int(row.side)] : nil
                add(row, toRow: own, table, &fingerprint)
                continue
            }
            if row.table != number { beginTable(row, table.page) }
            number = row.table
            tables[tables.count - 1].bottom = row.place.upperBound
            add(row, table, &fingerprint)
            if row.side < lastRows.count { lastRows[Int(row.side)] = lastRow }
        }
        if table.areUpdatesUnclear, doubtfulPage == nil { doubtfulPage = table.page.number }
    }

    /// What is not certain of the rest of a row, where any of several tables may have it: those of the page before are not as many as
    /// here, or gaps part them.
    private func doubt(aboutRest row: PageRow, _ table: PageRows, before: Int) -> Doubt? {
        let isUnclear =
            before > 0
            ? before != table.sides.count : table.evidence == .gaps && (row.table > 0 || tables.last?.number ?? 0 > 0)
        let piece = (table.pieces(of: row.status) + table.pieces(of: row.date)).first
        guard isUnclear, let piece else { return nil }
        return Doubt(page: table.page.number, word: table.page.text(of: table.page.pieces[piece]), rule: .atEdge)
    }

    /// Adds a row, which becomes the last one; none where nobody watches it.
    private mutating func add(_ row: PageRow, _ table: PageRows, _ fingerprint: inout FingerprintBuilder?) {
        if row.isKeyless, isSum(row, table) { return }
        builder.list.rowCount += 1
        if row.isMisplaced { builder.misplacedRows += 1 }
        let batch: String?
        if row.kind == .batch {
            keyedRows += 1
            batch = begin(row, table, &fingerprint)
        } else {
            batch = lastRow.map { builder.list.rows[$0].batch }
            fingerprint?.beginUpdate()
            if row.isKeyless {
                let text = texts.text(of: table.pieces(of: row.status), folding: false, table.page)
                builder.noteKeyless(text, of: batch, owner: keyedRows, page: table.page.number)
            }
        }
        (rowBefore, lastRow) = (lastRow, nil)
        (wasDated, isDated) = (isDated, false)
        if let batch {
            lastRow = builder.list.rows.count
            builder.list.rows.append(
                Row(batch: batch, update: Update(status: "", date: ""), page: table.page.number))
            if table.evidence == .tags { openRows[Int(row.number)] = lastRow }
        }
        add(row, toRow: lastRow, table, &fingerprint)
    }

    /// Whether the last row of a page, which has no key, says how many rows there are.
    private mutating func isSum(_ row: PageRow, _ table: PageRows) -> Bool {
        guard row.place == table.rows.last?.place else { return false }
        let text = texts.text(of: table.pieces(of: row.status), folding: false, table.page)
        return sums.isSumInCell(text, below: keyedRows)
    }

    /// Adds what a row says to one of the list's, or to none where nobody watches it.
    private mutating func add(
        _ row: PageRow, toRow number: Int?, _ table: PageRows, _ fingerprint: inout FingerprintBuilder?
    ) {
        if !row.date.isEmpty { isDated = true }
        fingerprint?.add(row.status, .status, of: table, &texts)
        fingerprint?.add(row.date, .date, of: table, &texts)
        guard let number else { return }
        append(row.status, to: .status, ofRow: number, table)
        append(row.date, to: .date, ofRow: number, table)
    }

    private mutating func append(_ cell: Range<Int>, to column: Column, ofRow row: Int, _ table: PageRows) {
        if cell.isEmpty { return }
        let pieces = table.pieces(of: cell)
        let update = builder.list.rows[row].update
        if column == .status {
            builder.list.rows[row].update.status = texts.text(
                of: pieces, after: update.status, folding: false, table.page)
        } else {
            builder.list.rows[row].update.date = texts.text(of: pieces, after: update.date, folding: true, table.page)
        }
    }

    /// A key as it is compared with that of other editions.
    private func compared(_ key: String) -> String { hasTextKeys ? TextKey.folded(key) : key }

    /// Begins the row of a key.
    ///
    /// - Returns: the key; nil if nobody watches it.
    private mutating func begin(_ row: PageRow, _ table: PageRows, _ fingerprint: inout FingerprintBuilder?) -> String?
    {
        let page = table.page
        if !hasTextKeys, let key = table.words(of: row), key.isVerbatim(table.layout.key, in: page) {
            let text = page.pieces[key.pieces.lowerBound].text
            page.utf8.withUnsafeBytes { fingerprint?.beginRow(.init(rebasing: $0[text])) }
            if !page.companions.isEmpty, let others = page.companions[text.lowerBound] {
                return shared([String(decoding: page.utf8[text], as: UTF8.self)] + others)
            }
            if let watched, !watched.mayContain(page.utf8, at: text) { return nil }
            let batch = String(decoding: page.utf8[text], as: UTF8.self)
            return watched?.contains(batch) ?? true ? batch : nil
        }
        let batch = table.key(of: row) ?? ""
        fingerprint?.beginRow(compared(batch))
        if batch.utf8.contains(0x0A) { return shared(batch.split(separator: Self.keySeparator).map(String.init)) }
        return watched?.contains(batch) ?? true ? batch : nil
    }
}

extension FingerprintBuilder {
    /// Takes in a cell of the last row, and names its status to the table if that does not know it.
    fileprivate mutating func add(
        _ cell: Range<Int>, _ column: Column, of table: PageRows, _ texts: inout CellTexts
    ) {
        let page = table.page
        page.utf8.withUnsafeBytes { text in
            var last: Int?
            for piece in table.pieces(of: cell) {
                if page.beginsApart(piece, after: last) { part(column) }
                let own = UnsafeRawBufferPointer(rebasing: text[page.pieces[piece].text])
                if column == .status { add(status: own) } else { add(date: own) }
                last = piece
            }
        }
        if column != .status || knowsStatus() { return }
        name(status: texts.text(of: table.pieces(of: cell), after: statusBefore, folding: false, page))
    }
}

extension Doubt {
    /// With the keys of a shared row as batches of their own.
    fileprivate var withEachBatch: Doubt {
        guard batches.contains(where: { $0.utf8.contains(0x0A) }) else { return self }
        var doubt = self
        doubt.batches = batches.flatMap { $0.split(separator: RowCollector.keySeparator).map(String.init) }
        return doubt
    }
}
