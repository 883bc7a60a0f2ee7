// Which texts are rows, and which words form a cell: each rule on a page made for it.

import Rows
import TestKit
import Testing
import Text

struct RowReaderTests {
    /// The London list in small: several updates of a batch, an empty status, an empty date, numbers that begin no row.
    static let expected = [
        "20121456171|send passport & photo|14-Jun-12",
        "20000000000|refused (221(g))|03-Jul-12",
        "20121456171|visa issued|23-Jun-12",
        "20102618150||23-May-12",
        "20110831084|duplicate of 20121456171; see earlier entry|",
        "28999999999|visa printed and awaiting dispatch of it|09-Nov-12",
    ]

    static func sheet(_ number: Int = 1) -> Sheet {
        var sheet = Sheet(number)
        sheet.draw("Updated 15-Jun-12. Enquiries: 02074999000 or 30121456171 ext 29000000000, ref 201214561712", 50, 40)
        sheet.draw("Batch Number", 50, 60)
        sheet.draw("Status", 130, 60)
        sheet.draw("Date", 400, 60)
        for (index, row) in expected.enumerated() {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            sheet.row(cells[0], cells[1], cells[2], 80 + 15 * Double(index))
        }
        sheet.draw("Page 1 of 8 - tel 02074999000 - printed 15-Jun-12 16:06", 50, 700)
        return sheet
    }

    @Test func `rows are read, and other numbers are none`() {
        #expect(read(Self.sheet()) == Self.expected)
    }

    @Test(arguments: 0..<20)
    func `the order of drawing means nothing`(seed: UInt64) {
        #expect(read([Self.sheet().page(shuffledWith: seed)]) == Self.expected)
    }

    @Test(arguments: [0, 1, 2, 3], [0.01, 1, 100])
    func `a page reads the same turned, scaled and far from the origin`(turns: Int, scale: Double) {
        var sheet = Self.sheet()
        sheet.quarterTurns = turns
        sheet.scale = scale
        sheet.origin = Point(x: -40_000, y: 70_000)
        #expect(read(sheet) == Self.expected)
    }

    @Test func `a lean of a scan moves no row`() {
        var page = Self.sheet().page()
        for index in page.runs.indices {
            let run = page.runs[index]
            func lean(_ point: Point) -> Point { Point(x: point.x - 0.01 * point.y, y: point.y + 0.01 * point.x) }
            page.runs[index].start = lean(run.start)
            page.runs[index].end = lean(run.end)
        }
        #expect(read([page]) == Self.expected)
    }

    @Test func `text across the page's direction is in no row`() {
        var page = Self.sheet().page()
        let from = page.utf8.count
        page.utf8 += Array("20121456171 DRAFT".utf8)
        page.runs.append(
            TextRun(text: from..<page.utf8.count, start: Point(x: 52, y: 300), end: Point(x: 52, y: 700), size: 10))
        #expect(read([page]) == Self.expected)
    }

    @Test func `letters drawn one by one are words where they touch`() {
        var sheet = Sheet()
        for (index, row) in Self.expected.enumerated() {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            for (text, x) in zip(cells, [50.0, 130, 400]) { sheet.drawLetters(text, x, 80 + 15 * Double(index)) }
        }
        #expect(read(sheet) == Self.expected)
    }

    @Test func `a number in two pieces is one number`() {
        var sheet = Self.sheet()
        sheet.draw("201", 50, 200)
        sheet.draw("21456306", 65.5, 200.5)
        sheet.draw("sent", 130, 200)
        #expect(read(sheet) == Self.expected + ["20121456306|sent|"])
    }

    @Test(arguments: [(0.3, 0.0), (0.25, 0.25), (0.0, 0.0), (-0.4, 0.2)])
    func `text drawn twice counts once`(dx: Double, dy: Double) {
        var sheet = Self.sheet()
        for (index, row) in Self.expected.enumerated() {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            for (text, x) in zip(cells, [50.0, 130, 400]) where !text.isEmpty {
                sheet.draw(text, x + dx, 80 + 15 * Double(index) + dy)
            }
        }
        #expect(read([sheet.page(shuffledWith: 7)]) == Self.expected)
    }

    @Test func `letters that repeat are not doubles`() {
        var sheet = Self.sheet()
        sheet.row("20121456306", "", "", 200)
        for (index, letter) in ["i", "l", "l", "l"].enumerated() {
            sheet.draw(letter, 130 + 2.2 * Double(index), 200, width: 2.2)
        }
        #expect(read(sheet).last == "20121456306|illl|")
    }

