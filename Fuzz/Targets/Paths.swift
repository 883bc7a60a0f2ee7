// Paths as a content stream paints them: rules are level or upright and thin, fills are not, none lies outside of the page
// or the clip path, and a path that is painted twice shows the same twice.

@testable import PDF
import Text

private let limits: PDFLimits = {
    var limits = PDFLimits()
    limits.operands = 100
    return limits
}()
/// Shapes of one page.
private let most = 300
private let page: PageBox = {
    var page: PageBox?
    page.add(Point(x: 0, y: 0))
    page.add(Point(x: 595, y: 842))
    return page ?? { preconditionFailure("two points have a box") }()
}()

extension Target {
    static let paths = Target("paths") { bytes in
        var choices = Choices(bytes)
        let painting = choices.one(of: [Painting.stroke, .closeStroke, .fill, .fillStroke, .closeFillStroke])
        var state = GraphicsState()
        state.matrix = choices.one(of: matrices)
        state.lineWidth = choices.one(of: [0, 0.5, 1, 3.9, 4, 4.1, 1000, -1, .infinity, .nan])
        if choices.number() % 2 == 1 { state.clip = clip(&choices) }
        let path = choices.rest + Array(" S".utf8)
        let shown = paint(path, painting, state, times: 1, most: most)
        try check(shown, in: state.clip.map { page.intersection($0) } ?? page)
        // What is drawn and taken back counts as well.
        let once = paint(path, painting, state, times: 1, most: .max)
        let twice = paint(path, painting, state, times: 2, most: .max)
        try promise(
            twice.rules == once.rules + once.rules && twice.fills == once.fills + once.fills,
            "a path shows something else the second time")
    }
}

/// As it is, turned, in tenths and upside down, slanted, nothing at all, beyond all numbers, and none.
private let matrices = [
    [1, 0, 0, 1, 0, 0], [0, 1, -1, 0, 595, 0], [0.1, 0, 0, -0.1, 0, 842], [1, 0.3, 0, 1, 0, 0], [0, 0, 0, 0, 9, 9],
    [1e300, 0, 0, 1e300, 0, 0], [.nan, 0, 0, 1, .infinity, 0],
].map { Matrix($0) ?? .identity }

private func clip(_ choices: inout Choices) -> PageBox? {
    var clip: PageBox?
    for _ in 0..<2 { clip.add(Point(x: Double(choices.number()) * 3 - 50, y: Double(choices.number()) * 4 - 50)) }
    return clip
}

private func paint(
    _ path: [UInt8], _ painting: Painting, _ state: GraphicsState, times: Int, most: Int
) -> TextPage {
    var reader = PathReader(limits: limits)
    var shapes = DrawnShapes(most: most)
    shapes.begin(page)
    for _ in 0..<times {
        // At its end stands the operator that paints, whichever it is.
        reader.paint(0..<path.count, in: path.span, PathPainter(painting, state), on: &shapes)
    }
    var shown = TextPage(number: 1)
    shapes.swap(&shown)
    return shown
}

private func check(_ shown: TextPage, in box: PageBox) throws {
    try promise(shown.rules.count + shown.fills.count <= most, "a page has more shapes than allowed")
    func promiseSeen(_ start: Point, _ end: Point) throws {
        // A rule lies in the middle of what was seen of it.
        try promise(
            start.x >= box.left && end.x <= box.right && start.y >= box.bottom && end.y <= box.top,
            "a shape cannot be seen: \(start) to \(end)")
    }
    for rule in shown.rules {
        let (width, height) = (rule.end.x - rule.start.x, rule.end.y - rule.start.y)
        try promise(
            min(width, height) == 0 && max(width, height) > 0 && rule.thickness >= 0 && rule.thickness <= 4,
            "a rule is none: \(rule)")
        try promiseSeen(rule.start, rule.end)
    }
    for fill in shown.fills {
        try promise(min(fill.end.x - fill.start.x, fill.end.y - fill.start.y) > 4, "a fill is thin: \(fill)")
        try promiseSeen(fill.start, fill.end)
    }
}
