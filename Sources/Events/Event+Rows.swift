// New and removed rows of an event, as multisets: order does not matter, the number of equal rows does.

import Rows

extension Event {
    /// The new rows, in order.
    package var newRows: [Update] { rows.without(previousRows) }

    /// The removed rows, in order.
    package var goneRows: [Update] { previousRows.without(rows) }
}

extension [Update] {
    /// Returns the elements that remain after each element of `others` has removed one equal element.
    fileprivate func without(_ others: [Update]) -> [Update] {
        var taken: [Update: Int] = [:]
        for other in others { taken[other, default: 0] += 1 }
        return filter { update in
            guard let count = taken[update], count > 0 else { return true }
            taken[update] = count - 1
            return false
        }
    }
}
