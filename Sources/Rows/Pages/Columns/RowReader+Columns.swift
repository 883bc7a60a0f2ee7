// Columns and lines of a page: which bands its cells lie in, what each line is to the table.

extension RowReader {
    /// Finds the columns of the page: those of the page before if its rows fit them, else its own.
    mutating func learnColumns() {
        guard let start = keys.cells.map(\.start).min() else { return }
        if var known = bands?.moved(to: start) {
            for key in keys.cells {
                let next = key.pieces.upperBound
                if next < page.lines[key.line].pieces.upperBound { known.makeRoom(forTextAt: page.pieces[next].start) }
            }
            let misfits = keys.cells.count { !fits($0, known) }
            let isSmall = keys.cells.count * 4 <= known.evidence
            if known.evidence >= min(keys.cells.count, 8), misfits * 10 <= keys.cells.count * (isSmall ? 5 : 1) {
                known.makeRoom(forLinesBetween: keys.cells, page)
                bands = known
                return
            }
        }
        bands = ColumnBands(page, keys: keys.cells, layout: layout)
        bands?.makeRoom(forLinesBetween: keys.cells, page)
    }

    /// No sheet has room for more tables of two columns beside each other.
    private static let mostTables = 6

    /// Where tables stand side by side, as ranges along the lines from left to right; empty for the usual one table.
    ///
    /// That is so where several columns hold as many keys, and each is followed by all the columns of the layout: a column of
    /// other batches ("see also") is not. Once found, the tables stay where they are: the last one of a list may be short.
    mutating func tablesSideBySide() -> [Range<Double>] {
        if keys.strays.isEmpty { return [] }
        let starts = keys.columnStarts
        if starts.count < 2, !tables.isEmpty {
            let found = keys.strays + keys.cells.map(\.start)
            return tables.allSatisfy { table in found.contains { table.contains($0) } } ? tables : []
        }
        guard (2...RowReader.mostTables).contains(starts.count), keyColumn == 0, layout.columns.count > 1 else {
            return []
        }
        let em = page.lines[keys.cells.first?.line ?? 0].size
        let ends = starts.dropFirst().map { $0 - 0.5 * em } + [.infinity]
        let tables = zip(starts, ends).enumerated().map { index, table in
            (index == 0 ? -Double.infinity : table.0 - 0.5 * em)..<table.1
        }
        self.tables = zip(tables, starts).allSatisfy { isTable($0, keysAt: $1, em) } ? tables : []
        return self.tables
    }

    /// Whether most rows in this part of the page have at least as many cells as the layout names, on the key's line or on
    /// those beside it.
    private func isTable(_ range: Range<Double>, keysAt start: Double, _ em: Double) -> Bool {
        var rows = 0
        var full = 0
        for (number, line) in page.lines.enumerated() {
            guard let first = line.pieces.first(where: { range.contains(page.pieces[$0].start) }),
                abs(page.pieces[first].start - start) < em
            else { continue }
            rows += 1
            let key = page.pieces[page.endOfWord(from: first, in: line) - 1].end
            if cellCount(after: key, upTo: range.upperBound, around: number, em) + 1 >= layout.columns.count {
                full += 1
            }
        }
        return full * 2 > rows
    }

