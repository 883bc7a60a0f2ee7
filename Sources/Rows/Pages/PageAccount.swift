// An account of the words of a page whose columns were found from gaps: what was put down to no cell, and is surely no
// heading, page header or footer, is to be doubted.

import Text

/// Looks for words that may be of a row and are in none, or in the wrong one.
struct PageAccount {
    let table: PageTable
    private let roles: [LineRole]
    /// The key of the last row of the page before, which may go on here; nil where there is none.
    private let previous: String?
    private(set) var doubts: [Doubt] = []
    private(set) var known: KnownLines
    /// Whether headings show that two columns were taken for one.
    private var areColumnsJoined = false
    /// Where the keys of the rows begin and end; nil without rows.
    private let starts: ClosedRange<Double>?
    private let ends: ClosedRange<Double>?

    /// More doubts about one page say no more.
    private static let mostDoubts = 100
    /// One row in so many may have lost a cell; where more are without, cells are empty.
    private static let rowsForOneEmpty = 8

    /// - Parameters:
    ///   - words: all words of the page that match the mask.
    ///   - roles: what each line is to the table.
    ///   - edges: where the cells of the rows' own lines are.
    ///   - isPlain: whether no row has more than one text for each column, see `PageRows`.
    init(
        _ table: PageTable, words: [KeyCell], roles: [LineRole], edges: CellEdges?, previous: String?,
        _ known: KnownLines, isPlain: Bool
    ) {
        (self.table, self.roles, self.previous, self.known) = (table, roles, previous, known)
        starts = Self.range(table.rows.map(\.start))
        ends = Self.range(table.rows.map(\.end))
        account(for: words)
        guard let first = table.rows.first, let last = table.rows.last else { return }
        let isClose = last.line - first.line + 1 == table.rows.count
        if previous == nil {
            for line in 0..<first.line where !isOwned(line) {
                self.known.add(top: page.hashWithoutNumbers(page.lines[line]))
            }
        }
        // Most rows follow each other without a line between, and no other line is asked about.
        if !isClose || edges != nil {
            areColumnsJoined = page.lines.indices.contains { isTop($0) && hasJoinedColumns(page.lines[$0]) }
        }
        accountForTextOverText(inLines: !(isPlain && isClose))
        accountForMarks()
        if !isPlain {
            accountForKeysInColumns()
            accountForNeighbours()
            accountForClosePairs()
        }
        if let edges { accountForEdges(edges) }
        if isClose { return }
        if areKeysAlone {
            doubt(page.text(of: page.lines[first.line + 1]), .betweenRows, [])
        } else {
            accountForLines(edges)
            accountForEmptyCells()
        }
    }

    private static func range(_ places: [Double]) -> ClosedRange<Double>? {
        guard let least = places.min(), let most = places.max() else { return nil }
        return least...most
    }

    var page: PageLines { table.page }

    func key(_ row: Int) -> String { table.rows[row].key(table.layout.key, in: page) }

    mutating func doubt(_ word: String, _ rule: Doubt.Rule, _ batches: [String]) {
        doubts.add(Doubt(page: page.number, word: word, rule: rule, batches: batches), most: Self.mostDoubts)
    }

    // MARK: - Words that match the mask

    /// A key in a column of the layout was read as a part of that one's text.
    private mutating func accountForKeysInColumns() {
        for row in table.rows.indices {
            let column = table.layout.column(ofBand: table.band(of: table.rows[row].pieces.lowerBound))
            if column == .status || column == .date { doubt(key(row), .disagreement, [key(row)]) }
        }
    }

