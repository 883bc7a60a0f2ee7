// Finds whether the cells of a column beside the keys are dates, statuses, or neither.

import Rows

/// The cells of one column, row by row.
struct ColumnFacts {
    let count: Int
    /// Shares of all cells.
    let filled: Double
    /// Shares of the cells that are not empty.
    let dates: Double
    let numbers: Double
    let distinct: Double
    let words: Double
    /// Characters of a cell that is not empty, on the average.
    let length: Double

    init(_ cells: [String]) {
        let texts = cells.filter { !$0.isEmpty }
        count = texts.count
        let all = Double(max(1, texts.count))
        filled = Double(texts.count) / Double(max(1, cells.count))
        dates =
            Double(texts.count { DateCell.isDate($0) || ($0.utf8.count == 8 && DateCell.isDate($0, compact: true)) })
            / all
        numbers = Double(texts.count { $0.utf8.allSatisfy { $0 < 0x41 } }) / all
        words = Double(texts.count { HeadingWords.areOf($0, HeadingWords.statuses) }) / all
        distinct = Double(Set(texts).count) / all
        length = Double(texts.reduce(0) { $0 + $1.utf8.count }) / all
    }

    /// So many texts show whether they differ, and statuses are, on the average, no longer.
    private static let (fewestTexts, longestStatus) = (4, 40.0)

    /// The share that an earlier status of the case counts.
    private static let shareOfEarlier = 0.5

    /// Whether most of the cells that are not empty are dates.
    var areDates: Bool { count > 0 && dates >= 0.7 }

    /// How likely these texts are statuses, from 0 for what is none to 1, whatever their length.
    ///
    /// - Parameter heading: what stands above them.
    func statusLikeness(under heading: String?) -> Double {
        if count == 0 || areDates || numbers > 0.6 { return 0 }
        var likeness = filled * (1 - numbers)
        if let heading, HeadingWords.areOf(heading, HeadingWords.status) {
            return HeadingWords.areOf(heading, HeadingWords.earlier) ? likeness * Self.shareOfEarlier : likeness
        }
        likeness *= words >= 0.2 ? 0.9 : 0.7
        if let heading, HeadingWords.areOf(heading, HeadingWords.others) { likeness *= 0.3 }
        // Prose says something else in each row.
        if count >= Self.fewestTexts, distinct > 0.9, length > Self.longestStatus { likeness *= 0.5 }
        if count < 10 { return likeness }
        // What differs in each row are names, what never does is the office or the kind of case.
        return likeness * (distinct > 0.9 ? 0.5 : distinct * Double(count) < 1.5 ? 0.4 : 1)
    }

    /// The same, of several such columns: the one with more text.
    func statusScore(under heading: String?) -> Double {
        let likeness = statusLikeness(under: heading)
        return likeness * likeness * (10 + min(length, 20)) * (HeadingWords.isOfStatus(heading) ? 4 : 1)
    }

    /// How likely these are the dates of the statuses; 0 for what is none.
    func dateScore(under heading: String?) -> Double {
        if !areDates { return 0 }
        guard let heading else { return filled }
        if HeadingWords.areOf(heading, HeadingWords.birth) { return 0.1 * filled }
        if HeadingWords.areOf(heading, HeadingWords.later) { return 0.3 * filled }
        // An application is received once, and its status changes.
        if HeadingWords.areOf(heading, HeadingWords.change) { return 2 * filled }
        return HeadingWords.areOf(heading, HeadingWords.arrival) ? 0.5 * filled : filled
    }
}

extension [Int: ColumnFacts] {
    /// The columns of one part of a list that goes on beside itself: another column has keys, too, and both have the same
    /// kinds of columns to their right, one of them dates.
    ///
    /// - Parameter keys: whether the column at a place has keys.
    func ofOnePart(keys: (Int) -> Bool) -> [Int: ColumnFacts] {
        guard values.contains(where: \.areDates) else { return self }
        let repeats = { (first: Int, second: Int) in
            let beside = 1..<second - first
            return beside.contains { self[first + $0]?.areDates == true }
                && beside.allSatisfy { self[first + $0]?.areDates == self[second + $0]?.areDates }
        }
        var part = self
        for place in self.keys where abs(place) > 1 && keys(place) {
            if place > 0, repeats(0, place) { part = part.filter { $0.key < place } }
            if place < 0, repeats(place, 0) { part = part.filter { $0.key > 0 } }
        }
        return part
    }
}
