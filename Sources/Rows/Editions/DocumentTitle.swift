// What a document says of itself, above its table. It is told with each event, and decides nothing.

import Text

/// What stands above the table of a document, or what else the document calls itself.
package struct DocumentTitle: Codable, Hashable, Sendable {
    /// At most this many lines are kept,
    package static let mostLines = 8
    /// each of at most this many characters.
    package static let longestLine = 200

    /// Line by line, from top to bottom; never empty.
    package var lines: [String]
    /// The days that the lines name, as an interval of ISO 8601 ("2026-11-13/2026-11-19") or a single date; nil where
    /// they name none.
    package var period: String?

    package init(lines: [String], period: String? = nil) {
        self.lines = lines
        self.period = period
    }
}

extension DocumentTitle {
    /// The first of these texts, as lines; what is empty or was said already is left out. Nil if nothing is left.
    init?(of texts: some Sequence<String>) {
        var lines: [String] = []
        for text in texts {
            // White space may be most of a text, but not of a title.
            let line = String(CellText.cell(String(text.prefix(4 * Self.longestLine))).prefix(Self.longestLine))
            if line.isEmpty || lines.contains(line) { continue }
            lines.append(line)
            if lines.count == Self.mostLines { break }
        }
        if lines.isEmpty { return nil }
        self.init(lines: lines, period: Self.period(of: lines))
    }

    /// The days that lines name, from the first to the last.
    static func period(of lines: [String]) -> String? {
        let customs = DateCustoms(of: lines)
        let days = lines.flatMap { datesInText($0, customs) }
        guard let first = days.min(), let last = days.max() else { return nil }
        return first == last ? first.description : "\(first)/\(last)"
    }
}
