// Tables with cells in, rows out: the counterpart of `RowReader` for documents that say themselves where each cell ends. Nothing is
// guessed from positions, so an empty cell is an empty cell.

import Text

/// Reads the rows of a list from a document's tables, in order.
package struct TableReader {
    let layout: TableLayout
    let watched: KeySet?
    /// A list of more rows is refused.
    package let mostRows: Int
    /// The document is the page of this one case.
    let onlyBatch: String?
    /// The columns' headings, where the layout tells them by those.
    let headings: WantedHeadings?
    /// The watched keys as they are compared, where they may be any text.
    private let textKeys: [String: KeyMask]

    private(set) var list = RowList(rows: [], rowCount: 0, undecodedGlyphs: 0)
    /// The keys of all rows, watched or not, and all text, where the edition is to be known again.
    private var sample: KeySample?
    private var textHash = Hash64()
    /// The number of the table that is read, from 1.
    private var number = 0
    /// What the document calls itself, then what stands above its rows.
    private var titles: [String] = []
    private var hasTitle = false

    /// Rows whose text is all on the side of the key where the layout has no column.
    var misplacedRows = 0
    /// A table of fewer rows may be empty but for numbers on the other side.
    private static let fewestRows = 5

    /// Whether some table had all the headings.
    var hasHeadings = false
    var foundHeadings = FoundHeadings()
    /// A heading that stands over several columns.
    var doubledHeading: String?
    /// What stands right above the row that is read.
    private var above = Above.other

    private enum Above {
        /// A row of a batch; nil if nobody watches it.
        case row(String?)
        case other
    }

    /// - Parameters:
    ///   - layout: how the tables look. The position of a cell counts from the key's; where keys may be any text, from the left edge. The
    ///     fields of records stand in their own order, which may change from one edition to the next: headings are safer.
    ///   - watched: the keys whose rows are wanted; nil for all.
    ///   - mostRows: how many rows a list may have, watched or not.
    ///   - fingerprints: whether to take the edition's fingerprint, and its title.
    ///   - onlyBatch: the one case that the document is about; other rows are none.
    package init(
        layout: TableLayout, watched: KeySet?, mostRows: Int = 200_000, fingerprints: Bool, onlyBatch: String? = nil
    ) {
        self.layout = layout
        self.watched = watched
        self.mostRows = mostRows
        self.onlyBatch = onlyBatch
        headings = layout.headings.map { WantedHeadings($0) }
        textKeys = layout.key.isAnyText ? watched?.foldedKeys() ?? [:] : [:]
        sample = fingerprints ? KeySample() : nil
    }

    /// Takes in what the document calls itself; to be called before its tables are read.
    package mutating func add(titles: [String]) {
        if sample != nil { self.titles += titles.prefix(DocumentTitle.mostLines) }
    }

    /// Reads a table; one after too many rows is passed over.
    package mutating func add(_ table: TextTable) {
        number += 1
        if list.rowCount > mostRows { return }
        if sample != nil { hash(table) }
        let before = list.rowCount
        let top = layout.headings == nil ? addByPosition(table) : addByHeading(table)
        if list.rowCount > before { takeTitle(above: top, table) }
    }

    /// What was read.
    ///
    /// - Throws: that there was more than may be, or that no table is as the layout says.
    package func finish() throws(RowError) -> RowList {
        if list.rowCount > mostRows { throw .tooMany(mostRows) }
        if let doubledHeading { throw .headingTwice(doubledHeading) }
        if let headings, !hasHeadings { throw foundHeadings.error(wanted: headings) }
        if list.rowCount >= Self.fewestRows, misplacedRows == list.rowCount {
            throw .columnsElsewhere(onTheLeft: layout.columns.first == .batch)
        }
        var list = list
        list.fingerprint = sample.map { Fingerprint(text: textHash.text, keys: $0) }
        list.title = sample == nil ? nil : DocumentTitle(of: titles)
        return list
    }

    private mutating func hash(_ table: TextTable) {
        for row in table.rows {
            for var cell in row { cell.withUTF8 { textHash.add(UnsafeRawBufferPointer($0)) } }
        }
    }

    /// Takes the rows above the list's first one for its title.
    private mutating func takeTitle(above top: Int, _ table: TextTable) {
        if sample == nil || hasTitle { return }
        hasTitle = true
        let lines = table.rows.prefix(top).lazy.map { row in
            row.filter { !$0.isEmpty }.prefix(64).joined(separator: " ")
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
        let wasAbove = above
        above = .other
        guard let place = places.batch else { return addOnlyRow(cells, places) }
        let cell = cells.cell(place)
        if let key = key(in: cell) {
            let name = batch(named: key)
            guard isOfCase(name ?? key) else { return false }
            list.rowCount += 1
            takeSample(of: key)
            let batch = name.flatMap { isWatched($0) ? $0 : nil }
            append(batch, cells, places)
            above = .row(batch)
            return true
        }
        if case .row(let batch) = wasAbove, CellText.cell(cell).isEmpty, isUpdate(cells, places) {
            list.rowCount += 1
            append(batch, cells, places)
            above = wasAbove
        }
        return false
    }

    /// Adds a row of the page of one case, which names no batch.
    private mutating func addOnlyRow(_ cells: [String], _ places: ColumnPlaces) -> Bool {
        let update = update(cells, places)
        guard let onlyBatch, !update.status.isEmpty || !update.date.isEmpty else { return false }
        list.rowCount += 1
        takeSample(of: onlyBatch)
        if isWatched(onlyBatch) { list.rows.append(Row(batch: onlyBatch, update: update, page: number)) }
        return true
    }

    private mutating func append(_ batch: String?, _ cells: [String], _ places: ColumnPlaces) {
        guard let batch else { return }
        list.rows.append(Row(batch: batch, update: update(cells, places), page: number))
    }

    private func update(_ cells: [String], _ places: ColumnPlaces) -> Update {
        Update(
            status: CellText.cell(cells.cell(places.status)),
            date: CellText.cell(cells.cell(places.date), folding: true))
    }

    /// Whether a row without a key has both a status and a date: the number above is left out because it would be the same. Titles of
    /// sections and sums have one of them; a header has no digit in its date.
    private func isUpdate(_ cells: [String], _ places: ColumnPlaces) -> Bool {
        let update = update(cells, places)
        return !update.status.isEmpty && update.date.unicodeScalars.contains { $0.properties.numericType != nil }
    }

    private mutating func takeSample(of key: String) {
        if sample == nil { return }
        let text = layout.key.isAnyText ? TextKey.folded(key) : key
        sample?.add(Array(text.utf8)[...])
    }
}

// MARK: - Keys

extension TableReader {
    /// The key that is all of a cell, with its blanks and hyphens as masks have them; nil if it is none.
    func key(in cell: String) -> String? {
        let mask = layout.key
        let count = cell.utf8.count
        // A hyphen takes three bytes at most; a text may have blanks.
        if count == 0 || count > 3 * mask.length { return nil }
        if mask.isAnyText {
            let key = TextKey.trimmed(cell)
            return mask.matches(key) ? key : nil
        }
        if mask.matches(cell) { return cell }
        if let byte = cell.utf8.first, byte > 0x20, byte < 0x80, !mask.canBegin(with: byte) { return nil }
        let key = CellText.cell(cell, folding: true)
        return mask.matches(key) ? key : nil
    }

    /// How a key is told: as the watch has it, where any text may be one; else as it stands. Nil for a text that nobody watches.
    private func batch(named key: String) -> String? {
        guard layout.key.isAnyText else { return key }
        let folded = TextKey.folded(key)
        if let onlyBatch, TextKey.folded(onlyBatch) == folded { return onlyBatch }
        if watched == nil { return key }
        return textKeys[folded]?.key ?? (watched?.contains(key) == true ? key : nil)
    }

    private func isOfCase(_ batch: String) -> Bool {
        guard let onlyBatch else { return true }
        return batch.utf8.elementsEqual(onlyBatch.utf8)
    }

    private func isWatched(_ batch: String) -> Bool {
        watched?.contains(batch) ?? true
    }
}

extension [String] {
    /// The cell at a place; empty where there is none.
    func cell(_ place: Int?) -> String {
        guard let place, indices.contains(place) else { return "" }
        return self[place]
    }
}
