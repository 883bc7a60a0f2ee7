// Decides whether a text is distinguishable from its ground.

import Text

/// The paint of a page, by its height.
struct PaintedAreas {
    private let shapes: DrawnShapes
    private var shelves: [Int: [Int]] = [:]
    /// Grounds over many shelves, and the horizontal and vertical lines.
    private var tall: [Int] = []
    private var compared = 0

    private static let tallest = 16
    /// A text is legible if more than this part of it lies on another colour.
    private static let legible = 0.3
    /// A ground that is painted late covers more than this part of the page, see `DrawnShapes`.
    private static let late = 0.25

    init(_ shapes: DrawnShapes) {
        self.shapes = shapes
        for (index, ground) in shapes.grounds.enumerated() {
            let (first, last) = (Shelves.shelf(ground.box.bottom), Shelves.shelf(ground.box.top))
            if last - first > Self.tallest {
                tall.append(index)
            } else {
                for shelf in first...max(first, last) { shelves[shelf, default: []].append(index) }
            }
        }
    }

    /// Whether the run of this number, painted with this ink, is visible. If unknown, it counts as visible.
    mutating func shows(_ run: TextRun, _ number: Int, _ ink: Ink) -> Bool {
        if !shapes.hasRoom || compared > PageBuilder.mostCompared { return true }
        let band = PageBox(around: run)
        let near = grounds(at: band)
        // Clear text counts over a picture: it was recognised there, or its letters are drawn as paths.
        if ink == .clear { return near.contains { shapes.grounds[$0].ink == .picture } }
        var other = 0.0
        for index in near {
            let ground = shapes.grounds[index]
            let isBelow = ground.runs <= number
            guard isBelow || ground.ink == .picture || shapes.isMost(ground.box, Self.late) else { continue }
            let common = ground.box.intersection(band).area
            if !ground.ink.isNear(ink) {
                other += common
                if other > Self.legible * band.area { return true }
            } else if isBelow, common > 0.9 * band.area {
                return false
            }
        }
        return !ink.isNear(.white) || isOnLines(band)
    }

    /// The grounds that overlap a rectangle, the last one first.
    private mutating func grounds(at band: PageBox) -> [Int] {
        var near = tall
        let (first, last) = (Shelves.shelf(band.bottom), Shelves.shelf(band.top))
        if last - first > Self.tallest {
            near = Array(shapes.grounds.indices)
        } else {
            for shelf in first...max(first, last) { near += shelves[shelf] ?? [] }
        }
        compared += near.count
        return Set(near.filter { !shapes.grounds[$0].box.intersection(band).isEmpty }).sorted(by: >)
    }

    /// Whether a ground consists of thin lines, of unknown colours.
    private mutating func isOnLines(_ band: PageBox) -> Bool {
        compared += shapes.rules.count
        var area = 0.0
        for rule in shapes.rules {
            let margin = rule.thickness / 2
            let (x, y) = rule.start.y == rule.end.y ? (0, margin) : (margin, 0)
            let box = PageBox(
                left: rule.start.x - x, bottom: rule.start.y - y, right: rule.end.x + x, top: rule.end.y + y)
            area += box.intersection(band).area
        }
        return area > 0.5 * band.area
    }
}

extension PageBox {
    /// The band of a run's small letters, and of most of its figures: from its baseline to half the em.
    fileprivate init(around run: TextRun) {
        let (x, y) = (run.end.x - run.start.x, run.end.y - run.start.y)
        let length = (x * x + y * y).squareRoot()
        let scale = length > 0 ? run.size / 2 / length : 0
        // Mirrored text has its letters on the same side as horizontal text.
        let up = length > 0 && (y != 0 || x > 0) ? Point(x: -y * scale, y: x * scale) : Point(x: 0, y: run.size / 2)
        self.init(
            left: min(run.start.x, run.end.x) + min(up.x, 0), bottom: min(run.start.y, run.end.y) + min(up.y, 0),
            right: max(run.start.x, run.end.x) + max(up.x, 0), top: max(run.start.y, run.end.y) + max(up.y, 0))
    }
}
