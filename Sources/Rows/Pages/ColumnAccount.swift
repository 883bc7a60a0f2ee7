// An account of the columns of a list, page by page: one that is empty on a page and full on others has lost its text to
// a neighbour, or taken a neighbour's. And headings between rows that may be what the columns do not say.

import Text

/// Compares what the columns of the pages hold.
struct ColumnAccount {
    /// What a page has in a column.
    private struct Fill {
        var page: Int
        var rows: Int
        var word: String
        var filled = 0
    }

    private var fills: [Column: [Fill]] = [:]
    /// What stands above rows: the headings of the columns, which may come again between rows.
    private var above: Set<String> = []
    /// The first heading between rows, where the layout has no column of statuses.
    private var heading: Doubt?

    /// The heights of the rows of pages on which a column of the layout is empty, and the size of their text.
    private var unfilled: [(page: Int, word: String, rows: [Double], size: Double)] = []
    /// A page without keys that has lines at just these heights.
    private var otherPart: Doubt?
    private var datesWithMore = DatesWithMore()

    /// So many pages are compared with those that have no keys.
    private static let mostUnfilled = 64

    /// So many rows of a page tell.
    private static let mostRows = 32
    /// A page of fewer rows may have nothing but empty cells.
    private static let fewestRows = 3
    /// A longer heading is a sentence.
    private static let longestHeading = 60

    /// What known cells have in the column of dates.
    private var cells = (dates: 0, marks: 0, words: 0, first: Doubt?.none)

    private var statusesAndDates = StatusesAndDates()

    /// Takes in the rows of a page whose cells are known.
    mutating func add(_ found: CellPage, _ page: PageLines, _ layout: TableLayout) {
        let hasBoth = layout.band(of: .status) != nil && layout.band(of: .date) != nil
        if found.cells.columnCount != nil { datesWithMore.add(found, page) }
        for row in found.rows.prefix(Self.mostRows) {
            if hasBoth, statusesAndDates.isOpen {
                let texts = [row.status, row.date].map { $0.map { found.cells.text(of: $0, page) } ?? "" }
                statusesAndDates.add(status: texts[0], date: texts[1], page: page.number)
            }
            guard let date = row.date, case .batch(let key) = row.kind else { continue }
            let text = found.cells.text(of: date, page)
            cells.dates += 1
            if text.count == 1 { cells.marks += 1 }
            let status = row.status.map { found.cells.text(of: $0, page) } ?? ""
            if !status.isEmpty, status.allSatisfy(\.isNumber), !text.contains(where: \.isNumber) { cells.words += 1 }
            if cells.first == nil {
                cells.first = Doubt(page: page.number, word: text.isEmpty ? key : text, rule: .disagreement)
            }
        }
    }

    /// Dates that are marks, or words behind statuses that are numbers, are of another column than their heading says.
    private var datesElsewhere: Doubt? {
        let isElsewhere = cells.marks == cells.dates || cells.words == cells.dates
        return cells.dates >= Self.fewestRows && isElsewhere ? cells.first : nil
    }

    /// Takes a page in.
    ///
    /// - Returns: the columns of the layout in which no row has a text.
    mutating func add(_ table: PageTable) -> [Column] {
        guard let first = table.rows.first else { return [] }
        let rows = table.rows.prefix(Self.mostRows)
        let (page, layout) = (table.page, table.layout)
        let word = first.key(layout.key, in: page)
        var status = Fill(page: page.number, rows: rows.count, word: word)
        var date = status
        for row in rows {
            var seen = (status: false, date: false)
            for index in page.lines[row.line].pieces where !row.pieces.contains(index) {
                switch layout.column(ofBand: table.band(of: index)) {
                case .status: seen.status = true
                case .date: seen.date = true
                case .batch, .skip, nil: break
                }
            }
            if seen.status { status.filled += 1 }
            if seen.date { date.filled += 1 }
        }
        if layout.band(of: .date) != nil, layout.band(of: .status) != nil { statusesAndDates.add(table) }
        var empty: [Column] = []
        for (column, fill) in [(Column.status, status), (.date, date)] where layout.band(of: column) != nil {
            fills[column, default: []].append(fill)
            if fill.filled == 0 { empty.append(column) }
        }
        if !empty.isEmpty { addUnfilled(page, rows: rows.map(\.line)) }
        datesWithMore.add(table)
        if layout.band(of: .status) == nil { addHeadings(on: page, rows: table.rows.map(\.line), layout) }
        return empty
    }

    /// Takes in a page without a key. Where a sheet is wider than the paper, the columns that found no room are printed
    /// on pages of their own, at the heights of their rows.
    mutating func add(withoutRows page: PageLines) {
        if otherPart != nil || page.lines.isEmpty { return }
        let heights = page.lines.map(\.baseline)
        for part in unfilled {
            let same = part.rows.count { heights.hasNeighbour(of: $0, within: 0.1 * part.size) }
            if same * 5 >= part.rows.count * 4, page.lines.count <= 2 * part.rows.count {
                otherPart = Doubt(page: part.page, word: part.word, rule: .emptyColumn)
                return
            }
        }
    }

    private mutating func addUnfilled(_ page: PageLines, rows: [Int]) {
        guard rows.count >= Self.fewestRows, unfilled.count < Self.mostUnfilled else { return }
        let heights = rows.prefix(Self.mostRows).map { page.lines[$0].baseline }
        let first = page.lines[rows[0]]
        unfilled.append((page.number, page.text(of: first), heights, first.size))
    }

    /// Takes a page in whose rows are these lines.
    ///
    /// - Parameter isUnfilled: whether a column of the layout is empty in all of them.
    mutating func add(_ page: PageLines, rows: [Int], _ layout: TableLayout, isUnfilled: Bool) {
        if isUnfilled { addUnfilled(page, rows: rows) }
        addHeadings(on: page, rows: rows, layout)
    }

    private mutating func addHeadings(on page: PageLines, rows: [Int], _ layout: TableLayout) {
        guard layout.band(of: .status) == nil, layout.columns.count > 1, heading == nil, let first = rows.min(),
            let last = rows.max()
        else { return }
        for line in page.lines[..<first] { above.insert(page.text(of: line)) }
        let own = Set(rows)
        for number in first..<last where !own.contains(number) {
            let text = page.text(of: page.lines[number])
            if text.utf8.count > Self.longestHeading || above.contains(text) { continue }
            heading = Doubt(page: page.number, word: text, rule: .headingOverRows)
            return
        }
    }

    /// What is not certain.
    func doubts() -> [Doubt] {
        var doubts = [heading, otherPart, datesElsewhere ?? statusesAndDates.doubt].compactMap(\.self)
        doubts += datesWithMore.doubts
        for pages in fills.values {
            let isFull = pages.contains { $0.rows >= Self.fewestRows && $0.filled * 2 >= $0.rows }
            if isFull, let empty = pages.first(where: { $0.rows >= Self.fewestRows && $0.filled == 0 }) {
                doubts.append(Doubt(page: empty.page, word: empty.word, rule: .emptyColumn))
            }
        }
        return doubts
    }
}
