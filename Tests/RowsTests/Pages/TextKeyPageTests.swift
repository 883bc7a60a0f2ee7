// Keys of pages that may be any text: names, recognised by their positions if only gaps separate the cells.

import Rows
import TestKit
import Testing
import Text

private let headings = ColumnHeadings(batch: "Name", status: "Status", date: "Date")
private let headed = TableLayout(key: .anyText, headings: headings)
private let names = ["Abbott, Ann", "Baker, Bob", "Chandrasekhar, Subrahmanyan", "Dietrich, Marlene"]
private let statuses = ["issued", "refused"]

/// A page of rows of names, below headings or not.
private struct NameSheet {
    var sheet: Sheet
    private var y = 50.0
    private let pitch: Double
    private var rowCount = 0

    init(_ number: Int = 1, hasHeadings: Bool = true, pitch: Double = 20) {
        (sheet, self.pitch) = (Sheet(number), pitch)
        if hasHeadings { line("Name", "Status", "Date") }
    }

    /// Draws a line, so far below the one before.
    mutating func line(_ name: String, _ status: String = "", _ date: String = "", below step: Double? = nil) {
        y += step ?? pitch
        for (text, place) in [(name, 50.0), (status, 230), (date, 400)] where !text.isEmpty {
            sheet.draw(text, place, y)
        }
    }

    mutating func row(_ name: String) {
        line(name, statuses[rowCount % 2], "14-Jun-12")
        rowCount += 1
    }

    mutating func rows(_ names: [String]) { for name in names { row(name) } }

    var page: TextPage { sheet.page() }
}

private func expected(_ names: [String]) -> [String] {
    names.enumerated().map { "\($1)|\(statuses[$0 % 2])|14-Jun-12" }
}

