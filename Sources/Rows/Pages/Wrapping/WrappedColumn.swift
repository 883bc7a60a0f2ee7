// Which row a line of a wrapped cell belongs to. Cells stand at the top, the middle or the bottom of their row; the
// lines do not say which, so the rows of a page vote. Each column is judged by itself: a status and a date broken side
// by side are in general not broken at the same heights.

/// Where the cells of a row stand.
enum Alignment: Int, CaseIterable {
    case top, middle, bottom
}

/// The lines of a page that have text in one column, and its keys.
struct WrappedColumn {
    /// The baseline of each line, growing downwards.
    var baselines: [Double]
    /// The line of each key, from top to bottom.
    var keyLines: [Int]
    var lineRuns: [LineRun]
    var em: Double
    /// The least distance from line to line of a cell.
    var linePitch: Double
    /// Whether a cell of the upper line was broken before the lower line: its first word had no room above. Nil where
    /// the two lines have no column in common.
    var breaks: (_ upper: Int, _ lower: Int) -> Bool?
    /// Whether a line begins with a capital letter.
    var beginsText: (_ line: Int) -> Bool
    /// Whether a line begins with a small letter, as no text does in a list where others begin with capitals.
    var goesOn: (_ line: Int) -> Bool
    /// Whether there is a row on a page before.
    var hasPrevious: Bool

    private func distance(_ upper: Int, _ lower: Int) -> Double {
        baselines[lower] - baselines[upper]
    }

    // MARK: - The vote

    /// What the runs of lines on either side of a row's line say of it.
    private struct Evidence {
        /// How far the next line of the row is; nil if it has none on this side.
        var above: Double?
        var below: Double?
        /// What a vote for one side counts: nothing where it is open whose the lines on the other side are.
        var weight = 1.0
    }

    /// How many rows stand so: a wrapped row has lines below its key's, above it, or about as many on either side.
    ///
    /// "About", because cells in several sizes are centred by their heights and not by their baselines. For the same
    /// reason some centred cells look as if they stood at the top, but none at the top looks centred: those votes count
    /// more.
    func votes() -> [Double] {
        var votes = [Double](repeating: 0, count: Alignment.allCases.count)
        for row in evidence() {
            switch (row.above, row.below) {
            case (nil, nil): break
            case (nil, _): votes[Alignment.top.rawValue] += row.weight
            case (_, nil): votes[Alignment.bottom.rawValue] += row.weight
            case (let above?, let below?) where abs(above - below) < 0.5 * em: votes[Alignment.middle.rawValue] += 3
            default: break
            }
        }
        return votes
    }

    /// What each row has on either side of its line.
    private func evidence() -> [Evidence] {
        var rows = [Evidence](repeating: Evidence(), count: keyLines.count)
        let isCased = isCased
        for lineRun in lineRuns {
            let sides = side(of: lineRun) ?? (isCased ? sideByCase(lineRun) : nil) ?? sideByWidth(lineRun)
            if sides?.toUpper == true, let key = lineRun.above {
                rows[key].below = distance(keyLines[key], lineRun.lines[0])
            }
            if sides?.toLower == true, let key = lineRun.below {
                rows[key].above = distance(lineRun.lines[lineRun.lines.count - 1], keyLines[key])
            }
            // At the page's edge the lines may as well be of a row of another page.
            let most = sides == nil ? 0 : lineRun.above == nil || lineRun.below == nil ? 0.1 : 1
            for key in [lineRun.above, lineRun.below] {
                if let key { rows[key].weight = min(rows[key].weight, most) }
            }
        }
        return rows
    }

    /// To which of its neighbours a run of lines is nearer; to both where it has a wide gap inside; nil where that is open.
    private func side(of lineRun: LineRun) -> (toUpper: Bool, toLower: Bool)? {
        let first = lineRun.lines[0]
        let last = lineRun.lines[lineRun.lines.count - 1]
        let upper = lineRun.above.map { distance(keyLines[$0], first) }
        let lower = lineRun.below.map { distance(last, keyLines[$0]) }
        switch (upper, lower) {
        case (let upper?, let lower?):
            let widest = zip(lineRun.lines, lineRun.lines.dropFirst()).map { distance($0, $1) }.max() ?? 0
            if widest > max(upper, lower) + 0.1 * em { return (true, true) }
            if abs(upper - lower) <= 0.1 * em { return nil }
            return (upper < lower, lower < upper)
        case (let upper?, nil): return (upper < PageLines.setPitch * em, false)
        case (nil, let lower?): return (false, lower < PageLines.setPitch * em)
        case (nil, nil): return (false, false)
        }
    }

