// Pages whose cells are known, one after the other: the rows of their tables as cells, also where a row goes on over the
// page's end. Where the cells make no sense of the page's keys nothing is taken from them.

import Text

/// The rows of a page, as its cells.
struct CellPage {
    let cells: PageCells
    var rows: [CellRow] = []
    var doubts: [Doubt] = []
    /// How many columns its widest table with keys has, or the last of those whose headings tell the columns.
    var columnCount = 0
    /// Whether headings tell the columns anew.
    var isHeaded = false
    /// The cells that go on with a row of the page before, and the columns that they are in.
    var continued: [(cell: Int, column: Column)] = []
}

/// Reads the tables of pages whose cells are known.
struct CellReader {
    /// Which columns are whose in the last table.
    private(set) var layout: TableLayout
    /// What the columns are called: as the configuration says, or as stands above the first rows; nil as long as nobody knows.
    private(set) var names: WantedHeadings?
    /// The cell of the last key in each table.
    private var lastKeys: [Int: TaggedCell] = [:]
    /// How many columns the rows of each table have at most.
    private var widths: [Int: Int] = [:]
    /// Where the columns of each table stand.
    private var extents: [Int: [Int: ClosedRange<Double>]] = [:]
    /// The rows of the structure that the last page with cells had, and those among them that are the list's.
    private var knownRows: Set<Int> = []
    private var listRows: Set<Int> = []
    /// Where the columns were on that page.
    private var places: [Column: ClosedRange<Double>] = [:]
    /// Where rules closed the columns with a text on the page before.
    private var columnsBefore: [ClosedRange<Double>] = []
    /// What stood above the rows of tables, folded.
    private var headings: Set<[String]> = []

    init(layout: TableLayout, names: WantedHeadings?) {
        (self.layout, self.names) = (layout, names)
    }

    /// The rows of a page; nil where its cells do not say whose each of its keys is. What was remembered of the pages
    /// before is of no use then.
    ///
    /// - Parameters:
    ///   - words: all words of the page that match the mask.
    ///   - hasRows: whether there are rows on the pages before.
    mutating func read(_ page: PageLines, _ cells: PageCells, words: [KeyCell], hasRows: Bool) -> CellPage? {
        var cells = cells
        cells.columnsBefore = columnsBefore
        var result = CellPage(cells: cells)
        if cells.evidence != .tags { forgetPage() }
        let keys = layout.key.isAnyText ? textKeys(of: cells, words, page) : keys(of: cells, page)
        let continued = cells.cells.indices.filter { knownRows.contains(cells.cells[$0].place.row) }
        if keys.isEmpty {
            if !words.isEmpty || (cells.evidence == .tags ? continued.isEmpty : !hasRows) { return nil }
            if cells.evidence != .tags { return readRest(of: result) }
        }
        guard account(for: words, keys, page, &result), readTables(into: &result, keys, page, hasRows: hasRows),
            areInOrder(result.rows, cells)
        else { return nil }
        rememberColumns(result)
        let beside = result.rowsBesideText(page, layout)
        // Rules that leave a side of the table open close no cells there.
        if beside.count * 4 > result.rows.count { return nil }
        for row in beside {
            guard let key = result.rows[row].key else { continue }
            result.doubts.append(Doubt(page: page.number, word: key, rule: .disagreement, batches: [key]))
        }
        result.doubts += keysInStatuses(keys, result, page)
        if cells.evidence != .tags { result.doubts += textOverText(result, page) }
        notePlaces(of: result)
        let known = listRows
        knownRows = cells.evidence == .tags ? Set(cells.cells.lazy.map(\.place.row)) : []
        listRows = Set(result.rows.lazy.map { cells.cells[$0.keyCell].place.row })
        for cell in continued where known.contains(cells.cells[cell].place.row) {
            if let column = column(of: cells.cells[cell]) {
                result.continued.append((cell, column))
            } else {
                result.doubts.append(Doubt(page: page.number, word: cells.text(of: cell, page), rule: .atEdge))
            }
        }
        return result
    }

