// Where the cells of a page's rows begin and end: what a line has to agree with to be part of the table.

/// The extents of the cells on the rows' own lines, band by band.
struct CellEdges {
    private struct Edges {
        var starts: ClosedRange<Double>
        var ends: ClosedRange<Double>
        var centres: ClosedRange<Double>

        init(_ cell: Cell) {
            starts = cell.start...cell.start
            ends = cell.end...cell.end
            centres = cell.centre...cell.centre
        }

        mutating func widen(_ cell: Cell) {
            starts = min(starts.lowerBound, cell.start)...max(starts.upperBound, cell.start)
            ends = min(ends.lowerBound, cell.end)...max(ends.upperBound, cell.end)
            centres = min(centres.lowerBound, cell.centre)...max(centres.upperBound, cell.centre)
        }
    }

    /// The part of a line that lies in one band.
    private struct Cell {
        var band: Int
        var start: Double
        var end: Double
        /// The width of its first word.
        var firstWord: Double
        /// Whether that is a guess, by how many of its text's characters it has.
        var isGuess = false

        var centre: Double { (start + end) / 2 }
    }

    private var edges: [Int: Edges] = [:]
    /// How far to the right any line of the table reaches in a band.
    private var reach: [Int: Double] = [:]
    private let bands: ColumnBands
    /// How far the rows' own lines reach; nil without rows.
    private var table: ClosedRange<Double>?
    /// The least distance between the lines of neighbouring keys; 0 if there is but one.
    private(set) var rowPitch = 0.0
    /// The least distance from a line of a column to its next, one of them a row's further line; 0 if there is none.
    private(set) var linePitch = 0.0
    /// Whether lines between the rows show that, not those at the page's edges alone.
    private(set) var isLinePitchSure = false

    init(_ page: PageLines, rows: [KeyCell], roles: [LineRole], bands: ColumnBands) {
        self.bands = bands
        if rows.isEmpty { return }
        for row in rows {
            widen(CellEdges.cells(of: page.lines[row.line], in: page, bands))
            for piece in page.pieces[page.lines[row.line].pieces] where piece.start <= piece.end {
                table = table?.union(piece.start...piece.end) ?? piece.start...piece.end
            }
        }
        // Where no row's own line has a cell (dates that are all broken), the lines between the rows show where it
        // stands.
        let known = edges
        for number in rows[0].line...max(rows[0].line, rows[rows.count - 1].line) where roles[number] == .cells {
            widen(CellEdges.cells(of: page.lines[number], in: page, bands).filter { known[$0.band] == nil })
        }
        measureLines(page, roles, rows[0].line + 1...max(rows[0].line + 1, rows[rows.count - 1].line))
        rowPitch =
            zip(rows, rows.dropFirst())
            .map { page.lines[$1.line].baseline - page.lines[$0.line].baseline }.min() ?? 0
    }

    private mutating func widen(_ cells: [Cell]) {
        for cell in cells where edges[cell.band]?.widen(cell) == nil { edges[cell.band] = Edges(cell) }
    }

    /// Finds how far the cells reach, and how their lines follow each other: between the rows, where that tells.
    private mutating func measureLines(_ page: PageLines, _ roles: [LineRole], _ between: ClosedRange<Int>) {
        var last: [Int: (baseline: Double, isKey: Bool)] = [:]
        var (least, leastOutside) = (Double.infinity, Double.infinity)
        for (number, (line, role)) in zip(page.lines, roles).enumerated() {
            var isKey = false
            switch role {
            case .foreign:
                last.removeAll(keepingCapacity: true)
                continue
            case .key: isKey = true
            case .cells, .blank: break
            }
            // Beyond the rows there are footers, too.
            let isOfTable = isKey || between.contains(number) || isAligned(line, in: page)
            for cell in CellEdges.cells(of: line, in: page, bands) {
                if isOfTable { reach[cell.band] = max(reach[cell.band] ?? cell.end, cell.end) }
                if let above = last[cell.band], !(isKey && above.isKey) {
                    if between.contains(number) {
                        least = min(least, line.baseline - above.baseline)
                    } else {
                        leastOutside = min(leastOutside, line.baseline - above.baseline)
                    }
                }
                last[cell.band] = (line.baseline, isKey)
            }
        }
        linePitch = least.isFinite ? least : leastOutside.isFinite ? leastOutside : 0
        isLinePitchSure = least.isFinite
    }

