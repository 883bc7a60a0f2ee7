// Lines of cells at the edges of pages that may belong to the row at the edge, or to a row on the other page. Only the
// alignment of cells in other rows tells which; if no row of the document shows it, both are doubted.

/// Knows the lines at the pages' edges that were given to a row without a proof.
struct OpenEdges {
    /// A line whose row is not certain.
    private struct OpenLine {
        var page: Int
        var text: String
        /// The rows before and after it.
        var batches: [String]
        /// How cells were taken to stand; nil where that does not help.
        var alignment: Alignment?
    }

    private var lines: [OpenLine] = []
    /// A line below the last row so far: it is that row's, unless a page with rows follows.
    private var foot: OpenLine?
    /// The first and the last row of the page, and the last one before; nil where they are not known.
    private var keys: (first: String, last: String)?
    private var keyBefore: String?
    /// How the page's cells were taken to stand.
    private var alignment = Alignment.top
    /// How cells stand, once a row between two others shows it.
    private var proved: Alignment?

    private static let mostLines = 100
    /// Votes of rows at the edges are less, see `WrappedColumn.votes`.
    private static let leastProof = 0.5

    /// Turns to another page with rows.
    mutating func pass(_ keys: (first: String, last: String)?) {
        if var line = foot {
            foot = nil
            line.batches += [keys?.first].compactMap { $0 }
            if lines.count < Self.mostLines { lines.append(line) }
        }
        keyBefore = self.keys?.last
        self.keys = keys
    }

    /// Notes how the wrapped cells of the page stand.
    mutating func note(votes: [Double], _ alignment: Alignment) {
        self.alignment = alignment
        if (votes.max() ?? 0) >= Self.leastProof { proved = alignment }
    }

    /// Takes in the lines at the edges of the page that only the alignment gives to a row.
    mutating func add(_ edges: [(line: Int, isFoot: Bool)], of page: PageLines) {
        if proved != nil { return }
        for edge in edges {
            var line = OpenLine(
                page: page.number, text: page.text(of: page.lines[edge.line]), batches: [], alignment: alignment)
            if edge.isFoot {
                line.batches = [keys?.last].compactMap { $0 }
                foot = line
            } else if lines.count < Self.mostLines {
                line.batches = [keyBefore, keys?.first].compactMap { $0 }
                lines.append(line)
            }
        }
    }

    /// Takes in a line below the last row of the page that may be the beginning of the next page's first row.
    mutating func add(beginning line: Int, of page: PageLines) {
        foot = OpenLine(
            page: page.number, text: page.text(of: page.lines[line]), batches: [keys?.last].compactMap { $0 },
            alignment: nil)
    }

    /// The lines that may be another row's, once all pages were read.
    var doubts: [Doubt] {
        lines.filter { $0.alignment == nil || $0.alignment != proved }.map {
            Doubt(page: $0.page, word: $0.text, rule: .atEdge, batches: $0.batches)
        }
    }
}

extension WrappedColumn {
    /// The lines next to the first and the last row of a page whose rows stand as close as the lines of a cell, and lines nearer
    /// to the first row than rows stand that were given to the one before.
    func openEdges(rowPitch: Double, _ alignment: Alignment) -> [(line: Int, isFoot: Bool)] {
        let tight = (rowPitch - 0.2 * em)..<max(rowPitch, PageLines.setPitch * em)
        return lineRuns.compactMap { lineRun in
            let (first, last) = (lineRun.lines[0], lineRun.lines[lineRun.lines.count - 1])
            switch (lineRun.above, lineRun.below) {
            case (let above?, nil) where above == keyLines.count - 1:
                return tight.contains(baselines[first] - baselines[keyLines[above]]) ? (first, true) : nil
            case (nil, 0?) where hasPrevious:
                let step = baselines[keyLines[0]] - baselines[last]
                if step < tight.lowerBound { return isPreviousRow(last, alignment) ? (first, false) : nil }
                let isSaid = isOpen(lineRun) || beginsText(first)
                return tight.contains(step) && !isSaid ? (first, false) : nil
            default: return nil
            }
        }
    }

    private func isPreviousRow(_ line: Int, _ alignment: Alignment) -> Bool {
        owners(alignment).contains { $0.line == line && $0.owner == .previousRow }
    }
}
