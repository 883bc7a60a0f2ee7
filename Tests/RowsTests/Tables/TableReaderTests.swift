// Rows of tables with cells: which are rows, and the meaning of each cell.

import Rows
import Testing
import Text

/// Rows of tables as `batch|status|date`.
func read(
    _ tables: [TextTable], _ layout: TableLayout = .london, watched: KeySet? = nil, onlyBatch: String? = nil
) throws -> [String] {
    try list(tables, layout, watched: watched, onlyBatch: onlyBatch).rows.map {
        "\($0.batch)|\($0.update.status)|\($0.update.date)"
    }
}

func list(
    _ tables: [TextTable], _ layout: TableLayout = .london, watched: KeySet? = nil, onlyBatch: String? = nil,
    mostRows: Int = 200_000, fingerprints: Bool = false
) throws(RowError) -> RowList {
    var reader = TableReader(
        layout: layout, watched: watched, mostRows: mostRows, fingerprints: fingerprints, onlyBatch: onlyBatch)
    for table in tables { reader.add(table) }
    return try reader.finish()
}

func table(_ rows: [String]...) -> TextTable { TextTable(rows: rows) }

private let (one, two, three) = ("20121456171", "20121456172", "20121456173")

struct TableReaderTests {
    @Test func `a row is one whose key matches, and its cells stand relative to the key`() throws {
        let list = table(
            ["Batch", "Status", "Date"], [one, "granted", "14-Jun-12"], ["see also"], [two, "refused", "15-Jun-12"])
        #expect(try read([list]) == ["\(one)|granted|14-Jun-12", "\(two)|refused|15-Jun-12"])
        let numbered = table(["1", one, "granted", "14-Jun-12"], ["2", two, "refused", "15-Jun-12", "more"])
        #expect(try read([numbered]) == ["\(one)|granted|14-Jun-12", "\(two)|refused|15-Jun-12"])
        let layout = try TableLayout(columns: [.date, .batch, .skip, .status])
        #expect(try read([table(["14-Jun-12", one, "x", "granted"])], layout) == ["\(one)|granted|14-Jun-12"])
    }

