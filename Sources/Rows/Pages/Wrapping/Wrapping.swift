// Lines that hold more of a wrapped cell: whose they are, as all pages so far show it.

/// Knows how wrapped cells stand in their rows, and what the pages repeat.
struct Wrapping {
    /// Votes on how wrapped cells stand, of all pages so far, the last ones counting most.
    private var votes = [Double](repeating: 0, count: Alignment.allCases.count)
    /// Text repeated at the same place from page to page is in no cell.
    private var headersAndFooters = HeadersAndFooters()
    private var openEdges = OpenEdges()
    /// The least distances of the pages so far, from line to line of cells between the rows and from row to row.
    private var (linePitch, rowPitch): (Double?, Double?)

    /// What is not certain once all pages were read.
    var doubts: [Doubt] { openEdges.doubts }

    /// Turns to a page with rows on these lines; to be called for each page, by `owners` if not by others.
    mutating func pass(_ page: PageLines, rows: [Int], keys: (first: String, last: String)? = nil) {
        if !rows.isEmpty { openEdges.pass(keys) }
        headersAndFooters.nextPage()
        headersAndFooters.note(outside: rows, of: page)
    }

    /// Whether the page before had the same line in the same place, outside its rows.
    func isRepeated(_ line: Int, _ page: PageLines) -> Bool {
        headersAndFooters.isRepeated(page.lines[line], page)
    }

    /// The owners of the lines that are no key's; to be called for each page in turn.
    ///
    /// - Parameters:
    ///   - edges: nil where no line has a cell but the keys'.
    ///   - isRuled: whether lines that are drawn part the rows.
    mutating func owners(
        on page: PageLines, rows: [KeyCell], _ bands: ColumnBands, _ layout: TableLayout, _ roles: [LineRole],
        _ edges: CellEdges?, hasPrevious: Bool, isRuled: Bool
    ) -> LineOwners {
        let keys = rows.first.flatMap { first in rows.last.map { (first, $0) } }.map {
            (first: $0.key(layout.key, in: page), last: $1.key(layout.key, in: page))
        }
        pass(page, rows: rows.map(\.line), keys: keys)
        let headersAndFooters = headersAndFooters
        guard var edges else { return .none }
        if edges.isLinePitchSure { linePitch = min(linePitch ?? .infinity, edges.linePitch) }
        if edges.rowPitch > 0 { rowPitch = min(rowPitch ?? .infinity, edges.rowPitch) }
        edges.complete(linePitch: linePitch, rowPitch: rowPitch)
        let search = WrappedCellSearch(
            page: page, rows: rows, bands: bands, roles: roles, edges: edges, headersAndFooters: headersAndFooters,
            hasPrevious: hasPrevious)
        var wrapped: [Int: WrappedColumn] = [:]
        for column in [Column.status, .date] {
            if let band = layout.band(of: column) { wrapped[band] = search.column(inBand: band) }
        }
        if wrapped.isEmpty { return .none }
        let votes = wrapped.values.map { $0.votes() }
        let alignment = alignment(after: votes)
        openEdges.note(votes: votes.flatMap(\.self), alignment)
        if !isRuled {
            openEdges.add(wrapped.values.flatMap { $0.openEdges(rowPitch: edges.rowPitch, alignment) }, of: page)
        }
        let owners = wrapped.mapValues { column in
            var owners = [LineOwner](repeating: .nobody, count: page.lines.count)
            for (line, owner) in column.owners(alignment) { owners[line] = owner }
            return owners
        }
        let named = [Column.status, .date].compactMap { layout.band(of: $0) }
        let found = LineOwners(Self.joined(owners, named, rows: rows, bands, page), alignment)
        self.headersAndFooters.note { found.hasOwner($0, previous: hasPrevious) }
        if let line = beginning(on: page, rows, roles, edges, found, named, isRuled: isRuled) {
            openEdges.add(beginning: line, of: page)
        }
        return found
    }

    /// Where cells stand in the middle or at the bottom, a row that goes on over the page's end has its first lines
    /// before its key, which is on the next page.
    ///
    /// - Returns: a line below the last row that may be such a one: it is nobody's and follows as a row's would, or the
    ///   last row has more below its key than above, as no centred one has.
    private func beginning(
        on page: PageLines, _ rows: [KeyCell], _ roles: [LineRole], _ edges: CellEdges, _ owners: LineOwners,
        _ bands: [Int], isRuled: Bool
    ) -> Int? {
        guard owners.alignment != .top, let last = rows.last?.line else { return nil }
        let own = { (line: Int) in bands.contains { owners.owner(ofLine: line, band: $0) == .key(rows.count - 1) } }
        let below = page.lines.indices.dropFirst(last + 1).prefix { own($0) }
        if owners.alignment == .middle, !isRuled {
            let above = page.lines.indices.prefix(last).reversed().prefix { own($0) }
            if below.count > above.count + 1 { return below.last }
            // As far below the key as above, to a part of a line.
            let key = page.lines[last].baseline
            let down = below.last.map { page.lines[$0].baseline - key } ?? 0
            let up = above.last.map { key - page.lines[$0].baseline } ?? 0
            if down > 0, up > 0, down > up + 0.6 * edges.linePitch { return below.last }
        }
        // A cell at the bottom of its row has nothing below its key's line, unless the page's end has parted it.
        if owners.alignment == .bottom, !isRuled, let line = below.last { return line }
        let next = last + 1 + below.count
        guard next < page.lines.count, case .cells = roles[next], edges.isAligned(page.lines[next], in: page),
            !headersAndFooters.isRepeated(page.lines[next], page)
        else { return nil }
        let line = page.lines[next]
        return line.baseline - page.lines[next - 1].baseline < edges.rowPitch + 0.1 * line.size ? next : nil
    }

    /// At the page's edges, what stands on one line is of one row, whatever column shows whose.
    private static func joined(
        _ owners: [Int: [LineOwner]], _ named: [Int], rows: [KeyCell], _ bands: ColumnBands, _ page: PageLines
    ) -> [Int: [LineOwner]] {
        guard named.count > 1, let first = rows.first?.line, let last = rows.last?.line else { return owners }
        var joined = owners
        for line in Array(0..<first) + Array((last + 1)..<max(page.lines.count, last + 1)) {
            guard let owner = named.lazy.compactMap({ owners[$0]?[line] }).first(where: { $0 != .nobody }) else {
                continue
            }
            for piece in page.lines[line].pieces {
                let band = bands.band(at: page.pieces[piece].start)
                guard named.contains(band), joined[band]?[line] ?? .nobody == .nobody else { continue }
                joined[band, default: [LineOwner](repeating: .nobody, count: page.lines.count)][line] = owner
            }
        }
        return joined
    }

    /// So many votes of a page by itself, and so many times the others, decide it: another table may have begun.
    private static let decisive = (votes: 2.0, times: 3.0)

    /// How the cells stand, once the columns of another page have voted; at the top where nobody has.
    private mutating func alignment(after columns: [[Double]]) -> Alignment {
        let page = votes.indices.map { index in columns.reduce(0) { $0 + $1[index] } }
        let most = page.max() ?? 0
        if most >= Self.decisive.votes, page.count(where: { $0 * Self.decisive.times > most }) == 1 {
            votes = page
        } else {
            for index in votes.indices { votes[index] = votes[index] / 2 + page[index] }
        }
        if votes.allSatisfy({ $0 == 0 }) { return .top }
        return Alignment.allCases.max { votes[$0.rawValue] < votes[$1.rawValue] } ?? .top
    }
}
