// A text with columns of fixed width: only blanks separate its cells, and texts below each other form a column.

import Text

/// Reads the table of such a text.
///
/// - Parameters:
///   - text: UTF-8.
///   - limits: `rows` limits the number of lines, `cellBytes` their length, `cells` the number of their parts and of
///     the table's cells.
/// - Returns: a table with a row for each line. A line that crosses columns, such as a title, is the only cell of its
///   row. Nil if no columns are separated by blanks from the first line with cells to the last.
func fixedWidthTable(of text: [UInt8], limits: TableLimits = TableLimits()) -> TextTable? {
    guard !text.contains(0x09), var lines = FixedLine.all(of: text, limits) else { return nil }
    var rows = lines.filter { $0.parts.count > 1 }
    if rows.count < FixedLine.fewest { return nil }
    let narrowGaps = narrowGaps(in: rows)
    if !narrowGaps.isEmpty {
        for line in lines.indices where lines[line].parts.count > 1 { lines[line].part(at: narrowGaps) }
        rows = lines.filter { $0.parts.count > 1 }
    }
    var isFull = [Bool](repeating: false, count: rows.compactMap(\.parts.last?.upperBound).max() ?? 0)
    for place in rows.lazy.flatMap(\.parts).joined() { isFull[place] = true }
    let gaps = ranges(of: isFull, with: false).filter { $0.lowerBound > 0 }
    let starts = [0] + gaps.map(\.upperBound)
    if starts.count < 2 || starts.count > limits.cells / lines.count { return nil }
    let columns = lines.map { $0.columns(from: starts) }
    var parts = [[Range<Int>]](repeating: [], count: starts.count)
    for (line, columns) in zip(lines, columns) where line.parts.count > 1 {
        for (number, part) in zip(columns, line.parts) {
            guard let number else { return nil }
            if line.hasDigit { parts[number].append(part) }
        }
        if zip(columns, columns.dropFirst()).contains(where: { $0 == $1 }) { return nil }
    }
    let rules = parts.map(ColumnRule.init)
    let table = zip(lines, columns).map { $0.cells(in: $1, rules) }
    return TextTable(rows: table, width: starts.count)
}

/// The places of single blanks that separate two columns because the longest text of the left one leaves no second blank:
/// no line has a character there, and in most lines a text begins right behind it, after several blanks.
private func narrowGaps(in rows: [FixedLine]) -> [Int] {
    var isFull: [Bool] = []
    var starts: [Int: Int] = [:]
    for row in rows {
        let isText = row.isText
        if isText.count > isFull.count { isFull += repeatElement(false, count: isText.count - isFull.count) }
        for (place, isText) in isText.enumerated() where isText { isFull[place] = true }
        for part in row.parts { starts[part.lowerBound, default: 0] += 1 }
    }
    return ranges(of: isFull, with: false).filter {
        $0.count == 1 && $0.lowerBound > 0 && starts[$0.upperBound, default: 0] * 4 >= rows.count * 3
    }.map(\.lowerBound)
}

