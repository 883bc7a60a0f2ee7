// The hook: the user's program that is run for each event (hook contract v1). One attempt, and what came of it; when
// to try again, and in which order, is not decided here.

import Events
import Glibc
import Processes
import Text

/// The user's program, and how it is run.
package struct Hook: Sendable {
    /// The program's absolute path, then its arguments; `[hook] run`. The event's kind is appended.
    package var command: [String]
    /// Seconds that it may take; `[hook] timeout`.
    package var timeout: Double
    /// Its `HOME`.
    package var home: String
    /// Its `TZ`; nil for the machine's own time zone, then there is no `TZ`.
    package var timeZone: String?
    /// Where systemd put the service's credentials (systemd.exec(5) LoadCredential=); nil where it put none.
    package var credentials: String?
    /// How people call a command of the instance that tells, for the sentence of an event.
    package var caller = "batchwatch"

    package init(command: [String], timeout: Double = 30, home: String = "/", timeZone: String? = nil) {
        self.command = command
        self.timeout = timeout
        self.home = home
        self.timeZone = timeZone
    }

    /// Whether it may be run, without running it.
    package var refusal: HookRefusal? { refusal(user: geteuid()) }

    /// Whether a user, who need not be this one, may run it.
    package func refusal(user: UInt32) -> HookRefusal? {
        hookRefusal(of: command, user: user) ?? scriptRefusal(of: command, path: Self.path)
    }

    /// Its `PATH`: systemd's own default, with the sbin directories that a hook may want for `ip` or `sendmail`.
    static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// Runs it once for an event. Blocks for `timeout` and 11 seconds at most.
    ///
    /// - Parameters:
    ///   - event: what is told.
    ///   - attempt: 1 for the first; in `BATCHWATCH_ATTEMPT`.
    ///   - stop: ends the hook early, with `.interrupted`.
    ///   - tell: gets each line that it prints, inert; 8 KiB and 64 lines at most, then how much there was more.
    /// - Returns: what came of it.
    package func deliver(_ event: Event, attempt: Int, stop: StopSignal? = nil, tell: (String) -> Void)
        -> DeliveryOutcome
    {
        if stop?.isRaised == true { return .interrupted }
        if let refusal { return .unusable(refusal) }
        var lines = HookOutput()
        do {
            let ending = try program(for: event, attempt: attempt).run(limit: timeout, stop: stop) { stream, bytes in
                lines.take(bytes, from: stream, tell: tell)
            }
            lines.finish(tell: tell)
            return Hook.delivery(for: ending, timeout: timeout, asking: lines.retryAfter)
        } catch let error as ProcessError {
            return Hook.delivery(for: error, path: command.first ?? "")
        } catch {
            return .failed(cause: "the event cannot be written as JSON: \(error)")
        }
    }

    /// What the hook will find: its arguments, its environment and its standard input.
    ///
    /// - Throws: never for an event; what `jsonBytes` may throw.
    package func program(for event: Event, attempt: Int) throws -> Program {
        Program(
            path: command.first ?? "", arguments: command.dropFirst() + [event.kind.rawValue],
            environment: environment(for: event, attempt: attempt),
            standardInput: try CloudEvent(event, calling: caller).line())
    }

    private func environment(for event: Event, attempt: Int) -> [String] {
        let own = ["PATH=" + Self.path, "LANG=C.UTF-8", "HOME=" + inert(home)]
        let zone = timeZone.map { ["TZ=" + inert($0)] } ?? []
        let credentials = credentials.map { ["CREDENTIALS_DIRECTORY=" + inert($0)] } ?? []
        let fields = event.fields.map { "\($0.name)=\($0.value)" }
        return own + zone + credentials + fields + ["BATCHWATCH_ATTEMPT=\(attempt)"]
    }

    /// The exit code's meaning: 0 done, 75 later, 65 refused (sysexits: EX_TEMPFAIL, EX_DATAERR), all else failed.
    ///
    /// - Parameter wait: how long it asked to be left alone, in seconds.
    static func delivery(for ending: Ending, timeout: Double, asking wait: Double? = nil) -> DeliveryOutcome {
        switch ending.how {
        case .exited(0): .delivered
        case .exited(65): .refused
        case .exited(75): .later(cause: "exited with code 75", after: wait)
        case .timedOut: .failed(cause: "did not end within \(timeout.formattedSeconds) and was killed")
        case .stopped: .interrupted
        case .exited, .signalled: .failed(cause: ending.description)
        }
    }

    /// When the machine is short of something, or the file is nothing that can be run, it never ran, and no attempt is
    /// used. All else could go on for ever, so it is.
    package static func delivery(for error: ProcessError, path: String) -> DeliveryOutcome {
        if error.isShortage { return .later(cause: error.description) }
        guard case .cannotStart = error else { return .failed(cause: error.description) }
        return .unusable(HookRefusal(path, .cannotStart(error.description)))
    }
}

extension Double {
    /// "30 s", "0.5 s".
    fileprivate var formattedSeconds: String {
        "\(Int(exactly: self).map(String.init) ?? String(self)) s"
    }
}
