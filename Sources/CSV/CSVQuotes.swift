// How the cells of a text are quoted: RFC 4180 has double quotes, doubled within a cell. Some programs write others.

import Text

/// The quotes of a text.
struct CSVQuotes {
    /// The sign, a double quote as a rule.
    private(set) var sign: UInt8 = 0x22
    /// Whether a backslash escapes a quote within quotes.
    private(set) var areBackslashed = false

    init() {}

    /// - Parameter text: UTF-8.
    init(of text: [UInt8]) {
        if hasSingleQuotes(text) { sign = 0x27 }
        areBackslashed = holds(text, 0x5C) && hasBackslashedQuotes(text)
    }
}

/// Whether single quotes enclose the cells, as in dumps of databases: without double quotes, all lines but the header begin and
/// end with one, and have one at both sides of a separator.
private func hasSingleQuotes(_ text: [UInt8]) -> Bool {
    let lines = text.prefix(65_536).split { $0 == 0x0A || $0 == 0x0D }.dropFirst().prefix(100)
    return lines.count > 1 && !text.prefix(65_536).contains(0x22)
        && lines.dropLast(text.count > 65_536 ? 1 : 0).allSatisfy { line in
            guard line.first == 0x27, line.last == 0x27 else { return false }
            return line.indices.dropLast(2).contains { index in
                line[index] == 0x27 && [0x2C, 0x3B, 0x09, 0x7C].contains(line[index + 1]) && line[index + 2] == 0x27
            }
        }
}

/// Whether a backslash escapes a quote within quotes, as Unix programs write it, instead of another quote. Then text,
/// or the closing quote of the cell, follows some such quote; neither follows a closing quote itself.
func hasBackslashedQuotes(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while let place = rest.firstIndex(of: 0x5C) {
        rest = rest[(place + 1)...]
        guard rest.first == 0x22 else { continue }
        switch rest.dropFirst().first {
        case nil, 0x0A, 0x0D, 0x2C, 0x3B, 0x09, 0x7C: break
        case 0x22:
            let next = rest.dropFirst(2).first
            if next.map({ [0x0A, 0x0D, 0x2C, 0x3B, 0x09, 0x7C].contains($0) }) ?? true { return true }
        default: return true
        }
    }
    return false
}
