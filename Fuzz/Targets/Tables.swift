// Tables made of bytes, then their rows: only keys that match, no fewer counted than told, the watched ones a part of
// all, the same answer each time.

@testable import Rows
import Text

extension Target {
    static let tables = Target("tables") { bytes in
        var choices = Choices(bytes)
        let layout = choices.one(of: TableLayout.fuzzed)
        let onlyBatch = choices.one(of: [nil, nil, "101", "Ab c"])
        let tables = TextTable.made(of: &choices)
        try checkLines(of: tables, layout)
        let all = try readTables(tables, layout, watched: nil, onlyBatch)
        try promise(try readTables(tables, layout, watched: nil, onlyBatch) == all, "two readings differ")
        let patterns = ["101", "A-7", "1#[0-4]"].compactMap { try? KeyMask($0) }
        let texts = ["ab C", "caf\u{E9}"].compactMap { try? KeyMask(text: $0) }
        let watched = KeySet(patterns: layout.key.isAnyText ? texts : patterns)
        let some = try readTables(tables, layout, watched: watched, onlyBatch)
        try promise(some.rowCount == all.rowCount, "the number of rows depends on what is watched")
        try promise(
            some.fingerprint == all.fingerprint && some.title == all.title, "what is watched changes the edition")
        try promise(some.rows.allSatisfy { watched.contains($0.batch) }, "a row is told that nobody watches")
        if !layout.key.isAnyText {
            let wanted = all.rows.filter { watched.contains($0.batch) }
            try promise(some.rows == wanted, "a watched row reads otherwise than all")
        }
    }
}

/// The rows of tables as lines of text: only keys, and no word of a line is lost.
private func checkLines(of tables: [TextTable], _ layout: TableLayout) throws {
    let blocks = tables.flatMap { table in
        table.rows.map {
            TextBlock($0.map { collapsed($0.utf8) }.filter { !$0.isEmpty }, isWritten: table.fields == nil)
        }
    }.filter { !$0.lines.isEmpty }
    let watched = KeySet(patterns: ["101", "A-7"].compactMap { try? KeyMask($0) })
    let lists = [nil, watched].map { keys in
        var reader = TableReader(layout: layout, watched: keys, fingerprints: true)
        reader.add(blocks)
        return try? reader.finish()
    }
    guard let all = lists[0], let some = lists[1] else { return }
    try promise(all.rowCount == some.rowCount && all.fingerprint == some.fingerprint, "lines depend on what is watched")
    try promise(all.rowCount <= blocks.reduce(0) { $0 + $1.lines.count }, "there are more rows than lines")
    try promise(some.rows == all.rows.filter { watched.contains($0.batch) }, "a watched line reads otherwise")
    for row in all.rows { try promise(layout.key.matches(row.batch), "\(row.batch) is a row and no key") }
}

private func readTables(
    _ tables: [TextTable], _ layout: TableLayout, watched: KeySet?, _ onlyBatch: String?
) throws -> RowList {
    var reader = TableReader(layout: layout, watched: watched, fingerprints: true, onlyBatch: onlyBatch)
    for table in tables { reader.add(table) }
    // A list may be refused, whatever is watched.
    guard let list = try? reader.finish() else { return RowList(rows: [], rowCount: 0, undecodedGlyphs: 0) }
    try promise(list.rowCount >= list.rows.count, "rows are counted wrongly")
    try promise(watched != nil || list.rows.count == list.rowCount, "a row is lost")
    // A row of a table may have several, beside each other, or each column one.
    // In a longer cell several may share it.
    let most = layout.key.isInText ? 3 : 1
    let cells = tables.reduce(0) { $0 + $1.rows.reduce(0) { $0 + max(1, most * $1.count) } }
    try promise(list.rowCount <= cells, "there are more rows than the tables have cells")
    var page = 1
    for row in list.rows {
        try promise(layout.key.matches(row.batch) || row.batch == onlyBatch, "\(row.batch) is a row and no key")
        try promise(onlyBatch == nil || row.batch == onlyBatch, "\(row.batch) is a row and another case")
        try promise(row.page >= page && row.page <= tables.count, "a row is in a table that is not there")
        page = row.page
        for cell in [row.update.status, row.update.date] {
            try promise(!cell.hasPrefix(" ") && !cell.hasSuffix(" "), "a cell has blanks at its ends")
        }
    }
    if let title = list.title {
        try promise((1...DocumentTitle.mostLines).contains(title.lines.count), "a title is too long")
        try promise(title.lines.allSatisfy { $0.count <= DocumentTitle.longestLine }, "a title's line is too long")
    }
    return list
}

extension TableLayout {
    fileprivate static let fuzzed: [TableLayout] = {
        var masks = ["1##", "A-#{1,2}", "*", "#{2,3}", "####{1,2}", "1##\nA-#(#)?"].compactMap { try? KeyMask($0) }
        masks += masks.filter { !$0.isAnyText }.suffix(2).map { mask in
            var mask = mask
            mask.isInText = true
            return mask
        }
        let columns: [[Column]] = [
            [.batch, .status, .date], [.date, .skip, .batch], [.skip, .batch, .status, .date], [.batch],
        ]
        let headings = [
            ColumnHeadings(batch: "No", status: "Status", date: "Date"), ColumnHeadings(status: "status"),
            ColumnHeadings(batch: "no:", date: "DATE"),
        ]
        return masks.flatMap { mask in
            columns.compactMap { try? TableLayout(key: mask, columns: $0) }
                + headings.map { TableLayout(key: mask, headings: $0) }
        }
    }()
}

extension TextTable {
    private static let texts = [
        "101", "102", "", "No", "Status", "Date", "A-7", "A\u{2010}71", "sent", "14 Jun", "143", " ", "\u{A0}101 ",
        "ab  c",
        "Ab C", "Cafe\u{301}", "x/No", "a/Status", "STATUS *", "date:", "\u{200B}", "\u{AD}", "7", "\u{201C}x\u{201D}",
        "a longer cell of several words", "4711", "4712 sent 1 June 2026", "No. 4711-4719", "4711*", "1\u{0}1", "no",
        "*", "\u{FB01}", "\u{130}", "101, 102", "No. 143 (x)", "101 and\n102; A-7", "4711-A",
    ]

    /// Each byte is a cell, ends a row or a table, or names the fields.
    fileprivate static func made(of choices: inout Choices) -> [TextTable] {
        var tables = [TextTable(rows: [[]])]
        while !choices.isAtEnd {
            let last = tables.count - 1
            let what = choices.number()
            switch what {
            case 0xFF: tables.append(TextTable(rows: [[]]))
            case 0xF0...0xFE: tables[last].rows.append([])
            case 0xE0...0xEF: tables[last].fields = tables[last].fields ?? tables[last].rows.removeLast()
            default: tables[last].rows[tables[last].rows.count - 1].append(texts[what % texts.count])
            }
            if tables[last].rows.isEmpty { tables[last].rows.append([]) }
        }
        return tables
    }
}