    @Test(arguments: ["\u{AD}", "\u{2010}", "\u{2011}", "\u{2212}"])
    func `the many hyphens are one in keys and dates`(hyphen: String) throws {
        var sheet = Sheet()
        sheet.row("EAC\(hyphen)12", "form DS\u{2013}2019", "14\(hyphen)Jun\(hyphen)12", 80)
        sheet.row("EAC-13", "I\u{2011}134", "14-Jun-12", 95)
        let layout = try TableLayout(key: KeyMask("AAA-##"), columns: [.batch, .status, .date])
        #expect(read(sheet, layout) == ["EAC-12|form DS\u{2013}2019|14-Jun-12", "EAC-13|I-134|14-Jun-12"])
    }

    @Test func `blanks of every kind are one space, ligatures their letters`() {
        var sheet = Sheet()
        sheet.row("20121456171 ", "  send\u{A0}\u{A0}pass\tport\u{3000}o\u{FB03}ce ", "\u{A0}14-Jun-12", 80)
        #expect(read(sheet) == ["20121456171|send pass port office|14-Jun-12"])
    }

    @Test func `blanks that are drawn by themselves are no text`() {
        var sheet = Self.sheet()
        for index in 0..<6 { sheet.draw(" ", 105, 80 + 15 * Double(index)) }
        #expect(read(sheet) == Self.expected)
    }

    @Test func `a blank that is stepped back over separates nothing`() {
        var sheet = Self.sheet()
        sheet.row("20121456306", "aw ", "", 200)
        sheet.draw("aiting", 140.2, 200)
        #expect(read(sheet).last == "20121456306|awaiting|")
    }

    @Test func `columns three points apart are columns`() {
        var sheet = Sheet()
        for (index, row) in Self.expected.enumerated() {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            sheet.draw(cells[0], 50, 80 + 15 * Double(index))
            sheet.draw(cells[1], 108, 80 + 15 * Double(index))
            // The longest status ends at 323.
            sheet.draw(cells[2], 326, 80 + 15 * Double(index))
        }
        #expect(read(sheet) == Self.expected)
    }

    @Test(arguments: [
        " issued ", "\u{1}issued\u{A0}", "\u{200B} issued", "issued \u{200B}", "\u{7F}issued\u{7F}", "\u{2003}issued",
    ])
    func `a cell has no blanks at its ends, whatever is drawn there`(status: String) {
        var sheet = Sheet()
        for index in 0..<5 { sheet.row("2012145617\(index)", status, "14-Jun-12", 80 + 15 * Double(index)) }
        #expect(read(sheet) == (0..<5).map { "2012145617\($0)|issued|14-Jun-12" })
    }

    @Test func `words with wide gaps in a justified cell are one cell`() {
        var sheet = Sheet()
        for index in 0..<12 {
            let y = 80 + 15 * Double(index)
            sheet.draw("2012145\(1000 + index)", 50, y)
            var x = 130.0
            for word in 0..<5 {
                let text = String(repeating: "w", count: 2 + (index * 7 + word * 3) % 9)
                sheet.draw(text, x, y)
                x += Double(text.count) * Sheet.letter + Double(6 + index)
            }
            sheet.draw("14-Jun-12", 400, y)
        }
        #expect(read(sheet)[3] == "20121451003|wwwww wwwwwwww ww wwwww wwwwwwww|14-Jun-12")
    }

    @Test func `right-aligned numbers and dates, centred statuses`() {
        var sheet = Sheet()
        let statuses = ["visa issued", "sent", "send new travel itinerary now", "refused"]
        for index in 0..<12 {
            let y = 80 + 15 * Double(index)
            let status = statuses[index % 4]
            let date = index % 3 == 0 ? "3-Jul-12" : "13-Jul-12"
            sheet.draw("2012145\(1000 + index)", 70, y)
            sheet.draw(status, 250 - Double(status.count) * 2.5, y)
            sheet.draw(date, 450 - Double(date.count) * 5, y)
        }
        let rows = read(sheet)
        #expect(rows.count == 12)
        #expect(rows[2] == "20121451002|send new travel itinerary now|13-Jul-12")
        #expect(rows[3] == "20121451003|refused|3-Jul-12")
    }

    @Test(arguments: [1, 2])
    func `a centred status that reaches the key loses no row`(pages: Int) {
        let sheets = (1...pages).map { number in
            var sheet = Sheet(number)
            for index in 0..<12 {
                let status = index == 5 && number == pages ? String(repeating: "wide ", count: 11) + "x" : "sent"
                sheet.draw("2012145\(1000 + index)", 50, 80 + 15 * Double(index))
                sheet.draw(status, 249 - Double(status.count) * 2.5, 80 + 15 * Double(index))
                sheet.draw("14-Jun-12", 400, 80 + 15 * Double(index))
            }
            return sheet.page()
        }
        let rows = read(sheets)
        #expect(rows.count == 12 * pages)
        #expect(rows.suffix(7).first == "20121451005|\(String(repeating: "wide ", count: 11))x|14-Jun-12")
    }

