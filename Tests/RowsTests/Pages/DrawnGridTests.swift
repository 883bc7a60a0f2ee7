// Which cells ruling lines close, and what the lines show if they close none. The pages are drawn with y downwards,
// like frames.

import TestKit
import Testing
import Text

@testable import Rows

struct DrawnGridTests {
    /// A page of lines alone.
    private struct Drawing {
        var page = TextPage(number: 1)

        mutating func line(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
            page.rules.append(Rule(start: Point(x: x, y: -y), end: Point(x: endX, y: -endY), thickness: 0.5))
        }

        mutating func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
            line(x, y, x + width, y)
            line(x, y + height, x + width, y + height)
            line(x, y, x, y + height)
            line(x + width, y, x + width, y + height)
        }

        mutating func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
            page.fills.append(Fill(start: Point(x: x, y: -y - height), end: Point(x: x + width, y: -y)))
        }

        /// Lines through the whole table at these places.
        init(columns: [Double] = [], rows: [Double] = []) {
            for x in columns { line(x, rows[0], x, rows[rows.count - 1]) }
            for y in rows { line(columns[0], y, columns[columns.count - 1], y) }
        }

        var lines: RulingLines { RulingLines(of: page, in: .upright) }
        /// The cells as "table: row+rows column+columns", with the spans where they are not 1.
        var cells: [String] {
            DrawnGrid(lines).cells.map {
                let rows = $0.rows == 1 ? "" : "+\($0.rows)"
                let columns = $0.columns == 1 ? "" : "+\($0.columns)"
                return "\($0.table): \($0.row)\(rows) \($0.column)\(columns)"
            }
        }

        /// The cell at the middle of a text of 10 points, as "row column".
        func cell(_ start: Double, _ end: Double, _ baseline: Double) -> String? {
            let grid = DrawnGrid(lines)
            let piece = Piece(start: start, end: end, baseline: baseline, size: 10, text: 0..<1, blankBefore: false)
            return grid.cell(at: piece).map { "\(grid.cells[$0].row) \(grid.cells[$0].column)" }
        }
    }

    @Test func `lines through the whole table close its cells`() {
        let drawing = Drawing(columns: [50, 120, 400], rows: [80, 100, 130])
        #expect(drawing.cells == ["0: 0 0", "0: 0 1", "0: 1 0", "0: 1 1"])
        let cells = DrawnGrid(drawing.lines).cells
        #expect([cells[3].left, cells[3].right, cells[3].top, cells[3].bottom] == [120, 400, 100, 130])
    }

    @Test func `a text is in the cell around its middle`() {
        let drawing = Drawing(columns: [50, 120, 400], rows: [80, 100, 130])
        #expect(drawing.cell(53, 110, 95) == "0 0")
        #expect(drawing.cell(53, 110, 102) == "0 0")
        #expect(drawing.cell(53, 110, 104) == "1 0")
        #expect(drawing.cell(110, 150, 104) == "1 1")
        #expect(drawing.cell(110, 128, 104) == "1 0")
        for outside in [(20.0, 45.0, 95.0), (420, 450, 95), (53, 110, 70), (53, 110, 140)] {
            #expect(drawing.cell(outside.0, outside.1, outside.2) == nil)
        }
    }

    @Test func `a cell spans what no line parts`() {
        var drawing = Drawing(columns: [50, 400], rows: [80, 100, 160])
        drawing.line(120, 80, 120, 160)
        drawing.line(300, 100, 300, 160)
        drawing.line(120, 120, 400, 120)
        drawing.line(120, 140, 300, 140)
        // A heading over two columns; a key of three rows; a date of two.
        let rows = [["0: 0 0", "0: 0 1+2"], ["0: 1+3 0", "0: 1 1", "0: 1 2"], ["0: 2 1", "0: 2+2 2"], ["0: 3 1"]]
        #expect(drawing.cells == Array(rows.joined()))
        #expect(drawing.cell(53, 110, 150) == "1 0")
        #expect(drawing.cell(310, 390, 155) == "2 2")
    }

    @Test func `a side that is open closes no cell`() {
        var open = Drawing(columns: [50, 120], rows: [80, 100, 120])
        open.line(120, 80, 400, 80)
        open.line(120, 100, 400, 100)
        open.line(120, 120, 400, 120)
        #expect(open.cells == ["0: 0 0", "0: 1 0"])
        // Rules as TeX's booktabs has them.
        var books = Drawing()
        for y in [80.0, 100, 300] { books.line(50, y, 400, y) }
        #expect(books.cells.isEmpty)
        #expect(books.cell(60, 100, 90) == nil)
    }

    @Test func `sides that end side by side close a cell, and that is told`() {
        var drawing = Drawing(columns: [50, 120, 400], rows: [80, 100, 120])
        #expect(DrawnGrid(drawing.lines).cells.allSatisfy { !$0.isOpen })
        for x in [50.0, 120, 400] { drawing.line(x, 60, x, 135) }
        #expect(drawing.cells.count == 8)
        #expect(DrawnGrid(drawing.lines).cells.map(\.isOpen) == [true, true, false, false, false, false, true, true])
        #expect(drawing.cell(53, 110, 131) == "3 0")
        // Of two sides only one goes on; two go on, but not as far.
        var other = Drawing(columns: [50, 120], rows: [80, 100])
        other.line(120, 80, 120, 135)
        #expect(other.cells == ["0: 0 0"])
        other.line(50, 80, 50, 130)
        #expect(other.cells == ["0: 0 0"])
    }

    @Test func `a line within a cell parts nothing`() {
        var drawing = Drawing(columns: [50, 120, 400], rows: [80, 110])
        drawing.line(60, 97, 100, 97)
        drawing.line(120, 97, 160, 97)
        drawing.line(200, 80, 200, 88)
        #expect(drawing.cells == ["0: 0 0", "0: 0 1"])
    }

    @Test func `tables apart are told apart, and counted from the top`() {
        var drawing = Drawing(columns: [50, 120], rows: [300, 320, 340])
        drawing.box(200, 310, 70, 20)
        drawing.box(50, 80, 70, 20)
        #expect(drawing.cells == ["0: 0 0", "1: 0 0", "1: 1 0", "2: 0 0"])
    }

    @Test func `a text is in the inner one of cells within each other`() {
        var drawing = Drawing()
        drawing.box(20, 20, 560, 760)
        drawing.box(50, 80, 70, 20)
        drawing.box(50, 100, 70, 20)
        #expect(drawing.cells == ["0: 0 0", "1: 0 0", "1: 1 0"])
        #expect(drawing.cell(53, 100, 115) == "1 0")
        #expect(drawing.cell(153, 200, 115) == "0 0")
    }

    @Test(arguments: [0.0, 0.5, 1, 2.25])
    func `borders that are drawn cell by cell are one`(gap: Double) {
        var drawing = Drawing()
        for row in 0..<3 {
            for column in 0..<3 {
                drawing.box(50 + 100 * Double(column), 80 + 20 * Double(row), 100 - gap, 20 - gap)
            }
        }
        #expect(drawing.cells.count == 9)
        #expect(drawing.cells.last == "0: 2 2")
    }

    @Test func `a double line is one, and so is a line in pieces`() {
        var drawing = Drawing()
        for y in [80.0, 100, 120] {
            for x in stride(from: 50.0, to: 200, by: 4) { drawing.line(x, y, x + 2.6, y) }
            drawing.line(50, y + 1.5, 200, y + 1.5)
        }
        for x in [50.0, 120, 200] {
            for y in stride(from: 80.0, to: 120, by: 2) { drawing.line(x, y, x, y + 1) }
            drawing.line(x - 2, 80, x - 2, 120)
        }
        #expect(drawing.lines.level.count == 3)
        #expect(drawing.lines.upright.count == 3)
        #expect(drawing.cells == ["0: 0 0", "0: 0 1", "0: 1 0", "0: 1 1"])
    }

    @Test func `a gap of more than a line's end is open`() {
        for (gap, isClosed) in [(1.4, true), (1.6, false)] {
            var drawing = Drawing()
            drawing.line(50, 80, 200, 80)
            drawing.line(50, 100, 200, 100)
            drawing.line(50, 80, 50, 100)
            drawing.line(200, 80 + gap, 200, 100)
            #expect(drawing.cells.isEmpty == !isClosed)
        }
    }

    @Test(arguments: 0..<4) func `a turned page has the same cells`(turns: Int) {
        let drawing = Drawing(columns: [50, 120, 400], rows: [80, 100, 130])
        var sheet = Sheet()
        sheet.origin = Point(x: 0, y: 0)
        sheet.quarterTurns = turns
        sheet.draw("key", 60, 120)
        var page = sheet.page()
        page.rules = drawing.page.rules.map { rule in
            var rule = rule
            for _ in 0..<turns {
                rule.start = Point(x: -rule.start.y, y: rule.start.x)
                rule.end = Point(x: -rule.end.y, y: rule.end.x)
            }
            return rule
        }
        var lines = PageLines()
        lines.read(page)
        let grid = DrawnGrid(RulingLines(of: page, in: lines.frame))
        #expect(grid.cells == DrawnGrid(drawing.lines).cells)
        #expect(grid.cell(at: lines.pieces[0]) == 2)
    }

    // MARK: Rows

    @Test func `a line between rows reaches through the table`() {
        var drawing = Drawing()
        for y in [80.0, 100, 300] { drawing.line(50, y, 400, y) }
        // In two parts with a gap; too short; of another table.
        drawing.line(50, 120, 200, 120)
        drawing.line(210, 120, 400, 120)
        drawing.line(50, 140, 340, 140)
        drawing.line(420, 160, 800, 160)
        #expect(drawing.lines.rowRules(from: 55, to: 395) == [80, 100, 120, 300])
        #expect(drawing.lines.rowRules(from: 430, to: 790) == [160])
    }

    @Test func `rows are shaded cell by cell or as a whole`() {
        var drawing = Drawing()
        drawing.fill(0, 0, 600, 800)
        drawing.fill(50, 120, 350, 20)
        for (x, width) in [(50.0, 70.0), (120, 180), (300, 100)] { drawing.fill(x, 80, width, 20.4) }
        drawing.fill(120, 100, 180, 20)
        #expect(drawing.lines.rowBands(from: 55, to: 395) == [80...100.4, 120...140])
        #expect(drawing.lines.rowBands(from: 450, to: 595) == [0...800])
        #expect(drawing.cells.isEmpty)
    }

    // MARK: Cost

    static let shapes: [(String, @Sendable (inout SeededGenerator) -> (Double, Double, Double, Double))] = [
        (
            "anywhere",
            {
                let (x, y) = (Double.random(in: 0...600, using: &$0), Double.random(in: 0...800, using: &$0))
                let length = Double.random(in: 0...300, using: &$0)
                return Bool.random(using: &$0) ? (x, y, x + length, y) : (x, y, x, y + length)
            }
        ),
        (
            "short",
            {
                let (x, y) = (Double.random(in: 0...600, using: &$0), Double.random(in: 0...800, using: &$0))
                return Bool.random(using: &$0) ? (x, y, x + 3, y) : (x, y, x, y + 3)
            }
        ),
        (
            "a fine grid over a huge page",
            {
                let place = Double(Int.random(in: 0..<10_000, using: &$0) * 6)
                return Bool.random(using: &$0) ? (0, place, 60_000, place) : (place, 0, place, 60_000)
            }
        ),
        (
            "combs",
            {
                let x = Double(Int.random(in: 0..<90, using: &$0) * 6)
                let y = Double(Int.random(in: 0..<90, using: &$0) * 100)
                return Bool.random(using: &$0) ? (0, y, 600, y) : (x, y, x, y + 90)
            }
        ),
    ]

    @Test(arguments: shapes.indices) func `very many lines do not take long`(shape: Int) {
        var random = SeededGenerator(seed: 7)
        var drawing = Drawing()
        for _ in 0..<100_000 {
            let (x, y, endX, endY) = DrawnGridTests.shapes[shape].1(&random)
            drawing.line(x, y, endX, endY)
        }
        let time = processorTime { _ = DrawnGrid(drawing.lines).cells }
        // In a debug build.
        #expect(time < .seconds(5), "\(DrawnGridTests.shapes[shape].0)")
    }
}
