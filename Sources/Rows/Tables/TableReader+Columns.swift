// Where the columns of a table are: counted from its keys, or below the headings that the layout names.

import Text

// MARK: - By position

extension TableReader {
    /// Adds the rows of a table whose columns are told by their order.
    ///
    /// - Returns: the index of its first row with a key, or of the header right above that.
    mutating func addByPosition(_ table: TextTable) -> Int {
        let keyColumn = layout.keyColumn
        guard let column = layout.key.isAnyText ? keyColumn : fullestColumn(of: table, prefersLast: keyColumn > 0)
        else {
            return 0
        }
        var places = ColumnPlaces()
        for (index, name) in layout.columns.enumerated() { places[name] = column + index - keyColumn }
        beginSection()
        (bareBatches, hasUpdate) = ([], false)
        defer { doubtBare(in: table) }
        var first: Int?
        if table.writesEmptyCells { headingWidth = widthOfHeadings(above: column, in: table) }
        let header = layout.key.isAnyText && hasHeader(table) ? 1 : 0
        for (index, row) in table.rows.enumerated().dropFirst(header) {
            guard addRow(row, places) else {
                follow(headings: row, &places)
                continue
            }
            if names == nil { learnNames(table.rows[..<index].suffix(Self.mostAbove), places) }
            if first == nil { first = index }
            if isMisplaced(row, column) { builder.misplacedRows += 1 }
            if builder.isFull { break }
        }
        guard let first, first > 0, table.rows[first - 1].count(where: { !$0.isEmpty }) > 1 else { return first ?? 0 }
        return first - 1
    }

    /// Takes the columns of the rows below from a row that has all headings of the first table. A row that has the heading of the
    /// keys alone heads another table, whose columns nobody knows.
    private mutating func follow(headings row: [String], _ places: inout ColumnPlaces) {
        guard let names, names.mayBeIn(row) else { return }
        if case .all(let found) = names.search(tablesIn: row) {
            (places, isOtherTable) = (found, false)
        } else if beginsOtherTable(row, names) {
            isOtherTable = true
        } else {
            return
        }
        headingWidth = row.count
        beginSection()
    }

    /// Doubts the rows of a table in which none says anything beside its key, and others say something: each may be of one case.
    private mutating func doubtBare(in table: TextTable) {
        if hasUpdate || bareBatches.isEmpty || layout.columns.count < 2 { return }
        let keys = keys
        let hasKey = { (row: [String]) in row.contains { keys.reading(of: $0).key != nil } }
        let below = table.rows.drop { !hasKey($0) }
        if below.contains(where: { row in row.count { !$0.isEmpty } > 1 && !hasKey(row) }) {
            for batch in bareBatches { doubt(batch, .disagreement, [batch]) }
        }
    }

    /// How many cells the headings above the first key have; nil if the row above it has a digit, or no text above the keys.
    private func widthOfHeadings(above column: Int, in table: TextTable) -> Int? {
        let above = table.rows.prefix { keys.reading(of: $0.cell(column)).key == nil }
        guard above.count < table.rows.count, let row = above.last(where: { $0.count { !$0.isEmpty } > 1 }),
            !row.cell(column).isEmpty, !Self.hasDigit(row)
        else { return nil }
        return row.count
    }

    /// So many rows above the first one may be their headings, a line below these, and nothing.
    private static let mostAbove = 3

    /// Takes what stands above the first row for what the columns are called, if each has a text of its own.
    private mutating func learnNames(_ above: ArraySlice<[String]>, _ places: ColumnPlaces) {
        guard let row = above.last(where: { $0.count { !$0.isEmpty } > 1 }) else { return }
        let name = { (column: Column) in places[column].map { row.cell($0) } }
        let found = ColumnHeadings(batch: name(.batch), status: name(.status), date: name(.date))
        names = found.ifComplete(for: layout).map { WantedHeadings($0) }
    }

    /// So many cells that are no key by themselves are looked into, to find the column.
    private static let mostSearched = 200_000
    /// Cells that may be keys count less than one that is, however many they are.
    private static let mostDoubtful = 1 << 20

