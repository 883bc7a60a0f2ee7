// What happened between two snapshots.

/// What happened to one batch between two snapshots.
package struct Change: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// It was not on the list, and is.
        case appeared
        /// It was on the list with other rows.
        case changed
        /// It was on the list, and is not.
        case disappeared
    }

    package var batch: String
    package var kind: Kind
    /// What the list says now, in the order of the document; empty if `disappeared`.
    package var rows: [Update]
    /// What it said before, in that document's order; empty if `appeared`.
    package var previousRows: [Update]

    package init(batch: String, kind: Kind, rows: [Update], previousRows: [Update]) {
        self.batch = batch
        self.kind = kind
        self.rows = rows
        self.previousRows = previousRows
    }
}

/// What happened between two snapshots, sorted by batch. The order of a batch's rows is no change.
package func changes(from old: Snapshot, to new: Snapshot) -> [Change] {
    var changes: [Change] = []
    var common = 0
    old.forEach { batch, previous in
        let rows = new[batch]
        if !rows.isEmpty { common += 1 }
        if rows.isEmpty {
            changes.append(Change(batch: batch, kind: .disappeared, rows: [], previousRows: previous))
        } else if !Snapshot.areSame(previous, rows) {
            changes.append(Change(batch: batch, kind: .changed, rows: rows, previousRows: previous))
        }
    }
    if common < new.count {
        new.forEach { batch, rows in
            if old[batch].isEmpty {
                changes.append(Change(batch: batch, kind: .appeared, rows: rows, previousRows: []))
            }
        }
    }
    return changes.sorted { $0.batch < $1.batch }
}

extension Snapshot {
    /// This snapshot after the changes: `a.applying(changes(from: a, to: b)) == b`.
    package func applying(_ changes: [Change]) -> Snapshot {
        var result = self
        for change in changes { result[change.batch] = change.rows }
        return result
    }
}
