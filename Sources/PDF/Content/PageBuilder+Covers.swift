// Removes text that later paint hides: white-out, black bars, pictures. For text that is invisible for other reasons
// see `PageBuilder+Unseen.swift`.

import Text

extension PageBuilder {
    /// The most comparisons of runs with shapes on a page: a page that needs more is a drawing.
    static let mostCompared = 2_000_000

    /// Removes the invisible runs from the page, and notes their places.
    mutating func hideObscured() {
        let suspects = self.suspects
        if shapes.covers.isEmpty, shapes.slants.isEmpty, suspects.isEmpty { return }
        let shelves = Shelves(page.runs)
        let hidden = coveredRuns(shelves).union(unseenRuns(suspects, shelves))
        noteCrossedOut(shelves)
        if hidden.isEmpty { return }
        for index in hidden.sorted() { keepUnseen(page.runs[index]) }
        page.runs = page.runs.indices.filter { !hidden.contains($0) }.map { page.runs[$0] }
    }

    /// The runs below later paint.
    private mutating func coveredRuns(_ shelves: Shelves) -> Set<Int> {
        var hidden: Set<Int> = []
        var compared = 0
        for cover in shapes.covers where compared < Self.mostCompared {
            shelves.forEachRun(between: cover.box.bottom, cover.box.top) { index in
                compared += 1
                guard index < cover.runs, index < page.runs.count, !hidden.contains(index) else { return }
                let run = page.runs[index]
                let length = cover.box.covered(of: run)
                if length < min(run.size, 0.6 * run.length) { return }
                obscure(run, .covered)
                if length > 0.9 * run.length { hidden.insert(index) }
            }
        }
        return hidden
    }

    /// Notes that a run is invisible, or must not be read.
    mutating func obscure(_ run: TextRun, _ cause: ObscuredText.Cause) {
        guard page.obscured.count < most else { return }
        let words = text.string(run.text)
        page.obscured.append(ObscuredText(cause, text: words, start: run.start, end: run.end, size: run.size))
    }
}

/// The runs of a page by their height, so that not each run is compared with each rectangle.
struct Shelves {
    private var shelves: [Int: [Int]] = [:]
    private static let height = 16.0
    /// A rectangle that spans more shelves is compared only with shelves that have runs.
    private static let most = 200

    init(_ runs: [TextRun]) {
        for (index, run) in runs.enumerated() { shelves[Self.shelf(run.start.y), default: []].append(index) }
    }

    static func shelf(_ y: Double) -> Int { Int(max(-1e9, min(1e9, y / height)).rounded(.down)) }

    func forEachRun(between bottom: Double, _ top: Double, _ body: (Int) -> Void) {
        let (first, last) = (Self.shelf(bottom), Self.shelf(top))
        if last - first > Self.most {
            for (shelf, runs) in shelves where shelf >= first && shelf <= last { runs.forEach(body) }
        } else {
            for shelf in first...max(first, last) { shelves[shelf]?.forEach(body) }
        }
    }
}

extension PageBox {
    /// The covered part of a horizontal run's length, if the cover includes the height of its small letters.
    fileprivate func covered(of run: TextRun) -> Double {
        let (low, high) = (run.start.y, run.start.y + 0.5 * run.size)
        guard run.start.y == run.end.y, min(high, top) - max(low, bottom) > 0.3 * run.size else { return 0 }
        return max(0, min(right, run.end.x) - max(left, run.start.x))
    }
}

extension TextRun {
    fileprivate var length: Double { abs(end.x - start.x) }
}
