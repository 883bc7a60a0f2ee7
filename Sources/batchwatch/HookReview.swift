// What is wrong with the hook, as `check` and `try --write` say it before there is an event.

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
    /// It may be run, and only others can ask it more.
    case unasked

    /// Asks the daemon, where one runs; else the hook itself, as the service's user.
    ///
    /// - Parameter user: the service's.
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

    /// What to know of it; nil where all is well, or it is a mistake.
    var note: String? {
        switch self {
        case .fine, .broken: nil
        case .none: "there is no [hook]: changes go to the journal only"
        case .unasked: "the hook was not asked whether it can work; run the command with sudo"
        }
    }
}

extension Paths {
    /// Who the service runs as: whose the state is. Before there is any, the user that the package makes, or whoever asks.
    var serviceUser: uid_t {
        var status = stat()
        if stat(state, &status) == 0 { return status.st_uid }
        guard geteuid() == 0, usualControl != nil, instance != .user, let entry = getpwnam("batchwatch") else {
            return geteuid()
        }
        return entry.pointee.pw_uid
    }
}