    private mutating func account(for words: [KeyCell]) {
        if words.count == table.rows.count { return }
        let rows = Set(table.rows.map(\.pieces.lowerBound))
        var inCells: [Column: [(owner: Int, text: String)]] = [:]
        for word in words where !rows.contains(word.pieces.lowerBound) {
            let text = word.key(table.layout.key, in: page)
            let band = table.band(of: word.pieces.lowerBound)
            if let owner = owner(of: word, band) {
                if let column = table.layout.column(ofBand: band), page.isAlone(word) {
                    inCells[column, default: []].append((owner, text))
                }
            } else if page.isAlone(word), isBelowKeys(word) {
                doubt(text, .unreadKey, [text])
            }
        }
        for (column, words) in inCells {
            // A column of dates that look like keys: 20261113.
            if column == .date, words.count * 2 >= table.rows.count { continue }
            for word in words { doubt(word.text, .keyInStatus, [key(word.owner), word.text]) }
        }
    }

    /// The row whose line, or whose wrapped cell, a word is in.
    private func owner(of word: KeyCell, _ band: Int) -> Int? {
        if case .key(let row) = roles[word.line] { return row }
        if case .key(let row) = table.owners.owner(ofLine: word.line, band: band) { return row }
        return nil
    }

    /// Whether a word stands where the keys do.
    private func isBelowKeys(_ word: KeyCell) -> Bool {
        guard let starts, let ends else { return true }
        let slack = 0.5 * page.pieces[word.pieces.lowerBound].size
        return word.start > starts.lowerBound - slack && word.start < starts.upperBound + slack
            || word.end > ends.lowerBound - slack && word.end < ends.upperBound + slack
    }

    // MARK: - Text over text

    /// Cells of spreadsheets may be longer than their rows are high: what is drawn over the next row is clipped.
    private mutating func accountForTextOverText(inLines: Bool) {
        guard let first = table.rows.first, let last = table.rows.last, first.line < last.line else { return }
        for number in first.line...last.line where inLines {
            guard let word = textOverText(in: page.lines[number]) else { continue }
            doubt(word, .disagreement, keys(near: number))
        }
        for number in first.line + 1...last.line {
            let (upper, lower) = (page.lines[number - 1], page.lines[number])
            guard lower.baseline - upper.baseline < Piece.overdrawn * min(upper.size, lower.size),
                let word = overlap(upper, lower)
            else { continue }
            doubt(word, .disagreement, keys(near: number))
        }
    }

    private func keys(near line: Int) -> [String] {
        table.rows.filter { abs($0.line - line) <= 2 }.map { $0.key(table.layout.key, in: page) }
    }

    /// The first text of a line that lies over one before it, in a column of the layout.
    private func textOverText(in line: Line) -> String? {
        var before: Int?
        for index in line.pieces {
            let piece = page.pieces[index]
            if let last = before.map({ page.pieces[$0] }) {
                if piece.lies(over: last), table.layout.column(ofBand: table.band(of: index)) != nil {
                    return page.text(of: piece)
                }
                if last.end > piece.end { continue }
            }
            before = index
        }
        return nil
    }

    /// The first text of the lower line that lies over one of the upper line in a column of the layout.
    private func overlap(_ upper: Line, _ lower: Line) -> String? {
        for index in lower.pieces where table.layout.column(ofBand: table.band(of: index)) != nil {
            let piece = page.pieces[index]
            if page.pieces[upper.pieces].contains(where: { piece.lies(over: $0) }) {
                return page.text(of: piece)
            }
        }
        return nil
    }

    // MARK: - Lines between the rows

