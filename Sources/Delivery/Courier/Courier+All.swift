// A courier for each sink.

import Configuration
import Processes
import Synchronization

extension Courier {
    /// The couriers of all sinks, in the order of `Sink.all`.
    ///
    /// - Parameters:
    ///   - config: returns the configuration in force; called for each event.
    ///   - directory: the state directory, for the histories.
    package static func all(
        config: ConfigInForce, histories directory: String, journal: Journal, stop: StopSignal?
    ) -> [Courier] {
        let histories = Histories(in: directory)
        return Sink.all.map { sink in
            var tools = Tools(stop: stop, notice: { journal.notice($0, $1, $2, fields: $3) }) { event, attempt in
                let context = Sink.Context(config: config.current, journal: journal, histories: histories, stop: stop)
                return sink.deliver(event, attempt, context)
            }
            tools.mostAtOnce = sink.mostAtOnce
            tools.longest = { sink.longest(config.current) }
            return Courier(for: sink.name, tools: tools)
        }
    }
}

/// The configuration in force, for the queues that deliver.
package final class ConfigInForce: Sendable {
    private let config: Mutex<Config>

    package init(_ config: Config) {
        self.config = Mutex(config)
    }

    package func set(_ new: Config) {
        config.withLock { $0 = new }
    }

    package var current: Config { config.withLock { $0 } }
}
