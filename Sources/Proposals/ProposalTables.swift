// A proposal for a document of tables: it decides for each column whether it has keys, statuses, dates, or nothing that
// matters.

import Reading
import Rows
import Text

/// The tables of a document, to be looked at.
package struct ProposalTables {
    /// A list is among the first tables of a page, and its keys among the first columns.
    static let mostTables = 100
    static let mostColumns = 64
    /// So many rows tell what their columns are.
    static let mostRows = 2_000

    let tables: [TextTable]

    package init(_ document: TableDocument) {
        tables = document.tables.map { table in
            let plain = table.unmarked
            var table = plain.labelled ?? plain.stacked ?? plain.casesInColumns ?? plain
            if table.hasInvisible { table.rows = table.rows.map { $0.map { KeysInCells.plain($0) } } }
            if table.hasDigitsOfOtherScripts {
                table.rows = table.rows.map { $0.map { KeyMask.folded($0) } }
            }
            return table
        }
    }

    /// How the table looks, and its rows.
    ///
    /// - Parameters:
    ///   - key: the mask, where somebody knows it.
    ///   - columns: the columns by their order, likewise.
    ///   - sought: a text that somebody wants to watch: the column that it stands in is that of the keys.
    /// - Throws: that there is none.
    package func look(
        key: KeyMask? = nil, columns: [Column]? = nil, sought: SoughtText? = nil
    ) throws(NoProposal) -> Found {
        guard let first = try candidates(key: key, columns: columns, sought: sought).first else { throw .noKeys }
        return first
    }

    /// A proposal, and the rows of which it was made.
    package typealias Found = (proposal: Proposal, rows: [Row])

    /// How the table may look, the likeliest first: where the sought text stands, the keys look like it.
    ///
    /// - Parameters: as of `look`.
    /// - Throws: that there is none.
    package func candidates(
        key: KeyMask? = nil, columns: [Column]? = nil, sought: SoughtText? = nil
    ) throws(NoProposal) -> [Found] {
        var found: [Found] = []
        var reason: NoProposal?
        do throws(NoProposal) { found = try lookForKeys(key, columns) } catch { reason = error }
        if let sought, key == nil {
            let isSought = { (found: Found) in
                found.rows.contains { sought.isKey($0.batch, isText: found.proposal.hasTextKeys) }
            }
            let having = found.filter(isSought)
            let rest = found.filter { !isSought($0) }
            found = having
            if having.isEmpty || having.allSatisfy(\.proposal.hasTextKeys) {
                let more = try proposals(having: sought, columns)
                found = more.filter { !$0.proposal.hasTextKeys } + found + more.filter(\.proposal.hasTextKeys)
                if let shared = sharedProposal(sought) { found.append(shared) }
            }
            found = withoutReferences(found, for: sought) + rest
        }
        if found.isEmpty, let reason { throw reason }
        return found
    }

    /// So many columns of keys are compared.
    private static let mostCandidates = 3

    private func lookForKeys(_ key: KeyMask?, _ columns: [Column]?) throws(NoProposal) -> [Found] {
        var keys: [KeyColumn] = []
        for (number, table) in tables.prefix(Self.mostTables).enumerated() {
            keys += keyColumns(of: table, number: number, key)
        }
        // A table of a few lines beside the list is none, whatever its numbers look like.
        let most = keys.map(\.keys.count).max() ?? 0
        let best = keys.filter { $0.keys.count * 2 >= most && tables.indices.contains($0.table) }.enumerated().sorted {
            ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
        }.map(\.element)
        if best.isEmpty {
            if key == nil, columns == nil, let named = sharedProposal(nil) ?? textProposal(of: tables) {
                return [named]
            }
            throw key.map { NoProposal("no cell of its tables matches the key mask \($0)") } ?? .noKeys
        }
        var found: [Found] = []
        for one in best.prefix(Self.mostCandidates) {
            found += try proposals(
                for: one, columns, others: keys.filter { $0.table == one.table && $0.column != one.column })
        }
        return found
    }

    /// A column that may be that of the keys.
    struct KeyColumn {
        var table: Int
        var column: Int
        var candidate: KeyCandidate?
        var mask: String
        /// Of the sampled rows.
        var keys: [String]
        var score: Double
        /// The mask where it is a known one.
        var known: KeyMask?
        /// Whether the keys stand in longer cells (`key-in`).
        var isInText = false
        /// Reads the keys where most cells have more in them.
        var inContext: KeysInCells?

        func isKey(_ text: String) -> Bool { key(of: text) != nil }

        /// The key that a cell has.
        func key(of cell: String) -> String? {
            if let inContext { return inContext.key(of: cell) }
            return known?.matches(cell) ?? candidate?.shape.matches(cell.utf8) ?? false ? cell : nil
        }

        /// The keys that a cell has.
        func keys(of cell: String) -> [String] {
            inContext.map { $0.keys(of: cell) } ?? key(of: cell).map { [$0] } ?? []
        }

        /// The key that a row has.
        func key(of cells: [String]) -> String? { cells.indices.contains(column) ? key(of: cells[column]) : nil }

        /// Whether a row has a key in another column.
        func isRow(_ cells: [String], at column: Int) -> Bool { cells.indices.contains(column) && isKey(cells[column]) }

        /// Whether a row has a key.
        func isRow(_ cells: [String]) -> Bool { cells.indices.contains(column) && !keys(of: cells[column]).isEmpty }
    }

    func keyColumns(of table: TextTable, number: Int, _ known: KeyMask?) -> [KeyColumn] {
        let rows = table.rows.prefix(Self.mostRows)
        let width = min(Self.mostColumns, rows.map(\.count).max() ?? 0)
        var found: [KeyColumn] = []
        for column in 0..<width {
            let cells = rows.map { $0.count > column ? $0[column] : "" }
            if let known {
                let keys = cells.filter { known.matches($0) }
                let score = Double(Set(keys).count)
                if score > 0 {
                    found.append(
                        KeyColumn(
                            table: number, column: column, candidate: nil, mask: known.description, keys: keys,
                            score: score,
                            known: known))
                }
                continue
            }
            if var best = bestKey(of: table, column: column, cells)
                ?? keyInContext(of: table, column: column, cells)
                ?? mixedKey(of: table, column: column, cells, having: nil)
                ?? keyInText(of: table, column: column, cells)
            {
                best.table = number
                found.append(best)
            }
        }
        return found
    }

    func bestKey(of table: TextTable, column: Int, _ cells: [String]) -> KeyColumn? {
        var census = KeyCensus()
        for cell in cells { census.add(cell.utf8) }
        let filled = cells.count { !$0.isEmpty }
        var best: KeyColumn?
        for candidate in census.candidates() {
            let keys = cells.filter { candidate.shape.matches($0.utf8) }
            // All but a header: what is left out would be lost.
            guard keys.count * 2 >= filled - 2,
                var score = KeyTexts(keys, under: heading(of: table, column)).score(
                    weight: candidate.shape.weight, among: max(1, filled - 1))
            else { continue }
            score *= HeadingWords.weightOfKeys(heading(of: table, column))
            if score <= best?.score ?? 0 { continue }
            let usual = KeyTexts(keys).areUsual ? KeyMask.london : nil
            best = KeyColumn(
                table: 0, column: column, candidate: candidate, mask: usual?.description ?? candidate.mask, keys: keys,
                score: score, known: usual)
        }
        return best
    }

    /// The keys of a column of many forms, of which none has half of the keys: the heading says that they are numbers, or one
    /// of them is sought. Nil where a fifth of the cells can be no keys.
    func mixedKey(
        of table: TextTable, column: Int, _ cells: [String], having sought: SoughtText?
    ) -> KeyColumn? {
        let heading = heading(of: table, column)
        let texts = Self.listed(cells, table, column).filter { !$0.isEmpty && $0 != heading }
        let isNumbered = heading.map { HeadingWords.areOf($0, HeadingWords.number) } ?? false
        guard isNumbered || sought.map({ sought in texts.contains { sought.isIn($0) } }) == true,
            HeadingWords.weightOfKeys(heading) == 1, texts.count >= Self.fewestMixed,
            let mask = KeyForms.mask(of: texts), mask.masks.count > 1
        else { return nil }
        let keys = texts.filter { mask.matches($0) }
        guard keys.count * 5 >= texts.count * 4,
            let score = KeyTexts(keys, under: heading).score(weight: mask.shortest, among: texts.count)
        else { return nil }
        return KeyColumn(
            table: 0, column: column, candidate: nil, mask: mask.text, keys: keys, score: score * Self.shareOfMixed,
            known: mask)
    }

    /// Fewer texts of several forms may be anything; one form is better.
    private static let (fewestMixed, shareOfMixed) = (3, 0.5)

    /// What the first row that says anything in a column says there, or its field. A text alone in its row is a title, if
    /// others are not.
    func heading(of table: TextTable, _ column: Int) -> String? {
        if let fields = table.fields { return fields.indices.contains(column) ? fields[column] : nil }
        let rows = table.rows.prefix(10).filter { $0.indices.contains(column) && !$0[column].isEmpty }
        return (rows.first { row in row.count { !$0.isEmpty } > 1 } ?? rows.first)?[column]
    }

    // MARK: - The proposal

    /// The proposals for a column of keys: with the other columns told by their headings, and by their order.
    func proposals(
        for key: KeyColumn, _ columns: [Column]?, others: [KeyColumn]
    ) throws(NoProposal) -> [Found] {
        let table = tables[key.table]
        let header = header(of: table, key)
        let layout = columns ?? choice(in: table, key, header).columns
        guard let origin = layout.firstIndex(of: .batch) else { throw NoProposal("\(LayoutError.noBatch)") }
        let place = { (column: Column) in layout.firstIndex(of: column).map { key.column + $0 - origin } }
        let title = { (column: Column) -> String? in
            guard let place = place(column), let header, header.indices.contains(place) else { return nil }
            return header[place].isEmpty ? nil : header[place]
        }
        let found = ColumnHeadings(batch: title(.batch), status: title(.status), date: title(.date))
        let key = widened(key, in: table, header, others: [place(.status), place(.date)].compactMap(\.self))
        let rows = rows(like: key, header, status: place(.status), date: place(.date))
        var proposal = Proposal(
            key: key.mask, columns: layout.map(\.rawValue), found: found, rowCount: rows.count,
            samples: Array(rows.prefix(Proposal.sampleCount)))
        proposal.keyIn = key.isInText ? KeyMask.inText : nil
        if tables.count > 1 { proposal.tableNumber = key.table + 1 }
        proposal.tableName = table.name.isEmpty ? nil : table.name
        if let other = others.max(by: { $0.score < $1.score }) {
            let name = other.column < header?.count ?? 0 ? header.map { " under \"\($0[other.column])\"" } ?? "" : ""
            proposal.notes.append("another column could be the key: \(other.mask)\(name)")
        }
        if columns == nil, let header {
            let taken = [place(.batch), place(.status), place(.date)]
            let left = header.prefix(Self.mostColumns).enumerated().filter { !taken.contains($0.offset) }
            proposal.note(leftOut: left.map(\.element))
        }
        if rows.allSatisfy({ $0.update.status.isEmpty }) {
            proposal.notes.append("no column looks like a status; only appearing and disappearing can be reported")
        }
        guard columns == nil, let header, Self.canTell(found, header, layout) else { return [(proposal, rows)] }
        return [(proposal.told(by: found), rows), (proposal, rows)]
    }

    /// The fields of a table, or the nearest row above the first key that has a text in its column.
    func header(of table: TextTable, _ key: KeyColumn) -> [String]? {
        if let fields = table.fields { return fields }
        let first = table.rows.firstIndex { key.isRow($0) }
        let rows = table.rows.prefix(first ?? 0).filter { row in
            row.indices.contains(key.column) && !row[key.column].isEmpty && !Self.isRule(row)
                && KeyShape(row[key.column].utf8) == nil
        }
        // A text alone above others is a title, or the name of a group of rows.
        let above = rows.last { row in row.count { !$0.isEmpty } > 1 } ?? rows.last
        return above.flatMap { Self.isData($0, of: table, below: first ?? 0) ? nil : $0 }
    }

    /// Whether a row is a line drawn with characters below the headings, as in Markdown.
    private static func isRule(_ row: [String]) -> Bool {
        row.allSatisfy { $0.utf8.allSatisfy { [0x2D, 0x3A, 0x3D, 0x20, 0x7C, 0x2B].contains($0) } }
    }

    /// Whether a row says what others say in the same places: it is one of them, and no header.
    ///
    /// - Parameter first: the first row that is certainly one.
    static func isData(_ row: [String], of table: TextTable, below first: Int) -> Bool {
        // A repeated header is still a header, whatever the order of its columns.
        let sorted = row.sorted()
        let others = table.rows.dropFirst(first).prefix(mostRows).filter {
            $0.count != row.count || $0 != row && $0.sorted() != sorted
        }
        return row.prefix(mostColumns).enumerated().contains { column, cell in
            if cell.isEmpty { return false }
            let below = others.lazy.filter { $0.indices.contains(column) }.map { $0[column] }
            return below.contains(cell) || DateCell.isDate(cell) && ColumnFacts(Array(below)).areDates
        }
    }

    /// The keys with the forms that other cells of their column have, in rows that say something.
    private func widened(_ key: KeyColumn, in table: TextTable, _ header: [String]?, others: [Int]) -> KeyColumn {
        guard key.inContext == nil, let mask = key.known ?? (try? KeyMask(key.mask)) else { return key }
        let left = listed(in: table, key, header).compactMap { cells -> String? in
            guard cells.indices.contains(key.column), cells != header, key.key(of: cells) == nil else { return nil }
            let says = { (place: Int) in cells.indices.contains(place) && place != key.column && !cells[place].isEmpty }
            let isRow = others.isEmpty ? cells.indices.contains(where: says) : others.allSatisfy(says)
            return isRow ? KeysInCells.plain(cells[key.column]) : nil
        }
        guard let wide = KeyForms.mask(mask, with: left) else { return key }
        var key = key
        (key.known, key.mask, key.candidate) = (wide, wide.text, nil)
        return key
    }

    /// The rows down to the headings of another table: these say something in the keys' column and in another one, and nowhere
    /// a number.
    private func listed(in table: TextTable, _ key: KeyColumn, _ header: [String]?) -> ArraySlice<[String]> {
        guard let last = table.rows.lastIndex(where: { key.isRow($0) }) else { return table.rows[...] }
        let end = table.rows[(last + 1)...].firstIndex { $0 != header && Self.isHeading($0, over: key.column) }
        return table.rows[..<(end ?? table.rows.endIndex)]
    }

    /// The cells of a column down to the headings of another table, which has fewer rows.
    private static func listed(_ cells: [String], _ table: TextTable, _ column: Int) -> ArraySlice<String> {
        let end = table.rows.prefix(cells.count).lastIndex { isHeading($0, over: column) }
        return end.map { $0 * 2 > cells.count ? cells[..<$0] : cells[...] } ?? cells[...]
    }

    private static func isHeading(_ cells: [String], over column: Int) -> Bool {
        cells.indices.contains(column) && !cells[column].isEmpty && cells.count { !$0.isEmpty } > 1
            && !cells.contains { $0.utf8.contains { 0x30...0x39 ~= $0 } }
    }

    private func choice(in table: TextTable, _ key: KeyColumn, _ header: [String]?) -> ColumnChoice {
        let rows = table.rows.prefix(2 * Self.mostRows).filter { key.isRow($0) }
        let width = min(Self.mostColumns, rows.map(\.count).max() ?? 0)
        var facts: [Int: ColumnFacts] = [:]
        var headings: [Int: String] = [:]
        for other in 0..<width where other != key.column {
            facts[other - key.column] = ColumnFacts(rows.map { $0.count > other ? $0[other] : "" })
            if let header, header.indices.contains(other) { headings[other - key.column] = header[other] }
        }
        let isKeys = { (place: Int) in rows.contains { key.isRow($0, at: key.column + place) } }
        return ColumnChoice(facts.ofOnePart(keys: isKeys), headings: headings)
    }

    /// Whether each column that is wanted has a heading, and one that no other column has.
    private static func canTell(_ found: ColumnHeadings, _ header: [String], _ layout: [Column]) -> Bool {
        let wanted: [(Column, String?)] = [(.batch, found.batch), (.status, found.status), (.date, found.date)]
        return wanted.allSatisfy { column, title in
            guard layout.contains(column) else { return true }
            guard let title, HeadingWords.areLasting(title) else { return false }
            return header.count { $0.lowercased() == title.lowercased() } == 1
        }
    }

    /// The rows of all tables that look like this one: with the same headings, or keys in the same column.
    private func rows(like key: KeyColumn, _ header: [String]?, status: Int?, date: Int?) -> [Row] {
        var rows: [Row] = []
        for (number, table) in tables.enumerated() {
            if number != key.table, self.header(of: table, key) != header { continue }
            for cells in table.rows {
                guard cells.indices.contains(key.column) else { continue }
                let cell = { (place: Int?) in place.flatMap { cells.indices.contains($0) ? cells[$0] : nil } ?? "" }
                for batch in key.keys(of: cells[key.column]) {
                    let update = Update(status: cell(status), date: cell(date))
                    rows.append(Row(batch: batch, update: update, page: number + 1))
                }
            }
        }
        return rows
    }
}
