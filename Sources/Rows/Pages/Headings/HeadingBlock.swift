// Lines above the rows of a page, taken for the headings of its table.

/// The headings of a page's table, as cells from left to right.
struct HeadingBlock {
    /// Where each heading begins and ends.
    private(set) var extents: [Word] = []
    private(set) var texts: [String] = []
    let lines: Range<Int>

    /// Puts lines together: what stands below each other is one heading, but for what heads a group of columns, above a
    /// wanted heading or between two.
    ///
    /// - Parameters:
    ///   - gap: how wide, in em, a gap between two headings is at least.
    ///   - rows: texts of the rows below.
    init(_ page: PageLines, lines: Range<Int>, gap: Double, wanted: WantedHeadings, rows: [Word]) {
        self.lines = lines
        var cells: [(extent: Word, line: Int)] = []
        for line in lines { cells += page.cells(of: page.lines[line], gap: gap).map { ($0, line) } }
        cells.sort { ($0.extent.start, $0.line) < ($1.extent.start, $1.line) }
        let lowest = cells.filter { $0.line == lines.upperBound - 1 }.map(\.extent)
        for stack in Self.stacks(of: cells) {
            let whole = Heading(stack, page)
            let isBetween =
                lowest.contains { $0.end < whole.extent.start } && lowest.contains { $0.start > whole.extent.end }
            if isBetween, !(lowest + rows).contains(where: whole.extent.overlaps), !wanted.contains(whole.text) {
                continue
            }
            let tops = wanted.contains(whole.text) ? [] : Set(stack.map(\.line)).sorted().dropFirst()
            let below = tops.lazy.map { top in
                Self.stacks(of: stack.filter { $0.line >= top }).map { Heading($0, page) }
            }
            for heading in below.first(where: { $0.contains { wanted.contains($0.text) } }) ?? [whole] {
                extents.append(heading.extent)
                texts.append(heading.text)
            }
        }
    }

    /// Cells, from left to right, by what stands below each other.
    private static func stacks(of cells: [(extent: Word, line: Int)]) -> [[(extent: Word, line: Int)]] {
        var stacks: [[(extent: Word, line: Int)]] = []
        var end = -Double.infinity
        for cell in cells {
            if cell.extent.start < end { stacks[stacks.count - 1].append(cell) } else { stacks.append([cell]) }
            end = max(end, cell.extent.end)
        }
        return stacks
    }

    /// Cells below each other as one text.
    private struct Heading {
        var extent: Word
        var text: String

        init(_ stack: [(extent: Word, line: Int)], _ page: PageLines) {
            extent = stack[0].extent
            extent.end = stack.lazy.map(\.extent.end).max() ?? extent.end
            text = stack.sorted { ($0.line, $0.extent.start) < ($1.line, $1.extent.start) }
                .map { page.text(of: page.lines[$0.line], from: $0.extent.start, to: $0.extent.end) }
                .joined(separator: " ")
        }
    }

    /// The headings of a block of one line that stand so near each other that only their names part them. Nothing may
    /// be left over: of "Status of the case" no part is a heading.
    init?(_ page: PageLines, line: Int, parting wanted: WantedHeadings) {
        lines = line..<line + 1
        for cell in page.cells(of: page.lines[line]) {
            let words = page.cells(of: page.lines[line], gap: Piece.wordGap).filter {
                $0.start >= cell.start && $0.start <= cell.end
            }
            let parts = Self.parts(of: words, wanted) {
                page.text(of: page.lines[line], from: $0.start, to: $0.end)
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
