// The ruling lines of a page as one sees them: what a document draws cell by cell, twice or in dashes is one line.
// What lines show of rows is in `RulingLines+Rows.swift`, and of cells in `DrawnGrid.swift`.

import Text

/// A line along the text or across it, in the page's frame.
struct RulingLine: Equatable {
    /// Where it lies: across the page for a line along the text, along it for a line across.
    var place: Double
    /// From where to where it goes, the other way.
    var start: Double
    var end: Double
    /// Whether no line is there, but others end side by side (`CellSearch.openEnds`).
    var isImplied = false
}

/// A filled rectangle in the page's frame.
struct Ground: Equatable {
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double
}

/// The ruling lines of a page, and the grounds that it fills.
struct RulingLines {
    /// Lines along the text, by their places, those at one place by their starts.
    private(set) var level: [RulingLine] = []
    /// Lines across the text, likewise.
    private(set) var upright: [RulingLine] = []
    /// Grounds from top to bottom, in the order of drawing where that is equal.
    private(set) var grounds: [Ground] = []

    /// Lines that end so near to another one reach it, in points: borders end at a line's middle or at its edge.
    static let touch = 1.5
    /// Lines so near to the next are one line: the two of a double border, and those of cells that CSS keeps 2 px apart.
    private static let step = 2.5
    /// No line gathers more than this: the lowest rows, of four pages on a sheet, are 5 points high.
    private static let widest = 4.0
    /// Of a page with more lines none are known: it is a drawing.
    private static let most = 20_000

    init(of page: TextPage, in frame: PageFrame) {
        for rule in page.rules { add(rule, frame) }
        level = RulingLines.joined(level)
        upright = RulingLines.joined(upright)
        if level.count + upright.count > RulingLines.most { (level, upright) = ([], []) }
        grounds = page.fills.map { fill in
            let (along, across) = (frame.along(fill.start), frame.across(fill.start))
            let (otherAlong, otherAcross) = (frame.along(fill.end), frame.across(fill.end))
            return Ground(
                left: min(along, otherAlong), right: max(along, otherAlong),
                top: min(across, otherAcross), bottom: max(across, otherAcross))
        }
        grounds.sort { ($0.top, $0.bottom, $0.left) < ($1.top, $1.bottom, $1.left) }
    }

    /// Takes in a rule; none that leans in the frame by more than a hundredth.
    private mutating func add(_ rule: Rule, _ frame: PageFrame) {
        let (along, across) = (frame.along(rule.start), frame.across(rule.start))
        let (otherAlong, otherAcross) = (frame.along(rule.end), frame.across(rule.end))
        let (width, height) = (abs(otherAlong - along), abs(otherAcross - across))
        if height <= 0.01 * width {
            level.append(
                RulingLine(
                    place: (across + otherAcross) / 2, start: min(along, otherAlong), end: max(along, otherAlong)))
        } else if width <= 0.01 * height {
            upright.append(
                RulingLine(
                    place: (along + otherAlong) / 2, start: min(across, otherAcross), end: max(across, otherAcross)))
        }
    }

    /// Takes in more lines along the text.
    mutating func add(level more: [RulingLine]) {
        level += more
        level.sort { ($0.place, $0.start) < ($1.place, $1.start) }
    }

    /// Makes one line of those that touch, at one place of those that are next to each other.
    private static func joined(_ lines: [RulingLine]) -> [RulingLine] {
        let sorted = lines.sorted { $0.place < $1.place }
        var joined: [RulingLine] = []
        var first = 0
        while first < sorted.count {
            var end = first + 1
            while end < sorted.count, sorted[end].place - sorted[end - 1].place <= step,
                sorted[end].place - sorted[first].place <= widest
            {
                end += 1
            }
            let place = (sorted[first].place + sorted[end - 1].place) / 2
            let before = joined.count
            for line in sorted[first..<end].sorted(by: { $0.start < $1.start }) {
                if joined.count > before, line.start - joined[joined.count - 1].end <= touch {
                    joined[joined.count - 1].end = max(joined[joined.count - 1].end, line.end)
                } else {
                    joined.append(RulingLine(place: place, start: line.start, end: line.end))
                }
            }
            first = end
        }
        return joined
    }
}
