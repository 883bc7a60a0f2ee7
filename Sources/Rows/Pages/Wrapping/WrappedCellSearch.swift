// The lines that hold more of a column's wrapped cells: those between rows but headings of sections, and those at the
// edges of the table that are a part of it.

/// Looks for the wrapped cells of a page, column by column.
struct WrappedCellSearch {
    let page: PageLines
    let rows: [KeyCell]
    let bands: ColumnBands
    /// What each line is to the table.
    let roles: [LineRole]
    let edges: CellEdges
    let headersAndFooters: HeadersAndFooters
    /// Whether there is a row on a page before.
    let hasPrevious: Bool

    /// What a column has of wrapped cells; nil if nothing.
    func column(inBand band: Int) -> WrappedColumn? {
        let places = page.lines.map { line in line.pieces.first { bands.band(at: page.pieces[$0].start) == band } }
        let shift = shift(of: places)
        var baselines = zip(page.lines, places).map { line, piece in
            piece.map { page.pieces[$0].baseline } ?? line.baseline
        }
        for row in rows where places[row.line] == nil { baselines[row.line] += shift }
        let lineRuns = LineRun.all(roles: roles, isPart: { places[$0] != nil }).compactMap { trimmed($0, baselines) }
        guard let first = lineRuns.first else { return nil }
        return WrappedColumn(
            baselines: baselines, keyLines: rows.map(\.line), lineRuns: lineRuns,
            em: page.lines[rows.first?.line ?? first.lines[0]].size, linePitch: edges.linePitch,
            breaks: { [page, edges] in edges.breaks(page.lines[$0], before: page.lines[$1], band: band, in: page) },
            beginsText: { [page] line in
                places[line].map { page.utf8[page.pieces[$0].text.lowerBound] &- 0x41 < 26 } ?? false
            },
            goesOn: { [page] line in
                places[line].map { page.utf8[page.pieces[$0].text.lowerBound] &- 0x61 < 26 } ?? false
            }, hasPrevious: hasPrevious)
    }

    /// How far below its row's line a cell of the column stands that has one line: some programs set each column at a
    /// height of its own. The median of the rows that have such a cell, 0 where they are few or do not agree.
    private func shift(of places: [Int?]) -> Double {
        let shifts = rows.compactMap { row in
            places[row.line].map { page.pieces[$0].baseline - page.lines[row.line].baseline }
        }.sorted()
        guard shifts.count >= Self.fewestShifts, let least = shifts.first, let most = shifts.last,
            most - least < 0.1 * page.lines[rows[0].line].size
        else { return 0 }
        return shifts[shifts.count / 2]
    }

    private static let fewestShifts = 2

    /// The part of a run of lines that belongs to the table. Between two rows that is all of it; at an edge, what follows
    /// line upon line (below a row: at most at the pitch of other cells, or because the next word did not fit), stands
    /// where the cells of its column do, and is no page header or footer.
    private func trimmed(_ lineRun: LineRun, _ baselines: [Double]) -> LineRun? {
        var lineRun = lineRun
        switch (lineRun.above, lineRun.below) {
        case (let above?, let below?):
            let lines = [rows[above].line] + lineRun.lines + [rows[below].line]
            lineRun.lines = zip(lineRun.lines, zip(lines, lines.dropFirst(2))).filter { line, next in
                !isHeading(line, between: next.0, next.1)
            }.map(\.0)
        case (let above?, nil):
            lineRun.lines = chained(lineRun.lines, from: rows[above].line, baselines) { last, next in
                baselines[next] - baselines[last] < edges.linePitch + 0.06 * page.lines[next].size
                    || breaks(last, before: next) == true
            }
        case (nil, let below?):
            lineRun.lines = chained(lineRun.lines.reversed(), from: rows[below].line, baselines).reversed()
        case (nil, nil):
            // A page without a key can only go on with the last row, at its top: below the page header.
            let body = page.lines.firstIndex { !headersAndFooters.isRepeated($0, page, unlessOwned: true) }
            guard rows.isEmpty, let body, let first = lineRun.lines.firstIndex(of: body) else { return nil }
            lineRun.lines = chained(lineRun.lines[first...], from: nil, baselines)
        }
        return lineRun.lines.isEmpty ? nil : lineRun
    }

