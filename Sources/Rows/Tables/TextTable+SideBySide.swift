// Lists that go on beside themselves: "Number, Status, Number, Status", to fill a page's width.

import Text

extension TextTable {
    /// Headings stand this far from the top.
    private static let mostAbove = 10

    /// The table with its parts one below the other, row by row, where its headings come again to the right of
    /// themselves, all in the same order; nil for any other. A blank column may part them.
    package var stacked: TextTable? {
        guard fields == nil, let top = rows.prefix(Self.mostAbove).firstIndex(where: { Self.period(of: $0) != nil }),
            let period = Self.period(of: rows[top])
        else { return nil }
        var stacked = Array(rows[...top])
        stacked[top] = Array(rows[top].prefix(period))
        for row in rows[(top + 1)...] {
            for start in stride(from: 0, to: max(1, row.count), by: period) {
                let part = Array(row.dropFirst(start).prefix(period))
                if start == 0 || part.contains(where: { !$0.isEmpty }) { stacked.append(part) }
            }
        }
        return TextTable(name: name, rows: stacked)
    }

    /// After how many cells the headings of a row come again; nil where they do not: at least two different ones, without
    /// digits.
    private static func period(of row: [String]) -> Int? {
        guard row.count >= 4, let first = row.first, !first.isEmpty,
            let period = row.dropFirst().firstIndex(of: first), period > 1
        else { return nil }
        let part = row.prefix(period)
        let headings = part.last?.isEmpty ?? false ? part.dropLast() : part
        let isHeading = { (text: String) in !text.isEmpty && !text.utf8.contains { 0x30...0x39 ~= $0 } }
        guard headings.count > 1, headings.allSatisfy(isHeading), Set(headings).count == headings.count,
            (row.count + period - headings.count) % period == 0 || row.count % period == 0,
            row.indices.allSatisfy({ row[$0] == row[$0 % period] })
        else { return nil }
        return period
    }
}
