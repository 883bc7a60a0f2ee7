// Reads reported events from the state directory: from the histories, and from the states if they are not there yet.

import Configuration
import Delivery
import Storage
import Watch

extension PastEvent {
    /// The events of all sources, each once, in the order of their records; reads without the lock.
    ///
    /// - Parameter directory: the state directory.
    package static func saved(in directory: String, of config: Config) throws(StateError) -> [PastEvent] {
        // In this order: an event leaves the state only after the history has it.
        let waiting = try waiting(in: directory, of: config)
        let (told, _) = try HistoryLog.events(in: directory)
        let known = Set(told.map(\.id))
        return told + waiting.filter { !known.contains($0.id) }
    }

    /// The events that wait for the history, each source's in the order of its outbox.
    private static func waiting(in directory: String, of config: Config) throws(StateError) -> [PastEvent] {
        var waiting: [PastEvent] = []
        for source in config.sources {
            guard let state = try StateDirectory.peek(source.name, in: directory) else { continue }
            waiting += (state.outbox.entries[.history] ?? []).compactMap { PastEvent($0.event) }
        }
        return waiting
    }
}
