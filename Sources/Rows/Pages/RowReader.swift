// Pages in, rows out, one page at a time: lines, keys, columns, wrapped cells, rows, each found by a value that keeps
// what the next page needs. Of the pages before, only that and the rows are kept.

import Text

/// Reads the rows of a list from its pages, in order.
package struct RowReader {
    /// Where headings tell the columns, without columns until those are found.
    private var layout: TableLayout
    /// Why the table is not as its layout says.
    private var layoutError: RowError?
    /// Whether no page so far had a key.
    private var isBeforeRows = true

    private(set) var page = PageLines()
    private(set) var keys: KeyFinder
    private(set) var columns = ColumnFinder()
    private var tables = TablesSideBySide()
    private var wrapping = Wrapping()
    /// Nil as long as the order of the columns is not known.
    private var cells: CellReader?
    /// Words that match the mask on pages without a row.
    private var lostKeys: [Doubt] = []
    private var columnsOfPages: ColumnAccount
    private var rows: RowCollector

    /// - Parameters:
    ///   - layout: how the table looks.
    ///   - watched: the keys whose rows are wanted; nil for all.
    ///   - mostRows: how many rows a list may have, watched or not; a list of more is refused.
    ///   - fingerprints: whether to take the edition's fingerprint, and its title.
    package init(
        layout: TableLayout, watched: KeySet? = nil, mostRows: Int = RowList.mostRows, fingerprints: Bool = false
    ) {
        self.layout = layout
        keys = KeyFinder(mask: layout.key)
        columnsOfPages = ColumnAccount()
        rows = RowCollector(watched: watched, mostRows: mostRows, fingerprints: fingerprints)
        if layout.key.isAnyText { layoutError = .textKeysOnPages }
    }

    /// What was read.
    ///
    /// - Throws: that there was more than may be, or that the table is not as the layout says, or not clear.
    package func finish() throws(RowError) -> RowList {
        if let layoutError { throw layoutError }
        var rows = rows
        rows.add(columnsOfPages.doubts())
        if !rows.hasRows { rows.add(lostKeys) }
        return try rows.finish(layout)
    }

    /// Reads a page; one after too many rows is passed over.
    package mutating func add(_ text: TextPage) {
        if rows.isFull || layoutError != nil { return }
        defer { page.releaseText() }
        rows.add(text)
        page.read(text)
        findKeys()
        let before = rows.rowCount
        defer { if rows.rowCount == before { noteLostKeys(of: text) } }
        if isBeforeRows, !beginRows(text) { return }
        if let tables = text.tables, addCells(PageCells(page, tables)) { return }
        if !text.rules.isEmpty, addCells(PageCells(page, DrawnGrid(RulingLines(of: text, in: page.frame)))) { return }
        let ranges = tables.find(on: page, keys, layout)
        if ranges.isEmpty {
            rows.beginTable(0, page: text.number)
            addTable()
        }
        for (number, range) in ranges.enumerated() {
            rows.beginTable(number, page: text.number)
            page.read(text)
            page.keep { range.contains($0.start) }
            findKeys()
            addTable()
        }
    }

    /// So many words that match the mask, on a page without a row, are rows that were not seen.
    private static let fewestLostRows = 3
    private static let mostLostKeys = 10

    /// Notes the words of a page without rows that match the mask, also within texts.
    private mutating func noteLostKeys(of text: TextPage) {
        page.read(text)
        findKeys()
        let words = keys.found.prefix(Self.mostLostKeys).map { (line: $0.line, key: $0.key(layout.key, in: page)) }
        let inner = layout.key.innerKeys(of: page).prefix(Self.mostLostKeys).map {
            (line: page.pieces[$0.piece].line, key: $0.key)
        }
        let doubts = (words + inner)
            .filter { $0.line < page.lines.count && !wrapping.isRepeated($0.line, page) }
            .map { Doubt(page: page.number, word: $0.key, rule: .unreadKey) }
        if doubts.count >= Self.fewestLostRows {
            rows.add(doubts)
        } else if lostKeys.count < Self.mostLostKeys {
            lostKeys += doubts
        }
    }

    private mutating func findKeys() {
        keys.find(in: &page, usual: columns.usualKeys, prefersLast: layout.keyColumn > 0)
    }

    /// On the first page with a key, finds the columns that are told by headings, and the title.
    ///
    /// - Returns: whether the page's rows can be read.
    private mutating func beginRows(_ text: TextPage) -> Bool {
        guard let first = keys.cells.first else { return layout.headings == nil }
        isBeforeRows = false
        var top: Int?
        do throws(RowError) {
            if let headings = layout.headings { top = try orderColumns(WantedHeadings(headings), above: first, text) }
        } catch {
            layoutError = error
            return false
        }
        if rows.wantsTitle { rows.add(title: page.title(above: top ?? page.headerTop(above: first))) }
        return true
    }

    /// Takes the order of the columns from their headings.
    ///
    /// - Returns: the first line of the headings.
    /// - Throws: why that cannot be.
    private mutating func orderColumns(
        _ wanted: WantedHeadings, above first: KeyCell, _ text: TextPage
    ) throws(RowError) -> Int {
        let found = try HeadingSearch(page: page, wanted: wanted).columns(above: first, layout.key)
        layout = found.layout
        if layout.keyColumn > 0 {
            // Of two columns that both may be the keys' it is now the last.
            page.read(text)
            findKeys()
        }
        if let name = wanted.name(of: .batch), let key = keys.cells.first, !found.isAbove(key) {
            throw .keysElsewhere(name)
        }
        return found.top
    }

    /// Adds the rows of a page as the document says where its cells are.
    ///
    /// - Returns: whether that makes sense.
    private mutating func addCells(_ parted: PageCells?) -> Bool {
        var reader = cells ?? CellReader(layout: layout)
        guard let parted,
            let found = reader.read(page, parted, words: keys.found, hasRows: rows.hasRows)
        else { return false }
        cells = reader
        rows.beginTable(0, page: page.number)
        rows.add(found, page, layout)
        // The next page may have no cells, or no keys.
        columns.find(on: page, keys.cells, layout)
        let lines = found.rows.flatMap { found.cells.pieces(of: $0.keyCell) }.map { page.pieces[$0].line }.sorted()
        columnsOfPages.add(page, rows: lines, layout)
        wrapping.pass(page, rows: lines)
        return true
    }

    /// Adds the rows of a page, or of the part of it that holds one table.
    private mutating func addTable() {
        columns.find(on: page, keys.cells, layout)
        guard let bands = columns.bands else { return }
        page.part(at: bands)
        let cells = keys.cells.filter { bands.isWhole($0, page, layout) }
        let roles = LineRole.all(on: page, cells, bands, layout)
        // Most pages have no lines but those of their keys.
        let edges = roles.contains(.cells) ? CellEdges(page, rows: cells, roles: roles, bands: bands) : nil
        let hasPrevious = rows.hasRows
        let owners = wrapping.owners(on: page, rows: cells, bands, layout, roles, edges, hasPrevious: hasPrevious)
        let table = PageTable(page: page, layout: layout, bands: bands, rows: cells, owners: owners)
        columnsOfPages.add(table)
        rows.add(table)
        rows.add(
            PageAccount(table, words: keys.found, roles: roles, edges: edges, hasPrevious: hasPrevious).doubts)
    }
}
