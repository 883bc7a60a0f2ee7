// One table of a page whose cells are known: which of its rows are the list's, and which cells are their statuses and
// dates.

import Text

/// A row of the list, as cells of a page.
struct CellRow {
    var kind: PageRow.Kind
    /// Its key, if it has one.
    var key: String?
    /// Which of several tables side by side it is in, from the left.
    var table = 0
    /// The cell of its key, or that of the row's first cell; an index of the page's cells, as the others are.
    var keyCell: Int
    var status: Int?
    var date: Int?
    /// Its other cells, and their columns, counted from the keys'.
    var others: [(cell: Int, band: Int)] = []
    /// Whether the only text beside the key is where the layout has no column.
    var isMisplaced = false
    /// Whether an update is one because it has a status and a date: no cell of a key reaches down to it.
    var isKeyless = false
}

/// Reads a table of a page.
struct CellTable {
    /// The rows of the document's structure, each with its cells from left to right.
    private struct Line {
        var row: Int
        var cells: [Int]
    }

    private let page: PageLines
    private let cells: PageCells
    /// Which columns are whose: as given, or as the table's own headings say.
    private(set) var layout: TableLayout
    private let columns: CellColumns
    /// How many columns it has, those without a text left out unless they are known.
    var columnCount: Int { columns.count }
    private let keys: [Int: String]
    private let lines: [Line]
    private let texts: (Int) -> String

    /// For each column the cells that reach down over several rows, from the top.
    private var tall: [Int: [Int]] = [:]

    private(set) var rows: [CellRow] = []
    private(set) var doubts: [Doubt] = []
    /// Whether its first row may be the rest of the one before the table.
    private let goesOn: Bool
    /// Where the texts of its columns stand, by their numbers in the document's structure.
    var extents: [Int: ClosedRange<Double>] { columns.extents }
    /// The cell of the last key: what is next in the rows that it reaches down to is another update of its batch.
    private(set) var last: TaggedCell?
    /// What the header rows of the table say, and those of the tables before, folded.
    private(set) var headings: Set<[String]>
    /// What stands above the columns of its first row with a key, if it is what columns are called.
    private(set) var names: ColumnHeadings?
    /// The cells of the last header row.
    private var header: [Int] = []

    /// - Parameters:
    ///   - table: its cells but those that began on an earlier page, as indices of the page's.
    ///   - keys: the cells that are keys, and these.
    ///   - width: how many columns a row takes that has all of its cells.
    ///   - before: where the columns of the table stand on the pages before.
    ///   - last: the cell of the last key of the table on the pages before.
    ///   - headings: what the header rows of the tables before say.
    ///   - names: what the columns are called, if the first row of the table tells by that which is which.
    ///   - texts: the text of a cell.
    ///   - goesOn: whether its first row may be the rest of the row before the table.
    /// - Returns: nil where the columns of the cells cannot be told.
    init?(
        _ table: [Int], of cells: PageCells, _ page: PageLines, _ layout: TableLayout, keys: [Int: String],
        width: Int, before: [Int: ClosedRange<Double>], last: TaggedCell?, headings: Set<[String]>,
        names: WantedHeadings?, texts: @escaping (Int) -> String, goesOn: Bool
    ) {
        guard let columns = CellColumns(of: table, on: cells, width: width, before: before) else { return nil }
        (self.page, self.cells, self.layout, self.columns) = (page, cells, layout, columns)
        (self.keys, self.last, self.texts, self.goesOn) = (keys, last, texts, goesOn)
        self.headings = headings
        var lines: [Line] = []
        for cell in table {
            let row = cells.cells[cell].place.row
            if lines.last?.row == row {
                lines[lines.count - 1].cells.append(cell)
            } else {
                lines.append(Line(row: row, cells: [cell]))
            }
        }
        self.lines = lines.map { line in
            Line(row: line.row, cells: line.cells.sorted { columns.ranks[$0] ?? 0 < columns.ranks[$1] ?? 0 })
        }
        for line in self.lines {
            for cell in line.cells
            where cells.cells[cell].place.rows > 1 && !cells.cells[cell].place.isHeader && keys[cell] == nil {
                tall[rank(cell), default: []].append(cell)
            }
        }
        if areUnruled() { return nil }
        if let names, let first = self.lines.first?.cells {
            guard let own = layout.ordered(by: names, first.map(texts), places: first.map(rank)) else { return nil }
            self.layout = own
        }
        let blocks = blocks()
        for (number, block) in blocks.enumerated() {
            let before = rows.count
            read(block)
            for row in before..<rows.count { rows[row].table = number }
        }
        accountForOtherKeys(beyond: blocks)
        accountForMarks(besides: Set(blocks.map(\.key)))
    }

