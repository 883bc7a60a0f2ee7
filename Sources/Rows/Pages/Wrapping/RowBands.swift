// The bands into which rules and shades part the rows of a page, where no cells are closed. Where each band has the key of
// one row, its lines are that row's, whatever their distances say.

/// Bands of a page from top to bottom, each with one row.
struct RowBands {
    /// Where a band ends and the next begins.
    private let borders: [Double]
    /// The row in each band; nil for a band without a row, and above the first border and below the last.
    private let rows: [Int?]

    /// A text's lower half is above the rule below it, in em over its baseline.
    private static let height = 0.25
    /// Borders nearer than this, in points, are the edges of one line, or of a shade and its line.
    private static let step = 3.0

    /// - Parameters:
    ///   - roles: what each line is to the table.
    /// - Returns: nil where the lines part no rows: two are in one band, or text without a key is in a band of its own.
    init?(_ lines: RulingLines, on page: PageLines, _ keys: [KeyCell], _ roles: [LineRole]) {
        guard keys.count > 1, let extent = RowBands.extent(of: keys, page) else { return nil }
        let places =
            lines.rowRules(from: extent.lowerBound, to: extent.upperBound)
            + lines.rowBands(from: extent.lowerBound, to: extent.upperBound).flatMap { [$0.lowerBound, $0.upperBound] }
        var borders: [Double] = []
        for place in places.sorted() where place - (borders.last ?? -.infinity) > RowBands.step {
            borders.append(place)
        }
        guard borders.count > keys.count / 2 else { return nil }
        var rows = [Int?](repeating: nil, count: borders.count + 1)
        var isTaken = [Bool](repeating: false, count: rows.count)
        for (number, line) in page.lines.enumerated() {
            let band = RowBands.band(of: line, borders)
            switch roles[number] {
            case .key(let row):
                if rows[band] != nil { return nil }
                rows[band] = row
            case .cells: isTaken[band] = true
            case .foreign, .blank: break
            }
        }
        // An update without its batch's number: the rules do not say whose it is.
        let (first, last) = (rows.firstIndex { $0 != nil } ?? 0, rows.lastIndex { $0 != nil } ?? 0)
        if (first...last).contains(where: { rows[$0] == nil && isTaken[$0] }) { return nil }
        // Above the first border, and below the last, a row has an open end.
        (rows[0], rows[borders.count]) = (nil, nil)
        self.borders = borders
        self.rows = rows
    }

    /// How far the lines of the keys reach along the page.
    private static func extent(of keys: [KeyCell], _ page: PageLines) -> ClosedRange<Double>? {
        var extent: ClosedRange<Double>?
        for key in keys {
            for piece in page.pieces[page.lines[key.line].pieces] where piece.start <= piece.end {
                extent = extent?.union(piece.start...piece.end) ?? piece.start...piece.end
            }
        }
        return extent
    }

    private static func band(of line: Line, _ borders: [Double]) -> Int {
        let place = line.baseline - height * line.size
        return borders.countOfFirst { $0 <= place }
    }

    /// Whose a line is.
    ///
    /// - Parameter guess: whose it is by the distances of the lines.
    func owner(of line: Line, guess: LineOwner) -> LineOwner {
        if let row = rows[RowBands.band(of: line, borders)] { return .key(row) }
        guard case .key(let row) = guess, let band = rows.firstIndex(of: row) else { return guess }
        // A rule parts it from that row. What stands above the first is of the page before.
        return row == 0 && RowBands.band(of: line, borders) < band ? .previousRow : .nobody
    }
}
