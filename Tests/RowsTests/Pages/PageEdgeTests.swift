// Rows that continue on the next page, texts drawn over each other, and sheets wider than their paper: read correctly,
// or in doubt.

import Rows
import TestKit
import Testing
import Text

struct PageEdgeTests {
    private func key(_ number: Int) -> String { "2012145\(1000 + number)" }

    private func read(_ sheets: [Sheet], _ columns: [Column] = [.batch, .status, .date]) throws -> RowList {
        var reader = RowReader(layout: try TableLayout(columns: columns))
        for sheet in sheets { reader.add(sheet.page()) }
        return try reader.finish()
    }

    private func texts(_ list: RowList) -> [String] {
        list.rows.map { "\($0.batch)|\($0.update.status)|\($0.update.date)" }
    }

    /// Two pages of rows of three lines each, one line further apart than most programs set them; of the first page's
    /// last row so many lines are on the next page.
    private func spaced(onNextPage count: Int) -> [Sheet] {
        let lines = ["additional documents were asked for", "with a copy of the passport", "and two photographs"]
        var sheets = [Sheet(1), Sheet(2)]
        for page in 0..<2 {
            var y = page == 0 ? 100.0 : 100 + 18.6 * Double(count) + 4
            for line in 0..<(page == 1 ? count : 0) {
                sheets[1].draw(lines[3 - count + line], 130, 100 + 18.6 * Double(line))
            }
            for number in 0..<6 {
                sheets[page].draw(key(10 * page + number), 50, y)
                sheets[page].draw("14-Jun-12", 400, y)
                let isCut = page == 0 && number == 5
                for line in lines.prefix(isCut ? 3 - count : 3) {
                    sheets[page].draw(line, 130, y)
                    y += 18.6
                }
                y += 4
            }
        }
        return sheets
    }

    @Test(arguments: [0, 1, 2])
    func `lines as far apart as other cells have them are the last row's, here and on the next page`(
        _ count: Int
    ) throws {
        let list = try read(spaced(onNextPage: count))
        let status = "additional documents were asked for with a copy of the passport and two photographs"
        #expect(texts(list) == [0..<6, 10..<16].joined().map { "\(key($0))|\(status)|14-Jun-12" })
        #expect(list.doubts.isEmpty)
    }

    /// Rows at whose bottom the keys stand; the first line of the second page's first row is on the first page.
    private func cutBeforeTheKey(isCut: Bool) -> [Sheet] {
        var sheets = [Sheet(1), Sheet(2)]
        for number in 0..<16 {
            let (page, y) = (number / 8, 100 + 32 * Double(number % 8))
            sheets[page].draw(key(number), 50, y)
            sheets[page].draw("refused by the visa section", 130, y)
            sheets[page].draw("14-Jun-12", 400, y)
            let isAbove = number != 8 || !isCut
            sheets[isAbove ? page : 0].draw("your application has been", 130, isAbove ? y - 12 : 100 + 32 * 7 + 20)
        }
        return sheets
    }

    @Test func `what may begin the next page's first row is in doubt for both rows`() throws {
        #expect(try read(cutBeforeTheKey(isCut: false)).doubts.isEmpty)
        let doubts = try read(cutBeforeTheKey(isCut: true)).doubts
        #expect(doubts.contains { $0.rule == .atEdge && $0.batches == [key(7), key(8)] }, "\(doubts)")
    }

    @Test func `a line a little below its key's is its row's, however the cells stand`() throws {
        var sheet = Sheet()
        var expected: [String] = []
        for number in 0..<10 {
            let y = 100 + 32 * Double(number)
            // The page's end has shifted what stands beside the sixth key.
            sheet.draw(key(number), 50, number == 6 ? y - 6 : y)
            sheet.draw("your application has been", 130, y - 12)
            sheet.draw("refused by the visa section", 130, y)
            sheet.draw("14-Jun-12", 400, number == 6 ? y - 6 : y)
            expected.append("\(key(number))|your application has been refused by the visa section|14-Jun-12")
        }
        #expect(texts(try read([sheet])) == expected)
    }

