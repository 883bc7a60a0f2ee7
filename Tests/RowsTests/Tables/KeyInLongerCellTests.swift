// Keys as parts of longer cells, if the layout allows it: in tables and on pages.

import Rows
import TestKit
import Testing
import Text

private func mask(_ text: String = "##-###") throws -> KeyMask {
    var mask = try KeyMask(text)
    mask.isInText = true
    return mask
}

private func described(_ list: RowList) -> String {
    (list.rows.map { "\($0.batch)|\($0.update.status)" }
        + list.doubts.map { "?" + $0.rule.rawValue + " " + $0.batches.joined(separator: ",") }).joined(separator: "; ")
}

/// The rows of a table with one such cell, and what is doubted.
private func reading(_ cell: String, _ text: String = "##-###", watched: [String]? = nil) throws -> String {
    let rows = [["Case", "Status"], ["21-001 (Brown)", "Open"], [cell, "Granted"], ["21-002 (White)", "Open"]]
    let layout = TableLayout(key: try mask(text), headings: ColumnHeadings(batch: "Case", status: "Status"))
    let keys = try watched.map { KeySet(patterns: try $0.map { try KeyMask($0) }) }
    let found = described(try list([TextTable(rows: rows)], layout, watched: keys))
    return found.split(separator: "; ").filter { !$0.hasSuffix("|Open") }.joined(separator: "; ")
}

struct KeyInLongerCellTests {
    @Test(arguments: [
        "23-340", "No. 23-340 (Smith)", "23-340 Smith v. Jones", "In re Smith, 23-340.", "Smith\n23-340\nof 2023",
        "(23-340)", "23-340: appeal of 23-340", "1234 Main St, permit 23-340",
    ])
    func `all else in the cell is context`(cell: String) throws {
        #expect(try reading(cell) == "23-340|Granted")
    }

    @Test(arguments: [
        "23-340, 23-341", "23-340; 23-341", "23-340 and 23-341", "23-340 & 23-341", "23-340\n23-341",
        "23-340\r\n23-341",
        "No. 23-340, No. 23-341 (Smith)", "23-340 (Smith), 23-341 (Jones)", "23-340 und 23-341",
    ])
    func `keys that separators part are a row each`(cell: String) throws {
        #expect(try reading(cell) == "23-340|Granted; 23-341|Granted")
        #expect(try reading(cell, watched: ["23-341"]) == "23-341|Granted")
    }

    @Test(arguments: [
        "23-340 23-341", "23-340 (see 23-341)", "23-340, formerly 23-341", "23-340-23-341", "23-340 to 23-341",
        "23-340 / 23-341",
    ])
    func `keys beside each other in any other way are in doubt`(cell: String) throws {
        #expect(try reading(cell) == "?key-unclear 23-340,23-341")
    }

    @Test(arguments: ["123-340", "23-3401", "23-340-A", "1/23-340", "23-340.5"])
    func `a part of a longer number is no key`(cell: String) throws {
        let found = try reading(cell)
        #expect(!found.contains("23-340|"), "\(found)")
    }

    @Test func `a line may end within a key`() throws {
        #expect(try reading("No. 23-\n340 (Smith)") == "23-340|Granted")
    }

    @Test func `what goes on below a shared cell is in doubt for each of its keys`() throws {
        let rows = [["Case", "Status", "Date"], ["23-340, 23-341", "Open", "1 May"], ["", "Closed", "2 May"]]
        let layout = TableLayout(
            key: try mask(), headings: ColumnHeadings(batch: "Case", status: "Status", date: "Date"))
        let found = described(try list([TextTable(rows: rows)], layout, watched: nil))
        #expect(found == "23-340|Open; 23-341|Open; ?text-between-rows 23-340,23-341")
    }

    @Test func `cells up to a paragraph are searched, and no longer ones`() throws {
        let words = String(repeating: "a", count: 4096 - 7)
        #expect(try reading("23-340 " + words) == "23-340|Granted")
        #expect(try reading("23-340 " + words + "a") == "")
    }

    @Test func `on pages the texts of the keys' column are keys`() throws {
        var sheet = Sheet()
        sheet.draw("Decisions of 23-999 and others follow below", 50, 30)
        sheet.draw("Case", 50, 60)
        sheet.draw("Status", 300, 60)
        let cells = ["No. 23-340 (Smith)", "No. 23-341, 23-342", "23-343", "In re Brown, 23-344", "23-345 23-346"]
        for (index, cell) in cells.enumerated() {
            sheet.draw(cell, 50, 80 + 14 * Double(index))
            sheet.draw("granted", 300, 80 + 14 * Double(index))
        }
        var reader = RowReader(layout: try TableLayout(key: try mask(), columns: [.batch, .status]))
        reader.add(sheet.page())
        let list = try reader.finish()
        let keys = ["23-340", "23-341", "23-342", "23-343", "23-344"]
        #expect(list.rows.map { "\($0.batch)|\($0.update.status)" } == keys.map { "\($0)|granted" })
        #expect(list.rowCount == 5)
        #expect(list.doubts.contains { $0.rule == .unclearKey && $0.batches == ["23-345", "23-346"] })
        #expect(!list.doubts.contains { $0.batches.contains("23-342") })
    }
}
