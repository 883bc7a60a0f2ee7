// Finds two columns that the reader has mixed up: one has the texts of the other, which is empty or has other texts.
// Either it took both for one column, or all texts are one column off.

import Text

/// Counts the statuses that are a date, or begin or end with one, and the dates that are none.
struct StatusesAndDates {
    /// Rows that have no date in its column, and one elsewhere.
    private var elsewhere = Count()
    private var statuses = Count()
    private var dates = Count()
    private var rows = 0

    private struct Count {
        var filled = 0
        /// Those of them that have what belongs into the other column.
        var mixed = 0
        var first: Doubt?
    }

    /// So many cells tell.
    private static let (fewest, most) = (3, 64)
    /// A date has so many words at most.
    static let mostWords = 3

    /// Whether more rows may tell anything.
    var isOpen: Bool { rows < Self.most }

    /// Takes in a row.
    ///
    /// - Parameters:
    ///   - isSure: whether a cell without a text is certain to be empty.
    ///   - hasOtherDate: whether the row has a date in a column that nobody asked for.
    mutating func add(
        _ key: String, status: String, date: String, page: Int, isSure: Bool, hasOtherDate: () -> Bool
    ) {
        rows += 1
        let words = status.split(separator: " ")
        Self.count(status, in: &statuses, page) { DateCell.isAtEnd(of: words, ofUpTo: Self.mostWords) }
        Self.count(date, in: &dates, page) { !DateCell.isDate(date, compact: true) }
        if dates.filled == dates.mixed, !date.isEmpty || !isSure {
            Self.count(key, in: &elsewhere, page) { hasOtherDate() }
        }
    }

    private static func count(_ text: String, in cells: inout Count, _ page: Int, isMixed: () -> Bool) {
        if text.isEmpty { return }
        cells.filled += 1
        if !isMixed() { return }
        cells.mixed += 1
        if cells.first == nil { cells.first = Doubt(page: page, word: text, rule: .disagreement) }
    }

    /// Whether rows have a date where the layout says, and statuses that have none.
    var hasDates: Bool { dates.filled > dates.mixed && statuses.filled > statuses.mixed }

    /// What is not certain, once all pages were read.
    var doubt: Doubt? {
        if dates.filled == dates.mixed, elsewhere.mixed >= Self.fewest, elsewhere.mixed * 2 > rows {
            return elsewhere.first
        }
        // No status, and no date that is one: of a list of one row that is enough.
        if statuses.filled == 0, dates.mixed == dates.filled { return dates.first }
        let areMixed = [statuses, dates].map { $0.filled == 0 || $0.filled >= Self.fewest && $0.mixed * 2 > $0.filled }
        return areMixed.allSatisfy(\.self) ? statuses.first ?? dates.first : nil
    }
}