    /// The column with most keys; of several the first, or the last. Nil if there is no key. Where not every other row
    /// has
    /// one that is all of its cell, others count as well, half as much.
    private func fullestColumn(of table: TextTable, prefersLast: Bool) -> Int? {
        var counts = counts(in: table) { keys.key(in: $0) == nil ? 0 : 2 * Self.mostDoubtful }
        if counts.max() ?? 0 < table.rows.count * Self.mostDoubtful {
            var left = Self.mostSearched
            counts = self.counts(in: table) { cell in
                if keys.key(in: cell) != nil { return 2 * Self.mostDoubtful }
                left -= 1
                if left < 0 { return 0 }
                switch keys.reading(of: cell) {
                case .key, .several: return Self.mostDoubtful
                // A table may have nothing but such.
                case .doubtful(let doubtful): return doubtful.isLonger ? 0 : 1
                case .none: return 0
                }
            }
        }
        guard let most = counts.max(), most > 0 else { return nil }
        let fullest = prefersLast ? counts.lastIndex(of: most) : counts.firstIndex(of: most)
        return fullest.map { firstColumn(of: table, counts, beside: $0) }
    }

    /// The column in which the table's first keys are, if the fullest one begins below them; else the fullest one. The first
    /// column needs several keys, and half as many as the fullest. The reader finds the rows below it by their own headings.
    private func firstColumn(of table: TextTable, _ counts: [Int], beside fullest: Int) -> Int {
        let isKey = { (row: [String], column: Int) in keys.key(in: row.cell(column)) != nil }
        guard let top = table.rows.firstIndex(where: { isKey($0, fullest) }) else { return fullest }
        return counts.indices.first { column in
            column != fullest && counts[column] * 2 >= counts[fullest] && counts[column] >= 4 * Self.mostDoubtful
                && table.rows[..<top].contains { isKey($0, column) }
                && !table.rows[top...].contains { isKey($0, column) }
        } ?? fullest
    }

    /// What the cells of each column count together.
    private func counts(in table: TextTable, _ score: (String) -> Int) -> [Int] {
        var counts: [Int] = []
        for row in table.rows {
            if row.count > counts.count { counts += repeatElement(0, count: row.count - counts.count) }
            for (column, cell) in row.enumerated() { counts[column] += score(cell) }
        }
        return counts
    }

    /// Whether the first row of a table whose keys may be any text is no row of the list: it alone has no digit.
    private func hasHeader(_ table: TextTable) -> Bool {
        guard table.fields == nil, let first = table.rows.first else { return false }
        return !Self.hasDigit(first) && table.rows.dropFirst().contains { Self.hasDigit($0) }
    }

    private static func hasDigit(_ row: [String]) -> Bool {
        row.contains { $0.unicodeScalars.contains { $0.properties.numericType != nil } }
    }

    /// Whether a row has its text on the side of the key where the layout has no column, and none on the other.
    private func isMisplaced(_ row: [String], _ column: Int) -> Bool {
        layout.isMisplaced(
            hasLeft: row.prefix(column).contains { !$0.isEmpty },
            hasRight: row.dropFirst(column + 1).contains { !$0.isEmpty })
    }
}

// MARK: - By heading

extension TableReader {
    /// Adds the rows of a table whose columns are told by their headings.
    ///
    /// - Returns: the index of its first header.
    mutating func addByHeading(_ table: TextTable) -> Int {
        guard let headings else { return 0 }
        beginSection()
        if let fields = table.fields {
            addRecords(table, headings.search(fields: fields), fields)
            return 0
        }
        if keys.onlyBatch != nil, headings.count == 1, Self.labelledWidth(of: table) == 2,
            addLabelled(table, headings)
        {
            return 0
        }
        if let name = headings.name(of: .batch), !layout.key.isAnyText,
            let cases = table.transposed(where: { label, values in
                WantedHeadings(ColumnHeadings(batch: name)).contains(label)
                    && values.allSatisfy { keys.reading(of: $0).key != nil }
            })
        {
            addRecords(cases, headings.search(fields: cases.fields ?? []), cases.fields ?? [])
            return 0
        }
        var places: ColumnPlaces?
        var hasLabels = false
        var top = 0
        // The last row that is not empty, as long as there are no headings.
        var above: [String] = []
        for (index, row) in table.rows.enumerated() {
            if places == nil || headings.mayBeIn(row) {
                switch headings.search(tablesIn: row) {
                case .all(let found):
                    if let values = values(beside: found, in: row) {
                        (hasHeadings, hasLabels) = (true, true)
                        addRow(row, values)
                        continue
                    }
                    if places == nil { top = index }
                    (places, headingWidth) = (found, row.count)
                    hasHeadings = true
                    beginSection()
                    continue
                case .twice(let heading): doubledHeading = doubledHeading ?? heading
                case .missing(let heading, let count):
                    if places != nil, headings.count > 1, beginsOtherTable(row, headings) {
                        places = nil
                        beginSection()
                    } else if places == nil {
                        note(row, above: above, heading, count)
                        if row.contains(where: { !$0.isEmpty }) { above = row }
                    }
                }
            }
            guard let found = places else { continue }
            if index > top, table.rows[index - 1].isEmpty, beginsOtherTable(row, found) {
                places = nil
                beginSection()
                continue
            }
            addRow(row, found)
            if builder.isFull { break }
        }
        let mayBeLabelled =
            keys.onlyBatch != nil || headings.name(of: .batch) != nil && table.rows.count <= Self.mostLabels
        if places == nil, !hasLabels, mayBeLabelled, Self.labelledWidth(of: table) > 0 {
            _ = addLabelled(table, headings)
        }
        return top
    }

