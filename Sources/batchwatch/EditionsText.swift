// The output of `batchwatch editions`: a line for each edition, with aligned numbers. On a terminal, long statuses
// continue on the next line. In a pipe each edition is one whole line, for grep.

import Delivery
import Rows
import Text

struct EditionsText {
    private let editions: [PastEvent]
    private let style: Style

    init(_ editions: [PastEvent], _ style: Style) {
        (self.editions, self.style) = (editions, style)
    }

    private static let numbers: [(heading: String, value: @Sendable (Edition) -> Int?)] = [
        ("rows", { $0.rows }), ("new", { $0.new }), ("gone", { $0.gone }), ("changed", { $0.changed }),
    ]

    /// The lines of the output; on a terminal the headings come first.
    var lines: [String] {
        if editions.isEmpty { return [] }
        let names = Set(editions.map(\.source)).count > 1
        var table = editions.map { event in
            [localTime(event.time)] + (names ? [sanitized(event.source, limit: 100)] : [])
                + Self.numbers.map { number in event.edition.flatMap(number.value).map(String.init) ?? "-" }
        }
        let headings = ["when"] + (names ? ["source"] : []) + Self.numbers.map(\.heading)
        if style.isTerminal { table.insert(headings, at: 0) }
        let widths = headings.indices.map { column in table.map { columnCount($0[column]) }.max() ?? 0 }
        var texts = editions.map { $0.edition.map(statuses) ?? "-" }
        if style.isTerminal { texts.insert("statuses", at: 0) }
        return zip(table, texts).enumerated().flatMap { index, row in
            let cells = zip(row.0, widths).enumerated().map { column, cell in
                // Right-align numbers.
                column < headings.count - Self.numbers.count
                    ? padded(cell.0, to: cell.1)
                    : String(repeating: " ", count: cell.1 - columnCount(cell.0)) + cell.0
            }
            return line(cells.joined(separator: "  ") + "  ", row.1, isHeading: index == 0 && style.isTerminal)
        }
    }

    private func line(_ start: String, _ text: String, isHeading: Bool) -> [String] {
        if isHeading { return [style.faint(start + text)] }
        let room = style.columns - columnCount(start)
        // Too little room beside it: the text starts on the next line.
        let inset = room >= 20 ? columnCount(start) : 18
        var texts = wrapped(text, to: style.columns - inset)
        var first = style.strong(String(start.prefix(16))) + String(start.dropFirst(16))
        if room >= 20 { first += texts.removeFirst() }
        while first.last == " " { first.removeLast() }
        return [first] + texts.map { String(repeating: " ", count: inset) + $0 }
    }

    /// "300 approved, 24 refused, 3 other".
    private func statuses(_ edition: Edition) -> String {
        guard let statuses = edition.statuses else { return "-" }
        let counts = statuses.map { count in
            "\(count.rows) \(count.status.isEmpty ? "without a status" : sanitized(count.status, limit: 60))"
        }
        let others = edition.otherStatuses ?? 0
        return (counts + (others > 0 ? ["\(others) other"] : [])).joined(separator: ", ")
    }
}
