// Tables that stand below each other on a page with other columns each: every one is read by itself.

/// Tells where one table of a page ends and another begins.
enum TablesBelowEachOther {
    /// Fewer rows do not show the columns of a table.
    private static let fewestRows = 3
    /// A page with more parts has groups of rows, not tables.
    private static let mostTables = 20

    /// The tables from top to bottom, as ranges across the lines; empty for the usual one table.
    static func find(on page: PageLines, _ keys: KeyFinder, _ layout: TableLayout) -> [Range<Double>] {
        if let places = placesWhereKeysShift(keys.found, page) { return ranges(parted(page, places)) }
        let parts = parts(of: keys.cells, page)
        guard layout.columns.count > 1, (2...mostTables).contains(parts.count) else { return [] }
        let together = ColumnBands(page, keys: keys.cells, layout: layout)
        let isOther = parts.contains { part in
            let rows = Array(keys.cells[part])
            let filled = together.filledColumns(rows, page, layout)
            return filled < layout.columns.count
                && ColumnBands(page, keys: rows, layout: layout).filledColumns(rows, page, layout) > filled
        }
        if !isOther { return [] }
        return ranges(
            parted(page, parts.dropFirst().map { (keys.cells[$0.lowerBound - 1].line, keys.cells[$0.lowerBound].line) })
        )
    }

    /// The tables from top to bottom where headings between the rows of a page are called as those of the list and stand
    /// otherwise; empty for all other pages.
    ///
    /// - Parameter names: what the columns are called; nil where nobody knows.
    static func find(
        byHeadings names: WantedHeadings?, on page: PageLines, _ keys: KeyFinder, _ layout: TableLayout
    ) -> [Range<Double>] {
        let rows = Set(keys.found.map(\.line))
        guard let names, layout.columns.count > 1, let first = rows.min(), let last = rows.max(),
            last - first >= rows.count
        else { return [] }
        var layout = layout
        var borders: [Double] = []
        for number in first..<last where !rows.contains(number) {
            let line = page.lines[number]
            let cells = page.cells(of: line).map { page.text(of: line, from: $0.start, to: $0.end) }
            guard let own = layout.ordered(by: names, cells, places: Array(cells.indices)),
                !own.hasColumns(of: layout)
            else { continue }
            layout = own
            borders.append((page.lines[number - 1].baseline + line.baseline) / 2)
        }
        return borders.isEmpty ? [] : ranges(borders)
    }

    /// The last line of each table and the first of the next, where keys begin, end and are centred elsewhere from one row
    /// on; nil where they do not, or go to and fro.
    private static func placesWhereKeysShift(_ keys: [KeyCell], _ page: PageLines) -> [(Int, Int)]? {
        var places: [(Int, Int)] = []
        var count = 0
        for (key, next) in zip(keys, keys.dropFirst()) {
            // Tables side by side are others' business.
            if key.line == next.line { return nil }
            count += 1
            let em = page.pieces[next.pieces.lowerBound].size
            let shifts = [next.start - key.start, next.end - key.end, next.centre - key.centre]
            if shifts.allSatisfy({ abs($0) > em }) {
                if count < fewestRows || places.count == mostTables { return nil }
                places.append((key.line, next.line))
                count = 0
            }
        }
        return places.isEmpty || count + 1 < fewestRows ? nil : places
    }

    /// The rows between headings that stand where the keys do; those of few rows are a part of the one before.
    private static func parts(of keys: [KeyCell], _ page: PageLines) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var first = 0
        for (index, key) in keys.enumerated().dropFirst() {
            let above = keys[index - 1]
            let isParted = page.lines[(above.line + 1)..<max(key.line, above.line + 1)].contains {
                page.pieces[$0.pieces.lowerBound].start < key.end
            }
            if isParted, index - first >= fewestRows {
                parts.append(first..<index)
                first = index
            }
        }
        if keys.count - first >= fewestRows || parts.isEmpty {
            parts.append(first..<keys.count)
        } else if let last = parts.indices.last {
            parts[last] = parts[last].lowerBound..<keys.count
        }
        return parts
    }

    /// Between which places across the lines the tables are parted: at the widest step between two rows.
    private static func parted(_ page: PageLines, _ places: [(last: Int, first: Int)]) -> [Double] {
        places.compactMap { last, first in
            (last..<first).max { left, right in
                page.lines[left + 1].baseline - page.lines[left].baseline
                    < page.lines[right + 1].baseline - page.lines[right].baseline
            }.map { (page.lines[$0].baseline + page.lines[$0 + 1].baseline) / 2 }
        }
    }

    /// The parts of a page between borders across its lines.
    static func ranges(_ borders: [Double]) -> [Range<Double>] {
        zip([-Double.infinity] + borders, borders + [.infinity]).map { $0..<$1 }
    }
}
