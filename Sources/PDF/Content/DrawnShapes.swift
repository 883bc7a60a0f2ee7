// The lines and rectangles of a page while it is drawn: what of them can be seen, and whether it is thin. The arrays
// are used again page after page.

import Text

/// Collects the rules and filled rectangles of one page after the other.
struct DrawnShapes {
    /// How far a page was filled.
    struct Mark {
        let rules: Int
        let fills: Int
        let covers: Int
    }

    /// What hides the runs drawn before it, as far as they lie below.
    struct Cover {
        let box: PageBox
        let runs: Int
    }

    /// How many runs were drawn before what is painted now; 0 where it covers none.
    var runs = 0
    /// What was painted over runs.
    private(set) var covers: [Cover] = []
    private var rules: [Rule] = []
    private var fills: [Fill] = []
    /// Whether there is room for more: once there are too many, none are kept.
    private(set) var hasRoom = true
    private var box: PageBox?
    private let most: Int

    /// What is thicker is no rule, in the page's units: the widest borders of tables have 6 points as two lines, the
    /// lowest rows of text have more.
    static let thickest = 4.0
    /// A rule is so much longer than it is thick; what is not is a bullet, a dot, or the joint of two lines.
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
        runs = 0
        hasRoom = true
    }

    /// Gives its arrays to the page, or takes them back.
    mutating func swap(_ page: inout TextPage) {
        Swift.swap(&rules, &page.rules)
        Swift.swap(&fills, &page.fills)
    }

    var mark: Mark { Mark(rules: rules.count, fills: fills.count, covers: covers.count) }

    /// Takes back what was drawn since.
    mutating func hide(since mark: Mark) {
        rules.removeLast(max(rules.count - mark.rules, 0))
        fills.removeLast(max(fills.count - mark.fills, 0))
        covers.removeLast(max(covers.count - mark.covers, 0))
    }

    /// Draws a picture that hides what is below.
    mutating func add(picture: PageBox, clip: PageBox?, after runs: Int) {
        addCover(picture.intersection(clip).intersection(box), after: runs)
    }

    /// Notes what hides the runs before it. What hides most of a page is a scan, whose text is drawn below it to be found, or
    /// a ground that some programs paint late.
    private mutating func addCover(_ seen: PageBox, after runs: Int) {
        guard runs > 0, covers.count < most, !seen.isEmpty, let box, seen.area < Self.largestCover * box.area else {
            return
        }
        covers.append(Cover(box: seen, runs: runs))
    }

    private static let largestCover = 0.25

    /// Draws an upright rectangle, or a line as thick as it is, as far as it can be seen.
    mutating func add(_ drawn: PageBox, clip: PageBox?) {
        let seen = drawn.intersection(clip).intersection(box)
        let (width, height) = (seen.right - seen.left, seen.top - seen.bottom)
        // Also false for NaN. One side may be 0: the thinnest line.
        guard hasRoom, width >= 0, height >= 0, width.isFinite, height.isFinite else { return }
        if min(width, height) > Self.thickest {
            let start = Point(x: seen.left, y: seen.bottom)
            fills.append(Fill(start: start, end: Point(x: seen.right, y: seen.top)))
            addCover(seen, after: runs)
        } else if width > Self.slimness * height {
            let y = (seen.bottom + seen.top) / 2
            rules.append(Rule(start: Point(x: seen.left, y: y), end: Point(x: seen.right, y: y), thickness: height))
        } else if height > Self.slimness * width {
            let x = (seen.left + seen.right) / 2
            rules.append(Rule(start: Point(x: x, y: seen.bottom), end: Point(x: x, y: seen.top), thickness: width))
        }
        if rules.count + fills.count > most {
            hasRoom = false
            hide(since: Mark(rules: 0, fills: 0, covers: 0))
        }
    }
}