    @Test func `a blank drawn over the end of a word separates`() {
        var sheet = Self.sheet()
        sheet.row("20121456306", "send", "", 200)
        sheet.draw(" it", 147.5, 200)
        #expect(read(sheet).last == "20121456306|send it|")
    }

    @Test func `a running number to the left is skipped`() {
        var sheet = Self.sheet()
        for index in 0..<6 { sheet.draw("\(index + 1)", 30, 80 + 15 * Double(index)) }
        #expect(read(sheet) == Self.expected)
    }

    @Test func `columns stand where the layout says`() throws {
        var sheet = Sheet()
        for index in 0..<5 {
            let y = 80 + 15 * Double(index)
            sheet.draw("14-Jun-12", 50, y)
            sheet.draw(index == 2 ? "visa printed" : "sent", 130, y)
            sheet.draw("2012145\(1000 + index)", 300, y)
            sheet.draw("A7", 400, y)
        }
        let layout = try TableLayout(columns: [.date, .status, .batch, .skip])
        #expect(read(sheet, layout)[2] == "20121451002|visa printed|14-Jun-12")
        let onlyStatus = try TableLayout(columns: [.status, .batch])
        #expect(read(sheet, onlyStatus)[2] == "20121451002|visa printed|")
    }

    @Test func `a list of two columns has no dates`() throws {
        var sheet = Sheet()
        for (index, decision) in ["Approved", "Refused", "Approved"].enumerated() {
            sheet.draw("6635734\(index)", 60, 80 + 15 * Double(index))
            sheet.draw(decision, 200, 80 + 15 * Double(index))
        }
        let layout = try TableLayout(key: KeyMask("########"), columns: [.batch, .status])
        #expect(read(sheet, layout) == ["66357340|Approved|", "66357341|Refused|", "66357342|Approved|"])
    }

    @Test func `a cell that runs into the next one's place ends where that begins`() {
        var sheet = Sheet()
        for index in 0..<6 {
            let y = 80 + 15 * Double(index)
            sheet.draw("2012145\(1000 + index)", 50, y)
            sheet.draw("send passport and photographs", 95, y)
            sheet.draw("14-Jun-12", 180, y)
        }
        #expect(read(sheet)[5] == "20121451005|send passport and photographs|14-Jun-12")
    }

    @Test func `a sentence that begins with a number in the key's column is no row`() {
        var sheet = Sheet()
        for index in 0..<12 { sheet.row("2012145\(1000 + index)", "sent", "14-Jun-12", 80 + 15 * Double(index)) }
        sheet.draw("20121456171 is an example of a number in this list of applications", 50, 20)
        #expect(read(sheet).count == 12)
    }

    @Test func `a page keeps the columns of the page before where its own rows do not tell`() {
        var second = Sheet(2)
        second.row("20121456306", "", "14-Jun-12", 80)
        #expect(read([Self.sheet().page(), second.page()]).last == "20121456306||14-Jun-12")
    }

    @Test(arguments: [("", "14-Jun-12"), ("", ""), ("visa issued", ""), ("visa issued and a long text", "14-Jun-12")])
    func `the titles tell the columns of a list of one row`(status: String, date: String) {
        var sheet = Sheet()
        sheet.draw("List of 15-Jun-12", 50, 40)
        sheet.draw("Batch Number", 48, 60)
        sheet.draw("Status", 150, 60)
        sheet.draw("Date", 410, 60)
        sheet.row("20121456306", status, date, 80)
        #expect(read(sheet) == ["20121456306|\(status)|\(date)"])
    }

    @Test func `mirrored margins move the columns along`() {
        let pages = (1...2).map { number in
            var sheet = Self.sheet(number)
            sheet.origin.x = number == 2 ? 37 : 0
            return sheet.page()
        }
        #expect(read(pages) == Self.expected + Self.expected)
    }

    @Test func `tables side by side are read one after the other`() {
        var sheet = Sheet()
        for index in 0..<8 {
            let y = 80 + 15 * Double(index)
            for (x, first) in [(50.0, 1000), (320.0, 2000)] {
                sheet.draw("2012145\(first + index)", x, y)
                sheet.draw(index == 3 ? "visa printed" : "sent", x + 70, y)
                sheet.draw("14-Jun-12", x + 180, y)
            }
        }
        let rows = read(sheet)
        #expect(rows.count == 16)
        #expect(rows[3] == "20121451003|visa printed|14-Jun-12")
        #expect(rows[11] == "20121452003|visa printed|14-Jun-12")
    }

