// Rectangles of a page (ISO 32000-1 7.9.5, 14.11.2): its boxes, and the extent of a clip path.

import Text

/// An upright rectangle on the page.
struct PageBox: Equatable {
    var left: Double
    var bottom: Double
    var right: Double
    var top: Double

    /// From an array of four numbers, any two opposite corners; nil for anything else, and for an empty rectangle.
    init?(_ object: PDFObject) {
        guard let numbers = object.array?.compactMap(\.number), numbers.count == 4 else { return nil }
        (left, right) = (min(numbers[0], numbers[2]), max(numbers[0], numbers[2]))
        (bottom, top) = (min(numbers[1], numbers[3]), max(numbers[1], numbers[3]))
        if left >= right || bottom >= top { return nil }
    }

    init(left: Double, bottom: Double, right: Double, top: Double) {
        (self.left, self.bottom, self.right, self.top) = (left, bottom, right, top)
    }

    /// The point alone.
    fileprivate init(_ point: Point) {
        (left, right, bottom, top) = (point.x, point.x, point.y, point.y)
    }

    /// The smallest rectangle that holds this one transformed.
    func transformed(_ matrix: Matrix) -> PageBox {
        var box: PageBox?
        for (x, y) in [(left, bottom), (right, bottom), (left, top), (right, top)] { box.add(matrix.point(x, y)) }
        return box ?? self
    }

    /// The common part of two rectangles. If there is none, the result is turned inside out and overlaps nothing.
    func intersection(_ other: PageBox?) -> PageBox {
        guard let other else { return self }
        var common = self
        (common.left, common.right) = (max(left, other.left), min(right, other.right))
        (common.bottom, common.top) = (max(bottom, other.bottom), min(top, other.top))
        return common
    }

    var area: Double { max(right - left, 0) * max(top - bottom, 0) }

    /// Whether it has an area.
    var isEmpty: Bool { !(left < right && bottom < top) }

    /// Whether a run lies wholly outside, however it is turned.
    func excludes(_ run: TextRun) -> Bool {
        max(run.start.x, run.end.x) + run.size < left || min(run.start.x, run.end.x) - run.size > right
            || max(run.start.y, run.end.y) + run.size < bottom || min(run.start.y, run.end.y) - run.size > top
    }

    /// Whether no legible part of a run lies within: less than a tenth of an em of the band from its baseline to half
    /// the em, which holds small letters and most of the figures. Qt draws the row at a page's end again on the next
    /// page, with no more than its descenders inside of the clip path: fixture clip_page_break.
    ///
    /// - Parameter rise: the vector from the baseline to the top of the em; nil if unknown.
    func hides(_ run: TextRun, _ rise: Point?) -> Bool {
        guard let rise else { return excludes(run) }
        let (x, y) = (rise.x / 2, rise.y / 2)
        let isHidden = { (from: Double, to: Double, rise: Double, low: Double, high: Double) in
            let first = min(from, to) + min(rise, 0)
            let last = max(from, to) + max(rise, 0)
            return min(last, high) - max(first, low) < min(0.1 * run.size, (last - first) / 2)
        }
        return isHidden(run.start.x, run.end.x, x, left, right) || isHidden(run.start.y, run.end.y, y, bottom, top)
    }
}

extension PageBox? {
    /// Grows it to hold another one.
    mutating func add(_ other: PageBox?) {
        guard let other else { return }
        add(Point(x: other.left, y: other.bottom))
        add(Point(x: other.right, y: other.top))
    }

    /// Grows it to hold a point.
    mutating func add(_ point: Point) {
        guard let box = self else {
            self = PageBox(point)
            return
        }
        self?.left = min(box.left, point.x)
        self?.right = max(box.right, point.x)
        self?.bottom = min(box.bottom, point.y)
        self?.top = max(box.top, point.y)
    }
}
