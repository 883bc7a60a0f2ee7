// Lists that are no tables: a row is a paragraph, and what finds no room on its line goes on below the key.

import Text

extension PageAccount {
    /// A line below a row's that begins where the keys do, and before which the row's line was full, may go on with it.
    /// A heading begins with a capital and is no nearer to the row above than to the one below.
    mutating func accountForLinesBelowKeys() {
        guard table.layout.keyColumn == 0, let first = table.rows.first, let last = table.rows.last else { return }
        // Most lists have no such line at all.
        let suspects = table.rows.indices.filter(hasLineBelowKey)
        if suspects.isEmpty { return }
        guard let reach = reach(of: first.line...last.line) else { return }
        // The rows of a table end at one place; their lines are no fuller than others.
        let full = table.rows.count { row in
            page.pieces[page.lines[row.line].pieces].contains { $0.end > reach - $0.size }
        }
        if full * 2 > table.rows.count { return }
        for number in suspects where goesOn(table.rows[number].line, reach) {
            doubt(page.text(of: page.lines[table.rows[number].line + 1]), .betweenRows, [key(number)])
        }
    }

    /// Whether the line below a row's begins where the keys do, and is no row's.
    private func hasLineBelowKey(_ number: Int) -> Bool {
        let below = table.rows[number].line + 1
        return page.lines.indices.contains(below)
            && (number + 1 == table.rows.count || below < table.rows[number + 1].line)
            && table.band(of: page.lines[below].pieces.lowerBound) == 0
    }

    /// How far to the right the rows' lines reach.
    private func reach(of lines: ClosedRange<Int>) -> Double? {
        lines.lazy.compactMap { page.pieces[page.lines[$0].pieces].lazy.map(\.end).max() }.max()
    }

    /// Whether the line below a row's goes on with that.
    private func goesOn(_ number: Int, _ reach: Double) -> Bool {
        let (upper, lower) = (page.lines[number], page.lines[number + 1])
        let step = lower.baseline - upper.baseline
        guard step < PageLines.setPitch * lower.size, abs(lower.size - upper.size) < 0.1 * lower.size,
            let end = page.pieces[upper.pieces].map(\.end).max()
        else { return false }
        let start = lower.pieces.lowerBound
        let first = page.pieces[start]
        let next = page.endOfWord(from: start, in: lower)
        let width = next - start > 1 ? page.pieces[next - 1].end - first.start : page.widthOfFirstWord(of: first)
        if end + 0.25 * lower.size + width <= reach || table.layout.key.resembles(page.text(of: start..<next)) {
            return false
        }
        let isCapital = page.utf8[first.text.lowerBound] &- 0x41 < 26
        let room = number + 2 < page.lines.count ? page.lines[number + 2].baseline - lower.baseline : 0
        return !isCapital || step + 0.1 * lower.size < room
    }
}
