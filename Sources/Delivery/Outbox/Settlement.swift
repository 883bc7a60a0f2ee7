// What became of a letter, as a value: the outbox takes it in, and the log of deliveries keeps it until the next save.

import Coding

/// What became of one try to deliver.
package struct Settlement: Codable, Equatable, Sendable {
    package enum Fate: String, Codable, Sendable {
        /// The sink has it.
        case delivered
        /// It is tried again, not before `notBefore`.
        case waiting
        /// It is given up, but kept.
        case dead
    }

    package var sink: SinkName
    /// The event's.
    package var id: String
    package var fate: Fate
    /// Tries that failed so far, this one included if it counts.
    package var attempts = 0
    package var notBefore: Date?
    /// Why it was not delivered.
    package var trouble: String?

    package init(_ sink: SinkName, _ id: String, _ fate: Fate) {
        self.sink = sink
        self.id = id
        self.fate = fate
    }
}
