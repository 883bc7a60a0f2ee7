// The rows to which the lines of wrapped cells belong.

/// Where a line's text goes.
enum LineOwner: Equatable {
    /// The row of this key of the page.
    case key(Int)
    /// The last row of the page before.
    case previousRow
    case nobody
}

/// The owners of a page's lines that are no key's, for each column that has wrapped cells.
struct LineOwners {
    /// For each band, the owner of each line of the page.
    private let owners: [Int: [LineOwner]]
    /// How the cells stand in their rows.
    let alignment: Alignment

    /// No cell is wrapped.
    static let none = LineOwners([:], .top)

    init(_ owners: [Int: [LineOwner]], _ alignment: Alignment) {
        self.owners = owners
        self.alignment = alignment
    }

    /// The same where rules part the rows.
    func parted(by bands: RowBands, _ page: PageLines, _ roles: [LineRole]) -> LineOwners {
        let parted = owners.mapValues { owners in
            page.lines.indices.map { line in
                roles[line] == .cells ? bands.owner(of: page.lines[line], guess: owners[line]) : owners[line]
            }
        }
        return LineOwners(parted, alignment)
    }

    /// Whether each row is its key's line and nothing else.
    var isEmpty: Bool { owners.isEmpty }

    /// Whose a line is in a band.
    func owner(ofLine line: Int, band: Int) -> LineOwner { owners[band]?[line] ?? .nobody }

    /// Whether a line is somebody's; `previous` says whether there is a row of the page before.
    func hasOwner(_ line: Int, previous: Bool) -> Bool {
        owners.values.contains { $0[line] != .nobody && (previous || $0[line] != .previousRow) }
    }

    /// Those of the lines that are this owner's in a band, and the line of the key.
    func lines(of owner: LineOwner, keyLine: Int?, among lines: Range<Int>, band: Int) -> [Int] {
        let owners = owners[band]
        return lines.filter { $0 == keyLine || owners?[$0] == owner }
    }
}