    /// The keys of the cells that are one.
    private func keys(of cells: PageCells, _ page: PageLines) -> [Int: String] {
        var keys: [Int: String] = [:]
        var texts = CellTexts()
        for index in cells.cells.indices {
            if let key = cells.key(of: index, layout.key, page, &texts) {
                keys[index] = key
            } else if let several = cells.keys(of: index, layout.key, page, &texts) {
                keys[index] = several.joined(separator: String(RowCollector.keySeparator))
            }
        }
        return keys
    }

    /// The keys that may be any text, by their cells.
    private func textKeys(of cells: PageCells, _ words: [KeyCell], _ page: PageLines) -> [Int: String] {
        var keys: [Int: String] = [:]
        for word in words {
            if let cell = cells.cell(ofPiece: word.pieces.lowerBound) { keys[cell] = word.key(layout.key, in: page) }
        }
        return keys
    }

    /// Adds the rows of each table, and remembers where it ends.
    ///
    /// - Returns: whether they make sense.
    private mutating func readTables(
        into page: inout CellPage, _ keys: [Int: String], _ lines: PageLines, hasRows: Bool
    ) -> Bool {
        let cells = page.cells
        let groups = Dictionary(grouping: cells.cells.indices) { cells.cells[$0].place.table }
        for (number, group) in groups.sorted(by: { $0.key < $1.key }) {
            let own = group.filter { !knownRows.contains(cells.cells[$0].place.row) || cells.cells[$0].place.isHeader }
            // Boxes around other text are none of the list's tables.
            if cells.evidence != .tags, !keys.isEmpty, !own.contains(where: { keys[$0] != nil }) { continue }
            for (part, isHeaded) in parts(of: own, page, keys, lines) {
                if isHeaded { (widths[number], extents[number], lastKeys[number]) = (nil, nil, nil) }
                guard add(part, isHeaded: isHeaded, into: &page, keys, lines, hasRows: hasRows) else { return false }
            }
        }
        return true
    }

    /// Adds the rows of a part of a table that has the same columns from one end to the other.
    private mutating func add(
        _ part: [Int], isHeaded: Bool, into page: inout CellPage, _ keys: [Int: String], _ lines: PageLines,
        hasRows: Bool
    ) -> Bool {
        let cells = page.cells
        guard let number = part.first.map({ cells.cells[$0].place.table }) else { return true }
        let width = max(widths[number] ?? 0, width(of: part, cells, keys))
        guard
            let table = CellTable(
                part, of: cells, lines, layout, keys: keys, width: width, before: extents[number] ?? [:],
                last: lastKeys[number], headings: headings, names: isHeaded ? names : nil,
                texts: { cells.text(of: $0, lines) }, goesOn: hasRows || !page.rows.isEmpty)
        else { return false }
        if headings.count < Self.mostHeadings { headings.formUnion(table.headings) }
        (widths[number], extents[number]) = (width, table.extents)
        layout = table.layout
        if !table.rows.isEmpty {
            names = names ?? table.names.map { WantedHeadings($0) }
            if isHeaded { page.columnCount = 0 }
            page.columnCount = max(page.columnCount, table.columnCount)
            page.isHeaded = isHeaded || page.isHeaded
        }
        page.rows += table.rows
        page.doubts += table.doubts
        lastKeys[number] = table.last
        return true
    }

    /// The parts of a table, from top to bottom: one begins where the columns are called as in the list, and stand otherwise.
    private func parts(
        of table: [Int], _ page: CellPage, _ keys: [Int: String], _ lines: PageLines
    ) -> [(cells: [Int], isHeaded: Bool)] {
        guard let names, layout.columns.count > 1 else { return [(table, false)] }
        let cells = page.cells
        var parts: [(cells: [Int], isHeaded: Bool)] = []
        var layout = layout
        var first = 0
        while first < table.count {
            let row = cells.cells[table[first]].place.row
            let end = table[first...].firstIndex { cells.cells[$0].place.row != row } ?? table.count
            let own = table[first..<end].sorted {
                cells.cells[$0].extent.lowerBound < cells.cells[$1].extent.lowerBound
            }
            var isOther = false
            if own.count >= names.count, !own.contains(where: { keys[$0] != nil }),
                let other = layout.ordered(
                    by: names, own.map { cells.text(of: $0, lines) }, places: Array(own.indices)),
                !other.hasColumns(of: layout)
            {
                (layout, isOther) = (other, true)
            }
            if isOther || parts.isEmpty { parts.append(([], isOther)) }
            parts[parts.count - 1].cells += own
            first = end
        }
        return parts
    }

