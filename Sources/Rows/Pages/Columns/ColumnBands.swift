// The columns of a page, found from the gaps between its words.

/// The bands that the cells of a row lie in, counted from the key's: 0 is the key's own, 1 the next to the right.
struct ColumnBands {
    /// Where the bands to the right begin, from left to right, relative to `origin`.
    private(set) var right: [Double] = []
    /// Where the key's band and those to its left begin, from right to left.
    private(set) var left: [Double] = []
    /// The left edge of the key column when the bands were learnt.
    private(set) var origin: Double
    /// Where the text beside the keys begins in nine rows of ten, or further on.
    private(set) var usualStart: Double
    /// How many rows they were learnt from.
    private(set) var evidence: Int

    /// Bands that are known.
    init(right: [Double], left: [Double], origin: Double, evidence: Int) {
        (self.right, self.left, self.origin, self.evidence) = (right, left, origin, evidence)
        usualStart = right.first ?? .infinity
    }

    /// The band that something beginning here lies in.
    @inline(__always)
    func band(at x: Double) -> Int {
        var band = 0
        while band < right.count, x >= right[band] { band &+= 1 }
        if band > 0 { return band }
        while band < left.count, x < left[band] { band &+= 1 }
        return -band
    }

    /// How many borders there are.
    var borderCount: Int { right.count + left.count }

    /// Where a band begins; nil for one beyond the last border on the left, which has no beginning.
    func start(ofBand band: Int) -> Double? {
        if band > 0 { return band <= right.count ? right[band - 1] : nil }
        return -band < left.count ? left[-band] : nil
    }

    /// The same bands for a key column that begins elsewhere (mirrored margins).
    func moved(to start: Double) -> ColumnBands {
        var bands = self
        bands.right = right.map { $0 + (start - origin) }
        bands.left = left.map { $0 + (start - origin) }
        bands.usualStart += start - origin
        bands.origin = start
        return bands
    }

    /// Draws the key's band in so that text beginning here is beside it: a centred cell may be longer than those
    /// before.
    mutating func makeRoom(forTextAt start: Double) {
        if let first = right.first, start < first { right[0] = start }
    }

    /// Draws the key's band in so that wrapped lines are beside it that begin further left than all rows' own text:
    /// those of cells that are centred or set to the right, as their centres or ends show. A section's heading has
    /// others. Above the first row and below the last stand lines of cells, too.
    mutating func makeRoom(forLinesBetween keys: [KeyCell], _ page: PageLines) {
        guard let border = right.first else { return }
        let keyEnd = keys.map(\.end).max() ?? border
        let lines = page.lines[page.closeLines(around: keys)].filter { line in
            let start = page.pieces[line.pieces.lowerBound].start
            return start > keyEnd && start < border
        }
        guard let em = lines.first?.size else { return }
        let end = right.count > 1 ? right[1] : .infinity
        let cells = keys.compactMap { page.extent(of: page.lines[$0.line], from: border, to: end) }
        let isRight = isOneSpot(cells.map(\.upperBound), within: 0.5 * em)
        let isCentred = isOneSpot(cells.map { $0.lowerBound + $0.upperBound }, within: em)
        for line in lines {
            guard let cell = cells.first, let own = page.extent(of: line, from: keyEnd, to: end) else { continue }
            let isEndAligned = isRight && abs(own.upperBound - cell.upperBound) <= 0.5 * em
            let centre = own.lowerBound + own.upperBound
            if isEndAligned || isCentred && abs(centre - cell.lowerBound - cell.upperBound) <= em {
                makeRoom(forTextAt: own.lowerBound)
            }
        }
    }

    private func isOneSpot(_ places: [Double], within tolerance: Double) -> Bool {
        guard places.count > 1, let least = places.min(), let most = places.max() else { return false }
        return most - least <= tolerance
    }

