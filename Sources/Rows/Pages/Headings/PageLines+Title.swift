// What stands above the table of a page: the document's title ends where the headings begin.

extension PageLines {
    /// The first line of what heads the columns above a page's first row; the row's own where nothing seems to.
    func headerTop(above key: KeyCell) -> Int {
        guard var top = lineOverKeys(above: key) else { return key.line }
        // The other lines of headings that are wrapped.
        while top > 0, key.line - top < HeadingSearch.farthest, step(from: top - 1) < PageLines.largestPitch {
            let isBeside = step(from: top - 1) < PageLines.halfPitch
            guard isBeside || cells(of: lines[top - 1]).count > 1 else { break }
            top -= 1
        }
        return top
    }

    /// The nearest line above a key that has several cells, one of them over it.
    private func lineOverKeys(above key: KeyCell) -> Int? {
        (max(0, key.line - HeadingSearch.farthest)..<key.line).reversed().first { number in
            let cells = cells(of: lines[number])
            return cells.count > 1 && cells.contains { $0.start < key.end && $0.end > key.start }
        }
    }

    /// What the lines above one say of the document; nil for nothing.
    func title(above line: Int) -> DocumentTitle? {
        DocumentTitle(of: lines.prefix(line).lazy.map { text(of: $0) })
    }
}
