// Page headers and footers that stand as close to the rows as the lines of a cell: no row has them in silence.

import Rows
import TestKit
import Testing
import Text

struct RepeatedEdgeTests {
    private func key(_ number: Int) -> String { "2012145\(1000 + number)" }

    private func rows(_ numbers: Range<Int>, on sheet: inout Sheet) {
        for number in numbers {
            let y = 100 + 14 * Double(number - numbers.lowerBound)
            sheet.draw(key(number), 50, y)
            sheet.draw(number.isMultiple(of: 2) ? "granted" : "pending", 180, y)
            sheet.draw("14-Jun-12", 330, y)
        }
    }

    private func doubted(_ sheets: [Sheet]) throws -> [String] {
        try readWithDoubts(sheets.map { $0.page() }).doubted
    }

    @Test(arguments: ["Page", "", "Office of the Registrar"], [50.0, 180, 330])
    func `a line at the top of a page without rows that stood elsewhere on another page is in doubt`(
        _ words: String, _ x: Double
    ) throws {
        var sheets = [Sheet(1), Sheet(2)]
        rows(0..<10, on: &sheets[0])
        for page in 0..<2 { sheets[page].draw("\(words) \(page + 1)", x, 60) }
        let list = try readWithDoubts(sheets.map { $0.page() })
        #expect(list.rows.last == "\(key(9))|pending|14-Jun-12" || list.doubted == [key(9)], "\(list)")
    }

    @Test(arguments: [180.0, 330])
    func `a line right below the last row that other pages have there is in doubt`(_ x: Double) throws {
        var sheets = [Sheet(1), Sheet(2), Sheet(3)]
        rows(0..<10, on: &sheets[0])
        rows(10..<20, on: &sheets[1])
        rows(20..<22, on: &sheets[2])
        for page in 0..<3 { sheets[page].draw("\(page + 1)", x, 240) }
        #expect(try doubted(sheets) == [key(9), key(19)])
    }

    @Test func `a line right below the last row of each page, however many it has, is in doubt`() throws {
        var sheets = [Sheet(1), Sheet(2)]
        rows(0..<10, on: &sheets[0])
        rows(10..<15, on: &sheets[1])
        sheets[0].draw("signed 1", 180, 240)
        sheets[1].draw("signed 2", 180, 170)
        #expect(try doubted(sheets) == [key(9), key(14)])
    }

    @Test func `the last line of a cell as other rows have it is in no doubt, though pages end with it`() throws {
        var sheets = [Sheet(1), Sheet(2)]
        for page in 0..<2 {
            for number in 0..<8 {
                let y = 100 + 30 * Double(number)
                sheets[page].draw(key(10 * page + number), 50, y)
                sheets[page].draw("further documents were asked", 180, y)
                sheets[page].draw("for by letter", 180, y + 12)
                sheets[page].draw("14-Jun-12", 400, y)
            }
        }
        let list = try readWithDoubts(sheets.map { $0.page() })
        #expect(list.doubted.isEmpty, "\(list.doubted)")
        #expect(list.rows.allSatisfy { $0.hasSuffix("|further documents were asked for by letter|14-Jun-12") })
    }
}
