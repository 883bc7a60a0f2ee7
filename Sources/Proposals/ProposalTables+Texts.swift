// A proposal for a table whose keys are no numbers: names, as of stations or users, one to a row, below a heading.

import Reading
import Rows
import Text

extension ProposalTables {
    /// The table with the most rows that have a name each, read by its headings; nil where there is none.
    func textProposal(of tables: [TextTable]) -> (Proposal, [Row])? {
        var best: (proposal: Proposal, rows: [Row])?
        for (number, table) in tables.prefix(Self.mostTables).enumerated() {
            guard let (headings, body) = headed(table), let found = columns(of: headings, body),
                let (proposal, rows) = textProposal(of: table, number, found), rows.count > best?.rows.count ?? 0
            else { continue }
            best = (proposal, rows)
        }
        return best
    }

    /// A proposal for a table that is read by these headings.
    private func textProposal(of table: TextTable, _ number: Int, _ found: ColumnHeadings) -> (Proposal, [Row])? {
        var proposal = Proposal(
            key: KeyMask.anyText.text, columns: [], found: found, rowCount: 0, samples: [])
        proposal.headings = found
        if tables.count > 1 { proposal.tableNumber = number + 1 }
        proposal.tableName = table.name.isEmpty ? nil : table.name
        guard let rows = rows(of: table, found, number: number + 1) else { return nil }
        proposal.rowCount = rows.count
        proposal.samples = Array(rows.prefix(Proposal.sampleCount))
        proposal.notes = ["the keys are texts: write those that you watch as in the list"]
        return (proposal, rows)
    }

    /// What stands above a table's columns, and its rows: a header has a text in each of its cells, and no digit.
    func headed(_ table: TextTable) -> (headings: [String], body: ArraySlice<[String]>)? {
        if let fields = table.fields { return (fields, table.rows.prefix(Self.mostRows)) }
        let isHeader = { (row: [String]) in
            row.count > 1
                && row.allSatisfy { cell in !cell.isEmpty && !cell.utf8.contains { $0 >= 0x30 && $0 <= 0x39 } }
        }
        guard let header = table.rows.prefix(10).firstIndex(where: isHeader),
            !Self.isData(table.rows[header], of: table, below: header + 1)
        else { return nil }
        return (table.rows[header], table.rows[(header + 1)...].prefix(Self.mostRows))
    }

    /// The names, and what is said of each.
    ///
    /// - Parameter known: the column of the names, where it is known.
    private func columns(
        of headings: [String], _ body: ArraySlice<[String]>, key known: Int? = nil
    ) -> ColumnHeadings? {
        guard body.count > 1 || known != nil else { return nil }
        var facts: [Int: ColumnFacts] = [:]
        for column in headings.indices.prefix(Self.mostColumns)
        where headings.count(where: { $0 == headings[column] }) == 1 {
            facts[column] = ColumnFacts(body.map { $0.indices.contains(column) ? $0[column] : "" })
        }
        let score = facts.mapValues(\.nameScore)
        let weighed = { (column: Int) in
            let isFigures = facts[column]?.figureScore ?? 0 > 0.5
            return isFigures && !HeadingWords.isOfID(headings[column])
                ? 0 : (score[column] ?? 0) * HeadingWords.weightOfName(headings[column])
        }
        guard let key = known ?? facts.keys.sorted().max(by: { weighed($0) < weighed($1) }),
            known != nil || weighed(key) > 0, facts[key] != nil
        else { return nil }
        facts[key] = nil
        let choice = ColumnChoice(
            facts, headings: Dictionary(uniqueKeysWithValues: facts.keys.map { ($0, headings[$0]) }))
        // What is said of a station is a number: its price.
        let figure = facts.keys.sorted().max { facts[$0]?.figureScore ?? 0 < facts[$1]?.figureScore ?? 0 }
        let isFigure = figure.map { facts[$0]?.figureScore ?? 0 > 0.9 } ?? false
        let isNamed =
            choice.status.map {
                HeadingWords.areOf(headings[$0], HeadingWords.status) || facts[$0]?.words ?? 0 >= Self.fewWords
            } ?? false
        let status = isNamed ? choice.status : isFigure ? figure : choice.status
        guard status != nil || choice.date != nil else { return nil }
        return ColumnHeadings(
            batch: headings[key], status: status.map { headings[$0] }, date: choice.date.map { headings[$0] })
    }

    /// From this share on, words of statuses show a column of them.
    private static let fewWords = 0.2

