// What each line of a page is to its table.

/// What a line is to the table.
enum LineRole: Equatable {
    /// A row's own line: the index of its key.
    case key(Int)
    /// Text in named columns only: it may continue a cell.
    case cells
    /// Text in the key's column that is no key, or across columns: a heading, a footer.
    case foreign
    /// Nothing in a named column.
    case blank
}

extension LineRole {
    /// The roles of a page's lines, from top to bottom.
    static func all(on page: PageLines, _ rows: [KeyCell], _ bands: ColumnBands, _ layout: TableLayout) -> [LineRole] {
        var roles: [LineRole] = []
        roles.reserveCapacity(page.lines.count)
        var next = 0
        for index in page.lines.indices {
            if next < rows.count, rows[next].line == index {
                roles.append(.key(next))
                next &+= 1
            } else {
                roles.append(LineRole(of: page.lines[index], page, bands, layout))
            }
        }
        return roles
    }

    /// The role of a line without a key.
    private init(of line: Line, _ page: PageLines, _ bands: ColumnBands, _ layout: TableLayout) {
        var isNamed = false
        var first = line.pieces.lowerBound
        while first < line.pieces.upperBound {
            let end = page.endOfWord(from: first, in: line)
            let band = bands.band(at: page.pieces[first].start)
            if band == 0 || band != bands.band(at: page.endOfInk(from: first, to: end, in: line)) {
                self = .foreign
                return
            }
            if layout.column(ofBand: band) != nil { isNamed = true }
            first = end
        }
        self = isNamed ? .cells : .blank
    }
}
