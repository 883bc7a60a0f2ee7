// Splits a batch with several updates into rows: its cell is merged over the rows of the updates. Only dates show this:
// if the lines contain one whole date after the other, each beside a status, each date is an update of the batch above.
// If cells are not aligned at the top, this is not certain, and the list is refused (`RowError`).

extension PageTable {
    /// What a batch's lines say, update by update; one part where its cell is not merged over several.
    ///
    /// - Parameters:
    ///   - lines: the lines with its status and those with its date, from top to bottom.
    ///   - goesOn: whether they go on with an update that has its date already, on the page before. Then the first part
    ///     is what that is still to get.
    func updates(in lines: CellLines, goesOn: Bool = false) -> [CellLines] {
        let carried = goesOn ? 1 : 0
        guard lines.date.count + carried > 1, let band = layout.band(of: .date),
            let dates = wholeDates(lines.date, band), dates.count + carried > 1
        else { return [lines] }
        var updates = [CellLines](repeating: CellLines(), count: carried)
        updates += dates.map { CellLines(status: [], date: $0) }
        // How many dates begin at a line or above it: all lines go downwards, so each date is passed once.
        var begun = 0
        for line in lines.status {
            while begun < dates.count, let first = dates[begun].first, first <= line { begun += 1 }
            updates[max(begun - 1 + carried, 0)].status.append(line)
        }
        // Two dates beside one status are a cell with two dates: from, to.
        return updates.count { !$0.status.isEmpty } + carried > 1 ? updates : [lines]
    }

    /// A day, a month and a year, and two separators.
    private static let dateParts = 5

    /// The lines of each date, if they make whole dates of one form and nothing else.
    private func wholeDates(_ lines: [Int], _ band: Int) -> [[Int]]? {
        var dates: [[Int]] = []
        var date: [Int] = []
        var form = TextForm()
        var usual: TextForm?
        var last: Int?
        for number in lines {
            for piece in pieces(of: CollectionOfOne(number), in: band) {
                form.add(piece, after: last, page)
                last = piece
            }
            if last == nil { continue }
            date.append(number)
            guard form.count >= Self.dateParts, form.isWhole else { continue }
            if form != usual ?? form { return nil }
            usual = form
            dates.append(date)
            (date, form, last) = ([], TextForm(), nil)
        }
        return date.isEmpty && !dates.isEmpty ? dates : nil
    }
}
