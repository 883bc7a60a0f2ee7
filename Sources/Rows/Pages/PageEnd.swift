// How the rows of a page end: what the next page may show the rest of.

import Text

/// The last row of a page, and how wide texts are in its columns.
struct PageEnd {
    /// The texts of a column.
    private struct Texts {
        var extent: ClosedRange<Double>
        var widest = 0.0
        /// How wide the last line of the last row's text is; 0 for none.
        var last = 0.0
    }

    /// The key of the last row, and where its line begins.
    let key: String
    let start: Double
    let page: Int
    private let keyExtent: ClosedRange<Double>
    private var (status, date): (Texts?, Texts?)

    /// So many rows show how wide a column is.
    private static let mostRows = 12

    /// - Parameters:
    ///   - keys: those of the page's rows, from top to bottom.
    ///   - bands: where the columns are; nil where that is not known.
    init?(of page: PageLines, _ keys: [KeyCell], _ bands: ColumnBands?, _ layout: TableLayout) {
        guard let last = keys.last else { return nil }
        (key, self.page) = (last.key(layout.key, in: page), page.number)
        start = page.pieces[page.lines[last.line].pieces.lowerBound].start
        keyExtent = last.start...max(last.start, last.end)
        guard let bands else { return }
        for key in keys.suffix(Self.mostRows) {
            add(page.lines[key.line], page, bands, layout, isLast: key.line == last.line)
        }
        var number = last.line
        while number + 1 < page.lines.count,
            page.lines[number + 1].baseline - page.lines[number].baseline < PageLines.largestPitch
                * page.lines[number].size,
            page.lines[number + 1].pieces.allSatisfy({
                texts(in: layout.column(ofBand: bands.band(at: page.pieces[$0].start))) != nil
            })
        {
            number += 1
            add(page.lines[number], page, bands, layout, isLast: true)
        }
    }

    private mutating func add(
        _ line: Line, _ page: PageLines, _ bands: ColumnBands, _ layout: TableLayout, isLast: Bool
    ) {
        var (status, date): (ClosedRange<Double>?, ClosedRange<Double>?)
        for index in line.pieces {
            let piece = page.pieces[index]
            let extent = piece.start...max(piece.start, piece.end)
            switch layout.column(ofBand: bands.band(at: piece.start)) {
            case .status: status = status?.union(extent) ?? extent
            case .date: date = date?.union(extent) ?? extent
            default: break
            }
        }
        Self.add(status, to: &self.status, isLast: isLast)
        Self.add(date, to: &self.date, isLast: isLast)
    }

    private static func add(_ extent: ClosedRange<Double>?, to texts: inout Texts?, isLast: Bool) {
        guard let extent else { return }
        let width = extent.upperBound - extent.lowerBound
        var own = texts ?? Texts(extent: extent)
        (own.extent, own.widest) = (own.extent.union(extent), max(own.widest, width))
        if isLast { own.last = width }
        texts = own
    }

    private func texts(in column: Column?) -> Texts? { column == .status ? status : column == .date ? date : nil }

    /// Whether a line of the next page may go on with the last row: it has nothing where keys are, each of its texts stands below
    /// a column, and for the first word of one there was no room left.
    func mayGoOn(with line: Line, of page: PageLines) -> Bool {
        let cells = page.cells(of: line)
        return cells.allSatisfy { !($0.start...max($0.start, $0.end)).overlaps(keyExtent) }
            && cells.contains { cell in
                let slack = 0.5 * line.size
                let column = [status, date].lazy.compactMap(\.self).first {
                    let (left, right) = (cell.start - $0.extent.lowerBound, cell.end - $0.extent.upperBound)
                    return $0.extent.overlaps(cell.start...max(cell.start, cell.end))
                        && (left < slack || abs(right) < slack || abs(left + right) < 2 * slack)
                }
                // The search for the piece comes last: a line may have thousands of cells, few of them below a column.
                guard let column, column.last > 0,
                    let piece = page.pieces[line.pieces].first(where: { $0.start >= cell.start })
                else { return false }
                return column.last + page.widthOfFirstWord(of: piece) + 0.25 * line.size > column.widest
            }
    }
}