    /// Learns the bands from the lines of the keys.
    ///
    /// The key's own edges are always borders. The further ones are the places where most rows have a wide gap, or
    /// where one text begins before the other has ended. If that gives too few for the layout, narrow gaps that
    /// (almost) no row crosses count too; after them, the column titles.
    init(_ page: PageLines, keys: [KeyCell], layout: TableLayout) {
        let wantedRight = layout.columns.count - 1 - layout.keyColumn
        origin = keys.map(\.start).min() ?? 0
        evidence = keys.count
        var rightSide = BorderSearch()
        var leftSide = BorderSearch()
        for (number, key) in keys.prefix(BorderSearch.mostRows).enumerated() {
            let lines = page.linesBeside(
                key, after: number > 0 ? keys[number - 1].line : -1,
                before: number + 1 < keys.count ? keys[number + 1].line : page.lines.count)
            rightSide.add(words: page.words(after: key, in: lines))
            leftSide.add(
                words: page.words(before: key, in: lines)
                    .map { Word(start: -$0.end, end: -$0.start, size: $0.size) }.reversed())
        }
        let em = page.lines[keys[0].line].size
        usualStart = rightSide.usualStart
        let keyEnd = keys.map(\.end).max() ?? origin
        right = rightSide.borders(after: keyEnd, wanted: wantedRight, em: em)
        if right.count < wantedRight, let key = keys.first, let titles = ColumnTitles(page, above: key, layout),
            let borders = titles.borders(of: page, keys: keys, em: em)
        {
            right = borders
        }
        left = leftSide.borders(after: -origin, wanted: layout.keyColumn, em: em).map { -$0 }
        // Text to the left ends anywhere, in wrapped lines further right than on the keys' own: only the keys bound it.
        left[0] = max(left[0], origin - 0.1 * em)
    }
}

// MARK: - Rows in the bands

extension ColumnBands {
    /// Whether no word of the key's line lies in the key's band, or across a border.
    func fit(_ key: KeyCell, _ page: PageLines) -> Bool {
        let line = page.lines[key.line]
        var first = line.pieces.lowerBound
        while first < line.pieces.upperBound {
            let end = page.endOfWord(from: first, in: line)
            defer { first = end }
            if first == key.pieces.lowerBound { continue }
            let band = band(at: page.pieces[first].start)
            if band == 0 || band != self.band(at: page.endOfInk(from: first, to: end, in: line)) { return false }
        }
        return true
    }

    /// How many lines between the rows begin beside the keys and go across a border: no cell is so wide.
    func crossingLines(between keys: [KeyCell], _ page: PageLines) -> Int {
        guard let first = keys.first?.line, let last = keys.last?.line, last - first >= keys.count else { return 0 }
        let rows = Set(keys.map(\.line))
        return (first..<last).count { number in
            if rows.contains(number) { return false }
            let line = page.lines[number]
            var start = line.pieces.lowerBound
            if band(at: page.pieces[start].start) == 0 { return false }
            while start < line.pieces.upperBound {
                let end = page.endOfWord(from: start, in: line)
                if band(at: page.pieces[start].start) != band(at: page.endOfInk(from: start, to: end, in: line)) {
                    return true
                }
                start = end
            }
            return false
        }
    }

    /// How many of the layout's columns have text in at least half of the keys' lines.
    func filledColumns(_ keys: [KeyCell], _ page: PageLines, _ layout: TableLayout) -> Int {
        var counts = [Int](repeating: 0, count: layout.columns.count)
        for key in keys.prefix(Self.mostRows) {
            var last = 0
            for index in page.lines[key.line].pieces {
                let band = band(at: page.pieces[index].start)
                let column = band + layout.keyColumn
                if band != last, counts.indices.contains(column) { counts[column] += 1 }
                last = band
            }
        }
        return counts.count { $0 * 2 >= min(keys.count, Self.mostRows) }
    }

    /// So many rows tell whether a column is filled.
    private static let mostRows = 24

    /// Whether the key is a whole cell: all there is in its band, and not the beginning of a sentence
    /// ("20121456171 is an example"). That has its next word far nearer than other rows have their cells, and either
    /// crosses the columns or ends before the last.
    func isWhole(_ key: KeyCell, _ page: PageLines, _ layout: TableLayout) -> Bool {
        let line = page.lines[key.line]
        for index in line.pieces where !key.pieces.contains(index) {
            if band(at: page.pieces[index].start) == 0 { return false }
        }
        let next = key.pieces.upperBound
        guard next < line.pieces.upperBound else { return true }
        let size = page.pieces[next].size
        guard page.pieces[next].start - key.end < 0.5 * size, usualStart - key.end > size else { return true }
        let reached = band(at: page.pieces[line.pieces.upperBound - 1].start)
        return reached > 1 && reached >= layout.columns.count - 1 - layout.keyColumn && fit(key, page)
    }
}
