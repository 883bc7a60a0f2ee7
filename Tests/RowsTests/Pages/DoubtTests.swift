// Each uncertainty of a reading is reported with page, word and rule; and certain rows raise no doubt.

import Rows
import TestKit
import Testing
import Text

/// The doubts about pages, as `page rule word`.
private func doubts(_ pages: [TextPage], _ layout: TableLayout = .london, watched: KeySet? = nil) throws -> [String] {
    var reader = RowReader(layout: layout, watched: watched)
    for page in pages { reader.add(page) }
    return try reader.finish().doubts.map { "\($0.page) \($0.rule.rawValue) \($0.word)" }
}

/// A page with a sound table, and what `change` draws beside it.
private func page(_ number: Int = 1, rows: Int = 6, _ change: (inout Sheet) -> Void = { _ in }) -> TextPage {
    var sheet = Sheet(number)
    for row in 0..<rows {
        sheet.row("2012145\(number)00\(row)", "visa issued", "14-Jun-12", 80 + 20 * Double(row))
    }
    change(&sheet)
    return sheet.page()
}

struct DoubtTests {
    @Test func `a sound list has no doubts`() throws {
        #expect(try doubts([page(1), page(2)]).isEmpty)
    }

    @Test func `a key on a page without rows is told`() throws {
        var sheet = Sheet(1)
        sheet.draw("Application 20121456171", 50, 80)
        sheet.draw("Status: visa issued", 50, 95)
        #expect(try doubts([sheet.page()]) == ["1 key-in-no-row 20121456171"])
    }