struct TextKeyPageTests {
    @Test(arguments: [20.0, 12])
    func `names are read below their heading`(_ pitch: Double) throws {
        var page = NameSheet(pitch: pitch)
        page.rows(names)
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows == expected(names))
        #expect(doubted == [])
    }

    @Test func `a page without headings goes on with the columns of the page before`() throws {
        var (first, second) = (NameSheet(), NameSheet(2, hasHeadings: false))
        first.rows(names)
        second.rows(["Eliot, George", "Frost, Robert"])
        let (rows, doubted) = try readWithDoubts([first.page, second.page], headed)
        #expect(rows == expected(names) + expected(["Eliot, George", "Frost, Robert"]))
        #expect(doubted == [])
    }

    @Test func `headings and page headers that come again are no rows`() throws {
        let pages = (1...2).map { number in
            var page = NameSheet(number, hasHeadings: false)
            page.line("Ministry", "", "Page \(number)")
            page.line("Name", "Status", "Date")
            page.rows(names.map { "\($0) \(number)" })
            return page.page
        }
        let (rows, doubted) = try readWithDoubts(pages, headed)
        #expect(rows == expected(names.map { "\($0) 1" }) + expected(names.map { "\($0) 2" }))
        #expect(doubted == [])
    }

    @Test func `a column is told by its place`() throws {
        let layout = try TableLayout(key: .anyText, columns: [.batch, .status, .date])
        var (first, second) = (NameSheet(), NameSheet(2))
        first.rows(names)
        second.rows(["Eliot, George", "Frost, Robert"])
        let (rows, doubted) = try readWithDoubts([first.page, second.page], layout)
        #expect(rows == expected(names) + expected(["Eliot, George", "Frost, Robert"]))
        #expect(doubted == [])
    }

    @Test func `the first row may be headings where none has a digit`() throws {
        let layout = try TableLayout(key: .anyText, columns: [.batch, .status])
        var page = NameSheet(hasHeadings: false)
        for name in names { page.line(name, "issued") }
        let (rows, doubted) = try readWithDoubts([page.page], layout)
        #expect(rows == names.map { "\($0)|issued|" })
        #expect(doubted == [names[0]])
    }

    @Test(arguments: [true, false])
    func `the second line of a name is the name's where rows stand further apart`(_ isHyphenated: Bool) throws {
        var page = NameSheet()
        page.row(names[0])
        page.row(isHyphenated ? "Smith-" : "Smith,")
        page.line(isHyphenated ? "Jones" : "Johanna", below: 12)
        page.row(names[1])
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows == expected([names[0], isHyphenated ? "Smith-Jones" : "Smith, Johanna", names[1]]))
        #expect(doubted == [])
    }

    @Test func `the first line of a name may stand above its row`() throws {
        var page = NameSheet()
        page.row(names[0])
        page.line("Smith,")
        page.line("Johanna", "refused", "14-Jun-12", below: 12)
        page.row(names[1])
        page.row(names[2])
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows.map { String($0.prefix { $0 != "|" }) } == [names[0], "Smith, Johanna", names[1], names[2]])
        #expect(doubted == [])
    }

    @Test func `a row may stand beside the middle of its name`() throws {
        var page = NameSheet()
        page.row(names[0])
        page.line("Smith,")
        page.line("", "refused", "14-Jun-12", below: 6)
        page.line("Johanna", below: 6)
        page.row(names[1])
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows.map { String($0.prefix { $0 != "|" }) } == [names[0], "Smith, Johanna", names[1]])
        #expect(rows[1] == "Smith, Johanna|refused|14-Jun-12")
        #expect(doubted == [])
    }

    @Test func `a line of all columns may be more of the row above`() throws {
        var page = NameSheet()
        page.row(names[0])
        page.line("Smith,", "pending further", "14-Jun-12")
        page.line("Johanna", "review", below: 12)
        page.row(names[1])
        page.row(names[2])
        page.row(names[3])
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows.contains("Smith, Johanna|pending further review|14-Jun-12"))
        #expect(rows.count == 5)
        #expect(doubted == [])
    }

    @Test func `a name alone among close rows is doubted with its neighbours`() throws {
        var page = NameSheet(pitch: 12)
        page.rows(Array(names[..<2]))
        page.line("Region North")
        page.rows(Array(names[2...]))
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows == expected(names))
        #expect(Set(doubted).isSuperset(of: ["Region North", names[1], names[2], "Baker, Bob Region North"]))
        #expect(!doubted.contains("any") && !doubted.contains(names[0]) && !doubted.contains(names[3]))
    }

    @Test func `totals and group headings apart from the rows are none`() throws {
        var page = NameSheet(pitch: 12)
        page.line("Region North", below: 30)
        page.line(names[0], "issued", "14-Jun-12", below: 30)
        page.line(names[1], "refused", "14-Jun-12")
        page.line("Total 2", below: 30)
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows == expected(Array(names[..<2])))
        #expect(doubted == [])
    }

    @Test func `names set to the right are read`() throws {
        var sheet = Sheet()
        for (row, name) in (["Name"] + names).enumerated() {
            let y = 50 + 20 * Double(row)
            sheet.draw(name, 200 - 5 * Double(name.count), y)
            sheet.draw(row == 0 ? "Status" : statuses[(row + 1) % 2], 230, y)
            sheet.draw(row == 0 ? "Date" : "14-Jun-12", 400, y)
        }
        let (rows, doubted) = try readWithDoubts([sheet.page()], headed)
        #expect(rows == expected(names))
        #expect(doubted == [])
    }

    @Test func `of two columns of names that below the heading counts`() throws {
        var sheet = Sheet()
        for (row, name) in (["Name"] + names).enumerated() {
            let y = 50 + 20 * Double(row)
            sheet.draw(row == 0 ? "Officer" : "Zimmer, Zoe", 50, y)
            sheet.draw(name, 150, y)
            sheet.draw(row == 0 ? "Status" : statuses[(row + 1) % 2], 320, y)
            sheet.draw(row == 0 ? "Date" : "14-Jun-12", 450, y)
        }
        let (rows, doubted) = try readWithDoubts([sheet.page()], headed)
        #expect(rows == expected(names))
        #expect(doubted == [])
    }

    @Test func `rows below the headings of another table are none`() throws {
        var page = NameSheet()
        page.rows(names)
        page.line("Name", "Room", "Floor", below: 40)
        page.line("Zimmer, Zoe", "12", "3")
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows == expected(names))
        #expect(doubted == [])
    }

    @Test func `a heading may be a name`() throws {
        var page = NameSheet()
        page.rows(names)
        page.line("Zimmer, Zoe", below: 40)
        page.line("Name", "Status", "Date")
        page.rows(["Zimmer, Zoe"])
        let (rows, doubted) = try readWithDoubts([page.page], headed)
        #expect(rows == expected(names) + ["Zimmer, Zoe|issued|14-Jun-12"])
        #expect(doubted == [])
    }

    @Test func `a name that runs into the next column is doubted`() throws {
        var page = NameSheet()
        page.rows(names)
        page.line("Featherstonehaugh, Maximilian the Third", "", "14-Jun-12")
        let (_, doubted) = try readWithDoubts([page.page], headed)
        #expect(doubted.contains("Featherstonehaugh, Maximilian the Third"))
    }

    @Test func `a name is told as its watch writes it, in whatever form of Unicode`() throws {
        var page = NameSheet()
        page.rows(["ABBOTT,  Ann", "Rene\u{301} Descartes"])
        let watched = KeySet(patterns: [try KeyMask(text: "Abbott, Ann"), try KeyMask(text: "Ren\u{E9} Descartes")])
        let rows = read([page.page], headed, watched: watched)
        #expect(rows.map { Array($0.utf8) } == expected(["Abbott, Ann", "Ren\u{E9} Descartes"]).map { Array($0.utf8) })
    }

    @Test func `a doubt names the watch that a broken name may be`() throws {
        var page = NameSheet(pitch: 12)
        page.row(names[0])
        page.row("Smith-")
        page.line("JONES")
        page.row(names[1])
        let watched = KeySet(patterns: [try KeyMask(text: "Smith-Jones")])
        var reader = RowReader(layout: headed, watched: watched)
        reader.add(page.page)
        let list = try reader.finish()
        #expect(list.rows == [])
        #expect(list.doubts.contains { $0.rule == .unclearKey && $0.batches.contains("Smith-Jones") })
    }

    @Test func `a row at the top of a page may go on with the name before`() throws {
        var (first, second) = (NameSheet(), NameSheet(2, hasHeadings: false))
        first.rows(Array(names[..<2]))
        second.line("Junior")
        second.rows(Array(names[2...]))
        let (rows, doubted) = try readWithDoubts([first.page, second.page], headed)
        #expect(rows == expected(names))
        #expect(Set(doubted).isSuperset(of: ["Baker, Bob", "Baker, Bob Junior"]))
    }

    @Test func `a list of names alone needs cells`() throws {
        var page = NameSheet()
        page.rows(names)
        var reader = RowReader(layout: TableLayout(key: .anyText, headings: ColumnHeadings(batch: "Name")))
        reader.add(page.page)
        #expect(throws: RowError.textKeysOnPages) { try reader.finish() }
    }

    @Test func `headings that are missing are named`() throws {
        var page = NameSheet()
        page.rows(names)
        var reader = RowReader(
            layout: TableLayout(key: .anyText, headings: ColumnHeadings(batch: "Title", status: "Status")))
        reader.add(page.page)
        #expect(throws: RowError.noHeading("Title", found: ["Name", "Status", "Date"])) { try reader.finish() }
    }
}
