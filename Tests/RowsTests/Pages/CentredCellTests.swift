// Centred and bottom-aligned cells, by programs that place each column at its own height; and the texts above the first
// row of a page.

import Rows
import TestKit
import Testing
import Text

struct CentredCellTests {
    /// Draws a text with its middle at x.
    private static func centre(_ text: String, _ x: Double, _ y: Double, on sheet: inout Sheet) {
        sheet.draw(text, x - Double(text.count) * Sheet.letter / 2, y)
    }

    private func rows(_ sheets: [Sheet], _ columns: [Column] = [.batch, .status, .date]) throws -> [String] {
        var reader = RowReader(layout: try TableLayout(columns: columns))
        for sheet in sheets { reader.add(sheet.page()) }
        let list = try reader.finish()
        #expect(list.doubts.isEmpty)
        return list.rows.map { "\($0.batch)|\($0.update.status)|\($0.update.date)" }
    }

    private func key(_ number: Int) -> String { "2012145\(1000 + number)" }

    @Test func `a centred cell wider than all on the page before is in its column`() throws {
        var sheets = [Sheet(1), Sheet(2)]
        var expected: [String] = []
        for number in 0..<24 {
            let y = 80 + 20 * Double(number % 12)
            let usual = number % 3 == 0 ? "refused" : "in progress"
            let status = number == 17 ? "additional documents were requested" : usual
            sheets[number / 12].draw(key(number), 50, y)
            sheets[number / 12].draw("14-Jun-12", 200, y)
            Self.centre(status, 400, y, on: &sheets[number / 12])
            expected.append("\(key(number))|\(status)|14-Jun-12")
        }
        #expect(try rows(sheets, [.batch, .date, .status]) == expected)
    }

    @Test func `a heading of two lines is none of a row where it stands higher on the next page`() throws {
        var expected: [String] = []
        let sheets = [140.0, 60].enumerated().map { page, top in
            var sheet = Sheet(page + 1)
            if page == 0 { sheet.draw("Batches that were decided", 50, 60) }
            sheet.draw("Batch", 50, top)
            sheet.draw("Status", 130, top)
            sheet.draw("Last", 400, top)
            sheet.draw("update", 400, top + 12)
            for number in 0..<10 {
                let key = key(10 * page + number)
                sheet.row(key, "refused", "14-Jun-12", top + 28 + 20 * Double(number))
                expected.append("\(key)|refused|14-Jun-12")
            }
            return sheet
        }
        #expect(try rows(sheets) == expected)
    }

    /// How far below its key a status of one line stands, and one of two lines; in points of a size of 10.
    @Test(
        arguments: [
            (-3, [-9, 3]), (3, [-3, 9]), (4.5, [-7.5, 4.5]), (5.5, [-6.5, 5.5]), (-4.5, [-4.5, 7.5]),
        ] as [(Double, [Double])])
    func `statuses stand where their column does`(_ one: Double, _ two: [Double]) throws {
        var sheet = Sheet()
        var expected: [String] = []
        for number in 0..<12 {
            let y = 100 + 28 * Double(number)
            let isWrapped = number % 3 == 1
            sheet.draw(key(number), 50, y)
            sheet.draw("14-Jun-12", 400, y)
            if isWrapped {
                sheet.draw("additional documents were requested", 130, y + two[0])
                sheet.draw("by the visa section", 130, y + two[1])
            } else {
                sheet.draw("refused", 130, y + one)
            }
            let status = isWrapped ? "additional documents were requested by the visa section" : "refused"
            expected.append("\(key(number))|\(status)|14-Jun-12")
        }
        #expect(try rows([sheet]) == expected)
    }

    @Test func `a centred cell wider than its column's others begins above the first row of a page`() throws {
        let narrow = ["Documents were asked for", "and a copy of the passport", "is awaited"]
        let wide = [
            "Documents were requested from the applicant", "with a copy of each page of the passport and", "awaited",
        ]
        var sheets = [Sheet(1), Sheet(2)]
        var expected: [String] = []
        for (page, lines) in [narrow, wide].enumerated() {
            var y = 100.0
            for number in 0..<8 {
                let key = key(10 * page + number)
                let isWrapped = number == (page == 0 ? 3 : 0)
                for (above, line) in (isWrapped ? lines : ["refused"]).reversed().enumerated() {
                    Self.centre(line, 260, y - 12 * Double(above), on: &sheets[page])
                }
                sheets[page].draw(key, 50, y)
                sheets[page].draw("14-Jun-12", 400, y)
                expected.append("\(key)|\(isWrapped ? lines.joined(separator: " ") : "refused")|14-Jun-12")
                y += number == 2 && page == 0 ? 44 : 20
            }
        }
        #expect(try rows(sheets) == expected)
    }

    @Test func `tight cells in the middle are told by their small letters`() throws {
        var sheet = Sheet()
        var expected: [String] = []
        var y = 80.0
        for number in 0..<16 {
            let lines = number % 3 == 0 ? ["Refused"] : ["Visa issued and", "ready for collection", "in Manchester"]
            sheet.draw(key(number), 50, y + 10 * Double(lines.count / 2))
            sheet.draw("14-Jun-12", 400, y + 10 * Double(lines.count / 2))
            for line in lines {
                sheet.draw(line, 130, y)
                y += 10
            }
            expected.append("\(key(number))|\(lines.joined(separator: " "))|14-Jun-12")
        }
        #expect(try rows([sheet]) == expected)
    }
}
