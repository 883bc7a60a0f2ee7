// Takes rules and rectangles from a painted path (ISO 32000-1 8.5.3). A path with a curve, or with a line that is
// neither horizontal nor vertical on the page, is a drawing and yields none. Dashes and caps are ignored; colours count
// only for text on the paint.

import Text

/// How a path is painted.
enum Painting {
    case stroke, closeStroke, fill, fillStroke, closeFillStroke

    var fills: Bool { self != .stroke && self != .closeStroke }
    var strokes: Bool { self != .fill }
    /// Whether the last subpath is closed first.
    var closes: Bool { self == .closeStroke || self == .closeFillStroke }
}

/// Follows one path, subpath by subpath.
struct PathPainter {
    private let painting: Painting
    private let matrix: Matrix
    private let clip: PageBox?
    /// Half the thickness of lines, on the page.
    private let margin: Double
    /// The colours of fill and stroke: the grounds of text drawn on them.
    private let filled: Ink?
    private let stroked: Ink?
    /// The rectangle around all earlier subpaths; in a drawing, around all that was drawn.
    private var extent: PageBox?
    /// The start of the subpath, and its current point.
    private var first: Point?
    private var last = Point(x: 0, y: 0)
    /// The rectangle around the subpath, how many sides it has, and whether all of them are horizontal or vertical.
    private var box: PageBox?
    private var sides = 0
    private var isUpright = true
    /// The filled rectangle before, which may be the outer edge of a frame.
    private var rectangle: PageBox?
    private var isCurved = false

    init(_ painting: Painting, _ state: GraphicsState) {
        self.painting = painting
        matrix = state.matrix
        clip = state.clip
        let isUncertain = state.isSeeThrough || state.isClipShaped
        filled = painting.fills ? state.paints.filling.ground(isUncertain: isUncertain) : nil
        stroked = painting.strokes ? state.paints.stroking.ground(isUncertain: isUncertain) : nil
        margin = abs(state.lineWidth) * abs(matrix.a * matrix.d - matrix.b * matrix.c).squareRoot() / 2
    }

    // MARK: Elements

    /// Draws the next element; `mark` is the page's state before the path.
    mutating func draw(_ element: PathReader.Element, since mark: DrawnShapes.Mark, on shapes: inout DrawnShapes) {
        if case .end = element { return drop(since: mark, on: &shapes) }
        if isCurved { return extend(to: element) }
        switch element {
        case .move(let x, let y): move(to: matrix.point(x, y), on: &shapes)
        case .line(let x, let y):
            if first == nil { move(to: matrix.point(x, y), on: &shapes) }
            line(to: matrix.point(x, y), on: &shapes)
        case .rectangle(let x, let y, let width, let height):
            move(to: matrix.point(x, y), on: &shapes)
            line(to: matrix.point(x + width, y), on: &shapes)
            line(to: matrix.point(x + width, y + height), on: &shapes)
            line(to: matrix.point(x, y + height), on: &shapes)
            close(on: &shapes)
        case .close: close(on: &shapes)
        case .curve:
            isCurved = true
            extent.add(box)
            extend(to: element)
        case .end: break
        }
    }

    /// Follows a drawing: only its extent is known.
    private mutating func extend(to element: PathReader.Element) {
        switch element {
        case .move(let x, let y), .line(let x, let y), .curve(let x, let y): extent.add(matrix.point(x, y))
        case .rectangle(let x, let y, let width, let height):
            extent.add(PageBox(left: x, bottom: y, right: x + width, top: y + height).transformed(matrix))
        case .close, .end: break
        }
    }

    /// Paints the path.
    mutating func finish(since mark: DrawnShapes.Mark, on shapes: inout DrawnShapes) {
        if isCurved {
            shapes.hide(since: mark)
            if let extent { shapes.addDrawing(extent, clip: clip, filled) }
            return
        }
        if painting.closes { close(on: &shapes) }
        endSubpath(on: &shapes)
        if let rectangle { shapes.add(rectangle, clip: clip, ground: ground(of: rectangle, extent)) }
    }

