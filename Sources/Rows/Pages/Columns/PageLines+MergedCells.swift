// Cells that are merged over several rows, on pages without rules: their texts stand in the middle of those rows, also
// between two. Where they cover all rows of the page one after the other, each row gets its text.

import Text

/// The text of a merged cell that goes on with the first rows of the next page.
struct MergedRest {
    /// The page that has the text.
    var page: Int
    /// The row that the text was last given to.
    var key: String
    var texts: [(text: String, piece: Piece)]
    /// How many rows of the next page are its.
    var rows: Int
}

extension PageLines {
    /// So many texts between two rows show that cells are merged.
    private static let fewestBetween = 3
    /// Of more rows no cell is taken to go on over the page's end.
    private static let mostRows = 4
    /// So far from the middle of its rows, in rows, a text may stand.
    private static let slack = 0.15

    /// Puts a copy of the text of each merged cell into each of its rows.
    ///
    /// The first text stands in the middle of a cell that begins with the first row, and so tells where that ends and the next
    /// one begins. The last cell has to end with the last row, or goes on over the page's end: one row with an empty cell shifts
    /// all that follow.
    ///
    /// - Parameter rest: the cell that goes on from the page before; afterwards the one that goes on over this page's end.
    /// - Returns: whether there are such cells, so that the lines are others.
    mutating func spreadMergedCells(
        of keys: [KeyCell], _ mask: KeyMask, inBand band: Int, of bands: ColumnBands, rest: inout MergedRest?
    ) -> Bool {
        guard let texts = texts(among: keys, inBand: band, of: bands),
            let cells = mergedCells(keys, middles: texts.map { lines[$0.line].baseline }, first: rest?.rows ?? 0)
        else { return false }
        var copies: [Piece] = []
        for (text, rows) in zip(texts, cells) {
            for row in rows where row < keys.count {
                for piece in text.pieces {
                    var copy = pieces[piece]
                    copy.baseline = lines[keys[row].line].baseline
                    copies.append(copy)
                }
            }
        }
        for (text, piece) in rest?.texts ?? [] {
            var copy = piece
            copy.text = append(text)
            for row in keys.prefix(rest?.rows ?? 0) {
                copy.baseline = lines[row.line].baseline
                copies.append(copy)
            }
        }
        let end = cells.last?.upperBound ?? 0
        rest = nil
        if end >= keys.count, let last = keys.last {
            let own = texts.last?.pieces.map { (text(of: pieces[$0]), pieces[$0]) } ?? []
            rest = MergedRest(page: number, key: last.key(mask, in: self), texts: own, rows: end - keys.count + 1)
        }
        let moved = Set(texts.flatMap(\.pieces))
        pieces = pieces.indices.filter { !moved.contains($0) }.map { pieces[$0] } + copies
        keep { _ in true }
        return true
    }

    /// The texts of a band, line by line; nil where a line between the rows has others.
    private func texts(
        among keys: [KeyCell], inBand band: Int, of bands: ColumnBands
    ) -> [(line: Int, pieces: [Int])]? {
        guard let first = keys.first?.line, let last = keys.last?.line, first <= last else { return nil }
        let rows = Set(keys.map(\.line))
        var texts: [(line: Int, pieces: [Int])] = []
        for number in first...last {
            let own = lines[number].pieces.filter { bands.band(at: pieces[$0].start) == band }
            if !rows.contains(number), own.count != lines[number].pieces.count { return nil }
            if !own.isEmpty { texts.append((number, own)) }
        }
        return texts
    }

    /// The rows of each cell; nil where texts at these heights do not cover all rows, or none stands between two.
    ///
    /// - Parameter carried: how many rows have the cell that goes on from the page before.
    private func mergedCells(_ keys: [KeyCell], middles: [Double], first carried: Int) -> [ClosedRange<Int>]? {
        let places = keys.map { lines[$0.line].baseline }
        guard let first = places.first, let last = places.last, places.count > 1 else { return nil }
        let pitch = (last - first) / Double(places.count - 1)
        guard places.indices.allSatisfy({ abs(first + Double($0) * pitch - places[$0]) < Self.slack * pitch }) else {
            return nil
        }
        var cells: [ClosedRange<Int>] = []
        var (start, between) = (carried, 0)
        for middle in middles {
            let twice = 2 * (middle - first) / pitch
            guard abs(twice - twice.rounded()) < 2 * Self.slack, let sum = Int(exactly: twice.rounded()) else {
                return nil
            }
            let end = sum - start
            guard end >= start, start < keys.count else { return nil }
            if !sum.isMultiple(of: 2) { between += 1 }
            cells.append(start...end)
            start = end + 1
        }
        guard let end = cells.last, start >= keys.count, start == keys.count || end.count <= Self.mostRows else {
            return nil
        }
        return carried > 0 || between >= Self.fewestBetween ? cells : nil
    }
}
