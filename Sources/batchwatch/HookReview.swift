// Finds what is wrong with the hook, for `check` and `try --write`, before there is an event.

import Configuration
import Delivery
import Glibc
import Watch

/// Whether the hook of a configuration can work.
enum HookReview: Equatable {
    /// No hook is configured.
    case none
    case fine
    /// Why it cannot.
    case broken(String)
    /// It may be run; only root or the service's user could check more.
    case unasked

    /// Asks the daemon if it runs; otherwise runs the hook's check itself, as the service's user.
    ///
    /// - Parameter user: the service's user.
    init(of config: Config, _ paths: Paths, user: uid_t) {
        guard let hook = config.hook.map(Hook.init) else {
            self = .none
            return
        }
        if let refusal = hook.refusal(user: user) {
            self = .broken("\(refusal)")
        } else if geteuid() != 0, geteuid() != user {
            self = .unasked
        } else if let report = ControlClient.ask(ControlRequest(.hookCheck), daemonOf: paths)?.hookTest {
            self.init(report)
        } else {
            self.init(HookTestReport(checking: hook, asking: user))
        }
    }

    private init(_ report: HookTestReport) {
        self = report.outcome == .unusable ? .broken(report.cause ?? "") : .fine
    }

    /// A note about the hook; nil if there is nothing to say, or the hook is broken.
    var note: String? {
        switch self {
        case .fine, .broken: nil
        case .none: "there is no [hook]: changes go to the journal only"
        case .unasked: "the hook was not asked whether it can work; run the command with sudo"
        }
    }
}

extension Paths {
    /// The user that the service runs as: the owner of the state directory; before it exists, the user that the package
    /// creates, or else the caller.
    var serviceUser: uid_t {
        var status = stat()
        if stat(state, &status) == 0 { return status.st_uid }
        guard geteuid() == 0, usualControl != nil, instance != .user, let entry = getpwnam("batchwatch") else {
            return geteuid()
        }
        return entry.pointee.pw_uid
    }
}
