// The hook: the user's program, run for each event (hook contract v1). This file makes one attempt and returns its
// result; other code decides when to try again, and in which order.

import Events
import Glibc
import Processes
import Text

/// The user's program, and how to run it.
package struct Hook: Sendable {
    /// The program's absolute path, then its arguments (`[hook] run`). The event's kind is appended.
    package var command: [String]
    /// The time limit in seconds (`[hook] timeout`).
    package var timeout: Double
    /// Its `HOME`.
    package var home: String
    /// Its `TZ`; nil for the machine's time zone, without a `TZ`.
    package var timeZone: String?
    /// The directory of the service's credentials (systemd.exec(5) LoadCredential=); nil without any.
    package var credentials: String?
    /// How to phrase the sentence of an event.
    package var phrasing = Phrasing(announces: true)

    package init(command: [String], timeout: Double = 30, home: String = "/", timeZone: String? = nil) {
        self.command = command
        self.timeout = timeout
        self.home = home
        self.timeZone = timeZone
    }

    /// Its command, seen through `env`.
    package var seen: HookCommand { HookCommand(command) }

    /// Checks whether the hook is safe, without running it.
    package var refusal: HookRefusal? { refusal(user: geteuid()) }

    /// Checks whether the hook is safe for a user, who need not be this one.
    package func refusal(user: UInt32) -> HookRefusal? {
        if let refusal = hookRefusal(of: command, user: user) { return refusal }
        // A shipped hook reads the usual settings if the command names no others.
        if let settings = seen.namedSettings ?? (isCheckable ? HookCommand.usualSettings : nil),
            let refusal = settingsRefusal(of: settings, user: user)
        {
            return refusal
        }
        return scriptRefusal(of: command, path: Self.path)
    }

    /// Its `PATH`: systemd's default, with the sbin directories that a hook may need for `ip` or `sendmail`.
    static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// Runs the hook once for an event. Blocks for at most `timeout` and 11 seconds.
    ///
    /// - Parameters:
    ///   - event: the event to deliver.
    ///   - attempt: 1 for the first attempt; `BATCHWATCH_ATTEMPT`.
    ///   - stop: ends the hook early, with `.interrupted`.
    ///   - tell: gets each line that the hook prints, sanitized; at most 8 KiB and 64 lines, then the amount of the rest.
    /// - Returns: the result.
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
            if ending.how == .exited(Self.exitCodeOfSettings), isCheckable {
                return .unusable(notReady(because: lines.firstError))
            }
            return Hook.delivery(for: ending, timeout: timeout, asking: lines.retryAfter)
        } catch let error as ProcessError {
            return Hook.delivery(for: error, path: seen.program)
        } catch {
            return .failed(cause: "the event cannot be written as JSON: \(error)")
        }
    }

    /// The program that the hook runs as: arguments, environment and standard input.
    ///
    /// - Throws: errors of `jsonBytes`; never for an event.
    package func program(for event: Event, attempt: Int) throws -> Program {
        Program(
            path: command.first ?? "", arguments: command.dropFirst() + [event.kind.rawValue],
            environment: environment(for: event, attempt: attempt),
            standardInput: try CloudEvent(event, phrasing).line())
    }

    private func environment(for event: Event, attempt: Int) -> [String] {
        surroundings + event.fields.map { "\($0.name)=\($0.value)" } + ["BATCHWATCH_ATTEMPT=\(attempt)"]
    }

    /// What it finds in its environment whatever it is run for.
    var surroundings: [String] {
        let own = ["PATH=" + Self.path, "LANG=C.UTF-8", "HOME=" + sanitized(home)]
        let zone = timeZone.map { ["TZ=" + sanitized($0)] } ?? []
        return own + zone + (credentials.map { ["CREDENTIALS_DIRECTORY=" + sanitized($0)] } ?? [])
    }

    /// Translates the exit code: 0 done, 75 later, 65 refused (sysexits: EX_TEMPFAIL, EX_DATAERR), all others failed.
    ///
    /// - Parameter wait: the wait that the hook requested, in seconds.
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

    /// If the machine lacks resources, or the file is not executable, the hook never ran, and no attempt is used up.
    /// Every other failure could repeat for ever, so it uses one up.
    package static func delivery(for error: ProcessError, path: String) -> DeliveryOutcome {
        if error.isShortage { return .later(cause: error.description) }
        guard case .cannotStart = error else { return .failed(cause: error.description) }
        return .unusable(HookRefusal(path, .cannotStart(error.description)))
    }
}

extension Double {
    /// "30 s", "0.5 s".
    var formattedSeconds: String {
        "\(Int(exactly: self).map(String.init) ?? String(self)) s"
    }
}
