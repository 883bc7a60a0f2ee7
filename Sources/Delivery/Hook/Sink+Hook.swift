// The hook as a sink.

import Configuration
import Events
import Processes

extension SinkName {
    package static let hook = SinkName(rawValue: "hook")
}

extension Sink {
    static let hook = Sink(
        name: .hook, isWanted: { $0.hook != nil },
        // The hook's own timeout, then SIGTERM and SIGKILL (Hook.deliver).
        longest: { ($0.hook?.timeout ?? 0) + 11 }
    ) { event, attempt, context in
        guard var hook = context.config.hook.map(Hook.init) else { return .interrupted }
        hook.phrasing.command = context.journal.instance.command
        hook.phrasing.namesList = context.config.isWatchedInSeveral(event.batch)
        return hook.deliver(event, attempt: attempt, stop: context.stop) { context.journal.hookLine($0, event: event) }
    }
}

extension Hook {
    /// The hook of a configuration, with the daemon's own home, time zone and credentials.
    package init(_ config: HookConfig) {
        let environment = ownEnvironment()
        self.init(
            command: config.run, timeout: config.timeout, home: environment["HOME"] ?? "/", timeZone: environment["TZ"])
        credentials = environment["CREDENTIALS_DIRECTORY"]
    }
}
