// Column titles, for the pages whose rows do not show all columns: a list of one row whose status is empty.

/// The titles above the rows of a page.
struct Headings {
    /// The titles from that above the keys to the right.
    private let titles: [Word]

    /// How many lines above the first row are looked at: a title, a date, an empty line may come between.
    private static let farthest = 4

    /// The nearest line above the first row that has as many cells as the layout names, one of them over the keys.
    init?(_ page: PageLines, above key: KeyCell, columns: Int, keyIndex: Int) {
        for number in (max(0, key.line - Headings.farthest)..<key.line).reversed() {
            let cells = page.cells(of: page.lines[number])
            guard cells.count == columns, keyIndex < cells.count else { continue }
            let title = cells[keyIndex]
            guard title.start < key.end, title.end > key.start else { continue }
            titles = Array(cells[keyIndex...])
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

extension PageLines {
    /// The cells of a line as gaps part them that are at least so wide, in em.
    func cells(of line: Line, gap: Double = BorderSearch.wideGap) -> [Word] {
        var cells: [Word] = []
        for index in line.pieces {
            let piece = pieces[index]
            if let last = cells.indices.last, piece.start - cells[last].end < gap * piece.size {
                cells[last].end = max(cells[last].end, piece.end)
            } else {
                cells.append(Word(start: piece.start, end: piece.end, size: piece.size))
            }
        }
        return cells
    }
}
