// Columns of pages, found by their headings.

import Rows
import TestKit
import Testing
import Text

private let wanted = ColumnHeadings(batch: "Application Number", status: "Decision", date: "Date")
private let layout = TableLayout(headings: wanted)
private let (one, two, three) = ("20121456171", "20121456172", "20121456173")

struct PageHeadingTests {
    private func rows(_ sheet: inout Sheet, from y: Double, shift: Double = 0) {
        for row in 0..<6 {
            sheet.draw("\(row)", 20, y + 14 * Double(row))
            sheet.draw("granted", 60 + shift, y + 14 * Double(row))
            sheet.draw("1\(row)-Jun-12", 200, y + 14 * Double(row))
            sheet.draw(String(20_121_456_170 + row), 300, y + 14 * Double(row))
            sheet.draw("remark", 420, y + 14 * Double(row))
        }
    }
    private let all = (0..<6).map { "\(20_121_456_170 + $0)|granted|1\($0)-Jun-12" }

    private func error(_ sheet: Sheet, _ layout: TableLayout = layout) -> RowError? {
        var reader = RowReader(layout: layout)
        reader.add(sheet.page())
        do throws(RowError) {
            _ = try reader.finish()
            return nil
        } catch {
            return error
        }
    }

    @Test func `the headings of the first page tell the columns of all`() {
        var first = Sheet(1)
        first.draw("Decisions of the week", 180, 30)
        for (text, x) in [
            ("No", 20.0), ("Decision", 60), ("Date:", 200), ("Application number", 300), ("Remarks", 420),
        ] {
            first.draw(text, x, 50)
        }
        rows(&first, from: 70)
        var second = Sheet(2)
        rows(&second, from: 70)
        #expect(read([Sheet(0).page(), first.page(), second.page()], layout) == all + all)
        #expect(read([first.page(shuffledWith: 7), second.page()], layout) == all + all)
    }

    @Test func `headings are put together of up to three lines, centred or not`() {
        var sheet = Sheet()
        sheet.draw("Decisions of the week", 180, 10)
        sheet.draw("Appli-", 315, 40)
        sheet.draw("No", 20, 52)
        sheet.draw("Decision", 60, 52)
        sheet.draw("Date", 200, 52)
        sheet.draw("cation", 315, 52)
        sheet.draw("Re-", 420, 46)
        sheet.draw("marks", 420, 58)
        sheet.draw("number", 315, 64)
        rows(&sheet, from: 84)
        let layout = TableLayout(
            headings: ColumnHeadings(batch: "Appli- cation number", status: "decision", date: "date"))
        #expect(read(sheet, layout) == all)
    }

    @Test(arguments: [(14.0, 60.0), (28, 60), (28, 110)])
    func `what stands above wanted headings heads a group of columns, and is no part of a row`(
        _ step: Double, _ x: Double
    ) throws {
        var sheet = Sheet()
        sheet.draw("Application number", 300, 70 - step)
        sheet.draw("Details", x, 70 - step)
        sheet.draw("No", 20, 70 - step)
        sheet.draw("Remarks", 420, 70 - step)
        sheet.draw("Decision", 60, 70)
        sheet.draw("Date", 200, 70)
        rows(&sheet, from: 84)
        var reader = RowReader(layout: layout, evidence: [.gaps])
        reader.add(sheet.page())
        let list = try reader.finish()
        #expect(list.rows.map { "\($0.batch)|\($0.update.status)|\($0.update.date)" } == all)
        #expect(list.doubts.isEmpty)
    }

    @Test func `the line of headings right above the first row is no part of it`() throws {
        var sheet = Sheet()
        sheet.draw("Application number", 20, 52)
        sheet.draw("Details", 150, 52)
        sheet.draw("Decision", 150, 76)
        sheet.draw("Date", 400, 76)
        for row in 0..<3 {
            let y = 100 + 24 * Double(row)
            sheet.draw(String(20_121_456_170 + row), 20, y)
            sheet.draw("granted", 150, y)
            sheet.draw("1\(row)-Jun-12", 400, y)
        }
        var reader = RowReader(layout: layout, evidence: [.gaps])
        reader.add(sheet.page())
        let list = try reader.finish()
        #expect(list.rows.map(\.update.status) == ["granted", "granted", "granted"])
        #expect(list.doubts.isEmpty)
    }

    @Test func `headings with next to no room between them are parted as well`() {
        var sheet = Sheet()
        sheet.draw("Application number", 50, 50, width: 76)
        sheet.draw("Decision", 132, 50)
        sheet.draw("Date", 400, 50)
        for row in 0..<6 { sheet.row(String(20_121_456_170 + row), "granted", "1\(row)-Jun-12", 70 + 14 * Double(row)) }
        #expect(read(sheet, layout) == all)
    }

