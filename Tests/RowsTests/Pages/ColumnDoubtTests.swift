// Text of rows beside their keys that belongs to no column: marks under headings, another table, keys that share a
// cell.

import Rows
import TestKit
import Testing
import Text

struct ColumnDoubtTests {
    private func key(_ number: Int) -> String { "2012145\(1000 + number)" }

    private func read(_ sheets: [Sheet], _ evidence: Set<CellEvidence> = Set(CellEvidence.allCases)) throws -> RowList {
        var reader = RowReader(layout: .london, evidence: evidence)
        for sheet in sheets { reader.add(sheet.page()) }
        return try reader.finish()
    }

    private func doubts(_ sheets: Sheet...) throws -> [String] {
        try read(sheets).doubts.map { "\($0.page) \($0.rule.rawValue) \($0.word)" }
    }

    @Test func `a mark under one of several headings is doubted, one that is always at one place is not`() throws {
        func sheet(_ places: [Double]) -> Sheet {
            var sheet = Sheet()
            for row in 0..<8 {
                sheet.row(key(row), "", "14-Jun-12", 80 + 20 * Double(row))
                sheet.draw("X", places[row % places.count], 80 + 20 * Double(row))
            }
            return sheet
        }
        #expect(try doubts(sheet([150, 220, 290])).contains("1 evidence-disagrees X"))
        #expect(try doubts(sheet([150])).isEmpty)
    }

    @Test func `another table beside some of the rows is doubted where only gaps part it`() throws {
        var sheet = Sheet()
        for row in 0..<12 {
            sheet.row(key(row), "refused", "14-Jun-12", 80 + 20 * Double(row))
            if row < 4 { sheet.draw("Monday", 480, 80 + 20 * Double(row)) }
        }
        #expect(try read([sheet], [.gaps]).doubts.map(\.word) == [String](repeating: "Monday", count: 4))
        #expect(try read([sheet]).rows.allSatisfy { $0.update == Update(status: "refused", date: "14-Jun-12") })
        #expect(try doubts(sheet).isEmpty)
    }

    @Test func `a key below another in its cell is doubted, one with an empty status is not`() throws {
        func sheet(_ step: Double) -> Sheet {
            var sheet = Sheet()
            for row in 0..<5 {
                let y = 80 + 30 * Double(row)
                sheet.row(key(2 * row), "refused", "14-Jun-12", y)
                sheet.draw(key(2 * row + 1), 50, y + step)
            }
            return sheet
        }
        #expect(try doubts(sheet(12)) == (0..<5).map { "1 key-unclear \(key(2 * $0 + 1))" })
        #expect(try doubts(sheet(15)).isEmpty)
    }

    @Test func `statuses below their keys are in no column, which is told`() throws {
        var sheet = Sheet()
        for row in 0..<6 {
            sheet.draw(key(row), 50, 80 + 30 * Double(row))
            sheet.draw("refused", 60, 92 + 30 * Double(row))
        }
        #expect(try doubts(sheet) == ["1 text-between-rows refused"])
    }

    @Test func `a row that is alone on a page and begins with its number is told`() throws {
        var sheets = [Sheet(1), Sheet(2)]
        for row in 0..<6 {
            sheets[0].draw("\(row + 1).", 30, 80 + 20 * Double(row))
            sheets[0].row(key(row), "refused", "14-Jun-12", 80 + 20 * Double(row))
        }
        sheets[1].draw("7. \(key(6)) refused 14-Jun-12", 30, 80)
        #expect(try read(sheets).doubts.map(\.word) == [key(6)])
        sheets[1] = Sheet(2)
        sheets[1].draw("An example of a number is \(key(6))", 30, 80)
        #expect(try read(sheets).doubts.isEmpty)
    }

    @Test(arguments: ["X", "refused", "14-Jun-12", "TBC"], [true, false])
    func `marks in the place of dates, and words beside no status, are doubted in known cells`(
        date: String, hasStatus: Bool
    ) throws {
        var sheet = Sheet()
        var tables = TaggedTables()
        for row in 0..<5 {
            sheet.row(key(row), hasStatus ? "sent" : "", date, 80 + 20 * Double(row))
            tables.widths.append(3)
            for column in hasStatus ? [0, 1, 2] : [0, 2] {
                tables.cells.append(TaggedCell(table: 0, row: row, column: column))
            }
        }
        // The heading shows that there are three columns.
        tables.widths.append(3)
        for column in 0..<3 {
            sheet.draw(["Batch", "Status", "Date"][column], [50, 130, 400][column], 200)
            tables.cells.append(TaggedCell(table: 0, row: 5, column: column))
        }
        var page = sheet.page()
        for index in page.runs.indices { page.runs[index].owner = .cell(index) }
        page.tables = tables
        var reader = RowReader(layout: .london)
        reader.add(page)
        let isDoubtful = date == "X" || (!hasStatus && date != "14-Jun-12")
        #expect(Set(try reader.finish().doubts.map(\.word)) == (isDoubtful ? [date] : []))
    }
}