    private static let mostHeadings = 100

    /// How many columns a table's rows have that are a batch's or head those: titles may have any number.
    private func width(of table: [Int], _ cells: PageCells, _ keys: [Int: String]) -> Int {
        var width = 0
        var above: [Int] = []
        for cell in table {
            let place = cells.cells[cell].place
            if keys[cell] != nil {
                width = max(width, cells.cells[cell].width)
                if above.count > 1 { width = max(width, cells.cells[above[0]].width) }
                above = []
            } else if place.isHeader {
                width = max(width, cells.cells[cell].width)
            } else if width == 0 {
                if let last = above.last, cells.cells[last].place.row != place.row { above = [] }
                above.append(cell)
            }
        }
        return width
    }

    /// Remembers which columns of the tables with keys have a text, where rules close them.
    private mutating func rememberColumns(_ page: CellPage) {
        let tables = Set(page.rows.map { page.cells.cells[$0.keyCell].place.table })
        guard tables.count == 1 else { return columnsBefore = [] }
        var known = page.cells.columnsBefore
        let own = page.cells.cells.filter { tables.contains($0.place.table) && $0.place.columns == 1 }.compactMap(
            \.bounds)
        let isSame = own.allSatisfy { column in known.contains { $0.isSameColumn(as: column) } }
        if !isSame { known = [] }
        for column in own where !known.contains(where: { $0.isSameColumn(as: column) }) {
            known.append(column)
        }
        columnsBefore = known
    }

    /// Forgets the page before: cells that rules close are not known again.
    private mutating func forgetPage() {
        (knownRows, listRows, lastKeys, widths, extents) = ([], [], [:], [:], [:])
    }

    /// The rest of the last row, alone on a page: the first row below the headings.
    private func readRest(of page: CellPage) -> CellPage? {
        var result = page
        let rows = Dictionary(grouping: page.cells.cells.indices) { page.cells.cells[$0].place.row }
        for (_, row) in rows.sorted(by: { $0.key < $1.key }) {
            let columns = row.map { column(of: page.cells.cells[$0]) }
            if columns.contains(.batch) { continue }
            guard row.count == 1, let column = columns[0] else { return nil }
            result.rows = [
                CellRow(
                    kind: .rest, keyCell: row[0], status: column == .status ? row[0] : nil,
                    date: column == .date ? row[0] : nil)
            ]
            return result
        }
        return nil
    }

    /// Notes where the columns are, if the page shows them.
    private mutating func notePlaces(of page: CellPage) {
        var places: [Column: ClosedRange<Double>] = [:]
        for row in page.rows {
            if row.kind != .batch { continue }
            for (cell, column) in [(row.keyCell, Column.batch), (row.status, .status), (row.date, .date)] {
                guard let cell else { continue }
                let extent = page.cells.cells[cell].extent
                places[column] = places[column]?.union(extent) ?? extent
            }
        }
        self.places.merge(places) { $1 }
    }

    /// The one column that a cell stands under.
    private func column(of cell: PageCells.Cell) -> Column? {
        let met = places.filter { $0.value.overlaps(cell.extent) }
        return met.count == 1 ? met.first?.key : nil
    }

    /// Whether each word that matches the mask is a key or surely none, so that no row is lost.
    private func account(
        for words: [KeyCell], _ keys: [Int: String], _ page: PageLines, _ result: inout CellPage
    ) -> Bool {
        let cells = result.cells
        let rows = Set(keys.keys.map { cells.cells[$0].place.row })
        let keyCells = keys.keys.map { cells.cells[$0] }
        let lines = keyCells.map(\.lines.lowerBound)
        guard let top = lines.min(), let bottom = lines.max() else { return words.isEmpty }
        let (starts, ends) = (keyCells.map(\.extent.lowerBound).sorted(), keyCells.map(\.extent.upperBound).sorted())
        for word in words {
            let piece = page.pieces[word.pieces.lowerBound]
            if let cell = cells.cell(ofPiece: word.pieces.lowerBound) {
                if keys[cell] != nil || rows.contains(cells.cells[cell].place.row) { continue }
                // A paragraph in a cell over the columns names a case.
                let length = cells.pieces(of: cell).reduce(0) { $0 + page.pieces[$1].text.count }
                if cells.cells[cell].place.columns > 1, length > Self.longestKeyCell * layout.key.length { continue }
                return false
            }
            guard
                starts.hasNeighbour(of: word.start, within: piece.size)
                    || ends.hasNeighbour(of: word.end, within: piece.size)
            else { continue }
            if piece.baseline >= top, piece.baseline <= bottom { return false }
            if piece.owner == .unknown, page.lines[word.line].pieces.count == word.pieces.count {
                result.doubts.append(
                    Doubt(page: page.number, word: word.key(layout.key, in: page), rule: .unreadKey))
            }
        }
        return true
    }

