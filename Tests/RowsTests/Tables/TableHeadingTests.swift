// Columns of tables with cells, found by their headings.

import Rows
import Testing
import Text

private let wanted = ColumnHeadings(batch: "Application Number", status: "Decision", date: "Date")
private let layout = TableLayout(headings: wanted)
private let (one, two, three) = ("20121456171", "20121456172", "20121456173")

struct TableHeadingTests {
    @Test func `columns are found by their headings, whatever their order, capitals, blanks and marks`() throws {
        let list = table(
            ["Decisions of June"], ["DATE *", "No", "application\u{A0}number:", "Remarks", "Decision"],
            ["14-Jun", "1", one, "x", "granted"], ["", "2", two])
        #expect(try read([list], layout) == ["\(one)|granted|14-Jun", "\(two)||"])
    }

    @Test func `a row of headings further down takes over`() throws {
        let list = table(
            ["Application Number", "Decision", "Date"], [one, "granted", "14-Jun"],
            ["Application Number", "Date", "Decision"], [two, "15-Jun", "refused"])
        #expect(try read([list], layout) == ["\(one)|granted|14-Jun", "\(two)|refused|15-Jun"])
    }

    @Test(arguments: [
        [["Application Number", "Office", "Date"]], [[], ["Case", "Outcome", "Made"]],
        [["Application Number", "Date"]],
    ])
    func `another table below with other headings is none of the list`(headings: [[String]]) throws {
        let rows =
            [["Application Number", "Decision", "Date"], [one, "granted", "1"]] + headings + [[two, "x", "2"]]
        #expect(try read([TextTable(rows: rows)], layout) == ["\(one)|granted|1"])
    }

    @Test(arguments: [
        [[], ["of which", "refused", ""]], [["Case", "Outcome", "Made"]], [[], ["No. of case", "Outcome 2", "Made"]],
        [[]],
    ])
    func `other rows between begin no other table`(between: [[String]]) throws {
        let rows = [["Application Number", "Decision", "Date"], [one, "granted", "1"]] + between + [[two, "x", "2"]]
        #expect(try read([TextTable(rows: rows)], layout) == ["\(one)|granted|1", "\(two)|x|2"])
    }

    @Test(arguments: [
        ("Заявка", "ЗАЯВКА:"), ("\u{C9}tat", "E\u{301}TAT"), ("e\u{301}tat", "\u{C9}tat"),
        ("\u{201C}No\u{201D}", "\"no\""),
    ])
    func `headings in any script are found again`(name: String, printed: String) throws {
        let layout = TableLayout(headings: ColumnHeadings(batch: name, status: "Status"))
        let list = table([name, "Status"], [one, "a"], ["Status", " \u{A0}" + printed], ["b", two], [three, "c"])
        #expect(try read([list], layout) == ["\(one)|a|", "\(two)|b|"])
    }

    @Test func `tables without the headings are passed over, and each one needs its own`() throws {
        let tables = [
            table([one, "menu", "1-Jan"]),
            table(["Application Number", "Decision", "Date"], [two, "granted", "14-Jun"]),
            table([three, "footer", "2-Jan"]),
        ]
        #expect(try read(tables, layout) == ["\(two)|granted|14-Jun"])
    }

    @Test func `only what the mask matches is a key, and a heading is whole`() throws {
        let list = table(["Application Number", "Decision", "Date"], ["Total", "2", "3"], [one, "granted", "14-Jun"])
        #expect(try read([list], layout) == ["\(one)|granted|14-Jun"])
        let longer = table(["Application Number of", "Decision", "Date"], [one, "granted", "14-Jun"])
        #expect(throws: RowError.self) { try list2([longer]) }
    }

    private func list2(_ tables: [TextTable], onlyBatch: String? = nil) throws(RowError) -> RowList {
        try list(tables, layout, onlyBatch: onlyBatch)
    }

