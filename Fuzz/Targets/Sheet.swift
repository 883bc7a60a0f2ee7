// The parts of spreadsheets by themselves, with narrow limits: tables within them, white space collapsed, no empty row
// at either end or beside another, and the same each time. And formats: what they write is text for a cell, and numbers
// lose nothing.

import Markup
import Text

@testable import Spreadsheet

private let limits: TableLimits = {
    var limits = TableLimits()
    limits.rows = 300
    limits.cells = 2000
    limits.columns = 100
    limits.cellBytes = 500
    limits.textBytes = 20_000
    limits.tables = 5
    limits.nesting = 20
    return limits
}()

extension Target {
    static let sheet = Target("sheet") { bytes in
        guard let kind = bytes.first else { return }
        let part = Array(bytes.dropFirst())
        switch kind {
        case 0:
            guard let document = try? openDocumentTables(ofContent: part, limits: limits) else { return }
            try check(document.tables)
            try promise(
                (try? openDocumentTables(ofContent: part, limits: limits)) == document,
                "a document reads otherwise the second time")
        case 1:
            guard let rows = readRows(ofWorksheet: part) else { return }
            try check([TextTable(rows: rows)])
            try promise(readRows(ofWorksheet: part) == rows, "a sheet reads otherwise the second time")
        case 2:
            var texts = SharedStrings(limits: limits)
            guard (try? readMarkup(part, as: .xml, nesting: limits.nesting, for: &texts)) != nil else { return }
            try promise(texts.texts.count <= limits.cells, "there are more texts than allowed")
            for text in texts.texts { try check(text) }
        case 3:
            var styles = CellStyles()
            guard (try? readMarkup(part, as: .xml, nesting: limits.nesting, for: &styles)) != nil else { return }
            for format in styles.formats.prefix(10) { try check(format, "41074.5") }
        case 5:
            guard let document = try? xmlSpreadsheetTables(of: part, limits: limits) else { return }
            try check(document.tables)
            try promise(
                (try? xmlSpreadsheetTables(of: part, limits: limits)) == document,
                "a document reads otherwise the second time")
        default:
            let halves = part.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            let format = NumberFormat(String(decoding: halves[0], as: UTF8.self))
            try check(format, halves.count > 1 ? String(decoding: halves[1], as: UTF8.self) : "-12.5")
        }
    }
}

private func readRows(ofWorksheet part: [UInt8]) -> [[String]]? {
    let values = CellValues(
        texts: ["zero", "one"], styles: [.general, NumberFormat("dd-mmm-yy"), NumberFormat("0.00;(0);\"no \"@")],
        isFrom1904: false)
    var sheet = Worksheet(values: values, budget: TableBudget(ofSheets: limits))
    guard (try? readMarkup(part, as: .xml, nesting: limits.nesting, for: &sheet)) != nil else { return nil }
    return try? sheet.finished()
}

private func check(_ tables: [TextTable]) throws {
    try promise(tables.count <= limits.tables, "there are more tables than allowed")
    let rows = tables.flatMap(\.rows)
    try promise(rows.count { !$0.isEmpty } <= limits.rows, "there are more rows than allowed")
    try promise(rows.reduce(0) { $0 + $1.count } <= limits.cells, "there are more cells than allowed")
    try promise(rows.joined().reduce(0) { $0 + $1.utf8.count } <= limits.textBytes, "there is more text than allowed")
    for table in tables {
        try promise(table.rows.first != [] && table.rows.last != [], "an empty row stands at an end")
        for (row, next) in Swift.zip(table.rows, table.rows.dropFirst()) where row.isEmpty {
            try promise(!next.isEmpty, "two empty rows stand together")
        }
        for row in table.rows {
            try promise(row.count <= limits.columns, "a row has more cells than allowed")
            try promise(row.isEmpty || !row.allSatisfy(\.isEmpty), "an empty row has cells")
            for cell in row { try check(cell) }
        }
    }
}

private func check(_ text: String, longest: Int = limits.cellBytes) throws {
    try promise(text.utf8.count <= longest, "a cell has more text than allowed")
    let words = text.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
    try promise(text.isEmpty || !words.contains { $0.isEmpty }, "a cell's white space is not collapsed")
}

private func check(_ format: NumberFormat, _ text: String) throws {
    try check(format.text(of: "a text"), longest: 2000)
    guard let number = DecimalNumber(text) else { return }
    try promise(
        DecimalNumber(number.general)?.general == number.general, "a number reads otherwise when it was written")
    if number.isInteger {
        try promise(DecimalNumber(number.general)?.digits == number.digits, "an integer loses digits")
    }
    for isFrom1904 in [false, true] {
        try check(format.text(of: number, isFrom1904: isFrom1904), longest: 100_000)
    }
}
