// Pages on which more than gaps shows the rows and columns of texts: these are moved to where the table has them.

extension RowReader {
    /// Puts texts where their rows and columns are, on a page that shows by more than gaps where these are.
    ///
    /// - Returns: whether it has such texts.
    mutating func setApart() -> Bool {
        if layout.endsWithDates, page.setDatesApart(of: keys.cells, in: columns.bands) { return true }
        guard let bands = columns.bands, let band = layout.band(of: .status),
            page.spreadMergedCells(of: keys.cells, layout.key, inBand: band, of: bands, rest: &mergedRest)
        else { return false }
        findKeys()
        return true
    }

    /// Gives each row the text of the merged cell that the rules between the rows show, or doubts the rows.
    mutating func spreadRuledCells(_ lines: RulingLines) {
        // The keys are pieces of the page as it was.
        let before = page
        var doubted: [KeyCell] = []
        let isSpread = page.spreadRuledCells(of: keys.cells, lines, doubted: &doubted)
        rows.add(
            doubted.map { row in
                let key = row.key(layout.key, in: before)
                return Doubt(page: before.number, word: key, rule: .disagreement, batches: [key])
            })
        if !isSpread { return }
        sharedCells.addMerged()
        findKeys()
    }

    /// Doubts a merged cell that went on over a page's end, of which the next page with rows does not show the rest.
    mutating func accountForMergedRest(before page: Int = .max) {
        guard let rest = mergedRest, rest.page < page else { return }
        mergedRest = nil
        rows.add([Doubt(page: rest.page, word: rest.texts.first?.text ?? "", rule: .atEdge, batches: [rest.key])])
    }
}
