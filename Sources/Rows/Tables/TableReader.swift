// Tables with cells in, rows out: the counterpart of `RowReader` for documents that say themselves where each cell
// ends. Nothing is guessed from positions, so an empty cell is an empty cell.

import Text

/// Reads the rows of a list from a document's tables, in order.
package struct TableReader {
    let layout: TableLayout
    /// The columns' headings, where the layout tells them by those.
    let headings: WantedHeadings?
    /// What stands above the columns of the first table, where the layout tells them by their order.
    var names: WantedHeadings?
    /// Which cells are keys.
    var keys: CellKeys

    /// How many rows have a key.
    var keyedRows = 0
    var builder: ListBuilder
    /// The number of the table that is read, from 1.
    private(set) var number = 0
    /// What the document calls itself, then what stands above its rows.
    private var titles: [String] = []
    private var hasTitle = false

    /// Whether some table had all the headings.
    var hasHeadings = false
    var foundHeadings = FoundHeadings()
    /// A heading that stands over several columns.
    var doubledHeading: String?
    /// How keys are written that have something at them.
    private var spellings = KeySpellings()
    private var swapped = SwappedRows()
    private var strayDates = StrayDates()
    var textRows = TextRows()
    /// Of a list of lines, how many have something of a key.
    package internal(set) var linesWithKeys = 0
    /// What stands right above the row that is read.
    private var above = Above.other
    /// The watched batches of the table whose rows have neither a status nor a date, and whether another row has one.
    var bareBatches: [String] = []
    var hasUpdate = false
    private static let mostBare = 100
    /// Whether other headings stand above the row that is read than above the first rows of the list.
    var isOtherTable = false
    /// How many cells the rows of the table have (`TextTable.width`), and the headings that stand above the row that is read.
    var width: Int?
    var headingWidth: Int?
    /// The same as in the table that is read.
    var writesEmptyCells = false

    private enum Above {
        /// A row of a batch, nil if nobody watches it; whether the key is all of its cell.
        case row(String?, isPlain: Bool)
        /// The rows of batches that share a cell: what goes on below is in doubt.
        case rows([String])
        case other
    }

    /// - Parameters:
    ///   - layout: how the tables look. The position of a cell counts from the key's; where keys may be any text, from
    ///     the left edge. The fields of records stand in their own order, which may change from one edition to the
    ///     next: headings are safer.
    ///   - watched: the keys whose rows are wanted; nil for all.
    ///   - mostRows: how many rows a list may have, watched or not; a list of more is refused.
    ///   - fingerprints: whether to take the edition's fingerprint, and its title.
    ///   - tabulates: whether to keep of the rows what the next edition is compared with.
    ///   - onlyBatch: the one case that the document is about; other rows are none.
    package init(
        layout: TableLayout, watched: KeySet?, mostRows: Int = RowList.mostRows, fingerprints: Bool,
        tabulates: Bool = false,
        onlyBatch: String? = nil
    ) {
        self.layout = layout
        headings = layout.headings.map { WantedHeadings($0) }
        keys = CellKeys(layout.key, heading: layout.headings?.batch, watched: watched, onlyBatch: onlyBatch)
        builder = ListBuilder(mostRows: mostRows, fingerprints: fingerprints, tabulates: tabulates, isDrawn: false)
    }

    /// Takes in what the document calls itself; to be called before its tables are read.
    package mutating func add(titles: [String]) {
        if builder.fingerprint != nil { self.titles += titles.prefix(DocumentTitle.mostLines) }
    }

    /// Reads a table; one after too many rows is passed over.
    package mutating func add(_ table: TextTable) {
        number += 1
        if builder.isFull { return }
        let before = builder.list.rowCount
        let table = table.stacked ?? table
        (width, headingWidth, isOtherTable) = (table.width, nil, false)
        writesEmptyCells = table.writesEmptyCells
        textRows = TextRows()
        strayDates.endTable()
        let top = layout.headings == nil ? addByPosition(table) : addByHeading(table)
        builder.add(textRows.doubts, watched: keys.watched)
        if builder.list.rowCount > before { takeTitle(above: top, table) }
    }

    /// What follows is another table, or is read as one.
    mutating func beginTable() {
        number += 1
        beginSection()
    }

    /// Keeps a doubt about keys, unless they have rows of their own in the end.
    mutating func doubtUnlessListed(_ doubt: Doubt) { spellings.doubtUnlessListed(doubt) }

    /// How many rows were read, watched or not.
    package var rowCount: Int { builder.list.rowCount }

    /// Whether nothing was read so far, nor doubted.
    package var isEmpty: Bool { !hasTable && builder.isFreeOfDoubts }

    /// Whether a table was there that looks as the layout says: one with all the headings, or with rows.
    package var hasTable: Bool { hasHeadings || builder.list.rowCount > 0 || doubledHeading != nil }

    /// Reads a table that was put together of labels and values: only by its headings.
    package mutating func add(labels table: TextTable) {
        guard let headings, let fields = table.fields, !builder.isFull else { return }
        number += 1
        (width, writesEmptyCells) = (nil, false)
        beginSection()
        switch headings.search(fields: fields) {
        case .all(let places):
            hasHeadings = true
            for row in table.rows where !builder.isFull { addRow(row, places) }
        case .twice: break
        case .missing(let heading, let count):
            foundHeadings.note(fields, count > 0 ? .holds(count) : .firstCells, missing: heading)
        }
    }

    /// What was read; to be asked for once.
    ///
    /// - Throws: that there was more than may be, or that no table is as the layout says.
    package mutating func finish() throws(RowError) -> RowList {
        builder.add(
            spellings.doubts(among: builder.list.rows) + swapped.doubts + strayDates.doubts, watched: keys.watched)
        var list = try builder.finish(layout)
        if let doubledHeading { throw .headingTwice(doubledHeading) }
        if let headings, !hasHeadings { throw foundHeadings.error(wanted: headings) }
        list.title = builder.fingerprint == nil ? nil : DocumentTitle(of: titles)
        return list
    }

    /// Takes the rows above the list's first one for its title.
    private mutating func takeTitle(above top: Int, _ table: TextTable) {
        if builder.fingerprint == nil || hasTitle { return }
        hasTitle = true
        let lines = table.rows.prefix(top).lazy.map { row in
            row.filter { !$0.isEmpty }.prefix(64).map(CellMark.removed).joined(separator: " ")
        }
        titles += lines.filter { !$0.isEmpty }.prefix(DocumentTitle.mostLines)
    }
}