    @Test func `an empty cell is an empty status, and never the neighbour's`() throws {
        #expect(
            try read([table([one, "", "14-Jun-12"], [two], [three, " \u{A0}", "15-Jun-12"])]) == [
                "\(one)||14-Jun-12", "\(two)||", "\(three)||15-Jun-12",
            ])
    }

    @Test func `blanks and hyphens are folded as on pages`() throws {
        let layout = try TableLayout(key: KeyMask("A-#"), columns: [.batch, .status, .date])
        let list = table([" B\u{2010}7\u{A0}", "in\u{A0} progress", "14\u{2212}Jun"], ["x B-7", "no", "row"])
        #expect(try read([list], layout) == ["B-7|in progress|14-Jun"])
    }

    @Test func `keys are taken from one column of a table, the one with most`() throws {
        let list = table([one, "see", two, "a"], ["", "", three, "b"], ["", "", one, "c"])
        #expect(
            try read([list], TableLayout(columns: [.batch, .status])) == ["\(two)|a|", "\(three)|b|", "\(one)|c|"])
        let tie = table(["x", one, two, "y"])
        #expect(try read([tie], TableLayout(columns: [.batch, .status])) == ["\(one)|\(two)|"])
        #expect(try read([tie], TableLayout(columns: [.status, .batch])) == ["\(two)|\(one)|"])
    }

    @Test func `each table has its own columns, and its number is its rows' page`() throws {
        let tables = [table(["Home", "Contact"]), table([one, "a", "1"]), table(["", one, "b", "2"])]
        #expect(try list(tables).rows.map(\.page) == [2, 3])
        #expect(try read(tables) == ["\(one)|a|1", "\(one)|b|2"])
    }

    @Test func `a row whose number is left out is another update of the batch above`() throws {
        let list = table(
            [one, "sent", "1-Jun"], ["", "granted", "2-Jun"], ["", "issued", "2-Jun"], ["", "no date", ""],
            ["", "nobody's", "3-Jun"],
            [two, "x", "4-Jun"], ["Sum", "", "5"], ["", "nobody's", "6-Jun"],
            [three, "x", "7-Jun"], ["", "Status", "Date"])
        #expect(
            try read([list]) == [
                "\(one)|sent|1-Jun", "\(one)|granted|2-Jun", "\(one)|issued|2-Jun", "\(two)|x|4-Jun",
                "\(three)|x|7-Jun",
            ])
        let watched = KeySet(patterns: [try KeyMask(two)])
        #expect(try read([list], watched: watched) == ["\(two)|x|4-Jun"])
        #expect(try count(list, watched) == 5)
        let undated = try TableLayout(columns: [.batch, .status])
        #expect(try read([table([one, "sent"], ["", "granted"])], undated) == ["\(one)|sent|"])
    }

    private func count(_ table: TextTable, _ watched: KeySet) throws -> Int {
        try list([table], watched: watched).rowCount
    }

    @Test func `rows are counted whether watched or not`() throws {
        let watched = KeySet(patterns: [try KeyMask("2012145617[13]")])
        let all = try list([table([one, "a"], [two, "b"], [three, "c"])], watched: watched)
        #expect(all.rows.map(\.batch) == [one, three])
        #expect(all.rowCount == 3)
    }

    @Test func `five rows with their text on the other side are refused, four are not`() throws {
        let left = (0..<5).map { ["granted", "14-Jun", String(20_121_456_170 + $0)] }
        #expect(throws: RowError.columnsElsewhere(onTheLeft: true)) { try list([TextTable(rows: left)]) }
        #expect(try list([TextTable(rows: Array(left.dropLast()))]).rowCount == 4)
        #expect(try list([TextTable(rows: left + [["", "", one, "granted"]])]).rowCount == 6)
        let right = left.map { Array($0.reversed()) }
        let layout = try TableLayout(columns: [.status, .date, .batch])
        #expect(throws: RowError.columnsElsewhere(onTheLeft: false)) { try list([TextTable(rows: right)], layout) }
        let bare = left.map { [$0[2]] }
        #expect(try list([TextTable(rows: bare)]).rowCount == 5)
    }

    @Test func `as many rows as there may be are read, and one more is refused`() throws {
        let rows = (0..<11).map { [String(20_121_456_170 + $0), "x"] }
        #expect(try list([TextTable(rows: Array(rows.dropLast()))], mostRows: 10).rowCount == 10)
        #expect(throws: RowError.tooMany(10)) { try list([TextTable(rows: rows)], mostRows: 10) }
        let halves = [TextTable(rows: Array(rows.prefix(6))), TextTable(rows: Array(rows.suffix(5)))]
        #expect(throws: RowError.tooMany(10)) { try list(halves, mostRows: 10) }
    }

    @Test func `the order of a record's fields is that of the columns`() throws {
        let records = TextTable(fields: ["id", "state", "day"], rows: [[one, "granted", "14-Jun"]])
        #expect(try read([records]) == ["\(one)|granted|14-Jun"])
    }

    @Test func `of the page of one case only its rows count`() throws {
        let page = table([one, "mine", "1"], [two, "other", "2"], ["", "other", "3"])
        #expect(try read([page], onlyBatch: one) == ["\(one)|mine|1"])
        #expect(try list([page], onlyBatch: one).rowCount == 1)
        #expect(try list([page], onlyBatch: three).rowCount == 0)
    }

    @Test func `the fingerprint knows all cells and all keys, watched or not`() throws {
        let nobody = KeySet(patterns: [])
        func print(_ rows: [String]...) throws -> Fingerprint? {
            try list([TextTable(rows: rows)], watched: nobody, fingerprints: true).fingerprint
        }
        let usual = try print([one, "a", "1"], [two, "b", "2"])
        #expect(try print([one, "a", "1"], [two, "b", "2"]) == usual)
        #expect(try print([one, "a", "1"], [two, "b", "3"])?.text != usual?.text)
        #expect(try print([one, "a1", ""], [two, "b", "2"])?.text != usual?.text)
        #expect(usual?.keys == KeySample(of: [one, two]))
        #expect(try list([table([one])]).fingerprint == nil)
    }
}