    /// The tables that have this text as a cell, read by the column that it stands in: by a mask where that has the
    /// others of the column too, else by its heading as texts. None where there is no such cell, or no heading; those of
    /// most rows first.
    func proposals(having sought: SoughtText, _ columns: [Column]?) throws(NoProposal) -> [Found] {
        var found: [[Found]] = []
        for (number, table) in tables.prefix(Self.mostTables).enumerated() {
            for column in self.columns(of: table, having: sought) {
                let next = try proposals(for: table, number, column, sought, columns)
                if !next.isEmpty { found.append(next) }
            }
        }
        let sorted = found.enumerated().sorted { left, right in
            let (most, least) = (left.element[0].rows.count, right.element[0].rows.count)
            return (least, left.offset) < (most, right.offset)
        }
        let all = sorted.flatMap(\.element)
        return all.isEmpty ? try proposals(havingInText: sought, columns) : all
    }

    /// The tables that have this number in longer cells, those of most rows first.
    private func proposals(havingInText sought: SoughtText, _ columns: [Column]?) throws(NoProposal) -> [Found] {
        guard sought.mask?.isLiteral == true else { return [] }
        var found: [Found] = []
        for (number, table) in tables.prefix(Self.mostTables).enumerated() {
            let rows = table.rows.prefix(Self.mostRows)
            for column in 0..<min(Self.mostColumns, rows.map(\.count).max() ?? 0) {
                let cells = rows.map { $0.indices.contains(column) ? $0[column] : "" }
                guard var key = keyInText(of: table, column: column, cells, having: sought) else { continue }
                key.table = number
                found += try proposals(for: key, columns, others: [])
            }
        }
        // A row that says nothing of the number is a sentence.
        found = found.filter { one in
            one.rows.contains { row in
                sought.isKey(row.batch, isText: false) && !(row.update.status.isEmpty && row.update.date.isEmpty)
            }
        }
        return found.sorted { $0.rows.count > $1.rows.count }
    }

    private func columns(of table: TextTable, having sought: SoughtText) -> [Int] {
        var found: Set<Int> = []
        for row in table.rows {
            for (column, cell) in row.prefix(Self.mostColumns).enumerated() where sought.isIn(cell) {
                found.insert(column)
            }
        }
        return found.sorted()
    }

    private func proposals(
        for table: TextTable, _ number: Int, _ column: Int, _ sought: SoughtText, _ columns: [Column]?
    ) throws(NoProposal) -> [Found] {
        let cells = table.rows.prefix(Self.mostRows).map { $0.indices.contains(column) ? $0[column] : "" }
        let best =
            bestKey(of: table, column: column, cells)
            ?? mixedKey(of: table, column: column, cells, having: sought)
        if var key = best, key.isKey(sought.text) {
            key.table = number
            return try proposals(for: key, columns, others: [])
        }
        if columns == nil, let (headings, body) = headed(table), headings.indices.contains(column),
            headings.count(where: { $0 == headings[column] }) == 1,
            let found = self.columns(of: headings, body, key: column)
        {
            return textProposal(of: table, number, found).map { [$0] } ?? []
        }
        // Those that look like it are all that can be told without headings.
        guard let mask = sought.mask?.list, !mask.isAnyText else { return [] }
        let keys = cells.filter { mask.matches($0) }
        let key = KeyColumn(
            table: number, column: column, candidate: nil, mask: mask.description, keys: keys,
            score: Double(keys.count),
            known: mask)
        return try proposals(for: key, columns, others: [])
    }

    func rows(
        of table: TextTable, _ headings: ColumnHeadings, key: KeyMask = .anyText, number: Int
    ) -> [Row]? {
        var reader = TableReader(
            layout: TableLayout(key: key, headings: headings), watched: nil, fingerprints: false)
        reader.add(table)
        guard var rows = try? reader.finish().rows else { return nil }
        for index in rows.indices { rows[index].page = number }
        return rows
    }
}

extension HeadingWords {
    /// Whether figures below a heading name somebody, and count nothing.
    fileprivate static func isOfID(_ heading: String) -> Bool {
        ["id", "@id"].contains(heading.lowercased())
    }

    /// How much a heading speaks for names below it: an "id" more than a "name", and that more than a "title".
    fileprivate static func weightOfName(_ heading: String) -> Double {
        if isOfID(heading) { return 5 }
        return areOf(heading, ["name"]) ? 4 : areOf(heading, name) ? 3 : 1
    }
}

extension ColumnFacts {
    /// How likely these are names; 0 for what is none: most rows have one, and each another.
    fileprivate var nameScore: Double {
        filled < 0.9 || distinct < 0.9 || areDates || length < 1 || length > 60 ? 0 : filled * distinct
    }

    /// How likely these are figures.
    fileprivate var figureScore: Double { areDates ? 0 : numbers * filled }
}
