// Finding the daemon of a state directory.

import Configuration
import FoundationEssentials
import Storage

extension ControlClient {
    /// Where the unit's daemon listens: for people who may talk to it but not look into its state directory.
    package static let defaultPath = "/run/batchwatch/control"

    /// Asks the daemon that holds a state directory.
    ///
    /// - Returns: nil when none runs there.
    package static func ask(_ request: ControlRequest, daemonOf paths: Paths) -> ControlReply? {
        if let announced = StateDirectory.announcedAddress(in: paths.state) { return ask(request, at: announced) }
        return paths.state == Paths.defaultState ? ask(request, at: defaultPath) : nil
    }
}

extension StatusReport {
    /// What was saved, for when no daemon runs.
    ///
    /// - Parameter wanted: the batches asked for; empty for all.
    package init(of config: Config, savedIn directory: String, wanted: [String]) throws(StateError) {
        var sources: [SourceStatus] = []
        var troubles: [Trouble] = []
        for source in config.sources {
            let state = try StateDirectory.peek(source.name, in: directory) ?? SourceState(uuid: "")
            sources.append(SourceStatus(of: source, state, lastPoll: nil, nextPoll: nil, wanted: wanted))
            troubles += Trouble.all(of: source, state, at: Date())
        }
        self.init(sources: sources, troubles: troubles)
    }
}
