// The result for an entry, as a value: the outbox applies it, and the log of deliveries keeps it until the next save.

import Coding

/// The result of one attempt to deliver.
package struct DeliveryRecord: Codable, Equatable, Sendable {
    package enum Status: String, Codable, Sendable {
        /// The sink accepted it.
        case delivered
        /// The courier tries it again, not before `notBefore`.
        case waiting
        /// It became a dead letter.
        case dead
    }

    package var sink: SinkName
    /// The event's id.
    package var id: String
    package var status: Status
    /// The number of failed attempts so far, including this one if it counts.
    package var attempts = 0
    package var notBefore: Date?
    /// Why it was not delivered.
    package var trouble: String?

    private enum CodingKeys: String, CodingKey {
        case sink, id
        case status = "fate"
        case attempts, notBefore, trouble
    }

    package init(_ sink: SinkName, _ id: String, _ status: Status) {
        self.sink = sink
        self.id = id
        self.status = status
    }
}