    /// Whether a cell that reaches down over several rows has a text beside each key: no rules part its rows.
    private func areUnruled() -> Bool {
        if tall.isEmpty { return false }
        let rows = lines.lazy.flatMap(\.cells).filter { keys[$0] != nil }
            .map { (row: cells.cells[$0].place.row, line: cells.cells[$0].lines.lowerBound) }.sorted { $0 < $1 }
        return tall.values.joined().contains { cell in
            let place = cells.cells[cell].place
            let beside = rows[
                rows.countOfFirst { $0.row < place.row }..<rows.countOfFirst { $0.row < place.row + place.rows }]
            if beside.count < 2 || cells.pieces(of: cell).count < beside.count { return false }
            let texts = cells.pieces(of: cell).map { page.pieces[$0].baseline }.sorted()
            return beside.allSatisfy { texts.hasNeighbour(of: $0.line, within: 1) }
        }
    }

    // MARK: - Which columns

    /// The columns of one list, and the one of its keys.
    private struct Block {
        var columns: Range<Int>
        var key: Int
    }

    /// The lists of the table from left to right: more than one where tables stand side by side.
    private func blocks() -> [Block] {
        var counts = [Int](repeating: 0, count: columns.count)
        for line in lines { for cell in line.cells where keys[cell] != nil { counts[rank(cell)] += 1 } }
        let full = counts.indices.filter { counts[$0] > 0 }
        guard let most = counts.max(), most > 0 else { return [Block(columns: 0..<columns.count, key: 0)] }
        if layout.columns.count > 1, let period = period(of: full), areSideBySide(full, counts) {
            return full.indices.map { Block(columns: $0 * period..<($0 + 1) * period, key: full[$0]) }
        }
        if layout.columns.count > 1, layout.keyColumn == 0, areSideBySide(full, counts) {
            return zip(full, full.dropFirst() + [columns.count]).enumerated().map { index, ends in
                Block(columns: (index == 0 ? 0 : ends.0)..<ends.1, key: ends.0)
            }
        }
        let key = layout.keyColumn > 0 ? counts.lastIndex(of: most) : counts.firstIndex(of: most)
        return [Block(columns: 0..<columns.count, key: key ?? 0)]
    }

    /// How many columns each of several tables beside each other has, where all have as many and their keys stand alike; nil
    /// where they do not.
    private func period(of full: [Int]) -> Int? {
        guard full.count > 1, columns.count.isMultiple(of: full.count) else { return nil }
        let period = columns.count / full.count
        return full.indices.allSatisfy { full[$0] == full[0] + $0 * period } ? period : nil
    }

    /// Whether columns of keys are those of tables beside each other: each is followed by all columns of the layout, and
    /// has about as many keys as the others, or the first of its rows.
    private func areSideBySide(_ full: [Int], _ counts: [Int]) -> Bool {
        let (width, key) = (layout.columns.count, layout.keyColumn)
        guard full.count > 1, zip(full, full.dropFirst() + [columns.count + key]).allSatisfy({ $1 - $0 >= width })
        else {
            return false
        }
        let most = counts.max() ?? 0
        let rows = lines.filter { $0.cells.contains { keys[$0] != nil } }
        return full.allSatisfy { column in
            counts[column] * 5 >= most * 4
                || rows.prefix(counts[column]).allSatisfy {
                    $0.cells.contains { rank($0) == column && keys[$0] != nil }
                }
        }
    }