    @Test func `a column without interest may stand as near`() {
        var sheet = Sheet()
        sheet.draw("No", 50, 50)
        sheet.draw("Number", 66, 50)
        sheet.draw("Decision", 180, 50)
        for row in 0..<6 {
            sheet.draw("\(row)", 50, 70 + 14 * Double(row))
            sheet.draw(String(20_121_456_170 + row), 66, 70 + 14 * Double(row))
            sheet.draw("granted", 180, 70 + 14 * Double(row))
        }
        let layout = TableLayout(headings: ColumnHeadings(batch: "Number", status: "Decision"))
        #expect(read(sheet, layout) == (0..<6).map { "\(20_121_456_170 + $0)|granted|" })
    }

    @Test func `of two columns of keys the one below the heading counts, if it is the last`() throws {
        var sheet = Sheet()
        for (text, x) in [("No", 20.0), ("Decision", 60), ("Date:", 200), ("Application number", 300)] {
            sheet.draw(text, x, 50)
        }
        rows(&sheet, from: 70)
        #expect(try read(sheet, TableLayout(key: KeyMask("#{1,11}"), headings: wanted)) == all)
    }

    @Test func `headings a word space apart are parted by their names, if nothing is left over`() {
        var sheet = Sheet()
        sheet.draw("Application number", 50, 50, width: 76)
        sheet.draw("Decision", 129, 50)
        sheet.draw("Date", 400, 50)
        for row in 0..<6 { sheet.row(String(20_121_456_170 + row), "granted", "1\(row)-Jun-12", 70 + 14 * Double(row)) }
        #expect(read(sheet, layout) == all)
        sheet.draw("first", 172, 50)
        #expect(error(sheet) == .noHeading("Application Number", found: ["Application number Decision first", "Date"]))
    }

    @Test func `a date without rows enough to show its column is no status`() {
        var sheet = Sheet()
        sheet.draw("Application number", 50, 50)
        sheet.draw("Decision", 200, 50)
        sheet.draw("Date", 400, 50)
        sheet.draw(one, 50, 70)
        sheet.draw("14-Jun-12", 400, 70)
        #expect(read(sheet, layout) == ["\(one)||14-Jun-12"])
    }

    @Test func `headings that are not there are told with what was found`() {
        var sheet = Sheet()
        sheet.draw("Application number", 50, 50)
        sheet.draw("Outcome", 200, 50)
        sheet.draw(one, 50, 70)
        sheet.draw("granted", 200, 70)
        #expect(error(sheet) == .noHeading("Decision", found: ["Application number", "Outcome"]))
        var bare = Sheet()
        bare.row(one, "granted", "14-Jun-12", 50)
        #expect(error(bare) == .noHeading("Application Number", found: []))
        #expect(error(Sheet()) == nil)
    }

    @Test func `a heading over two columns is refused, unless two tables stand side by side`() {
        var sheet = Sheet()
        for (text, x) in [("Application number", 50.0), ("Decision", 180), ("Date", 300), ("Date", 400)] {
            sheet.draw(text, x, 50)
        }
        for row in 0..<4 { sheet.row(String(20_121_456_170 + row), "granted", "1-Jun", 70 + 14 * Double(row)) }
        #expect(error(sheet) == .headingTwice("Date"))
        var beside = Sheet()
        let narrow = TableLayout(headings: ColumnHeadings(batch: "Number", status: "Decision"))
        for x in [50.0, 300] {
            beside.draw("Number", x, 50)
            beside.draw("Decision", x + 100, 50)
            for row in 0..<4 {
                beside.draw(String(20_121_456_170 + row + Int(x)), x, 70 + 14 * Double(row))
                beside.draw("granted", x + 100, 70 + 14 * Double(row))
            }
        }
        #expect(
            read(beside, narrow) == [50, 300].flatMap { x in (0..<4).map { "\(20_121_456_170 + $0 + x)|granted|" } })
    }

    @Test func `keys below another heading are refused`() {
        var sheet = Sheet()
        for (text, x) in [("Reference", 50.0), ("Application number", 180), ("Decision", 300), ("Date", 400)] {
            sheet.draw(text, x, 50)
        }
        sheet.row(one, "", "1-Jun", 70)
        let error = error(sheet)
        #expect(error == .keysElsewhere("Application Number"))
        #expect(
            error?.description
                == "the batches are not below the heading \"Application Number\"; name the heading that is above them")
    }
}
