// The frame in which a page is read: along its text and across it, whatever way it is turned. `/Rotate` plays no part.

import Text

/// Coordinates of a page in the direction of most of its text: `along` grows in reading direction, `across` from line to line.
struct PageFrame: Equatable {
    /// The unit vector of the text's direction.
    private let direction: Point

    static let upright = PageFrame(direction: Point(x: 1, y: 0))

    private init(direction: Point) {
        self.direction = direction
    }

    /// The direction that most of the text has, by length. A lean below 0.03 degrees counts as none: a rounded matrix.
    init(of runs: [TextRun]) {
        if runs.allSatisfy({ $0.end.y == $0.start.y && $0.end.x >= $0.start.x }) {
            self = .upright
            return
        }
        var quarters = [Point](repeating: Point(x: 0, y: 0), count: 4)
        for run in runs {
            let x = run.end.x - run.start.x
            let y = run.end.y - run.start.y
            guard x.isFinite, y.isFinite else { continue }
            let quarter = abs(x) >= abs(y) ? (x >= 0 ? 0 : 2) : (y >= 0 ? 1 : 3)
            quarters[quarter].x += x
            quarters[quarter].y += y
        }
        let longest = quarters.max { abs($0.x) + abs($0.y) < abs($1.x) + abs($1.y) } ?? Point(x: 0, y: 0)
        let length = (longest.x * longest.x + longest.y * longest.y).squareRoot()
        guard length > 0, length.isFinite else {
            self = .upright
            return
        }
        let unit = Point(x: longest.x / length, y: longest.y / length)
        direction = Point(
            x: abs(unit.x) < 0.0005 ? 0 : abs(unit.y) < 0.0005 ? unit.x.rounded() : unit.x,
            y: abs(unit.y) < 0.0005 ? 0 : abs(unit.x) < 0.0005 ? unit.y.rounded() : unit.y)
    }

    /// How far a point lies in the direction of reading.
    @inline(__always)
    func along(_ point: Point) -> Double {
        point.x * direction.x + point.y * direction.y
    }

    /// How far down a point lies; one line below another has the larger value.
    @inline(__always)
    func across(_ point: Point) -> Double {
        point.x * direction.y - point.y * direction.x
    }
}
