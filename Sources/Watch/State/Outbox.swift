// Events recorded and not yet delivered, for each sink its own list. Pure; SourceState holds it, Courier empties it.

import FoundationEssentials
import Sinks

/// The places that events are delivered to.
package enum SinkName: String, Codable, CaseIterable, Sendable, CodingKeyRepresentable {
    case journal, hook
}

/// An event on its way to one sink.
package struct Letter: Codable, Equatable, Sendable {
    package var event: Event
    /// Tries that failed so far.
    package var attempts = 0
    /// Not to be tried again before; nil for at once.
    package var notBefore: Date?
    /// Why the last try failed.
    package var trouble: String?

    package init(event: Event) {
        self.event = event
    }
}

/// What is to be delivered, per sink, oldest first.
package struct Outbox: Codable, Equatable, Sendable {
    package var letters: [SinkName: [Letter]] = [:]
    /// Letters that are not tried any more, kept for `outbox retry`.
    package var dead: [SinkName: [Letter]] = [:]

    package init() {}

    package mutating func add(_ event: Event, to sinks: [SinkName]) {
        for sink in sinks {
            letters[sink, default: []].append(Letter(event: event))
        }
    }

    package func waiting(for sink: SinkName) -> [Letter] {
        letters[sink] ?? []
    }

    /// The oldest letter that may be tried now: the events of one batch stay in order, and a batch that waits
    /// for its next try holds up no other.
    package func next(for sink: SinkName, at now: Date) -> Letter? {
        candidates(for: sink).first { $0.isDue(at: now) }
    }

    /// When the next letter becomes due; nil when none waits.
    package func nextDue(for sink: SinkName, after now: Date) -> Date? {
        candidates(for: sink).map { $0.isDue(at: now) ? now : $0.notBefore ?? now }.min()
    }

    /// The first letter of each batch.
    private func candidates(for sink: SinkName) -> [Letter] {
        var seen: Set<String> = []
        return waiting(for: sink).filter { seen.insert($0.event.batch).inserted }
    }

    /// Takes a delivered letter out.
    package mutating func delivered(_ id: String, to sink: SinkName) {
        letters[sink]?.removeAll { $0.event.id == id }
    }

    /// Notes a failed try and when to try again.
    package mutating func postpone(_ id: String, to sink: SinkName, until time: Date, because trouble: String) {
        change(id, sink) {
            $0.attempts += 1
            $0.notBefore = time
            $0.trouble = trouble
        }
    }

    /// Puts a letter off without counting a try: the sink asked for it (exit 75).
    package mutating func putOff(_ id: String, to sink: SinkName, until time: Date, because trouble: String) {
        change(id, sink) {
            $0.notBefore = time
            $0.trouble = trouble
        }
    }

    /// Gives a letter up: it is kept, but not tried any more.
    package mutating func bury(_ id: String, to sink: SinkName, because trouble: String) {
        guard var letter = waiting(for: sink).first(where: { $0.event.id == id }) else { return }
        letter.attempts += 1
        letter.notBefore = nil
        letter.trouble = trouble
        dead[sink, default: []].append(letter)
        delivered(id, to: sink)
    }

    private mutating func change(_ id: String, _ sink: SinkName, _ body: (inout Letter) -> Void) {
        guard let index = letters[sink]?.firstIndex(where: { $0.event.id == id }) else { return }
        if var list = letters[sink] {
            body(&list[index])
            letters[sink] = list
        }
    }
}

extension Letter {
    /// No wait in the retry table is longer than 24 h + 20 %: what claims more stems from a clock that jumped.
    static let longestWait = 86_400 * 1.2

    func isDue(at now: Date) -> Bool {
        guard let notBefore else { return true }
        return notBefore <= now || notBefore.timeIntervalSince(now) > Letter.longestWait
    }
}
