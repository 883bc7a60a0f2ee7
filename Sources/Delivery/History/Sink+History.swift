// The history beside the state as a sink: it records every event and keeps it.

import Events
import Storage

extension SinkName {
    package static let history = SinkName(rawValue: "history")
}

extension Sink {
    // A disk may be as slow as during a save: a day is not a hang.
    static let history = Sink(name: .history, longest: { _ in 86_400 }) { event, _, context in
        // A disk that is full or unavailable recovers: no event is given up because of it.
        do throws(StateError) {
            try context.histories[event.source].append(event)
            return .delivered
        } catch {
            return .unreachable(cause: "the history: \(error)")
        }
    }
}
