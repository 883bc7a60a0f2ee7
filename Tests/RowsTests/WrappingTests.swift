// Wrapped cells: whose line is whose, at the top, in the middle and at the bottom of rows, and over the page's edge.

import Rows
import Testing
import Text

struct WrappingTests {
    /// Statuses with the lines they are wrapped in.
    private static let statuses = [
        ["visa issued"], ["send passport, two photographs and the", "original certificate to the office"], ["sent"],
        [
            "application refused under section 221(g) and", "further documents are requested by letter",
            "await instructions",
        ],
        ["contact the Embassy"], ["please send passport and new itinerary", "with a list of publications"],
        ["send passport and new travel itinerary to", "the courier office"], [], ["withdrawn"],
    ]

    private static let expected = statuses.enumerated().map {
        "2012145\(1000 + $0)|\($1.joined(separator: " "))|14-Jun-12"
    }

    /// Rows whose statuses stand at 0 (top), 0.5 (middle) or 1 (bottom) of their height.
    private static func sheet(at share: Double, padding: Double, statuses: [[String]] = statuses) -> Sheet {
        var sheet = Sheet()
        sheet.row("Batch Number", "Status", "Date", 60)
        var top = 80.0
        for (index, lines) in statuses.enumerated() {
            let height = 11.5 * Double(max(lines.count, 1) - 1)
            sheet.row("2012145\(1000 + index)", "", "14-Jun-12", top + share * height)
            for (number, line) in lines.enumerated() { sheet.draw(line, 130, top + 11.5 * Double(number)) }
            top += height + 11.5 + padding
        }
        sheet.draw("Page 1 of 1", 220, 700)
        return sheet
    }

    @Test(arguments: [0, 0.5, 1], [4.0, 8])
    func `cells at the top, middle and bottom of their rows`(share: Double, padding: Double) {
        #expect(read(Self.sheet(at: share, padding: padding)) == Self.expected)
    }

    @Test(arguments: [0.0, 1])
    func `rows without padding, where only the widths of the lines tell`(share: Double) {
        #expect(read(Self.sheet(at: share, padding: 0)) == Self.expected)
    }

    @Test(arguments: 0..<10)
    func `drawing order does not matter to wrapped cells`(seed: UInt64) {
        #expect(read([Self.sheet(at: 0.5, padding: 4).page(shuffledWith: seed)]) == Self.expected)
    }

    @Test func `a date broken at its hyphen is whole again`() {
        var sheet = RowReaderTests.sheet()
        sheet.row("20121456306", "visa issued", "14-Jun-", 200)
        sheet.draw("12", 400, 211.5)
        sheet.row("20121456307", "sent", "14-Jun-12", 230)
        #expect(read(sheet).dropLast().last == "20121456306|visa issued|14-Jun-12")
    }

    private static func twoPages(header: Bool) -> [TextPage] {
        var first = Sheet(1)
        first.draw("Administrative processing", 50, 20)
        first.row("Batch Number", "Status", "Date", 40)
        for index in 0..<9 { first.row("2012145\(1000 + index)", "sent", "14-Jun-12", 80 + 15 * Double(index)) }
        first.row("20121456171", "please send passport and new travel", "15-Jun-12", 215)
        first.draw("Page 1 of 2", 130, 260)
        var second = Sheet(2)
        if header {
            second.draw("Administrative processing", 50, 20)
            second.row("Batch Number", "Status", "Date", 40)
        }
        second.draw("itinerary to the office within ten", 130, 60)
        second.draw("working days", 130, 71.5)
        second.row("20121456172", "visa issued", "16-Jun-12", 86.5)
        second.draw("Page 2 of 2", 130, 260)
        return [first.page(), second.page()]
    }

    @Test(arguments: [true, false])
    func `a page that begins with lines of a status continues the last row`(header: Bool) {
        let rows = read(Self.twoPages(header: header))
        #expect(rows.count == 11)
        #expect(
            rows.suffix(2) == [
                "20121456171|please send passport and new travel itinerary to the office within ten working days|15-Jun-12",
                "20121456172|visa issued|16-Jun-12",
            ])
    }

    @Test func `a row that is not watched takes its continuation along`() throws {
        var reader = RowReader(layout: .london, watched: KeySet(patterns: [try KeyMask("20121451008")]))
        for page in Self.twoPages(header: true) { reader.add(page) }
        #expect(reader.finish().rows.map(\.update.status) == ["sent"])
    }

    @Test func `headers and footers in the status column are no part of rows`() {
        let pages = (1...3).map { number in
            var sheet = Sheet(number)
            sheet.draw("List of 15-Jun-12", 130, 66)
            for index in 0..<6 { sheet.row("2012145\(number)00\(index)", "sent", "14-Jun-12", 80 + 15 * Double(index)) }
            sheet.draw("page \(number) of 3", 130, 170)
            return sheet.page()
        }
        let rows = read(pages)
        #expect(rows.count == 18)
        #expect(rows.allSatisfy { $0.hasSuffix("|sent|14-Jun-12") })
    }

    @Test func `a footer further down than a line is none of the last row`() {
        var sheet = RowReaderTests.sheet()
        sheet.draw("Decisions are final.", 130, 155 + 19)
        #expect(read(sheet) == RowReaderTests.expected)
    }

    @Test func `a last page with nothing but the end of a status`() {
        var pages = Self.twoPages(header: false)
        var last = Sheet(2)
        last.draw("itinerary to the office", 130, 60)
        pages[1] = last.page()
        #expect(read(pages).last == "20121456171|please send passport and new travel itinerary to the office|15-Jun-12")
    }
}
