// Cells that are merged over several rows, on pages with rules between the rows only: the rule between two such rows ends
// before the merged cell, or has a gap there. Each of the rows gets the text of the cell.

import Text

extension PageLines {
    /// A text on the line of a row differs from the row's baseline by at most so much, in em.
    private static let onLine = 0.05
    /// The smallest gap of a rule that is a cell, in em.
    private static let narrowest = 1.5
    /// Rules that end so near to each other, in points, end at the same place.
    fileprivate static let slack = 2.0

    /// Puts a copy of the text of each merged cell into each of its rows.
    ///
    /// - Parameters:
    ///   - keys: the keys of the page, from top to bottom.
    ///   - doubted: gets the rows that may have a merged cell, if more than one of them has a text on its own line, or only the
    ///     last: cells left out at the ends of the rows above it have no rule either.
    /// - Returns: whether there are such cells, so that the lines are others.
    mutating func spreadRuledCells(of keys: [KeyCell], _ lines: RulingLines, doubted: inout [KeyCell]) -> Bool {
        let cells = ruledCells(of: keys, lines)
        if cells.isEmpty { return false }
        var copies: [Piece] = []
        var moved: Set<Int> = []
        var unclear: [KeyCell] = []
        for cell in cells {
            let rows = keys[cell.rows]
            let own = pieces.indices.filter { cell.holds(pieces[$0]) }
            let texts = columns(of: own)
            for text in texts {
                let places = Set(text.map { pieces[$0].baseline })
                let rowsWithText = rows.indices.filter { row in
                    let line = self.lines[rows[row].line]
                    return places.contains { abs($0 - line.baseline) <= Self.onLine * line.size }
                }
                guard rowsWithText.count < 2, let first = text.first else {
                    unclear += rows
                    continue
                }
                if cell.isAtEnd, rowsWithText.first == rows.indices.last {
                    doubted += rows.dropLast()
                    continue
                }
                moved.formUnion(text)
                var copy = pieces[first]
                copy.text = append(text.map { self.text(of: pieces[$0]) }.joined(separator: " "))
                copy.end = text.map { pieces[$0].end }.max() ?? copy.end
                for row in rows {
                    copy.baseline = self.lines[row.line].baseline
                    copies.append(copy)
                }
            }
        }
        // If no cell has a single text, the column has no rules, and each row its own text.
        if moved.isEmpty { return false }
        doubted += unclear
        pieces = pieces.indices.filter { !moved.contains($0) }.map { pieces[$0] } + copies
        keep { _ in true }
        return true
    }

    /// The pieces of a cell by columns: texts that stand above each other, each from top to bottom.
    private func columns(of cell: [Int]) -> [[Int]] {
        var columns: [(range: ClosedRange<Double>, pieces: [Int])] = []
        for piece in cell.sorted(by: { pieces[$0].start < pieces[$1].start })
        where pieces[piece].start <= pieces[piece].end {
            let range = pieces[piece].start...pieces[piece].end
            if let last = columns.last, last.range.overlaps(range) {
                columns[columns.count - 1] = (last.range.union(range), last.pieces + [piece])
            } else {
                columns.append((range, [piece]))
            }
        }
        return columns.map { column in
            column.pieces.sorted { (pieces[$0].baseline, pieces[$0].start) < (pieces[$1].baseline, pieces[$1].start) }
        }
    }

    /// The merged cells: rows that follow each other, of which only rules with the same gap are between.
    private func ruledCells(of keys: [KeyCell], _ rules: RulingLines) -> [RuledCell] {
        guard keys.count > 1, let left = rules.level.map(\.start).min(), let right = rules.level.map(\.end).max() else {
            return []
        }
        var cells: [RuledCell] = []
        // Both are sorted from top to bottom.
        var below = rules.level[...]
        for row in keys.indices.dropFirst() {
            let (upper, lower) = (lines[keys[row - 1].line].baseline, lines[keys[row].line].baseline)
            below = below.drop { $0.place <= upper }
            let between = below.prefix { $0.place < lower }
            guard let gap = gap(of: between, from: left, to: right), !gap.overlaps(range(of: keys[row])) else {
                continue
            }
            if let last = cells.last, last.rows.upperBound == row - 1, last.hasSameGap(gap) {
                cells[cells.count - 1].rows = last.rows.lowerBound...row
            } else {
                cells.append(RuledCell(gap: gap, isAtEnd: gap.upperBound == right, rows: (row - 1)...row))
            }
        }
        return cells.compactMap { cell in
            var cell = cell
            let (first, last) = (lines[keys[cell.rows.lowerBound].line], lines[keys[cell.rows.upperBound].line])
            let whole = rules.level.filter {
                $0.start <= cell.gap.lowerBound + Self.slack && $0.end >= cell.gap.upperBound - Self.slack
            }
            guard let top = whole.last(where: { $0.place < first.baseline })?.place,
                let bottom = whole.first(where: { $0.place > last.baseline })?.place
            else { return nil }
            (cell.top, cell.bottom) = (top, bottom)
            return cell
        }
    }

    /// The only gap of the rules between two rows, if it is as wide as a cell; nil for none.
    private func gap(of between: ArraySlice<RulingLine>, from left: Double, to right: Double) -> ClosedRange<Double>? {
        // In most tables one rule goes from side to side.
        if between.isEmpty || between.contains(where: { $0.start <= left + Self.slack && $0.end >= right - Self.slack })
        {
            return nil
        }
        var gaps: [ClosedRange<Double>] = []
        var position = left
        for rule in between.sorted(by: { $0.start < $1.start }) {
            if rule.start - position > Self.slack { gaps.append(position...rule.start) }
            position = max(position, rule.end)
        }
        if right - position > Self.slack { gaps.append(position...right) }
        guard gaps.count == 1, let gap = gaps.first, let size = lines.first?.size else { return nil }
        return gap.upperBound - gap.lowerBound > Self.narrowest * size ? gap : nil
    }

    private func range(of key: KeyCell) -> ClosedRange<Double> {
        key.start...max(key.start, key.end)
    }
}

/// A merged cell of a page, in the page's frame.
private struct RuledCell {
    /// Its place along the lines.
    let gap: ClosedRange<Double>
    /// Whether no rule is beyond it.
    let isAtEnd: Bool
    /// Its rows, by the page's keys.
    var rows: ClosedRange<Int>
    /// The rules above and below it.
    var top = 0.0
    var bottom = 0.0

    func hasSameGap(_ other: ClosedRange<Double>) -> Bool {
        abs(other.lowerBound - gap.lowerBound) < PageLines.slack
            && abs(other.upperBound - gap.upperBound) < PageLines.slack
    }

    func holds(_ piece: Piece) -> Bool {
        piece.start >= gap.lowerBound - 1 && piece.end <= gap.upperBound + 1 && piece.baseline > top
            && piece.baseline < bottom
    }
}