    /// Where rows have one mark and that in several columns, its place says what it means, and not its text.
    private mutating func accountForMarks(besides keys: Set<Int>) {
        guard cells.evidence == .order, layout.band(of: .status) != nil else { return }
        var marks: [String: Set<Int>] = [:]
        for cell in lines.flatMap(\.cells) where !keys.contains(rank(cell)) {
            let pieces = cells.pieces(of: cell)
            guard pieces.count == 1, let piece = pieces.first, page.pieces[piece].text.count <= Self.longestMark else {
                continue
            }
            let text = texts(cell)
            if text.count == 1, !text.allSatisfy(\.isNumber) { marks[text, default: []].insert(rank(cell)) }
        }
        for (mark, columns) in marks
        where columns.count > 1 && rows.allSatisfy({ $0.status.map(texts) ?? mark == mark }) {
            doubts.append(Doubt(page: page.number, word: mark, rule: .disagreement))
        }
    }

    private static let longestMark = 6

    /// Keys beyond the columns of the layout that have a text to their right may be those of another table beside this one.
    private mutating func accountForOtherKeys(beyond blocks: [Block]) {
        guard let block = blocks.last, layout.columns.count > 1 else { return }
        let end = block.key + layout.columns.count - layout.keyColumn
        for line in lines {
            let beyond = line.cells.filter { rank($0) >= end }
            for cell in beyond.dropLast() {
                guard let key = keys[cell] else { continue }
                doubts.append(Doubt(page: page.number, word: key, rule: .unreadKey, batches: [key]))
            }
        }
    }

    private func rank(_ cell: Int) -> Int { columns.ranks[cell] ?? 0 }

    // MARK: - Which rows

    private mutating func read(_ block: Block) {
        if layout.columns.count == 1 { return readKeys(block) }
        var hasKey = last != nil
        for line in lines {
            let own = line.cells.filter { block.columns.contains(rank($0)) }
            guard let first = own.first else { continue }
            if let key = own.first(where: { rank($0) == block.key && keys[$0] != nil }) {
                if names == nil { names = self.names(in: header, block) }
                add(.batch, key, own, block)
                last = cells.cells[key].place
                hasKey = true
            } else if hasKey {
                addOther(own, first, block, row: line.row)
            } else if !addContinued(own, block) {
                note(headings: own)
            }
        }
    }

    /// A list of nothing but keys may have any number of them beside each other.
    private mutating func readKeys(_ block: Block) {
        for line in lines {
            for cell in line.cells where block.columns.contains(rank(cell)) {
                guard let key = keys[cell] else { continue }
                rows.append(CellRow(kind: .batch, key: key, keyCell: cell))
                last = cells.cells[cell].place
            }
        }
    }

    private mutating func add(_ kind: PageRow.Kind, _ key: Int, _ own: [Int], _ block: Block) {
        func cell(_ column: Column) -> Int? {
            guard let band = layout.band(of: column) else { return nil }
            return own.first { rank($0) == block.key + band } ?? merged(block.key + band, cells.cells[key].place.row)
        }
        var row = CellRow(
            kind: kind, key: kind == .batch ? keys[key] : nil, keyCell: key, status: cell(.status), date: cell(.date))
        row.others = own.map { ($0, rank($0) - block.key) }.filter { layout.column(ofBand: $0.band) == nil }
        row.isMisplaced = layout.isMisplaced(
            hasLeft: own.contains { rank($0) < block.key }, hasRight: own.contains { rank($0) > block.key })
        rows.append(row)
        // Where nothing but places tells the cells, all that a row says may be in the wrong ones.
        let isWhole = layout.band(of: .status) == nil || layout.band(of: .date) == nil
        if let batch = row.key, cells.evidence == .order, !isWhole, row.status == nil, row.date == nil,
            own.count > 1
        {
            doubts.append(Doubt(page: page.number, word: batch, rule: .disagreement, batches: [batch]))
        }
    }

