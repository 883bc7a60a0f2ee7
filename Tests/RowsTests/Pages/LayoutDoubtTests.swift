// Layouts in which a text was lost silently: tables that are open at a side, separate parts of tables, lists that are
// no tables, numbers in page headers. Each is read correctly, or in doubt.

import TestKit
import Testing
import Text

@testable import Rows

struct LayoutDoubtTests {
    private func key(_ number: Int) -> String { "2012145\(1000 + number)" }

    private func list(_ pages: [TextPage], _ columns: [Column] = [.batch, .status, .date]) throws -> RowList {
        var reader = RowReader(layout: try TableLayout(columns: columns))
        for page in pages { reader.add(page) }
        return try reader.finish()
    }

    private func doubts(_ pages: [TextPage], _ columns: [Column] = [.batch, .status, .date]) throws -> [String] {
        try list(pages, columns).doubts.map { "\($0.page) \($0.rule.rawValue) \($0.word)" }
    }

    // MARK: - Open sides

    /// Twelve rows between rules that close the column of the keys and not the last.
    private func openTable(datesFrom first: Int = 0) -> TextPage {
        var sheet = Sheet()
        for row in 0..<12 {
            let y = 92 + 36 * Double(row)
            sheet.row(key(row), "refused by the", row < first ? "" : "14-Jun-12", y)
            sheet.draw("visa section", 130, y + 12)
        }
        var page = sheet.page()
        func rule(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
            page.rules.append(
                Rule(start: Point(x: x, y: 800 - y), end: Point(x: endX, y: 800 - endY), thickness: 0.5))
        }
        for line in 0...12 { rule(45, 80 + 36 * Double(line), 460, 80 + 36 * Double(line)) }
        for x in [45.0, 125, 390] { rule(x, 80, x, 80 + 36 * 12) }
        return page
    }

    @Test func `a column that rules leave open at its side is read by gaps`() throws {
        let page = openTable()
        let expected = (0..<12).map { "\(key($0))|refused by the visa section|14-Jun-12" }
        #expect(read([page]) == expected)
        #expect(try doubts([page]).isEmpty)
    }

    @Test func `a text beside a few rows of closed cells is doubted`() throws {
        #expect(try doubts([openTable(datesFrom: 10)]) == [10, 11].map { "1 evidence-disagrees \(key($0))" })
    }

    // MARK: - Tables that end with their page

    /// A page whose structure has a table of its own, with these rows; an empty text is no cell.
    private func tagged(_ number: Int, _ rows: [[String]], headings: Int) -> TextPage {
        var sheet = Sheet(number)
        var tables = TaggedTables()
        var owners: [TextOwner] = []
        tables.widths = [Int](repeating: 3, count: 10 * number)
        for (index, cells) in rows.enumerated() {
            tables.widths.append(3)
            for (column, cell) in cells.enumerated() where !cell.isEmpty {
                sheet.draw(cell, [50, 130, 400][column], 80 + 20 * Double(index))
                owners.append(.cell(tables.cells.count))
                tables.cells.append(
                    TaggedCell(table: number, row: 10 * number + index, column: column, isHeader: index < headings))
            }
        }
        var page = sheet.page()
        for (index, owner) in owners.enumerated() { page.runs[index].owner = owner }
        page.tables = tables
        return page
    }

