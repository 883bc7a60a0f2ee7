// What stands among the keys of pages and is none by the mask of the list: for who looks for a mask that leaves none out.

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
    /// What is longer is no key, in bytes.
    private static let longest = KeyMask.longest
    /// Texts nearer than this, in em, are of one cell.
    private static let gap = 0.5
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
        for (number, line) in page.lines.enumerated() where !rows.contains(number) {
            var piece = line.pieces.lowerBound
            while piece < line.pieces.upperBound {
                let end = endOfText(from: piece, in: line)
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

    private mutating func add(_ text: String) {
        let text = CellText.cell(text, folding: true)
        guard text.utf8.count <= Self.longest, text.utf8.contains(where: \.isDigit), texts.count < Self.most,
            known.insert(text).inserted
        else { return }
        texts.append(text)
    }

    private func endOfText(from first: Int, in line: Line) -> Int {
        var next = first + 1
        while next < line.pieces.upperBound {
            let (before, piece) = (page.pieces[next - 1], page.pieces[next])
            if piece.start - before.end > Self.gap * min(piece.size, before.size) { break }
            next += 1
        }
        return next
    }
}
