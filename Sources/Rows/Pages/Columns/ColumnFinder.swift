// Where the columns of each page are: where they were on the page before, if its rows fit that, else where its own gaps
// show them.

/// Knows the columns of the pages, one after the other.
struct ColumnFinder {
    /// The columns of the last page that had rows; nil before the first.
    private(set) var bands: ColumnBands?

    /// How many of the layout's columns had text in most rows of the last page.
    private var lastFilled = 0
    /// Fewer rows may have empty cells.
    private static let fewestKeys = 3

    /// Whether most rows of the last page that had enough have a text in each column of a layout.
    func fills(_ layout: TableLayout) -> Bool { lastFilled + 1 >= layout.columns.count }

    /// Where the keys of the next page probably stand.
    var usualKeys: ClosedRange<Double>? { bands.map { $0.origin - 1...$0.origin + 1 } }

    /// Finds the columns of a page; nothing changes on one without keys.
    ///
    /// - Parameter drawn: the columns that the order of drawing shows.
    mutating func find(on page: PageLines, _ keys: [KeyCell], _ layout: TableLayout, drawn: ColumnBands? = nil) {
        if var drawn {
            drawn.makeRoom(forLinesBetween: keys, page)
            if keys.count >= Self.fewestKeys { lastFilled = drawn.filledColumns(keys, page, layout) }
            bands = drawn
            return
        }
        guard let start = keys.map(\.start).min() else { return }
        var found: ColumnBands
        var filled: Int
        if let known = known(from: start, page, keys) {
            found = known
            // All words may fit columns that are not this page's: a wider one swallows the next.
            filled = known.filledColumns(keys, page, layout)
            let crossing = known.crossingLines(between: keys, page)
            if filled < lastFilled || crossing > 0, keys.count >= Self.fewestKeys {
                let own = ColumnBands(page, keys: keys, layout: layout)
                let ownFilled = own.filledColumns(keys, page, layout)
                // Where most statuses are on lines beside their key's, the column after them would pass for theirs.
                let hasLess = crossing == 0 && own.borderCount < known.borderCount
                let isBetter = ownFilled == filled && own.crossingLines(between: keys, page) < crossing
                if ownFilled > filled && !hasLess || isBetter {
                    (found, filled) = (own, ownFilled)
                }
            }
        } else {
            found = ColumnBands(page, keys: keys, layout: layout)
            filled = found.filledColumns(keys, page, layout)
        }
        if keys.count >= Self.fewestKeys { lastFilled = filled }
        found.makeRoom(forLinesBetween: keys, page)
        bands = found
    }

    /// The columns of the page before, if nearly all rows of this one fit them.
    private func known(from start: Double, _ page: PageLines, _ keys: [KeyCell]) -> ColumnBands? {
        guard var known = bands?.moved(to: start) else { return nil }
        for key in keys {
            let next = key.pieces.upperBound
            if next < page.lines[key.line].pieces.upperBound { known.makeRoom(forTextAt: page.pieces[next].start) }
        }
        let misfits = keys.count { !known.fit($0, page) }
        let isSmall = keys.count * 4 <= known.evidence
        return known.evidence >= min(keys.count, 8) && misfits * 10 <= keys.count * (isSmall ? 5 : 1) ? known : nil
    }
}
