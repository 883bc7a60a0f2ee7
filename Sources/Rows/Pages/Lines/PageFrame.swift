// The frame in which a page is read: along its text and across it, whatever way it is turned. `/Rotate` plays no part.

import Text

/// Coordinates of a page in the direction of most of its text: `along` grows in reading direction, `across` from line
/// to line.
struct PageFrame: Equatable {
    /// The unit vector of the text's direction.
    private let direction: Point

    static let upright = PageFrame(direction: Point(x: 1, y: 0))

    private init(direction: Point) {
        self.direction = direction
    }

    /// The direction that most of the text has, by its length in ems: huge letters count no more than small ones. A
    /// lean below 0.03 degrees counts as none: a rounded matrix.
    init(of runs: [TextRun]) {
        if runs.allSatisfy({ $0.end.y == $0.start.y && $0.end.x >= $0.start.x }) {
            self = .upright
            return
        }
        var directions = Directions()
        for run in runs where run.size > 0 {
            directions.add(x: (run.end.x - run.start.x) / run.size, y: (run.end.y - run.start.y) / run.size)
        }
        let longest = directions.longest
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

/// How much text runs in which direction.
private struct Directions {
    /// Parts of a quarter turn, so that a watermark at an angle does not tilt the frame of the text it lies over.
    private static let parts = 33

    private var sums = [Point](repeating: Point(x: 0, y: 0), count: 4 * parts)

    mutating func add(x: Double, y: Double) {
        guard x.isFinite, y.isFinite, x != 0 || y != 0 else { return }
        let isLevel = abs(x) >= abs(y)
        let quarter = isLevel ? (x >= 0 ? 0 : 2) : (y >= 0 ? 1 : 3)
        // From -1 to 1, with level text in the middle of a part.
        let lean = isLevel ? y / x : x / y
        let part = min(max(Int((lean + 1) / 2 * Double(Directions.parts - 1) + 0.5), 0), Directions.parts - 1)
        sums[quarter * Directions.parts + part].x += x
        sums[quarter * Directions.parts + part].y += y
    }

    /// The sum over the part with the most text and those beside it.
    var longest: Point {
        let best = sums.indices.max { abs(sums[$0].x) + abs(sums[$0].y) < abs(sums[$1].x) + abs(sums[$1].y) } ?? 0
        let first = best - best % Directions.parts
        return sums[max(best - 1, first)...min(best + 1, first + Directions.parts - 1)]
            .reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.x, y: $0.y + $1.y) }
    }
}
