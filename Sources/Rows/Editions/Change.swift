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

/// What happened between two snapshots, sorted by batch. The order of a batch's rows is no change, and neither is how
/// texts are written (`SameText`). A batch whose name is written otherwise has the name that it had.
package func changes(from old: Snapshot, to new: Snapshot) -> [Change] {
    var changes: [Change] = []
    var gone: [(batch: String, rows: [Update])] = []
    func compare(_ batch: String, _ previous: [Update], _ rows: [Update]) {
        if previous.saysTheSame(as: rows) { return }
        changes.append(Change(batch: batch, kind: .changed, rows: rows, previousRows: previous))
    }
    old.forEach { batch, previous in
        let rows = new[batch]
        if rows.isEmpty { gone.append((batch, previous)) } else { compare(batch, previous, rows) }
    }
    var added: [(batch: String, rows: [Update])] = []
    if old.count - gone.count < new.count {
        new.forEach { batch, rows in
            if old[batch].isEmpty { added.append((batch, rows)) }
        }
    }
    // Most lists have no key that can be written in two ways, and few that come or go.
    var places: [String: Int] = [:]
    if !gone.isEmpty, !added.isEmpty {
        for (place, row) in added.enumerated() { places[SameText.form(of: row.batch, as: .key)] = place }
    }
    var renamed: Set<Int> = []
    for (batch, previous) in gone.sorted(by: { $0.batch < $1.batch }) {
        if let place = places.removeValue(forKey: SameText.form(of: batch, as: .key)) {
            compare(batch, previous, added[place].rows)
            renamed.insert(place)
        } else {
            changes.append(Change(batch: batch, kind: .disappeared, rows: [], previousRows: previous))
        }
    }
    for (place, row) in added.enumerated() where !renamed.contains(place) {
        changes.append(Change(batch: row.batch, kind: .appeared, rows: row.rows, previousRows: []))
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
