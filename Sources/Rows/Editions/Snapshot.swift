// What a list says of the batches at one time. Equality knows nothing of the order of rows: a list that is sorted anew
// has not changed.

/// What a list says of the batches: for each, a multiset of updates.
///
/// The updates of a batch are kept in the order of the document, because that is what people are shown; they count as
/// equal in any order, and texts as `SameText` has them. Coded as an object from batch to `[{"status", "date"}]`.
package struct Snapshot: Sendable {
    /// No batch is here without an update.
    private var updates: [String: [Update]] = [:]

    /// A list without rows.
    package init() {}

    /// - Parameter updates: by batch; those without any are left out.
    package init(_ updates: [String: [Update]]) {
        self.updates = updates.contains { $0.value.isEmpty } ? updates.filter { !$0.value.isEmpty } : updates
    }

    package init(rows: [Row]) {
        for row in rows { updates[row.batch, default: []].append(row.update) }
    }

    package var isEmpty: Bool { updates.isEmpty }

    /// How many batches are on the list.
    package var count: Int { updates.count }

    /// The batches on the list, sorted.
    package var batches: [String] { updates.keys.sorted() }

    /// The updates of a batch, in the order of the document; empty for a batch that is not on the list.
    /// Setting none takes the batch off the list.
    package subscript(batch: String) -> [Update] {
        get { updates[batch] ?? [] }
        set { updates[batch] = newValue.isEmpty ? nil : newValue }
    }

    /// Visits each batch on the list, in no order.
    func forEach(_ visit: (String, [Update]) -> Void) {
        for (batch, updates) in updates { visit(batch, updates) }
    }

    /// The part of the list that concerns these batches.
    package func filtered(_ isWanted: (String) -> Bool) -> Snapshot {
        var part = Snapshot()
        part.updates = updates.filter { isWanted($0.key) }
        return part
    }
}

extension Snapshot: Equatable {
    package static func == (left: Snapshot, right: Snapshot) -> Bool {
        left.count == right.count && changes(from: left, to: right).isEmpty
    }
}

extension Snapshot: Codable {
    package init(from decoder: any Decoder) throws {
        updates = try decoder.singleValueContainer().decode([String: [Update]].self).filter { !$0.value.isEmpty }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(updates)
    }
}
