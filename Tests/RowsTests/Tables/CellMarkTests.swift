// Cells whose text is not what the list says: struck out, a picture, a number in another form, a field that is missing.

import Rows
import Testing
import Text

private let (one, two, three) = ("20121456171", "20121456172", "20121456173")
private let headings = ["Batch", "Status", "Date"]

/// Rows as `batch|status`, and doubts as `rule batches`.
private func reading(
    _ rows: [[String]], width: Int? = nil, watched: [String]? = nil
) throws -> (rows: [String], doubts: [String]) {
    let keys = try watched.map { KeySet(patterns: try $0.map { try KeyMask($0) }) }
    let layout = TableLayout(headings: ColumnHeadings(batch: "Batch", status: "Status", date: "Date"))
    let list = try list([TextTable(rows: [headings] + rows, width: width)], layout, watched: keys)
    return (
        list.rows.map { "\($0.batch)|\($0.update.status)" },
        list.doubts.map { "\($0.rule.rawValue) \($0.batches.joined(separator: ","))" }
    )
}

struct CellMarkTests {
    @Test func `a mark stays behind its text, and is found there alone`() {
        for mark in CellMark.allCases where mark != .otherForm {
            #expect(CellMark.parted(mark.on("Issued"))?.text == "Issued")
            #expect(CellMark.parted(mark.on(""))?.mark == mark)
        }
        #expect(CellMark.parted(CellMark.otherForm.on("2E+10", digits: one))?.digits == one)
        for text in ["", "Issued", "\u{FFFD}", "a\u{FFFD}b", TextTable.uncalculated, "\u{FFFD}=", "\u{FFFD}=x"] {
            #expect(CellMark.parted(text) == nil, "\(text)")
        }
    }

    @Test func `a row of which something is struck out is doubted, and its text is read`() throws {
        let struck = CellMark.struckOut
        let read = try reading([
            [one, struck.on("Issued"), "1"], [struck.on(two), "Refused", "1"], [three, "Issued", struck.on("1")],
        ])
        #expect(read.rows == ["\(one)|Issued", "\(two)|Refused", "\(three)|Issued"])
        #expect(read.doubts == ["struck-out \(one)", "struck-out \(two)", "struck-out \(three)"])
        #expect(try reading([[one, struck.on("Issued"), "1"]], watched: [two]).doubts == [])
    }

    @Test func `a cell without words, or without its field, makes a doubt of its row, and none as a key`() throws {
        for (mark, rule) in [(CellMark.wordless, "more-than-text"), (.misplacedField, "field-missing")] {
            let read = try reading([[one, mark.on(""), "1"], [mark.on(""), "of all", ""], [two, "Issued", "1"]])
            #expect(read.rows == ["\(one)|", "\(two)|Issued"])
            #expect(read.doubts == ["\(rule) \(one)"])
        }
    }

    @Test func `a field that a record has elsewhere makes a doubt, and a date that it leaves out does not`() throws {
        let (misplaced, missing) = (CellMark.misplacedField.on(""), CellMark.missingField.on(""))
        let read = try reading([[one, misplaced, "1"], [two, "Issued", missing], [three, missing, ""]])
        #expect(read.doubts == ["field-missing \(one)", "field-missing \(three)"])
        #expect(try reading([[one, "Issued", misplaced]]).doubts == ["field-missing \(one)"])
    }

    @Test func `names of a field in other letters are one field`() throws {
        let layout = TableLayout(headings: ColumnHeadings(batch: "batch", status: "status"))
        let fields = ["batch", "status", "Batch"]
        let records = TextTable(
            fields: fields, rows: [[one, "a", ""], [CellMark.misplacedField.on(""), "b", two], [three, "c", ""]])
        #expect(try read([records], layout) == ["\(one)|a|", "\(two)|b|", "\(three)|c|"])
        #expect(throws: RowError.headingTwice("batch")) {
            try read([TextTable(fields: fields, rows: [[one, "a", two]])], layout)
        }
    }

    @Test func `another table beside the list with a heading of the same name disturbs nothing`() throws {
        let layout = TableLayout(headings: ColumnHeadings(batch: "Batch", status: "Status"))
        let beside = TextTable(rows: [
            ["Batch", "Status", "", "Office", "Batch"], [one, "a", "", "X", three], [two, "b", "", "", ""],
        ])
        #expect(try read([beside], layout) == ["\(one)|a|", "\(two)|b|"])
        let below = TextTable(rows: [
            ["Batch", "Status"], [one, "a"], ["Batch", "Office"], [two, "X"], ["Batch", "Status"], [three, "c"],
        ])
        #expect(try read([below], layout) == ["\(one)|a|", "\(three)|c|"])
    }

    @Test func `a key in another form is doubted`() throws {
        let read = try reading([
            [CellMark.otherForm.on("2.01E+10", digits: one), "Issued", "1"], [two, "Issued", "1"],
            [CellMark.otherForm.on("", digits: "4711"), "of all", ""],
        ])
        #expect(read.rows == ["\(two)|Issued"])
        #expect(read.doubts == ["key-unclear \(one)"])
    }

    @Test func `a row has as many cells as most, or as its headings`() throws {
        let rows = [[one, "Issued", "1"], [two, "1"], [three, "EU", "Issued", "1"]]
        #expect(try reading(rows, width: 3).doubts == ["row-uneven \(two)", "row-uneven \(three)"])
        #expect(try reading(rows).doubts == [])
        #expect(try reading([[one, "Issued", "1"], [two, "Issued", "1", "", ""]], width: 3).doubts == [])
        #expect(try reading([[one, "Issued", "1"], [two, "Issued", "1", "x"]], width: 4).doubts == [])
        #expect(try reading([[one, "Issued", "1"], [two, "1"]], width: 3, watched: [one]).doubts == [])
    }
}
