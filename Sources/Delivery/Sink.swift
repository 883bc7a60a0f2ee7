// The sinks, and the only list of them. A new sink is a file that describes it, such as Hook/Sink+Hook.swift, and an
// entry in `all`. No code outside this target names a single sink.

import Configuration
import Events
import Processes

/// The name of a sink in states, `status` and `outbox`.
package struct SinkName: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A destination for events.
package struct Sink: Sendable {
    /// The objects that one delivery may use.
    package struct Context: Sendable {
        /// The configuration in force.
        package let config: Config
        package let journal: Journal
        package let histories: Histories
        /// Raised when the program must end.
        package let stop: StopSignal?
    }

    package let name: SinkName
    /// Whether a configuration wants events recorded for it.
    package var isWanted: @Sendable (Config) -> Bool = { _ in true }
    /// The number of deliveries between two notes on disk, which a crash may repeat.
    package var mostAtOnce = 1
    /// The longest time of one delivery, in seconds.
    package var longest: @Sendable (Config) -> Double = { _ in 1 }
    /// Delivers one event; the number counts its attempts from 1.
    package let deliver: @Sendable (Event, Int, Context) -> DeliveryOutcome

    /// All sinks, in the order in which messages list them.
    package static let all: [Sink] = [.journal, .history, .hook]

    /// The sink that gets every event and never gives one up.
    package static let record = journal

    /// The sink that gets every edition, even if no other sink does.
    package static let archive = history

    /// Returns the names of the sinks that a configuration wants.
    package static func wanted(by config: Config) -> [SinkName] {
        all.filter { $0.isWanted(config) }.map(\.name)
    }
}