    @Test func `three keys on a page without rows are told beside pages with rows`() throws {
        var sheet = Sheet(2)
        for row in 0..<3 { sheet.draw("Application 2012145900\(row)", 50, 80 + 30 * Double(row)) }
        #expect(
            try doubts([page(1), sheet.page()])
                == (0..<3).map { "2 key-in-no-row 2012145900\($0)" })
    }

    @Test func `keys that are broken into two lines are told where there is no row`() throws {
        var sheet = Sheet(1)
        for row in 0..<3 {
            sheet.draw("20121-", 50, 80 + 30 * Double(row))
            sheet.draw("visa issued", 130, 80 + 30 * Double(row))
            sheet.draw("4561\(row)", 50, 92 + 30 * Double(row))
        }
        let layout = try TableLayout(key: KeyMask("#####-#####"), columns: [.batch, .status])
        #expect(try doubts([sheet.page()], layout) == (0..<3).map { "1 key-in-no-row 20121-4561\($0)" })
    }

    @Test func `two keys in the prose of a page without rows are none of a list with rows`() throws {
        var sheet = Sheet(2)
        for row in 0..<2 { sheet.draw("see application 2012145900\(row)", 50, 80 + 30 * Double(row)) }
        #expect(try doubts([page(1), sheet.page()]).isEmpty)
    }

    @Test func `a status that is another key is told`() throws {
        let pages = [page { $0.row("20121459001", "20121459002", "14-Jun-12", 200) }]
        #expect(try doubts(pages) == ["1 key-in-status 20121459002"])
    }

    @Test func `a status that names another case in a sentence is certain`() throws {
        let pages = [page { $0.row("20121459001", "see 20121459002 please", "14-Jun-12", 200) }]
        #expect(try doubts(pages).isEmpty)
    }

    @Test func `a number with a digit too few between the rows is told`() throws {
        let pages = [page { $0.row("2012145900", "visa issued", "14-Jun-12", 90) }]
        #expect(try doubts(pages) == ["1 key-in-no-row 2012145900"])
    }

    @Test func `a heading between the rows is certain`() throws {
        let pages = [page { $0.draw("Berlin", 50, 90) }]
        #expect(try doubts(pages).isEmpty)
    }

    @Test func `a heading between rows without statuses is told`() throws {
        let layout = try TableLayout(columns: [.batch, .date])
        var sheet = Sheet(1)
        for row in 0..<6 {
            let y = 80 + 20 * Double(row) + (row > 2 ? 20 : 0)
            sheet.draw("2012145100\(row)", 50, y)
            sheet.draw("14-Jun-12", 200, y)
        }
        sheet.draw("Refused", 50, 140)
        #expect(try doubts([sheet.page()], layout) == ["1 heading-over-rows Refused"])
    }

    @Test func `a column that is empty on one page alone is told`() throws {
        var sheet = Sheet(2)
        for row in 0..<6 { sheet.row("2012145200\(row)", "visa issued 14-Jun-12", "", 80 + 20 * Double(row)) }
        let dates = [String](repeating: "2 evidence-disagrees 14-Jun-12", count: 6)
        #expect(try doubts([page(1), sheet.page(), page(3)]) == ["2 empty-column 20121452000"] + dates)
    }

    @Test func `a word that mixes scripts is told`() throws {
        let pages = [page { $0.row("20121459001", "visa o\u{6600}cer", "14-Jun-12", 200) }]
        #expect(try doubts(pages) == ["1 text-misread o\u{6600}cer"])
    }

    @Test func `a status in Chinese, also beside Latin words, is certain`() throws {
        let pages = [page { $0.row("20121459001", "审理中 A级 visa", "14-Jun-12", 200) }]
        #expect(try doubts(pages).isEmpty)
    }

    @Test func `texts over each other are told`() throws {
        let pages = [page { $0.draw("please send your passport", 130, 105) }]
        #expect(try doubts(pages).contains { $0.hasPrefix("1 evidence-disagrees") })
    }

    @Test func `doubts about wanted rows come first, and others are kept`() throws {
        let pages = [
            page {
                $0.row("20121459001", "20121459002", "14-Jun-12", 200)
                $0.row("20121459003", "20121459004", "14-Jun-12", 220)
            }
        ]
        let watched = KeySet(patterns: [try KeyMask("20121459003")])
        #expect(
            try doubts(pages, watched: watched)
                == ["1 key-in-status 20121459004", "1 key-in-status 20121459002"])
    }

    /// Rows that stand as close as the lines of a cell do.
    private func tight(_ number: Int, _ lines: [(batch: String, status: String)]) -> TextPage {
        var sheet = Sheet(number)
        for (place, line) in lines.enumerated() {
            sheet.row(line.batch, line.status, line.batch.isEmpty ? "" : "14-Jun-12", 80 + 12 * Double(place))
        }
        return sheet.page()
    }

    @Test func `a line at a page's edge is told where no row shows how cells stand`() throws {
        let rows = (1...3).map { (batch: "2012145900\($0)", status: "issued") }
        let more = (4...9).map { (batch: "2012145900\($0)", status: "issued") }
        let head = [tight(1, rows), tight(2, [("", "processing")] + more)]
        #expect(try doubts(head) == ["2 text-at-edge processing"])
        let foot = [tight(1, rows + [("", "processing")]), tight(2, more)]
        #expect(try doubts(foot) == ["1 text-at-edge processing"])
        // Below the last row of all there is no other row.
        #expect(try doubts([tight(1, rows + [("", "processing")])]) == [])
        // A row between two others that shows it may come later; so may one that shows the opposite.
        let (long, short) = ("administrative review of this case", "processing")
        let below = [("20121459011", long), ("", short), ("20121459012", "issued")]
        #expect(try doubts(foot + [tight(3, below)]) == [])
        let above = [("20121459011", "issued"), ("", long), ("20121459012", short)]
        #expect(try doubts(foot + [tight(3, above)]) == ["1 text-at-edge processing"])
    }

    @Test func `a doubt concerns the batches it names, or any`() throws {
        let keys = KeySet(patterns: [try KeyMask("20121459003")])
        #expect(Doubt(page: 1, word: "", rule: .atEdge, batches: ["20121459003"]).concerns(keys))
        #expect(!Doubt(page: 1, word: "", rule: .atEdge, batches: ["20121459004"]).concerns(keys))
        #expect(Doubt(page: 1, word: "", rule: .atEdge).concerns(keys))
    }

    @Test func `a hundred doubts are kept, and that there are more`() throws {
        let pages = [
            page { sheet in
                for row in 0..<101 {
                    sheet.row("201215\(10000 + row)", "201216\(10000 + row)", "14-Jun-12", 200 + 20 * Double(row))
                }
            }
        ]
        let kept = try doubts(pages)
        #expect(kept.count == 101 && kept.last == "1 more-doubts ")
    }
}