// MARK: - Rows

extension TableReader {
    /// What follows stands below no row: the table begins, or a header.
    mutating func beginSection() {
        above = .other
    }

    /// Adds a row of the table if it is one: it has a key, or is another update of the batch above it.
    ///
    /// - Returns: whether it is one with a key.
    @discardableResult
    mutating func addRow(_ cells: [String], _ places: ColumnPlaces) -> Bool {
        if let (cells, places) = parted(cells, places) { return addRow(cells, places) }
        let wasAbove = above
        above = .other
        guard let place = places.batch else { return addOnlyRow(cells, places) }
        var cell = cells.cell(place)
        var reading = keys.reading(of: cell)
        // A mask for any text would take the mark as well.
        if reading.key == nil || cell.utf8.last ?? 0 >= 0x80, let marked = CellMark.parted(cell) {
            cell = marked.text
            reading = keys.reading(of: cell)
        }
        switch reading {
        case .key(let key, let spelling): return addRow(of: key, spelling, cells, places)
        case .several(let shared):
            let added = shared.map { addRow(of: $0, nil, cells, places) }
            above = .rows(shared)
            return added.contains(true)
        case .doubtful(let doubtful):
            doubt(doubtful, cell, cells, places)
            return false
        case .none: break
        }
        doubtUnread(cells.cell(place))
        if !cell.isEmpty { doubtSpoiled(cells.cell(place), cells, places) }
        if CellText.cell(cell).isEmpty { addKeyless(cells, places, below: wasAbove) }
        return false
    }

    /// Adds the row of a key.
    ///
    /// - Parameter spelling: how the cell writes the key; nil where the cell is the key.
    /// - Returns: whether it is a row of the case that the document is about.
    private mutating func addRow(
        of key: String, _ spelling: String?, _ cells: [String], _ places: ColumnPlaces
    ) -> Bool {
        let name = keys.batch(named: key)
        guard keys.isOfCase(name ?? key) else { return false }
        count(key)
        builder.list.lastBatch = name ?? key
        takeFingerprint(of: cells, places)
        if layout.key.isAnyText { noteTextRow(name ?? key, cells, places) }
        if swapped.isLooking, places.status != nil, places.date != nil { swapped.look(at: update(cells, places)) }
        let batch = name.flatMap { keys.isWatched($0) ? $0 : nil }
        strayDates.note(cells, places, batch, page: number)
        append(batch, cells, places)
        if let batch, let spelling { spellings.note(spelling, of: batch, table: number) }
        above = .row(batch, isPlain: spelling == nil)
        return true
    }

