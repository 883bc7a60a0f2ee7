// Text that is replaced or hidden after it was drawn: marked content (ISO 32000-1 14.6). Positions stay those of the glyphs.

import Text

extension TextPlacer {
    /// What the page held when marked content began.
    struct Mark {
        var runs: Int
        var used: Int
        var undecodedGlyphs: Int
    }

    /// Ends the open run, so that what follows is apart from it.
    mutating func mark() -> Mark {
        closeRun()
        return Mark(runs: page.runs.count, used: used, undecodedGlyphs: page.undecodedGlyphs)
    }

    /// Takes back what was drawn since.
    mutating func hide(since mark: Mark) {
        closeRun()
        page.runs.removeLast(max(page.runs.count - mark.runs, 0))
        used = min(used, mark.used)
        page.undecodedGlyphs = mark.undecodedGlyphs
    }

    /// Gives what was drawn since another text (ISO 32000-1 14.9.4), in the place of its glyphs.
    ///
    /// A text that differs in blanks alone changes nothing. One with as many words as were drawn goes to them one by one: it
    /// may span cells and lines. Any other goes to the line where the glyphs begin, as with a word that is hyphenated; but one
    /// for several cells does not say what stands in which, so their glyphs stay (fixture actual_text_cells).
    mutating func replace(since mark: Mark, by text: String) {
        closeRun()
        let runs = Array(page.runs[min(mark.runs, page.runs.count)...])
        guard let first = runs.first else { return }
        let drawn = runs.map { String(decoding: utf8[$0.text], as: UTF8.self).split(whereSeparator: \.isWhitespace) }
        let words = text.split(whereSeparator: \.isWhitespace)
        if drawn.joined().joined() == words.joined() { return }
        let isWordByWord = drawn.reduce(0, { $0 + $1.count }) == words.count
        let isDecoded = page.undecodedGlyphs == mark.undecodedGlyphs
        if !isWordByWord, words.count > 1, isDecoded, Self.spanCells(runs) { return }
        hide(since: mark)
        if isWordByWord {
            var rest = words[...]
            for (run, drawn) in zip(runs, drawn) {
                append(rest.prefix(drawn.count).joined(separator: " "), as: run)
                rest = rest.dropFirst(drawn.count)
            }
        } else {
            append(words.joined(separator: " "), as: Self.line(of: first, runs))
        }
    }

    /// Whether some of the runs, as they follow each other, stand on one line with more than an em between them.
    private static func spanCells(_ runs: [TextRun]) -> Bool {
        zip(runs, runs.dropFirst()).contains { first, second in
            let (x, y) = (first.end.x - first.start.x, first.end.y - first.start.y)
            let (dx, dy) = (second.start.x - first.end.x, second.start.y - first.end.y)
            let em = first.size * (x * x + y * y).squareRoot()
            return abs(dx * y - dy * x) <= 0.3 * em && dx * x + dy * y > em
        }
    }

    /// The runs on the first one's line, as one.
    private static func line(of first: TextRun, _ runs: [TextRun]) -> TextRun {
        var line = first
        let direction = Point(x: first.end.x - first.start.x, y: first.end.y - first.start.y)
        let square = direction.x * direction.x + direction.y * direction.y
        guard square > 0 else { return line }
        var (low, high) = (0.0, 1.0)
        for run in runs {
            let (x, y) = (run.start.x - first.start.x, run.start.y - first.start.y)
            let across = x * direction.y - y * direction.x
            guard across * across <= 0.1 * first.size * first.size * square else { continue }
            let start = (x * direction.x + y * direction.y) / square
            let end =
                ((run.end.x - first.start.x) * direction.x + (run.end.y - first.start.y) * direction.y) / square
            if start < low {
                low = start
                line.start = run.start
            }
            if end > high {
                high = end
                line.end = run.end
            }
        }
        return line
    }

    /// Appends a run with this text at the place of another; none without a text.
    mutating func append(_ text: String, as place: TextRun) {
        let bytes = Array(text.utf8)
        if bytes.isEmpty { return }
        if used + bytes.count > limits.textBytes {
            excess = "a page holds more than \(limits.textBytes) bytes of text"
            return
        }
        utf8.replaceSubrange(used..<min(used + bytes.count, utf8.count), with: bytes)
        var run = place
        run.text = used..<used + bytes.count
        used += bytes.count
        page.runs.append(run)
    }
}
