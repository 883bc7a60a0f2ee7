// Pages made to be slow: with texts at any positions, the work grows no faster than the page (FAULTS 56 and 57).

import Rows
import TestKit
import Testing
import Text

struct HostilePageTests {
    /// Where the n-th of many texts stands, and what it says.
    struct Shape: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var place: @Sendable (Int) -> (text: String, x: Double, y: Double)
    }

    private static let key = "20121456171"

    static let shapes = [
        Shape(testDescription: "all on one spot") { _ in (key, 50, 50) },
        Shape(testDescription: "different texts on one spot") { ("\($0)", 50, 50) },
        Shape(testDescription: "one endless line of keys") { (key, Double($0) * 60, 50) },
        Shape(testDescription: "one endless line, backwards") { ("word", Double(-$0) * 30, 50) },
        Shape(testDescription: "one key over the other, closer than lines") { (key, 50, Double($0) * 0.001) },
        Shape(testDescription: "each key in a column of its own") { (key, Double($0), Double($0) * 15) },
        Shape(testDescription: "three keys in each of many columns") {
            (key, Double($0 / 3) * 70, Double($0 % 3) * 15)
        },
        Shape(testDescription: "one key, then lines of its status") {
            $0 == 0 ? (key, 50, 0) : ("word", 130, Double($0) * 11)
        },
        Shape(testDescription: "prose, then lines by turns") {
            $0 < 10_000 ? ("word", 52, Double($0) * 11) : ("word", $0 % 2 == 0 ? 130 : 52, Double($0) * 11)
        },
        Shape(testDescription: "a hundred rows of many words") {
            $0 % 200 == 0
                ? (key, 50, Double($0 / 200) * 15)
                : ("w", 130 + Double($0 % 200) * Double(12 + $0 / 200), Double($0 / 200) * 15)
        },
        Shape(testDescription: "keys and status lines by turns") {
            $0 % 2 == 0 ? (key, 50, Double($0) * 11) : ("word", 130, Double($0) * 11)
        },
    ]

    /// What stands beside the texts of a page.
    enum Structure: CaseIterable {
        case none
        /// Each text is a cell, three to a row.
        case cells
        /// Each text is a cell of a row of its own, in the first of many tables.
        case tables
        /// A line, and a shade, below each text.
        case rules
        /// A box around each text.
        case boxes

        func dress(_ page: inout TextPage) {
            var tables = TaggedTables()
            for index in page.runs.indices {
                let (start, end) = (page.runs[index].start, page.runs[index].end)
                func rule(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
                    page.rules.append(Rule(start: Point(x: x, y: y), end: Point(x: endX, y: endY), thickness: 0.5))
                }
                switch self {
                case .none: break
                case .cells, .tables:
                    let row = self == .cells ? index / 3 : index
                    page.runs[index].owner = .cell(index)
                    tables.cells.append(
                        TaggedCell(table: self == .cells ? 0 : index, row: row, column: self == .cells ? index % 3 : 0))
                    if row == tables.widths.count { tables.widths.append(3) }
                case .rules:
                    rule(0, start.y - 3, 60_000, start.y - 3)
                    page.fills.append(Fill(start: Point(x: 0, y: start.y - 3), end: Point(x: 60_000, y: start.y + 9)))
                case .boxes:
                    for y in [start.y - 3, start.y + 9] { rule(start.x - 2, y, end.x + 2, y) }
                    for x in [start.x - 2, end.x + 2] { rule(x, start.y - 3, x, start.y + 9) }
                }
            }
            if !tables.cells.isEmpty { page.tables = tables }
        }
    }

    @Test(arguments: shapes, Structure.allCases)
    func `no page takes long`(shape: Shape, structure: Structure) throws {
        var first = Sheet(1)
        for row in 0..<10 { first.row("2012145\(1000 + row)", "sent", "14-Jun-12", 80 + 15 * Double(row)) }
        var sheet = Sheet(2)
        // Tables of one cell each cost most.
        for index in 0..<(structure == .tables ? 5_000 : 20_000) {
            let (text, x, y) = shape.place(index)
            sheet.draw(text, x, y)
        }
        var page = sheet.page()
        structure.dress(&page)
        var reader = RowReader(layout: .london)
        reader.add(first.page())
        let time = processorTime { reader.add(page) }
        // 20 000 texts in a debug build; anything quadratic takes minutes.
        #expect(time < .seconds(10))
    }
}
