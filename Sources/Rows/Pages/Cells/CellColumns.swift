// The columns of a table whose cells are known, from left to right. Counting tells a cell's column where its row has all
// of its cells; some producers leave out the empty ones, and then the header that a cell names tells, or where it stands.

/// Which column each cell of a table on a page is in.
struct CellColumns {
    /// For each cell, by its index among the page's, its column from the left; columns without text do not count.
    private(set) var ranks: [Int: Int] = [:]
    private(set) var count = 0
    /// Where the texts of each column stand, by the number that the document's structure gives it.
    private(set) var extents: [Int: ClosedRange<Double>] = [:]

    /// - Parameters:
    ///   - cells: the table's cells, as indices of the page's.
    ///   - width: how many columns a row takes that has all of its cells.
    ///   - before: where the table's columns stand on the pages before.
    /// - Returns: nil where it cannot be told of each cell, or two columns lie over each other.
    init?(of cells: [Int], on page: PageCells, width: Int, before: [Int: ClosedRange<Double>] = [:]) {
        if let all = page.columnCount {
            for index in cells { ranks[index] = page.cells[index].place.column }
            count = all
            return
        }
        var columns: [Int: Int] = [:]
        var extents: [Int: ClosedRange<Double>] = [:]
        defer { self.extents = extents }
        func widen(_ column: Int, _ cell: PageCells.Cell) {
            if cell.place.columns > 1 { return }
            extents[column] = extents[column]?.union(cell.extent) ?? cell.extent
        }
        var open: [Int] = []
        // The only cell of its row may be a title that reaches over the next.
        var counts: [Int: Int] = [:]
        for index in cells { counts[page.cells[index].place.row, default: 0] += 1 }
        for index in cells {
            let cell = page.cells[index]
            if let column = cell.width >= width ? cell.place.column : cell.place.headedColumn {
                columns[index] = column
                if counts[cell.place.row, default: 0] > 1 { widen(column, cell) }
            } else {
                open.append(index)
            }
        }
        // A column that is empty on this page is known from the one before.
        if cells.contains(where: { page.cells[$0].width < width }) { extents.merge(before) { own, _ in own } }
        for index in open {
            guard let column = Self.column(under: page.cells[index].extent, extents) else { return nil }
            columns[index] = column
        }
        for column in Set(columns.values) where extents[column] == nil {
            // Nothing but cells over several columns begin here.
            guard let cell = cells.first(where: { columns[$0] == column }) else { continue }
            let start = page.cells[cell].extent.lowerBound
            extents[column] = start...start
        }
        for (number, column) in Self.emptyColumns(of: cells, on: page).enumerated() { extents[-1 - number] = column }
        let order = extents.sorted {
            ($0.value.lowerBound + $0.value.upperBound, $0.key) < ($1.value.lowerBound + $1.value.upperBound, $1.key)
        }.map(\.key)
        for (left, right) in zip(order, order.dropFirst()) {
            guard let left = extents[left], let right = extents[right] else { continue }
            if (left.upperBound - right.lowerBound) * 2 > right.upperBound - right.lowerBound { return nil }
        }
        let rank = Dictionary(uniqueKeysWithValues: zip(order, 0...))
        count = order.count
        ranks = columns.compactMapValues { rank[$0] }
    }

    /// The columns of the page before that are empty on this one, where rules close all others at the same places: a page
    /// without headings does not show that they are columns of the list.
    private static func emptyColumns(of cells: [Int], on page: PageCells) -> [ClosedRange<Double>] {
        let own = cells.lazy.map { page.cells[$0] }.filter { $0.place.columns == 1 }.compactMap(\.bounds)
        guard own.allSatisfy({ column in page.columnsBefore.contains { $0.isSameColumn(as: column) } }) else {
            return []
        }
        return page.columnsBefore.filter { column in !own.contains { $0.isSameColumn(as: column) } }
    }

    /// The one column over or under which something stands; nil for none and for several.
    private static func column(under extent: ClosedRange<Double>, _ extents: [Int: ClosedRange<Double>]) -> Int? {
        let met = extents.filter { $0.value.overlaps(extent) }
        return met.count == 1 ? met.first?.key : nil
    }
}

extension ClosedRange<Double> {
    /// Whether rules close the same column between these places: a program draws the rules of one table again to a point.
    func isSameColumn(as other: Self) -> Bool {
        abs(lowerBound - other.lowerBound) < 1 && abs(upperBound - other.upperBound) < 1
    }
}
