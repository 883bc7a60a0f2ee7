// Finding the daemon of a state directory.

import Coding
import Configuration
import Glibc
import Storage

extension ControlClient {
    /// Asks the daemon that holds a state directory. One that runs another configuration than the command line names
    /// refuses. Root asks only root's and that of the directory's owner: anybody may listen where the directory says.
    ///
    /// - Returns: nil when none runs there.
    package static func ask(_ request: ControlRequest, daemonOf paths: Paths) -> ControlReply? {
        var request = request
        if paths.isConfigNamed { request.config = resolved(paths.config) }
        let users = believed(in: paths.state)
        if let announced = StateDirectory.announcedAddress(in: paths.state) {
            return ask(request, at: announced, believing: users)
        }
        // For people who may talk to it but not look into its state directory.
        return paths.usualControl.flatMap { ask(request, at: $0, believing: users) }
    }

    /// Whose daemon a user believes.
    ///
    /// - Parameters:
    ///   - directory: the state directory.
    ///   - user: who asks.
    /// - Returns: nil for everybody's.
    static func believed(in directory: String, by user: uid_t = geteuid()) -> [uid_t]? {
        if user != 0 { return nil }
        var status = stat()
        return stat(directory, &status) == 0 ? [0, status.st_uid] : [0]
    }
}

extension ControlRights {
    /// Judges for which configuration a request is made.
    ///
    /// - Returns: why it is not done; nil if it is.
    static func refusal(of request: ControlRequest, runningOn paths: Paths) -> ControlError? {
        guard let asked = request.config, asked != resolved(paths.config) else { return nil }
        return ControlError(
            .usage,
            "the daemon on \(paths.state) runs \(paths.config), not \(asked): name the state directory of that one "
                + "with --state-dir, or its instance with --instance")
    }
}

/// A path without symbolic links, as far as it can be followed: a file that is just being replaced is not there.
private func resolved(_ path: String) -> String {
    func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
    if let file = real(path) { return file }
    guard let slash = path.lastIndex(of: "/"), let directory = real(String(path[...slash])) else { return path }
    return directory + path[slash...]
}

extension StatusReport {
    /// What was saved, for when no daemon runs.
    ///
    /// - Parameter wanted: the batches and sources asked for; empty for all.
    package init(of config: Config, savedIn paths: Paths, wanted: [String]) throws(StateError) {
        let command = paths.instance.command
        var sources: [SourceStatus] = []
        var troubles: [Trouble] = []
        for (source, batches) in config.asked(for: wanted) {
            let state = try StateDirectory.peek(source.name, in: paths.state) ?? SourceState(uuid: "")
            sources.append(SourceStatus(of: source, state, lastPoll: nil, nextPoll: nil, wanted: batches))
            troubles += Trouble.all(of: source, state, at: Date(), calling: command)
        }
        for name in StateDirectory.sources(in: paths.state, besides: config.sources.map(\.name)) {
            guard let state = try StateDirectory.current(name, in: paths.state) else { continue }
            troubles += Trouble.undelivered(of: name, state.outbox, at: Date(), calling: command)
        }
        self.init(sources: sources, troubles: troubles)
    }
}