/// Kinds of lists whose rows could not be read, or not rightly, by gaps alone.
struct LayoutKindTests {
    @Test func `a mark behind a key is no part of it`() {
        let rows = read([page { $0.row("20121459001*", "visa issued", "14-Jun-12", 200) }])
        #expect(rows.last == "20121459001|visa issued|14-Jun-12")
    }

    @Test(arguments: ["1", "12"])
    func `the call of a footnote is no part of key or status`(mark: String) {
        let rows = read([
            page {
                $0.row("20121459001", "visa issued", "14-Jun-12", 200)
                $0.draw(mark, 50 + 11 * Sheet.letter, 196, width: 4, size: 7)
                $0.draw(mark, 130 + 11 * Sheet.letter, 196, width: 4, size: 7)
            }
        ])
        #expect(rows.last == "20121459001|visa issued|14-Jun-12")
    }

    @Test func `letters set with space are words`() {
        var sheet = Sheet(1)
        for row in 0..<3 {
            for (index, letter) in "2012145900\(row)".enumerated() {
                sheet.draw(String(letter), 50 + 7 * Double(index), 80 + 20 * Double(row))
            }
            var x = 160.0
            for letter in "visa issued" {
                if letter != " " { sheet.draw(String(letter), x, 80 + 20 * Double(row)) }
                x += letter == " " ? 2.5 : 8
            }
            sheet.draw("14-Jun-12", 300, 80 + 20 * Double(row))
        }
        #expect(read(sheet) == (0..<3).map { "2012145900\($0)|visa issued|14-Jun-12" })
    }

    @Test(arguments: ["..............", "....", ". . . . . . . .", ". . . .", " . . . . . . . ."])
    func `leaders of dots are no text`(dots: String) {
        // At each place of a word of eight bytes, and at the end of the page's text.
        for status in ["issued", "issued!", "is issued", "is issued!"] {
            var sheet = Sheet(1)
            for row in 0..<3 {
                sheet.draw("2012145900\(row) \(dots) \(status) \(dots) 14-Jun-12", 50, 80 + 20 * Double(row))
            }
            #expect(read(sheet) == (0..<3).map { "2012145900\($0)|\(status)|14-Jun-12" }, "\(status)")
        }
    }

    @Test func `an ellipsis is text`() {
        let rows = read([page { $0.row("20121459001", "please wait...", "14-Jun-12", 200) }])
        #expect(rows.last == "20121459001|please wait...|14-Jun-12")
    }

    @Test func `a frame of characters is no text`() {
        var sheet = Sheet(1)
        for row in 0..<3 {
            sheet.draw("| 2012145900\(row) | visa issued    | 14-Jun-12 |", 50, 80 + 20 * Double(row))
        }
        #expect(read(sheet) == (0..<3).map { "2012145900\($0)|visa issued|14-Jun-12" })
    }

    @Test func `signs of full width are those of ASCII in a key`() {
        let rows = read([page { $0.row("２０１２１４５９００１", "visa issued", "14-Jun-12", 200) }])
        #expect(rows.last == "20121459001|visa issued|14-Jun-12")
    }

    @Test func `the columns of a wider page are its own`() {
        var wide = Sheet(2)
        for row in 0..<6 {
            wide.draw("2012145200\(row)", 50, 80 + 20 * Double(row))
            wide.draw("visa issued", 130, 80 + 20 * Double(row))
            wide.draw("14-Jun-12", 220, 80 + 20 * Double(row))
        }
        let rows = read([page(1), wide.page()])
        #expect(rows.count == 12 && rows.allSatisfy { $0.hasSuffix("|visa issued|14-Jun-12") })
    }

    @Test func `the shorter of two tables side by side is read too`() {
        var sheet = Sheet(1)
        for row in 0..<8 {
            sheet.row("2012145100\(row)", "sent", "14-Jun-12", 80 + 20 * Double(row))
            guard row < 4 else { continue }
            sheet.draw("2012145200\(row)", 500, 80 + 20 * Double(row))
            sheet.draw("sent", 580, 80 + 20 * Double(row))
            sheet.draw("14-Jun-12", 700, 80 + 20 * Double(row))
        }
        let keys = read(sheet).map { $0.prefix(11) }
        #expect(keys == (0..<8).map { "2012145100\($0)" } + (0..<4).map { "2012145200\($0)" })
    }
}
