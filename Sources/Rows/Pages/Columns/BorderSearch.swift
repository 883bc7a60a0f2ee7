// Where columns end: places that the gaps of most rows share.

/// The gaps between the words to one side of the keys, row by row, and the borders that they agree on.
struct BorderSearch {
    /// From this gap on, in em, it is no word space: justified text rarely opens wider.
    static let wideGap = 0.8

    /// So many rows tell all there is to tell; more would only cost time.
    static let mostRows = 120
    /// Words of a row that are looked at; a longer one is no table.
    private static let mostWords = 64

    private struct Gap {
        var from: Double
        var to: Double
        var isWide: Bool
        /// Whether it is no gap to the eye: the end of a text, right before the next.
        var isTouching = false
    }

    private var gaps: [Gap] = []
    /// The words of each row, away from the key.
    private var rows: [[Word]] = []

    /// Adds the words of a row, in order away from the key.
    mutating func add(words row: [Word]) {
        if row.isEmpty || rows.count >= BorderSearch.mostRows { return }
        var row = Array(row.prefix(BorderSearch.mostWords))
        for index in row.indices.dropLast() {
            let (word, next) = (row[index], row[index + 1])
            let gap = next.start - word.end
            if next.touchesBefore {
                gaps.append(Gap(from: min(word.end, next.start), to: next.start, isWide: false, isTouching: true))
            } else if gap < 0 {
                gaps.append(Gap(from: next.start - 0.3 * next.size, to: next.start, isWide: true))
                row[index].end = max(word.start, next.start)
            } else {
                gaps.append(Gap(from: word.end, to: next.start, isWide: gap >= BorderSearch.wideGap * next.size))
            }
        }
        rows.append(row)
    }

    /// The borders beyond the key column, in order, each a little before the text that begins there.
    ///
    /// - Parameters:
    ///   - keyEnd: where the key column ends.
    ///   - wanted: how many columns the layout has on this side.
    ///   - em: the text's size.
    /// - Returns: places away from the key, in its units; at least one.
    func borders(after keyEnd: Double, wanted: Int, em: Double) -> [Double] {
        guard let own = ownBorder(after: keyEnd, em) else { return [keyEnd + 0.1 * em] }
        var borders = [own]
        for candidate in candidates(after: own, em) {
            let before = borders.filter { $0 < candidate.place }.max() ?? own
            let after = borders.filter { $0 > candidate.place }.min() ?? .infinity
            let isExtra = borders.count >= wanted
            // The words of a text may line up down the page; a column that nobody named has room before it.
            if isExtra, candidate.wide * 2 < candidate.reaching { continue }
            let least = isExtra ? max(1, rows.count / 2) : 1
            let slack = 0.15 * em
            if rowsWithText(from: before - slack, to: candidate.place + slack) >= least,
                rowsWithText(from: candidate.place - slack, to: after + slack) >= least
            {
                let start = firstStart(in: candidate)
                borders.append(start - min(0.1 * em, (start - candidate.place + candidate.room) / 2))
            }
        }
        return borders.sorted()
    }

    /// Where the key's own column ends: half way to the text nearest to it, at most half an em before that; or where
    /// the next column's text covers the key.
    private func ownBorder(after keyEnd: Double, _ em: Double) -> Double? {
        guard let nearest = rows.compactMap(\.first?.start).min() else { return nil }
        return nearest <= keyEnd ? nearest - 0.1 * em : max((keyEnd + nearest) / 2, nearest - 0.5 * em)
    }

    /// Where the text beside the keys begins in nine rows of ten, or further on; infinite if there is none.
    var usualStart: Double {
        let starts = rows.compactMap(\.first?.start).sorted()
        return starts.isEmpty ? .infinity : starts[starts.count / 10]
    }

    private struct Candidate {
        var place: Double
        /// The width that all its gaps share.
        var room: Double
        /// How many wide gaps end here; one that ends an em further on counts half.
        var weight: Double
        /// How many rows have text on both sides, and how many a wide gap here.
        var reaching: Int
        var wide: Int
    }

    /// Places where a word begins that hardly any row crosses, the best first.
    private func candidates(after own: Double, _ em: Double) -> [Candidate] {
        let froms = gaps.map(\.from).sorted()
        let tos = gaps.map(\.to).sorted()
        let firsts = rows.compactMap(\.first?.start).sorted()
        let lasts = rows.compactMap(\.last?.end).sorted()
        // In a few rows texts may end at one place by chance.
        let touchingWeight = rows.count >= 5 ? 0.01 : 0
        var found: [Candidate] = []
        for (index, place) in tos.enumerated() where place > own && (index == 0 || tos[index - 1] < place) {
            let begun = froms.countOfFirst { $0 <= place }
            let shared = begun - tos.countOfFirst { $0 < place }
            // Rows with text on both sides: those that reach past the place, without those that only begin there.
            let reaching = firsts.countOfFirst { $0 < place } - lasts.countOfFirst { $0 <= place }
            guard begun > 0, shared * 10 >= reaching * 9 else { continue }
            var weight = 0.0
            var wide = 0
            for gap in gaps where (gap.isWide || gap.isTouching) && gap.from <= place && gap.to >= place {
                weight += (gap.isWide ? 1 : touchingWeight) * em / (em + gap.to - place)
                if gap.isWide { wide += 1 }
            }
            found.append(
                Candidate(
                    place: place, room: place - froms[begun - 1], weight: weight, reaching: reaching, wide: wide))
        }
        return found.filter { $0.weight > 0 }.sorted { ($0.weight, $1.place) > ($1.weight, $0.place) }
    }

    /// Where the text of the column begins that a candidate is the border of: further left than the candidate in the
    /// few rows whose text is wider than the others', where cells are centred or set to the right.
    private func firstStart(in candidate: Candidate) -> Double {
        let room = candidate.place - candidate.room..<candidate.place
        return gaps.lazy.map(\.to).filter { $0 > room.lowerBound && $0 < room.upperBound }.min() ?? candidate.place
    }

    /// How many rows have a word that lies wholly between two places.
    private func rowsWithText(from start: Double, to end: Double) -> Int {
        rows.count { $0.contains { $0.start >= start && $0.end <= end } }
    }
}