    @Test(
        arguments: [
            // The row with most of the headings, of equal ones the first.
            (
                [["x", "y"], ["Application Number", "Outcome"], ["Application Number", "Date", ""]],
                "no column is headed \"Decision\"; the headings found are \"Application Number\", \"Date\""
            ),
            (
                [["Application Number", "first"], ["Application Number", "second"]],
                "no column is headed \"Decision\"; the headings found are \"Application Number\", \"first\""
            ),
            // The row above the first one with a key.
            (
                [["a", "b"], ["Number", "Outcome"], [one, "granted"], [two, "x"]],
                "no column is headed \"Application Number\"; the headings found are \"Number\", \"Outcome\""
            ),
            (
                [["a", "b"], ["Number", "Outcome"], [], ["", ""], [one, "granted"], [two, "x"]],
                "no column is headed \"Application Number\"; the headings found are \"Number\", \"Outcome\""
            ),
            // The first row of several cells.
            (
                [["News"], ["a", "b"], ["c", "d"]],
                "no column is headed \"Application Number\"; the headings found are \"a\", \"b\""
            ),
            ([["News"]], "no column is headed \"Application Number\"; there are no headings"),
            ([], "no column is headed \"Application Number\"; there are no headings"),
            (
                [["Date", "1", "2", "3", "4", "5", "6", "7", "8", "9"]],
                "no column is headed \"Application Number\"; the headings found are \"Date\", \"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\" and 2 more"
            ),
            (
                [["Date", "1", "2", "3", "4", "5", "6", "7"]],
                "no column is headed \"Application Number\"; the headings found are \"Date\", \"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\""
            ),
            (
                [["Date", String(repeating: "a", count: 60)]],
                "no column is headed \"Application Number\"; the headings found are \"Date\", \"\(String(repeating: "a", count: 60))\""
            ),
            (
                [["Date", String(repeating: "a", count: 61) + "\u{1B}"]],
                "no column is headed \"Application Number\"; the headings found are \"Date\", \"\(String(repeating: "a", count: 60))…\""
            ),
        ] as [([[String]], String)])
    func `headings that are not there are told with what was found`(rows: [[String]], message: String) throws {
        let error = #expect(throws: RowError.self) { try list([TextTable(rows: rows)], layout) }
        #expect(error?.description == message)
    }

    @Test func `a heading over two columns is refused`() throws {
        let doubled = table(["Application Number", "Decision", "Date", "date:"], [one, "granted", "1", "2"])
        let error = #expect(throws: RowError.headingTwice("Date")) { try list([doubled], layout) }
        #expect(error?.description == "more than one column is headed \"Date\"")
    }

    @Test func `records have their columns by the names of their fields, whole or their last parts`() throws {
        let records = TextTable(
            fields: ["case/application number", "case/Decision", "Date"], rows: [[one, "granted", "14-Jun"]])
        #expect(try read([records], layout) == ["\(one)|granted|14-Jun"])
        let whole = TextTable(
            fields: ["Application Number", "old/Decision", "Decision", "Date"],
            rows: [[one, "old", "granted", "14-Jun"]])
        #expect(try read([whole], layout) == ["\(one)|granted|14-Jun"])
        let ambiguous = TextTable(
            fields: ["Application Number", "old/Decision", "new/Decision", "Date"], rows: [[one, "a", "b", "c"]])
        #expect(throws: RowError.headingTwice("Decision")) { try list([ambiguous], layout) }
        let lacking = TextTable(fields: ["Application Number", "Date"], rows: [[one, "14-Jun"]])
        #expect(throws: RowError.noHeading("Decision", found: ["Application Number", "Date"])) {
            try list([lacking], layout)
        }
        // The first record has no header to be taken for one.
        let headed = TextTable(
            fields: ["a", "b"], rows: [["Application Number", "Decision", "Date"], [one, "a", "b"]])
        #expect(throws: RowError.self) { try list([headed], layout) }
    }

    @Test func `too many rows below headings are refused`() throws {
        let rows =
            [["Application Number", "Decision", "Date"]] + (0..<11).map { [String(20_121_456_170 + $0), "x", "1"] }
        #expect(throws: RowError.tooMany(10)) { try list([TextTable(rows: rows)], layout, mostRows: 10) }
        #expect(try list([TextTable(rows: rows.dropLast())], layout, mostRows: 10).rowCount == 10)
    }
}

