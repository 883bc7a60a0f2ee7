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
        /// Between which places the rules close it; nil where none do.
        var bounds: ClosedRange<Double>?
    }

    /// What shows them. Those that the document's structure names are known again on the next page.
    let evidence: CellEvidence
    /// How many columns there are, also without a text; nil where those that have one are counted.
    private(set) var columnCount: Int?
    /// Between which places rules close the columns that had a text on the page before, from left to right.
    var columnsBefore: [ClosedRange<Double>] = []
    /// The rows in which a text runs on over another cell's.
    private(set) var unclearRows: Set<Int> = []
    /// Row by row, in the order of the document's structure or from the top.
    private(set) var cells: [Cell] = []
    /// The cell of each piece; -1 for none.
    private var cellOfPiece: [Int32]
    /// The pieces of one cell after those of another, as indices of the page's; each cell's in reading order.
    private(set) var order: [Int] = []

    /// The cells that the document's structure names; nil where none is on this page.
    init?(_ page: PageLines, _ tables: TaggedTables) {
        self.init(page, evidence: .tags) { _, piece in
            piece.owner.cell.flatMap { $0 < tables.cells.count ? $0 : nil }
        } place: {
            (tables.cells[$0], tables.widths[tables.cells[$0].row])
        }
    }

    /// The cells that rules close; nil where they close none, or texts lie across them. A few find no room in their cells: they are
    /// those cells' where they run on over nothing, else it is unclear what stands in the row.
    init?(_ page: PageLines, _ grid: DrawnGrid) {
        if grid.cells.isEmpty { return nil }
        // Rows are counted over the page, in the order of its tables.
        var firstRows: [Int] = [0]
        var widths: [Int: Int] = [:]
        for cell in grid.cells {
            while firstRows.count <= cell.table + 1 { firstRows.append(firstRows[firstRows.count - 1]) }
            firstRows[cell.table + 1] = max(firstRows[cell.table + 1], firstRows[cell.table] + cell.row + cell.rows)
            widths[cell.table] = max(widths[cell.table] ?? 0, cell.column + cell.columns)
        }
        var overruns = 0
        var clashes: Set<Int> = []
        self.init(page, evidence: .rules) { index, piece in
            guard let cell = grid.cell(at: piece) else { return nil }
            let slack = Self.slack * piece.size
            if piece.start < grid.cells[cell].left - slack || piece.end > grid.cells[cell].right + slack {
                overruns += 1
                if !page.isAloneInPlace(index) { clashes.insert(index) }
            }
            return cell
        } place: { number in
            let cell = grid.cells[number]
            let place = TaggedCell(
                table: cell.table, row: firstRows[cell.table] + cell.row, column: cell.column, columns: cell.columns,
                rows: cell.rows)
            return (place, widths[cell.table] ?? 0)
        }
        if overruns * Self.fewOverruns > order.count { return nil }
        unclearRows = Set(clashes.compactMap { cell(ofPiece: $0) }.map { cells[$0].place.row })
        for index in cells.indices {
            let cell = grid.cells[cells[index].number]
            cells[index].bounds = cell.left...max(cell.left, cell.right)
        }
    }

    /// The cells that were drawn one after the other.
    init?(_ page: PageLines, _ table: DrawnTable) {
        guard let found = table.cells else { return nil }
        var cells = [Int?](repeating: nil, count: page.pieces.count)
        for (number, cell) in found.enumerated() { for piece in cell.pieces { cells[piece] = number } }
        let width = table.columns.count
        self.init(page, evidence: .order) { index, _ in
            cells[index]
        } place: { number in
            (TaggedCell(table: 0, row: found[number].row, column: found[number].column), width)
        }
        columnCount = width
    }

    /// A text may reach so far over a rule, in em.
    private static let slack = 0.3
    /// One text in so many, at most, finds no room in its cell; where more do, the rules are no cells of theirs.
    private static let fewOverruns = 4

    private init?(
        _ page: PageLines, evidence: CellEvidence, cell: (Int, Piece) -> Int?, place: (Int) -> (TaggedCell, width: Int)
    ) {
        self.evidence = evidence
        cellOfPiece = [Int32](repeating: -1, count: page.pieces.count)
        for (index, piece) in page.pieces.enumerated() {
            guard let cell = cell(index, piece) else { continue }
            cellOfPiece[index] = Int32(clamping: cell)
            order.append(index)
        }
        if order.isEmpty { return nil }
        let numbers = cellOfPiece
        order.sort { (numbers[$0], $0) < (numbers[$1], $1) }
        var first = 0
        while first < order.count {
            let number = numbers[order[first]]
            let end = order[first...].firstIndex { numbers[$0] != number } ?? order.count
            for index in order[first..<end] { cellOfPiece[index] = Int32(cells.count) }
            let (place, width) = place(Int(number))
            add(Int(number), place, width: width, first..<end, page)
            first = end
        }
    }

    /// The cell that a piece is in, by its index; nil for none.
    func cell(ofPiece piece: Int) -> Int? {
        cellOfPiece[piece] < 0 ? nil : Int(cellOfPiece[piece])
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
            lines = lines.union(piece.baseline...piece.baseline)
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
    ///
    /// - Parameter texts: puts texts together.
    func key(of cell: Int, _ mask: KeyMask, _ page: PageLines, _ texts: inout CellTexts) -> String? {
        let pieces = pieces(of: cell)
        if mask.isInText {
            return keys(in: pieces, mask, page, &texts)?.joined(separator: String(RowCollector.keySeparator))
        }
        let length = pieces.reduce(0) { $0 + page.pieces[$1].text.count }
        // A hyphen or a digit of full width takes three bytes, and a mark of a footnote may follow.
        guard length >= mask.shortest, length <= 3 * mask.length + 9 else { return nil }
        if let first = pieces.first, let byte = page.utf8[page.pieces[first].text].first, byte < 0x80,
            !mask.canBegin(with: byte)
        {
            return nil
        }
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

extension PageCells {
    /// The keys of a closed cell that has one on each of its lines and nothing else, beside cells of one line each, in the
    /// middle: they are those of all of them. Nil for other cells.
    func keys(of cell: Int, _ mask: KeyMask, _ page: PageLines, _ texts: inout CellTexts) -> [String]? {
        guard evidence != .order, !mask.isInText, let first = pieces(of: cell).first,
            let last = pieces(of: cell).last, page.pieces[first].line < page.pieces[last].line,
            let byte = page.utf8[page.pieces[first].text].first, byte >= 0x80 || mask.canBegin(with: byte)
        else { return nil }
        var keys: [String] = []
        var rest = pieces(of: cell)
        while let first = rest.first {
            let line = rest.prefix { page.pieces[$0].line == page.pieces[first].line }
            let text = texts.text(of: line, folding: true, page)
            guard mask.matches(text) else { return nil }
            keys.append(text)
            rest = rest.dropFirst(line.count)
        }
        let middle = (page.pieces[first].baseline + page.pieces[last].baseline) / 2
        let place = cells[cell].place
        let areShared = cells.indices.allSatisfy { other in
            other == cell || cells[other].place.table != place.table || cells[other].place.row != place.row
                || cells[other].lines.lowerBound == cells[other].lines.upperBound
                    && abs(cells[other].lines.lowerBound - middle) < 0.25 * page.pieces[first].size
        }
        return areShared ? keys : nil
    }

    /// The keys that stand in a cell beside other text, which are a row each; nil for none, or where that is not certain.
    private func keys(
        in pieces: ArraySlice<Int>, _ mask: KeyMask, _ page: PageLines, _ texts: inout CellTexts
    ) -> [String]? {
        var lines: [String] = []
        var rest = pieces
        while let first = rest.first {
            let line = rest.prefix { page.pieces[$0].line == page.pieces[first].line }
            lines.append(texts.text(of: line, folding: true, page))
            if let first = line.first, let others = page.companions[page.pieces[first].text.lowerBound] {
                lines += others
            }
            rest = rest.dropFirst(line.count)
        }
        switch KeySearch(mask, heading: nil, isOnPage: true).readingInText(of: lines.joined(separator: "\n")) {
        case .key(let key, _): return [key]
        case .several(let keys): return keys
        case .doubtful, .none: return nil
        }
    }
}

extension PageLines {
    /// Whether no other text of its line stands where a piece does.
    fileprivate func isAloneInPlace(_ index: Int) -> Bool {
        let piece = pieces[index]
        let room = piece.start + 0.15 * piece.size..<max(piece.start + 0.15 * piece.size, piece.end)
        return !lines[piece.line].pieces.contains { other in
            other != index && pieces[other].start < room.upperBound && pieces[other].end > room.lowerBound
        }
    }
}
