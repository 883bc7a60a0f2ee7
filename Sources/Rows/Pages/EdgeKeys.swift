// Numbers in page headers and footers that look like keys and stand where the keys do. One page cannot tell them from a
// row; the next has one like it at the same place.

/// Knows the keys at the edge of a page that stand apart from its rows and are unlike them.
struct EdgeKeys {
    /// A key apart from the rows of a page.
    private struct Suspect {
        var key: String
        var page: Int
        var baseline: Double
        /// Whether it was the last row of its page, or the first.
        var isLast: Bool
        /// Whether it stands so far apart that it is doubted if no page tells.
        var isFarApart: Bool
    }

    private var suspects: [Suspect] = []
    /// Where such keys are known to stand.
    private var places: [Double] = []
    /// Those of which no other page told what they are.
    private var unproved: [Suspect] = []
    private static let mostUnproved = 100
    /// The first key of the last page and its last, each with the one next to it.
    private var outermost: [Bool: Outermost] = [:]
    /// Keys that two pages have at the same place of their edge.
    private var repeated: [Doubt] = []

    private struct Outermost {
        var key: String
        var next: String
        var text: String
        var page: Int
        var baseline: Double

        /// Its line without the digits: a page's number is one of its words.
        var words: String { text.filter { !$0.isNumber } }
    }

    /// So many times the step between the lines of the table stands apart, and far apart.
    private static let (apart, farApart) = (1.4, 2.5)
    /// So many other rows show how rows look.
    private static let fewestRows = 2

    /// The rows of a page without those that are none.
    ///
    /// - Returns: the rows, and the keys of the page before that are none either.
    mutating func rows(
        among keys: [KeyCell], on page: PageLines, _ bands: ColumnBands, _ layout: TableLayout
    ) -> (rows: [KeyCell], before: [(key: String, page: Int, isLast: Bool)]) {
        var (rows, before) = (keys, [(key: String, page: Int, isLast: Bool)]())
        let known = suspects
        suspects = []
        pass(keys, on: page, bands, layout)
        guard let status = layout.band(of: .status), keys.count > Self.fewestRows else { return (rows, before) }
        func hasStatus(_ key: KeyCell) -> Bool {
            page.lines[key.line].pieces.contains { bands.band(at: page.pieces[$0].start) == status }
        }
        var remaining = known
        for (key, others, isLast) in [
            (keys[keys.count - 1], keys.dropLast(), true), (keys[0], keys.dropFirst(), false),
        ] {
            guard !hasStatus(key), others.count(where: hasStatus) * 2 > others.count,
                let distance = distance(of: key, from: others, isLast: isLast, page), distance > Self.apart
            else { continue }
            let baseline = page.lines[key.line].baseline
            let isSame = { (place: Double) in abs(place - baseline) < 0.5 * page.lines[key.line].size }
            if let same = remaining.firstIndex(where: { isSame($0.baseline) && $0.page < page.number }) {
                before.append((remaining[same].key, remaining[same].page, remaining[same].isLast))
                remaining.remove(at: same)
                places.append(baseline)
            }
            if places.contains(where: isSame) {
                if isLast { rows.removeLast() } else { rows.removeFirst() }
            } else {
                suspects.append(
                    Suspect(
                        key: key.key(layout.key, in: page), page: page.number, baseline: baseline,
                        isLast: isLast, isFarApart: distance > Self.farApart))
            }
        }
        unproved += remaining.prefix(Self.mostUnproved - unproved.count)
        return (rows, before)
    }

    /// Notes which keys come again at the edge of a page.
    mutating func pass(_ keys: [KeyCell], on page: PageLines, _ bands: ColumnBands, _ layout: TableLayout) {
        guard let status = layout.band(of: .status), keys.count > Self.fewestRows else {
            outermost = [:]
            return
        }
        for isLast in [true, false] { noteRepeated(keys, isLast: isLast, page, bands, layout, status: status) }
    }

    /// What is not certain once all pages were read.
    var doubts: [Doubt] {
        repeated
            + (unproved + suspects).filter(\.isFarApart).map {
                Doubt(page: $0.page, word: $0.key, rule: .disagreement, batches: [$0.key])
            }
    }

    /// Notes a key with a status that the page before has in the same line at the same place, with another one next to it:
    /// it is of the page header or footer, unless lists that follow each other begin with one row.
    private mutating func noteRepeated(
        _ keys: [KeyCell], isLast: Bool, _ page: PageLines, _ bands: ColumnBands, _ layout: TableLayout, status: Int
    ) {
        let (own, next) = isLast ? (keys[keys.count - 1], keys[keys.count - 2]) : (keys[0], keys[1])
        let line = page.lines[own.line]
        let hasStatus = line.pieces.contains { bands.band(at: page.pieces[$0].start) == status }
        let now = Outermost(
            key: own.key(layout.key, in: page), next: next.key(layout.key, in: page),
            text: page.text(of: line), page: page.number, baseline: line.baseline)
        defer { outermost[isLast] = hasStatus ? now : nil }
        guard hasStatus, let last = outermost[isLast], last.key == now.key, last.words == now.words,
            last.page < now.page, last.next != now.next, last.next != last.key, now.next != now.key,
            abs(last.baseline - now.baseline) < 0.5 * line.size, repeated.count < Self.mostUnproved
        else { return }
        repeated.append(Doubt(page: now.page, word: now.key, rule: .disagreement, batches: [now.key]))
    }

    /// How far a key's line is from the nearest line of the table, in steps between the lines of that; nil where it is no
    /// line's neighbour.
    private func distance(
        of key: KeyCell, from rows: ArraySlice<KeyCell>, isLast: Bool, _ page: PageLines
    ) -> Double? {
        guard let first = rows.first?.line, let last = rows.last?.line, first < last else { return nil }
        var widest = 0.0
        for line in first..<last { widest = max(widest, page.lines[line + 1].baseline - page.lines[line].baseline) }
        let next = isLast ? key.line - 1 : key.line + 1
        guard widest > 0, page.lines.indices.contains(next) else { return nil }
        return abs(page.lines[key.line].baseline - page.lines[next].baseline) / widest
    }
}
