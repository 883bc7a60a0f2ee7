// Wrapped cells: the row of each line, at the top, in the middle and at the bottom of rows, and across pages.

import Rows
import TestKit
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
    /// `shift` is how far the statuses' baselines lie above the others' of their line, as text in a smaller size has
    /// it.
    private static func sheet(
        at share: Double, padding: Double, shift: Double = 0, statuses: [[String]] = statuses
    ) -> Sheet {
        var sheet = Sheet()
        sheet.row("Batch Number", "Status", "Date", 60)
        var top = 80.0
        for (index, lines) in statuses.enumerated() {
            let height = 11.5 * Double(max(lines.count, 1) - 1)
            sheet.row("2012145\(1000 + index)", "", "14-Jun-12", top + share * height)
            for (number, line) in lines.enumerated() { sheet.draw(line, 130, top + 11.5 * Double(number) - shift) }
            top += height + 11.5 + padding
        }
        sheet.draw("Page 1 of 1", 220, 700)
        return sheet
    }

    @Test(arguments: [0, 0.5, 1], [4.0, 8])
    func `cells at the top, middle and bottom of their rows`(share: Double, padding: Double) {
        #expect(read(Self.sheet(at: share, padding: padding)) == Self.expected)
    }

    @Test(arguments: [0.0, 0.5, 1])
    func `rows without padding, where only the widths of the lines tell`(share: Double) {
        #expect(read(Self.sheet(at: share, padding: 0)) == Self.expected)
    }

    @Test(arguments: [0, 4.0], [-1, 1.0])
    func `centred cells of which some are set in a smaller size`(padding: Double, shift: Double) {
        #expect(read(Self.sheet(at: 0.5, padding: padding, shift: shift)) == Self.expected)
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

    @Test func `dates that are all broken, centred beside one-line cells`() {
        var sheet = Sheet()
        for (index, status) in ["visa issued", "send passport and new travel itinerary", "", "sent"].enumerated() {
            let y = 80 + 30 * Double(index)
            sheet.row("2012145\(1000 + index)", status, "", y)
            sheet.draw("14-", 400, y - 5.75)
            sheet.draw("Jun-12", 400, y + 5.75)
        }
        #expect(
            read(sheet) == [
                "20121451000|visa issued|14-Jun-12", "20121451001|send passport and new travel itinerary|14-Jun-12",
                "20121451002||14-Jun-12", "20121451003|sent|14-Jun-12",
            ])
    }

    /// Two pages over which the last row of the first is broken, as producers break a row whose cells are not at the
    /// top: its key stands beside the lines that are on the first page.
    private static func brokenRow(at share: Double) -> [TextPage] {
        let lines = [
            "application refused under section 221(g) and", "further documents are requested by letter from",
            "the office, await instructions before you go", "abroad",
        ]
        var first = sheet(at: share, padding: 0)
        let top = 80 + 11.5 * Double(statuses.map { max($0.count, 1) }.reduce(0, +))
        first.row("20121456171", "", "15-Jun-12", top + (share < 1 ? 0.5 : 0) * 11.5)
        for (number, line) in lines.prefix(2).enumerated() { first.draw(line, 130, top + 11.5 * Double(number)) }
        var second = Sheet(2)
        for (number, line) in lines.suffix(2).enumerated() { second.draw(line, 130, 80 + 11.5 * Double(number)) }
        for index in 0..<3 { second.row("2012146000\(index)", "visa issued", "14-Jun-12", 103 + 11.5 * Double(index)) }
        return [first.page(), second.page()]
    }

    @Test(arguments: [0.5, 1])
    func `a broken row whose cells are not at the top goes on over the page`(share: Double) {
        let rows = read(Self.brokenRow(at: share))
        #expect(rows.prefix(Self.expected.count) == Self.expected[...])
        #expect(
            rows.dropFirst(Self.expected.count).first
                == "20121456171|application refused under section 221(g) and further documents are requested by letter "
                + "from the office, await instructions before you go abroad|15-Jun-12")
        #expect(rows.last == "20121460002|visa issued|14-Jun-12")
    }

    @Test func `above the first row at the bottom of its cells, the widest step is that between two rows`() {
        var second = Sheet(2)
        second.draw("of the office in the square, which is", 130, 60)
        second.draw("open on weekdays", 130, 71.5)
        second.draw("application refused under section 221(g),", 130, 90)
        second.row("20121460001", "see letter", "15-Jun-12", 101.5)
        second.row("20121460002", "sent", "15-Jun-12", 120)
        let rows = read([Self.sheet(at: 1, padding: 8).page(), second.page()])
        #expect(
            rows.suffix(3) == [
                "20121451008|withdrawn of the office in the square, which is open on weekdays|14-Jun-12",
                "20121460001|application refused under section 221(g), see letter|15-Jun-12",
                "20121460002|sent|15-Jun-12",
            ])
    }

    @Test func `wrapped lines left of the key may end further right than all rows' own`() throws {
        var sheet = Sheet()
        for index in 0..<6 {
            let y = 80 + 40 * Double(index)
            sheet.draw("14-Jun-12", 50, y)
            sheet.draw("visa issued", 130, y)
            sheet.draw("2012145100\(index)", 400, y)
        }
        sheet.draw("send passport and new travel itinerary to the courier", 130, 80 + 40 * 2 + 11.5)
        let rows = read(sheet, try TableLayout(columns: [.date, .status, .batch]))
        #expect(
            rows[2]
                == "20121451002|visa issued send passport and new travel itinerary to the courier|14-Jun-12")
        #expect(rows.count == 6)
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
        #expect(try reader.finish().rows.map(\.update.status) == ["sent"])
    }

    @Test func `the heading of a section, centred between rows, is part of none`() {
        var sheet = Sheet()
        for index in 0..<8 { sheet.row("2012145100\(index)", "visa issued", "14-Jun-12", 80 + 30 * Double(index)) }
        sheet.draw("in the week of 14 June and the one after", 130, 80 + 30 * 5 + 11.5)
        sheet.draw("Interviews", 180, 80 + 30 * 2 + 15)
        let rows = read(sheet)
        #expect(rows.count == 8)
        #expect(rows[5] == "20121451005|visa issued in the week of 14 June and the one after|14-Jun-12")
        #expect(rows.enumerated().allSatisfy { $0 == 5 || $1.hasSuffix("|visa issued|14-Jun-12") })
    }

    @Test(
        arguments: [
            ("form I-134 & DS-", "2019", "form I-134 & DS-2019"), ("and/", "or", "and/or"),
            ("file C:\\", "scan", "file C:\\ scan"), ("221(g) -", "wait", "221(g) - wait"), ("-", "wait", "- wait"),
        ])
    func `a word broken at its own hyphen is whole again`(first: String, second: String, whole: String) {
        var sheet = RowReaderTests.sheet()
        sheet.row("20121456306", first, "14-Jun-12", 200)
        sheet.draw(second, 130, 211.5)
        sheet.row("20121456307", "sent", "14-Jun-12", 230)
        #expect(read(sheet).dropLast().last == "20121456306|\(whole)|14-Jun-12")
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
