// Pages of ruling lines as the bytes say: cells have a size and rows and columns, a point in a cell is in a cell around
// it, what lines show ascends, and the order of drawing means nothing.

@testable import Rows
import Text

extension Target {
    static let grid = Target("grid") { bytes in
        var page = TextPage(number: 1)
        var choices = Choices(bytes)
        while !choices.isAtEnd { draw(&choices, on: &page) }
        let lines = RulingLines(of: page, in: .upright)
        let grid = DrawnGrid(lines)
        for cell in grid.cells {
            try promise(cell.rows > 0 && cell.columns > 0, "a cell spans nothing: \(cell)")
            try promise(cell.row >= 0 && cell.column >= 0 && cell.table >= 0, "a cell is nowhere: \(cell)")
            try promise(cell.right - cell.left >= 2 && cell.bottom - cell.top >= 2, "a cell has no size: \(cell)")
            let (along, across) = ((cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2)
            let text = Piece(start: along, end: along, baseline: across, size: 0, text: 0..<1, blankBefore: false)
            guard let inner = grid.cell(at: text).map({ grid.cells[$0] }) else {
                throw Violation(description: "the middle of a cell is in none: \(cell)")
            }
            try promise(
                inner.left <= along && along <= inner.right && inner.top <= across && across <= inner.bottom,
                "a point is in a cell elsewhere: \(inner)")
        }
        let places = lines.rowRules(from: 0, to: 400)
        try promise(Swift.zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "places do not ascend: \(places)")
        let bands = lines.rowBands(from: 0, to: 400)
        let ascend = Swift.zip(bands, bands.dropFirst()).allSatisfy {
            $0.lowerBound <= $1.lowerBound && $0.upperBound < $1.upperBound
        }
        try promise(ascend, "bands do not ascend: \(bands)")
        page.rules.reverse()
        let reversed = DrawnGrid(RulingLines(of: page, in: .upright))
        try promise(reversed.cells == grid.cells, "cells depend on the order of drawing")
    }
}

/// Draws a line, a rectangle or a grid: where, how large, of how many rows and columns.
private func draw(_ choices: inout Choices, on page: inout TextPage) {
    let what = choices.number()
    let (x, y) = (Double(choices.number()) * 2, Double(choices.number()) * -4)
    let (width, height) = (Double(choices.number()), Double(choices.number()))
    let nudge = Double(what >> 4) * 0.5
    func line(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
        page.rules.append(
            Rule(
                start: Point(x: min(x, endX), y: min(y, endY)), end: Point(x: max(x, endX), y: max(y, endY)),
                thickness: 1))
    }
    switch what % 5 {
    case 0: line(x + nudge, y, x + width, y)
    case 1: line(x, y + nudge, x, y + height)
    case 2:
        page.fills.append(Fill(start: Point(x: x, y: y), end: Point(x: x + width + 5, y: y + height + nudge + 5)))
    default:
        let (rows, columns) = what % 5 == 3 ? (1, 1) : (choices.number() % 8 + 1, choices.number() % 8 + 1)
        for row in 0...rows { line(x, y - Double(row) * height, x + width * Double(columns), y - Double(row) * height) }
        for column in 0...columns {
            line(x + Double(column) * width + nudge, y - Double(rows) * height, x + Double(column) * width + nudge, y)
        }
    }
}
