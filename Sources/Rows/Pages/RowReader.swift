// Pages in, rows out, one page at a time: lines, keys, columns, wrapped cells, rows, each found by a value that keeps
// what the next page needs. Of the pages before, only that and the rows are kept.

import Text

/// What shows the cells of a table, the most certain first.
package enum CellEvidence: CaseIterable, Hashable, Sendable {
    /// The document's structure.
    case tags
    /// Lines that close cells.
    case rules
    /// The order in which texts are drawn.
    case order
    /// Gaps between texts.
    case gaps
}

/// Reads the rows of a list from its pages, in order.
package struct RowReader {
    /// What cells are read by; all but for tests that compare what each says alone.
    let evidence: Set<CellEvidence>
    /// Where headings tell the columns, without columns until those are found.
    var layout: TableLayout
    /// What the columns are called: as the configuration says, or as stands above the first rows; nil as long as nobody knows.
    var names: WantedHeadings?
    /// Why the table is not as its layout says.
    private var layoutError: RowError?
    /// Whether no page so far had a key.
    var isBeforeRows = true

    var page = PageLines()
    var keys: KeyFinder
    /// Finds the keys where they may be any text; nil for other lists.
    var textKeys: TextKeyFinder?
    /// A merged cell that goes on over the end of the page before.
    var mergedRest: MergedRest?
    private var context: KeysInContext
    private(set) var columns = ColumnFinder()
    private var tables = TablesSideBySide()
    private var edgeKeys = EdgeKeys()
    var repeatedEdges = RepeatedEdges()
    var wrapping = Wrapping()
    /// Nil as long as the order of the columns is not known.
    private var cells: CellReader?
    /// How the last page with rows ended; nil before it.
    var last: PageEnd?
    /// Words that match the mask on pages without a row.
    var lostKeys: [Doubt] = []
    var columnsOfPages: ColumnAccount
    /// The lines above the first keys of pages, but for numbers.
    private(set) var tops: Set<Int> = []
    var known = KnownLines()
    private var drawn = DrawnColumns()
    /// Where the headings stand by which the columns were found.
    var headings: [Column: ClosedRange<Double>] = [:]
    /// The lines of this page that are these headings.
    var headingLines = 0..<0
    /// How many columns the table of the first page has whose cells are known.
    private var columnCount: Int?
    var sharedCells = SharedCells()
    /// The ruling lines of this page; nil for none.
    var ruling: RulingLines?
    var keysAndHeadings = KeysAndHeadings()
    /// The baselines of the keys of this page's rows, and whether its tables were read one by one.
    var rowPlaces: [Double] = []
    var isParted = false
    /// Whether the cells of the page were known.
    private(set) var isRead = false
    /// Where the cells of rows stand that were known; empty unless they are kept.
    private(set) var cellExtents: [RowExtents] = []
    var keepsExtents = false
    private var texts = TextAccount()
    var rows: RowCollector

    /// - Parameters:
    ///   - layout: how the table looks.
    ///   - watched: the keys whose rows are wanted; nil for all.
    ///   - mostRows: how many rows a list may have, watched or not; a list of more is refused.
    ///   - fingerprints: whether to take the edition's fingerprint, and its title.
    ///   - tabulates: whether to keep of the rows what the next edition is compared with.
    ///   - evidence: what the cells may be read by; a page that it does not decide has no rows.
    package init(
        layout: TableLayout, watched: KeySet? = nil, mostRows: Int = RowList.mostRows, fingerprints: Bool = false,
        tabulates: Bool = false,
        evidence: Set<CellEvidence> = Set(CellEvidence.allCases)
    ) {
        self.layout = layout
        names = layout.headings.map { WantedHeadings($0) }
        self.evidence = evidence
        keys = KeyFinder(mask: layout.key)
        context = KeysInContext(mask: layout.key, watched: watched)
        columnsOfPages = ColumnAccount()
        rows = RowCollector(
            watched: watched, mostRows: mostRows, fingerprints: fingerprints, tabulates: tabulates,
            hasTextKeys: layout.key.isAnyText)
        textKeys = layout.key.isAnyText ? TextKeyFinder(layout, watched: watched) : nil
    }

    /// What was read; to be asked for once.
    ///
    /// - Throws: that there was more than may be, or that the table is not as the layout says, or not clear.
    package mutating func finish() throws(RowError) -> RowList {
        if let error = layoutError ?? textKeys?.error { throw error }
        accountForMergedRest()
        rows.add(sharedCells.doubts + texts.doubts + columnsOfPages.doubts() + edgeKeys.doubts + wrapping.doubts)
        rows.add(repeatedEdges.doubts)
        if !rows.hasRows { rows.add(lostKeys) }
        return try rows.finish(layout, hasDates: columnsOfPages.hasDates)
    }

    /// Reads a page; one after too many rows is passed over.
    package mutating func add(_ text: TextPage) {
        if rows.isFull || layoutError != nil { return }
        rows.add(text)
        (rowPlaces, isParted, isRead, headingLines, ruling) = ([], false, false, 0..<0, nil)
        if textKeys != nil { return addWithTextKeys(text) }
        context.begin()
        read(text)
        rows.add(UntrustedText(page, of: text, keys.found, layout.key).doubts)
        let before = rows.rowCount
        let rests = rows.restCount
        let incomplete = rows.incompleteRow(layout)
        let hasNewTop = passTop()
        if !isBeforeRows || beginRows(text) { addRows(of: text, isNew: hasNewTop) }
        if rows.rowCount > before { accountForMergedRest(before: text.number) }
        if rows.rowCount > before { last = PageEnd(of: page, keys.cells, columns.bands, layout) ?? last }
        if rows.rowCount == before {
            if isParted { read(text) }
            noteLostKeys()
            accountForRest(isTaken: rows.restCount > rests)
            columnsOfPages.add(withoutRows: page)
            repeatedEdges.add(withoutRows: page)
        }
        rows.add(context.doubts)
        if rows.rowCount > before, !isParted {
            accountForKeysAndHeadings(isNew: hasNewTop)
            accountForBrokenKeys()
        }
        if let incomplete, hasNewTop { rows.doubtIncomplete(incomplete, layout, page: text.number) }
        page.releaseText()
    }

    /// Adds the rows of a page by the first evidence of its cells that makes sense.
    ///
    /// - Parameter isNew: whether something stands above them that did not on the pages before.
    private mutating func addRows(of text: TextPage, isNew: Bool) {
        if evidence.contains(.tags), let tables = text.tables, addCells(PageCells(page, tables)) { return drawn.pass() }
        let hasLines = evidence.contains(.rules) && !(text.rules.isEmpty && text.fills.isEmpty)
        ruling = hasLines ? RulingLines(of: text, in: page.frame) : nil
        if let ruling, !text.rules.isEmpty, addCells(PageCells(page, DrawnGrid(ruling))) { return drawn.pass() }
        if let ruling { spreadRuledCells(ruling) }
        if isNew { followHeadings() }
        if evidence.contains(.order), evidence.contains(.gaps), let bands = drawn.plainBands(of: page, keys) {
            drawn.pass()
            return addTable(drawn: bands)
        }
        let table = evidence.contains(.order) && mergedRest == nil ? findDrawnTable() : nil
        if let table, addCells(PageCells(page, table)) { return rows.add(table.doubts) }
        guard evidence.contains(.gaps) else { return }
        if let table, table.hasMoreColumns { account(forColumns: table.columns.count) }
        isParted = addTables(of: text, drawn: table?.bands)
    }

    /// The table of the page by the order of drawing. It may show the layout better than the headings' order.
    private mutating func findDrawnTable() -> DrawnTable? {
        known.rowsBefore = rows.rowCount
        guard let table = drawn.table(of: page, keys, layout, headings: headings, known, ruling) else {
            drawn.pass()
            return nil
        }
        if !rows.hasRows, table.layout != layout { (layout, cells) = (table.layout, nil) }
        if table.cells != nil {
            known = table.known
            rows.doubtContinued(table.continuations, page: page.number)
        }
        return table
    }

    /// Takes in what stands above the first key of a page.
    ///
    /// - Returns: whether that is more than stood there on the pages before: headings come again.
    mutating func passTop() -> Bool {
        guard let first = keys.cells.first else { return false }
        let lines = page.lines[..<first.line].suffix(Self.mostTopLines).map(page.hashWithoutNumbers)
        defer { if tops.count < Self.mostTops { tops.formUnion(lines) } }
        return lines.contains { !tops.contains($0) }
    }

    private static let mostTopLines = 32
    private static let mostTops = 1000

    /// Adds the tables of a page whose cells only gaps show.
    ///
    /// - Returns: whether there were several, so that the page is known in part only.
    mutating func addTables(of text: TextPage, drawn: ColumnBands?) -> Bool {
        if layout.columns.count == 1, keys.columnStarts.count > 1 {
            addGrid()
            return false
        }
        let beside = tables.find(on: page, keys, layout)
        let names = names ?? keysAndHeadings.names(on: page, keys.cells, layout)
        let headed = beside.isEmpty ? TablesBelowEachOther.find(byHeadings: names, on: page, keys, layout) : []
        let below = beside.isEmpty && headed.isEmpty ? TablesBelowEachOther.find(on: page, keys, layout) : headed
        if !(beside.isEmpty && below.isEmpty) { headingLines = 0..<0 }
        for (number, range) in beside.enumerated() {
            read(text) { range.contains($0.start) }
            addTable(number: number)
        }
        for (number, range) in below.enumerated() {
            read(text) { range.contains($0.baseline) }
            if !headed.isEmpty { followHeadings() }
            addTable(isFirst: number == 0)
        }
        if !(beside.isEmpty && below.isEmpty) { return true }
        addTable(drawn: drawn)
        return false
    }

    /// Adds the rows of a page that has nothing but keys, in several columns: row by row from the left.
    private mutating func addGrid() {
        columns.find(on: page, keys.cells, layout)
        guard let bands = columns.bands else { return }
        let table = PageTable(page: page, layout: layout, bands: bands, rows: keys.grid(on: page), owners: .none)
        add(PageRows(table, goesOn: false, isDated: false))
        let roles = page.lines.map { _ in LineRole.foreign }
        account(for: table, words: keys.found, roles, nil, previous: last?.key, isPlain: false)
        wrapping.pass(page, rows: table.rows.map(\.line))
    }

    static let mostPieces = 64

    /// Reads a page, or the part of it that is kept.
    mutating func read(_ text: TextPage, keeping isKept: ((Piece) -> Bool)? = nil) {
        page.read(text)
        if let isKept { page.keep(isKept) }
        findKeys()
    }

    mutating func findKeys() {
        if textKeys != nil {
            textKeys?.find(in: &page)
            return keys.take(textKeys?.cells ?? [])
        }
        keys.find(in: &page, usual: columns.usualKeys, prefersLast: layout.keyColumn > 0)
        let hasColumns = layout.columns.count != 1
        if context.isolate(on: &page, keys.cells, words: keys.found, hasColumns: hasColumns) {
            keys.find(in: &page, usual: columns.usualKeys, prefersLast: layout.keyColumn > 0)
        }
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
            guard findLayout(above: first) else {
                layoutError = error
                return false
            }
        }
        if rows.wantsTitle { rows.add(title: page.title(above: top ?? page.headerTop(above: first))) }
        return true
    }

    /// Takes the columns from what is drawn below the headings, where these are in several lines.
    private mutating func findLayout(above key: KeyCell) -> Bool {
        guard evidence.contains(.order), let wanted = layout.headings else { return false }
        let em = page.pieces[key.pieces.lowerBound].size
        guard let found = DrawnTexts(page, keys, em: em).headings(WantedHeadings(wanted), above: key) else {
            return false
        }
        headings = found
        _ = findDrawnTable()
        return layout.headings == nil
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
        (headings, headingLines) = (found.places, found.lines)
        if layout.keyColumn > 0 {
            // Of two columns that both may be the keys' it is now the last.
            read(text)
        }
        if let name = wanted.name(of: .batch), let key = keys.cells.first, !found.isAbove(key) {
            throw .keysElsewhere(name)
        }
        return found.lines.lowerBound
    }

    /// Takes the order of the columns anew from what stands above the first key, where that is called as before and stands
    /// otherwise.
    mutating func followHeadings() {
        guard rows.hasRows, layout.columns.count > 1, let names, let first = keys.cells.first,
            let found = try? HeadingSearch(page: page, wanted: names).columns(above: first, layout.key),
            found.isAbove(first), !found.layout.hasColumns(of: layout)
        else { return }
        (layout, headings, headingLines) = (found.layout, found.places, found.lines)
        (columns, drawn, cells, columnCount) = (ColumnFinder(), DrawnColumns(), nil, nil)
    }

    /// Adds the rows of a page as the document says where its cells are.
    ///
    /// - Returns: whether that makes sense.
    mutating func addCells(_ parted: PageCells?) -> Bool {
        var reader = cells ?? CellReader(layout: layout, names: names)
        guard let parted,
            let found = reader.read(page, parted, words: keys.found, hasRows: rows.hasRows)
        else { return false }
        (cells, isRead) = (reader, true)
        (names, layout) = (names ?? reader.names, reader.layout)
        if found.isHeaded { columnCount = nil }
        account(forColumns: found.columnCount)
        // The next page may have no cells, or no keys.
        columns.find(on: page, keys.cells, layout)
        let lines = add(PageRows(found, page, layout))
        rows.add(found.doubts)
        texts.pass()
        let ends = keys.cells.first.flatMap { first in keys.cells.last.map { (first, $0) } }.map {
            (first: $0.key(layout.key, in: page), last: $1.key(layout.key, in: page))
        }
        wrapping.pass(page, rows: lines, keys: ends)
        if parted.evidence == .order, let bands = columns.bands { edgeKeys.pass(keys.cells, on: page, bands, layout) }
        return true
    }

    /// Adds the rows of a table.
    ///
    /// - Returns: their lines.
    @discardableResult
    private mutating func add(_ table: PageRows) -> [Int] {
        repeatedEdges.add(table, after: last?.key)
        rows.add(table)
        let lines = table.lines
        rowPlaces = lines.map { page.lines[$0].baseline }
        accountForTexts(below: columnsOfPages.add(table), lines)
        sharedCells.add(table, ruling)
        accountForOtherHeadings { table.extents }
        if keepsExtents, table.evidence != .gaps { cellExtents += table.extents }
        return lines
    }

    /// Doubts the rows of a page that has more columns than those before: which of them are the layout's is not known.
    private mutating func account(forColumns count: Int) {
        defer { columnCount = columnCount ?? count }
        guard let columnCount, count > columnCount else { return }
        rows.add(page.doubts(.disagreement, about: keys.cells, layout.key))
    }

    /// Adds the rows of a page, or of the part of it that holds one table.
    ///
    /// - Parameters:
    ///   - number: counts tables side by side from the left.
    ///   - isFirst: whether no table stands above, so that a row of the page before may go on at its top.
    private mutating func addTable(
        drawn: ColumnBands? = nil, number: Int = 0, isFirst: Bool = true
    ) {
        columns.find(on: page, keys.cells, layout, drawn: drawn ?? textKeys?.bands)
        if textKeys == nil, mergedRest != nil || !columns.fills(layout), setApart() {
            columns = ColumnFinder()
            columns.find(on: page, keys.cells, layout)
        }
        guard let bands = columns.bands else { return }
        let whole = keys.cells.filter { bands.isWhole($0, page, layout) }
        let (cells, before) = edgeKeys.rows(among: whole, on: page, bands, layout)
        for row in before { rows.retract(row.key, page: row.page, isLast: row.isLast) }
        let others = cells.count == whole.count ? [] : Set(whole.map(\.line)).subtracting(cells.map(\.line))
        var roles = LineRole.all(on: page, cells, bands, layout)
        for line in headingLines { roles[line] = .foreign }
        known.rowsBefore = rows.rowCount
        known.markSums(on: page, in: &roles)
        // Most pages have no lines but those of their keys.
        let edges = roles.contains(.cells) ? CellEdges(page, rows: cells, roles: roles, bands: bands) : nil
        let previous = isFirst ? last?.key : nil
        let rowBands = edges == nil ? nil : ruling.flatMap { RowBands($0, on: page, cells, roles) }
        var owners = wrapping.owners(
            on: page, rows: cells, bands, layout, roles, edges, hasPrevious: previous != nil, isRuled: rowBands != nil)
        if !owners.isEmpty, let rowBands { owners = owners.parted(by: rowBands, page, roles) }
        let table = PageTable(page: page, layout: layout, bands: bands, rows: cells, owners: owners)
        let read = PageRows(table, number: number, goesOn: previous != nil, isDated: rows.isDated)
        texts.add(table, roles, isPlain: read.isPlain)
        add(read)
        let words = others.isEmpty ? keys.found : keys.found.filter { !others.contains($0.line) }
        account(for: table, words: words, roles, edges, previous: previous, isPlain: read.isPlain)
    }
}
