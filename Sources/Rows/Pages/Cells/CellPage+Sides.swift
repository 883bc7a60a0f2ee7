// Where rules leave a side of a table open, no cell is closed there, and a text that stands in it is in none.

import Text

extension CellPage {
    /// Which of the tables of its page a row is in.
    struct Side: Hashable {
        var table: Int
        var block: Int
    }

    func side(of row: CellRow) -> Side { Side(table: cells.cells[row.keyCell].place.table, block: row.table) }

    /// The tables of the page, in order.
    var sides: [Side] {
        var sides: [Side] = []
        for row in rows {
            let side = side(of: row)
            if !sides.contains(side) { sides.append(side) }
        }
        return sides
    }

    /// Whether there are several tables, and each row of one stands beside a row of every other one. Then each table may
    /// have a row that goes on on the next page; else only the table that was read last.
    var areBesideEachOther: Bool {
        let keyed = rows.filter { $0.kind != .rest }
        let tables = Dictionary(grouping: keyed, by: side).values.map { rows in
            rows.map { cells.cells[$0.keyCell].lines.lowerBound }.sorted()
        }
        guard tables.count > 1, let first = tables.first else { return false }
        return tables.allSatisfy { other in
            other.count == first.count && zip(other, first).allSatisfy { abs($0 - $1) < Self.sameHeight }
        }
    }

    /// In points.
    private static let sameHeight = 1.0

    /// The rows without a cell in a column of the layout, beside which a text stands that is in no cell of their tables.
    func rowsBesideText(_ page: PageLines, _ layout: TableLayout) -> [Int] {
        let wanted = [Column.status, .date].filter { layout.band(of: $0) != nil }
        let lacking = rows.indices.filter { number in
            if rows[number].kind != .batch { return false }
            return wanted.contains { ($0 == .status ? rows[number].status : rows[number].date) == nil }
        }
        if lacking.isEmpty { return [] }
        let tables = Set(rows.map { cells.cells[$0.keyCell].place.table })
        let free = page.pieces.indices.filter { piece in
            let isInTable = cells.cell(ofPiece: piece).map { tables.contains(cells.cells[$0].place.table) }
            return isInTable != true && page.pieces[piece].text.count > 1
        }.map { page.pieces[$0].baseline }.sorted()
        if free.isEmpty { return [] }
        let middles = Set(rows.map { middle(of: $0) }).sorted()
        return lacking.filter { number in
            let own = middle(of: rows[number])
            let index = middles.countOfFirst { $0 < own }
            let size = page.pieces[cells.pieces(of: rows[number].keyCell).first ?? 0].size
            // Half way to the rows next to it; at the ends of a table as far as its text is high.
            let top = index > 0 ? (middles[index - 1] + own) / 2 : own - size
            let bottom = index + 1 < middles.count ? (middles[index + 1] + own) / 2 : own + size
            let next = free.countOfFirst { $0 < top }
            return next < free.count && free[next] < bottom
        }
    }

    /// Where a row's key stands.
    private func middle(of row: CellRow) -> Double {
        let lines = cells.cells[row.keyCell].lines
        return (lines.lowerBound + lines.upperBound) / 2
    }
}
