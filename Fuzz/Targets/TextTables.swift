// CSV and JSON: what comes out is within the document and within its limits, and reads the same when written again.

import Text

@testable import CSV
@testable import JSON

private var small: TableLimits {
    var limits = TableLimits()
    (limits.rows, limits.cells, limits.columns, limits.cellBytes, limits.textBytes) = (100, 400, 20, 100, 1_000)
    limits.nesting = 20
    return limits
}

private func check(_ document: TableDocument, _ limits: TableLimits) throws {
    let rows = document.tables.flatMap(\.rows)
    let cells = rows.flatMap(\.self)
    try promise(rows.count <= limits.rows && cells.count <= limits.cells, "there are more rows or cells than may be")
    try promise(rows.allSatisfy { $0.count <= limits.columns }, "a row has more cells than may be")
    try promise(cells.allSatisfy { $0.utf8.count <= limits.cellBytes }, "a cell is longer than may be")
    try promise(cells.allSatisfy { collapsed($0.utf8) == $0 }, "a cell has white space that is not collapsed")
    for table in document.tables {
        guard let fields = table.fields else { continue }
        try promise(table.rows.allSatisfy { $0.count == fields.count }, "a record has not the fields that all have")
    }
}

extension Target {
    /// A text file.
    static let csv = Target("csv") { bytes in
        for limits in [TableLimits(), small] {
            guard let document = try? csvTable(of: bytes, limits: limits) else { continue }
            try check(document, limits)
            try promise(document.tables.count == 1, "there is not one table")
            try promise(document.damage.count <= 21, "there is more damage than is named")
        }
        guard let document = try? csvTable(of: bytes), document.damage.isEmpty, let rows = document.tables.first?.rows
        else {
            return
        }
        // Quoted to the last cell, it has to mean the same.
        var text = "sep=,\n"
        for row in rows {
            text += row.map(inQuotes).joined(separator: ",") + "\r\n"
        }
        // A formula's text, and a quote behind a backslash, mean something else by themselves.
        let isPlain = { (cell: String) in !cell.utf8.starts(with: "=\"".utf8) && !cell.utf8.contains(0x5C) }
        guard rows.joined().allSatisfy(isPlain) else { return }
        try promise(
            try csvTable(of: Array(text.utf8)).tables.first?.rows == rows, "written again, the table is another")
    }

    /// A JSON document; up to the first NUL the path of its records.
    static let json = Target("json") { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let document = parts.last.map { Array($0) } ?? []
        let path = parts.count > 1 ? String(decoding: parts[0], as: UTF8.self) : nil
        for limits in [TableLimits(), small] {
            guard let tables = try? jsonRecords(of: document, record: path, limits: limits) else { continue }
            try check(tables, limits)
        }
        guard let value = try? jsonValue(of: document) else { return }
        let again = written(value)
        try promise(try jsonValue(of: Array(again.utf8)) == value, "written again, the value is another")
    }
}

/// A cell of CSV, by code points: a quote that carries an accent is a quote.
private func inQuotes(_ cell: String) -> String {
    cell.unicodeScalars.reduce("\"") { $0 + ($1 == "\"" ? "\"\"" : String($1)) } + "\""
}

/// The value as JSON, without recursion, as its depth is the fuzzer's.
private func written(_ value: JSONValue) -> String {
    enum Part { case value(JSONValue), text(String) }
    var text = ""
    var open = [Part.value(value)]
    while let part = open.popLast() {
        switch part {
        case .text(let sign): text += sign
        case .value(.array(let values)):
            open.append(.text("]"))
            for (index, value) in values.enumerated().reversed() {
                open += [.value(value), .text(index > 0 ? "," : "")]
            }
            text += "["
        case .value(.object(let members)):
            open.append(.text("}"))
            for (index, member) in members.enumerated().reversed() {
                open += [.value(member.value), .text((index > 0 ? "," : "") + quoted(member.name) + ":")]
            }
            text += "{"
        case .value(.string(let string)): text += quoted(string)
        case .value(.null): text += "null"
        case .value(.number(let number)): text += number
        case .value(let scalar): text += scalar.scalar ?? ""
        }
    }
    return text
}

private func quoted(_ string: String) -> String {
    var text = "\""
    for unit in string.utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return text + "\""
}