    @Test func `a column of related batches makes no rows`() throws {
        var sheet = Sheet()
        for index in 0..<8 {
            let y = 80 + 15 * Double(index)
            sheet.draw("2012145\(1000 + index)", 50, y)
            sheet.draw("sent", 130, y)
            sheet.draw("2012145\(2000 + index)", 250, y)
        }
        let layout = try TableLayout(columns: [.batch, .status])
        #expect(read(sheet, layout).count == 8)
        #expect(read(sheet, layout)[7] == "20121451007|sent|")
    }

    @Test func `rows that are not watched are counted, not kept`() throws {
        let watched = KeySet(patterns: [try KeyMask("20121456171"), try KeyMask("2899999999#")])
        var reader = RowReader(layout: .london, watched: watched)
        reader.add(Self.sheet(1).page())
        reader.add(Self.sheet(2).page())
        let list = try reader.finish()
        #expect(list.rowCount == 12)
        #expect(
            list.rows.map(\.batch) == [
                "20121456171", "20121456171", "28999999999", "20121456171", "20121456171", "28999999999",
            ])
        #expect(list.rows.map(\.page) == [1, 1, 1, 2, 2, 2])
    }

    @Test(arguments: [nil, KeySet(patterns: [])])
    func `a list may have so many rows, watched or not, and no more`(watched: KeySet?) throws {
        var reader = RowReader(layout: .london, watched: watched, mostRows: 12)
        reader.add(Self.sheet(1).page())
        reader.add(Self.sheet(2).page())
        #expect(try reader.finish().rowCount == 12)
        var last = Sheet(3)
        last.row("20121456171", "sent", "14-Jun-12", 80)
        reader.add(last.page())
        #expect(throws: RowError.tooMany(12)) { try reader.finish() }
        #expect(RowError.tooMany(12).description == "the list has more than 12 rows")
        reader.add(Self.sheet(4).page())
        #expect(throws: RowError.tooMany(12)) { try reader.finish() }
    }

    @Test(arguments: [[Column.batch, .status, .date], [.date, .status, .batch]])
    func `a list whose columns stand on the other side of the key is refused`(columns: [Column]) throws {
        let isLeft = columns[0] == .batch
        func list(rows: Int, full: Int) throws -> RowList {
            var sheet = Sheet()
            for index in 0..<rows {
                let y = 80 + 15 * Double(index)
                sheet.draw("2012145\(1000 + index)", 250, y)
                if isLeft || index < full { sheet.draw("visa issued", 100, y) }
                if !isLeft || index < full { sheet.draw("visa issued", 350, y) }
            }
            var reader = RowReader(layout: try TableLayout(columns: columns))
            reader.add(sheet.page())
            return try reader.finish()
        }
        #expect(throws: RowError.columnsElsewhere(onTheLeft: isLeft)) { try list(rows: 5, full: 0) }
        #expect(try list(rows: 5, full: 1).rowCount == 5)
        #expect(try list(rows: 4, full: 0).rowCount == 4)
    }

    @Test func `a list may have two hundred thousand rows by default`() {
        #expect(RowList.mostRows == 200_000)
    }

    @Test func `glyphs without a character are counted over all pages`() throws {
        var reader = RowReader(layout: .london)
        for number in 1...2 {
            var page = Self.sheet(number).page()
            page.undecodedGlyphs = number
            reader.add(page)
        }
        #expect(try reader.finish().undecodedGlyphs == 3)
    }

    @Test func `coordinates beyond reason harm nothing`() {
        var page = Self.sheet().page()
        for value in [Double.nan, .infinity, -.infinity, 1e300, 1e9] {
            page.runs.append(
                TextRun(text: 0..<3, start: Point(x: value, y: 1), end: Point(x: 1, y: value), size: 10))
            page.runs.append(TextRun(text: 0..<3, start: Point(x: 1, y: 1), end: Point(x: 1, y: 1), size: value))
        }
        page.runs.append(TextRun(text: 0..<1_000_000, start: Point(x: 0, y: 0), end: Point(x: 9, y: 0), size: 10))
        #expect(read([page]) == Self.expected)
    }

    @Test func `an empty page and a page of prose have no rows`() {
        #expect(read([TextPage(number: 1)]).isEmpty)
        var prose = Sheet()
        for line in 0..<30 {
            prose.draw("Call 20 7499 9000 for 201214561712 or 30121456171.", 50, 80 + 12 * Double(line))
        }
        #expect(read(prose).isEmpty)
    }
}
