// Column titles, for the pages whose rows do not show all columns: a list of one row whose status is empty.

/// The titles above the rows of a page.
struct ColumnTitles {
    /// The titles from that above the keys to the right.
    private let titles: [Word]

    /// How many lines above the first row are looked at: a title, a date, an empty line may come between.
    private static let farthest = 4

    /// The nearest line above the first row that has as many cells as the layout names, one of them over the keys.
    init?(_ page: PageLines, above key: KeyCell, _ layout: TableLayout) {
        for number in (max(0, key.line - Self.farthest)..<key.line).reversed() {
            let cells = page.cells(of: page.lines[number])
            guard cells.count == layout.columns.count, layout.keyColumn < cells.count else { continue }
            let title = cells[layout.keyColumn]
            guard title.start < key.end, title.end > key.start else { continue }
            titles = Array(cells[layout.keyColumn...])
            return
        }
        return nil
    }

    /// Where the columns to the right of the keys begin, if what stands in the rows agrees: each cell under one title.
    func borders(of page: PageLines, keys: [KeyCell], em: Double) -> [Double]? {
        var starts = titles.dropFirst().map(\.start)
        for key in keys.prefix(BorderSearch.mostRows) {
            for cell in page.cells(of: page.lines[key.line]) where cell.start > key.end {
                let under = titles.indices.filter { titles[$0].start < cell.end && titles[$0].end > cell.start }
                guard under.count == 1, let title = under.first, title > 0 else { return nil }
                starts[title - 1] = min(starts[title - 1], cell.start)
            }
        }
        return starts.map { $0 - 0.1 * em }
    }
}
