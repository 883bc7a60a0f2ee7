// The two couriers there are. A third sink begins here.

import FoundationEssentials
import Processes
import Sinks

extension Courier {
    /// The couriers of all sinks.
    ///
    /// - Parameter hook: which hook to run, asked anew for each event.
    package static func all(hook: HookSlot, journal: Journal, stop: StopSignal?) -> [SinkName: Courier] {
        let notice: @Sendable (Notice, Priority, String, [(name: String, value: String)]) -> Void = {
            journal.notice($0, $1, $2, fields: $3)
        }
        var toJournal = Tools(stop: stop, notice: notice) { event, _ in
            // A journal that is full or away comes back: no event is given up because of it.
            if case .failed(let cause) = journal.tell(event) { .later(cause: cause) } else { .delivered }
        }
        toJournal.mostAtOnce = 100
        var toHook = Tools(stop: stop, notice: notice) { event, attempt in
            guard let hook = hook.current.map(Hook.init) else { return .interrupted }
            return hook.deliver(event, attempt: attempt, stop: stop) { journal.hookLine($0, event: event) }
        }
        // The hook's own time, TERM and KILL (Hook.deliver).
        toHook.longest = { (hook.current?.timeout ?? 0) + 11 }
        return [.journal: Courier(for: .journal, tools: toJournal), .hook: Courier(for: .hook, tools: toHook)]
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
