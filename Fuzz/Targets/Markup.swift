// Web pages and XML: whatever the bytes, an answer within the limits whose cells are plain text, or a TableError; and
// the same one again.

import HTML
import Text
import XML

extension Target {
    static let html = Target("html") { bytes in
        for limits in [TableLimits(), tight] {
            let first = answer { () throws(TableError) in try htmlTables(of: bytes, limits: limits) }
            let second = answer { () throws(TableError) in try htmlTables(of: bytes, limits: limits) }
            try promise(first == second, "the same page has two answers")
            switch first {
            case .success(let document): try check(document, limits)
            case .failure(let error): try promise(error.kind == .limit, "a page is refused: \(error)")
            }
            try checkBlocks(of: bytes, limits)
        }
    }

    /// A line with the name of the records, empty for none, then the document.
    static let xml = Target("xml") { bytes in
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let record = line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        let text = Array(bytes.dropFirst(line.count + 1))
        for limits in [TableLimits(), tight] {
            let first = answer { () throws(TableError) in try xmlRecords(of: text, record: record, limits: limits) }
            let second = answer { () throws(TableError) in try xmlRecords(of: text, record: record, limits: limits) }
            try promise(first == second, "the same XML has two answers")
            guard case .success(let document) = first else { continue }
            try check(document, limits)
            try promise(document.damage.isEmpty, "XML is read that is damaged")
            try promise(
                record == nil || document.hasEmptyList || !document.tables.isEmpty, "there are no records, and no error"
            )
        }
    }
}

/// Limits that short inputs reach.
private let tight = {
    var limits = TableLimits()
    limits.rows = 6
    limits.cells = 24
    limits.columns = 8
    limits.cellBytes = 24
    limits.textBytes = 96
    limits.tables = 3
    limits.nesting = 12
    return limits
}()

private func answer(_ read: () throws(TableError) -> TableDocument) -> Result<TableDocument, TableError> {
    do throws(TableError) {
        return .success(try read())
    } catch {
        return .failure(error)
    }
}

private func check(_ document: TableDocument, _ limits: TableLimits) throws(Violation) {
    let rows = document.tables.flatMap(\.rows)
    let cells = rows.flatMap { $0 }
    try promise(document.tables.count <= limits.tables, "there are too many tables")
    try promise(rows.count <= limits.rows, "there are too many rows")
    try promise(cells.count <= limits.cells, "there are too many cells")
    try promise(rows.allSatisfy { $0.count <= limits.columns }, "a row is too long")
    try promise(cells.allSatisfy { $0.utf8.count <= limits.cellBytes }, "a cell is too long")
    try promise(cells.reduce(0) { $0 + $1.utf8.count } <= limits.textBytes, "there is too much text")
    try promise(document.titles.count <= 8, "there are too many titles")
    try promise(document.titles.allSatisfy { 1...200 ~= $0.count }, "a title is too long, or empty")
    try promise(document.damage.count <= 1, "a page breaks off twice")
    try promise(document.labels.allSatisfy { $0.fields?.isEmpty == false }, "labels make no table")
    for table in document.labels {
        for text in table.rows.flatMap({ $0 }) { try checkPlain(text) }
    }
    for table in document.tables + document.labels {
        if let fields = table.fields {
            try promise(
                table.rows.allSatisfy { $0.count == fields.count }, "a record is longer or shorter than its fields")
        }
        for text in [table.name] + (table.fields ?? []) { try checkPlain(text) }
    }
    for text in cells + document.titles { try checkPlain(text) }
}

/// The text of a page in lines: within the limits, plain, and no line is empty.
private func checkBlocks(of bytes: [UInt8], _ limits: TableLimits) throws {
    guard let blocks = try? pageBlocks(of: bytes, limits: limits) else { return }
    let lines = blocks.flatMap(\.lines)
    try promise(lines.count <= limits.rows, "there are too many lines")
    try promise(blocks.allSatisfy { !$0.lines.isEmpty }, "a block has no line")
    for line in lines {
        try promise(!line.isEmpty, "a line is empty")
        try checkPlain(line)
    }
}

/// White space is single spaces within.
private func checkPlain(_ text: String) throws(Violation) {
    var wasSpace = true
    for scalar in text.unicodeScalars {
        try promise(scalar == " " || !scalar.properties.isWhitespace, "there is white space that is no space")
        try promise(!(scalar == " " && wasSpace), "there is a space too many in \"\(text)\"")
        wasSpace = scalar == " "
    }
    try promise(text.isEmpty || !wasSpace, "a space ends \"\(text)\"")
}
