// Pages in, rows out, one page at a time. Of the pages before, only the rows are kept and what the next page needs:
// where the columns were, how wrapped cells stood, which row was the last, what stood above and below the table.

import Text

/// Reads the rows of a list from its pages, in order.
package struct RowReader {
    let layout: TableLayout
    let watched: KeySet?
    let keyColumn: Int

    var list = RowList(rows: [], rowCount: 0, undecodedGlyphs: 0)
    var page = PageLines()
    var keys: KeyFinder
    var roles: [LineRole] = []

    /// The columns of the last page that had rows.
    var bands: ColumnBands?
    /// Votes on how wrapped cells stand, of all pages so far, the last ones counting most.
    var votes = [Double](repeating: 0, count: Alignment.allCases.count)
    /// The last row so far, as an index of `list.rows`; nil if there is none or it is not watched.
    var lastRow: Int?
    /// Where tables stood side by side, along the lines; empty for one table.
    var tables: [Range<Double>] = []
    /// What stood outside the table on the page before: text repeated at the same place is a header or a footer.
    var furniture = Furniture()

    /// - Parameters:
    ///   - layout: how the table looks.
    ///   - watched: the keys whose rows are wanted; nil for all.
    package init(layout: TableLayout, watched: KeySet? = nil) {
        self.layout = layout
        self.watched = watched
        keyColumn = layout.columns.firstIndex(of: .batch) ?? 0
        keys = KeyFinder(mask: layout.key)
    }

    /// What was read.
    package mutating func finish() -> RowList { list }

    /// Reads a page.
    package mutating func add(_ text: TextPage) {
        list.undecodedGlyphs += text.undecodedGlyphs
        page.read(text)
        findKeys(text.utf8)
        let tables = tablesSideBySide()
        if tables.isEmpty {
            addTable(text)
            return
        }
        for table in tables {
            page.read(text)
            page.keep(table)
            findKeys(text.utf8)
            addTable(text)
        }
    }

    private mutating func findKeys(_ utf8: [UInt8]) {
        let usual = bands.map { $0.origin - 1...$0.origin + 1 }
        keys.find(in: page, utf8, usual: usual, prefersLast: keyColumn > 0)
    }

    /// Adds the rows of a page, or of the part of it that holds one table.
    private mutating func addTable(_ text: TextPage) {
        learnColumns()
        guard let bands else { return }
        let cells = keys.cells.filter { isWhole($0, bands) }
        assignRoles(cells, bands)
        let owners = owners(cells, bands, text.utf8)
        addRows(cells, owners: owners, bands: bands, text)
    }
}
