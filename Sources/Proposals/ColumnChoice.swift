// Chooses the columns of the dates and of the statuses among those beside the keys.

import Rows

/// The columns beside the keys, by their place: 1 for the next to the right, -1 for the next to the left.
struct ColumnChoice {
    var status: Int?
    var date: Int?

    /// - Parameters:
    ///   - columns: the cells of each.
    ///   - headings: what stands above them.
    init(_ columns: [Int: ColumnFacts], headings: [Int: String] = [:]) {
        // The nearest to the key wins among equals, and right before left.
        let places = columns.keys.sorted { (abs($0), -$0) < (abs($1), -$1) }
        var best = (status: 0.0, date: 0.0)
        for place in places {
            guard let facts = columns[place] else { continue }
            let share = Self.isOfAnother(headings[place], headings) ? Self.shareOfOthers : 1
            let score = share * facts.statusScore(under: headings[place])
            if score > best.status { (status, best.status) = (place, score) }
            let dateScore = share * facts.dateScore(under: headings[place])
            if dateScore > best.date { (date, best.date) = (place, dateScore) }
        }
        // The heading decides, even if the column has no text yet.
        if status == nil {
            status = places.first { columns[$0]?.areDates == false && HeadingWords.isOfStatus(headings[$0]) }
        }
    }

    /// The share that a field of something in the record counts, if the record itself has such a field.
    private static let shareOfOthers = 0.05

    /// Whether a field belongs to something in the record, such as an earlier state of the case ("history/status"), and the
    /// record has a field with the last part of that name.
    private static func isOfAnother(_ heading: String?, _ headings: [Int: String]) -> Bool {
        guard let heading, let slash = heading.lastIndex(of: "/") else { return false }
        let name = heading[slash...].dropFirst()
        return headings.values.contains {
            $0.utf8.count < heading.utf8.count && ($0 == name || $0.hasSuffix("/" + name))
        }
    }

    /// The layout's columns from left to right.
    var columns: [Column] {
        let first = min(0, status ?? 0, date ?? 0)
        let last = max(0, status ?? 0, date ?? 0)
        return (first...last).map { $0 == 0 ? .batch : $0 == status ? .status : $0 == date ? .date : .skip }
    }
}
