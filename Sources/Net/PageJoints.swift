// Finds the run of a page in which another run continues: the next one on the line, or the run below in its column. It
// compares only positions; the caller compares the text.

import Text

/// The succession of a page's runs. Used only if a run ends within a possible number.
struct PageJoints {
    /// Runs closer than this belong to one word, in ems.
    static let word = 0.15
    /// Between runs closer than this is at most a blank.
    static let blank = 1.0
    /// How far below a line the next one may be.
    private static let pitch = 0.5...2.5
    private static let edge = 0.6

    private let runs: UnsafeBufferPointer<TextRun>
    /// The runs by their height on the page, and by their distance from its left edge; built on first use.
    private var byHeight: [Int32]?
    private var byDistance: [Int32]?
    /// How many runs may still be compared: a hostile page has a million runs that might all continue in each other.
    private var budget = 200_000

    init(_ runs: UnsafeBufferPointer<TextRun>) { self.runs = runs }

    /// The distance from a run's end to the start of the next drawn one, in ems; nil if that is on another line.
    func gap(after run: Int) -> Double? {
        guard run >= 0, run + 1 < runs.count else { return nil }
        let (this, next) = (runs[run], runs[run + 1])
        let offset = Frame(this).offset(from: this.end, to: next.start)
        guard abs(offset.across) < 0.3, offset.along > -0.5, offset.along <= Self.blank else { return nil }
        return max(offset.along, 0)
    }

    /// The runs that may continue the last line of a run's column.
    mutating func below(_ run: Int) -> [Int] {
        guard budget > 0 else { return [] }
        let this = runs[run]
        let frame = Frame(this)
        var found: [Int] = []
        if run + 1 < runs.count {
            let next = frame.offset(from: this.end, to: runs[run + 1].start)
            if Self.pitch.contains(-next.across), next.along < 1 { found.append(run + 1) }
        }
        if let nearest = nearestBelow(run, frame), !found.contains(nearest) { found.append(nearest) }
        return found
    }

    /// The highest run below in the same column: aligned at its left or right edge, or in its middle.
    private mutating func nearestBelow(_ run: Int, _ frame: Frame) -> Int? {
        let this = runs[run]
        var first = run
        while run - first < 64, let gap = gap(after: first - 1), gap <= Self.blank { first -= 1 }
        let order = frame.isLevel ? heights() : distances()
        let place = { (run: TextRun) in frame.isLevel ? run.start.y : run.start.x }
        let reach = Self.pitch.upperBound * this.size
        let (low, high) = (place(this) - reach, place(this) + reach)
        var index = order.partitionPoint { place(runs[Int($0)]) < low }
        var best: (run: Int, drop: Double)?
        while index < order.count, budget > 0 {
            let other = Int(order[index])
            if place(runs[other]) > high { break }
            index += 1
            budget -= 1
            let drop = -frame.offset(from: this.start, to: runs[other].start).across
            guard Self.pitch.contains(drop), best.map({ drop < $0.drop }) ?? true else { continue }
            if isBelow(runs[other], this, frame) || first != run && isBelow(runs[other], runs[first], frame) {
                best = (other, drop)
            }
        }
        return best?.run
    }

    private func isBelow(_ lower: TextRun, _ upper: TextRun, _ frame: Frame) -> Bool {
        let left = frame.offset(from: upper.start, to: lower.start).along
        let right = frame.offset(from: upper.end, to: lower.end).along
        return min(abs(left), abs(right), abs(left + right) / 2) < Self.edge
    }

    private mutating func heights() -> [Int32] {
        if let byHeight { return byHeight }
        let order = sorted { $0.start.y }
        byHeight = order
        return order
    }

    private mutating func distances() -> [Int32] {
        if let byDistance { return byDistance }
        let order = sorted { $0.start.x }
        byDistance = order
        return order
    }

    private mutating func sorted(_ place: (TextRun) -> Double) -> [Int32] {
        (0..<Int32(runs.count)).sorted { place(runs[Int($0)]) < place(runs[Int($1)]) }
    }
}

/// The reading direction of a run, and the size of its em.
private struct Frame {
    private let x: Double
    private let y: Double
    private let size: Double

    init(_ run: TextRun) {
        let (x, y) = (run.end.x - run.start.x, run.end.y - run.start.y)
        let length = (x * x + y * y).squareRoot()
        (self.x, self.y) = length > 0 ? (x / length, y / length) : (1, 0)
        size = run.size > 0 ? run.size : 1
    }

    /// Whether consecutive lines lie above each other on the page.
    var isLevel: Bool { abs(x) >= abs(y) }

    /// The distance of two points along the line and across it, upwards; in ems.
    func offset(from first: Point, to second: Point) -> (along: Double, across: Double) {
        let (right, up) = (second.x - first.x, second.y - first.y)
        return ((right * x + up * y) / size, (up * x - right * y) / size)
    }
}

extension [Int32] {
    /// The index of the first element outside of the first part.
    fileprivate func partitionPoint(_ isInFirst: (Int32) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
