// Which row a line of a wrapped cell belongs to. Cells stand at the top, the middle or the bottom of their row; the lines
// do not say which, so the rows of a page vote.

/// Where the cells of a row stand.
enum Alignment: Int, CaseIterable {
    case top, middle, bottom
}

/// Where a line's text goes.
enum LineOwner: Equatable {
    /// The row of this key of the page.
    case key(Int)
    /// The last row of the page before.
    case previousRow
    case nobody
}

/// One page's lines and keys, as far as wrapping is concerned.
struct WrappedPage {
    /// The baseline of each line, growing downwards.
    var baselines: [Double]
    /// The line of each key, from top to bottom.
    var keyLines: [Int]
    var stretches: [Stretch]
    var em: Double
    /// For a gap between rows that spacing does not decide: what the widths of the lines say.
    var widthVote: (_ stretch: Stretch) -> Alignment?

    private func distance(_ upper: Int, _ lower: Int) -> Double {
        baselines[lower] - baselines[upper]
    }

    // MARK: - The vote

    /// How many rows stand so: a wrapped row has lines below its key's, above it, or as many on either side.
    func votes() -> [Double] {
        var above = [Double?](repeating: nil, count: keyLines.count)
        var below = above
        var votes = [Double](repeating: 0, count: Alignment.allCases.count)
        for stretch in stretches {
            switch side(of: stretch) {
            case .some(let sides):
                if sides.toUpper, let key = stretch.above { below[key] = distance(keyLines[key], stretch.lines[0]) }
                if sides.toLower, let key = stretch.below {
                    above[key] = distance(stretch.lines[stretch.lines.count - 1], keyLines[key])
                }
            case nil:
                if let vote = widthVote(stretch) { votes[vote.rawValue] += 1 }
            }
        }
        for (above, below) in zip(above, below) {
            switch (above, below) {
            case (nil, nil): break
            case (nil, _): votes[Alignment.top.rawValue] += 1
            case (_, nil): votes[Alignment.bottom.rawValue] += 1
            case (let above?, let below?) where abs(above - below) < 0.2 * em: votes[Alignment.middle.rawValue] += 1
            default: break
            }
        }
        return votes
    }

    /// To which of its neighbours a stretch is nearer; to both where it has a wide gap inside; nil where that is open.
    private func side(of stretch: Stretch) -> (toUpper: Bool, toLower: Bool)? {
        let first = stretch.lines[0]
        let last = stretch.lines[stretch.lines.count - 1]
        let upper = stretch.above.map { distance(keyLines[$0], first) }
        let lower = stretch.below.map { distance(last, keyLines[$0]) }
        switch (upper, lower) {
        case (let upper?, let lower?):
            let widest = zip(stretch.lines, stretch.lines.dropFirst()).map { distance($0, $1) }.max() ?? 0
            if widest > max(upper, lower) + 0.1 * em { return (true, true) }
            if abs(upper - lower) <= 0.1 * em { return nil }
            return (upper < lower, lower < upper)
        case (let upper?, nil): return (upper < WrappedPage.nearestPitch * em, false)
        case (nil, let lower?): return (false, lower < WrappedPage.nearestPitch * em)
        case (nil, nil): return (false, false)
        }
    }

    /// Set text has its lines at most so far apart, in em; a wider step at the table's edge says nothing.
    private static let nearestPitch = 1.4

    // MARK: - The owners

    /// The owner of each line of the stretches.
    func owners(_ alignment: Alignment) -> [(line: Int, owner: LineOwner)] {
        var owners: [(line: Int, owner: LineOwner)] = []
        /// For centred cells: how far above its key the lines of each row begin.
        var linesAbove = [Int](repeating: 0, count: keyLines.count)
        for (index, stretch) in stretches.enumerated() {
            let upperCount: Int
            switch alignment {
            case .top: upperCount = stretch.lines.count
            case .bottom: upperCount = 0
            case .middle: upperCount = centredSplit(stretch, next: stretches.dropFirst(index + 1).first, linesAbove)
            }
            if let below = stretch.below { linesAbove[below] = stretch.lines.count - upperCount }
            for (position, line) in stretch.lines.enumerated() {
                owners.append(
                    (
                        line,
                        owner(position < upperCount ? stretch.above : stretch.below, in: stretch, position < upperCount)
                    ))
            }
        }
        return owners
    }

    private func owner(_ key: Int?, in stretch: Stretch, _ isUpper: Bool) -> LineOwner {
        if let key { return .key(key) }
        // What stands above the first row of the page, and is no part of it, continues the page before.
        let isHead = stretch.below == 0 || (keyLines.isEmpty && stretch.below == nil)
        return isUpper && stretch.above == nil && isHead ? .previousRow : .nobody
    }

    /// How many lines of a stretch between centred rows are the upper row's. The step from row to row is the widest; where rows
    /// stand as close as lines, a row has as many lines below its key as above.
    private func centredSplit(_ stretch: Stretch, next: Stretch?, _ linesAbove: [Int]) -> Int {
        guard let below = stretch.below else { return stretch.lines.count }
        if let above = stretch.above {
            return widestStep([keyLines[above]] + stretch.lines + [keyLines[below]])
                ?? min(linesAbove[above], stretch.lines.count)
        }
        // At the head of a page: the first row has as many lines above its key as it can have below.
        guard let next, next.above == below else { return stretch.lines.count }
        let limit =
            next.below.flatMap { widestStep([keyLines[below]] + next.lines + [keyLines[$0]]) } ?? next.lines.count
        var count = 0
        while count < stretch.lines.count, count < limit {
            let up = distance(stretch.lines[stretch.lines.count - 1 - count], keyLines[below])
            let down = distance(keyLines[below], next.lines[count])
            if abs(up - down) > 0.3 * em { break }
            count += 1
        }
        return stretch.lines.count - count
    }

    /// The index of the step that is wider than all others, by a tenth of an em at least; nil if there is none.
    private func widestStep(_ lines: [Int]) -> Int? {
        let steps = zip(lines, lines.dropFirst()).map { distance($0, $1) }
        guard let widest = steps.max(), steps.count(where: { $0 > widest - 0.1 * em }) == 1 else { return nil }
        return steps.firstIndex(of: widest)
    }
}
