// The cells that a page draws, with their rows and columns. A page without closed cells has none; what its lines show
// even so is in `RulingLines+Rows.swift`. What a cell means is for the caller.

import Text

/// The cells that a page's rules close.
struct DrawnGrid {
    /// A cell, in the page's frame.
    struct Cell: Equatable {
        /// Which of the page's tables it belongs to: those are told apart by that no line leads from one to the other.
        var table: Int
        /// Its first row and column within the table, and how many of them it spans.
        var row: Int
        var rows: Int
        var column: Int
        var columns: Int
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
        /// Whether its top or its bottom is no line but where its sides end: the table goes on on another page.
        var isOpen = false
    }

    /// The cells, by tables, rows and columns.
    private(set) var cells: [Cell] = []
    /// Where cells begin and end across the page, and between two such places the cells there by their left sides, a
    /// larger one before a smaller one within it.
    private var edges: [Double] = []
    private var strips: [[Int]] = []

    /// Cells of all strips together; more are a drawing.
    private static let most = 200_000

    init(_ lines: RulingLines) {
        if lines.level.count < 2 || lines.upright.count < 2 { return }
        var lines = lines
        var search = CellSearch(lines)
        let ends = search.isWithinBudget ? search.openEnds() : []
        if !ends.isEmpty {
            lines.add(level: ends)
            search = CellSearch(lines)
        }
        let found = search.cells()
        guard search.isWithinBudget, !found.isEmpty else { return }
        let tables = search.tables()
        cells = found.map { sides in
            Cell(
                table: tables[sides.top], row: 0, rows: 1, column: 0, columns: 1,
                left: lines.upright[sides.left].place, right: lines.upright[sides.right].place,
                top: lines.level[sides.top].place, bottom: lines.level[sides.bottom].place,
                isOpen: lines.level[sides.top].isImplied || lines.level[sides.bottom].isImplied)
        }
        cells.sort { ($0.table, $0.top, $0.left) < ($1.table, $1.top, $1.left) }
        number()
        fillStrips()
    }

    /// The cell that a text stands in; nil outside of all. In a cell within a cell it is the inner one.
    func cell(at piece: Piece) -> Int? {
        cell(along: (piece.start + piece.end) / 2, across: piece.baseline - 0.3 * piece.size)
    }

    /// The innermost cell around a point.
    private func cell(along: Double, across: Double) -> Int? {
        let strip = edges.countUpTo(across) - 1
        guard strip >= 0, strip < strips.count else { return nil }
        let candidates = strips[strip]
        var position = candidates.countOfFirst { cells[$0].left <= along }
        while position > 0 {
            position -= 1
            if cells[candidates[position]].right >= along { return candidates[position] }
        }
        return nil
    }

    // MARK: Rows and columns

    /// Numbers tables, rows and columns.
    private mutating func number() {
        var first = 0
        var table = 0
        while first < cells.count {
            let end = cells[first...].firstIndex { $0.table != cells[first].table } ?? cells.count
            number(first..<end)
            let starts = DrawnGrid.tableStarts(in: cells[first..<end])
            for (start, next) in zip([first] + starts, starts + [end]) {
                if !starts.isEmpty { number(start..<next) }
                for index in start..<next { cells[index].table = table }
                table += 1
            }
            first = end
        }
    }

    /// Numbers the rows and columns of a table.
    private mutating func number(_ table: Range<Int>) {
        let rows = DrawnGrid.places(cells[table].flatMap { [$0.top, $0.bottom] })
        let columns = DrawnGrid.places(cells[table].flatMap { [$0.left, $0.right] })
        for index in table {
            let cell = cells[index]
            cells[index].row = rows.countUpTo(cell.top) - 1
            cells[index].rows = rows.countUpTo(cell.bottom) - rows.countUpTo(cell.top)
            cells[index].column = columns.countUpTo(cell.left) - 1
            cells[index].columns = columns.countUpTo(cell.right) - columns.countUpTo(cell.left)
        }
    }

    /// Where tables begin that touch the one above: no row has the borders between their columns and those above.
    ///
    /// - Parameter cells: those that lines join, with the numbers of their rows and columns.
    private static func tableStarts(in cells: ArraySlice<Cell>) -> [Int] {
        let rows = cells.map { $0.row + $0.rows }.max() ?? 0
        let columns = cells.map { $0.column + $0.columns }.max() ?? 0
        if cells.count == rows * columns || cells.reduce(0, { $0 + $1.rows }) > most { return [] }
        var borders = [Set<Int>](repeating: [], count: rows)
        var isJoined = [Bool](repeating: false, count: rows)
        for cell in cells {
            for row in cell.row..<cell.row + cell.rows {
                if cell.column > 0 { borders[row].insert(cell.column) }
                if row > cell.row { isJoined[row] = true }
            }
        }
        var starts: [Int] = []
        var own = borders.first ?? []
        for (index, cell) in zip(cells.indices, cells)
        where index == cells.startIndex || cell.row != cells[index - 1].row {
            let all = own.union(borders[cell.row])
            let isOther = all != own && all != borders[cell.row] && !isJoined[cell.row]
            if isOther, starts.count < mostTouching, !borders.contains(where: all.isSubset) {
                starts.append(index)
                own = borders[cell.row]
            } else {
                own = all
            }
        }
        return starts
    }

    /// So many tables that touch are told apart.
    private static let mostTouching = 100

    /// Places in their order, each once.
    private static func places(_ places: [Double]) -> [Double] {
        var unique: [Double] = []
        for place in places.sorted() where place != unique.last { unique.append(place) }
        return unique
    }

    private mutating func fillStrips() {
        edges = DrawnGrid.places(cells.flatMap { [$0.top, $0.bottom] })
        strips = Array(repeating: [], count: edges.count - 1)
        var count = 0
        let order = cells.indices.sorted {
            (cells[$0].left, -cells[$0].right) < (cells[$1].left, -cells[$1].right)
        }
        for index in order {
            let range = edges.countUpTo(cells[index].top) - 1..<edges.countUpTo(cells[index].bottom) - 1
            count += range.count
            if count > DrawnGrid.most {
                (cells, edges, strips) = ([], [], [])
                return
            }
            for strip in range { strips[strip].append(index) }
        }
    }
}

extension Array {
    /// How many elements at the beginning are such.
    func countOfFirst(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension [Double] {
    /// How many numbers, which ascend, are no larger.
    fileprivate func countUpTo(_ number: Double) -> Int { countOfFirst { $0 <= number } }
}
