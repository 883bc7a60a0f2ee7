// Lines that hold more of a wrapped cell: which of them belong to the table, and to which row.

extension RowReader {
    /// The owners of the lines that are no key's, for each band that a status or a date is wrapped in. Each column is judged by
    /// itself: a status and a date broken side by side are in general not broken at the same heights.
    mutating func owners(_ cells: [KeyCell], _ bands: ColumnBands, _ utf8: [UInt8]) -> [Int: [LineOwner]] {
        furniture.nextPage()
        defer { noteFurniture(cells, utf8) }
        if !roles.contains(.cells) { return [:] }
        let table = CellEdges(page, rows: cells, roles: roles, bands: bands, utf8)
        var wrapped: [Int: WrappedPage] = [:]
        for column in [Column.status, .date] {
            guard let band = band(of: column) else { continue }
            wrapped[band] = wrappedPage(band, cells, table, bands, utf8)
        }
        if wrapped.isEmpty { return [:] }
        var counts = [Double](repeating: 0, count: votes.count)
        for page in wrapped.values { counts = zip(counts, page.votes()).map { $0 + $1 } }
        votes = zip(votes, counts).map { $0 / 2 + $1 }
        let favoured = Alignment.allCases.max { votes[$0.rawValue] < votes[$1.rawValue] }
        alignment = votes.allSatisfy { $0 == 0 } ? .top : favoured ?? .top
        return wrapped.mapValues { wrapped in
            var owners = [LineOwner](repeating: .nobody, count: page.lines.count)
            for (line, owner) in wrapped.owners(alignment) { owners[line] = owner }
            return owners
        }
    }

    /// What a column has of wrapped cells; nil if nothing.
    private func wrappedPage(
        _ band: Int, _ cells: [KeyCell], _ table: CellEdges, _ bands: ColumnBands, _ utf8: [UInt8]
    ) -> WrappedPage? {
        let places = page.lines.map { line in line.pieces.first { bands.band(at: page.pieces[$0].start) == band } }
        let baselines = zip(page.lines, places).map { line, piece in
            piece.map { page.pieces[$0].baseline } ?? line.baseline
        }
        let stretches = Stretch.all(roles: roles, isPart: { places[$0] != nil }).enumerated().compactMap {
            trimmed($1, isFirst: $0 == 0, cells, table, baselines, utf8)
        }
        guard let first = stretches.first else { return nil }
        return WrappedPage(
            baselines: baselines, keyLines: cells.map(\.line), stretches: stretches,
            em: page.lines[cells.first?.line ?? first.lines[0]].size,
            linePitch: table.linePitch,
            breaks: { [page] in
                table.breaks(page.lines[$0], before: page.lines[$1], band: band, in: page, utf8)
            })
    }

    private mutating func noteFurniture(_ cells: [KeyCell], _ utf8: [UInt8]) {
        let first = cells.first?.line ?? page.lines.count
        let last = cells.last?.line ?? first
        for index in page.lines.indices where index < first || index > last {
            furniture.note(page.lines[index], page, utf8)
        }
    }

    /// The part of a stretch that belongs to the table. Between two rows that is all of it; at an edge, what follows line upon
    /// line (below a row: at most at the pitch of other cells, or because the next word did not fit), stands where the cells of its
    /// column do, and is no header or footer.
    private func trimmed(
        _ stretch: Stretch, isFirst: Bool, _ cells: [KeyCell], _ table: CellEdges, _ baselines: [Double],
        _ utf8: [UInt8]
    ) -> Stretch? {
        var stretch = stretch
        switch (stretch.above, stretch.below) {
        case (let above?, let below?):
            let lines = [cells[above].line] + stretch.lines + [cells[below].line]
            stretch.lines = zip(stretch.lines, zip(lines, lines.dropFirst(2))).filter { line, next in
                !isHeading(line, between: next.0, next.1, table, utf8)
            }.map(\.0)
        case (let above?, nil):
            stretch.lines = chained(stretch.lines, from: cells[above].line, table, baselines, utf8) { last, next in
                baselines[next] - baselines[last] < table.linePitch + 0.06 * page.lines[next].size
                    || table.breaks(page.lines[last], before: page.lines[next], band: nil, in: page, utf8) == true
            }
        case (nil, let below?):
            stretch.lines = chained(stretch.lines.reversed(), from: cells[below].line, table, baselines, utf8) { _, _ in
                true
            }.reversed()
        case (nil, nil):
            // A page without a key can only go on with the last row, at its top.
            guard cells.isEmpty, isFirst else { return nil }
            stretch.lines = chained(stretch.lines, from: nil, table, baselines, utf8) { _, _ in true }
        }
        return stretch.lines.isEmpty ? nil : stretch
    }

    /// Whether a line between rows is no part of a cell (the heading of a section, centred on the page): it begins, ends and
    /// is centred elsewhere, and nothing had to be broken where it begins and ends.
    private func isHeading(_ line: Int, between above: Int, _ below: Int, _ table: CellEdges, _ utf8: [UInt8]) -> Bool {
        let lines = page.lines
        return !table.isAligned(lines[line], in: page, utf8)
            && table.breaks(lines[above], before: lines[line], band: nil, in: page, utf8) == false
            && table.breaks(lines[line], before: lines[below], band: nil, in: page, utf8) == false
    }

    /// The lines, going away from a row's line, as long as each is near the one before, aligned and no furniture.
    private func chained(
        _ lines: [Int], from keyLine: Int?, _ table: CellEdges, _ baselines: [Double], _ utf8: [UInt8],
        goesOn: (Int, Int) -> Bool
    ) -> [Int] {
        var chain: [Int] = []
        var last = keyLine
        for index in lines {
            let line = page.lines[index]
            if let last {
                let step = abs(baselines[index] - baselines[last])
                // Above the first row lies the end of another: there a step may be a row's.
                let most = RowReader.largestPitch * line.size
                if !goesOn(last, index) || step > (index < last ? max(most, 1.2 * table.rowPitch) : most) { break }
            }
            guard table.isAligned(line, in: page, utf8), !furniture.isRepeated(line, page, utf8) else { break }
            chain.append(index)
            last = index
        }
        return chain
    }

    /// Lines of a cell are set at most so far apart, in em: one and a half lines of a face with a large body.
    static let largestPitch = 1.8
}
