// The sinks: where events are delivered to, and the one list of them. A new sink is a file that describes it, such as
// Hook/Sink+Hook.swift, and a place in `all`. Nothing outside of this target names a single sink.

import Configuration
import Events
import Processes

/// The name of a sink, as states, `status` and `outbox` have it.
package struct SinkName: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A place that events are delivered to.
package struct Sink: Sendable {
    /// What one delivery may use.
    package struct Context: Sendable {
        /// The configuration in force.
        package let config: Config
        package let journal: Journal
        package let histories: Histories
        /// Raised when the program has to end.
        package let stop: StopSignal?
    }

    package let name: SinkName
    /// Whether events are recorded for it under a configuration.
    package var isWanted: @Sendable (Config) -> Bool = { _ in true }
    /// How many events are delivered before that is noted on disk: what a crash may repeat.
    package var mostAtOnce = 1
    /// How long one delivery may take at most, in seconds.
    package var longest: @Sendable (Config) -> Double = { _ in 1 }
    /// Delivers one event; the number counts its attempts from 1.
    package let deliver: @Sendable (Event, Int, Context) -> DeliveryOutcome

    /// Every sink, in the order in which people are told of them.
    package static let all: [Sink] = [.journal, .history, .hook]

    /// The sink that every event goes to and that never gives one up.
    package static let record = journal

    /// The sink that has every edition, also where nobody wants to be told of it.
    package static let archive = history

    /// The names of the sinks that a configuration wants.
    package static func wanted(by config: Config) -> [SinkName] {
        all.filter { $0.isWanted(config) }.map(\.name)
    }
}