    /// The cell of a column that began in a row above and reaches down to this one: it is the cell of each row.
    private func merged(_ column: Int, _ row: Int) -> Int? {
        guard let tall = tall[column] else { return nil }
        let above = tall.countOfFirst { cells.cells[$0].place.row < row }
        guard above > 0 else { return nil }
        let cell = tall[above - 1]
        let place = cells.cells[cell].place
        return row < place.row + place.rows ? cell : nil
    }

    /// Puts a row at the top of a page down to the last row of the page before: it has no key, and text in a column of
    /// the layout. Some programs make a table and a row of each page's part of it, in the document's structure, too.
    private mutating func addContinued(_ own: [Int], _ block: Block) -> Bool {
        let key = placeOfKeys ?? block.key
        guard goesOn, rows.isEmpty, !own.contains(where: { rank($0) == key }), !isGroupHeading(own) else {
            return false
        }
        if cells.evidence == .tags {
            if placeOfKeys == nil || own.contains(where: { cells.cells[$0].place.isHeader }) { return false }
        }
        if headings.contains(own.map { WantedHeadings.folded(texts($0)) }) { return false }
        let found = own.compactMap { cell in
            layout.column(ofBand: rank(cell) - key).map { (cell: cell, column: $0) }
        }
        if found.count == 1, let cell = found.first {
            rows.append(
                CellRow(
                    kind: .rest, keyCell: cell.cell, status: cell.column == .status ? cell.cell : nil,
                    date: cell.column == .date ? cell.cell : nil))
        } else {
            // A status and a date may be another update as well.
            doubts += found.map { doubt($0.cell, .atEdge) }
        }
        return !found.isEmpty
    }

    /// Whether a row is one text over several columns.
    private func isGroupHeading(_ row: [Int]) -> Bool { row.count == 1 && cells.cells[row[0]].place.columns > 1 }

    /// The column of the keys; nil where the table has none, or none in it.
    private var placeOfKeys: Int? {
        lines.lazy.flatMap(\.cells).first { keys[$0] != nil }.map { rank($0) }
    }

    /// What columns are called by a row above them: a text without digits over each one, alone.
    private func names(in header: [Int], _ block: Block) -> ColumnHeadings? {
        func name(_ column: Column) -> String? {
            guard let band = layout.band(of: column) else { return nil }
            let cell = header.first { rank($0) == block.key + band && cells.cells[$0].place.columns == 1 }
            return cell.map(texts)
        }
        return ColumnHeadings(batch: name(.batch), status: name(.status), date: name(.date)).ifComplete(for: layout)
    }

    private mutating func note(headings cells: [Int]) {
        header = cells
        headings.insert(cells.map { WantedHeadings.folded(texts($0)) })
    }

    /// Puts a row without a key down to what it is.
    private mutating func addOther(_ own: [Int], _ first: Int, _ block: Block, row: Int) {
        if own.contains(where: { cells.cells[$0].place.isHeader }) {
            return note(headings: own)
        }
        if headings.contains(own.map { WantedHeadings.folded(texts($0)) }) { return }
        let isKeyless = !own.contains { rank($0) == block.key }
        let status = layout.band(of: .status).map { band in own.contains { rank($0) == block.key + band } } ?? false
        let date = layout.band(of: .date).map { band in own.contains { rank($0) == block.key + band } } ?? false
        if let last, last.table == cells.cells[first].place.table, last.row < row, row < last.row + last.rows,
            isKeyless, status || date
        {
            return add(.update, first, own, block)
        }
        // A heading of the rows below it, or a sum: it has its text in the column of the keys, or over several.
        if !isKeyless {
            if let key = own.first(where: { rank($0) == block.key }), layout.key.resembles(texts(key)) {
                doubts.append(doubt(key, .unreadKey))
            }
            return
        }
        if isGroupHeading(own) { return }
        if status && date {
            add(.update, first, own, block)
            rows[rows.count - 1].isKeyless = true
            return
        }
        if status || date { doubts.append(doubt(first, .betweenRows)) }
    }

    private func doubt(_ cell: Int, _ rule: Doubt.Rule) -> Doubt {
        Doubt(page: page.number, word: texts(cell), rule: rule)
    }
}
