// Dates that stand in the column of the statuses while their own is empty throughout: the two were taken for one, or the
// status is somewhere else.

import Text

/// Counts the statuses that are a date, or begin or end with one.
struct DatesInStatuses {
    private var statuses = 0
    private var dated = 0
    private var first: Doubt?
    /// Whether a row has a date where it belongs.
    private var hasDates = false

    /// So many statuses tell.
    private static let (fewest, most) = (3, 64)
    /// A date has so many words at most.
    private static let mostWords = 3

    /// Whether more rows may tell anything.
    var isOpen: Bool { !hasDates && statuses < Self.most }

    /// Takes in a row.
    ///
    /// - Parameter status: its text, if its date is empty.
    mutating func add(status: @autoclosure () -> String, hasDate: Bool, page: Int) {
        if hasDate { hasDates = true }
        if !isOpen { return }
        let status = status()
        let words = status.split(separator: " ")
        if words.isEmpty { return }
        statuses += 1
        let isDated = (1...Self.mostWords).contains { count in
            DateCell.isDate(words.prefix(count).joined(separator: " "))
                || DateCell.isDate(words.suffix(count).joined(separator: " "))
        }
        if !isDated { return }
        dated += 1
        if first == nil { first = Doubt(page: page, word: status, rule: .disagreement) }
    }

    /// What is not certain, once all pages were read.
    var doubt: Doubt? {
        !hasDates && statuses >= Self.fewest && dated * 2 > statuses ? first : nil
    }
}
