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

    /// Draws the key's band in so that wrapped lines are beside it that begin further left than all rows' own text: those of
    /// cells that are centred or set to the right, as their centres or ends show. A section's heading has others.
    mutating func makeRoom(forLinesBetween keys: [KeyCell], _ page: PageLines) {
        guard let border = right.first, let first = keys.first, let last = keys.last else { return }
        let keyEnd = keys.map(\.end).max() ?? border
        let lines = page.lines[first.line...max(first.line, last.line)].filter { line in
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
    /// The key's own edges are always borders. The further ones are the places where most rows have a wide gap, or where one
    /// text begins before the other has ended. If that gives too few for the layout, narrow gaps that (almost) no row crosses
    /// count too; after them, the column titles.
    init(_ page: PageLines, keys: [KeyCell], layout: TableLayout) {
        let keyIndex = layout.columns.firstIndex(of: .batch) ?? 0
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
        right = rightSide.borders(after: keyEnd, wanted: layout.columns.count - 1 - keyIndex, em: em)
        if right.count < layout.columns.count - 1 - keyIndex, let key = keys.first,
            let headings = Headings(page, above: key, columns: layout.columns.count, keyIndex: keyIndex),
            let borders = headings.borders(of: page, keys: keys, em: em)
        {
            right = borders
        }
        left = leftSide.borders(after: -origin, wanted: keyIndex, em: em).map { -$0 }
        // Text to the left ends anywhere, in wrapped lines further right than on the keys' own: only the keys bound it.
        left[0] = max(left[0], origin - 0.1 * em)
    }
}

/// A word's extent along its line.
struct Word {
    var start: Double
    var end: Double
    var size: Double
    /// Whether it is the rest of a word that was drawn as several texts.
    var touchesBefore = false
}

extension PageLines {
    /// From where to where the text reaches that begins between two places of a line; nil if there is none.
    fileprivate func extent(of line: Line, from start: Double, to end: Double) -> ClosedRange<Double>? {
        var extent: ClosedRange<Double>?
        for piece in pieces[line.pieces] where piece.start >= start && piece.start < end {
            let last = max(piece.end, piece.start)
            extent = min(extent?.lowerBound ?? piece.start, piece.start)...max(extent?.upperBound ?? last, last)
        }
        return extent
    }

    /// Cells of an even number of lines, centred beside a key of one, have their middle lines half a line above and below
    /// it, in em: a date broken at its hyphen. Lines of cells set at the top or the bottom are farther off.
    static let halfPitch = 0.8

    /// The key's line and the lines beside it, if any.
    fileprivate func linesBeside(_ key: KeyCell, after: Int, before: Int) -> Range<Int> {
        let line = lines[key.line]
        var range = key.line..<key.line + 1
        if key.line - 1 > after, line.baseline - lines[key.line - 1].baseline < PageLines.halfPitch * line.size {
            range = key.line - 1..<range.upperBound
        }
        if key.line + 1 < before, lines[key.line + 1].baseline - line.baseline < PageLines.halfPitch * line.size {
            range = range.lowerBound..<key.line + 2
        }
        return range
    }

    /// The words of a key's line to its right.
    fileprivate func words(after key: KeyCell, in lines: Range<Int>) -> [Word] {
        let own = words(in: key.pieces.upperBound..<self.lines[key.line].pieces.upperBound, areSplit: true)
        return lines.count == 1 ? own : joined(own, with: lines, but: key) { $0.start >= key.end }
    }

    fileprivate func words(before key: KeyCell, in lines: Range<Int>) -> [Word] {
        let own = words(in: self.lines[key.line].pieces.lowerBound..<key.pieces.lowerBound, areSplit: false)
        return lines.count == 1 ? own : joined(own, with: lines, but: key) { $0.end <= key.start }
    }

    /// Words of several lines seen from above: what overlaps is one.
    private func joined(_ own: [Word], with lines: Range<Int>, but key: KeyCell, _ isWanted: (Word) -> Bool) -> [Word] {
        var words = own
        for line in lines where line != key.line {
            words += self.words(in: self.lines[line].pieces, areSplit: false).filter(isWanted)
        }
        words.sort { $0.start < $1.start }
        var joined: [Word] = []
        for word in words {
            if let last = joined.indices.last, word.start < joined[last].end {
                joined[last].end = max(joined[last].end, word.end)
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    /// The words in a range of a line's pieces; if they are split, each text of several letters is by itself: where it touches
    /// the one before, a column may begin.
    private func words(in range: Range<Int>, areSplit: Bool) -> [Word] {
        var words: [Word] = []
        for index in range {
            let piece = pieces[index]
            let touches = index > range.lowerBound && pieces[index - 1].touches(piece)
            if touches, !areSplit || piece.text.count == 1 || pieces[index - 1].text.count == 1 {
                words[words.count - 1].end = piece.end
            } else {
                words.append(Word(start: piece.start, end: piece.end, size: piece.size, touchesBefore: touches))
            }
        }
        return words
    }
}
