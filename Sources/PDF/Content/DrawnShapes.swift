// The visible lines and rectangles of a page while it is drawn, and which of them are thin. The arrays are used again
// for each page.

import Text

/// Collects the rules and filled rectangles of page after page.
struct DrawnShapes {
    /// How far a page was filled.
    struct Mark {
        let rules: Int
        let fills: Int
        let covers: Int
        let grounds: Int
        let slants: Int

        static let none = Mark(rules: 0, fills: 0, covers: 0, grounds: 0, slants: 0)
    }

    /// A shape that hides the runs drawn before it, as far as they lie below.
    struct Cover {
        let box: PageBox
        let runs: Int
    }

    /// How many runs were drawn before the current paint; 0 if it covers none.
    var runs = 0
    /// Shapes painted over runs.
    private(set) var covers: [Cover] = []
    /// How many runs were drawn before the current paint.
    var allRuns = 0
    /// Paint below text, in drawing order.
    private(set) var grounds: [Ground] = []
    /// Strokes that are neither horizontal nor vertical.
    private(set) var slants: [Slant] = []
    private(set) var rules: [Rule] = []
    private var fills: [Fill] = []
    /// Whether there is room for more: after too many shapes, none are kept.
    private(set) var hasRoom = true
    private var box: PageBox?
    private let most: Int

    /// The thickest rule, in the page's units: the widest borders of tables have 6 points as two lines, the lowest rows
    /// of text have more.
    static let thickest = 4.0
    /// The least ratio of a rule's length to its thickness; less is a bullet, a dot, or the joint of two lines.
    private static let slimness = 1.5

    init(most: Int) {
        self.most = most
    }

    /// Begins a page.
    mutating func begin(_ box: PageBox?) {
        self.box = box
        rules.removeAll(keepingCapacity: true)
        fills.removeAll(keepingCapacity: true)
        covers.removeAll(keepingCapacity: true)
        grounds.removeAll(keepingCapacity: true)
        slants.removeAll(keepingCapacity: true)
        (runs, allRuns) = (0, 0)
        hasRoom = true
    }

    /// Gives its arrays to the page, or takes them back.
    mutating func swap(_ page: inout TextPage) {
        Swift.swap(&rules, &page.rules)
        Swift.swap(&fills, &page.fills)
    }

    var mark: Mark {
        Mark(
            rules: rules.count, fills: fills.count, covers: covers.count, grounds: grounds.count,
            slants: slants.count)
    }

    /// Removes the shapes drawn since the mark.
    mutating func hide(since mark: Mark) {
        rules.removeLast(max(rules.count - mark.rules, 0))
        fills.removeLast(max(fills.count - mark.fills, 0))
        covers.removeLast(max(covers.count - mark.covers, 0))
        grounds.removeLast(max(grounds.count - mark.grounds, 0))
        slants.removeLast(max(slants.count - mark.slants, 0))
    }

    /// Limits the count of runs, after others were removed.
    mutating func limit(runs: Int) {
        for index in grounds.indices.reversed() {
            if grounds[index].runs <= runs { break }
            grounds[index].runs = runs
        }
    }

    /// Notes paint that text may lie on; without a rectangle it covers the whole page.
    mutating func addGround(_ drawn: PageBox?, _ ink: Ink, after runs: Int) {
        guard grounds.count < most, let seen = (drawn ?? box)?.intersection(box), !seen.isEmpty else { return }
        grounds.append(Ground(box: seen, ink: ink, runs: runs))
    }

    /// Notes a drawing that is no rectangle: unless it is white, its content is unknown.
    mutating func addDrawing(_ drawn: PageBox, clip: PageBox?, _ ink: Ink?) {
        guard let ink, !ink.isNear(.white) else { return }
        addGround(drawn.intersection(clip), .picture, after: allRuns)
    }

    /// Draws a stroke that is neither horizontal nor vertical.
    mutating func addSlant(_ start: Point, _ end: Point, clip: PageBox?) {
        var around: PageBox?
        around.add(start)
        around.add(end)
        guard slants.count < most, let around, !around.intersection(clip).intersection(box).isEmpty else { return }
        slants.append(Slant(start: start, end: end))
    }

    /// Draws a picture that hides the content below.
    mutating func add(picture: PageBox, clip: PageBox?, after runs: Int) {
        addCover(picture.intersection(clip).intersection(box), after: runs)
    }

    /// Notes a shape that hides the runs before it. A shape over most of a page hides none: it is a scan above
    /// searchable text, or a ground that some programs paint late.
    private mutating func addCover(_ seen: PageBox, after runs: Int) {
        guard runs > 0, covers.count < most, !seen.isEmpty, let box, seen.area < Self.largestCover * box.area else {
            return
        }
        covers.append(Cover(box: seen, runs: runs))
    }

    private static let largestCover = 0.25

    /// Whether a rectangle covers more than this part of the page.
    func isMost(_ seen: PageBox, _ part: Double) -> Bool {
        guard let box else { return true }
        return seen.area > part * box.area
    }

    /// Draws an upright rectangle, or a line of its thickness, as far as it is visible.
    ///
    /// - Parameter ground: the ground for text drawn on it; nil to keep the previous ground.
    mutating func add(_ drawn: PageBox, clip: PageBox?, ground: Ink? = nil) {
        let seen = drawn.intersection(clip).intersection(box)
        let (width, height) = (seen.right - seen.left, seen.top - seen.bottom)
        // Also false for NaN. One side may be 0: the thinnest line.
        guard hasRoom, width >= 0, height >= 0, width.isFinite, height.isFinite else { return }
        if min(width, height) > Self.thickest {
            let start = Point(x: seen.left, y: seen.bottom)
            fills.append(Fill(start: start, end: Point(x: seen.right, y: seen.top)))
            addCover(seen, after: runs)
            if let ground { grounds.append(Ground(box: seen, ink: ground, runs: allRuns)) }
        } else if width > Self.slimness * height {
            let y = (seen.bottom + seen.top) / 2
            rules.append(Rule(start: Point(x: seen.left, y: y), end: Point(x: seen.right, y: y), thickness: height))
        } else if height > Self.slimness * width {
            let x = (seen.left + seen.right) / 2
            rules.append(Rule(start: Point(x: x, y: seen.bottom), end: Point(x: x, y: seen.top), thickness: width))
        }
        if rules.count + fills.count > most {
            hasRoom = false
            hide(since: .none)
        }
    }
}
