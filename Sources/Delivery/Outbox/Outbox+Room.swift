// How an outbox keeps within its bounds without dropping anything silently: it merges events of one batch, and replaces
// the rest by one summary. Pure.

import Events

extension Outbox {
    /// The number of letters that wait for one sink. Beyond it the outbox accepts only a summary, the first event of
    /// the source itself, and one event for each batch with a letter that a courier is delivering.
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
        letters[sink, default: []].append(Letter(event: event))
        let last = waiting(for: sink).count - 1
        if !event.isSummary { places[sink]?[event.lane] = last }
    }

    private mutating func squeeze(_ event: Event, into sink: SinkName) {
        if let index = place(of: event.lane, in: sink) {
            // A letter being delivered cannot change: the event waits behind it.
            if isUnderway(index, sink) { return append(event, to: sink) }
            letters[sink]?[index].join(event)
            return count(1, sink)
        }
        if event.batch.isEmpty { return append(event, to: sink) }
        let summary = letters[sink]?.lastIndex { $0.event.isSummary }
        if let summary, !isUnderway(summary, sink) {
            letters[sink]?[summary].count(event)
            return count(1, sink)
        }
        joinAll(of: sink)
        if waiting(for: sink).count < Outbox.most { return append(event, to: sink) }
        append(Event(summaryOf: event), to: sink)
        count(1, sink)
    }

    /// Merges the waiting letters of each batch.
    private mutating func joinAll(of sink: SinkName) {
        var joined: [Letter] = []
        var last: [String: Int] = [:]
        for letter in waiting(for: sink) {
            if let index = last[letter.event.lane], !letter.event.isSummary, !isUnderway(letter, sink),
                !isUnderway(joined[index], sink)
            {
                joined[index].join(letter.event)
                continue
            }
            if !letter.event.isSummary { last[letter.event.lane] = joined.count }
            joined.append(letter)
        }
        count(waiting(for: sink).count - joined.count, sink)
        letters[sink] = joined
        places[sink] = last
    }

    private mutating func count(_ number: Int, _ sink: SinkName) {
        if number > 0 { merged = (merged ?? [:]).merging([sink: number], uniquingKeysWith: +) }
    }

    /// The position of the last letter of a batch. The first call finds all positions, because a new edition may ask
    /// ten thousand times.
    private mutating func place(of lane: String, in sink: SinkName) -> Int? {
        if places[sink] == nil {
            var all: [String: Int] = [:]
            for (index, letter) in waiting(for: sink).enumerated() where !letter.event.isSummary {
                all[letter.event.lane] = index
            }
            places[sink] = all
        }
        return places[sink]?[lane]
    }

    private func isUnderway(_ index: Int, _ sink: SinkName) -> Bool {
        letters[sink].map { isUnderway($0[index], sink) } ?? false
    }

    private func isUnderway(_ letter: Letter, _ sink: SinkName) -> Bool {
        underway[sink]?.contains(letter.event.id) ?? false
    }

    /// Adds a dead letter.
    ///
    /// - Returns: the dead letters dropped for it.
    mutating func keepDead(_ letter: Letter, of sink: SinkName) -> [Letter] {
        dead[sink, default: []].append(letter)
        let surplus = (dead[sink]?.count ?? 0) - Outbox.mostDead
        guard surplus > 0 else { return [] }
        let dropped = Array(dead[sink]?.prefix(surplus) ?? [])
        dead[sink]?.removeFirst(surplus)
        return dropped
    }
}

extension Letter {
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
