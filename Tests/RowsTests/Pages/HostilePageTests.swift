// Pages made to cost time: whatever stands where, the work grows with the page and no faster (FAULTS 56 and 57).

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

    @Test(arguments: shapes)
    func `no page takes long`(shape: Shape) throws {
        var first = Sheet(1)
        for row in 0..<10 { first.row("2012145\(1000 + row)", "sent", "14-Jun-12", 80 + 15 * Double(row)) }
        var sheet = Sheet(2)
        for index in 0..<20_000 {
            let (text, x, y) = shape.place(index)
            sheet.draw(text, x, y)
        }
        let page = sheet.page()
        var reader = RowReader(layout: .london)
        reader.add(first.page())
        let time = ContinuousClock().measure { reader.add(page) }
        // 20 000 texts in a debug build on a busy machine; anything quadratic takes minutes.
        #expect(time < .seconds(10))
    }
}