    /// Tight rows, where a line is no nearer to the row above than to the one below: a line is broken where the next
    /// word would not fit. So if the next line's first word would have fitted, the two lines are not of one cell.
    private func sideByWidth(_ lineRun: LineRun) -> (toUpper: Bool, toLower: Bool)? {
        guard let above = lineRun.above, let below = lineRun.below else { return nil }
        let toUpper = breaks(keyLines[above], lineRun.lines[0]) == true
        let toLower = breaks(lineRun.lines[lineRun.lines.count - 1], keyLines[below]) == true
        return toUpper == toLower ? nil : (toUpper, toLower)
    }

    /// A line that begins with a small letter goes on with the text above it. It is asked before the widths: where all
    /// texts are short the column is wider than any of them.
    private func sideByCase(_ lineRun: LineRun) -> (toUpper: Bool, toLower: Bool)? {
        guard lineRun.above != nil, let below = lineRun.below else { return nil }
        let sides = (toUpper: goesOn(lineRun.lines[0]), toLower: goesOn(keyLines[below]))
        return sides.toUpper || sides.toLower ? sides : nil
    }

    /// Whether the texts of the column begin with capital letters: some keys' lines do, and all of those that stand alone.
    private var isCased: Bool {
        let wrapped = Set(lineRuns.flatMap { [$0.above, $0.below] })
        return keyLines.count(where: beginsText) >= Self.fewestCapitals
            && !keyLines.indices.contains { !wrapped.contains($0) && goesOn(keyLines[$0]) }
    }

    private static let fewestCapitals = 2

    // MARK: - The owners

    /// The owner of each line of the runs of lines.
    func owners(_ alignment: Alignment) -> [(line: Int, owner: LineOwner)] {
        var owners: [(line: Int, owner: LineOwner)] = []
        /// For centred cells: how far above its key the lines of each row begin.
        var linesAbove = [Int](repeating: 0, count: keyLines.count)
        for (index, lineRun) in lineRuns.enumerated() {
            let upperCount: Int
            switch alignment {
            case .top: upperCount = lineRun.lines.count
            case .bottom: upperCount = carriedCount(lineRun)
            case .middle: upperCount = centredSplit(lineRun, next: lineRuns.dropFirst(index + 1).first, linesAbove)
            }
            if let below = lineRun.below { linesAbove[below] = lineRun.lines.count - upperCount }
            for (position, line) in lineRun.lines.enumerated() {
                let isUpper = position < upperCount
                let key = keyBeside(line, of: lineRun)
                owners.append(
                    (line, key.map { .key($0) } ?? owner(isUpper ? lineRun.above : lineRun.below, in: lineRun, isUpper))
                )
            }
        }
        return owners
    }

    /// The row that a line stands beside, a little higher or lower: some programs shift what is next to a page's end.
    private func keyBeside(_ line: Int, of lineRun: LineRun) -> Int? {
        let most = max(0.5 * em, 0.8 * min(linePitch, 1.5 * em))
        return [lineRun.above, lineRun.below].compactMap(\.self).first { abs(distance(keyLines[$0], line)) < most }
    }

    /// For cells at the bottom: how many lines of a run of lines at the page's edge are of a row that began before. Above
    /// the first row, a step wider than from line to line is that from row to row.
    private func carriedCount(_ lineRun: LineRun) -> Int {
        if lineRun.above == nil, let below = lineRun.below {
            let lines = lineRun.lines + [keyLines[below]]
            if let widest = widestStep(lines), distance(lines[widest], lines[widest + 1]) > linePitch + 0.2 * em {
                return widest + 1
            }
            if !hasPrevious { return 0 }
            // Line upon line, and as sentences begin: a text that begins on this page.
            if beginsText(lineRun.lines[0]), distance(lines[lines.count - 2], keyLines[below]) <= linePitch + 0.1 * em {
                return 0
            }
        }
        return isOpen(lineRun) ? lineRun.lines.count : 0
    }

