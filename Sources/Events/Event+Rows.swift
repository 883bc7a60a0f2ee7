// What is new and what is gone between an event's rows, as multisets: order is no change, a row that comes twice is.

import Rows

extension Event {
    /// The rows that were not there before, in order.
    package var newRows: [Update] { rows.without(previousRows) }

    /// The rows that are no longer there, in order.
    package var goneRows: [Update] { previousRows.without(rows) }
}

extension [Update] {
    /// What is left when each element of `others` has taken one equal element away.
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
