// The columns of a table whose keys may be any text, where gaps alone part its cells: as its headings stand, or as the
// texts of most lines do.

/// A text of a line, as gaps part it from its neighbours.
struct LineText {
    /// Its pieces, as indices of the page's.
    var pieces: Range<Int>
    var start: Double
    var end: Double
    var size: Double

    var extent: ClosedRange<Double> { start...max(start, end) }
}

/// Where the columns of a table stand, from left to right.
struct TextColumns {
    let layout: TableLayout
    /// Where texts of each column begin that are set to the left.
    private let starts: [Double]
    /// Where the texts of each column stand that stand in no other, with its heading.
    private(set) var extents: [ClosedRange<Double>]

    /// So far from where others begin a text may, in em.
    private static let slack = 0.5
    /// A list of more columns is none.
    private static let most = 64
    /// So many lines are tried for one that others are like.
    private static let mostSeeds = 8

    /// The columns below headings.
    ///
    /// - Parameter extents: where the headings stand, one for each column of the layout.
    init(_ layout: TableLayout, headings extents: [ClosedRange<Double>]) {
        (self.layout, self.extents) = (layout, extents)
        starts = extents.map(\.lowerBound)
    }

    /// The columns of lines that have as many texts as most lines; nil where no others are like them, or they have too
    /// few for the layout.
    init?(_ layout: TableLayout, of lines: [[LineText]]) {
        var counts: [Int: Int] = [:]
        for line in lines where line.count > 1 { counts[line.count, default: 0] += 1 }
        guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key,
            usual >= layout.columns.count, usual <= Self.most
        else { return nil }
        let full = lines.filter { $0.count == usual }
        var best: (extents: [ClosedRange<Double>], count: Int) = ([], 0)
        for seed in full.prefix(Self.mostSeeds) {
            var (extents, count) = (seed.map(\.extent), 0)
            for line in full where Self.fits(line, extents) {
                for (index, text) in line.enumerated() { extents[index] = extents[index].union(text.extent) }
                count += 1
            }
            if count > best.count { best = (extents, count) }
        }
        guard best.count * 2 > full.count else { return nil }
        self.layout = layout
        extents = best.extents
        starts = extents.map(\.lowerBound)
    }

    private static func fits(_ line: [LineText], _ extents: [ClosedRange<Double>]) -> Bool {
        line.indices.allSatisfy { index in
            line[index].extent.overlaps(extents[index])
                && (index == 0 || line[index].start > extents[index - 1].upperBound)
                && (index + 1 == extents.count || line[index].end < extents[index + 1].lowerBound)
        }
    }

    /// Learns from the texts of a line how wide the columns are.
    mutating func learn(_ line: [LineText], headings: [ClosedRange<Double>]) {
        guard line.count > 1 else { return }
        for text in line {
            let met = headings.indices.filter { headings[$0].overlaps(text.extent) }
            if met.count == 1 { extents[met[0]] = extents[met[0]].union(text.extent) }
        }
    }

    /// Where the keys' heading stands; without headings the texts of their column.
    var heading: ClosedRange<Double> { extents[layout.keyColumn] }

    /// Where the texts of a column stand.
    func extent(of column: Column) -> ClosedRange<Double>? {
        layout.columns.firstIndex(of: column).map { extents[$0] }
    }

    /// What a column says; nil for one that nobody asked for.
    func column(_ number: Int) -> Column? {
        number < layout.columns.count && layout.columns[number] != .skip ? layout.columns[number] : nil
    }

    /// Whether texts of a column that are set to the left begin here.
    func begins(at start: Double, _ size: Double) -> Bool { starts.contains { abs($0 - start) < 0.3 * size } }

    /// The column of a text, and all others that it lies in.
    func place(of text: LineText) -> (column: Int, others: [Int]) {
        let met = extents.indices.filter { extents[$0].overlaps(text.extent) }
        if met.count == 1 { return (met[0], []) }
        if met.isEmpty {
            let distance = { (extent: ClosedRange<Double>) in
                max(extent.lowerBound - text.end, text.start - extent.upperBound)
            }
            return (extents.indices.min { distance(extents[$0]) < distance(extents[$1]) } ?? 0, [])
        }
        let begun = met.first { abs(starts[$0] - text.start) < Self.slack * text.size }
        let own = begun ?? met.max { overlap(text, $0) < overlap(text, $1) } ?? met[0]
        return (own, met.filter { $0 != own })
    }

    private func overlap(_ text: LineText, _ column: Int) -> Double {
        min(text.end, extents[column].upperBound) - max(text.start, extents[column].lowerBound)
    }

    /// The same columns as bands, counted from that of the keys.
    func bands(keyStart: Double, rows: Int, em: Double) -> ColumnBands {
        let key = layout.keyColumn
        let start = { (column: Int) in extents[column].lowerBound - 0.1 * em }
        return ColumnBands(
            right: extents.indices.dropFirst(key + 1).map(start),
            left: [min(keyStart, extents[key].lowerBound) - 0.1 * em]
                + extents.indices.prefix(key).dropFirst().reversed().map(start),
            origin: keyStart, evidence: rows)
    }
}

extension PageLines {
    /// The texts of a line, parted by wide gaps, and by narrow ones before what begins where a column does.
    func texts(of line: Line, _ columns: TextColumns?) -> [LineText] {
        var texts: [LineText] = []
        for index in line.pieces {
            let piece = pieces[index]
            if let last = texts.indices.last {
                let gap = piece.start - texts[last].end
                let isApart =
                    gap >= BorderSearch.wideGap * piece.size
                    || !pieces[index - 1].touches(piece) && columns?.begins(at: piece.start, piece.size) == true
                if !isApart {
                    texts[last].pieces = texts[last].pieces.lowerBound..<index + 1
                    texts[last].end = max(texts[last].end, piece.end)
                    continue
                }
            }
            texts.append(LineText(pieces: index..<index + 1, start: piece.start, end: piece.end, size: piece.size))
        }
        return texts
    }
}
