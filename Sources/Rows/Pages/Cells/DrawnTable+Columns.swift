// The columns of a page whose cells were drawn one after the other, and which of them are those of the layout.

extension DrawnTable {
    /// What is nearer than this, in em, is parted by the order of drawing alone: so many rows have to show it.
    static let wideGap = 0.8
    private static let fewestRows = 4

    /// The columns, counted from that of the keys; nil where these are in several.
    var bands: ColumnBands? {
        guard !hasMoreColumns, keyColumns.count == 1, let key = keyColumns.first else { return nil }
        let starts = zip(columns, columns.dropFirst()).map {
            max(($0.upperBound + $1.lowerBound) / 2, $1.lowerBound - 0.5 * em)
        }
        let left = [columns[key].lowerBound - 0.1 * em] + starts[..<max(key - 1, 0)].reversed()
        return ColumnBands(right: Array(starts[key...]), left: left, origin: columns[key].lowerBound, evidence: 8)
    }

    /// The columns of the rows: what no text crosses. Those of the pages before are kept where they fit.
    mutating func columns(of keyed: [DrawnRow]) -> [ClosedRange<Double>]? {
        let before = before.columns
        let own = keyed.flatMap { $0.texts.map { $0.extent } }
        let together = Self.merged(own + before)
        if !before.isEmpty, together.count == before.count, arePlaces(together, of: keyed) { return together }
        let alone = Self.merged(own)
        guard arePlaces(alone, of: keyed), areSure(alone, keyed), let all = added(to: alone) else {
            return nil
        }
        if before.isEmpty || all.count == before.count { return all }
        hasMoreColumns = all.count > before.count
        return hasMoreColumns ? all : nil
    }

    private static func merged(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var merged: [ClosedRange<Double>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.union(range)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Whether no two texts of a row are in one column.
    private func arePlaces(_ columns: [ClosedRange<Double>], of rows: [DrawnRow]) -> Bool {
        rows.allSatisfy { row in
            let places = row.texts.compactMap { text in columns.firstIndex { $0.overlaps(text.extent) } }
            return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
        }
    }

    /// Whether wide gaps part the columns, or else headings of their own or several rows that have a text on both sides of where
    /// two of them meet.
    private func areSure(_ columns: [ClosedRange<Double>], _ rows: [DrawnRow]) -> Bool {
        zip(columns, columns.dropFirst()).allSatisfy { left, right in
            if right.lowerBound - left.upperBound >= Self.wideGap * em { return true }
            func hasBoth(_ row: DrawnRow) -> Bool {
                row.texts.contains { left.overlaps($0.extent) && !right.overlaps($0.extent) }
                    && row.texts.contains { right.overlaps($0.extent) && !left.overlaps($0.extent) }
            }
            return heading.map(hasBoth) ?? (rows.count(where: hasBoth) >= Self.fewestRows)
        }
    }

    /// The columns with those that have a heading, apart from the others, and no text, and with those that are empty because the
    /// texts of the column before reach below their heading; nil where the headings do not tell.
    private func added(to columns: [ClosedRange<Double>]) -> [ClosedRange<Double>]? {
        guard let heading, heading.texts.count > columns.count else { return columns }
        let texts = heading.texts
        let free = texts.indices.filter { text in !columns.contains { $0.overlaps(texts[text].extent) } }
        let covered = columns.flatMap { column in
            let own = texts.filter { $0.extent.overlaps(column) }
            guard let first = own.first, abs(first.start - column.lowerBound) < Self.slack * em else {
                return [Double]()
            }
            return (1..<max(own.count, 1)).map { column.upperBound + Double($0) * Self.least * em }
        }
        if free.isEmpty, covered.isEmpty { return columns }
        let areApart = free.allSatisfy { text in
            [text, text + 1].allSatisfy {
                !(1..<texts.count).contains($0) || texts[$0].start - texts[$0 - 1].end >= Self.wideGap * em
            }
        }
        guard areApart, free.count + covered.count == texts.count - columns.count else { return nil }
        let all = Self.merged(columns + free.map { texts[$0].extent } + covered.map { $0...$0 })
        return all.count == texts.count ? all : nil
    }

    /// So far, in em, a column that is empty lies from the texts that reach below its heading.
    private static let least = 0.01

    /// The one column that a text is in; nil for a text in none, or across several.
    func column(of text: DrawnText) -> Int? {
        let met = columns.indices.filter { columns[$0].overlaps(text.extent) }
        return met.count == 1 ? met[0] : nil
    }

    /// Finds the columns of the keys.
    ///
    /// - Returns: whether each key is in one.
    mutating func findKeys(_ keyed: [DrawnRow]) -> Bool {
        for row in keyed {
            for text in row.texts where text.isKey {
                guard let column = column(of: text) else { return false }
                keyColumns.insert(column)
            }
        }
        return true
    }

    /// Finds the column below each heading: where every column has a heading, its place in their row tells, else where it
    /// stands.
    ///
    /// - Returns: whether each heading is above one column, and none above that of the keys.
    mutating func findLayout(_ headings: [Column: ClosedRange<Double>]) -> Bool {
        guard let key = keyColumns.min() else { return false }
        var places: [Column: Int] = [:]
        for (column, extent) in headings {
            var met = columns.indices.filter { columns[$0].overlaps(extent) }
            if let heading = self.heading, heading.texts.count == columns.count {
                met = columns.indices.filter { heading.texts[$0].extent.overlaps(extent) }
            }
            guard met.count == 1 else { return false }
            places[column] = met[0]
        }
        if Set(places.values).count < places.count { return false }
        if places.allSatisfy({ layout.band(of: $0) == $1 - key }) { return true }
        // Of several tables side by side each has as many columns.
        guard !places.isEmpty, columns.count.isMultiple(of: keyColumns.count) else { return false }
        var named = [Column](repeating: .skip, count: columns.count / keyColumns.count)
        guard places.values.allSatisfy(named.indices.contains), named.indices.contains(key) else { return false }
        for (column, place) in places { named[place] = column }
        guard named[key] == .skip else { return false }
        named[key] = .batch
        guard let found = try? TableLayout(key: layout.key, columns: named) else { return false }
        layout = found
        return true
    }

    /// Finds the columns of statuses and dates.
    ///
    /// - Returns: whether the page has all of them.
    mutating func findNamed() -> Bool {
        let bands = [Column.status, .date].compactMap { layout.band(of: $0) }
        for key in keyColumns { named.formUnion(bands.map { key + $0 }) }
        return named.allSatisfy(columns.indices.contains)
    }
}
