// Keys with other characters in their cell: which are read, which are doubted, and which cells have none.

import Rows
import Testing
import Text

private let headings = ColumnHeadings(batch: "Number", status: "Status")
private let one = "66357342"

private func layout(_ mask: String = "########") throws -> TableLayout {
    TableLayout(key: try KeyMask(mask), headings: headings)
}

private func reading(_ cells: [String], _ mask: String = "########", watched: [String]? = nil) throws -> RowList {
    let rows = [["Number", "Status"]] + cells.map { [$0, "Approved"] }
    let keys = try watched.map { KeySet(patterns: try $0.map { try KeyMask($0) }) }
    return try list([TextTable(rows: rows)], try layout(mask), watched: keys)
}

/// The keys that are read, and those that are doubted.
private func keys(_ cell: String, _ mask: String = "########") throws -> String {
    let list = try reading([cell], mask)
    return list.rows.map(\.batch).joined(separator: " ")
        + list.doubts.map { "?" + $0.batches.joined(separator: ",") }.joined()
}

struct KeyInCellTests {
    @Test(arguments: [
        "66357342*", "66357342 \u{2020}", "66357342\u{B9}", "66357342 **", "66357342[1]", "*66357342", "66357342.",
        "No. 66357342", "No.66357342", "N\u{B0} 66357342", "Nr.: 66357342", "#66357342", "\u{2116}66357342",
        "\u{2116} 66357342", "Case No. 66357342", "Ref: 66357342", "Aktenzeichen: 66357342", "дело № 66357342",
        "\u{7B2C}66357342\u{53F7}", "Number: 66357342", "12. 66357342",
        "66357342 [PDF] [DOC]", "66357342 (DOC)", "66357342 PDF, 120 KB", "66357342 (PDF, 1.2MB)", "PDF icon 66357342",
        "66357342.pdf", "66357342 - PDF", "Download 66357342 (3 pages)", "66357342 (PDF, opens in a new window)",
        "(66357342)", "\u{201C}66357342\u{201D}",
        "6635 7342", "6635\u{A0}7342", "6635\u{2009}7342", "6635-7342", "66 35 73 42", "66,357,342", "66.357.342",
        "No. 6635 7342*",
        "66357342 66357342", "66357342 \u{25BC}", "\u{10C}\u{ED}slo 66357342", "Dnr: 66357342", "66357342 Copy",
        "\u{666}\u{666}\u{663}\u{665}\u{667}\u{663}\u{664}\u{662}",
        "\u{6F6}\u{6F6}\u{6F3}\u{6F5}\u{6F7}\u{6F3}\u{6F4}\u{6F2}",
        "\u{96C}\u{96C}\u{969}\u{96B}\u{96D}\u{969}\u{96A}\u{968}*",
    ])
    func `a key beside marks, labels and names of links is read`(cell: String) throws {
        #expect(try keys(cell) == one)
    }

    @Test(arguments: [
        ("66357342-66357350", "66357342,66357350"), ("66357342 \u{2013} 66357350", "66357342,66357350"),
        ("66357342 to 66357350", "66357342,66357350"), ("66357342-50", "66357342,66357350"),
        ("66357342, 66357350", "66357342,66357350"), ("66357342 66357350", "66357342,66357350"),
        ("66357342 1", one), ("1 66357342", one), ("66357342/2", one), ("66357342-A", one), ("CO-66357342", one),
        ("66357342.5", one), ("66357342 (2)", one), ("66357342 (withdrawn)", one), ("66357342 \u{2713}", one),
        ("66357342?", one), ("66357342 open", one), ("66357342 No", one), ("66357342 A", one), ("Smith 66357342", one),
        ("66357342 2026", one),
    ])
    func `a key that may be another number, or has more said of it, is doubted`(cell: String, keys doubted: String)
        throws
    {
        #expect(try keys(cell) == "?" + doubted)
    }

    @Test(arguments: [
        "2026-11-13", "13 11 2026", "Total", "", "663", "6635734", "Page 2 of 3", "1,234", "66357.342", "6635,734,2",
    ])
    func `other cells have no key`(cell: String) throws {
        #expect(try keys(cell) == "")
    }

    @Test func `the mask says what a key is`() throws {
        #expect(try keys("S275940 [PDF] [DOC]", "A######") == "S275940")
        #expect(try keys("No. 22-3306", "##-####") == "22-3306")
        #expect(try keys("22-3306-1", "##-####") == "?22-3306")
        #expect(try keys("S 275940", "A######") == "?S275940")
        #expect(try keys("6635 7342", "#{4,9}") == "?6635,7342,66357342")
        // Few digits make no number of a word in a text, but a label does.
        #expect(try keys("x B-7", "A-#") == "")
        #expect(try keys("No. B-71", "A-##") == "B-71")
    }