    private mutating func accountForLines(_ edges: CellEdges?) {
        guard let first = table.rows.first, let last = table.rows.last else { return }
        let isNamedLeft = table.layout.columns.prefix(table.layout.keyColumn).contains { $0 != .skip }
        var above = 0
        for number in first.line...max(first.line, last.line) {
            if case .key(let row) = roles[number] {
                above = row
                continue
            }
            let line = page.lines[number]
            switch roles[number] {
            case .foreign: break
            case .cells where !isOwned(number): break
            default: continue
            }
            // Lines made of signs are no text.
            if !page.pieces[line.pieces].contains(where: { page.utf8[$0.text].contains(where: \.isOfWord) }) {
                continue
            }
            if isKnown(number, below: above + 1) || isTitle(number) { continue }
            let batches = [key(above)] + (above + 1 < table.rows.count ? [key(above + 1)] : [])
            let start = line.pieces.lowerBound
            if table.band(of: start) != 0 {
                // A heading begins where the keys do, or before them, or is centred.
                if !isNamedLeft, page.pieces[start].start < ends?.upperBound ?? 0 { continue }
                let isCentred = edges?.isCentred(line, in: page) ?? false
                // What had no room left above is no heading, wherever it stands.
                let isRest = edges?.breaks(page.lines[number - 1], before: line, band: nil, in: page) == true
                if !isCentred || isRest { doubt(page.text(of: line), .betweenRows, batches) }
                continue
            }
            let word = page.text(of: line, to: page.pieces[page.endOfWord(from: start, in: line) - 1].start)
            if table.layout.key.resembles(word), !table.layout.key.matches(word) { doubt(word, .unreadKey, []) }
        }
        accountForLinesBelowKeys()
    }

    /// Whether a line is one of those that stand above rows, or says how many rows there are.
    private mutating func isKnown(_ number: Int, below rows: Int) -> Bool {
        isTop(number) && !isBelowTitleInRow(number) || known.isSum(page.text(of: page.lines[number]), below: rows)
    }

    /// Whether the line above was taken for a part of a row, and is further from it than the lines of a cell are.
    private func isBelowTitleInRow(_ number: Int) -> Bool {
        guard number > 1, isOwned(number - 1) else { return false }
        let (title, row) = (page.lines[number - 1], page.lines[number - 2])
        return title.baseline - row.baseline > PageLines.setPitch * title.size
    }

    private func isTop(_ number: Int) -> Bool {
        page.lines.indices.contains(number) && known.hasTop(page.hashWithoutNumbers(page.lines[number]))
            && !areColumnsJoined
    }

    /// Whether two texts of a line stand over one column of the layout: headings of two columns that were taken for one.
    private func hasJoinedColumns(_ line: Line) -> Bool {
        let bands = page.cells(of: line).map { table.bands.band(at: $0.start) }
        return zip(bands, bands.dropFirst()).contains { $0 == $1 && table.layout.column(ofBand: $0) != nil }
    }

    /// Whether a line is no nearer to the one above than to headings that come again below it.
    private func isTitle(_ number: Int) -> Bool {
        guard number > 0, isTop(number + 1) else { return false }
        let line = page.lines[number]
        return line.baseline - page.lines[number - 1].baseline + 0.1 * line.size
            > page.lines[number + 1].baseline - line.baseline
    }

    /// A row without a status or a date, where nearly all have one, beside a line of nobody's that has a text there; or
    /// without both beside a line that has both.
    private mutating func accountForEmptyCells() {
        let rows = table.rows
        let empty = rows.indices.map { ($0, emptyBands(ofRow: $0)) }.filter { !$1.isEmpty }
        let areUsual = empty.count * Self.rowsForOneEmpty > rows.count
        let named = [Column.status, .date].count { table.layout.band(of: $0) != nil }
        for (row, bands) in empty where !areUsual || bands.count == named && named > 1 {
            let first = row > 0 ? rows[row - 1].line + 1 : rows[row].line
            let next = row + 1 < rows.count ? rows[row + 1].line : rows[row].line + 1
            let beside = (first..<next).first { number in
                number != rows[row].line && !isOwned(number)
                    && bands.count { has(page.lines[number], $0) } >= (areUsual ? named : 1)
            }
            if let beside { doubt(page.text(of: page.lines[beside]), .betweenRows, [key(row)]) }
        }
    }

    /// The bands of statuses and dates that have nothing in a row.
    private func emptyBands(ofRow row: Int) -> [Int] {
        let own = table.lines(ofRow: row)
        return [(Column.status, own.status), (.date, own.date)].compactMap { column, lines in
            table.layout.band(of: column).flatMap { band in
                lines.contains { has(page.lines[$0], band) } ? nil : band
            }
        }
    }

