// Events that are in the states and not in the histories yet.

import Delivery
import Storage

extension PastEvent {
    /// Those of some sources, each in the order of its outbox; read without the lock.
    package static func waiting(in directory: String, of sources: [String]) throws(StateError) -> [PastEvent] {
        var waiting: [PastEvent] = []
        for name in sources {
            guard let state = try StateDirectory.peek(name, in: directory) else { continue }
            waiting += (state.outbox.letters[.history] ?? []).compactMap { PastEvent($0.event) }
        }
        return waiting
    }
}
