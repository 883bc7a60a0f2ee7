// Pages in, rows out, one page at a time. Of the pages before, only the rows are kept and what the next page needs:
// where the columns were, how wrapped cells stood, which row was the last, what stood above and below the table.

import Text

/// Reads the rows of a list from its pages, in order.
package struct RowReader {
    /// Where headings tell the columns, without columns until those are found.
    var layout: TableLayout
    let watched: KeySet?
    var keyColumn: Int
    /// A list of more rows is refused.
    package let mostRows: Int

    /// Rows whose text is all on the side of the key where the layout has no column.
    private var misplacedRows = 0
    /// A table of fewer rows may be empty but for numbers on the other side.
    private static let fewestRows = 5

    /// Why the table is not as its layout says.
    var layoutError: RowError?
    /// Whether no page so far had a key.
    private var isBeforeRows = true

    /// The first page with updates of which it cannot be told whose they are.
    var doubtfulPage: Int?

    var list = RowList(rows: [], rowCount: 0, undecodedGlyphs: 0)
    /// The keys of all rows, watched or not, and all text, where the edition is to be known again.
    var sample: KeySample?
    private var textHash = Hash64()
    var page = PageLines()
    var keys: KeyFinder
    var roles: [LineRole] = []
    /// A cell's text while it is put together.
    var scratch: [UInt8] = []
    var cellTexts = RepeatedText()

    /// The columns of the last page that had rows.
    var bands: ColumnBands?
    /// Votes on how wrapped cells stand, of all pages so far, the last ones counting most.
    var votes = [Double](repeating: 0, count: Alignment.allCases.count)
    /// How they stand, as those votes go.
    var alignment = Alignment.top
    /// The last row so far, as an index of `list.rows`; nil if there is none or it is not watched.
    var lastRow: Int?
    /// Where tables stood side by side, along the lines; empty for one table.
    var tables: [Range<Double>] = []
    /// What stood outside the table on the page before: text repeated at the same place is a header or a footer.
    var furniture = Furniture()

    /// - Parameters:
    ///   - layout: how the table looks.
    ///   - watched: the keys whose rows are wanted; nil for all.
    ///   - mostRows: how many rows a list may have, watched or not.
    ///   - fingerprints: whether to take the edition's fingerprint, and its title.
    package init(layout: TableLayout, watched: KeySet? = nil, mostRows: Int = 200_000, fingerprints: Bool = false) {
        sample = fingerprints ? KeySample() : nil
        self.mostRows = mostRows
        self.layout = layout
        self.watched = watched
        keyColumn = layout.columns.firstIndex(of: .batch) ?? 0
        keys = KeyFinder(mask: layout.key)
        if layout.key.isAnyText { layoutError = .textKeysOnPages }
    }

    /// What was read.
    ///
    /// - Throws: that there was more than may be, or that the table is not as the layout says, or not clear.
    package func finish() throws(RowError) -> RowList {
        if let layoutError { throw layoutError }
        if list.rowCount > mostRows { throw .tooMany(mostRows) }
        if list.rowCount >= RowReader.fewestRows, misplacedRows == list.rowCount {
            throw .columnsElsewhere(onTheLeft: keyColumn == 0)
        }
        if let doubtfulPage { throw .updatesWithoutBatch(page: doubtfulPage) }
        var list = list
        list.fingerprint = sample.map { Fingerprint(text: textHash.text, keys: $0) }
        return list
    }

    /// Reads a page; one after too many rows is passed over.
    package mutating func add(_ text: TextPage) {
        if list.rowCount > mostRows || layoutError != nil { return }
        list.undecodedGlyphs += text.undecodedGlyphs
        if sample != nil { text.utf8.withUnsafeBytes { textHash.add($0) } }
        page.read(text)
        findKeys(text.utf8)
        if isBeforeRows, !beginRows(text) { return }
        let tables = tablesSideBySide()
        if tables.isEmpty {
            addTable(text)
            return
        }
        for table in tables {
            page.read(text)
            page.keep { table.contains($0.start) }
            findKeys(text.utf8)
            addTable(text)
        }
    }

    /// On the first page with a key, finds the columns that are told by headings, and the title.
    ///
    /// - Returns: whether the page's rows can be read.
    private mutating func beginRows(_ text: TextPage) -> Bool {
        guard let first = keys.cells.first else { return layout.headings == nil }
        isBeforeRows = false
        var top: Int?
        if let headings = layout.headings {
            top = learnHeadings(WantedHeadings(headings), above: first, text)
            if layoutError != nil { return false }
        }
        if sample != nil { list.title = DocumentTitle(of: linesAbove(top ?? headerTop(above: first), text.utf8)) }
        return true
    }

    /// Text so many times larger than the keys is a stamp across the page ("DRAFT"): it is in no line, and parts none.
    private static let stamp = 3.0

    mutating func findKeys(_ utf8: [UInt8]) {
        let usual = bands.map { $0.origin - 1...$0.origin + 1 }
        keys.find(in: page, utf8, usual: usual, prefersLast: keyColumn > 0)
        guard let key = keys.cells.first else { return }
        let largest = RowReader.stamp * page.pieces[key.pieces.lowerBound].size
        if page.lines.contains(where: { $0.size > largest }) {
            page.keep { $0.size <= largest }
            keys.find(in: page, utf8, usual: usual, prefersLast: keyColumn > 0)
        }
        for key in keys.cells {
            page.part(before: key.pieces.lowerBound)
            page.part(before: key.pieces.upperBound)
        }
    }

    /// Adds the rows of a page, or of the part of it that holds one table.
    private mutating func addTable(_ text: TextPage) {
        learnColumns()
        guard let bands else { return }
        page.part(at: bands)
        let cells = keys.cells.filter { isWhole($0, bands) }
        assignRoles(cells, bands)
        let owners = owners(cells, bands, text.utf8)
        if owners.isEmpty { misplacedRows += cells.count { isMisplaced($0) } }
        addRows(cells, owners: owners, bands: bands, text)
    }
}