    /// How many cells a line and those beside it have between two places; only the first may be near what is before it.
    private func cellCount(after start: Double, upTo end: Double, around number: Int, _ em: Double) -> Int {
        var places: [ClosedRange<Double>] = []
        for beside in page.lines[max(number - 1, 0)...min(number + 1, page.lines.count - 1)]
        where abs(beside.baseline - page.lines[number].baseline) < PageLines.halfPitch * beside.size {
            for piece in page.pieces[beside.pieces] where piece.start >= start && piece.start < end {
                places.append(piece.start...max(piece.end, piece.start))
            }
        }
        var count = 0
        var reached = -Double.infinity
        for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if place.lowerBound - reached > BorderSearch.wideGap * em { count += 1 }
            reached = max(reached, place.upperBound)
        }
        return count
    }

    /// Whether no word of the key's line lies in the key's band, or across a border.
    private func fits(_ key: KeyCell, _ bands: ColumnBands) -> Bool {
        let line = page.lines[key.line]
        var first = line.pieces.lowerBound
        while first < line.pieces.upperBound {
            let end = page.endOfWord(from: first, in: line)
            defer { first = end }
            if first == key.pieces.lowerBound { continue }
            let band = bands.band(at: page.pieces[first].start)
            if band == 0 || band != bands.band(at: page.endOfInk(from: first, to: end, in: line)) { return false }
        }
        return true
    }

    /// Whether the key is a whole cell: all there is in its band, and not the beginning of a sentence
    /// ("20121456171 is an example"). That has its next word far nearer than other rows have their cells, and either crosses
    /// the columns or ends before the last.
    func isWhole(_ key: KeyCell, _ bands: ColumnBands) -> Bool {
        let line = page.lines[key.line]
        for index in line.pieces where !key.pieces.contains(index) {
            if bands.band(at: page.pieces[index].start) == 0 { return false }
        }
        let next = key.pieces.upperBound
        guard next < line.pieces.upperBound else { return true }
        let size = page.pieces[next].size
        guard page.pieces[next].start - key.end < 0.5 * size, bands.usualStart - key.end > size else { return true }
        let reached = bands.band(at: page.pieces[line.pieces.upperBound - 1].start)
        return reached > 1 && reached >= layout.columns.count - 1 - keyColumn && fits(key, bands)
    }

    /// Whether a row's line has its text on the side of the key where the layout has no column, and none on the other.
    func isMisplaced(_ key: KeyCell) -> Bool {
        let line = page.lines[key.line]
        let hasLeft = key.pieces.lowerBound > line.pieces.lowerBound
        let hasRight = key.pieces.upperBound < line.pieces.upperBound
        if layout.columns.count > 1, keyColumn == 0 { return hasLeft && !hasRight }
        return keyColumn > 0 && keyColumn == layout.columns.count - 1 && hasRight && !hasLeft
    }

    /// The column of a band; nil for one that is skipped or beyond the layout.
    @inline(__always)
    func column(ofBand band: Int) -> Column? {
        let index = keyColumn &+ band
        guard band != 0, index >= 0, index < layout.columns.count else { return nil }
        let column = layout.columns[index]
        return column == .skip ? nil : column
    }

    /// Says of each line what it is to the table.
    mutating func assignRoles(_ cells: [KeyCell], _ bands: ColumnBands) {
        roles.removeAll(keepingCapacity: true)
        var next = 0
        for index in page.lines.indices {
            if next < cells.count, cells[next].line == index {
                roles.append(.key(next))
                next &+= 1
            } else {
                roles.append(role(of: page.lines[index], bands))
            }
        }
    }

    private func role(of line: Line, _ bands: ColumnBands) -> LineRole {
        var isNamed = false
        var first = line.pieces.lowerBound
        while first < line.pieces.upperBound {
            let end = page.endOfWord(from: first, in: line)
            let band = bands.band(at: page.pieces[first].start)
            if band == 0 || band != bands.band(at: page.endOfInk(from: first, to: end, in: line)) { return .foreign }
            if column(ofBand: band) != nil { isNamed = true }
            first = end
        }
        return isNamed ? .cells : .blank
    }
}

extension PageLines {
    /// Where a word's ink ends, a tenth of an em short of it so that slanted letters cross no border; where the next word
    /// begins before that, it ends there.
    @inline(__always)
    func endOfInk(from first: Int, to end: Int, in line: Line) -> Double {
        let last = pieces[end &- 1]
        let ink = max(last.end - 0.1 * last.size, pieces[first].start)
        if end < line.pieces.upperBound {
            return min(ink, max(pieces[end].start - 0.15 * last.size, pieces[first].start))
        }
        return ink
    }
}