    /// Whether a run of lines at the page's edge goes on with a row that began before, wherever the cells stand: below the
    /// last row, because that was broken there; above the first, because it was not broken before the first.
    func isOpen(_ lineRun: LineRun) -> Bool {
        switch (lineRun.above, lineRun.below) {
        case (let above?, nil): breaks(keyLines[above], lineRun.lines[0]) == true
        case (nil, let below?): breaks(lineRun.lines[lineRun.lines.count - 1], keyLines[below]) == false
        default: false
        }
    }

    private func owner(_ key: Int?, in lineRun: LineRun, _ isUpper: Bool) -> LineOwner {
        if let key { return .key(key) }
        // What stands above the first row of the page, and is no part of it, continues the page before.
        let isHead = lineRun.below == 0 || (keyLines.isEmpty && lineRun.below == nil)
        return isUpper && lineRun.above == nil && isHead ? .previousRow : .nobody
    }

    /// How many lines of a run of lines between centred rows are the upper row's. The step from row to row is the widest;
    /// where rows stand as close as lines, a row has as many lines below its key as above.
    private func centredSplit(_ lineRun: LineRun, next: LineRun?, _ linesAbove: [Int]) -> Int {
        guard let below = lineRun.below else { return lineRun.lines.count }
        if let above = lineRun.above {
            return widestStep([keyLines[above]] + lineRun.lines + [keyLines[below]])
                ?? min(linesAbove[above], lineRun.lines.count)
        }
        // At the head of a page what stands apart from the first row is the end of another.
        let head = lineRun.lines + [keyLines[below]]
        if let widest = widestStep(head), distance(head[widest], head[widest + 1]) > linePitch + 0.2 * em {
            return widest + 1
        }
        // Else the first row has as many lines above its key as it can have below.
        guard let next, next.above == below, !isOpen(lineRun) else { return lineRun.lines.count }
        let limit =
            next.below.flatMap { widestStep([keyLines[below]] + next.lines + [keyLines[$0]]) } ?? next.lines.count
        var count = 0
        while count < lineRun.lines.count, count < limit {
            let up = distance(lineRun.lines[lineRun.lines.count - 1 - count], keyLines[below])
            let down = distance(keyLines[below], next.lines[count])
            if abs(up - down) > 0.3 * em { break }
            count += 1
        }
        // Where rows stand as close as lines, one wrong count makes all that follow wrong: the one that goes on longest.
        let counts = Array(0...min(count, Self.mostLines)).reversed()
        let best = counts.max { rowsThatFit(linesAbove: $0, key: below) < rowsThatFit(linesAbove: $1, key: below) }
        return lineRun.lines.count - (best ?? count)
    }

    /// Cells of more lines are not looked at for where they may begin.
    private static let mostLines = 12

    /// How many rows from this key on can have as many lines above their keys as below, if its own has so many above.
    private func rowsThatFit(linesAbove: Int, key: Int) -> Int {
        var above = linesAbove
        let after = Dictionary(
            lineRuns.compactMap { lineRun in lineRun.above.map { ($0, lineRun) } },
            uniquingKeysWith: { first, _ in first })
        // What the last row has below its key may be on the next page.
        for row in key..<keyLines.count - 1 {
            let lineRun = after[row]
            let count = lineRun?.lines.count ?? 0
            if above > count { return row - key }
            guard let lineRun, let below = lineRun.below else { return keyLines.count - key }
            let split = widestStep([keyLines[row]] + lineRun.lines + [keyLines[below]]) ?? above
            if split < above { return row - key }
            above = count - split
        }
        return keyLines.count - key
    }

    /// The index of the step that is wider than all others, by a tenth of an em at least; nil if there is none.
    private func widestStep(_ lines: [Int]) -> Int? {
        let steps = zip(lines, lines.dropFirst()).map { distance($0, $1) }
        guard let widest = steps.max(), steps.count(where: { $0 > widest - 0.1 * em }) == 1 else { return nil }
        return steps.firstIndex(of: widest)
    }
}
