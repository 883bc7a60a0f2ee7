// The cells of a page's tables where the document itself parts them, so that nothing is guessed from gaps: what each
// holds, and where it stands. Whether that makes sense is for `CellTable` to find out.

import Text

/// The cells of a page.
struct PageCells {
    /// A cell with text on this page.
    struct Cell {
        /// The same on all pages that the cell is on.
        var number: Int
        var place: TaggedCell
        /// How many columns its row takes.
        var width: Int
        /// Its pieces, as a range of `order`.
        var pieces: Range<Int>
        /// From where to where it reaches along the lines, and its first and last baseline.
        var extent: ClosedRange<Double>
        var lines: ClosedRange<Double>
    }

    /// In the order of the document's structure.
    private(set) var cells: [Cell] = []
    /// The pieces of one cell after those of another, as indices of the page's; each cell's in reading order.
    private(set) var order: [Int] = []
    /// Pieces of which the document says nothing.
    private(set) var unowned: [Int] = []

    /// The cells that the document's structure names; nil where none is on this page.
    init?(_ page: PageLines, _ tables: TaggedTables) {
        for (index, piece) in page.pieces.enumerated() {
            if let cell = piece.owner.cell, cell < tables.cells.count {
                order.append(index)
            } else if piece.owner == .unknown {
                unowned.append(index)
            }
        }
        if order.isEmpty { return nil }
        func cell(_ index: Int) -> Int { page.pieces[index].owner.cell ?? 0 }
        order.sort { (cell($0), $0) < (cell($1), $1) }
        var first = 0
        while first < order.count {
            let number = cell(order[first])
            let end = order[first...].firstIndex { cell($0) != number } ?? order.count
            let place = tables.cells[number]
            add(number, place, width: tables.widths[place.row], first..<end, page)
            first = end
        }
    }

    private mutating func add(
        _ number: Int, _ place: TaggedCell, width: Int, _ range: Range<Int>, _ page: PageLines
    ) {
        let first = page.pieces[order[range.lowerBound]]
        var extent = first.start...max(first.start, first.end)
        var lines = first.baseline...first.baseline
        for index in order[range] {
            let piece = page.pieces[index]
            extent = min(extent.lowerBound, piece.start)...max(extent.upperBound, piece.end)
            lines = min(lines.lowerBound, piece.baseline)...max(lines.upperBound, piece.baseline)
        }
        cells.append(
            Cell(number: number, place: place, width: width, pieces: range, extent: extent, lines: lines))
    }

    /// The pieces of a cell, as indices of the page's.
    func pieces(of cell: Int) -> ArraySlice<Int> { order[cells[cell].pieces] }
}

// MARK: - What they say

extension PageCells {
    /// The text of a cell, its lines parted by one space.
    func text(of cell: Int, _ page: PageLines) -> String {
        var texts = CellTexts()
        return texts.text(of: pieces(of: cell), folding: false, page)
    }

    /// The key that a cell is, all of it; nil for other text. It may be broken over lines, or have wide gaps between its
    /// signs.
    func key(of cell: Int, _ mask: KeyMask, _ page: PageLines) -> String? {
        let pieces = pieces(of: cell)
        let length = pieces.reduce(0) { $0 + page.pieces[$1].text.count }
        // A hyphen or a digit of full width takes three bytes, and a mark of a footnote may follow.
        guard length >= mask.shortest, length <= 3 * mask.length + 9 else { return nil }
        if let first = pieces.first, let byte = page.utf8[page.pieces[first].text].first, byte < 0x80,
            !mask.canBegin(with: byte)
        {
            return nil
        }
        var texts = CellTexts()
        let text = texts.text(of: pieces, folding: true, page)
        if mask.matches(text) { return text }
        var bytes = Array(text.utf8)
        if let end = mask.keyLength(in: bytes) { return String(decoding: bytes[..<end], as: UTF8.self) }
        let sizes = pieces.map { page.pieces[$0].size }
        guard let size = sizes.first, sizes.allSatisfy({ abs($0 - size) < 0.1 * size }) else { return nil }
        bytes.removeAll { $0 == 0x20 }
        return mask.matches(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
