// How an outbox keeps within its bounds without dropping anything silently: it merges events of one batch, and replaces
// the rest by one summary. Pure.

import Events

extension Outbox {
    /// The number of entries that wait for one sink. Beyond it the outbox accepts only a summary, the first event of
    /// the source itself, and one event for each batch with an entry that a courier is delivering.
    package static let most = 10_000
    /// The number of dead letters kept for one sink; the oldest go first, which is reported.
    package static let mostDead = 1000

    /// Adds an event for each of the sinks; if a sink has no room, it merges the event with others.
    package mutating func add(_ event: Event, to sinks: [SinkName]) {
        for sink in sinks {
            if waiting(for: sink).count < Outbox.most {
                append(event, to: sink)
            } else {
                squeeze(event, into: sink)
            }
        }
    }

    private mutating func append(_ event: Event, to sink: SinkName) {
        entries[sink, default: []].append(OutboxEntry(event: event))
        let last = waiting(for: sink).count - 1
        if !event.isSummary { places[sink]?[event.lane] = last }
    }

    private mutating func squeeze(_ event: Event, into sink: SinkName) {
        if let index = place(of: event.lane, in: sink) {
            // An entry being delivered cannot change: the event waits behind it.
            if isUnderway(index, sink) { return append(event, to: sink) }
            entries[sink]?[index].join(event)
            return count(1, sink)
        }
        if event.batch.isEmpty { return append(event, to: sink) }
        let summary = entries[sink]?.lastIndex { $0.event.isSummary }
        if let summary, !isUnderway(summary, sink) {
            entries[sink]?[summary].count(event)
            return count(1, sink)
        }
        joinAll(of: sink)
        if waiting(for: sink).count < Outbox.most { return append(event, to: sink) }
        append(Event(summaryOf: event), to: sink)
        count(1, sink)
    }

    /// Merges the waiting entries of each batch.
    private mutating func joinAll(of sink: SinkName) {
        var joined: [OutboxEntry] = []
        var last: [String: Int] = [:]
        for entry in waiting(for: sink) {
            if let index = last[entry.event.lane], !entry.event.isSummary, !isUnderway(entry, sink),
                !isUnderway(joined[index], sink)
            {
                joined[index].join(entry.event)
                continue
            }
            if !entry.event.isSummary { last[entry.event.lane] = joined.count }
            joined.append(entry)
        }
        count(waiting(for: sink).count - joined.count, sink)
        entries[sink] = joined
        places[sink] = last
    }

    private mutating func count(_ number: Int, _ sink: SinkName) {
        if number > 0 { merged = (merged ?? [:]).merging([sink: number], uniquingKeysWith: +) }
    }

    /// The position of the last entry of a batch. The first call finds all positions, because a new edition may ask
    /// ten thousand times.
    private mutating func place(of lane: String, in sink: SinkName) -> Int? {
        if places[sink] == nil {
            var all: [String: Int] = [:]
            for (index, entry) in waiting(for: sink).enumerated() where !entry.event.isSummary {
                all[entry.event.lane] = index
            }
            places[sink] = all
        }
        return places[sink]?[lane]
    }

    private func isUnderway(_ index: Int, _ sink: SinkName) -> Bool {
        entries[sink].map { isUnderway($0[index], sink) } ?? false
    }

    private func isUnderway(_ entry: OutboxEntry, _ sink: SinkName) -> Bool {
        underway[sink]?.contains(entry.event.id) ?? false
    }

    /// Adds a dead letter.
    ///
    /// - Returns: the dead letters dropped for it.
    mutating func keepDead(_ entry: OutboxEntry, of sink: SinkName) -> [OutboxEntry] {
        dead[sink, default: []].append(entry)
        let surplus = (dead[sink]?.count ?? 0) - Outbox.mostDead
        guard surplus > 0 else { return [] }
        let dropped = Array(dead[sink]?.prefix(surplus) ?? [])
        dead[sink]?.removeFirst(surplus)
        return dropped
    }
}

extension OutboxEntry {
    /// Merges a later event of the same batch. The result is another event without attempts; it keeps the wait of the
    /// earlier one.
    fileprivate mutating func join(_ later: Event) {
        event = Event(joining: event, later)
        attempts = 0
        trouble = nil
    }

    /// Counts one more event in a summary.
    fileprivate mutating func count(_ later: Event) {
        event.merged = (event.merged ?? 0) + 1
        event.id = "\(later.id)+\(event.merged ?? 0)"
        event.time = later.time
        attempts = 0
        trouble = nil
    }
}
