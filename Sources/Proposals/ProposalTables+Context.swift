// Proposals for columns with more than a key in each cell: "Case No. 66357342", or the whole case, "66357342: Refused".

import Reading
import Rows
import Text

extension ProposalTables {
    /// Fewer digits beside other text may be anything.
    private static let fewestSigns = 6
    /// A column of keys alone is better.
    private static let share = 0.5

    /// The keys of a column whose cells have more in them that says nothing of the case; nil where there are none.
    func keyInContext(of table: TextTable, column: Int, _ cells: [String]) -> KeyColumn? {
        var census = KeyCensus()
        var hasWords = false
        for cell in cells {
            for word in KeysInCells.words(of: cell) where word != cell { hasWords = census.add(word.utf8) || hasWords }
        }
        if !hasWords { return nil }
        let filled = cells.count { !$0.isEmpty }
        let heading = heading(of: table, column)
        if HeadingWords.weightOfKeys(heading) < 1 { return nil }
        var best: KeyColumn?
        for candidate in census.candidates() where candidate.shape.weight >= Self.fewestSigns {
            guard let mask = try? KeyMask(candidate.mask) else { continue }
            let reader = KeysInCells(mask, heading: heading)
            let keys = cells.compactMap { reader.key(of: $0) }
            guard keys.count * 2 >= filled - 2,
                let score = KeyTexts(keys).score(weight: candidate.shape.weight, among: max(1, filled - 1)),
                score * Self.share > best?.score ?? 0
            else { continue }
            let usual = KeyTexts(keys).areUsual ? KeyMask.london : nil
            best = KeyColumn(
                table: 0, column: column, candidate: candidate, mask: usual?.description ?? candidate.mask, keys: keys,
                score: score * Self.share, known: usual, inContext: reader)
        }
        return best
    }

    /// Cells around a key are worth less than a key beside a label.
    private static let shareOfText = 0.4

    /// The keys of a column of longer cells: "23-340 (Smith)", "23-340, 23-341". Nil if fewer than nine cells in ten have a
    /// key, or if the keys are plain numbers.
    ///
    /// - Parameter sought: the number that somebody wants to watch: then one of the cells has to have it, and the keys
    ///   are those that look like it.
    func keyInText(of table: TextTable, column: Int, _ cells: [String], having sought: SoughtText? = nil) -> KeyColumn?
    {
        // In a table of one column the text beside the key is its status.
        guard table.rows.count(where: { $0.count > 1 }) * 2 > table.rows.count else { return nil }
        var candidates: [KeyCandidate] = []
        if let sought {
            guard let mask = sought.mask?.list, let shape = KeyShape(sought.text.utf8) else { return nil }
            candidates = [KeyCandidate(shape: shape, mask: mask.text, count: 1)]
        } else {
            var census = KeyCensus()
            for cell in cells { for word in KeysInCells.words(of: cell) { census.add(word.utf8) } }
            candidates = census.candidates().filter { !$0.shape.isNumber && $0.shape.weight >= Self.fewestSigns - 1 }
        }
        let filled = cells.count { !$0.isEmpty }
        var best: KeyColumn?
        for candidate in candidates {
            guard var mask = try? KeyMask(candidate.mask) else { continue }
            mask.isInText = true
            let reader = KeysInCells(mask, heading: nil)
            let found = cells.map { reader.keys(of: $0) }
            let keys = found.flatMap(\.self)
            // A single record joins the values of each of its lists: nothing tells which status belongs to which key.
            if table.fields != nil, table.rows.count == 1, found.contains(where: { Set($0).count > 1 }) { continue }
            let isFull = found.count { !$0.isEmpty } * 10 >= (filled - 2) * 9
            guard sought.map({ sought in keys.contains { sought.isKey($0, isText: false) } }) ?? isFull,
                let score = KeyTexts(keys).score(weight: candidate.shape.weight, among: max(1, filled - 1)),
                score * Self.shareOfText > best?.score ?? 0
            else { continue }
            best = KeyColumn(
                table: 0, column: column, candidate: candidate, mask: candidate.mask, keys: keys,
                score: score * Self.shareOfText, known: mask, isInText: true, inContext: reader)
        }
        return best
    }

    /// The table with the most rows whose keys and statuses stand in one column below a heading, as the titles of a feed
    /// do; nil where there is none, or what is sought is in none.
    func sharedProposal(_ sought: SoughtText?) -> (proposal: Proposal, rows: [Row])? {
        var best: (proposal: Proposal, rows: [Row])?
        for (number, table) in tables.prefix(Self.mostTables).enumerated() {
            guard let (headings, body) = headed(table) else { continue }
            for column in headings.indices.prefix(Self.mostColumns)
            where headings.count(where: { $0 == headings[column] }) == 1 && HeadingWords.areLasting(headings[column]) {
                guard let found = sharedProposal(table, number, column, headings, body, sought),
                    found.rows.count > best?.rows.count ?? 0
                else { continue }
                best = found
            }
        }
        return best
    }

    private func sharedProposal(
        _ table: TextTable, _ number: Int, _ column: Int, _ headings: [String], _ body: ArraySlice<[String]>,
        _ sought: SoughtText?
    ) -> (proposal: Proposal, rows: [Row])? {
        let cells = body.map { $0.indices.contains(column) ? $0[column] : "" }.filter { !$0.isEmpty }
        // A title with a comma above lines of text is no heading.
        guard cells.count * 2 > body.count,
            table.fields != nil || body.count(where: { $0.count == headings.count }) * 2 > body.count,
            let lines = ProposalLines([TextBlock(cells, isWritten: true)]).look(key: nil, columns: nil, sought: sought),
            lines.rows.count * 2 >= cells.count, lines.proposal.columns.contains(Column.status.rawValue),
            let key = try? KeyMask(lines.proposal.key)
        else { return nil }
        let title = headings[column]
        var found = ColumnHeadings(batch: title, status: title)
        if lines.proposal.columns.contains(Column.date.rawValue) {
            found.date = title
        } else {
            found.date = headings.indices.prefix(Self.mostColumns).first { other in
                other != column && headings.count(where: { $0 == headings[other] }) == 1
                    && ColumnFacts(body.map { $0.indices.contains(other) ? $0[other] : "" }).areDates
            }.map { headings[$0] }
        }
        guard let rows = rows(of: table, found, key: key, number: number + 1), !rows.isEmpty else { return nil }
        var proposal = Proposal(
            key: lines.proposal.key, columns: [], found: found, rowCount: rows.count,
            samples: Array(rows.prefix(Proposal.sampleCount)))
        proposal.headings = found
        if tables.count > 1 { proposal.tableNumber = number + 1 }
        proposal.tableName = table.name.isEmpty ? nil : table.name
        proposal.notes = ["\"\(title)\" has the number and what is said of it"]
        return (proposal, rows)
    }
}