struct CasePageTests {
    private let unnamed = TableLayout(headings: ColumnHeadings(status: "Status", date: "Date"))

    @Test func `each row below the headings is the case's where no heading names the batch`() throws {
        let page = table(["Date", "Status"], ["1-Jun", "sent"], ["", ""], ["2-Jun", "granted"])
        #expect(try read([page], unnamed, onlyBatch: one) == ["\(one)|sent|1-Jun", "\(one)|granted|2-Jun"])
        let records = TextTable(fields: ["status", "date"], rows: [["sent", "1-Jun"]])
        #expect(try read([records], unnamed, onlyBatch: one) == ["\(one)|sent|1-Jun"])
    }

    @Test func `where a heading names the batch, only its own rows count`() throws {
        let page = table(["Application Number", "Decision", "Date"], [one, "mine", "1"], [two, "other", "2"])
        #expect(try read([page], layout, onlyBatch: one) == ["\(one)|mine|1"])
        #expect(try list([page], layout, onlyBatch: one).rowCount == 1)
    }

    @Test func `labels beside values are one row`() throws {
        let page = table(["Case"], ["Office:", "London"], ["Date:", "13 Nov"], ["Status:", "Approved"])
        #expect(try read([page], unnamed, onlyBatch: one) == ["\(one)|Approved|13 Nov"])
        let undated = table(["Date", ""], ["Status", "Approved"])
        #expect(try read([undated], unnamed, onlyBatch: one) == ["\(one)|Approved|"])
        let named = table(["Application Number", one], ["Decision", "Approved"], ["Date", "13 Nov"])
        #expect(try read([named], layout, onlyBatch: one) == ["\(one)|Approved|13 Nov"])
        #expect(try read([named], layout, onlyBatch: two) == [])
        #expect(throws: RowError.self) { try list([page], unnamed) }
    }

    @Test func `where a heading names the batch, labels beside values are a row of any list`() throws {
        let first = table(["Application Number", one], ["Office", "London"], ["Decision", "sent"], ["Date", "1"])
        let second = table(["Application Number:", two], ["Decision:", "made"], ["Date:", "2"])
        #expect(try read([first, second], layout) == ["\(one)|sent|1", "\(two)|made|2"])
        let other = table(["Application Number", "unknown"], ["Decision", "sent"], ["Date", "1"])
        #expect(try read([other], layout) == [])
    }

    @Test func `a single label is one, although its row holds all the headings`() throws {
        let status = TableLayout(headings: ColumnHeadings(status: "Status"))
        let page = table(["Status", "Approved"], ["Office", "London"])
        #expect(try read([page], status, onlyBatch: one) == ["\(one)|Approved|"])
        let wide = table(["Status", "Office", "Room"], ["Approved", "London", "1"])
        #expect(try read([wide], status, onlyBatch: one) == ["\(one)|Approved|"])
    }

    @Test func `labels and values may stand side by side`() throws {
        let page = table(["Office:", "London", "Date:", "13 Nov"], ["Status:", "Approved", "", ""])
        #expect(try read([page], unnamed, onlyBatch: one) == ["\(one)|Approved|13 Nov"])
        let line = table(["Application Number:", one, "Decision:", "Approved", "Date:", "13 Nov"])
        #expect(try read([line], layout) == ["\(one)|Approved|13 Nov"])
    }

    @Test func `two labels of one name are refused, and a wider table has none`() throws {
        let page = table(["Status", "Approved"], ["Date", "1"], ["Status", "Sent"])
        #expect(throws: RowError.headingTwice("Status")) { try list([page], unnamed, onlyBatch: one) }
        let wide = table(["Status", "Approved", "x"], ["Date", "1", "y"])
        #expect(throws: RowError.self) { try list([wide], unnamed, onlyBatch: one) }
    }
}
