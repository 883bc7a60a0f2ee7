// Dates at the ends of rows whose statuses are of all lengths: no border parts them, as behind a tab stop, or where long
// statuses run into empty cells. They are set apart, so that the columns are found as on all other pages.

import Text

extension PageLines {
    /// Fewer dates show no column.
    private static let fewestDates = 3
    /// A date has so many pieces at most.
    private static let mostPiecesOfDate = 6
    /// Cells of a column begin or end this near to each other, in em.
    private static let sameEdge = 0.15

    /// What a row's line has beside its key: a status, and a date at its end; either may be empty.
    private typealias DatedRow = (status: Range<Int>, date: Range<Int>)

    /// Moves the dates at the ends of rows to a column of their own, to the right of all statuses, and what stands above them.
    ///
    /// - Returns: whether each row shows what its date is, so that it did.
    mutating func setDatesApart(of keys: [KeyCell], in bands: ColumnBands?) -> Bool {
        guard let em = keys.first.map({ lines[$0.line].size }), let rows = datedRows(keys), haveRoom(between: keys)
        else {
            return false
        }
        let dates = rows.map(\.date).filter { !$0.isEmpty }
        let joined = dates.count { bands?.band(at: pieces[$0.lowerBound].start) == 1 }
        guard dates.count >= Self.fewestDates, joined * 2 >= rows.count,
            let start = usual(dates.map { pieces[$0.lowerBound].start }, em),
            let end = usual(dates.map { pieces[$0.upperBound - 1].end }, em),
            areCertain(rows, start: start, end: end, slack: Self.sameEdge * em)
        else { return false }
        let inDates = Set(dates.joined())
        let table = rows[0].status.lowerBound..<rows[rows.count - 1].date.upperBound
        let column = table.reduce(start) { inDates.contains($1) ? $0 : max($0, pieces[$1].end) } + em
        for date in dates { move(date, to: column) }
        moveHeadings(outside: keys, from: start, to: end, column, em)
        return true
    }

    /// Whether the date of each row is certain: it has a gap before it that no space between words has, or begins or ends
    /// where most do, or the status before it is one that other rows have.
    private func areCertain(_ rows: [DatedRow], start: Double, end: Double, slack: Double) -> Bool {
        var statuses: Set<String> = []
        var others: Set<String> = []
        for row in rows {
            guard let first = row.date.first, let last = row.date.last else {
                // What stands where dates do is what the row has for a date.
                if row.status.dropFirst().contains(where: { abs(pieces[$0].start - start) < slack }) { return false }
                continue
            }
            let isClear =
                row.status.isEmpty || gap(before: first) >= BorderSearch.wideGap
                || abs(pieces[first].start - start) < slack
                || abs(pieces[last].end - end) < slack
            if isClear { statuses.insert(text(of: row.status)) } else { others.insert(text(of: row.status)) }
        }
        return others.isSubset(of: statuses)
    }

    /// The rows; nil where one has more texts than a status and a date.
    private func datedRows(_ keys: [KeyCell]) -> [DatedRow]? {
        var rows: [DatedRow] = []
        for key in keys {
            let own = key.pieces.upperBound..<lines[key.line].pieces.upperBound
            let first = own.suffix(Self.mostPiecesOfDate).first { DateCell.isDate(text(of: $0..<own.upperBound)) }
            let status = own.lowerBound..<(first ?? own.upperBound)
            if status.dropFirst().contains(where: { gap(before: $0) >= BorderSearch.wideGap }) { return nil }
            rows.append((status, (first ?? own.upperBound)..<own.upperBound))
        }
        return rows
    }

    /// The gap before a piece of a line that is not the line's first, in em.
    private func gap(before piece: Int) -> Double {
        (pieces[piece].start - pieces[piece - 1].end) / pieces[piece].size
    }

    /// Whether the lines between rows are each a text of one cell, and begin where statuses do or before them.
    private func haveRoom(between keys: [KeyCell]) -> Bool {
        guard let first = keys.first?.line, let last = keys.last?.line, first < last else { return false }
        let starts = keys.compactMap { key in
            lines[key.line].pieces.upperBound > key.pieces.upperBound ? pieces[key.pieces.upperBound].start : nil
        }
        guard Set(keys.map(\.line)).count == keys.count, let start = starts.min() else { return false }
        let rows = Set(keys.map(\.line))
        return (first...last).allSatisfy { number in
            rows.contains(number)
                || pieces[lines[number].pieces.lowerBound].start < start + 0.5 * lines[number].size
                    && cells(of: lines[number]).count == 1
        }
    }

    /// The place that most of the places are; nil where there is none.
    private func usual(_ places: [Double], _ em: Double) -> Double? {
        let sorted = places.sorted()
        return sorted.max { left, right in
            func near(_ place: Double) -> Int {
                sorted.countOfFirst { $0 < place + Self.sameEdge * em }
                    - sorted.countOfFirst { $0 <= place - Self.sameEdge * em }
            }
            return near(left) < near(right)
        }
    }

    private mutating func move(_ range: Range<Int>, to place: Double) {
        let step = place - pieces[range.lowerBound].start
        for piece in range {
            pieces[piece].start += step
            pieces[piece].end += step
        }
    }

    /// Moves what stands above or below the dates and apart from the text before it.
    private mutating func moveHeadings(
        outside keys: [KeyCell], from start: Double, to end: Double, _ column: Double, _ em: Double
    ) {
        guard let first = keys.first?.line, let last = keys.last?.line else { return }
        for number in lines.indices where number < first || number > last {
            let line = lines[number].pieces
            let heading = line.dropFirst().first { piece in
                gap(before: piece) >= BorderSearch.wideGap && pieces[piece].start > start - em
                    && pieces[piece].start < end
            }
            if let heading { move(heading..<line.upperBound, to: column) }
        }
    }
}
