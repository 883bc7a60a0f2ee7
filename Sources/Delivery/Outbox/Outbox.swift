// Events recorded and not yet delivered, a list for each sink. Pure; the state of a source holds it, Courier empties
// it. Outbox+Room.swift keeps it within its bounds.

import Coding
import Events

/// An event on its way to one sink.
package struct OutboxEntry: Codable, Equatable, Sendable {
    package var event: Event
    /// The number of failed attempts so far.
    package var attempts = 0
    /// The earliest time of the next attempt; nil for at once.
    package var notBefore: Date?
    /// Why the last attempt failed.
    package var trouble: String?

    package init(event: Event) {
        self.event = event
    }
}

/// The entries to deliver, per sink, oldest first.
package struct Outbox: Codable, Sendable {
    package internal(set) var entries: [SinkName: [OutboxEntry]] = [:]
    /// Dead letters, kept for `outbox retry`, oldest first.
    package internal(set) var dead: [SinkName: [OutboxEntry]] = [:]
    /// The number of events merged because too many waited, since the sink's list was last empty; nil in a state older
    /// than this field.
    package internal(set) var merged: [SinkName: Int]?
    /// Entries and dead letters of a newer version.
    package internal(set) var foreign: [SinkName: [ForeignEntry]] = [:]
    package internal(set) var foreignDead: [SinkName: [ForeignEntry]] = [:]
    /// The ids of the entries that a courier is delivering: no event may be merged into them. Not saved.
    package var underway: [SinkName: Set<String>] = [:]
    /// The position of the last entry of each batch, see `place`. Not saved.
    var places: [SinkName: [String: Int]] = [:]

    private enum CodingKeys: String, CodingKey {
        case entries = "letters"
        case dead, merged
    }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (waiting, given) = (
            try values.decode(EntriesBySink.self, forKey: .entries),
            try values.decode(EntriesBySink.self, forKey: .dead)
        )
        (entries, foreign, dead, foreignDead) = (waiting.known, waiting.foreign, given.known, given.foreign)
        merged = try values.decodeIfPresent([SinkName: Int].self, forKey: .merged)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(EntriesBySink(entries, foreign), forKey: .entries)
        try values.encode(EntriesBySink(dead, foreignDead), forKey: .dead)
        try values.encodeIfPresent(merged, forKey: .merged)
    }

    /// Whether no version has anything left to deliver.
    package var isEmpty: Bool { all.isEmpty && foreign.isEmpty && foreignDead.isEmpty }

    package func waiting(for sink: SinkName) -> [OutboxEntry] {
        entries[sink] ?? []
    }

    /// The entries that may be tried now, oldest first. The events of one batch stay in order, and a batch that waits
    /// for its next attempt delays no other. Entries that failed or were put off come last, so that they delay nobody
    /// either.
    ///
    /// - Parameter limit: the maximum number. Entries after the first of a batch may go only after that one is
    ///   delivered.
    package func next(for sink: SinkName, at now: Date, limit: Int) -> [OutboxEntry] {
        var fresh: [OutboxEntry] = []
        var failed: [OutboxEntry] = []
        var waits: Set<String> = []
        for entry in waiting(for: sink) where waits.isEmpty || !waits.contains(entry.event.lane) {
            if entry.attempts == 0 && entry.notBefore == nil {
                fresh.append(entry)
                if fresh.count >= limit { break }
            } else {
                waits.insert(entry.event.lane)
                if entry.isDue(at: now) && failed.count < limit { failed.append(entry) }
            }
        }
        return fresh.isEmpty ? failed : fresh
    }

    /// The entry to try if only one may be tried: the one with the fewest failures, and among these one that was never
    /// put off, or was put off longest ago, so that none delays the others for ever.
    package func probe(for sink: SinkName, at now: Date) -> OutboxEntry? {
        func order(_ entry: OutboxEntry) -> (Int, Double) {
            (entry.attempts, entry.notBefore?.timeIntervalSince1970 ?? -.infinity)
        }
        return candidates(for: sink).filter { $0.isDue(at: now) }.min { order($0) < order($1) }
    }

    /// The time when the next entry becomes due; nil if none waits.
    package func nextDue(for sink: SinkName, after now: Date) -> Date? {
        candidates(for: sink).map { $0.isDue(at: now) ? now : $0.notBefore ?? now }.min()
    }

    /// The first entry of each batch.
    private func candidates(for sink: SinkName) -> [OutboxEntry] {
        var seen: Set<String> = []
        return waiting(for: sink).filter { seen.insert($0.event.lane).inserted }
    }

    /// Marks entries as being delivered, by their ids. It skips an entry that was dropped or changed by a merge since
    /// the courier looked.
    package mutating func begin(_ ids: Set<String>, for sink: SinkName) {
        var missing = ids
        for entry in waiting(for: sink) {
            if missing.isEmpty { break }
            missing.remove(entry.event.id)
        }
        let found = ids.subtracting(missing)
        underway[sink] = found.isEmpty ? nil : found
    }

    /// Notes the results for entries. It skips entries that no longer exist.
    ///
    /// - Returns: the dead letters that were dropped to make room.
    @discardableResult
    package mutating func settle(_ records: [DeliveryRecord]) -> [OutboxEntry] {
        var dropped: [OutboxEntry] = []
        for sink in Set(records.map(\.sink)) {
            let ours = records.filter { $0.sink == sink }
            for record in ours where record.status != .delivered { dropped += note(record) }
            remove(Set(ours.filter { $0.status != .waiting }.map(\.id)), from: sink)
        }
        return dropped
    }

    private mutating func note(_ record: DeliveryRecord) -> [OutboxEntry] {
        let sink = record.sink
        guard let index = entries[sink]?.firstIndex(where: { $0.event.id == record.id }) else { return [] }
        entries[sink]?[index].take(record)
        guard record.status == .dead, let entry = entries[sink]?[index] else { return [] }
        return keepDead(entry, of: sink)
    }

    /// Moves the stored times, because the wall clock was set.
    package mutating func moveMoments(_ moved: (Date) -> Date) {
        func move(_ entries: [OutboxEntry]) -> [OutboxEntry] {
            entries.map { entry in
                var entry = entry
                entry.notBefore = entry.notBefore.map(moved)
                return entry
            }
        }
        entries = entries.mapValues(move)
        dead = dead.mapValues(move)
    }

    /// Removes entries.
    mutating func remove(_ ids: Set<String>, from sink: SinkName) {
        if ids.isEmpty { return }
        places[sink] = nil
        underway[sink]?.subtract(ids)
        if ids.count == 1, let index = entries[sink]?.firstIndex(where: { ids.contains($0.event.id) }) {
            // Nearly always the first: scanning all would cost more than the delivery.
            entries[sink]?.remove(at: index)
        } else {
            entries[sink]?.removeAll { ids.contains($0.event.id) }
        }
        if entries[sink]?.isEmpty == true { merged?[sink] = nil }
    }
}

extension Outbox: Equatable {
    /// Whether the same would be saved.
    package static func == (left: Outbox, right: Outbox) -> Bool {
        left.entries == right.entries && left.dead == right.dead && left.merged == right.merged
            && left.foreign == right.foreign && left.foreignDead == right.foreignDead
    }
}

extension OutboxEntry {
    func isDue(at now: Date) -> Bool { notBefore.map { $0 <= now } ?? true }

    fileprivate mutating func take(_ record: DeliveryRecord) {
        attempts = record.attempts
        notBefore = record.notBefore
        trouble = record.trouble
    }
}
