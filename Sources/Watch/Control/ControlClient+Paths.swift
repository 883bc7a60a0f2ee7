// Finds the daemon of a state directory.

import Coding
import Configuration
import Glibc
import Storage

extension ControlClient {
    /// Sends a request to the daemon that holds a state directory. A daemon with another configuration than the command
    /// line names refuses. Root accepts only daemons of root and of the directory's owner: anybody may listen at the
    /// address in the directory.
    ///
    /// - Returns: nil if no daemon runs there.
    package static func ask(_ request: ControlRequest, daemonOf paths: Paths) -> ControlReply? {
        var request = request
        if paths.isConfigNamed { request.config = resolved(paths.config) }
        let users = believed(in: paths.state)
        if let announced = StateDirectory.announcedAddress(in: paths.state) {
            return ask(request, at: announced, believing: users)
        }
        // For people who may talk to it but cannot read its state directory.
        return paths.usualControl.flatMap { ask(request, at: $0, believing: users) }
    }

    /// The users of trusted daemons.
    ///
    /// - Parameters:
    ///   - directory: the state directory.
    ///   - user: the user of the command.
    /// - Returns: nil to trust everybody.
    static func believed(in directory: String, by user: uid_t = geteuid()) -> [uid_t]? {
        if user != 0 { return nil }
        var status = stat()
        return stat(directory, &status) == 0 ? [0, status.st_uid] : [0]
    }
}

extension ControlRights {
    /// Checks the configuration that a request names.
    ///
    /// - Returns: why the daemon refuses; nil if it does not.
    static func refusal(of request: ControlRequest, runningOn paths: Paths) -> ControlError? {
        guard let asked = request.config, asked != resolved(paths.config) else { return nil }
        return ControlError(
            .usage,
            "the daemon on \(paths.state) runs \(paths.config), not \(asked): name the state directory of that one "
                + "with --state-dir, or its instance with --instance")
    }
}

/// Returns a path without symbolic links, as far as it exists: a file being replaced may be missing.
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
    /// The saved status, if no daemon runs.
    ///
    /// - Parameter wanted: the requested batches and sources; empty for all.
    package init(of config: Config, savedIn paths: Paths, wanted: [String]) throws(StateError) {
        let command = paths.instance.command
        var sources: [SourceStatus] = []
        var troubles: [Trouble] = []
        for (source, batches) in config.asked(for: wanted) {
            let state = try StateDirectory.peek(source.name, in: paths.state) ?? SourceState(uuid: "")
            sources.append(SourceStatus(of: source, state, lastPoll: nil, nextPoll: nil, wanted: batches, at: Date()))
            troubles += Trouble.all(of: source, state, at: Date(), isRunning: false, calling: command)
        }
        for name in StateDirectory.sources(in: paths.state, besides: config.sources.map(\.name)) {
            guard let state = try StateDirectory.current(name, in: paths.state) else { continue }
            troubles += Trouble.undelivered(of: name, state.outbox, at: Date(), calling: command)
        }
        self.init(sources: sources, troubles: troubles)
        hasHook = config.hook != nil
    }
}
