// Cells with uncertain text: struck out, a picture, a number in another form, a missing field.

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

    @Test func `a cell whose letters run against their direction, or that has marks within, makes a doubt`() throws {
        let (turned, marked) = ("\u{202E}deussI\u{202C}", CellMark.wordless.on("Is") + "sued")
        let read = try reading([[one, turned, "1"], [two, marked, "1"], [three, "Issued", "1"]])
        #expect(read.doubts.map { $0.split(separator: " ").first } == ["text-misread", "more-than-text"])
        #expect(read.rows.contains("\(two)|Issued"))
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

    @Test func `what is hidden is read and doubted, a hidden row once`() throws {
        let hidden = CellMark.hidden
        let read = try reading([
            [one, hidden.on("Issued"), "1"], [hidden.on(two), hidden.on("Refused"), hidden.on("1")],
            [hidden.on("Total"), hidden.on("2"), ""], [three, "Issued", hidden.on("1")],
        ])
        #expect(read.rows == ["\(one)|Issued", "\(two)|Refused", "\(three)|Issued"])
        #expect(read.doubts == ["text-hidden \(one)", "text-hidden \(two)", "text-hidden \(three)"])
    }

    @Test func `a hidden column has the keys where no other has any`() throws {
        let (hidden, layout) = (CellMark.hidden, try TableLayout(columns: [.batch, .status]))
        let only = TextTable(rows: [[hidden.on(one), "Issued"], [hidden.on(two), "Refused"]])
        #expect(try read([only], layout) == ["\(one)|Issued|", "\(two)|Refused|"])
        let copies = TextTable(rows: [
            [hidden.on(three), "x", one, "Issued"], [hidden.on(three), "x", two, "Refused"],
        ])
        #expect(try read([copies], layout) == ["\(one)|Issued|", "\(two)|Refused|"])
    }

    @Test func `a hidden column counts where no other has its heading`() throws {
        let hidden = CellMark.hidden
        func read(_ rows: [[String]]) throws -> [String] {
            let list = try list(
                [TextTable(rows: rows)], TableLayout(headings: ColumnHeadings(batch: "Batch", status: "Status")))
            return list.rows.map { "\($0.batch)|\($0.update.status)" } + list.doubts.map(\.rule.rawValue)
        }
        let old = hidden.on("Old")
        #expect(try read([["Batch", hidden.on("Status"), "Status"], [one, old, "Issued"]]) == ["\(one)|Issued"])
        #expect(
            try read([["Batch", hidden.on("Status"), "Office"], [one, old, "X"]]) == ["\(one)|Old", "text-hidden"])
        #expect(throws: RowError.self) {
            try read([["Batch", hidden.on("Status"), hidden.on("Status")], [one, old, old]])
        }
    }

    @Test(arguments: ["#N/A", "#REF!", "#NAME?", "#DIV/0!", "#WERT!", "#NV", "########", "Err:508"])
    func `a formula that failed is no status`(failure: String) throws {
        let read = try reading([[one, failure, "1"], [two, "Issued", failure], [three, "Issued", "1"]])
        #expect(read.rows == ["\(one)|\(failure)", "\(two)|Issued", "\(three)|Issued"])
        #expect(read.doubts == ["formula-without-value \(one)", "formula-without-value \(two)"])
    }

    @Test(arguments: [
        ("2.01215E+10", ""), ("2,01215E+10", ""), ("201214\u{2026}", ""), ("201214...", ""), ("#N/A", ""),
        ("2O121456I72", two), ("2012145617Z", nil), ("Total 4", nil), ("2.5E", nil), ("2012145617", nil),
        ("14...", nil),
    ])
    func `a row whose key is spoiled is doubted`(key: String, batch: String?) throws {
        let doubts = batch.map { ["key-in-no-row \($0)"] } ?? []
        #expect(try reading([[one, "Issued", "1"], [key, "Refused", "1"]]).doubts == doubts)
        #expect(try reading([[one, "Issued", "1"], [key, "Refused", "1"]], watched: [two]).doubts == doubts)
        if key != "#N/A" { #expect(try reading([[one, "Issued", "1"], [key, "", ""]]).doubts == []) }
    }

    @Test(arguments: ["#1", "#", "##", "# 4 of 5!", "#Approved!", "No.#", "Err: 508", "Error", "#NVX"])
    func `other words with such signs are statuses`(text: String) throws {
        #expect(try reading([[one, text, "1"]]).doubts == [])
    }

    @Test func `of a record that says a status twice the row is doubted`() throws {
        #expect(try reading([[one, CellMark.contradicted.on("Issued"), "1"]]).doubts == ["said-otherwise \(one)"])
        #expect(try reading([[CellMark.contradicted.on(one), "Issued", "1"]]).doubts == ["said-otherwise \(one)"])
    }

    @Test func `rows whose status and date are the other way round than before are doubted`() throws {
        let (proper, other) = ([one, "Issued", "2026-11-01"], [two, "2026-11-02", "Refused"])
        #expect(try reading([proper, other]).doubts == ["evidence-disagrees \(two)"])
        #expect(try reading([proper, other], watched: [two]).doubts == ["evidence-disagrees \(two)"])
        #expect(try reading([other, [three, "2026-11-03", "Issued"]]).doubts == [])
        #expect(try reading([proper, [two, "2026-11-02", "1 Nov 2026"], [three, "2026-11-02", ""]]).doubts == [])
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
