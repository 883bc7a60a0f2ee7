// Rows of tables whose keys may be any text: what heads, counts or ends them is in doubt.

import Rows
import Testing
import Text

private let layout = TableLayout(
    key: .anyText, headings: ColumnHeadings(batch: "Name", status: "Status", date: "Updated"))

private func doubted(_ rows: [[String]]) throws -> [String] {
    var reader = TableReader(layout: layout, watched: nil, fingerprints: false)
    reader.add(TextTable(rows: [["Name", "Status", "Updated"]] + rows))
    return Set(try reader.finish().doubts.flatMap(\.batches)).sorted()
}

private let names = ["Smith, Ann", "Okafor Ltd", "City of Troy", "Lee"].enumerated().map {
    [$1, "granted", "1\($0) May 2026"]
}

struct TextRowTests {
    @Test func `rows of names are in no doubt`() throws {
        #expect(try doubted(names + [["Patel", "", "2 May 2026"]]) == [])
    }

    @Test func `what stands alone in its row may be the name of a group`() throws {
        #expect(try doubted([["District 1", "", ""]] + names) == ["District 1"])
    }

    @Test(arguments: [["Total", "7 of 9", ""], ["Listed", "4", ""], ["Grand total", "12", "x"]])
    func `what counts the rows may be none`(_ row: [String]) throws {
        #expect(try doubted(names + [row]) == [row[0]])
    }

    @Test func `words where the rows above have dates or numbers begin another table`() throws {
        let other = [["Office", "Phone", "Hours"], ["North", "555-0101", "9-17"]]
        #expect(try doubted(names + other) == ["North", "Office"])
        let numbers = (1...4).map { ["No. \($0)", "granted", ""] }
        #expect(try doubted(numbers + other) == ["North", "Office"])
        #expect(try doubted(names + [["Patel", "on hold", "12 May 2026"]]) == [])
    }
}
