// Keys of a page that are in none of its rows.

import Text

extension RowReader {
    /// So many words that match the mask, on a page without a row, are rows that were not seen.
    private static let fewestLostRows = 3
    private static let mostLostKeys = 10

    /// Doubts keys that stand alone where no row is, and rows whose headings have changed places.
    ///
    /// - Parameter isNew: whether what stands above the rows did not on the pages before.
    mutating func accountForKeysAndHeadings(isNew: Bool) {
        accountForStrays()
        guard isNew, let bands = columns.bands else { return }
        rows.add(keysAndHeadings.doubts(on: page, keys.cells, bands, layout))
    }

    /// Doubts rows below headings of another table.
    mutating func accountForOtherHeadings(_ extents: () -> [RowExtents]) {
        guard let bands = columns.bands else { return }
        keysAndHeadings.learn(page, keys.cells, bands, layout, names: names)
        names = names ?? keysAndHeadings.names.map { WantedHeadings($0) }
        rows.add(keysAndHeadings.doubts(on: page, keys.cells, rows: extents))
    }

    /// Doubts the rows of a page that has nothing in these columns, and a text below their headings.
    ///
    /// - Parameter lines: those of the rows.
    mutating func accountForTexts(below empty: [Column], _ lines: [Int]) {
        let isBelow = empty.compactMap { headings[$0] }.contains { heading in
            lines.contains { line in page.pieces[page.lines[line].pieces].contains { $0.isAligned(with: heading) } }
        }
        if isBelow { rows.add(page.doubts(.disagreement, about: keys.cells, layout.key)) }
    }

    private mutating func accountForStrays() {
        let strays = page.strayKeys(keys.found, rows: rowPlaces).filter { !wrapping.isRepeated($0.line, page) }
        rows.add(page.doubts(.unreadKey, about: strays, layout.key))
    }

    /// Doubts the keys of a page without rows that stand alone, and notes all words that match the mask, also within texts.
    mutating func noteLostKeys() {
        if rows.hasRows { accountForStrays() }
        let inner = layout.key.innerKeys(of: page).prefix(Self.mostLostKeys)
        if rows.hasRows {
            rows.add(
                inner.filter { page.hasOnlyMarks(beside: $0) && !wrapping.isRepeated(page.pieces[$0.piece].line, page) }
                    .map { Doubt(page: page.number, word: $0.key, rule: .unreadKey, batches: [$0.key]) })
        }
        let words = keys.found.prefix(Self.mostLostKeys).map { (line: $0.line, key: $0.key(layout.key, in: page)) }
        let inTexts = inner.map { (line: page.pieces[$0.piece].line, key: $0.key) }
        let doubts = (words + inTexts + brokenKeys(in: page.lines.map { _ in true }))
            .filter { $0.line < page.lines.count && !wrapping.isRepeated($0.line, page) }
            .map { Doubt(page: page.number, word: $0.key, rule: .unreadKey) }
        if doubts.count >= Self.fewestLostRows || last.map({ isLostRow($0.start) }) == true {
            rows.add(doubts)
        } else if lostKeys.count < Self.mostLostKeys {
            lostKeys += doubts
        }
    }

    /// Doubts the last row where the page after it has no key, and its first text, below what stands above rows on the pages
    /// before, may be the rest of that row, or was taken for it.
    mutating func accountForRest(isTaken: Bool) {
        guard !isRead, let last, last.page == page.number - 1, keys.found.isEmpty else { return }
        let first = page.lines.indices.first { !tops.contains(page.hashWithoutNumbers(page.lines[$0])) }
        guard let first, isTaken || last.mayGoOn(with: page.lines[first], of: page), !wrapping.isRepeated(first, page)
        else { return }
        rows.add([Doubt(page: page.number, word: page.text(of: page.lines[first]), rule: .atEdge, batches: [last.key])])
    }