    @Test(arguments: [0, 1])
    func `the rest of a row in another page's table is the last row's`(headings: Int) throws {
        let heading = ["Batch", "Status", "Date"]
        let first = tagged(
            1, [heading, [key(1), "sent", "14-Jun-12"], [key(2), "refused by", "15-Jun-12"]], headings: headings)
        let second = tagged(
            2, [heading, ["", "the section", ""], [key(3), "sent", "16-Jun-12"]].suffix(headings + 2),
            headings: headings)
        #expect(
            read([first, second]) == [
                "\(key(1))|sent|14-Jun-12", "\(key(2))|refused by the section|15-Jun-12", "\(key(3))|sent|16-Jun-12",
            ])
        #expect(try doubts([first, second]).isEmpty)
    }

    @Test func `a heading without one for the keys is no rest of a row`() throws {
        let heading = ["", "Status", ""]
        let pages = [1, 2].map {
            tagged(
                $0, [heading, [key(2 * $0), "sent", "14-Jun-12"], [key(2 * $0 + 1), "sent", "15-Jun-12"]], headings: 0)
        }
        #expect(read(pages).allSatisfy { $0.contains("|sent|") })
        #expect(read(pages).count == 4)
    }

    // MARK: - Lines below the last row

    /// Rows of two lines; the second lines begin this much further right.
    private func wrapped(step: Double, pitch: Double, indents: [Double]) -> TextPage {
        var sheet = Sheet()
        for (row, indent) in indents.enumerated() {
            let y = 80 + pitch * Double(row)
            sheet.row(key(row), "refused by the visa section of", "14-Jun-12", y)
            sheet.draw("the embassy", 130 + indent, y + step)
        }
        return sheet.page()
    }

    @Test func `a line as near as those of cells is the last row's or in doubt, wherever it begins`() throws {
        let even = wrapped(step: 12, pitch: 32, indents: [0, 0, 0, 0])
        #expect(try doubts([even]).isEmpty)
        let odd = wrapped(step: 12, pitch: 32, indents: [0, 0, 0, 14])
        #expect(try doubts([odd]) == ["1 text-at-edge the embassy"])
    }

    @Test func `a line as far below the last key as others have their first is in doubt`() throws {
        func page(isCut: Bool) -> TextPage {
            var sheet = Sheet()
            for row in 0..<5 {
                let y = 80 + 75 * Double(row)
                sheet.row(key(row), "refused by the visa section of", "14-Jun-12", y)
                sheet.draw("the embassy, see", 130, y + 24)
                if row < 4 || !isCut { sheet.draw("the letter", 130, y + 36) }
            }
            return sheet.page()
        }
        #expect(
            read([page(isCut: true)]).dropLast().allSatisfy { $0.contains("section of the embassy, see the letter|") })
        #expect(try doubts([page(isCut: true)]) == ["1 text-at-edge the embassy, see"])
    }

    @Test func `what stands below a name at the page's foot may be the next page's first row`() throws {
        func pages(isCut: Bool) -> [TextPage] {
            var sheets = [Sheet(1), Sheet(2)]
            for row in 0..<12 {
                let (page, y) = (row / 6, 80 + 26 * Double(row % 6))
                let isApart = isCut && row == 6
                sheets[page].draw(key(row), 50, y)
                sheets[page].draw("J. Smith", 50, y + 11)
                sheets[isApart ? 0 : page].draw("refused", 130, isApart ? 80 + 26 * 6 : y)
                sheets[isApart ? 0 : page].draw("14-Jun-12", 400, isApart ? 80 + 26 * 6 : y)
            }
            return sheets.map { $0.page() }
        }
        #expect(try doubts(pages(isCut: false)).isEmpty)
        #expect(try doubts(pages(isCut: true)).contains("1 text-at-edge refused 14-Jun-12"))
    }

    @Test func `a usual text at the top of two pages is no page header`() throws {
        var sheets = [Sheet(1), Sheet(2), Sheet(3)]
        for (page, first) in [(0, 0), (1, 10)] {
            let top = page == 0 ? 80.0 : 104
            for row in 0..<6 {
                let y = top + 36 * Double(row)
                sheets[page].row(key(first + row), row == 5 ? "" : "your application has been", "14-Jun-12", y)
                if row < 5 { sheets[page].draw("refused by the visa section", 130, y + 12) }
            }
        }
        for sheet in [1, 2] {
            sheets[sheet].draw("your application has been", 130, 80)
            sheets[sheet].draw("refused by the visa section", 130, 92)
        }
        let rows = try list(sheets.map { $0.page() }).rows
        let status = "your application has been refused by the visa section"
        #expect(rows.map(\.update.status) == [String](repeating: status, count: 12))
    }

    @Test func `a line that begins small goes on with the text above, however short all texts are`() throws {
        var sheet = Sheet()
        for (row, status) in ["Not approved", "Pending", "Issued", "Issued", "Refused", "Issued"].enumerated() {
            sheet.row(key(row), status, "14-Jun-12", 80 + 24 * Double(row))
            if [1, 2, 4].contains(row) { sheet.draw("see letter", 130, 92 + 24 * Double(row)) }
        }
        #expect(
            try list([sheet.page()]).rows.map(\.update.status)[1...2] == ["Pending see letter", "Issued see letter"])
    }

    // MARK: - Lists that are no tables

    @Test(arguments: [12.0, 15])
    func `a line below its key that goes on with the row is doubted`(pitch: Double) throws {
        func page(_ rest: String) -> TextPage {
            var sheet = Sheet()
            var y = 80.0
            for row in 0..<8 {
                sheet.row(
                    key(row), row == 3 ? "refused by the section for visas of the embassy in London" : "sent", "", y)
                if row == 3 { sheet.draw(rest, 50, y + 12) }
                y += row == 3 ? 12 + pitch : pitch
            }
            return sheet.page()
        }
        #expect(try doubts([page("on 14-Jun-12")], [.batch, .status]) == ["1 text-between-rows on 14-Jun-12"])
        if pitch == 12 { #expect(try doubts([page("Returned cases")], [.batch, .status]).isEmpty) }
    }

    @Test func `dates for statuses are doubted where the column of dates is empty`() throws {
        func page(_ date: Double) -> TextPage {
            var sheet = Sheet()
            for row in 0..<6 {
                let y = 80 + 40 * Double(row)
                sheet.draw(key(row), 50, y)
                sheet.draw("14-Jun-12", date, y)
                sheet.draw("refused", 130, y + (date < 400 ? 12 : 0))
            }
            return sheet.page()
        }
        #expect(try doubts([page(400)]).isEmpty)
        #expect(try doubts([page(390)]).contains("1 evidence-disagrees 14-Jun-12"))
    }

    @Test func `dates with more than a date are doubted where the column of statuses is empty`() throws {
        func page(_ texts: [String]) -> TextPage {
            var sheet = Sheet()
            for (row, text) in texts.enumerated() {
                sheet.draw(key(row), 50, 80 + 20 * Double(row))
                sheet.draw(text, 130, 80 + 20 * Double(row))
            }
            return sheet.page()
        }
        let columns: [Column] = [.batch, .date, .status]
        #expect(try doubts([page(["14-Jun-12", "", "15-Jun-12", "4 May 2012"])], columns).isEmpty)
        let texts = ["14-Jun-12 refused", "15-Jun-12", "16-Jun-12 sent", "17-Jun-12 sent"]
        #expect(try doubts([page(texts)], columns) == ["1 evidence-disagrees 14-Jun-12 refused"])
    }

    @Test(arguments: ["Returned03-Feb-25", "Sent back4 May 2012"], [1, 6])
    func `a status that a date touches is doubted, in one row or in all`(text: String, count: Int) throws {
        var sheet = Sheet()
        for row in 0..<6 {
            let y = 80 + 20 * Double(row)
            sheet.draw(key(row), 50, y)
            sheet.draw(row < count ? text : "refused", 130, y)
            if row >= count { sheet.draw("14-Jun-12", 400, y) }
        }
        #expect(try Set(list([sheet.page()]).doubts.flatMap(\.batches)) == Set((0..<count).map(key)))
    }

    // MARK: - Page headers

    /// Two pages of rows below a line with a number and words.
    private func headed(_ numbers: [Int], _ words: [String]) -> [TextPage] {
        (0..<2).map { page in
            var sheet = Sheet(page + 1)
            sheet.row(key(numbers[page]), words[page], "Page \(page + 1)", 80)
            for row in 0..<6 { sheet.row(key(10 * page + row), "refused", "14-Jun-12", 96 + 16 * Double(row)) }
            return sheet.page()
        }
    }

    @Test func `a number in the same line at the same place of two pages is doubted`() throws {
        let title = "Decisions of the week"
        #expect(try doubts(headed([90, 90], [title, title])) == ["2 evidence-disagrees \(key(90))"])
        #expect(try doubts(headed([90, 91], [title, title])).isEmpty)
        #expect(try doubts(headed([90, 90], ["refused", "sent"])).isEmpty)
    }

    // MARK: - Order and blanks

    @Test func `tables side by side that end as far down go on page by page, however many rows they have`() throws {
        func pages(_ rows: Int) -> [TextPage] {
            (0..<2).map { page in
                var sheet = Sheet(page + 1)
                for (side, count) in [(0, 12), (1, page == 1 ? 12 : rows)] {
                    let x = 300 * Double(side)
                    for row in 0..<count {
                        let y = 80 + 240 / Double(count) * Double(row)
                        sheet.draw(key(100 * page + 50 * side + row), 50 + x, y)
                        sheet.draw(row % 3 == 0 ? "refused" : "sent", 130 + x, y)
                    }
                }
                return sheet.page()
            }
        }
        func order(_ rows: Int) throws -> [Int] {
            let numbers = try list(pages(rows), [.batch, .status]).rows.compactMap { Int($0.batch.suffix(3)) }
            return numbers.reduce(into: []) { if $0.last != $1 / 50 { $0.append($1 / 50) } }
        }
        for rows in [12, 10] {
            let order = try order(rows)
            #expect(order == [0, 1, 2, 3])
        }
    }

    @Test func `no blank is put between lines of Chinese`() {
        var sheet = Sheet()
        for row in 0..<4 {
            let y = 80 + 32 * Double(row)
            sheet.draw(key(row), 50, y)
            sheet.draw("申请材料不完整，已退回", 130, y, width: 110)
            sheet.draw(row == 0 ? "see notice" : "申请人", 130, y + 12, width: 50)
            sheet.draw("14-Jun-12", 400, y)
        }
        #expect(read(sheet).first == "\(key(0))|申请材料不完整，已退回 see notice|14-Jun-12")
        #expect(read(sheet).last == "\(key(3))|申请材料不完整，已退回申请人|14-Jun-12")
    }
}