    /// The ground of text drawn on a filled rectangle. If rectangles of one path touch, any of them may be a hole (ISO
    /// 32000-1 8.5.3.3), so their ground is uncertain.
    private func ground(of rectangle: PageBox, _ other: PageBox?) -> Ink? {
        guard let filled, let other, !rectangle.intersection(other).isEmpty else { return filled }
        return filled.ground(isUncertain: true)
    }

    /// Drops the path before: it was not the painted one.
    private mutating func drop(since mark: DrawnShapes.Mark, on shapes: inout DrawnShapes) {
        shapes.hide(since: mark)
        (first, rectangle, extent, isCurved) = (nil, nil, nil, false)
    }

    // MARK: Subpaths

    private mutating func move(to point: Point, on shapes: inout DrawnShapes) {
        endSubpath(on: &shapes)
        (first, last, box, sides, isUpright) = (point, point, nil, 0, true)
        box.add(point)
    }

    private mutating func line(to point: Point, on shapes: inout DrawnShapes) {
        if point == last { return }
        sides += 1
        let (width, height) = (abs(point.x - last.x), abs(point.y - last.y))
        // A rounded matrix is no slant: 0.1 degrees, or a hundredth of a point.
        if min(width, height) > 0.01 + 0.002 * max(width, height) {
            isUpright = false
            if let stroked, !stroked.isNear(.white) { shapes.addSlant(last, point, clip: clip) }
        } else if painting.strokes {
            // Its actual thickness, without caps.
            let (x, y) = width > height ? (0, margin) : (margin, 0)
            var stroke: PageBox?
            stroke.add(Point(x: min(last.x, point.x) - x, y: min(last.y, point.y) - y))
            stroke.add(Point(x: max(last.x, point.x) + x, y: max(last.y, point.y) + y))
            if let stroke { shapes.add(stroke, clip: clip, ground: stroked) }
        }
        box.add(point)
        last = point
    }

    private mutating func close(on shapes: inout DrawnShapes) {
        guard let first else { return }
        line(to: first, on: &shapes)
    }

    /// Fills the subpath.
    private mutating func endSubpath(on shapes: inout DrawnShapes) {
        guard painting.fills, let start = first, let box, sides > 1 else { return }
        first = nil
        if last != start {
            sides += 1
            if min(abs(last.x - start.x), abs(last.y - start.y)) > 0.01 { isUpright = false }
        }
        let isThin = min(box.right - box.left, box.top - box.bottom) <= DrawnShapes.thickest
        guard isThin || isUpright && sides == 4 else {
            shapes.addDrawing(box, clip: clip, filled)
            return extent.add(box)
        }
        if let before = rectangle {
            if let frame = before.frame(around: box) ?? box.frame(around: before) {
                for side in frame { shapes.add(side, clip: clip) }
                rectangle = nil
                return
            }
            let other = before.intersection(box).isEmpty ? extent : box
            shapes.add(before, clip: clip, ground: ground(of: before, other))
            extent.add(before)
        }
        rectangle = box
    }
}

extension PageBox {
    /// The four sides of a frame drawn as its outer and its inner edge; nil if it is not thin.
    fileprivate func frame(around inner: PageBox) -> [PageBox]? {
        let margins = [inner.left - left, right - inner.right, inner.bottom - bottom, top - inner.top]
        guard margins.allSatisfy({ $0 >= 0 && $0 <= DrawnShapes.thickest }), margins.contains(where: { $0 > 0 }),
            !inner.isEmpty
        else { return nil }
        var sides = [self, self, self, self]
        (sides[0].right, sides[1].left) = (inner.left, inner.right)
        (sides[2].top, sides[3].bottom) = (inner.bottom, inner.top)
        return zip(sides, margins).filter { $0.1 > 0 }.map(\.0)
    }
}
