// The texts that stand among the keys of pages and do not match the mask of the list. `try` widens the mask by them.

import Text

/// Collects the texts of the keys' column that the mask does not match, from lines that look like rows.
package struct KeyColumnTexts {
    private var page = PageLines()
    private var keys: KeyFinder
    private let prefersLast: Bool
    /// In the document's order, each once.
    package private(set) var texts: [String] = []
    private var known: Set<String> = []

    private static let most = 2_000
    /// The longest text that may be a key, in bytes.
    private static let longest = KeyMask.longest
    /// So far from where a key begins or ends another may, in em.
    private static let slack = 0.5

    /// - Parameter layout: how the table looks by the mask.
    package init(_ layout: TableLayout) {
        keys = KeyFinder(mask: layout.key)
        prefersLast = layout.keyColumn > 0
    }

    /// Looks at a page.
    package mutating func add(_ text: TextPage) {
        page.read(text)
        keys.find(in: &page, usual: nil, prefersLast: prefersLast)
        guard let first = keys.cells.first, texts.count < Self.most else { return }
        let em = page.pieces[first.pieces.lowerBound].size
        let rows = Set(keys.cells.map(\.line))
        let starts = keys.cells.map(\.start).sorted()
        let ends = keys.cells.map(\.end).sorted()
        var neighbours: [Double] = []
        for cell in keys.cells {
            for piece in page.lines[cell.line].pieces where !cell.pieces.contains(piece) {
                neighbours.append(page.pieces[piece].start)
            }
        }
        neighbours.sort()
        var isOtherTable = false
        for (number, line) in page.lines.enumerated() {
            if rows.contains(number) {
                isOtherTable = false
                continue
            }
            if number > first.line, isHeading(line, starts, ends, em) { isOtherTable = true }
            if isOtherTable { continue }
            var piece = line.pieces.lowerBound
            while piece < line.pieces.upperBound {
                let end = page.endOfText(from: piece, in: line)
                defer { piece = end }
                let (left, right) = (page.pieces[piece].start, page.pieces[end - 1].end)
                guard
                    starts.hasNeighbour(of: left, within: Self.slack * em)
                        || ends.hasNeighbour(of: right, within: Self.slack * em),
                    line.pieces.contains(where: {
                        !(piece..<end).contains($0)
                            && neighbours.hasNeighbour(of: page.pieces[$0].start, within: Self.slack * em)
                    })
                else { continue }
                add(page.text(of: piece..<end))
            }
        }
    }

    /// Whether a line below keys heads another table: it has a text in the keys' column and another one, and no number.
    private func isHeading(_ line: Line, _ starts: [Double], _ ends: [Double], _ em: Double) -> Bool {
        let pieces = page.pieces[line.pieces]
        guard !pieces.contains(where: { page.utf8[$0.text].contains(where: \.isDigit) }),
            let left = starts.first, let right = ends.last,
            let own = pieces.first(where: { $0.start < right && $0.end > left })
        else { return false }
        return pieces.contains { $0.start > own.end + em || $0.end + em < own.start }
    }

    private mutating func add(_ text: String) {
        let text = CellText.cell(text, folding: true)
        guard text.utf8.count <= Self.longest, text.utf8.contains(where: \.isDigit), texts.count < Self.most,
            known.insert(text).inserted
        else { return }
        texts.append(text)
    }
}
