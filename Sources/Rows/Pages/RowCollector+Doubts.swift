// What the collected rows show by themselves that is not certain.

extension RowCollector {
    /// The last row, where it is wanted and a column of the layout has no text in it.
    func incompleteRow(_ layout: TableLayout) -> (number: Int, update: Update)? {
        lastRow.flatMap { isIncomplete($0, layout) ? ($0, builder.list.rows[$0].update) : nil }
    }

    /// Doubts a row that is still without a text after a page on which that may stand, and did not go on there.
    mutating func doubtIncomplete(_ row: (number: Int, update: Update), _ layout: TableLayout, page: Int) {
        if !isIncomplete(row.number, layout) || builder.list.rows[row.number].update != row.update { return }
        let batch = builder.list.rows[row.number].batch
        add([Doubt(page: page, word: batch, rule: .atEdge, batches: [batch])])
    }

    /// Doubts the last row: it may go on with texts at the top of the next page.
    mutating func doubtContinued(_ texts: [String], page: Int) {
        guard let batch = lastRow.map({ builder.list.rows[$0].batch }) else { return }
        add(texts.map { Doubt(page: page, word: $0, rule: .atEdge, batches: [batch]) })
    }

    private func isIncomplete(_ row: Int, _ layout: TableLayout) -> Bool {
        let update = builder.list.rows[row].update
        return layout.band(of: .status) != nil && update.status.isEmpty
            || layout.band(of: .date) != nil && update.date.isEmpty
    }

    /// Rows without a date, if their status is a date, or ends with one that is one word or touches the text before it; and
    /// rows with another text in the column of the dates, if their status begins or ends with a date.
    var datesInStatuses: [Doubt] {
        builder.list.rows.filter { !DateCell.isDate($0.update.date, compact: true) }.compactMap { row in
            let words = row.update.status.split(separator: " ")
            guard let last = words.last,
                row.update.date.isEmpty
                    ? DateCell.isDate(last) || DateCell.isDate(row.update.status)
                        || DateCell.isTouched(atEndOf: words, ofUpTo: StatusesAndDates.mostWords)
                    : !DateCell.isDate(row.update.status)
                        && DateCell.isAtEnd(of: words, ofUpTo: StatusesAndDates.mostWords)
            else { return nil }
            return Doubt(page: row.page, word: String(last), rule: .disagreement, batches: [row.batch])
        }
    }

    /// Rows whose status is a date and whose date is none, in a list of which others have it the other way round.
    var swappedRows: [Doubt] {
        builder.list.rows.filter { SwappedRows.isSwapped($0.update) }.map {
            Doubt(page: $0.page, word: $0.update.status, rule: .disagreement, batches: [$0.batch])
        }
    }

    /// Rows without a status whose date has no digit: what is merged over both columns stands in either.
    var statusesInDates: [Doubt] {
        builder.list.rows.filter { $0.update.status.isEmpty && !$0.update.date.isEmpty }.compactMap { row in
            let date = row.update.date
            if date.utf8.count < 4 || date.contains(where: \.isNumber) { return nil }
            return Doubt(page: row.page, word: date, rule: .disagreement, batches: [row.batch])
        }
    }

    /// Words of the rows that a font gave the wrong characters.
    var misreadWords: [Doubt] {
        builder.list.rows.compactMap { row in
            MixedScripts.word(in: row.update.status).map {
                Doubt(page: row.page, word: $0, rule: .misread, batches: [row.batch])
            }
        }
    }
}
