// What lines and grounds show of rows where they close no cells: a line between every two rows, every other row shaded.
// Where the table is, the caller knows: its text shows it.

extension RulingLines {
    /// So much of a table's width a line between its rows covers, and a ground behind one.
    private static let rowCoverage = 0.9

    /// The places across, from top to bottom, of the lines through a table that reaches so far along.
    func rowRules(from left: Double, to right: Double) -> [Double] {
        var places: [Double] = []
        var first = 0
        while first < level.count {
            var next = first
            var covered = Coverage(left, right)
            while next < level.count, level[next].place == level[first].place {
                covered.add(level[next].start, level[next].end)
                next += 1
            }
            if covered.length >= RulingLines.rowCoverage * (right - left) { places.append(level[first].place) }
            first = next
        }
        return places
    }

    /// The ranges across, from top to bottom, of what is shaded through a table that reaches so far along, cell by cell
    /// maybe. The ground of the whole table is among them where nothing within it is shaded.
    func rowBands(from left: Double, to right: Double) -> [ClosedRange<Double>] {
        var bands: [ClosedRange<Double>] = []
        var first = 0
        while first < grounds.count {
            var end = first
            var covered = Coverage(left, right)
            // Cells of a row have one height but for rounding.
            while end < grounds.count, grounds[end].top - grounds[first].top <= 1,
                abs(grounds[end].bottom - grounds[first].bottom) <= 1
            {
                covered.add(grounds[end].left, grounds[end].right)
                end += 1
            }
            if covered.length >= RulingLines.rowCoverage * (right - left) {
                let band = grounds[first].top...grounds[first].bottom
                while let last = bands.last, last.upperBound >= band.upperBound { bands.removeLast() }
                bands.append(band)
            }
            first = end
        }
        return bands
    }
}

/// How much of a range is covered by others, which come by their starts.
private struct Coverage {
    private var position: Double
    private let end: Double
    private(set) var length = 0.0

    init(_ start: Double, _ end: Double) {
        (position, self.end) = (start, end)
    }

    mutating func add(_ start: Double, _ end: Double) {
        let (from, to) = (max(start, position), min(end, self.end))
        guard to > from else { return }
        length += to - from
        position = to
    }
}
