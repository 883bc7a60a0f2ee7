// Tables in producers' forms: right-aligned or centred cells, cells that touch, stamps across the page.

import Rows
import TestKit
import Testing
import Text

struct TableShapeTests {
    @Test(arguments: [-1, 1.0])
    func `a watermark at forty-five degrees is in no line`(direction: Double) {
        var sheet = RowReaderTests.sheet()
        for index in 0..<9 {
            sheet.draw("D", 60 + 40 * Double(index), 140 - 10 * Double(index), width: 40, rise: direction * 40)
        }
        #expect(read(sheet) == RowReaderTests.expected)
    }

    @Test func `a word across the page in huge letters parts no rows`() {
        var sheet = Sheet()
        for (index, date) in ["14-Jun-12", "15-Jun-12", "16-Jun-12", "17-Jun-12"].enumerated() {
            let y = 80 + 30 * Double(index)
            sheet.row("2012145\(1000 + index)", "visa issued", "", y)
            sheet.draw(String(date.prefix(3)), 400, y - 5.75)
            sheet.draw(String(date.dropFirst(3)), 400, y + 5.75)
        }
        let expected = read(sheet)
        #expect(expected.first == "20121451000|visa issued|14-Jun-12")
        for y in [100.0, 111, 124] {
            var stamped = sheet
            stamped.draw("DRAFT", 60, y, width: 300, size: 90)
            #expect(read(stamped) == expected)
        }
    }

    @Test func `dates set to the right begin where the widest begins`() {
        var sheet = Sheet()
        for index in 0..<20 {
            let width = index == 11 ? 52 : 45 + 0.2 * Double(index % 5)
            sheet.draw("2012145\(1000 + index)", 50, 80 + 15 * Double(index))
            sheet.draw("send passport", 130, 80 + 15 * Double(index))
            sheet.draw("14-May-12", 450 - width, 80 + 15 * Double(index), width: width)
        }
        #expect(read(sheet).allSatisfy { $0.hasSuffix("|send passport|14-May-12") })
    }

    @Test(arguments: [0.5, 1])
    func `a wrapped status that is centred or set to the right begins anywhere beside the key`(share: Double) {
        var sheet = Sheet()
        func draw(_ status: String, _ y: Double) {
            sheet.draw(status, 130 + share * (300 - Sheet.letter * Double(status.count)), y)
        }
        for index in 0..<8 {
            sheet.draw("2012145\(1000 + index)", 50, 80 + 40 * Double(index))
            draw("sent", 80 + 40 * Double(index))
            sheet.draw("14-Jun-12", 450, 80 + 40 * Double(index))
        }
        draw("to the office in Grosvenor Square by the 24th of June, please", 80 + 40 * 3 + 11.5)
        // A heading between rows, in the middle of the page and not of the column.
        sheet.draw("Cases returned from Paris", 115, 80 + 40 * 5 + 20)
        let rows = read(sheet)
        #expect(rows[3] == "20121451003|sent to the office in Grosvenor Square by the 24th of June, please|14-Jun-12")
        #expect(rows.enumerated().allSatisfy { $0 == 3 || $1 == "2012145\(1000 + $0)|sent|14-Jun-12" })
    }

    @Test func `two tables side by side, whose lines are at different heights`() {
        var sheet = Sheet()
        var expected: [String] = []
        for column in 0..<2 {
            let x = 50 + 270 * Double(column)
            for index in 0..<8 {
                let y = 80 + 20 * Double(index) + 3.7 * Double(column)
                sheet.draw("2012145\(1 + column)00\(index)", x, y)
                sheet.draw("visa issued", x + 60, y)
                sheet.draw("14-", x + 190, y - 5.75)
                sheet.draw("Jun-12", x + 190, y + 5.75)
                expected.append("2012145\(1 + column)00\(index)|visa issued|14-Jun-12")
            }
        }
        #expect(read(sheet) == expected)
    }

    /// Rows whose cells have a twentieth of an em between them where the status is long.
    private static func touching(_ keys: [String]) -> Sheet {
        var sheet = Sheet()
        for (index, key) in keys.enumerated() {
            let y = 80 + 15 * Double(index)
            sheet.draw(key, 50, y)
            sheet.draw(index % 3 == 1 ? "sent" : "visa issued", 105.5, y)
            sheet.draw("14-Jun-12", 161, y)
        }
        return sheet
    }

    @Test func `cells that touch are cells where columns begin there`() {
        let keys = (0..<20).map { "201214510\($0 + 10)" }
        let rows = read(Self.touching(keys))
        #expect(rows.map { String($0.prefix(11)) } == keys)
        #expect(rows.prefix(2) == ["20121451010|visa issued|14-Jun-12", "20121451011|sent|14-Jun-12"])
    }

    @Test func `a word that runs up to the next column ends there`() {
        var sheet = Sheet()
        for index in 0..<20 {
            let y = 80 + 15 * Double(index)
            sheet.row("2012145\(1000 + index)", index == 7 ? "please send the passport to office nine" : "sent", "", y)
            sheet.draw("14-Jun-12", 325.5, y)
        }
        #expect(read(sheet)[7] == "20121451007|please send the passport to office nine|14-Jun-12")
    }

    @Test(arguments: ["2", "12345"])
    func `a number that goes on in another piece is no key`(rest: String) {
        var sheet = RowReaderTests.sheet()
        sheet.draw("20121456171", 50, 300)
        sheet.draw(rest, 105, 300)
        sheet.draw("sent", 150, 300)
        #expect(read(sheet) == RowReaderTests.expected)
    }
}
