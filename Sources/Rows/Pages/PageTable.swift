// What was recognised on a page: its rows, and which lines and columns have their cells. How that was found is no
// matter here, and nothing is copied or made a string.

/// The table of a page, or of the part of a page that holds one of several tables.
struct PageTable {
    let page: PageLines
    let layout: TableLayout
    /// Where the columns are.
    let bands: ColumnBands
    /// The keys of its rows, from top to bottom.
    let rows: [KeyCell]
    /// Whose the lines are that are no key's.
    let owners: LineOwners
}

/// The lines that hold a row's cells, from top to bottom.
struct CellLines {
    var status: [Int] = []
    var date: [Int] = []
}

extension PageTable {
    /// The column that a piece is in, counted from the keys'.
    @inline(__always)
    func band(of piece: Int) -> Int {
        bands.band(at: page.pieces[piece].start)
    }

    /// The pieces that lines have in a band.
    func pieces(of lines: some Sequence<Int>, in band: Int) -> some Sequence<Int> {
        lines.lazy.flatMap { page.lines[$0].pieces }.filter { self.band(of: $0) == band }
    }

    /// What the page says of the last row of the page before.
    var continuation: CellLines { cellLines(of: .previousRow, keyLine: nil, among: page.lines.indices) }

    /// The lines of a row's cells.
    func lines(ofRow number: Int) -> CellLines {
        let line = rows[number].line
        let from = number > 0 ? rows[number - 1].line + 1 : 0
        let to = number + 1 < rows.count ? rows[number + 1].line : page.lines.count
        return cellLines(of: .key(number), keyLine: line, among: from..<max(to, line + 1))
    }

    private func cellLines(of owner: LineOwner, keyLine: Int?, among lines: Range<Int>) -> CellLines {
        func own(_ column: Column) -> [Int] {
            guard let band = layout.band(of: column) else { return [] }
            return owners.lines(of: owner, keyLine: keyLine, among: lines, band: band)
        }
        return CellLines(status: own(.status), date: own(.date))
    }

    /// Whether a row's line has its text on the side of the key where the layout has no column, and none on the other.
    func isMisplaced(_ row: KeyCell) -> Bool {
        let line = page.lines[row.line]
        return layout.isMisplaced(
            hasLeft: row.pieces.lowerBound > line.pieces.lowerBound,
            hasRight: row.pieces.upperBound < line.pieces.upperBound)
    }
}
