// An account of the columns of a list, page by page: one that is empty on a page and full on others has lost its text to
// a neighbour, or taken a neighbour's. And headings between rows that may be what the columns do not say.

import Text

/// Compares what the columns of the pages hold.
struct ColumnAccount {
    /// What a page has in a column.
    private struct Fill {
        var page: Int
        var rows = 0
        var filled = 0
        /// Those of them that have a digit.
        var numbers = 0
        var word = ""
    }

    private var fills: [Column: [Fill]] = [:]
    /// For each page, rows with digits beyond the columns of the layout.
    private var numbersBeyond = 0
    /// What stands above rows: the headings of the columns, which may come again between rows.
    private var above: Set<String> = []
    /// The first heading between rows, where the layout has no column of statuses.
    private var heading: Doubt?

    /// A page of fewer rows may have nothing but empty cells.
    private static let fewestRows = 3
    /// A longer heading is a sentence.
    private static let longestHeading = 60

    /// Takes a page in.
    mutating func add(_ table: PageTable) {
        if table.rows.isEmpty { return }
        let page = table.page
        var found: [Column: Fill] = [:]
        for row in table.rows {
            var seen: [Column: Bool] = [:]
            var isBeyond = false
            for index in page.lines[row.line].pieces where !row.pieces.contains(index) {
                let hasDigit = page.utf8[page.pieces[index].text].contains { $0 &- 0x30 < 10 }
                let band = table.band(of: index)
                if let column = table.layout.column(ofBand: band) {
                    seen[column] = seen[column] ?? false || hasDigit
                } else if band + table.layout.keyColumn >= table.layout.columns.count, hasDigit {
                    isBeyond = true
                }
            }
            if isBeyond { numbersBeyond += 1 }
            for (column, hasDigit) in seen {
                found[column, default: Fill(page: page.number)].filled += 1
                if hasDigit { found[column]?.numbers += 1 }
            }
        }
        for column in [Column.status, .date] where table.layout.band(of: column) != nil {
            var fill = found[column] ?? Fill(page: page.number)
            fill.rows = table.rows.count
            fill.word = table.rows[0].key(table.layout.key, in: page)
            fills[column, default: []].append(fill)
        }
        add(page, rows: table.rows.map(\.line), table.layout)
    }

    /// Takes a page in whose rows are these lines.
    mutating func add(_ page: PageLines, rows: [Int], _ layout: TableLayout) {
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
        var doubts = heading.map { [$0] } ?? []
        for (column, pages) in fills {
            let isFull = pages.contains { $0.rows >= Self.fewestRows && $0.filled * 2 >= $0.rows }
            if isFull, let empty = pages.first(where: { $0.rows >= Self.fewestRows && $0.filled == 0 }) {
                doubts.append(Doubt(page: empty.page, word: empty.word, rule: .emptyColumn))
            }
            let filled = pages.reduce(0) { $0 + $1.filled }
            let numbers = pages.reduce(0) { $0 + $1.numbers }
            let rows = pages.reduce(0) { $0 + $1.rows }
            // Dates without a digit, and numbers where no column is: something stands a column too far.
            if column == .date, filled >= Self.fewestRows, numbers * 2 < filled, numbersBeyond * 2 > rows {
                doubts.append(Doubt(page: pages[0].page, word: pages[0].word, rule: .disagreement))
            }
        }
        return doubts
    }
}