    /// Whether a line between rows is no part of a cell (the heading of a section): it begins, ends and is centred
    /// elsewhere, and it is centred over the table, or nothing had to be broken where it begins and ends.
    private func isHeading(_ line: Int, between above: Int, _ below: Int) -> Bool {
        !edges.isAligned(page.lines[line], in: page)
            && (edges.isCentred(page.lines[line], in: page)
                || breaks(above, before: line) == false && breaks(line, before: below) == false)
    }

    /// Whether a cell of any column was broken between two lines; nil where they have no column in common.
    private func breaks(_ upper: Int, before lower: Int) -> Bool? {
        edges.breaks(page.lines[upper], before: page.lines[lower], band: nil, in: page)
    }

    /// Whether a line that pages repeat is a row's own all the same, one of an office's usual texts: other rows of the page
    /// have it, too, and it follows just as the lines of their cells do, or it is near the row's last line, as no other row is, and nearer than to what is beyond.
    private func isOfRow(_ line: Int, after last: Int?, _ baselines: [Double]) -> Bool {
        guard let last else { return false }
        let step = abs(baselines[line] - baselines[last])
        let beyond = line + (line - last).signum()
        let room = page.lines.indices.contains(beyond) ? abs(baselines[beyond] - baselines[line]) : .infinity
        let size = page.lines[line].size
        let slack = 0.1 * size
        if edges.isLinePitchSure, abs(step - edges.linePitch) < 0.06 * size, isBetweenRows(line) { return true }
        return step < PageLines.setPitch * size && step + slack < edges.rowPitch && step + slack < room
    }

    /// Whether there is the same line between the rows.
    private func isBetweenRows(_ line: Int) -> Bool {
        guard let first = rows.first?.line, let last = rows.last?.line, first < last else { return false }
        let text = page.text(of: page.lines[line])
        return page.lines[first...last].contains { page.text(of: $0) == text }
    }

    /// Whether a line above the first row is the last one of a heading that pages repeat: it stands below the same words on
    /// the page before, and was no row's there or is nearer to them.
    private func isOfHeading(_ line: Int, above row: Int?, _ baselines: [Double]) -> Bool {
        guard let row, line < row, line > 0 else { return false }
        if let heading = roles[..<line].lastIndex(of: .foreign),
            headersAndFooters.isRepeated(page.lines[line], below: page.lines[heading], page)
        {
            return true
        }
        let above = page.lines[line - 1]
        guard headersAndFooters.isRepeated(above, page),
            headersAndFooters.isRepeated(page.lines[line], below: above, page, evenIfOwned: true)
        else { return false }
        let step = baselines[line] - above.baseline
        let size = page.lines[line].size
        return step < PageLines.setPitch * size && step + 0.1 * size < baselines[row] - baselines[line]
    }

    /// The lines, going away from a row's line, as long as each is near the one before, aligned and no page header or
    /// footer.
    private func chained(
        _ lines: some Collection<Int>, from keyLine: Int?, _ baselines: [Double],
        goesOn: (Int, Int) -> Bool = { _, _ in true }
    ) -> [Int] {
        var chain: [Int] = []
        var last = keyLine
        for index in lines {
            let line = page.lines[index]
            if let last {
                let step = abs(baselines[index] - baselines[last])
                // Above the first row lies the end of another: there a step may be a row's.
                let most = max(
                    PageLines.largestPitch * line.size, edges.isLinePitchSure ? edges.linePitch + 0.06 * line.size : 0)
                if !goesOn(last, index) || step > (index < last ? max(most, 1.2 * edges.rowPitch) : most) { break }
            }
            guard edges.isAligned(line, in: page),
                !headersAndFooters.isRepeated(line, page, unlessOwned: rows.isEmpty)
                    || isOfRow(index, after: last, baselines),
                !isOfHeading(index, above: last, baselines)
            else { break }
            chain.append(index)
            last = index
        }
        return chain
    }
}
