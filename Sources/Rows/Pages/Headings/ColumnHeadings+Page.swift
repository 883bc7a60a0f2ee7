// What stands above the columns of a page whose layout is known: the reverse of `HeadingSearch`.

import Bidi
import Text

extension ColumnHeadings {
    /// What stands above the columns of a page; nil for a page without keys.
    package init?(above layout: TableLayout, on text: TextPage) {
        var reader = RowReader(layout: layout)
        reader.keepsExtents = true
        reader.add(text)
        guard let first = reader.keys.cells.first, let bands = reader.columns.bands else { return nil }
        var columns = HeadingsOverColumns(reader.page, text.utf8, reader.keys.cells, bands)
        if !reader.cellExtents.isEmpty { columns.take(reader.cellExtents, layout) }
        let found = columns.texts(above: first, layout)
        let heading = { (column: Column) in found[column].map { $0.joined(separator: " ") } }
        self.init(batch: heading(.batch), status: heading(.status), date: heading(.date))
    }
}

/// The texts that stand over the columns of a page.
struct HeadingsOverColumns {
    private let page: PageLines
    private let utf8: [UInt8]
    /// How far the cells of each band reach on the page.
    private var extents: [Int: ClosedRange<Double>]
    /// Where else texts of rows begin.
    private var starts: [Double] = []
    /// Whether there may be other columns than these.
    private var arePart = false

    /// How many lines above the first row are looked at, and how near to each other they are, in em.
    private static let mostLines = 3
    private static let pitch = 1.6
    /// In bytes; longer texts are sentences.
    private static let longest = 80

    init(_ page: PageLines, _ utf8: [UInt8], _ keys: [KeyCell], _ bands: ColumnBands) {
        self.page = page
        self.utf8 = utf8
        var extents: [Int: ClosedRange<Double>] = [:]
        for key in keys {
            for index in page.lines[key.line].pieces {
                let piece = page.pieces[index]
                let band = key.pieces.contains(index) ? 0 : bands.band(at: piece.start)
                guard piece.start <= piece.end else { continue }
                extents[band] = extents[band]?.union(piece.start...piece.end) ?? piece.start...piece.end
            }
        }
        self.extents = extents
    }

    /// Takes the cells of rows for the columns, where more than gaps showed them.
    mutating func take(_ rows: [RowExtents], _ layout: TableLayout) {
        starts = extents.values.map(\.lowerBound)
        extents = extents.filter { $0.key == 0 }
        for row in rows {
            for (column, cell) in row.cells {
                guard let band = layout.band(of: column) else { continue }
                extents[band] = extents[band]?.union(cell) ?? cell
            }
        }
        arePart = true
    }

    /// What stands over each column, line by line from the top.
    func texts(above key: KeyCell, _ layout: TableLayout) -> [Column: [String]] {
        var found: [Column: [String]] = [:]
        var below = page.lines[key.line]
        for number in (max(0, key.line - Self.mostLines)..<key.line).reversed() {
            let line = page.lines[number]
            let pitch = found.isEmpty ? 4 * below.size : Self.pitch * below.size
            if below.baseline - line.baseline > pitch { break }
            let cells = cells(of: line)
            guard let bands = bands(under: cells) else { break }
            if found.isEmpty, !bands.contains(0) { continue }
            for (cell, band) in zip(cells, bands).reversed() {
                guard let band, let column = band == 0 ? .batch : layout.column(ofBand: band),
                    cell.text.count <= Self.longest
                else { continue }
                found[column, default: []].insert(VisualOrder.text(cell.text), at: 0)
            }
            below = line
        }
        return found
    }

    private struct Cell {
        var range: ClosedRange<Double>
        var text: [UInt8]
    }

    /// The texts of a line, as wide gaps part them, and words that begin where a column does.
    private func cells(of line: Line) -> [Cell] {
        var cells: [Cell] = []
        let starts = starts + extents.values.map(\.lowerBound)
        for index in line.pieces {
            let piece = page.pieces[index]
            let end = max(piece.start, piece.end)
            if let last = cells.indices.last,
                piece.start - cells[last].range.upperBound < BorderSearch.wideGap * piece.size,
                page.pieces[index - 1].touches(piece)
                    || !starts.contains(where: { abs($0 - piece.start) < Piece.columnStart * piece.size })
            {
                cells[last].range = cells[last].range.union(piece.start...end)
                if !page.pieces[index - 1].touches(piece) { cells[last].text.append(0x20) }
            } else {
                cells.append(Cell(range: piece.start...end, text: []))
            }
            CellText.append(utf8[piece.text], folding: false, to: &cells[cells.count - 1].text)
        }
        return cells
    }

    /// The band that each cell stands over; nil for one over none. Nil in all for a line with a text over two: a title.
    private func bands(under cells: [Cell]) -> [Int?]? {
        // As many as there are columns are theirs, also where headings stand at the left and cells at the right.
        if !arePart, cells.count == extents.count, cells.count > 1 { return extents.keys.sorted() }
        var bands: [Int?] = []
        for cell in cells {
            let over = extents.filter { $0.value.overlaps(cell.range) }
            if over.count > 1 { return nil }
            bands.append(over.first?.key)
        }
        return bands
    }
}
