// Tables of a document that differ from the first one: other columns, other headings, rows that continue, single cases.

import Rows
import Testing
import Text

private let (one, two, three) = ("20121456171", "20121456172", "20121456173")
private let (four, five) = ("20121456174", "20121456175")
private let byOrder = TableLayout.london

/// The rows of tables, and the batches in doubt.
private func readWithDoubts(_ tables: TextTable..., layout: TableLayout = byOrder) throws -> (
    rows: [String], doubted: [String]
) {
    var reader = TableReader(layout: layout, watched: nil, fingerprints: false)
    for table in tables { reader.add(table) }
    let list = try reader.finish()
    return (
        list.rows.map { "\($0.batch)|\($0.update.status)|\($0.update.date)" },
        Set(list.doubts.flatMap(\.batches)).sorted()
    )
}

struct OtherTableTests {
    private static let first = table(["Case", "State", "Date"], [one, "granted", "1 May 2026"])

    @Test func `columns that are called as in the first table are followed wherever they stand`() throws {
        let other = table(["Date", "Office", "Case", "State"], ["2 May 2026", "Bath", two, "refused"])
        let (rows, doubted) = try readWithDoubts(Self.first, other)
        #expect(rows == ["\(one)|granted|1 May 2026", "\(two)|refused|2 May 2026"])
        #expect(doubted == [])
    }

    @Test func `a line between headings and rows takes nothing from them`() throws {
        let ruled = table(["Case", "State", "Date"], ["----"], [one, "granted", "1 May 2026"])
        let other = table(["Case", "Date", "State"], [two, "2 May 2026", "refused"])
        #expect(try readWithDoubts(ruled, other).rows == ["\(one)|granted|1 May 2026", "\(two)|refused|2 May 2026"])
    }

    @Test(arguments: [["Case", "Name", "Result"], ["Case", "State", "Paid"]])
    func `rows below other headings are doubted`(_ headings: [String]) throws {
        let (rows, doubted) = try readWithDoubts(Self.first, table(headings, [two, "Smith", "refused"]))
        #expect(rows.count == 2)
        #expect(doubted == [two])
    }

    @Test func `keys in another column below other headings do not hide the first ones`() throws {
        let rows = [
            ["Case", "State", "Date"], [one, "granted", "1 May 2026"], [two, "refused", "1 May 2026"], [],
            ["Date", "Case", "State"], ["2 May 2026", three, "refused"], ["3 May 2026", four, "granted"],
            ["4 May 2026", five, "granted"],
        ]
        let found = try readWithDoubts(TextTable(rows: rows))
        #expect(
            found.rows == [
                "\(one)|granted|1 May 2026", "\(two)|refused|1 May 2026", "\(three)|refused|2 May 2026",
                "\(four)|granted|3 May 2026", "\(five)|granted|4 May 2026",
            ])
        #expect(found.doubted == [])
    }

    @Test func `a row whose date stands where no other row has one is doubted`() throws {
        let other = TextTable(rows: [["2 May 2026", two, "refused"]])
        #expect(try readWithDoubts(Self.first, other).doubted == [two])
        let shifted = TextTable(rows: [
            [one, "granted", "1 May 2026"], [two, "refused", "", "2 May 2026"], [three, "no", "appeal", "3 May 2026"],
        ])
        #expect(try readWithDoubts(shifted).doubted == [two, three])
    }

    @Test func `a date of arrival is no date of a decision that there is not yet`() throws {
        let table = TextTable(rows: [
            ["Case", "State", "Date", "Received"], [one, "granted", "1 May 2026", "1 Jan 2026"],
            [two, "pending", "", "2 Jan 2026"], [three, "pending", "-", "3 Jan 2026"],
        ])
        #expect(try readWithDoubts(table).doubted == [])
        let undated = TextTable(rows: [["1 Jan 2026", one, "granted"], ["2 Jan 2026", two, "refused"]])
        #expect(try readWithDoubts(undated).doubted == [])
    }

    @Test func `a row of a text with more cells than headings is doubted`() throws {
        var table = TextTable(
            rows: [
                ["Case", "State", "Date"], [one, "no", "fee", "1"], [two, "no", "docs", "2"], [three, "ok", "3"],
            ])
        #expect(try readWithDoubts(table).doubted == [])
        table.writesEmptyCells = true
        let headed = TableLayout(
            key: .london, headings: ColumnHeadings(batch: "Case", status: "State", date: "Date"))
        #expect(try readWithDoubts(table).doubted == [one, two])
        #expect(try readWithDoubts(table, layout: headed).doubted == [one, two])
    }

    @Test func `a date in words where statuses stand is doubted, where the list has them the other way round`() throws {
        let (_, doubted) = try readWithDoubts(Self.first, table([two, "May 2, 2026", "refused"]))
        #expect(doubted == [two])
    }

    @Test func `a status that is the key of another case is doubted`() throws {
        let (_, doubted) = try readWithDoubts(table([one, two, three], ["granted", "refused", "open"]))
        #expect(doubted == [one, two])
    }

    @Test func `tables of a case each, of which no row says anything beside its key, are doubted`() throws {
        let cases = [one, two].map { table(["Case", $0], ["State", "granted"], ["Date", "1 May 2026"]) }
        #expect(try readWithDoubts(cases[0], cases[1]).doubted == [one, two])
        // The office has decided nothing yet.
        #expect(try readWithDoubts(table(["Case", "State", "Date"], [one, "", ""], [two, "", ""])).doubted == [])
    }

    @Test(arguments: [["", "on appeal", ""], ["", "", "2 May 2026"]])
    func `a row without a key that says a part may go on with the one above`(_ rest: [String]) throws {
        let (rows, doubted) = try readWithDoubts(table([one, "granted", "1 May 2026"], rest, [two, "open", ""]))
        #expect(rows == ["\(one)|granted|1 May 2026", "\(two)|open|"])
        #expect(doubted == [one])
    }

    @Test(arguments: [["Total", "2", ""], ["", "", ""], []])
    func `sums and empty rows are no part of the row above`(_ other: [String]) throws {
        #expect(try readWithDoubts(table([one, "granted", "1 May 2026"], other, [two, "open", ""])).doubted == [])
    }
}
