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

    /// What is not certain once all pages were read.
    var doubts: [Doubt] {
        (unproved + suspects).filter(\.isFarApart).map {
            Doubt(page: $0.page, word: $0.key, rule: .disagreement, batches: [$0.key])
        }
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
