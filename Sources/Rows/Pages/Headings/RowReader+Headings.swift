// What stands above the first row of a page: headings, from which the order of the columns follows, and the document's title.

import Text

/// The headings of a page's table, as cells from left to right.
struct HeadingBlock {
    /// Where each heading begins and ends.
    private(set) var extents: [Word] = []
    private(set) var texts: [String] = []
    let lines: Range<Int>

    /// Puts lines together: what stands below each other is one heading.
    ///
    /// - Parameter gap: how wide, in em, a gap between two headings is at least.
    init(_ page: PageLines, lines: Range<Int>, gap: Double, _ utf8: [UInt8]) {
        self.lines = lines
        var cells: [(extent: Word, line: Int)] = []
        for line in lines { cells += page.cells(of: page.lines[line], gap: gap).map { ($0, line) } }
        cells.sort { ($0.extent.start, $0.line) < ($1.extent.start, $1.line) }
        var parts: [[(extent: Word, line: Int)]] = []
        for cell in cells {
            if let last = extents.indices.last, cell.extent.start < extents[last].end {
                extents[last].end = max(extents[last].end, cell.extent.end)
                parts[last].append(cell)
            } else {
                extents.append(cell.extent)
                parts.append([cell])
            }
        }
        texts = parts.map { parts in
            parts.sorted { ($0.line, $0.extent.start) < ($1.line, $1.extent.start) }
                .map { page.text(of: page.lines[$0.line], from: $0.extent.start, to: $0.extent.end, utf8) }
                .joined(separator: " ")
        }
    }

    /// The headings of a block of one line that stand so near each other that only their names part them. Nothing may be left over: of
    /// "Status of the case" no part is a heading.
    init?(_ page: PageLines, line: Int, parting wanted: WantedHeadings, _ utf8: [UInt8]) {
        lines = line..<line + 1
        for cell in page.cells(of: page.lines[line]) {
            let words = page.cells(of: page.lines[line], gap: Piece.wordGap).filter {
                $0.start >= cell.start && $0.start <= cell.end
            }
            let parts = Self.parts(of: words, wanted) {
                page.text(of: page.lines[line], from: $0.start, to: $0.end, utf8)
            }
            extents += parts.map(\.extent)
            texts += parts.map(\.text)
        }
        if extents.count == page.cells(of: page.lines[line]).count { return nil }
    }

    /// At most so many words are one heading.
    private static let mostWords = 12

    /// The wanted headings that words are, one after the other; all words as one where they are not.
    private static func parts(
        of words: [Word], _ wanted: WantedHeadings, text: (Word) -> String
    ) -> [(extent: Word, text: String)] {
        guard let first = words.first, let last = words.last else { return [] }
        let whole = Word(start: first.start, end: last.end, size: first.size)
        var parts: [(extent: Word, text: String)] = []
        var next = 0
        while next < words.count {
            func part(to end: Int) -> (extent: Word, text: String) {
                let extent = Word(start: words[next].start, end: words[end].end, size: words[next].size)
                return (extent, text(extent))
            }
            let ends = (next..<min(words.count, next + mostWords)).reversed()
            guard let end = ends.first(where: { wanted.contains(part(to: $0).text) }) else {
                return [(whole, text(whole))]
            }
            parts.append(part(to: end))
            next = end + 1
        }
        return parts
    }

    /// The index of the heading that a key stands below: the nearest one.
    func place(of key: KeyCell) -> Int? {
        func distance(_ extent: Word) -> (Double, Double) {
            (max(0, extent.start - key.end, key.start - extent.end), abs((extent.start + extent.end) / 2 - key.centre))
        }
        return extents.indices.min { distance(extents[$0]) < distance(extents[$1]) }
    }

    /// After how many headings they begin anew, because tables stand side by side; their number where they do not.
    var period: Int {
        let folded = texts.map { WantedHeadings.folded($0) }
        let periods = (1..<max(1, texts.count)).filter { texts.count % $0 == 0 && $0 > 1 }
        return periods.first { period in folded.indices.allSatisfy { folded[$0] == folded[$0 % period] } }
            ?? texts.count
    }
}

extension RowReader {
    /// How many lines above the first row the headings may end, and of how many lines they may be: of up to three each, which beside
    /// those of two stand at half the height between them.
    private static let farthestHeading = 6
    private static let mostHeadingLines = 5
    /// The gaps between headings, in em; where no wide one parts them a narrow one has to, which is no word space yet.
    private static let headingGaps = [BorderSearch.wideGap, 0.45]

