// The rectangle of a page (ISO 32000-1 7.9.5, 14.11.2).

import Text

/// A page's media box.
struct PageBox: Equatable {
    private var left: Double
    private var bottom: Double
    private var right: Double
    private var top: Double

    /// From an array of four numbers, any two opposite corners; nil for anything else, and for an empty rectangle.
    init?(_ object: PDFObject) {
        guard let numbers = object.array?.compactMap(\.number), numbers.count == 4 else { return nil }
        (left, right) = (min(numbers[0], numbers[2]), max(numbers[0], numbers[2]))
        (bottom, top) = (min(numbers[1], numbers[3]), max(numbers[1], numbers[3]))
        if left >= right || bottom >= top { return nil }
    }

    /// Whether a run lies wholly outside, however it is turned.
    func excludes(_ run: TextRun) -> Bool {
        max(run.start.x, run.end.x) + run.size < left || min(run.start.x, run.end.x) - run.size > right
            || max(run.start.y, run.end.y) + run.size < bottom || min(run.start.y, run.end.y) - run.size > top
    }
}
