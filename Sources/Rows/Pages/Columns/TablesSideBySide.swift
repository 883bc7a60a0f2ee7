// Tables that stand beside each other on a page: each is read by itself, from left to right.

/// Knows where tables stand side by side. Once found, they stay where they are: the last one of a list may be short.
struct TablesSideBySide {
    /// Along the lines; empty for one table.
    private var tables: [Range<Double>] = []

    /// No sheet has room for more tables of two columns beside each other.
    private static let mostTables = 6

    /// Where tables stand side by side, as ranges along the lines from left to right; empty for the usual one table.
    ///
    /// That is so where several columns hold as many keys, and each is followed by all the columns of the layout: a
    /// column of other batches ("see also") is not.
    mutating func find(on page: PageLines, _ keys: KeyFinder, _ layout: TableLayout) -> [Range<Double>] {
        if keys.strays.isEmpty { return [] }
        let starts = keys.columnStarts
        if starts.count < 2, !tables.isEmpty {
            let found = keys.strays + keys.cells.map(\.start)
            return tables.allSatisfy { table in found.contains { table.contains($0) } } ? tables : []
        }
        guard (2...Self.mostTables).contains(starts.count), layout.keyColumn == 0, layout.columns.count > 1 else {
            return []
        }
        let em = page.lines[keys.cells.first?.line ?? 0].size
        let ends = starts.dropFirst().map { $0 - 0.5 * em } + [.infinity]
        let ranges = zip(starts, ends).enumerated().map { index, table in
            (index == 0 ? -Double.infinity : table.0 - 0.5 * em)..<table.1
        }
        let areTables = zip(ranges, starts).allSatisfy { range, start in
            page.isTable(range, keysAt: start, columns: layout.columns.count, em)
        }
        tables = areTables ? ranges : []
        return tables
    }
}

extension PageLines {
    /// Whether most rows in this part of the page have at least so many cells as there are columns, on the key's line
    /// or on those beside it.
    fileprivate func isTable(_ range: Range<Double>, keysAt start: Double, columns: Int, _ em: Double) -> Bool {
        var rows = 0
        var full = 0
        for (number, line) in lines.enumerated() {
            guard let first = line.pieces.first(where: { range.contains(pieces[$0].start) }),
                abs(pieces[first].start - start) < em
            else { continue }
            rows += 1
            let key = pieces[endOfWord(from: first, in: line) - 1].end
            if cellCount(after: key, upTo: range.upperBound, around: number, em) + 1 >= columns { full += 1 }
        }
        return full * 2 > rows
    }

    /// How many cells a line and those beside it have between two places; only the first may be near what is before it.
    private func cellCount(after start: Double, upTo end: Double, around number: Int, _ em: Double) -> Int {
        var places: [ClosedRange<Double>] = []
        for beside in lines[max(number - 1, 0)...min(number + 1, lines.count - 1)]
        where abs(beside.baseline - lines[number].baseline) < PageLines.halfPitch * beside.size {
            for piece in pieces[beside.pieces] where piece.start >= start && piece.start < end {
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
}