    /// Adds a row without a key right below another one: with a status and a date it is another update of that batch. With a part
    /// of them it is the rest of that row, where lines are broken by hand, or a remark.
    private mutating func addKeyless(_ cells: [String], _ places: ColumnPlaces, below wasAbove: Above) {
        if case .rows(let batches) = wasAbove {
            let update = update(cells, places)
            let text = update.status.isEmpty ? update.date : update.status
            return text.isEmpty ? () : doubt(text, .betweenRows, batches)
        }
        guard case .row(let batch, let isPlain) = wasAbove else { return }
        if isUpdate(cells, places) {
            builder.list.rowCount += 1
            builder.noteKeyless(update(cells, places).status, of: batch, owner: keyedRows, page: number)
            builder.fingerprint?.beginUpdate()
            takeFingerprint(of: cells, places)
            append(batch, cells, places)
            if let batch, !isPlain { spellings.noteUpdate(of: batch) }
            above = wasAbove
        } else if let batch, places.status != nil, places.date != nil, cells.cell(places.batch).isEmpty {
            let rest = update(cells, places)
            let text = rest.status.isEmpty ? rest.date : rest.status
            if !text.isEmpty { doubt(text, .betweenRows, [batch]) }
        }
    }

    /// Adds a row of the page of one case, which names no batch.
    private mutating func addOnlyRow(_ cells: [String], _ places: ColumnPlaces) -> Bool {
        let update = update(cells, places)
        guard let batch = keys.onlyBatch, !update.status.isEmpty || !update.date.isEmpty else { return false }
        count(batch)
        builder.list.lastBatch = batch
        takeFingerprint(of: cells, places)
        if keys.isWatched(batch) { append(batch, cells, places) }
        return true
    }

    /// Doubts a cell of the keys' column, in a row that says something: others are remarks.
    private mutating func doubt(
        _ doubtful: DoubtfulKeys, _ cell: String, _ cells: [String], _ places: ColumnPlaces
    ) {
        let update = update(cells, places)
        let hasColumns = places.status != nil || places.date != nil
        guard !hasColumns || !update.status.isEmpty || !update.date.isEmpty,
            let batches = keys.batches(of: doubtful), keys.onlyBatch.map(batches.contains) ?? true
        else { return }
        let doubt = Doubt(page: number, word: CellText.cell(cell), rule: .unclearKey, batches: batches)
        if doubtful.isLonger { spellings.doubtUnlessListed(doubt) } else { builder.add([doubt], watched: keys.watched) }
    }

    private mutating func append(_ batch: String?, _ cells: [String], _ places: ColumnPlaces) {
        guard let batch else { return }
        if let place = places.batch, let doubt = unread(cells.cell(place), [batch]),
            [.struckOut, .hidden, .contradicted].contains(doubt.rule)
        {
            builder.add([doubt], watched: nil)
            // All of a row is hidden.
            if doubt.rule == .hidden { return builder.list.rows.append(row(of: batch, cells, places)) }
        }
        for place in [places.status, places.date] {
            guard let doubt = unread(cells.cell(place), [batch]) else { continue }
            // Programs leave out a date that there is not yet; a record without a status is none of theirs.
            if place != places.status, CellMark.parted(cells.cell(place))?.mark == .missingField { continue }
            builder.add([doubt], watched: nil)
        }
        if isUneven(cells, places) {
            doubt(batch, .uneven, [batch])
        }
        let row = row(of: batch, cells, places)
        swapped.noteIfSwapped(row)
        // A case in each column has the next one's number there.
        if !layout.key.isAnyText, row.update.status.utf8.count <= KeySearch.longest,
            let other = keys.key(in: row.update.status)
        {
            doubt(row.update.status, .keyInStatus, [batch, other])
        }
        if isOtherTable { doubt(batch, .disagreement, [batch]) }
        if !row.update.status.isEmpty || !row.update.date.isEmpty {
            hasUpdate = true
        } else if bareBatches.count < Self.mostBare {
            bareBatches.append(batch)
        }
        builder.list.rows.append(row)
    }

    mutating func doubt(_ word: String, _ rule: Doubt.Rule, _ batches: [String]) {
        builder.add([Doubt(page: number, word: word, rule: rule, batches: batches)], watched: keys.watched)
    }

    private func row(of batch: String, _ cells: [String], _ places: ColumnPlaces) -> Row {
        Row(batch: batch, update: update(cells, places), page: number)
    }

    /// Doubts a cell of the keys' column that nobody can read.
    private mutating func doubtUnread(_ cell: String) {
        guard let doubt = unread(cell, []) else { return }
        guard case .otherForm? = CellMark.parted(cell)?.mark else { return builder.add([doubt], watched: nil) }
        if !doubt.batches.isEmpty { builder.add([doubt], watched: keys.watched) }
    }

