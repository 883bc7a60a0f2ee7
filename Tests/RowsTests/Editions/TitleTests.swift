// The title above a list.

import Rows
import TestKit
import Testing
import Text

struct TitleTests {
    private let one = "20121456171"
    private let headed = TableLayout(headings: ColumnHeadings(batch: "Batch", status: "Status"))

    private func title(
        _ tables: [TextTable], _ titles: [String] = [], _ layout: TableLayout = .london
    ) throws -> [String]? {
        var reader = TableReader(layout: layout, watched: nil, fingerprints: true)
        reader.add(titles: titles)
        for table in tables { reader.add(table) }
        return try reader.finish().title?.lines
    }

    @Test func `a title is what the document calls itself, then what stands above its header`() throws {
        let list = table(["Week", "", "46"], [""], ["Issued 14 June"], ["Batch", "Status"], [one, "granted"])
        let expected = ["Decisions", "Week 46", "Issued 14 June"]
        #expect(try title([table(["Home", "Contact"]), list], ["Decisions", "Decisions ", ""], headed) == expected)
        #expect(try title([list], ["Decisions"]) == expected)
        let again = TextTable(rows: list.rows + [["Batch", "Status"], [one, "sent"]])
        #expect(try title([again], ["Decisions"], headed) == expected)
        #expect(try title([table(["Issued 14 June"], [one, "granted"]), list]) == ["Issued 14 June"])
        #expect(try title([table([one, "granted"])]) == nil)
        #expect(try title([TextTable(fields: ["Batch", "Status"], rows: [[one, "granted"]])], [], headed) == nil)
    }

    @Test func `nobody gathers a title for printing`() throws {
        var reader = TableReader(layout: .london, watched: nil, fingerprints: false)
        reader.add(titles: ["Decisions"])
        reader.add(table(["Issued"], [one, "granted"]))
        #expect(try reader.finish().title == nil)
        var pages = RowReader(layout: .london)
        pages.add(sheet().page())
        #expect(try pages.finish().title == nil)
    }

    @Test func `a title has eight lines of 200 characters at most`() throws {
        let rows = (1...8).map { ["line \($0)"] }
        #expect(try title([TextTable(rows: rows + [[one]])])?.count == 8)
        #expect(try title([TextTable(rows: rows + [["line 9"], [one]])]) == rows.map { $0[0] })
        let longest = String(repeating: "é", count: 200)
        #expect(try title([table([longest], [one])]) == [longest])
        #expect(try title([table([longest + "é"], [one])]) == [longest])
    }

    private func sheet() -> Sheet {
        var sheet = Sheet()
        sheet.draw("Decisions", 50, 20)
        sheet.draw("of", 98, 20)
        sheet.draw("June", 400, 20)
        sheet.draw("Issued 14 June", 50, 40)
        sheet.draw("Batch", 50, 60)
        sheet.draw("Status", 130, 60)
        sheet.draw("Date", 400, 60)
        for row in 0..<6 { sheet.row(String(20_121_456_170 + row), "granted", "14-Jun-12", 80 + 14 * Double(row)) }
        return sheet
    }

    private func title(_ pages: [Sheet], _ layout: TableLayout = .london) throws -> [String]? {
        var reader = RowReader(layout: layout, fingerprints: true)
        for page in pages { reader.add(page.page()) }
        return try reader.finish().title?.lines
    }

    @Test func `a page's title is the lines above the header of the first page with rows`() throws {
        var cover = Sheet()
        cover.draw("Cover", 50, 20)
        var other = Sheet(3)
        other.draw("Next page", 50, 20)
        other.row(one, "granted", "14-Jun-12", 60)
        let expected = ["Decisions of June", "Issued 14 June"]
        #expect(try title([cover, sheet(), other]) == expected)
        #expect(
            try title([sheet()], TableLayout(headings: ColumnHeadings(batch: "Batch", status: "Status"))) == expected)
        #expect(try title([other]) == ["Next page"])
        #expect(try title([sheet()], TableLayout(columns: [.batch, .status])) == expected)
    }

    @Test func `a header of two lines is no title`() throws {
        var sheet = Sheet()
        sheet.draw("Decisions", 50, 20)
        sheet.draw("Batch", 50, 58)
        sheet.draw("Current", 130, 58)
        sheet.draw("Date", 400, 64)
        sheet.draw("number", 50, 70)
        sheet.draw("status", 130, 70)
        for row in 0..<6 { sheet.row(String(20_121_456_170 + row), "granted", "14-Jun-12", 90 + 14 * Double(row)) }
        #expect(try title([sheet]) == ["Decisions"])
    }
}
