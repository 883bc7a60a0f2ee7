// What people are told who named headings that a list does not have.

/// What is quoted where the headings are not there: the cells that most look like them.
struct FoundHeadings {
    private var cells: [String] = []
    private var missing: String?
    private var rank = 0

    /// How much a row looks like the headings; the first of the highest rank is quoted.
    enum Likeness {
        case firstCells, aboveKeys
        /// So many of the headings are in it.
        case holds(Int)

        fileprivate var rank: Int {
            switch self {
            case .firstCells: 1
            case .aboveKeys: 2
            case .holds(let count): 2 + count
            }
        }
    }

    /// Whether a row of this likeness would be quoted.
    func wants(_ likeness: Likeness) -> Bool { likeness.rank > rank }

    /// Takes a row in; `missing` is the first heading it lacks.
    mutating func note(_ cells: [String], _ likeness: Likeness, missing: String) {
        guard wants(likeness) else { return }
        (self.cells, rank, self.missing) = (cells.filter { !$0.isEmpty }, likeness.rank, missing)
    }

    /// The error that quotes them.
    func error(wanted: WantedHeadings) -> RowError {
        let name = Column.allCases.compactMap { wanted.name(of: $0) }.first ?? ""
        return .noHeading(missing ?? name, found: cells)
    }
}
