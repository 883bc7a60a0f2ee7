// One batch for several updates: its cell is merged over their rows.

import Rows
import TestKit
import Testing
import Text

struct MergedCellTests {
    /// Three batches, the middle one with three updates; the second of them has a wrapped status, the third a broken
    /// date.
    private static func sheet() -> Sheet {
        var sheet = Sheet()
        sheet.row("20121451001", "visa issued", "14-Jun-12", 80)
        sheet.row("20121451002", "refused (221(g))", "03-Jul-12", 100)
        sheet.draw("send passport and two", 130, 120)
        sheet.draw("11-Dec-10", 400, 120)
        sheet.draw("photographs", 130, 131.5)
        sheet.draw("pending", 130, 151.5)
        sheet.draw("21-Jan-", 400, 151.5)
        sheet.draw("12", 400, 163)
        sheet.row("20121451003", "sent", "15-Jun-12", 183)
        sheet.row("20121451004", "sent", "16-Jun-12", 203)
        return sheet
    }

    @Test func `each update of a batch that stands once is a row`() throws {
        var reader = RowReader(layout: .london)
        reader.add(Self.sheet().page())
        let list = try reader.finish()
        #expect(
            list.rows.map { "\($0.batch)|\($0.update.status)|\($0.update.date)" } == [
                "20121451001|visa issued|14-Jun-12", "20121451002|refused (221(g))|03-Jul-12",
                "20121451002|send passport and two photographs|11-Dec-10", "20121451002|pending|21-Jan-12",
                "20121451003|sent|15-Jun-12", "20121451004|sent|16-Jun-12",
            ])
        #expect(list.rowCount == 6)
        var other = RowReader(layout: .london, watched: KeySet(patterns: []))
        other.add(Self.sheet().page())
        #expect(try other.finish().rowCount == 6)
    }

    @Test func `updates around a batch that stands in their middle are refused`() throws {
        var sheet = Sheet()
        for index in 0..<4 {
            let y = 80 + 40 * Double(index)
            sheet.draw("2012145100\(index)", 50, y)
            sheet.draw("visa issued", 130, y - 7.5)
            sheet.draw("14-Jun-12", 400, y - 7.5)
            sheet.draw("sent", 130, y + 7.5)
            sheet.draw("15-Jun-12", 400, y + 7.5)
        }
        for watched in [nil, KeySet(patterns: [])] {
            var reader = RowReader(layout: .london, watched: watched)
            reader.add(sheet.page())
            #expect(throws: RowError.updatesWithoutBatch(page: 1)) { try reader.finish() }
        }
    }

    @Test func `the updates of a batch go on over the page`() {
        var second = Sheet(2)
        second.draw("to the office", 130, 60)
        second.draw("returned", 130, 75)
        second.draw("17-Jun-12", 400, 75)
        second.row("20121451005", "sent", "18-Jun-12", 90)
        second.row("20121451006", "sent", "18-Jun-12", 105)
        #expect(
            read([Self.sheet().page(), second.page()]).suffix(4) == [
                "20121451004|sent to the office|16-Jun-12", "20121451004|returned|17-Jun-12",
                "20121451005|sent|18-Jun-12", "20121451006|sent|18-Jun-12",
            ])
    }

    /// A page of a document's one tagged table, from this row on; an empty text is no cell.
    private static func tagged(_ number: Int, from first: Int, _ rows: [[String]]) -> TextPage {
        var sheet = Sheet(number)
        var tables = TaggedTables()
        tables.widths = [Int](repeating: 3, count: 5)
        for row in 0..<5 {
            for column in 0..<3 { tables.cells.append(TaggedCell(table: 0, row: row, column: column)) }
        }
        var owners: [TextOwner] = []
        for (index, cells) in rows.enumerated() {
            for (column, cell) in cells.enumerated() where !cell.isEmpty {
                sheet.draw(cell, [50, 130, 400][column], 80 + 20 * Double(index))
                owners.append(.cell((first + index) * 3 + column))
            }
        }
        var page = sheet.page()
        for (index, owner) in owners.enumerated() { page.runs[index].owner = owner }
        page.tables = tables
        return page
    }

    @Test func `an update at the top of a page is of the last batch, however the page before was read`() {
        let first = Self.tagged(
            1, from: 0, [["20121451001", "sent", "14-Jun-12"], ["20121451002", "sent", "15-Jun-12"]])
        let last = Self.tagged(3, from: 2, [["", "returned", "17-Jun-12"], ["20121451009", "sent", "18-Jun-12"]])
        #expect(
            read([first, Self.sheet().page(), last]).suffix(3) == [
                "20121451004|sent|16-Jun-12", "20121451004|returned|17-Jun-12", "20121451009|sent|18-Jun-12",
            ])
    }

    @Test(arguments: [("14-Jun-12", "15-Jun-12", "14-Jun-12 15-Jun-12"), ("14 June", "2012", "14 June 2012")])
    func `two dates beside one status, and a date on two lines, are one row`(first: String, last: String, whole: String)
    {
        var sheet = Sheet()
        for index in 0..<5 {
            sheet.row("2012145100\(index)", "visa issued", first, 80 + 40 * Double(index))
            sheet.draw(last, 400, 91.5 + 40 * Double(index))
        }
        #expect(read(sheet) == (0..<5).map { "2012145100\($0)|visa issued|\(whole)" })
    }

    @Test(arguments: [true, false])
    func `a status that is merged over several batches is that of each`(isTagged: Bool) {
        var sheet = Sheet()
        var tables = TaggedTables()
        var owners: [TextOwner] = []
        for index in 0..<6 {
            let row = index / 3 * 3
            sheet.draw("2012145100\(index)", 50, 80 + 20 * Double(index))
            sheet.draw("14-Jun-12", 400, 80 + 20 * Double(index))
            tables.widths.append(3)
            for column in [0, 2] {
                owners.append(.cell(tables.cells.count))
                tables.cells.append(TaggedCell(table: 0, row: index, column: column))
            }
            if index == row {
                sheet.draw("visa issued", 130, 80 + 20 * Double(index))
                owners.append(.cell(tables.cells.count))
                tables.cells.append(TaggedCell(table: 0, row: index, column: 1, rows: 3))
            }
        }
        var page = sheet.page()
        for (index, owner) in owners.enumerated() { page.runs[index].owner = owner }
        if isTagged { page.tables = tables }
        #expect(
            read([page]) == (0..<6).map { "2012145100\($0)|\(isTagged || $0 % 3 == 0 ? "visa issued" : "")|14-Jun-12" })
    }

    /// Rows 15 points apart; "" for no text.
    private static func page(_ statuses: [String], dated: (Int) -> Bool = { _ in true }, ruled: Bool = false)
        -> TextPage
    {
        var sheet = Sheet()
        for (row, status) in statuses.enumerated() {
            sheet.draw("2012145\(1001 + row)", 50, 80 + 15 * Double(row))
            if !status.isEmpty { sheet.draw(status, 130, 80 + 15 * Double(row)) }
            if dated(row) { sheet.draw("1\(row)/06/2012", 400, 80 + 15 * Double(row)) }
        }
        var page = sheet.page()
        for row in 0..<(ruled ? statuses.count : 0) {
            let y = 800 - (85 + 15 * Double(row))
            page.rules.append(Rule(start: Point(x: 50, y: y), end: Point(x: 460, y: y), thickness: 0.5))
        }
        return page
    }

    private static let open = ["sent", "", "", "refused", "", "pending", "sent", ""]

    @Test func `rows without a status that may be one cell with a row beside them are doubted`() throws {
        let (rows, doubted) = try readWithDoubts([Self.page(Self.open)])
        #expect(rows[1] == "20121451002||11/06/2012")
        #expect(doubted == [1002, 1003, 1005, 1008].map { "2012145\($0)" })
    }

    @Test func `a row without a status is certain where rules part the rows`() throws {
        #expect(try readWithDoubts([Self.page(Self.open, ruled: true)]).doubted == [])
    }

    @Test func `a row without a status is certain where equal statuses are not merged`() throws {
        let statuses = ["sent", "sent", "", "", "refused", "refused", "", ""]
        #expect(try readWithDoubts([Self.page(statuses)]).doubted == [])
    }

    @Test func `a row without a status is certain where statuses have no date either`() throws {
        #expect(try readWithDoubts([Self.page(Self.open) { $0 != 3 && $0 != 5 }]).doubted == [])
    }

    @Test func `a row whose date has another date of another form below it is doubted`() throws {
        var sheet = Sheet()
        for row in 0..<6 { sheet.row("2012145100\(row)", "sent", "1\(row).06.2012", 80 + 30 * Double(row)) }
        sheet.draw("refused", 130, 152)
        sheet.draw("2012-07-20", 400, 152)
        #expect(try readWithDoubts([sheet.page()]).doubted == ["20121451002"])
    }
}