/// Whether some of the first lines have several consecutive blanks after a text.
func hasWideGaps(_ text: [UInt8]) -> Bool {
    let head = text.prefix(16_384).split(separator: 0x0A)
    return head.lazy.filter { line in
        let inner = line.drop { $0 == 0x20 }
        return zip(inner, inner.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
    }.prefix(FixedLine.fewest).count == FixedLine.fewest
}

/// The alignment of a column's texts: at their beginning, end, or middle.
private struct ColumnRule {
    private let place: (Range<Int>) -> Int
    private var usual: Int?
    /// The middles of texts of even and odd lengths differ by one.
    private var tolerance = 0

    /// One in so many texts may deviate.
    private static let most = 4

    init(_ parts: [Range<Int>]) {
        let middle = { (part: Range<Int>) in (part.lowerBound + part.upperBound) / 2 }
        let start = Self.usual(parts.map(\.lowerBound))
        let end = Self.usual(parts.map(\.upperBound))
        // The numbers of a column that are most often of one length begin together, too.
        if let start, start.count >= end?.count ?? 0 {
            (place, usual) = (\.lowerBound, start.place)
        } else if let end {
            (place, usual) = (\.upperBound, end.place)
        } else {
            (place, usual, tolerance) = (middle, Self.usual(parts.map(middle))?.place, 1)
        }
    }

    private static func usual(_ places: [Int]) -> (place: Int, count: Int)? {
        let counts = Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.flatMap {
            $0.value * most >= places.count * (most - 1) ? ($0.key, $0.value) : nil
        }
    }

    func holds(for part: Range<Int>) -> Bool { usual.map { abs(place(part) - $0) <= tolerance } ?? false }
}

/// A line of a text.
private struct FixedLine {
    let bytes: ArraySlice<UInt8>
    /// Its parts, between at least two blanks, in characters from its beginning.
    private(set) var parts: [Range<Int>] = []

    /// The fewest lines that show columns, and the fewest blanks between these: one may be a word space.
    static let fewest = 3
    static let narrowestGap = 2

    /// The lines of a text; nil if there are more or longer lines, or more parts, than a table may have.
    static func all(of text: [UInt8], _ limits: TableLimits) -> [FixedLine]? {
        var lines: [FixedLine] = []
        var parts = 0
        for bytes in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if lines.count == limits.rows || bytes.count > limits.cellBytes { return nil }
            lines.append(FixedLine(bytes))
            parts += lines[lines.count - 1].parts.count
            if parts > limits.cells { return nil }
        }
        return lines
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        for word in ranges(of: isText, with: true) {
            if let last = parts.last, word.lowerBound - last.upperBound < Self.narrowestGap {
                parts[parts.count - 1] = last.lowerBound..<word.upperBound
            } else {
                parts.append(word)
            }
        }
    }

    /// Whether each of its characters is no blank.
    var isText: [Bool] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { !$0.properties.isWhitespace }
    }

    /// Separates the parts that have one of these blanks between their words.
    mutating func part(at places: [Int]) {
        for place in places {
            guard let index = parts.firstIndex(where: { $0.contains(place) }) else { continue }
            let part = parts[index]
            parts.replaceSubrange(index...index, with: [part.lowerBound..<place, (place + 1)..<part.upperBound])
        }
    }

    /// The column of each part; nil for a part that crosses into the next column.
    ///
    /// - Parameter starts: the starts of the columns.
    func columns(from starts: [Int]) -> [Int?] {
        var column = 0
        return parts.map { part in
            while column + 1 < starts.count, starts[column + 1] <= part.lowerBound { column += 1 }
            return column + 1 == starts.count || part.upperBound <= starts[column + 1] ? column : nil
        }
    }

    /// The cells of its row. Only one cell if a text does not fit the alignment of its column: then the assignment is
    /// uncertain.
    func cells(in columns: [Int?], _ rules: [ColumnRule]) -> [String] {
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        let text = { (part: Range<Int>) in String(String.UnicodeScalarView(scalars[part])) }
        let isClear = parts.count > 1 && zip(parts, columns).allSatisfy { rules[$1 ?? 0].holds(for: $0) }
        if hasDigit, parts.count != 1 || columns == [0], !isClear {
            return [text(0..<(parts.last?.upperBound ?? 0))]
        }
        var cells = [String](repeating: "", count: parts.isEmpty ? 0 : rules.count)
        for (part, column) in zip(parts, columns) { cells[column ?? 0] = text(part) }
        return cells
    }

    var hasDigit: Bool { bytes.contains { 0x30...0x39 ~= $0 } }
}

/// The ranges of consecutive equal values.
private func ranges(of values: [Bool], with value: Bool) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var first = 0
    while first < values.count {
        var end = first + 1
        while end < values.count, values[end] == values[first] { end += 1 }
        if values[first] == value { ranges.append(first..<end) }
        first = end
    }
    return ranges
}
