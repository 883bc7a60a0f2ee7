// Splits a text into cells: quotes, separators and line ends (RFC 4180 2), including the variants of sloppy writers.

import Text

/// A cursor before a cell.
struct CSVCells {
    /// The end of a cell.
    enum End {
        case separator
        case line
        /// The text ends here.
        case text
        /// The text ends inside quotes.
        case openQuote
    }

    /// The longest cell, in bytes; one byte more of a longer one is kept: it is no cell of a list.
    static let longest = 1 << 20

    private let text: UnsafeBufferPointer<UInt8>
    let separator: UInt8
    private let quotes: CSVQuotes
    private(set) var position: Int
    /// The content of the last cell's quotes, and the text after them.
    private var quoted: [UInt8] = []
    /// The range of the last cell, if it has no quotes.
    private var plain = 0..<0
    /// Whether the last cell has quotes.
    private(set) var isQuoted = false
    private var quote = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - text: must outlive the cursor.
    ///   - quotes: how cells are quoted.
    init(text: UnsafeBufferPointer<UInt8>, separator: UInt8, position: Int, quotes: CSVQuotes = CSVQuotes()) {
        self.text = text
        self.separator = separator
        self.quotes = quotes
        self.position = position
    }

    /// The length of the last cell, in bytes without its quotes.
    var count: Int { isQuoted ? quoted.count : plain.count }

    /// Whether the last cell has quotes with line ends in them.
    var hasSeveralLines: Bool { isQuoted && (holds(quoted, 0x0A) || holds(quoted, 0x0D)) }

    /// Lends that cell without its quotes.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        isQuoted ? quoted.withUnsafeBufferPointer(body) : body(UnsafeBufferPointer(rebasing: text[plain]))
    }

    /// Reads a cell; returns nil after the last.
    mutating func next() -> End? {
        if isAtEnd { return nil }
        isQuoted = false
        if let opening = opening() {
            quoted.removeAll(keepingCapacity: true)
            quote = opening
            position = opening + 1
            isQuoted = true
            guard readQuoted() else {
                isAtEnd = true
                return .openQuote
            }
        }
        return readPlain()
    }

    /// The line of the last opening quote; 1 for the first.
    var lineOfQuote: Int {
        var line = 1
        for index in text.indices.prefix(quote) {
            let isEnd = text[index] == 0x0A || (text[index] == 0x0D && text[index + 1] != 0x0A)
            if isEnd { line += 1 }
        }
        return line
    }

    /// The position of the cell's opening quote, after blanks; nil without one.
    private func opening() -> Int? {
        var index = position
        while index < text.count, text[index] == 0x20 || (text[index] == 0x09 && separator != 0x09) { index += 1 }
        return index < text.count && text[index] == quotes.sign ? index : nil
    }

    /// Reads up to the closing quote; returns false if there is none.
    private mutating func readQuoted() -> Bool {
        while position < text.count {
            let byte = text[position]
            position += 1
            if byte == 0x5C, quotes.areBackslashed, position < text.count,
                text[position] == quotes.sign || text[position] == 0x5C
            {
                if quoted.count <= Self.longest { quoted.append(text[position]) }
                position += 1
            } else if byte != quotes.sign {
                if quoted.count <= Self.longest { quoted.append(byte) }
            } else if position < text.count, text[position] == quotes.sign {
                if quoted.count <= Self.longest { quoted.append(byte) }
                position += 1
            } else {
                return true
            }
        }
        return false
    }

    /// Reads up to the end of the cell. A quote in here stands for itself.
    private mutating func readPlain() -> End {
        let start = position
        while position < text.count {
            let byte = text[position]
            if byte == separator || byte == 0x0A || byte == 0x0D { break }
            position += 1
        }
        if isQuoted {
            quoted += text[start..<position].prefix(Self.longest + 1 - quoted.count)
        } else {
            plain = start..<min(position, start + Self.longest + 1)
        }
        guard position < text.count else {
            isAtEnd = true
            return .text
        }
        let byte = text[position]
        position += 1
        if byte == separator { return .separator }
        if byte == 0x0D, position < text.count, text[position] == 0x0A { position += 1 }
        return .line
    }
}

/// The separator, and the start of the first row.
///
/// Excel writes `sep=;` as a line before the first row. Otherwise it is the separator for which the most rows have the
/// same number of cells, at least two; of several such, the one with more cells. NUL, which no text contains, if
/// nothing separates cells.
func separator(of text: [UInt8], _ quotes: CSVQuotes = CSVQuotes()) -> (separator: UInt8, start: Int) {
    if let told = toldSeparator(of: text) { return told }
    var best: (separator: UInt8, rows: Int, cells: Int) = (0, 0, 0)
    for separator in separators {
        let (rows, cells) = mostFrequentWidth(of: text, separator, quotes)
        if (rows, cells) > (best.rows, best.cells) { best = (separator, rows, cells) }
    }
    return (best.separator, 0)
}

private func toldSeparator(of text: [UInt8]) -> (separator: UInt8, start: Int)? {
    let line = text.prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
    let word = line.filter { $0 != 0x22 }
    guard word.count == 5, line.count < text.count, word[4] > 0x20 || word[4] == 0x09, word[4] < 0x7F,
        String(decoding: word.prefix(4), as: UTF8.self).lowercased() == "sep="
    else { return nil }
    let isPair = text[line.count] == 0x0D && line.count + 1 < text.count && text[line.count + 1] == 0x0A
    return (word[4], line.count + (isPair ? 2 : 1))
}

/// The number of cells, at least two, that the most of the first rows have, and how many rows these are; 0 for a
/// separator that separates nothing, or less than a tenth of the rows.
private func mostFrequentWidth(
    of text: [UInt8], _ separator: UInt8, _ quotes: CSVQuotes
) -> (rows: Int, cells: Int) {
    text.withUnsafeBufferPointer { mostFrequentWidth(of: $0, separator, quotes) }
}

private func mostFrequentWidth(
    of text: UnsafeBufferPointer<UInt8>, _ separator: UInt8, _ quotes: CSVQuotes
) -> (rows: Int, cells: Int) {
    var cells = CSVCells(text: text, separator: separator, position: 0, quotes: quotes)
    var frequencies: [Int: Int] = [:]
    var (rows, width) = (0, 0)
    while rows < 300, cells.position < 1 << 20, let end = cells.next(), end != .openQuote {
        width += 1
        guard end != .separator else { continue }
        if width > 1 || cells.count > 0 { rows += 1 }
        if width > 1 { frequencies[width, default: 0] += 1 }
        width = 0
    }
    let best = frequencies.max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let best, best.value * 10 >= rows else { return (0, 0) }
    return (best.value, best.key)
}
