// How the cells of a text are quoted: RFC 4180 has double quotes, doubled within a cell. Some programs write others.

import Text

/// The bytes that may separate cells: comma, semicolon, tab, vertical bar.
let separators: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

/// The quotes of a text.
struct CSVQuotes {
    /// The sign: a double quote, or a single one.
    private(set) var sign: UInt8 = 0x22
    /// Whether a backslash escapes a quote within quotes.
    private(set) var areBackslashed = false

    init() {}

    /// - Parameter text: UTF-8.
    init(of text: [UInt8]) {
        if hasSingleQuotes(text) { sign = 0x27 }
        areBackslashed = holds(text, 0x5C) && hasBackslashedQuotes(text, sign)
    }
}

/// Whether single quotes enclose the cells, as in dumps of databases: the text has no double quotes, and every line but the
/// header begins and ends with a single quote, and has one on each side of a separator.
private func hasSingleQuotes(_ text: [UInt8]) -> Bool {
    let head = text.prefix(65_536)
    if head.contains(0x22) || !head.contains(0x27) { return false }
    let lines = head.split { $0 == 0x0A || $0 == 0x0D }.dropFirst().prefix(100)
    return lines.count > 1
        && lines.dropLast(text.count > head.count ? 1 : 0).allSatisfy { line in
            guard line.first == 0x27, line.last == 0x27 else { return false }
            return line.indices.dropLast(2).contains { index in
                line[index] == 0x27 && separators.contains(line[index + 1]) && line[index + 2] == 0x27
            }
        }
}

/// Whether a backslash escapes a quote within quotes, as Unix programs write it, instead of another quote. Then text,
/// or the closing quote of the cell, follows some such quote; neither follows a closing quote itself.
private func hasBackslashedQuotes(_ text: [UInt8], _ quote: UInt8) -> Bool {
    let endsCell = { (byte: UInt8?) in byte.map { $0 == 0x0A || $0 == 0x0D || separators.contains($0) } ?? true }
    var rest = text[...]
    while let place = rest.firstIndex(of: 0x5C) {
        rest = rest[(place + 1)...]
        guard rest.first == quote else { continue }
        let next = rest.dropFirst()
        if next.first == quote ? endsCell(next.dropFirst().first) : !endsCell(next.first) { return true }
    }
    return false
}
