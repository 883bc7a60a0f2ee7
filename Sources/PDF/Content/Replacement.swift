// A text that replaces drawn text (ISO 32000-1 14.9.4), and its distribution to runs. Positions stay those of the
// glyphs.

import Text

/// An `/ActualText` that replaces some glyphs.
struct Replacement {
    private let words: [Substring]

    init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace)
    }

    /// The new texts of these runs; nil if nothing changes.
    ///
    /// A text that differs only in blanks changes nothing. A text with the drawn number of words gives one to each
    /// word, and may span cells and lines. Any other text goes to the line of the first glyph, as for a hyphenated
    /// word; but if the glyphs span several cells, they stay, because the text does not say which cell gets which words
    /// (fixture actual_text_cells).
    ///
    /// - Parameter drawn: the text of each run; `isDecoded` says whether all of its characters are known.
    func texts(for runs: [TextRun], _ drawn: [String], isDecoded: Bool) -> [(text: String, place: TextRun)]? {
        guard let first = runs.first else { return nil }
        let drawn = drawn.map { $0.split(whereSeparator: \.isWhitespace) }
        if drawn.joined().joined() == words.joined() { return nil }
        if drawn.reduce(0, { $0 + $1.count }) == words.count {
            var rest = words[...]
            return zip(runs, drawn).map { run, drawn in
                defer { rest = rest.dropFirst(drawn.count) }
                return (rest.prefix(drawn.count).joined(separator: " "), run)
            }
        }
        if words.count > 1, isDecoded, Self.spanCells(runs) { return nil }
        // A mark without a width lies over its letter, off the line.
        let letters = runs.filter { $0.start != $0.end }
        return [(words.joined(separator: " "), Self.line(of: letters.first ?? first, letters))]
    }

    /// Whether some consecutive runs stand on one line with more than an em between them.
    private static func spanCells(_ runs: [TextRun]) -> Bool {
        zip(runs, runs.dropFirst()).contains { first, second in
            let (x, y) = (first.end.x - first.start.x, first.end.y - first.start.y)
            let (dx, dy) = (second.start.x - first.end.x, second.start.y - first.end.y)
            let em = first.size * (x * x + y * y).squareRoot()
            return abs(dx * y - dy * x) <= 0.3 * em && dx * x + dy * y > em
        }
    }

    /// The runs on the line of the first, as one run.
    private static func line(of first: TextRun, _ runs: [TextRun]) -> TextRun {
        var line = first
        let direction = Point(x: first.end.x - first.start.x, y: first.end.y - first.start.y)
        let square = direction.x * direction.x + direction.y * direction.y
        guard square > 0 else { return line }
        func along(_ point: Point) -> Double {
            ((point.x - first.start.x) * direction.x + (point.y - first.start.y) * direction.y) / square
        }
        var (low, high) = (0.0, 1.0)
        for run in runs {
            let (x, y) = (run.start.x - first.start.x, run.start.y - first.start.y)
            let across = x * direction.y - y * direction.x
            guard across * across <= 0.1 * first.size * first.size * square else { continue }
            let (start, end) = (along(run.start), along(run.end))
            if start < low { (low, line.start) = (start, run.start) }
            if end > high { (high, line.end) = (end, run.end) }
        }
        return line
    }
}
