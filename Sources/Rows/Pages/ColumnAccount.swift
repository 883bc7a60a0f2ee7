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
    private var texts = CellTexts()
    private var status = Lacking()
    private var date = Lacking()

    /// The rows that lack a column, and what they have elsewhere.
    private struct Lacking {
        /// The other columns in which the rows with this column have a text, see `PageRow.others`.
        var besides: UInt64 = 0
        /// How many rows have this column.
        var filled = 0
        /// The rows that lack it, and the other columns in which they have a text.
        var rows: [(others: UInt64, doubt: Doubt)] = []

        /// The doubts about rows that have a text where no row with this column has one: it may be this column's.
        var doubts: [Doubt] {
            filled < ColumnAccount.fewestRows ? [] : rows.filter { $0.others & ~besides != 0 }.map(\.doubt)
        }

        mutating func add(_ row: PageRow, isFilled: Bool, _ table: PageRows) {
            if isFilled {
                filled += 1
                besides |= row.others
            } else if row.others & ~besides != 0, rows.count < ColumnAccount.mostRows, let key = table.key(of: row) {
                let doubt = Doubt(page: table.page.number, word: key, rule: .disagreement, batches: [key])
                rows.append((row.others, doubt))
            }
        }
    }

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

    /// Takes a page in.
    ///
    /// - Returns: the columns of the layout in which no row has a text.
    mutating func add(_ table: PageRows) -> [Column] {
        let (page, layout) = (table.page, table.layout)
        let columns = [Column.status, .date].filter { layout.band(of: $0) != nil }
        let rows = table.rows.prefix(Self.mostRows)
        for row in rows where row.kind != .rest {
            if table.evidence == .gaps, !statusesAndDates.isOpen || columns.count < 2 { break }
            let words = [row.status, row.date].map { texts.text(of: table.pieces(of: $0), folding: false, page) }
            if columns.count == 2 {
                statusesAndDates.add(
                    table.key(of: row) ?? "", status: words[0], date: words[1], page: page.number,
                    isSure: table.evidence == .tags || table.evidence == .rules
                ) { row.others != 0 && table.hasOtherDate(row) }
            }
            if table.evidence != .gaps, !row.date.isEmpty { addCell(words[0], words[1], table.key(of: row), page) }
        }
        // Where tags or rules close its cell a date has no more than its own.
        if table.evidence == .gaps || table.evidence == .order { datesWithMore.add(table) }
        addLacking(table)
        guard let first = rows.first(where: { $0.kind == .batch }) else { return [] }
        var empty: [Column] = []
        for column in columns {
            var fill = Fill(page: page.number, rows: 0, word: "")
            for row in rows where row.kind == .batch {
                fill.rows += 1
                if !row[column].isEmpty { fill.filled += 1 }
            }
            if fill.filled == 0 { empty.append(column) }
            if table.evidence != .gaps { continue }
            fill.word = table.key(of: first) ?? ""
            fills[column, default: []].append(fill)
        }
        if !empty.isEmpty { addUnfilled(page, rows: table.lines) }
        if layout.band(of: .status) == nil { addHeadings(on: page, rows: table.lines, layout) }
        return empty
    }

    private mutating func addLacking(_ table: PageRows) {
        if table.isPlain {
            status.filled += table.rows.count
            date.filled += table.rows.count
            return
        }
        for row in table.rows where row.kind == .batch {
            if table.layout.band(of: .status) != nil { status.add(row, isFilled: !row.status.isEmpty, table) }
            if table.layout.band(of: .date) != nil { date.add(row, isFilled: !row.date.isEmpty, table) }
        }
    }

    private mutating func addCell(_ status: String, _ date: String, _ key: String?, _ page: PageLines) {
        guard let key else { return }
        cells.dates += 1
        if date.count == 1 { cells.marks += 1 }
        if !status.isEmpty, status.allSatisfy(\.isNumber), !date.contains(where: \.isNumber) { cells.words += 1 }
        if cells.first == nil {
            cells.first = Doubt(page: page.number, word: date.isEmpty ? key : date, rule: .disagreement)
        }
    }

    /// Dates that are marks, or words behind statuses that are numbers, are of another column than their heading says.
    private var datesElsewhere: Doubt? {
        let isElsewhere = cells.marks == cells.dates || cells.words == cells.dates
        return cells.dates >= Self.fewestRows && isElsewhere ? cells.first : nil
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

    /// Whether the first rows have a date where the layout says, and none in their statuses.
    var hasDates: Bool { statusesAndDates.hasDates }

    /// What is not certain.
    func doubts() -> [Doubt] {
        var doubts = [heading, otherPart, datesElsewhere ?? statusesAndDates.doubt].compactMap(\.self)
        doubts += datesWithMore.doubts + status.doubts + date.doubts
        for pages in fills.values {
            let isFull = pages.contains { $0.rows >= Self.fewestRows && $0.filled * 2 >= $0.rows }
            if isFull, let empty = pages.first(where: { $0.rows >= Self.fewestRows && $0.filled == 0 }) {
                doubts.append(Doubt(page: empty.page, word: empty.word, rule: .emptyColumn))
            }
        }
        return doubts
    }
}
