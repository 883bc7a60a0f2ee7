// The cells between ruling lines: the smallest rectangles that lines close on all four sides. A line within a cell
// that does not go from side to side (an underlined word) parts nothing; a side that is open closes nothing.

/// Finds cells by their upper left corners.
struct CellSearch {
    /// A cell by its sides, as indices of lines.
    struct Sides {
        let top: Int
        let bottom: Int
        let left: Int
        let right: Int
    }

    private let level: [RulingLine]
    private let upright: [RulingLine]
    /// For each level line the upright ones that it meets, from left to right; for each upright line the level ones,
    /// from top to bottom.
    private var uprightsMet: [[Int]]
    private var levelsMet: [[Int]]
    /// Pairs of lines that may still be looked at: a page of a hundred rows and fifty columns needs a tenth.
    private var budget = 300_000

    /// What is lower or narrower is no cell but the inside of a line, in points.
    private static let smallest = 3.0

    init(_ lines: RulingLines) {
        (level, upright) = (lines.level, lines.upright)
        uprightsMet = Array(repeating: [], count: level.count)
        levelsMet = Array(repeating: [], count: upright.count)
        for (number, line) in level.enumerated() where isWithinBudget { meet(line, number) }
    }

    /// Whether the search has not been given up. Nothing that was found counts where it was.
    var isWithinBudget: Bool { budget > 0 }

    /// The cells, each once.
    mutating func cells() -> [Sides] {
        var cells: [Sides] = []
        for top in level.indices {
            for position in uprightsMet[top].indices where isWithinBudget {
                if let cell = cell(under: top, from: position) { cells.append(cell) }
            }
        }
        return cells
    }

    /// For each level line the uppermost one that lines lead to from it.
    func tables() -> [Int] {
        var parents = Array(level.indices)
        func root(of line: Int) -> Int {
            var line = line
            while parents[line] != line {
                parents[line] = parents[parents[line]]
                line = parents[line]
            }
            return line
        }
        for met in levelsMet {
            for (upper, lower) in zip(met, met.dropFirst()) {
                let (one, other) = (root(of: upper), root(of: lower))
                parents[max(one, other)] = min(one, other)
            }
        }
        return level.indices.map { root(of: $0) }
    }

    /// Where two or more upright lines of a table go on beyond its last level line, or begin before its first, and end
    /// side by side: as level lines that are not drawn. Excel draws no line where a page breaks a table.
    func openEnds() -> [RulingLine] {
        let tables = tables()
        var ends: [(table: Int, end: Double, place: Double)] = []
        for (line, met) in zip(upright, levelsMet) {
            guard let first = met.first, let last = met.last else { continue }
            for (end, length) in [
                (line.start, level[first].place - line.start), (line.end, line.end - level[last].place),
            ] where length >= CellSearch.smallest {
                ends.append((tables[first], end, line.place))
            }
        }
        ends.sort { $0 < $1 }
        var implied: [RulingLine] = []
        var next = 0
        while next < ends.count {
            let (table, end, place) = ends[next]
            var line = RulingLine(place: end, start: place, end: place, isImplied: true)
            while next < ends.count, ends[next].table == table, ends[next].end - end <= RulingLines.touch {
                line.start = min(line.start, ends[next].place)
                line.end = max(line.end, ends[next].place)
                next += 1
            }
            if line.end > line.start { implied.append(line) }
        }
        return implied
    }

    /// Finds the upright lines that a level line meets.
    private mutating func meet(_ line: RulingLine, _ number: Int) {
        let touch = RulingLines.touch
        var candidate = upright.countOfFirst { $0.place < line.start - touch }
        while candidate < upright.count, upright[candidate].place <= line.end + touch {
            budget -= 1
            let other = upright[candidate]
            if other.start - touch <= line.place, line.place <= other.end + touch {
                uprightsMet[number].append(candidate)
                levelsMet[candidate].append(number)
            }
            candidate += 1
        }
    }

    /// The cell whose upper left corner is where a level line meets its upright line of this position.
    private mutating func cell(under top: Int, from position: Int) -> Sides? {
        let left = uprightsMet[top][position]
        guard goesOn(upright[left], beyond: level[top].place), goesOn(level[top], beyond: upright[left].place) else {
            return nil
        }
        for right in uprightsMet[top][(position + 1)...] where isWithinBudget {
            budget -= 1
            guard upright[right].place - upright[left].place >= CellSearch.smallest,
                goesOn(upright[right], beyond: level[top].place)
            else { continue }
            if let bottom = bottom(under: top, left, right) {
                return Sides(top: top, bottom: bottom, left: left, right: right)
            }
        }
        return nil
    }

    /// The first line that closes what is closed on its other sides.
    private mutating func bottom(under top: Int, _ left: Int, _ right: Int) -> Int? {
        let levels = levelsMet[left]
        var position = levels.countOfFirst { $0 < top } + 1
        while position < levels.count, isWithinBudget {
            budget -= 1
            let bottom = levels[position]
            let place = level[bottom].place
            if place > upright[right].end + RulingLines.touch { return nil }
            if place - level[top].place >= CellSearch.smallest,
                level[bottom].end + RulingLines.touch >= upright[right].place
            {
                let met = uprightsMet[bottom]
                let position = met.countOfFirst { $0 < right }
                if position < met.count, met[position] == right { return bottom }
            }
            position += 1
        }
        return nil
    }

    private func goesOn(_ line: RulingLine, beyond place: Double) -> Bool { line.end > place + RulingLines.touch }
}