    /// Whether a row is the header of another table in the same sheet: of the headings it has that of the keys alone.
    private func beginsOtherTable(_ row: [String], _ headings: WantedHeadings) -> Bool {
        guard let batch = headings.name(of: .batch).map(WantedHeadings.folded) else { return false }
        return row.count { !$0.isEmpty } > 1 && row.contains { WantedHeadings.folded($0) == batch }
            && !row.contains { keys.reading(of: $0).key != nil }
    }

    /// Whether a row behind an empty one is the header of another table, whose headings nobody asked for: it has a text without
    /// digits in each column.
    private func beginsOtherTable(_ row: [String], _ places: ColumnPlaces) -> Bool {
        let cells = [places.batch, places.status, places.date].compactMap { $0.map { row.cell($0) } }
        return cells.count > 1 && places.batch != nil && !layout.key.isAnyText
            && cells.allSatisfy { !$0.isEmpty && !Self.hasDigit([$0]) }
    }

    private mutating func addRecords(_ table: TextTable, _ search: WantedHeadings.Search, _ fields: [String]) {
        switch search {
        case .all(let places):
            hasHeadings = true
            for row in table.rows where !builder.isFull { addRow(row, places) }
        case .twice(let heading):
            if let merged = table.merged(where: WantedHeadings.folded), let headings, let fields = merged.fields {
                return addRecords(merged, headings.search(fields: fields), fields)
            }
            doubledHeading = doubledHeading ?? heading
        case .missing(let heading, let count):
            foundHeadings.note(fields, count > 0 ? .holds(count) : .aboveKeys, missing: heading)
        }
    }

    /// Takes a row in that does not have all the headings, for the error that quotes what was found instead.
    private mutating func note(_ row: [String], above: [String], _ missing: String, _ count: Int) {
        if count > 0 {
            foundHeadings.note(row, .holds(count), missing: missing)
        } else if foundHeadings.wants(.aboveKeys), !layout.key.isAnyText, !above.isEmpty,
            row.contains(where: { keys.reading(of: $0).key != nil })
        {
            foundHeadings.note(above, .aboveKeys, missing: missing)
        } else if foundHeadings.wants(.firstCells), row.count(where: { !$0.isEmpty }) > 1 {
            foundHeadings.note(row, .firstCells, missing: missing)
        }
    }

    /// Where the values are in a row that has a key right behind the heading of the batch: each stands behind its
    /// label. Nil for a header.
    private func values(beside found: ColumnPlaces, in row: [String]) -> ColumnPlaces? {
        guard let batch = found.batch, keys.reading(of: row.cell(batch + 1)).key != nil, !layout.key.isAnyText else {
            return nil
        }
        return ColumnPlaces(
            batch: batch + 1, status: found.status.map { $0 + 1 }, date: found.date.map { $0 + 1 })
    }

    /// So many rows has a table of labels and values, where the document may be a list as well.
    package static let mostLabels = 64

    /// How wide a table is that may be one of labels and values in turn, as pages of a single case have them; 0 for
    /// others.
    private static func labelledWidth(of table: TextTable) -> Int {
        let width = table.rows.map { ($0.lastIndex { !$0.isEmpty } ?? -1) + 1 }.max() ?? 0
        return [2, 4, 6].contains(width) ? width : 0
    }

    /// Adds the row that a table of labels and values is.
    ///
    /// - Returns: whether all the headings are labels in it.
    private mutating func addLabelled(_ table: TextTable, _ headings: WantedHeadings) -> Bool {
        var (labels, values): ([String], [String]) = ([], [])
        for row in table.rows {
            for column in stride(from: 0, to: row.count - 1, by: 2) {
                labels.append(row[column])
                values.append(row[column + 1])
            }
        }
        switch headings.search(labels) {
        case .all(let places):
            hasHeadings = true
            // Each value has a label, however many stand beside each other.
            headingWidth = labels.count
            addRow(values, places)
            return true
        case .twice(let heading):
            doubledHeading = doubledHeading ?? heading
            return true
        case .missing: return false
        }
    }
}