    /// Takes over from other pages how lines and rows follow each other, where this one does not show it.
    mutating func complete(linePitch: Double?, rowPitch: Double?) {
        if let linePitch, !isLinePitchSure { (self.linePitch, isLinePitchSure) = (linePitch, true) }
        if let rowPitch, self.rowPitch == 0 { self.rowPitch = rowPitch }
    }

    /// Whether a line is centred over the table, as a heading of its rows may be.
    func isCentred(_ line: Line, in page: PageLines) -> Bool {
        guard let table, let first = page.pieces[line.pieces].first else { return false }
        let end = page.pieces[line.pieces].map(\.end).max() ?? first.end
        return abs(first.start + end - table.lowerBound - table.upperBound) < 2 * line.size
    }

    /// Whether each cell of the line begins, ends or is centred where those of its column do; where the column has none
    /// to compare with, whether it begins where the band does.
    func isAligned(_ line: Line, in page: PageLines, among wanted: [Int]? = nil) -> Bool {
        let tolerance = 0.5 * line.size
        return CellEdges.cells(of: line, in: page, bands).allSatisfy { cell in
            if wanted?.contains(cell.band) == false { return true }
            guard let edges = edges[cell.band] else {
                guard let border = bands.start(ofBand: cell.band) else { return true }
                return cell.start - border < line.size
            }
            let candidates = [(edges.starts, cell.start), (edges.ends, cell.end), (edges.centres, cell.centre)]
            return candidates.contains { range, place in
                range.upperBound - range.lowerBound <= tolerance
                    && place >= range.lowerBound - tolerance && place <= range.upperBound + tolerance
            }
        }
    }

    /// Whether a cell of the upper line can go on in the lower line: the lower's first word is too wide for the room
    /// left above. Nil where the two lines have no column in common, or where it may be either. `band` is the column in question, nil for any.
    func breaks(_ upper: Line, before lower: Line, band: Int?, in page: PageLines) -> Bool? {
        let upperCells = CellEdges.cells(of: upper, in: page, bands)
        var answer: Bool?
        for cell in CellEdges.cells(of: lower, in: page, bands) where band ?? cell.band == cell.band {
            guard let before = upperCells.first(where: { $0.band == cell.band }) else { continue }
            let end = before.end + 0.25 * upper.size + cell.firstWord
            let reach = reach[cell.band] ?? 0
            if end > reach { return true }
            if !cell.isGuess || end + 0.5 * upper.size <= reach { answer = false }
        }
        return answer
    }

    /// The cells of a line but the key's, from left to right.
    private static func cells(of line: Line, in page: PageLines, _ bands: ColumnBands) -> [Cell] {
        var cells: [Cell] = []
        var first = line.pieces.lowerBound
        while first < line.pieces.upperBound {
            let end = page.endOfWord(from: first, in: line)
            let piece = page.pieces[first]
            let band = bands.band(at: piece.start)
            let wordEnd = page.pieces[end - 1].end
            if let last = cells.indices.last, cells[last].band == band {
                cells[last].end = max(cells[last].end, wordEnd)
            } else if band != 0 {
                let firstWord = end - first > 1 ? wordEnd - piece.start : page.widthOfFirstWord(of: piece)
                let isGuess = end - first == 1 && page.utf8[piece.text].contains(0x20)
                cells.append(
                    Cell(band: band, start: piece.start, end: wordEnd, firstWord: firstWord, isGuess: isGuess))
            }
            first = end
        }
        return cells
    }
}