    @Test(arguments: [true, false])
    func `text over text is clipped in one of two rows`(hasNeighbour: Bool) throws {
        var sheet = Sheet()
        for number in 0..<8 { sheet.row(key(number), "refused", "14-Jun-12", 100 + 15 * Double(number)) }
        // Of a cell of two lines at the bottom of the fifth row the first is drawn over the fourth.
        if hasNeighbour { sheet.draw("your passport was", 130, 100 + 15 * 4 + 2.2) }
        let doubts = try read([sheet]).doubts
        #expect(doubts.isEmpty != hasNeighbour)
        #expect(!hasNeighbour || doubts.contains { $0.rule == .disagreement && $0.batches.contains(key(4)) })
    }

    /// A sheet whose dates found no room beside the rest.
    private func wide(rows: Int, dates: Int, from top: Double = 100) -> [Sheet] {
        var sheets = [Sheet(1), Sheet(2)]
        for number in 0..<rows {
            sheets[0].draw(key(number), 50, 100 + 20 * Double(number))
            sheets[0].draw("refused", 130, 100 + 20 * Double(number))
        }
        for number in 0..<dates { sheets[1].draw("14-Jun-12", 50, top + 20 * Double(number)) }
        return sheets
    }

    @Test func `a column on a page of its own is missed`() throws {
        #expect(try read(wide(rows: 10, dates: 10)).doubts.map(\.rule) == [.emptyColumn])
        #expect(try read(wide(rows: 10, dates: 8)).doubts.map(\.rule) == [.emptyColumn])
        // Other text that follows a list without dates.
        #expect(try read(wide(rows: 10, dates: 7)).doubts.isEmpty)
        #expect(try read(wide(rows: 10, dates: 10, from: 107)).doubts.isEmpty)
        #expect(try read(wide(rows: 10, dates: 21)).doubts.isEmpty)
    }

    /// Rows with a date; above so many of them stands a line in the dates' column that belongs to nobody's date.
    private func dated(_ count: Int, more: Int) -> [Sheet] {
        var sheet = Sheet()
        for number in 0..<count {
            let y = 100 + 34 * Double(number)
            sheet.row(key(number), "refused", "14-Jun-12", y)
            if number < more { sheet.draw("on appeal", 400, y + 12) }
        }
        return [sheet]
    }

    @Test func `more text in a date's cell is in doubt where not most dates have some`() throws {
        #expect(try read(dated(16, more: 0)).doubts.isEmpty)
        #expect(try read(dated(16, more: 2)).doubts.map(\.batches) == [[key(0)], [key(1)]])
        #expect(try read(dated(16, more: 8)).doubts.map(\.batches) == (0..<8).map { [key($0)] })
        #expect(try read(dated(16, more: 9)).doubts.isEmpty)
    }

    @Test func `a column beyond the statuses is not theirs where most statuses are on lines beside their keys`() throws
    {
        var sheets = [Sheet(1), Sheet(2)]
        var expected: [String] = []
        for number in 0..<20 {
            let (page, y) = (number / 10, 100 + 30 * Double(number % 10))
            sheets[page].draw("14-Jun-12", 50, y)
            sheets[page].draw(key(number), 130, y)
            sheets[page].draw("Dublin", 400, y)
            // On the second page each status has two lines, none at its key's height.
            let lines = page == 0 ? ["refused"] : ["transferred to", "Dublin"]
            for (line, text) in lines.enumerated() {
                sheets[page].draw(text, 250, y + (page == 0 ? 0 : 12 * Double(line) - 6))
            }
            expected.append("\(key(number))|\(lines.joined(separator: " "))|14-Jun-12")
        }
        #expect(texts(try read(sheets, [.date, .batch, .status])) == expected)
    }

    @Test func `keys that are broken into two lines are missed, also where another column's line is between`() throws {
        for step in [6.0, 12] {
            var sheet = Sheet()
            for number in 0..<6 {
                let y = 100 + 40 * Double(number)
                sheet.draw(String(key(number).prefix(8)), 50, y)
                if step < 12 { sheet.draw("refused", 130, y + step) }
                sheet.draw(String(key(number).dropFirst(8)), 50, y + 12)
            }
            let list = try read([sheet])
            #expect(list.rows.isEmpty && list.doubts.contains { $0.rule == .unreadKey })
        }
    }

