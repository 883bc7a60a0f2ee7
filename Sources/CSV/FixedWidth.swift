// A text whose columns are as wide on each line: only blanks part its cells, and what stands below each other is a column.

import Text

/// Reads the table of such a text.
///
/// - Parameters:
///   - text: UTF-8.
///   - limits: `rows` bounds how many lines there are, `cellBytes` how long they may be.
/// - Returns: a table with a row for each line, whose text is its only cell where it crosses columns, as that of a title does; nil
///   where no columns are blank from the first line with cells to the last.
package func fixedWidthTable(of text: [UInt8], limits: TableLimits = TableLimits()) -> TextTable? {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { FixedLine($0) }
    let rows = lines.filter { $0.parts.count > 1 }
    guard rows.count >= FixedLine.fewest, lines.count <= limits.rows, !text.contains(0x09),
        lines.allSatisfy({ $0.bytes.count <= limits.cellBytes })
    else { return nil }
    var isFull = [Bool](repeating: false, count: rows.compactMap(\.parts.last?.upperBound).max() ?? 0)
    for place in rows.lazy.flatMap(\.parts).joined() { isFull[place] = true }
    let gaps = ranges(of: isFull, with: false).filter { $0.count >= FixedLine.widestBlank && $0.lowerBound > 0 }
    let starts = [0] + gaps.map(\.upperBound).filter { $0 < isFull.count }
    func column(of part: Range<Int>) -> Int? {
        let column = starts.lastIndex { $0 <= part.lowerBound } ?? 0
        return column + 1 == starts.count || part.upperBound <= starts[column + 1] ? column : nil
    }
    if starts.count < 2 || starts.count * lines.count > limits.cells { return nil }
    let rules = starts.indices.map { number in
        ColumnRule(rows.filter(\.hasDigit).compactMap { $0.parts.first { column(of: $0) == number } })
    }
    var table: [[String]] = []
    for line in lines {
        let columns = line.parts.map(column)
        if line.parts.count > 1, columns.contains(nil) || Set(columns).count < columns.count { return nil }
        let isClear = line.parts.count > 1 && zip(line.parts, columns).allSatisfy { rules[$1 ?? 0].holds(for: $0) }
        if line.hasDigit, line.parts.count != 1 || columns == [0], !isClear {
            // Too few cells: which is which is not certain.
            table.append([line.text(of: 0..<(line.parts.last?.upperBound ?? 0))])
            continue
        }
        var cells = [String](repeating: "", count: line.parts.isEmpty ? 0 : starts.count)
        for (part, column) in zip(line.parts, columns) { cells[column ?? 0] = line.text(of: part) }
        table.append(cells)
    }
    return TextTable(rows: table, width: starts.count)
}

/// Where the texts of a column begin, end, or have their middle.
private struct ColumnRule {
    private var start, end, middle: Int?

    /// Of so many texts all but one.
    private static let usual = 4

    init(_ parts: [Range<Int>]) {
        start = Self.usual(parts.map(\.lowerBound))
        end = Self.usual(parts.map(\.upperBound))
        middle = Self.usual(parts.map { ($0.lowerBound + $0.upperBound) / 2 })
    }

    private static func usual(_ places: [Int]) -> Int? {
        let counts = Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.flatMap {
            $0.value * usual >= places.count * (usual - 1) ? $0.key : nil
        }
    }

    func holds(for part: Range<Int>) -> Bool {
        if let start { return part.lowerBound == start }
        if let end { return part.upperBound == end }
        return middle.map { abs((part.lowerBound + part.upperBound) / 2 - $0) < 2 } ?? false
    }
}

/// A line of a text.
private struct FixedLine {
    let bytes: ArraySlice<UInt8>
    /// Its parts, between two or more blanks, in characters from its beginning.
    private(set) var parts: [Range<Int>] = []

    /// So many lines show columns, and so many blanks part them; one may be a word space.
    static let fewest = 3
    static let widestBlank = 2

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        let isText = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { !$0.properties.isWhitespace }
        for word in ranges(of: isText, with: true) {
            if let last = parts.last, word.lowerBound - last.upperBound < Self.widestBlank {
                parts[parts.count - 1] = last.lowerBound..<word.upperBound
            } else {
                parts.append(word)
            }
        }
    }

    var hasDigit: Bool { bytes.contains { 0x30...0x39 ~= $0 } }

    func text(of part: Range<Int>) -> String {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        return String(String.UnicodeScalarView(scalars.dropFirst(part.lowerBound).prefix(part.count)))
    }
}

/// Where equal values follow each other.
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
