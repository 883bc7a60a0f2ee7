// Keys of pages with more text in their cells: which are read, which are doubted, and which texts are none.

import Rows
import TestKit
import Testing
import Text

/// The rows as `batch|status`, and the doubts as `?rule batches`.
private func reading(
    _ sheet: Sheet, _ mask: String = "########", columns: [Column] = [.batch, .status], watched: [String]? = nil
) throws -> [String] {
    let keys = try watched.map { KeySet(patterns: try $0.map { try KeyMask($0) }) }
    var reader = RowReader(layout: try TableLayout(key: KeyMask(mask), columns: columns), watched: keys)
    reader.add(sheet.page())
    let list = try reader.finish()
    return list.rows.map { "\($0.batch)|\($0.update.status)" }
        + list.doubts.map { "?\($0.rule.rawValue) \($0.batches.joined(separator: ","))" }
}

/// A table of six rows in which one cell of the keys' column, and the status beside it, are others.
private func sheet(_ cell: [(text: String, x: Double)], status: String = "issued", at row: Int = 3) -> Sheet {
    var sheet = Sheet()
    sheet.draw("Number", 50, 60)
    sheet.draw("Status", 200, 60)
    for index in 0..<6 {
        let y = 80 + 14 * Double(index)
        if index == row { for part in cell { sheet.draw(part.text, part.x, y) } }
        if index != row { sheet.draw("6635734\(index)", 50, y) }
        sheet.draw(index == row ? status : "issued", 200, y)
    }
    return sheet
}

private let all = (0..<6).map { "6635734\($0)|issued" }
private let others = all.filter { $0 != "66357343|issued" }

struct KeyInTextTests {
    @Test(arguments: [
        "66357343*", "66357343 *", "66357343 \u{2020}", "No. 66357343", "N\u{B0} 66357343", "Case No. 66357343",
        "6635 7343", "66 357 343", "6635-7343", "66357343 [PDF]", "66357343 (PDF, 120 KB)", "66357343 [Download]",
        "66357343 PDF", "No. 6635 7343*",
    ])
    func `a key beside marks, labels and kinds of files is read`(cell: String) throws {
        for row in [3, 0, 5] {
            let expected = all.filter { !$0.hasPrefix("6635734\(row)") }
            let text = row == 3 ? cell : cell.replacing("343", with: "34\(row)")
            let found = try reading(sheet([(text, 50)], at: row))
            #expect(found.filter { !$0.hasPrefix("6635734\(row)") } == expected, "\(text)")
            #expect(found.sorted() == all, "\(text)")
        }
    }

    @Test func `its parts may be drawn one by one`() throws {
        #expect(try reading(sheet([("6635", 50), ("7343", 73)])) == all)
        #expect(try reading(sheet([("No.", 50), ("66357343", 68)])) == all)
        #expect(try reading(sheet([("66357343", 50), ("[PDF]", 93)])) == all)
        // A sign is a status that stands near, as far as anybody can tell.
        #expect(try reading(sheet([("66357343", 50), ("(", 93)], status: "")).contains("66357343|("))
    }

    @Test(arguments: [
        ("66357343-66357350", "66357343,66357350"), ("66357343-50", "66357343,66357350"),
        ("66357343 to 66357350", "66357343,66357350"), ("66357343, 66357350", "66357343,66357350"),
        ("66357343/2", "66357343"), ("66357343 (2)", "66357343"), ("Smith 66357343", "66357343"),
        ("66357343 new", "66357343"), ("66357343 open", "66357343"), ("66357343 2", "66357343"),
    ])
    func `a key that may be another number is doubted`(cell: String, keys: String) throws {
        let found = try reading(sheet([(cell, 50)]))
        #expect(found.filter { !$0.hasPrefix("?") } == others, "\(cell)")
        #expect(found.contains("?key-unclear \(keys)"), "\(cell): \(found)")
    }

    @Test func `a range may mean the watched keys within it`() throws {
        let range = sheet([("66357350-66357360", 50)])
        #expect(try reading(range, watched: ["66357355"]) == ["?key-unclear 66357350,66357360,66357355"])
        // Nobody who watches another key is told of it.
        let other = try reading(range, watched: ["66357340"])
        #expect(other.first == all[0])
        #expect(other.allSatisfy { !$0.contains("66357355") })
    }

    @Test func `a second spelling of a key on the page is doubted`() throws {
        let found = try reading(sheet([("6635 7342", 50)]))
        #expect(found.filter { !$0.hasPrefix("?key-in-no-row") } == others + ["?keys-alike 66357342"])
    }

    @Test func `where all are written alike they are rows`() throws {
        for wording in ["No. # ", "# [PDF]", "Case #"] {
            var sheet = Sheet()
            sheet.draw("Number", 50, 60)
            for index in 0..<6 {
                let y = 80 + 14 * Double(index)
                sheet.draw(wording.replacing("#", with: "6635734\(index)"), 50, y)
                sheet.draw("issued", 200, y)
            }
            #expect(try reading(sheet) == all)
        }
        var sheet = Sheet()
        for index in 0..<6 { sheet.draw("S27594\(index) [PDF]", 50, 80 + 14 * Double(index)) }
        for index in 0..<6 { sheet.draw("issued", 200, 80 + 14 * Double(index)) }
        #expect(try reading(sheet, "A######") == (0..<6).map { "S27594\($0)|issued" })
    }

    @Test func `a letter that names one case twice is no list`() throws {
        var sheet = Sheet()
        sheet.draw("Case No. 66357343", 50, 60)
        sheet.draw("12 June", 400, 60)
        sheet.draw("Dear applicant,", 50, 90)
        sheet.draw("we write to you in the matter of your application.", 50, 104)
        sheet.draw("Page 1", 400, 700)
        var found = try reading(sheet)
        #expect(found == ["?key-in-no-row "])
        // Written otherwise, they are no column.
        sheet.draw("Ref. 66357344", 50, 120)
        sheet.draw("closed", 400, 120)
        found = try reading(sheet)
        #expect(found == ["?key-in-no-row ", "?key-in-no-row "])
    }

    @Test func `what heads or ends the page names no row`() throws {
        for y in [20.0, 200] {
            var page = sheet([("66357343", 50)])
            page.draw("Ref. No. 66357350", 50, y)
            page.draw("12 June", 200, y)
            #expect(try reading(page) == all)
        }
        // Nor what stands beside the keys' column.
        #expect(
            try reading(sheet([("66357343", 50)], status: "see No. 66357350")).prefix(6).allSatisfy {
                $0.hasPrefix("663573")
            })
    }

    @Test func `a list of nothing but numbers is read, too`() throws {
        var sheet = Sheet()
        for index in 0..<6 {
            sheet.draw(index == 3 ? "6635 7343" : "6635734\(index)", 50, 80 + 14 * Double(index))
        }
        #expect(try reading(sheet, columns: [.batch]) == (0..<6).map { "6635734\($0)|" })
    }
}