    /// A text so many times as long as a key has more than that and its company.
    private static let longestKeyCell = 2

    /// Rows with cells in which texts are drawn over each other: one of them is a neighbour's, and clipped.
    private func textOverText(_ found: CellPage, _ page: PageLines) -> [Doubt] {
        found.rows.indices.compactMap { number in
            let row = found.rows[number]
            let over = [row.status, row.date].compactMap { $0 }.lazy.compactMap { cell in
                let pieces = found.cells.pieces(of: cell).prefix(Self.mostPieces).map { page.pieces[$0] }
                return pieces.indices.first { index in pieces[..<index].contains { pieces[index].lies(over: $0) } }
                    .map { page.text(of: pieces[$0]) }
            }.first
            guard let over = over ?? clash(in: row, found, page) else { return nil }
            let near = found.rows[max(0, number - 1)...min(number + 1, found.rows.count - 1)]
            let batches = near.compactMap(\.key)
            return Doubt(page: page.number, word: over, rule: .disagreement, batches: batches)
        }
    }

    /// The key of a row in which a text runs on over another cell's.
    private func clash(in row: CellRow, _ found: CellPage, _ page: PageLines) -> String? {
        let key = row.keyCell
        return found.cells.unclearRows.contains(found.cells.cells[key].place.row)
            ? found.cells.text(of: key, page) : nil
    }

    /// Of a cell of more pieces, only these are compared with each other.
    private static let mostPieces = 64

    /// Statuses and dates that are the key of another row.
    private func keysInStatuses(_ keys: [Int: String], _ found: CellPage, _ page: PageLines) -> [Doubt] {
        found.rows.flatMap { row -> [Doubt] in
            guard let batch = row.key else { return [] }
            return [row.status, row.date].compactMap { $0.flatMap { keys[$0] } }.map {
                Doubt(page: page.number, word: $0, rule: .keyInStatus, batches: [batch, $0])
            }
        }
    }

    /// Whether the rows follow each other down the page, each apart from the next. Cells that lie across rows are those
    /// of a structure that means something else.
    private func areInOrder(_ rows: [CellRow], _ cells: PageCells) -> Bool {
        var before: (table: Int, column: Int, lines: ClosedRange<Double>)?
        for row in rows {
            let key = cells.cells[row.keyCell]
            let own = [row.keyCell, row.status, row.date].compactMap(\.self).map { cells.cells[$0] }
            // A cell that reaches down over several rows says nothing of one of them.
            let parts = own.filter { $0.place.rows == 1 }.map(\.lines)
            let lines = parts.dropFirst().reduce(parts.first ?? key.lines) { $0.union($1) }
            defer { before = (key.place.table, key.place.column, lines) }
            guard let last = before, last.table == key.place.table else { continue }
            // The next of several tables side by side begins where the one before did.
            if cells.evidence == .order, last.column != key.place.column { continue }
            // The next column of a page begins at its top again.
            if lines.upperBound < last.lines.lowerBound { continue }
            if layout.columns.count > 1, lines.lowerBound <= last.lines.upperBound { return false }
        }
        return true
    }
}

extension ClosedRange<Double> {
    /// The least range that holds both.
    func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension [Double] {
    /// Whether one of these numbers, which ascend, is nearer than this.
    func hasNeighbour(of place: Double, within distance: Double) -> Bool {
        let next = countOfFirst { $0 < place }
        return next < count && self[next] - place < distance || next > 0 && place - self[next - 1] < distance
    }
}
