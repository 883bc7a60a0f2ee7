// A page made by hand for a test: cells at given positions, in the units and the direction that the test chooses.

import Text

/// A page of 10-point text whose letters are 5 points wide, measured from the top left corner.
package struct Sheet {
    private struct Entry {
        var text: String
        var x: Double
        var y: Double
        var width: Double
        var rise: Double
        var size: Double
    }

    package var number = 1
    /// Quarter turns of the whole page, anticlockwise.
    package var quarterTurns = 0
    /// What one point is in the page's units.
    package var scale = 1.0
    /// Where the page's upper left corner lies, in its units.
    package var origin = Point(x: 0, y: 800)
    private var entries: [Entry] = []

    package static let letter = 5.0
    package static let size = 10.0

    package init(_ number: Int = 1) {
        self.number = number
    }

    /// Draws a text whose first letter begins at x, y points below the top, and that rises by so much to its end.
    package mutating func draw(
        _ text: String, _ x: Double, _ y: Double, width: Double? = nil, rise: Double = 0, size: Double = size
    ) {
        let width = width ?? Double(text.count) * Sheet.letter
        entries.append(Entry(text: text, x: x, y: y, width: width, rise: rise, size: size))
    }

    /// Draws each letter by itself; blanks are not drawn.
    package mutating func drawLetters(_ text: String, _ x: Double, _ y: Double) {
        for (index, letter) in text.enumerated() where letter != " " {
            draw(String(letter), x + Double(index) * Sheet.letter, y)
        }
    }

    /// Draws a row of the London list: batch at 50, status at 130, date at 400.
    package mutating func row(_ batch: String, _ status: String, _ date: String, _ y: Double) {
        draw(batch, 50, y)
        if !status.isEmpty { draw(status, 130, y) }
        if !date.isEmpty { draw(date, 400, y) }
    }

    /// The page, with its runs in the order drawn or shuffled.
    package func page(shuffledWith seed: UInt64? = nil) -> TextPage {
        var page = TextPage(number: number)
        var entries = entries
        if let seed {
            var random = SeededGenerator(seed: seed)
            entries.shuffle(using: &random)
        }
        for entry in entries {
            let from = page.utf8.count
            page.utf8 += Array(entry.text.utf8)
            page.runs.append(
                TextRun(
                    text: from..<page.utf8.count, start: place(entry.x, entry.y),
                    end: place(entry.x + entry.width, entry.y - entry.rise),
                    size: entry.size * scale))
        }
        return page
    }

    private func place(_ x: Double, _ y: Double) -> Point {
        var point = Point(x: x * scale, y: -y * scale)
        for _ in 0..<quarterTurns { point = Point(x: -point.y, y: point.x) }
        return Point(x: point.x + origin.x, y: point.y + origin.y)
    }
}
