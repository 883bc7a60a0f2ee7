// Keys of pages that may be any text, if rules or tags separate the cells.

import Rows
import TestKit
import Testing
import Text

private let headed = TableLayout(
    key: .anyText, headings: ColumnHeadings(batch: "Name", status: "Status", date: "Date"))
private let byPlace = try? TableLayout(key: .anyText, columns: [.batch, .status, .date])

private let header = [["Name"], ["Status"], ["Date"]]
/// Rows of cells, each of one line or more.
private let table = [
    [["Abbott, Ann"], ["issued"], ["14-Jun-12"]],
    [["Smith-", "Jones"], ["pending further", "review"], ["15-Jun-12"]],
    [["Baker,", "Bob"], ["refused"], ["16-Jun-12"]],
    [["Total"], [""], [""]],
]
private let expected = [
    "Abbott, Ann|issued|14-Jun-12", "Smith-Jones|pending further review|15-Jun-12", "Baker, Bob|refused|16-Jun-12",
]
private let places = [50.0, 200, 350, 450]

/// A page of these rows in cells as rules close them, or as tags name them.
private func page(_ rows: [[[String]]], _ number: Int = 1, isTagged: Bool) -> TextPage {
    var (sheet, tables) = (Sheet(number), TaggedTables())
    var (owners, rules): ([TextOwner], [Rule]) = ([], [])
    let first = 100 * (number - 1)
    tables.widths = [Int](repeating: 3, count: first + rows.count)
    for row in 0..<first + rows.count {
        for column in 0..<3 { tables.cells.append(TaggedCell(table: 0, row: row, column: column)) }
    }
    func draw(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) {
        rules.append(Rule(start: Point(x: x, y: 800 - y), end: Point(x: endX, y: 800 - endY), thickness: 0.5))
    }
    for (row, cells) in rows.enumerated() {
        let top = 80 + 30 * Double(row)
        for (column, lines) in cells.enumerated() {
            draw(places[column], top, places[column + 1], top)
            draw(places[column], top + 30, places[column + 1], top + 30)
            draw(places[column], top, places[column], top + 30)
            draw(places[column + 1], top, places[column + 1], top + 30)
            for (line, text) in lines.enumerated() where !text.isEmpty {
                sheet.draw(text, places[column] + 5, top + 12 + 12 * Double(line))
                owners.append(.cell((first + row) * 3 + column))
            }
        }
    }
    var page = sheet.page()
    if isTagged {
        for (index, owner) in owners.enumerated() { page.runs[index].owner = owner }
        page.tables = tables
    } else {
        page.rules = rules
    }
    return page
}

struct TextKeyCellTests {
    @Test(arguments: [true, false])
    func `all lines of a cell are its key, and a cell alone is none`(_ isTagged: Bool) throws {
        let (rows, doubted) = try readWithDoubts(
            [page([header] + table, isTagged: isTagged)], headed, by: isTagged ? [.tags] : [.rules])
        #expect(rows == expected)
        #expect(doubted == [])
    }

    @Test(arguments: [true, false])
    func `the column is told by its place as well`(_ isTagged: Bool) throws {
        let (rows, doubted) = try readWithDoubts(
            [page([header] + table, isTagged: isTagged)], #require(byPlace), by: isTagged ? [.tags] : [.rules])
        #expect(rows == expected)
        #expect(doubted == [])
    }

    @Test func `headings on each page are no rows, and a page may do without`() throws {
        let pages = [page([header] + table, isTagged: false), page([header] + table, 2, isTagged: false)]
        for layout in [headed, try #require(byPlace)] {
            let (rows, doubted) = try readWithDoubts(pages + [page(table, 3, isTagged: false)], layout)
            #expect(rows == expected + expected + expected)
            #expect(doubted == [])
        }
    }

    @Test func `another order of headings is read by them`() throws {
        let turned = table.map { [$0[2], $0[0], $0[1]] }
        let (rows, _) = try readWithDoubts(
            [
                page([header] + table, isTagged: false),
                page([[["Date"], ["Name"], ["Status"]]] + turned, 2, isTagged: false),
            ],
            headed)
        #expect(rows == expected + expected)
    }

    @Test func `a name in a cell is told as its watch writes it`() throws {
        let watched = KeySet(patterns: [try KeyMask(text: "SMITH-JONES")])
        #expect(
            read([page([header] + table, isTagged: true)], headed, watched: watched) == [
                "SMITH-JONES|pending further review|15-Jun-12"
            ])
    }

    @Test func `a list of names alone is read where cells are known`() throws {
        let layout = TableLayout(key: .anyText, headings: ColumnHeadings(batch: "Name"))
        let (rows, _) = try readWithDoubts([page([header] + table.dropLast(), isTagged: true)], layout)
        #expect(rows == ["Abbott, Ann||", "Smith-Jones||", "Baker, Bob||"])
    }

    @Test func `a page of ten thousand lines costs ten times as much as one of a thousand`() throws {
        func time(_ count: Int) -> Duration {
            var sheet = Sheet()
            for (text, place) in [("Name", 50.0), ("Status", 200), ("Date", 400)] { sheet.draw(text, place, 0) }
            for row in 0..<count {
                let y = 20 + 12 * Double(row)
                sheet.draw("Name \(row % 7 == 0 ? "Status" : "x") \(row)", 50, y)
                if row % 3 > 0 { sheet.draw("Status", 200, y) }
                if row % 5 > 0 { sheet.draw("14-Jun-12", 400, y) }
            }
            let page = sheet.page()
            return ContinuousClock().measure { _ = read([page], headed) }
        }
        let (small, large) = (time(1000), time(10_000))
        #expect(large < max(small * 25, .seconds(1)))
    }
}