    /// Whether a line that begins where rows do begins with a key, or with little before one: "50. 20121456171".
    private func isLostRow(_ start: Double) -> Bool {
        page.lines.contains { line in
            guard let first = page.pieces[line.pieces].first, abs(first.start - start) < 0.5 * first.size else {
                return false
            }
            let words = page.text(of: line).split(separator: " ", maxSplits: 2)
            return words.prefix(2).contains { layout.key.matches(Array($0.utf8)) }
                && (words[0].utf8.count <= Self.longestNumber || layout.key.matches(Array(words[0].utf8)))
        }
    }

    private static let longestNumber = 5

    /// Doubts keys that are broken into two lines in the keys' column of a page with rows: what stands beside them is in no row,
    /// or in a neighbour's.
    mutating func accountForBrokenKeys() {
        guard let first = keys.cells.map(\.line).min(), let left = keys.cells.map(\.start).min(),
            let right = keys.cells.map(\.end).max()
        else { return }
        // Above the rows it is a heading.
        var hasNone = Array(repeating: true, count: page.lines.count)
        for line in 0..<first { hasNone[line] = false }
        for key in keys.cells { hasNone[key.line] = false }
        guard hasNone.contains(true) else { return }
        let broken = brokenKeys(in: hasNone) { $0.start < right && $0.end > left }
        self.rows.add(
            broken.map { Doubt(page: page.number, word: $0.key, rule: .unreadKey, batches: [$0.key]) })
    }

    /// Keys that are broken into two lines, one half below the other: whose line the row's is, nobody knows.
    ///
    /// - Parameters:
    ///   - mayHave: which lines may have one.
    ///   - mayBegin: whether a key may begin with a piece.
    private func brokenKeys(
        in mayHave: [Bool], _ mayBegin: (Piece) -> Bool = { _ in true }
    ) -> [(line: Int, key: String)] {
        var found: [(line: Int, key: String)] = []
        for (number, line) in page.lines.enumerated() where mayHave[number] {
            // Where other columns are centred, a line of theirs lies between.
            for below in number + 1..<min(number + 3, page.lines.count) where mayHave[below] {
                let next = page.lines[below]
                // A line of more pieces is no table's; each would be compared with each.
                if max(line.pieces.count, next.pieces.count) > Self.mostPieces { continue }
                if below > number + 1, next.baseline - line.baseline > PageLines.largestPitch * line.size { break }
                for upper in page.pieces[line.pieces] where upper.text.count < layout.key.length && mayBegin(upper) {
                    for lower in page.pieces[next.pieces] {
                        guard let key = key(upper, lower) else { continue }
                        found.append((below, key))
                        if found.count == Self.mostLostKeys { return found }
                    }
                }
            }
        }
        return found
    }

    /// The key that two pieces make, one below the other; nil for none.
    private func key(_ upper: Piece, _ lower: Piece) -> String? {
        guard (layout.key.shortest...layout.key.length).contains(upper.text.count + lower.text.count),
            lower.stands(below: upper)
        else { return nil }
        let text = Array(page.utf8[upper.text] + page.utf8[lower.text])
        return layout.key.matches(text) ? String(decoding: text, as: UTF8.self) : nil
    }

    /// Doubts what stands in no row of a table.
    mutating func account(
        for table: PageTable, words: [KeyCell], _ roles: [LineRole], _ edges: CellEdges?, previous: String?,
        isPlain: Bool
    ) {
        known.rowsBefore = rows.rowCount - table.rows.count
        let account = PageAccount(
            table, words: words, roles: roles, edges: edges, previous: previous, known, isPlain: isPlain)
        known = account.known
        rows.add(account.doubts)
    }
}

extension Piece {
    /// Whether it begins or ends where a heading does, or is centred below it.
    fileprivate func isAligned(with heading: ClosedRange<Double>) -> Bool {
        let (left, right) = (start - heading.lowerBound, end - heading.upperBound)
        return abs(left) < 0.5 * size || abs(right) < 0.5 * size || abs(left + right) < size
    }
}
