// Cells that stand a little higher or lower than the keys of their rows: some programs set each column at a height of its
// own. So near to each other, no two lines of a cell are set.

extension PageLines {
    /// Nearer than this, in em, a line is a row's own where most rows have one there; a centred cell of two lines has
    /// one on either side.
    private static let ownLine = 0.6
    private static let fewestRows = 3
    /// So much, in em, may two lines at the same distance differ.
    private static let slack = 0.05

    /// A line close to that of a key.
    private struct NearLine {
        var line: Int
        var key: Int
        /// How far below the key's, in em.
        var offset: Double
    }

    /// Joins such cells with the lines of their keys.
    ///
    /// - Returns: whether there are any: the lines have other numbers then.
    mutating func joinOwnLines(of keys: [KeyCell]) -> Bool {
        // Most pages have no such lines.
        if keys.count < Self.fewestRows || keys.count(where: { hasNearLine($0.line) }) * 2 < keys.count { return false }
        let keyLines = Set(keys.map(\.line))
        var near: [NearLine] = []
        var alone: [Double] = []
        for key in keys {
            let line = lines[key.line]
            let found = [key.line - 1, key.line + 1].compactMap { other -> NearLine? in
                guard lines.indices.contains(other), !keyLines.contains(other), !overlap(lines[other], line) else {
                    return nil
                }
                let offset = (lines[other].baseline - line.baseline) / min(line.size, lines[other].size)
                return abs(offset) < Self.ownLine ? NearLine(line: other, key: key.line, offset: offset) : nil
            }
            // As far above as below they are two halves of a centred cell.
            if found.count == 2, abs(found[0].offset + found[1].offset) < Self.slack { continue }
            near += found
            if found.count == 1 { alone.append(found[0].offset) }
        }
        if alone.isEmpty { return false }
        let offset = alone.sorted()[alone.count / 2]
        let own = near.filter { abs($0.offset - offset) < Self.slack }
        let others = alone.count { abs($0 - offset) >= Self.slack }
        if own.count * 2 < keys.count || others * 10 > keys.count { return false }
        for near in own {
            for piece in lines[near.line].pieces { pieces[piece].line = near.key }
        }
        pieces.sort { ($0.line, $0.start) < ($1.line, $1.start) }
        numberGathered()
        gatherLines()
        return true
    }

    /// Whether a line next to this one is nearer than lines of a cell are.
    private func hasNearLine(_ number: Int) -> Bool {
        let (line, baseline) = (lines[number], lines[number].baseline)
        return number > 0 && baseline - lines[number - 1].baseline < Self.ownLine * line.size
            || number + 1 < lines.count && lines[number + 1].baseline - baseline < Self.ownLine * line.size
    }

    /// Whether two lines have text at the same place along them.
    private func overlap(_ upper: Line, _ lower: Line) -> Bool {
        pieces[upper.pieces].contains { piece in
            pieces[lower.pieces].contains { min($0.end, piece.end) > max($0.start, piece.start) }
        }
    }

    /// Numbers the lines without a gap between their numbers.
    private mutating func numberGathered() {
        var (number, last) = (-1, -1)
        for index in pieces.indices {
            if pieces[index].line != last {
                last = pieces[index].line
                number += 1
            }
            pieces[index].line = number
        }
    }
}