    /// Finds the columns of the layout by their headings above the page's first key, or why there are none.
    ///
    /// - Returns: the first line of the headings.
    mutating func learnHeadings(_ wanted: WantedHeadings, above key: KeyCell, _ text: TextPage) -> Int? {
        var found = FoundHeadings()
        var doubled: String?
        for block in headingBlocks(above: key, wanted, text.utf8) {
            let period = block.period
            switch wanted.search(Array(block.texts.prefix(period))) {
            case .all(let places):
                layoutError = setColumns(places, block, period, wanted, key, text)
                return block.lines.lowerBound
            case .twice(let heading): doubled = doubled ?? heading
            case .missing(let heading, let count):
                found.note(block.texts, count > 0 ? .holds(count) : .aboveKeys, missing: heading)
            }
        }
        layoutError = doubled.map { .headingTwice($0) } ?? found.error(wanted: wanted)
        return nil
    }

    /// What may be the headings, from the nearest on.
    private func headingBlocks(
        above key: KeyCell, _ wanted: WantedHeadings, _ utf8: [UInt8]
    ) -> some Sequence<HeadingBlock> {
        var ranges: [Range<Int>] = []
        for last in (max(0, key.line - Self.farthestHeading)..<key.line).reversed() {
            for first in (max(0, last - Self.mostHeadingLines + 1)...last).reversed() {
                if first < last, step(from: first) > RowReader.largestPitch { break }
                ranges.append(first..<last + 1)
            }
        }
        let parted = Self.headingGaps.lazy.map { [page] gap in
            ranges.map { HeadingBlock(page, lines: $0, gap: gap, utf8) }
        }
        let near = CollectionOfOne(ranges).lazy.map { [page] ranges in
            ranges.filter { $0.count == 1 }.compactMap {
                HeadingBlock(page, line: $0.lowerBound, parting: wanted, utf8)
            }
        }
        return [AnySequence(parted), AnySequence(near)].lazy.joined().joined()
    }

    /// How far it is from a line to the next, in em.
    private func step(from line: Int) -> Double {
        let (upper, lower) = (page.lines[line], page.lines[line + 1])
        return (lower.baseline - upper.baseline) / max(upper.size, lower.size)
    }

    /// Makes the headings the layout's columns.
    ///
    /// - Returns: why they cannot be.
    private mutating func setColumns(
        _ places: ColumnPlaces, _ block: HeadingBlock, _ period: Int, _ wanted: WantedHeadings, _ key: KeyCell,
        _ text: TextPage
    ) -> RowError? {
        var columns = [Column](repeating: .skip, count: period)
        for column in [Column.status, .date] { if let place = places[column] { columns[place] = column } }
        guard let place = places.batch ?? block.place(of: key), place < period, columns[place] == .skip else {
            return .keysElsewhere(wanted.name(of: .status) ?? wanted.name(of: .date) ?? "")
        }
        columns[place] = .batch
        guard let layout = try? TableLayout(key: layout.key, columns: columns) else {
            return .keysElsewhere(wanted.name(of: .batch) ?? "")
        }
        self.layout = layout
        keyColumn = place
        if place > 0 {
            // Of two columns that both may be the keys' it is now the last.
            page.read(text)
            findKeys(text.utf8)
        }
        if let name = wanted.name(of: .batch), let key = keys.cells.first,
            block.place(of: key).map({ $0 % period }) != place
        {
            return .keysElsewhere(name)
        }
        return nil
    }
}

// MARK: - Title

extension RowReader {
    /// The first line of what heads the columns above a page's first row; the row's own where nothing seems to.
    func headerTop(above key: KeyCell) -> Int {
        guard var top = lineOverKeys(above: key) else { return key.line }
        // The other lines of headings that are wrapped.
        while top > 0, key.line - top < Self.farthestHeading, step(from: top - 1) < RowReader.largestPitch {
            let isBeside = step(from: top - 1) < PageLines.halfPitch
            guard isBeside || page.cells(of: page.lines[top - 1]).count > 1 else { break }
            top -= 1
        }
        return top
    }

    /// The nearest line above a key that has several cells, one of them over it.
    private func lineOverKeys(above key: KeyCell) -> Int? {
        (max(0, key.line - Self.farthestHeading)..<key.line).reversed().first { number in
            let cells = page.cells(of: page.lines[number])
            return cells.count > 1 && cells.contains { $0.start < key.end && $0.end > key.start }
        }
    }

    /// The text of the lines above one, from the top.
    func linesAbove(_ line: Int, _ utf8: [UInt8]) -> some Sequence<String> {
        page.lines.prefix(line).lazy.map { [page] in page.text(of: $0, from: -.infinity, to: .infinity, utf8) }
    }
}

extension PageLines {
    /// The text of a line between two places, its words parted by one space.
    func text(of line: Line, from start: Double, to end: Double, _ utf8: [UInt8]) -> String {
        var bytes: [UInt8] = []
        for index in line.pieces where pieces[index].start >= start && pieces[index].start <= end {
            if !bytes.isEmpty, index > line.pieces.lowerBound, !pieces[index - 1].touches(pieces[index]) {
                bytes.append(0x20)
            }
            CellText.append(utf8[pieces[index].text], folding: false, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
