// An edition, counted and compared with the one before it, from their tables. Pure.

extension Edition {
    /// What there is to say of an edition.
    ///
    /// - Parameters:
    ///   - tables: of its documents.
    ///   - before: of those of the edition before; nil where these are not known.
    ///   - absent: batches that are not on the list, of which the neighbours are wanted.
    package init(of tables: [EditionTable], before: [EditionTable]?, absent: [String]) {
        let table = EditionTable(joining: tables)
        self.init(rows: table.count)
        if let before { compare(table, EditionTable(joining: before)) }
        if table.isCounted { count(table) }
        self.absent = absent.map { table.place(of: $0) }
    }

    private mutating func compare(_ table: EditionTable, _ before: EditionTable) {
        var (left, own) = ([], []) as ([RowCode], [RowCode])
        table.walk(beside: before, mine: { own.append($0) }, theirs: { left.append($0) })
        var counts: [RowCode: Int] = [:]
        for code in left { counts[code, default: 0] += 1 }
        // By key: rows that only this edition has, and that only the one before had.
        var news: [UInt64: Int] = [:]
        for code in own {
            if let count = counts[code], count > 0 {
                counts[code] = count - 1
            } else {
                news[code.key, default: 0] += 1
            }
        }
        var (new, gone, changed) = (news.values.reduce(0, +), 0, 0)
        var olds: [UInt64: Int] = [:]
        for (code, count) in counts where count > 0 { olds[code.key, default: 0] += count }
        for (key, count) in olds {
            let both = min(count, news[key] ?? 0)
            (new, gone, changed) = (new - both, gone + count - both, changed + both)
        }
        (self.new, self.gone, self.changed) = (new, gone, changed)
    }

    private mutating func count(_ table: EditionTable) {
        var counts = [Int](repeating: 0, count: table.statuses.count)
        for index in table.indices { counts[Int(index)] += 1 }
        // Those that people read as the same; of one that is cut, all of it is its hash.
        var groups: [String: (rows: Int, most: Int, text: String)] = [:]
        for (status, rows) in zip(table.statuses, counts) where rows > 0 {
            let name =
                status.isWhole
                ? SameText.form(of: status.text).lowercased().filter { $0 != " " } : "\u{0}\(status.hash)"
            var group = groups[name] ?? (0, 0, "")
            group.rows += rows
            // Of two that are as frequent, the first by its letters: one order, whatever the document's is.
            if rows > group.most || rows == group.most && status.text < group.text {
                (group.most, group.text) = (rows, status.text)
            }
            groups[name] = group
        }
        let sorted = groups.values.sorted { ($1.rows, $0.text) < ($0.rows, $1.text) }
        let shown = sorted.prefix(Edition.mostStatuses).map { StatusCount(status: $0.text, rows: $0.rows) }
        statuses = shown
        otherStatuses = rows - shown.reduce(0) { $0 + $1.rows }
    }
}

/// A row, as far as it is compared.
private struct RowCode: Hashable {
    var key: UInt64
    var hash: UInt64
}

extension EditionTable {
    fileprivate func code(_ row: Int) -> RowCode { RowCode(key: keys[row], hash: hashes[row]) }

    /// Visits the rows that do not stand in both tables in the same place, or a little further on in one of them: most do.
    fileprivate func walk(beside other: EditionTable, mine: (RowCode) -> Void, theirs: (RowCode) -> Void) {
        var (row, otherRow) = (0, 0)
        while row < count, otherRow < other.count {
            if isSame(row, other, otherRow) {
                row += 1
                otherRow += 1
            } else if let ahead = (1...EditionTable.mostAhead).first(where: {
                row + $0 < count && isSame(row + $0, other, otherRow)
            }) {
                for new in row..<row + ahead { mine(code(new)) }
                row += ahead
            } else if let ahead = (1...EditionTable.mostAhead).first(where: {
                otherRow + $0 < other.count && isSame(row, other, otherRow + $0)
            }) {
                for gone in otherRow..<otherRow + ahead { theirs(other.code(gone)) }
                otherRow += ahead
            } else {
                mine(code(row))
                theirs(other.code(otherRow))
                row += 1
                otherRow += 1
            }
        }
        for new in row..<count { mine(code(new)) }
        for gone in otherRow..<other.count { theirs(other.code(gone)) }
    }

    /// So many rows may be put in at one place before others are taken for moved.
    private static let mostAhead = 8

    private func isSame(_ row: Int, _ other: EditionTable, _ otherRow: Int) -> Bool {
        keys[row] == other.keys[otherRow] && hashes[row] == other.hashes[otherRow]
    }

    /// The rows of several documents. One that stands in several of them is one, as often as in the one that has it
    /// most.
    fileprivate init(joining tables: [EditionTable]) {
        if tables.count == 1 {
            self = tables[0]
            return
        }
        self.init()
        var counts: [RowCode: Int] = [:]
        for table in tables {
            let indices = table.statuses.map { status in self.index(of: status.hash) ?? add(status) }
            var own: [RowCode: Int] = [:]
            for row in 0..<table.count {
                let code = table.code(row)
                own[code, default: 0] += 1
                let count = own[code, default: 0]
                guard count > counts[code, default: 0] else { continue }
                counts[code] = count
                let index = table.indices[row]
                append(
                    key: code.key, hash: code.hash,
                    index: index == EditionTable.unknown ? index : indices[Int(index)])
            }
        }
    }

    /// Where a batch would be that is not on the list.
    fileprivate func place(of batch: String) -> Edition.Absent {
        guard let wanted = KeyCode.number(of: KeyCode.code(of: batch)) else { return Edition.Absent(batch: batch) }
        var below: (number: UInt64, row: Int)?
        var above: (number: UInt64, row: Int)?
        for (row, key) in keys.enumerated() {
            guard let number = KeyCode.number(of: key) else { continue }
            if number < wanted, below.map({ number > $0.number }) ?? true { below = (number, row) }
            if number > wanted, above.map({ number < $0.number }) ?? true { above = (number, row) }
        }
        return Edition.Absent(
            batch: batch, below: below.flatMap { neighbour($0.row) }, above: above.flatMap { neighbour($0.row) })
    }

    /// Nil where its status is not known.
    private func neighbour(_ row: Int) -> Edition.Neighbour? {
        guard indices[row] != EditionTable.unknown else { return nil }
        return KeyCode.text(of: keys[row]).map {
            Edition.Neighbour(batch: $0, status: statuses[Int(indices[row])].text)
        }
    }
}
