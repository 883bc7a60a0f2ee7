// The hook as a sink.

import Configuration
import Events
import FoundationEssentials

extension SinkName {
    package static let hook = SinkName(rawValue: "hook")
}

extension Sink {
    static let hook = Sink(
        name: .hook, isWanted: { $0.hook != nil },
        // The hook's own time, TERM and KILL (Hook.deliver).
        longest: { ($0.hook?.timeout ?? 0) + 11 }
    ) { event, attempt, context in
        guard let hook = context.config.hook.map(Hook.init) else { return .interrupted }
        return hook.deliver(event, attempt: attempt, stop: context.stop) { context.journal.hookLine($0, event: event) }
    }
}

extension Hook {
    /// The hook of a configuration, in the daemon's own home and time zone.
    package init(_ config: HookConfig) {
        let environment = ProcessInfo.processInfo.environment
        self.init(
            command: config.run, timeout: config.timeout, home: environment["HOME"] ?? "/", timeZone: environment["TZ"])
    }
}
