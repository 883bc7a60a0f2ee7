// The result of a hook test, and where the hook ran: in the daemon, or in the command while no daemon runs.

import Coding
import Delivery
import Events
import Glibc
import Processes

package struct HookTestReport: Codable, Equatable, Sendable {
    package enum Outcome: String, Codable, Sendable {
        case delivered, later, refused, failed, unusable, interrupted
    }

    /// The hook's path.
    package var program: String
    package var outcome: Outcome
    /// Why the delivery failed; nil if the outcome says everything.
    package var cause: String?
    /// Its output, sanitized and bounded as in the journal.
    package var lines: [String]
    /// The user of the hook's process.
    package var user: UInt32
    /// The daemon's process; nil if the command ran the hook itself.
    package var daemon: Int32?
    /// The configuration file that names the hook.
    package var config: String?
    /// The daemon's systemd unit; nil if it has no unit of its own.
    package var unit: String?

    /// Runs the hook once for a made-up event, in this process. It saves nothing. Blocks as `Hook.deliver` does.
    ///
    /// - Parameter tell: gets each line that the hook prints, as it comes.
    package init(_ hook: Hook, _ kind: Event.Kind, stop: StopSignal? = nil, tell: (String) -> Void = { _ in }) {
        var lines: [String] = []
        let delivery = hook.deliver(.sample(kind, at: Date()), attempt: 1, stop: stop) { line in
            lines.append(line)
            tell(line)
        }
        program = hook.seen.program
        (outcome, cause) = Self.outcome(of: delivery)
        self.lines = lines
        user = geteuid()
    }

    /// Asks the hook whether it can work, as this process or as another user.
    package init(checking hook: Hook, asking user: UInt32? = nil, stop: StopSignal? = nil) {
        program = hook.seen.program
        (outcome, cause) = (.delivered, nil)
        lines = []
        self.user = user ?? geteuid()
        guard let refusal = hook.problem(asking: user, stop: stop) else { return }
        (outcome, cause) = (.unusable, "\(refusal)")
    }

    private static func outcome(of delivery: DeliveryOutcome) -> (Outcome, String?) {
        switch delivery {
        case .delivered: (.delivered, nil)
        case .later(let cause, _), .unreachable(let cause): (.later, cause)
        case .refused: (.refused, nil)
        case .failed(let cause): (.failed, cause)
        case .unusable(let refusal): (.unusable, "\(refusal)")
        case .interrupted: (.interrupted, nil)
        }
    }
}

extension HookTestReport.Outcome {
    package var exitCode: ExitCode {
        switch self {
        case .delivered: .ok
        case .later, .interrupted: .temporary
        case .refused: .dataError
        case .failed: .unavailable
        case .unusable: .config
        }
    }
}
