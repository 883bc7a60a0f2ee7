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

    /// The band that something beginning here lies in.
    @inline(__always)
    func band(at x: Double) -> Int {
        var band = 0
        while band < right.count, x >= right[band] { band &+= 1 }
        if band > 0 { return band }
        while band < left.count, x < left[band] { band &+= 1 }
        return -band
    }

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

    /// Draws the key's band in so that text beginning here is beside it: a centred cell may be longer than those before.
    mutating func makeRoom(forTextAt start: Double) {
        if let first = right.first, start < first { right[0] = start }
    }

    /// Learns the bands from the lines of the keys.
    ///
    /// The key's own edges are always borders. The further ones are the places where most rows have a wide gap, or where one
    /// text begins before the other has ended. If that gives too few for the layout, narrow gaps that (almost) no row crosses
    /// count too; after them, the column titles.
    init(_ page: PageLines, keys: [KeyCell], layout: TableLayout) {
        let keyIndex = layout.columns.firstIndex(of: .batch) ?? 0
        origin = keys.map(\.start).min() ?? 0
        evidence = keys.count
        var rightSide = BorderSearch()
        var leftSide = BorderSearch()
        for key in keys.prefix(BorderSearch.mostRows) {
            rightSide.add(words: page.words(after: key))
            leftSide.add(
                words: page.words(before: key).map { Word(start: -$0.end, end: -$0.start, size: $0.size) }.reversed())
        }
        let em = page.lines[keys[0].line].size
        usualStart = rightSide.usualStart
        let keyEnd = keys.map(\.end).max() ?? origin
        right = rightSide.borders(after: keyEnd, wanted: layout.columns.count - 1 - keyIndex, em: em)
        if right.count < layout.columns.count - 1 - keyIndex, let key = keys.first,
            let headings = Headings(page, above: key, columns: layout.columns.count, keyIndex: keyIndex),
            let borders = headings.borders(of: page, keys: keys, em: em)
        {
            right = borders
        }
        left = leftSide.borders(after: -origin, wanted: keyIndex, em: em).map { -$0 }
    }
}

/// A word's extent along its line.
struct Word {
    var start: Double
    var end: Double
    var size: Double
}

extension PageLines {
    /// The words of a key's line to its right. Where one begins before another has ended, the other ends there.
    func words(after key: KeyCell) -> [Word] {
        words(in: key.pieces.upperBound..<lines[key.line].pieces.upperBound, line: lines[key.line])
    }

    func words(before key: KeyCell) -> [Word] {
        words(in: lines[key.line].pieces.lowerBound..<key.pieces.lowerBound, line: lines[key.line])
    }

    private func words(in range: Range<Int>, line: Line) -> [Word] {
        var words: [Word] = []
        var first = range.lowerBound
        while first < range.upperBound {
            let end = min(endOfWord(from: first, in: line), range.upperBound)
            words.append(Word(start: pieces[first].start, end: pieces[end - 1].end, size: pieces[first].size))
            first = end
        }
        return words
    }
}
