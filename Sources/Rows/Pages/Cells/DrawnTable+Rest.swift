// What stands on a page whose cells were drawn one after the other, and is in no row with a key.

extension DrawnTable {
    /// Whether it is clear what a row without a key is: what stands above the table, between its rows in the column of the
    /// keys or across several, or below. What stands where statuses and dates do may be a part of a row.
    mutating func explain(_ row: DrawnRow, isInside: Bool, above first: DrawnRow) -> Bool {
        let hash = page.hashWithoutNumbers(row.texts.lazy.flatMap(\.pieces))
        let isAbove = row.last < first.first
        if known.hasTop(hash), hasRows || !isAbove { return true }
        // Before the first row nothing can be the rest of one.
        if isAbove, !hasRows { known.add(top: hash) }
        hasNews = true
        let isTable = isInside && row.texts.count > 1
        let places = row.texts.map { isTable || isAligned($0) ? column(of: $0) : nil }
        let hasKey = places.contains { $0.map(keyColumns.contains) ?? false }
        let hasNamed = places.contains { $0.map(named.contains) ?? false }
        if !hasNamed { return true }
        if isAbove, !hasRows {
            if row.texts.count == heading?.texts.count, row.first == heading?.first { return true }
            return hasKey || first.first - row.last > Self.pitch * em
        }
        // Headings in another order, a row of another table, a sum.
        return hasKey && !isInside
    }

    /// Whether a text stands as those of its column do.
    func isAligned(_ text: DrawnText) -> Bool {
        guard let column = column(of: text).map({ columns[$0] }) else { return false }
        let slack = Self.slack * em
        return abs(text.start - column.lowerBound) < slack || abs(text.end - column.upperBound) < slack
            || abs(text.start + text.end - column.lowerBound - column.upperBound) < 2 * slack
    }
}
