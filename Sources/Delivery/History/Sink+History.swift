// The history beside the state as a sink: what is told is recorded first, and kept after.

import Events
import Storage

extension SinkName {
    package static let history = SinkName(rawValue: "history")
}

extension Sink {
    // A disk takes the time that it takes, as with a save: a day is no hang.
    static let history = Sink(name: .history, longest: { _ in 86_400 }) { event, _, context in
        // A disk that is full or away comes back: no event is given up because of it.
        do throws(StateError) {
            try context.histories[event.source].append(event)
            return .delivered
        } catch {
            return .unreachable(cause: "the history: \(error)")
        }
    }
}