    private func has(_ line: Line, _ band: Int) -> Bool { line.pieces.contains { table.band(of: $0) == band } }

    // MARK: - Lines at the edges

    private mutating func accountForEdges(_ edges: CellEdges) {
        guard let first = table.rows.first, let last = table.rows.last else { return }
        if let line = nearest(to: last.line, going: 1, edges), !isKnown(line, below: table.rows.count) {
            doubt(page.text(of: page.lines[line]), .atEdge, [key(table.rows.count - 1)])
        }
        if let line = nearest(to: first.line, going: -1, edges), !isApart(page.lines[line], above: first) {
            doubt(page.text(of: page.lines[line]), .atEdge, [previous, key(0)].compactMap(\.self))
        }
    }

    /// Whether a line above the first row is no part of that one, which has a whole date: it has a date as well, or a heading
    /// of dates. A date may be the last row's of the page before.
    private func isApart(_ line: Line, above first: KeyCell) -> Bool {
        guard let status = table.layout.band(of: .status), let date = table.layout.band(of: .date) else { return false }
        var texts = CellTexts()
        let own = Array(table.pieces(of: CollectionOfOne(first.line), in: date))
        return [line, page.lines[first.line]].allSatisfy { has($0, status) && has($0, date) }
            && DateCell.isDate(texts.text(of: own, folding: true, page))
            && (previous == nil || !page.text(of: line).contains(where: \.isNumber))
    }

    /// A line right beyond the first or last row that stands as its cells do and is nobody's.
    private func nearest(to row: Int, going step: Int, _ edges: CellEdges) -> Int? {
        // Below each key may stand a line that says more of it.
        var last = step > 0 && haveLinesBelowKeys ? row + 1 : row
        var next = last + step
        let named = [Column.status, .date].compactMap { table.layout.band(of: $0) }
        lazy var widest = step > 0 ? widestStepBelowKeys : 0
        while page.lines.indices.contains(next), case .cells = roles[next] {
            let line = page.lines[next]
            let distance = abs(line.baseline - page.lines[last].baseline)
            // Above the first row lies the end of another: a step may be a row's.
            let most = max(
                PageLines.largestPitch * line.size, step < 0 ? 1.2 * edges.rowPitch : widest + 0.06 * line.size)
            // As near as the lines of a cell follow each other it may be one, wherever it begins.
            let isNear = edges.isLinePitchSure && distance < edges.linePitch + 0.06 * line.size
            guard distance <= most, isNear || edges.isAligned(line, in: page, among: named) else { return nil }
            // The last line of the columns' headings is nearer to those.
            if step < 0, next > 0, case .foreign = roles[next - 1],
                line.baseline - page.lines[next - 1].baseline + 0.1 * line.size < distance
            {
                return nil
            }
            if !isOwned(next) { return next }
            (last, next) = (next, next + step)
        }
        return nil
    }

    /// Whether a line in the keys' column follows most rows, the last one, too.
    private var haveLinesBelowKeys: Bool {
        func hasOne(_ row: KeyCell) -> Bool {
            roles.indices.contains(row.line + 1) && roles[row.line + 1] == .foreign
        }
        guard let last = table.rows.last, hasOne(last) else { return false }
        return table.rows.count(where: hasOne) * 2 > table.rows.count
    }

    /// The widest step from a row's line to the next one of its status, of the rows before the last.
    private var widestStepBelowKeys: Double {
        table.rows.indices.dropLast().compactMap { number in
            let line = table.rows[number].line
            return table.lines(ofRow: number).status.first { $0 > line }.map {
                page.lines[$0].baseline - page.lines[line].baseline
            }
        }.max() ?? 0
    }

    private func isOwned(_ line: Int) -> Bool {
        table.owners.hasOwner(line, previous: previous != nil)
    }
}
