// Removes text that nobody sees: in the colour of its ground, fully transparent, invisible (rendering mode 3), or too
// small. Notes crossed-out text. Text counts as visible if in doubt.

import Text

extension PageBuilder {
    /// The runs that may be invisible, and their inks. Most pages have none.
    var suspects: [(run: Int, ink: Ink)] {
        let doubtful = doubtfulInks
        if doubtful.isEmpty, !hasSmallText { return [] }
        var suspects: [(run: Int, ink: Ink)] = []
        for (index, part) in inks.enumerated() {
            let end = index + 1 < inks.count ? inks[index + 1].run : page.runs.count
            for run in part.run..<max(end, part.run) where doubtful.contains(part.ink) || isTooSmall(page.runs[run]) {
                suspects.append((run, part.ink))
            }
        }
        return suspects
    }

    /// The most colours of text that are compared with grounds; a drawing has more.
    private static let mostInks = 256

    private var doubtfulInks: Set<Ink> {
        if inks.allSatisfy({ $0.ink == .black }), shapes.grounds.isEmpty { return [] }
        let all = Set(inks.map(\.ink))
        let grounds = Set(shapes.grounds.lazy.map(\.ink).filter(\.isColour)).prefix(Self.mostInks)
        let doubtful = all.prefix(Self.mostInks).filter { ink in grounds.contains { $0.isNear(ink) } }
        return Set(doubtful).union(all.filter { !$0.isPlain })
    }

    private func isTooSmall(_ run: TextRun) -> Bool { run.size * unit < Self.smallest }

    /// The invisible runs among the suspects. If most runs of the page are invisible, all stay, and are noted: such a
    /// page is empty to a person, or this reader does not know its ground.
    mutating func unseenRuns(_ suspects: [(run: Int, ink: Ink)], _ shelves: Shelves) -> Set<Int> {
        if suspects.isEmpty { return [] }
        var sight = PaintedAreas(shapes)
        // If all text is small, a person enlarges the page.
        let largest = hasSmallText ? page.runs.lazy.map(\.size).max() ?? 0 : 0
        var unseen: Set<Int> = []
        for (index, ink) in suspects where ink != .unknown && ink != .picture {
            let run = page.runs[index]
            let isSmall = isTooSmall(run) && run.size * Self.enlargement < largest
            if isSmall || !sight.shows(run, index, ink) { unseen.insert(index) }
        }
        // If a page has only invisible text, the text was recognised in a picture that is now missing.
        if unseen.count == page.runs.count, suspects.allSatisfy({ $0.ink == .clear }) { return [] }
        var compared = 0
        let told = unseen.sorted().filter { !isDrawnAgain($0, unseen, shelves, &compared) }
        for index in told { obscure(page.runs[index], .unseen) }
        return 2 * told.count > page.runs.count ? [] : Set(told)
    }

    /// Nobody enlarges a page to read text that is so many times smaller than its other text.
    private static let enlargement = 4.0

    /// The most texts that are compared with a visible text.
    private static let mostRead = 100_000

    /// Whether a visible run at the place of an invisible one has the same text.
    private func isDrawnAgain(_ index: Int, _ unseen: Set<Int>, _ shelves: Shelves, _ compared: inout Int) -> Bool {
        if compared > Self.mostRead { return false }
        let run = page.runs[index]
        let words = text.letters(run.text)
        let tolerance = 0.3 * run.size
        let least = min(tolerance, 0.3 * (run.end.x - run.start.x))
        var (seen, isOther) = (0.0, false)
        shelves.forEachRun(between: run.start.y - tolerance, run.start.y + tolerance) { other in
            compared += 1
            let next = page.runs[other]
            let common = min(run.end.x, next.end.x) - max(run.start.x, next.start.x)
            guard common > least, abs(next.start.y - run.start.y) <= tolerance, !unseen.contains(other) else {
                return
            }
            let more = text.letters(next.text)
            if words.hasPart(more) || more.hasPart(words) { seen += common } else { isOther = true }
        }
        return !isOther && seen > 0.6 * (run.end.x - run.start.x)
    }

    // MARK: Crossed out

    /// Notes the horizontal runs that a stroke crosses from one corner to the opposite one.
    mutating func noteCrossedOut(_ shelves: Shelves) {
        var compared = 0
        var noted: Set<Int> = []
        for slant in shapes.slants where compared < Self.mostCompared {
            let (bottom, top) = (min(slant.start.y, slant.end.y), max(slant.start.y, slant.end.y))
            shelves.forEachRun(between: bottom - Self.reach, top) { index in
                compared += 1
                let run = page.runs[index]
                if slant.crosses(run), noted.insert(index).inserted { obscure(run, .crossedOut) }
            }
        }
    }

    /// The farthest baseline below a stroke that crosses the text: larger text belongs to no row.
    private static let reach = 32.0
}

extension Slant {
    /// Whether it crosses the middle of a horizontal run, along most of it, and from low to high or from end to end:
    /// the frame of a stamp over text does neither.
    fileprivate func crosses(_ run: TextRun) -> Bool {
        let (left, right) = (run.start.x, run.end.x)
        guard run.start.y == run.end.y, right - left > run.size, start.x != end.x else { return false }
        let slope = (end.y - start.y) / (end.x - start.x)
        let height = { (x: Double) in (start.y + (x - start.x) * slope - run.start.y) / run.size }
        guard (0.05...0.65).contains(height((left + right) / 2)), slope != 0 else { return false }
        let (from, to) = (min(start.x, end.x), max(start.x, end.x))
        let isAlong = abs(from - left) < run.size && abs(to - right) < run.size
        guard isAlong || abs(slope) * (right - left) > 0.35 * run.size else { return false }
        let reach = run.size / abs(slope)
        let middle = start.x + (run.start.y + 0.3 * run.size - start.y) / slope
        let first = max(left, from, middle - 0.4 * reach)
        let last = min(right, to, middle + 0.4 * reach)
        return last - first > 0.6 * (right - left)
    }
}

extension TextBuffer {
    /// The bytes of a text without its blanks.
    fileprivate func letters(_ range: Range<Int>) -> [UInt8] { string(range).utf8.filter { $0 != 0x20 } }
}

extension [UInt8] {
    /// Whether another text is a part of this one.
    fileprivate func hasPart(_ other: [UInt8]) -> Bool {
        guard let first = other.first, other.count <= count else { return false }
        return (0...count - other.count).contains { start in
            self[start] == first && self[start..<start + other.count].elementsEqual(other)
        }
    }
}