    @Test func `where a word was broken at the end of a line is no change`() {
        func rows(_ status: String) -> [Update] { [Update(status: status, date: "14-Jun-12")] }
        let whole = Snapshot(["1": rows("re-issued by the technical section")])
        let broken = Snapshot(["1": rows("reissued by the techni-cal sec-tion")])
        let other = Snapshot(["1": rows("reissued by the technical sections")])
        #expect(changes(from: whole, to: broken).isEmpty)
        #expect(changes(from: broken, to: other).count == 1)
        let numbers = [Snapshot(["1": rows("1-2")]), Snapshot(["1": rows("12")])]
        #expect(changes(from: numbers[0], to: numbers[1]).count == 1)
    }

    @Test func `the rest of a cell right below the heading that each page repeats is the last row's`() throws {
        var sheets = [Sheet(1), Sheet(2)]
        for page in 0..<2 {
            sheets[page].row("Batch", "Status", "Date", 60)
            if page == 1 { sheets[1].draw("and two photographs", 130, 73) }
            for number in 0..<6 {
                let y = 75 + 15 * Double(page) + 30 * Double(number)
                sheets[page].row(key(10 * page + number), "additional documents", "14-Jun-12", y)
                if page == 1 || number < 5 { sheets[page].draw("and two photographs", 130, y + 12) }
            }
        }
        let list = try read(sheets)
        #expect(list.doubts.isEmpty)
        #expect(list.rows.allSatisfy { $0.update.status == "additional documents and two photographs" })
    }

    @Test func `a line below the last key of a page whose cells stand at the bottom is in doubt`() throws {
        var sheet = Sheet(1)
        for number in 0..<6 {
            let y = 80 + 30 * Double(number)
            sheet.draw("additional documents", 130, y)
            sheet.row(key(number), "and two photographs", "14-Jun-12", y + 12)
        }
        sheet.draw("were sent back", 130, 80 + 30 * 5 + 24)
        var next = Sheet(2)
        for number in 6..<12 { next.row(key(number), "refused", "14-Jun-12", 80 + 20 * Double(number)) }
        #expect(try read([sheet, next]).doubts.map(\.rule) == [.atEdge])
    }

    /// A last page with nothing but a heading and one text.
    @Test(arguments: [
        ("photographs", 130.0, "send two passport", [1005]), ("photos", 130, "issued", [1005]),
        ("photographs", 50, "send two passport", []), ("photographs", 110, "send two passport", [1005]),
    ])
    func `what stands alone on the page after the last row and below a column may be its rest`(
        _ rest: String, _ x: Double, _ last: String, _ expected: [Int]
    ) throws {
        var sheets = [Sheet(1), Sheet(2)]
        for page in 0..<2 { sheets[page].row("Batch", "Status", "Date", 60) }
        for number in 0..<6 {
            let status = number == 5 ? last : number == 0 ? "passport received" : "issued"
            sheets[0].row(key(number), status, "14-Jun-12", 80 + 20 * Double(number))
        }
        sheets[1].draw(rest, x, 80)
        let list = try read(sheets)
        #expect(list.doubts.flatMap(\.batches) == expected.map { "2012145\($0)" })
    }

    @Test func `a line nearer to the first row of a page than rows stand is no certain rest of the row before`() throws
    {
        var sheets = [Sheet(1), Sheet(2)]
        for page in 0..<2 {
            for number in 0..<6 {
                let date = page == 1 && number == 0 ? "" : "14-Jun-12"
                sheets[page].row(key(10 * page + number), "issued", date, 100 + 24 * Double(number))
            }
        }
        sheets[1].draw("10 September", 400, 93)
        sheets[1].draw("2012", 400, 102.5)
        #expect(try Set(read(sheets).doubts.flatMap(\.batches)) == [key(5), key(10)])
    }
}