    @Test func `a longer number is doubted only where a watched key begins or ends it and is nowhere else`() throws {
        #expect(try keys("663573421") == "")
        let doubts = try reading(["663573421", "66357342A"], watched: [one]).doubts
        #expect(doubts.map(\.batches) == [[one], [one]])
        #expect(doubts.first?.rule == .unclearKey)
        #expect(try reading(["663573421", one], watched: [one]).doubts == [])
        #expect(try reading(["663573421"], watched: ["6635734#"]).doubts == [])
    }

    @Test func `a range may mean the watched keys within it`() throws {
        #expect(try reading(["66357340-66357350"], watched: [one]).doubts.first?.batches.contains(one) == true)
        #expect(try reading(["66357340-50"], watched: [one]).doubts.first?.batches.contains(one) == true)
        let other = try reading(["66357343-66357350"], watched: [one]).doubts
        #expect(other.first?.batches == ["66357343", "66357350"])
        // Of many such cells not each is compared with all keys.
        let many = (0..<30).map { "6635\(1000 + $0)-66358000" }
        #expect(try reading(many, watched: [one]).doubts.first?.batches == ["66351000", "66358000", one])
        #expect(try reading(many, watched: [one]).doubts.contains { $0.batches.isEmpty })
    }

    @Test func `two spellings of one key are doubted, two labels are not`() throws {
        let doubts = try reading(["6635 7342", "66357343", one]).doubts
        #expect(doubts.map(\.rule) == [.sameKey])
        #expect(doubts.map(\.batches) == [[one]])
        #expect(try reading(["66357342*", one]).doubts.map(\.rule) == [.sameKey])
        #expect(try reading(["66357342*", "66357342 \u{2020}"]).doubts.map(\.rule) == [.sameKey])
        #expect(try reading(["66357342*", "66357342*"]).doubts == [])
        #expect(try reading(["66357342 [PDF]", "No. 66357342", one]).doubts == [])
        #expect(try reading(["66357342*", one], watched: ["66357343"]).doubts == [])
    }

    @Test func `a remark below the keys is none of the list`() throws {
        let rows = [["Number", "Status"], ["66357342*", "Approved"], ["* 66357342 was corrected", ""]]
        let list = try list([TextTable(rows: rows)], try layout())
        #expect(list.rows.map(\.batch) == [one])
        #expect(list.doubts == [])
    }

    @Test func `by position the column is that with most keys, and cells that are a key count more`() throws {
        let layout = try TableLayout(key: KeyMask("########"), columns: [.batch, .status])
        let marked = table(["", "66357342*", "a"], ["", "66357343 [PDF]", "b"])
        #expect(try read([marked], layout) == ["66357342|a|", "66357343|b|"])
        let beside = table(["66357342", "Case 66357350"], ["66357343", "Case 66357351"])
        #expect(try read([beside], layout) == ["66357342|Case 66357350|", "66357343|Case 66357351|"])
        let doubtful = try list([table(["", "66357342-66357350", "a"])], layout)
        #expect(doubtful.rows == [] && doubtful.doubts.map(\.rule) == [.unclearKey])
    }

    @Test func `the page of a case may write its number with a label`() throws {
        let page = table(["Number", "No. 6635 7342"], ["Status", "Approved"])
        #expect(try read([page], try layout(), onlyBatch: one) == ["66357342|Approved|"])
    }

    @Test func `a formula without a value is doubted and no status`() throws {
        let rows = [["Number", "Status"], [one, TextTable.uncalculated], ["66357343", "Approved"]]
        let list = try list([TextTable(rows: rows)], try layout())
        #expect(list.doubts.map(\.rule) == [.uncalculated])
        #expect(list.doubts.map(\.batches) == [[one]])
    }

    @Test func `what labels say is read by the headings alone, and takes the place of no table`() throws {
        let labels = TextTable(fields: ["Number", "Status"], rows: [[one, "Approved"], ["Total", "x"]])
        var reader = TableReader(layout: try layout(), watched: nil, fingerprints: false)
        #expect(!reader.hasTable)
        reader.add(labels: labels)
        #expect(try reader.finish().rows.map(\.batch) == [one])
        var other = TableReader(layout: try layout(), watched: nil, fingerprints: false)
        other.add(table(["Number", "Status"]))
        #expect(other.hasTable)
    }
}
