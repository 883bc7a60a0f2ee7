// Lines that hold more of a wrapped cell: which of them belong to the table, and to which row.

extension RowReader {
    /// The owner of each line that is no key's; empty if there is no such line.
    mutating func owners(_ cells: [KeyCell], _ bands: ColumnBands, _ utf8: [UInt8]) -> [LineOwner] {
        furniture.nextPage()
        let candidates = Stretch.all(roles: roles)
        let table = CellEdges(page, rows: candidates.isEmpty ? [] : cells, roles: roles, bands: bands, utf8)
        let pitch = linePitch(candidates, cells)
        let stretches = candidates.enumerated().compactMap { index, stretch in
            trimmed(stretch, isFirst: index == 0, cells, table, pitch, utf8)
        }
        noteFurniture(cells, utf8)
        if stretches.isEmpty { return [] }
        let wrapped = WrappedPage(
            baselines: page.lines.map(\.baseline), keyLines: cells.map(\.line), stretches: stretches,
            em: page.lines[cells.first?.line ?? stretches[0].lines[0]].size,
            widthVote: { [self] in widthVote($0, cells, table, utf8) })
        for (index, count) in wrapped.votes().enumerated() { votes[index] = votes[index] / 2 + count }
        let alignment = Alignment.allCases.max { votes[$0.rawValue] < votes[$1.rawValue] } ?? .top
        var owners = [LineOwner](repeating: .nobody, count: page.lines.count)
        for (line, owner) in wrapped.owners(votes.allSatisfy { $0 == 0 } ? .top : alignment) { owners[line] = owner }
        return owners
    }

    private mutating func noteFurniture(_ cells: [KeyCell], _ utf8: [UInt8]) {
        let first = cells.first?.line ?? page.lines.count
        let last = cells.last?.line ?? first
        for index in page.lines.indices where index < first || index > last {
            furniture.note(page.lines[index], page, utf8)
        }
    }

    /// The part of a stretch that belongs to the table. Between two rows that is all of it; at an edge, what follows line upon
    /// line (below a row: at the pitch of other cells, or because the next word did not fit), stands where the cells of its
    /// column do, and is no header or footer.
    private func trimmed(
        _ stretch: Stretch, isFirst: Bool, _ cells: [KeyCell], _ table: CellEdges, _ pitch: Double, _ utf8: [UInt8]
    )
        -> Stretch?
    {
        var stretch = stretch
        switch (stretch.above, stretch.below) {
        case (_?, _?): return stretch
        case (let above?, nil):
            stretch.lines = chained(stretch.lines, from: cells[above].line, table, utf8) { last, next in
                let step = page.lines[next].baseline - page.lines[last].baseline
                return abs(step - pitch) < 0.06 * page.lines[next].size
                    || table.breaks(page.lines[last], before: page.lines[next], in: page, utf8)
            }
        case (nil, let below?):
            stretch.lines = chained(stretch.lines.reversed(), from: cells[below].line, table, utf8) { _, _ in true }
                .reversed()
        case (nil, nil):
            // A page without a key can only go on with the last row, at its top.
            guard cells.isEmpty, isFirst else { return nil }
            stretch.lines = chained(stretch.lines, from: nil, table, utf8) { _, _ in true }
        }
        return stretch.lines.isEmpty ? nil : stretch
    }

    /// The step from line to line of cells between rows; 0 if there are none.
    private func linePitch(_ stretches: [Stretch], _ cells: [KeyCell]) -> Double {
        var least = Double.infinity
        for stretch in stretches {
            guard let above = stretch.above, let below = stretch.below else { continue }
            let lines = [cells[above].line] + stretch.lines + [cells[below].line]
            for (line, next) in zip(lines, lines.dropFirst()) {
                least = min(least, page.lines[next].baseline - page.lines[line].baseline)
            }
        }
        return least.isFinite ? least : 0
    }

    /// The lines, going away from a row's line, as long as each is near the one before, aligned and no furniture.
    private func chained(
        _ lines: [Int], from keyLine: Int?, _ table: CellEdges, _ utf8: [UInt8], goesOn: (Int, Int) -> Bool
    ) -> [Int] {
        var chain: [Int] = []
        var last = keyLine
        for index in lines {
            let line = page.lines[index]
            if let last {
                let step = abs(line.baseline - page.lines[last].baseline)
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
    private static let largestPitch = 1.8

    /// Tight rows, where a line is no nearer to the row above than to the one below: a line is broken where the next word
    /// would not fit. So if the next line's first word would have fitted, the two lines are not of one cell.
    private func widthVote(_ stretch: Stretch, _ cells: [KeyCell], _ table: CellEdges, _ utf8: [UInt8]) -> Alignment? {
        guard let above = stretch.above, let below = stretch.below else { return nil }
        let first = page.lines[stretch.lines[0]]
        let last = page.lines[stretch.lines[stretch.lines.count - 1]]
        let isTop = table.breaks(page.lines[cells[above].line], before: first, in: page, utf8)
        let isBottom = table.breaks(last, before: page.lines[cells[below].line], in: page, utf8)
        return isTop == isBottom ? nil : isTop ? .top : .bottom
    }
}