    /// Doubts a row whose key a program or a typist spoiled: any may be missing, or the one that it looks like.
    private mutating func doubtSpoiled(_ cell: String, _ cells: [String], _ places: ColumnPlaces) {
        guard !layout.key.isAnyText, cell.utf8.contains(where: { 0x30...0x39 ~= $0 }) else { return }
        let like = keys.key(in: CellText.inDigits(cell))
        guard like != nil || CellText.isShortened(cell) else { return }
        let update = update(cells, places)
        guard !update.status.isEmpty || !update.date.isEmpty else { return }
        builder.add(
            [Doubt(page: number, word: CellText.cell(cell), rule: .unreadKey, batches: like.map { [$0] } ?? [])],
            watched: keys.watched)
    }

    /// The doubt about a text that the document does not say, or of which it says more than the text.
    private func unread(_ cell: String, _ batches: [String]) -> Doubt? {
        if CellText.isFailure(cell) {
            let rule: Doubt.Rule = batches.isEmpty ? .unreadKey : .uncalculated
            return Doubt(page: number, word: CellText.cell(cell), rule: rule, batches: batches)
        }
        // Signs that turn the direction of letters round.
        if cell.utf8.contains(0xE2), cell.unicodeScalars.contains(where: { $0 == "\u{202D}" || $0 == "\u{202E}" }) {
            return Doubt(page: number, word: CellText.cell(cell), rule: .misread, batches: batches)
        }
        guard cell.utf8.contains(0xEF), cell.unicodeScalars.contains("\u{FFFD}") else { return nil }
        guard let (text, mark, digits) = CellMark.parted(cell) else {
            let rule =
                cell == TextTable.uncalculated
                ? Doubt.Rule.uncalculated
                : CellMark.struckOut.isWithin(cell)
                    ? .struckOut : CellMark.wordless.isWithin(cell) ? .wordless : .undecoded
            let word = CellText.cell(CellMark.removed(from: cell))
            return Doubt(page: number, word: word, rule: rule, batches: batches)
        }
        let word = CellText.cell(text)
        switch mark {
        case .struckOut: return Doubt(page: number, word: word, rule: .struckOut, batches: batches)
        case .hidden where !batches.isEmpty: return Doubt(page: number, word: word, rule: .hidden, batches: batches)
        case .contradicted where !batches.isEmpty:
            return Doubt(page: number, word: word, rule: .contradicted, batches: batches)
        case .misplacedField where !batches.isEmpty, .missingField where !batches.isEmpty:
            return Doubt(page: number, word: word, rule: .missingField, batches: batches)
        case .wordless where !batches.isEmpty:
            return Doubt(page: number, word: word, rule: .wordless, batches: batches)
        case .otherForm where batches.isEmpty:
            let key = keys.key(in: digits)
            return Doubt(page: number, word: word, rule: .unclearKey, batches: key.map { [$0] } ?? [])
        default: return nil
        }
    }

    /// What a row says.
    func update(_ cells: [String], _ places: ColumnPlaces) -> Update {
        Update(
            status: CellText.cell(CellMark.removed(from: cells.cell(places.status))),
            date: CellText.cell(CellMark.removed(from: cells.cell(places.date)), folding: true))
    }

    /// Whether a row without a key has both a status and a date: the number above is left out because it would be the
    /// same. Titles of sections and sums have one of them; a header has no digit in its date.
    private func isUpdate(_ cells: [String], _ places: ColumnPlaces) -> Bool {
        let update = update(cells, places)
        return !update.status.isEmpty && update.date.unicodeScalars.contains { $0.properties.numericType != nil }
    }

    /// Counts a row with a key.
    private mutating func count(_ key: String) {
        keyedRows += 1
        builder.list.rowCount += 1
        builder.fingerprint?.beginRow(keys.compared(key))
    }

    private mutating func takeFingerprint(of cells: [String], _ places: ColumnPlaces) {
        if builder.fingerprint == nil { return }
        var (status, date) = (cells.cell(places.status), cells.cell(places.date))
        status.withUTF8 { builder.fingerprint?.add(status: UnsafeRawBufferPointer($0)) }
        date.withUTF8 { builder.fingerprint?.add(date: UnsafeRawBufferPointer($0)) }
        if builder.fingerprint?.knowsStatus() == false {
            builder.fingerprint?.name(status: CellText.cell(CellMark.removed(from: status)))
        }
    }
}
