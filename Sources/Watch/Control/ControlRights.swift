// Which requests a peer may make, and how often. Pure.

import Glibc
import Processes

/// The rights of a peer.
enum ControlRights {
    /// Judges a request.
    ///
    /// - Parameters:
    ///   - command: the requested command.
    ///   - peer: the peer. The socket's mode admits only root, the service's user and its group.
    ///   - user: the service's user.
    /// - Returns: why the daemon refuses; nil if it does not.
    static func refusal(of command: ControlRequest.Command, by peer: ControlPeer, user: uid_t) -> ControlError? {
        switch peer.relation {
        case .descendant: return ownProcess
        // `systemctl reload` runs its command in the unit.
        case .unit where command != .reload: return ownProcess
        case .unseen:
            return ControlError(.temporary, "the daemon cannot see who asks: \(errorText(EMFILE))")
        case .unit, .stranger: break
        }
        guard command.acts, peer.user != 0, peer.user != user else { return nil }
        return ControlError(
            .unavailable,
            "only root and the service's user may do that; run the command with sudo (the service's group may ask for "
                + "status and outbox list)")
    }

    private static var ownProcess: ControlError {
        ControlError(.unavailable, "the daemon does not answer processes that it started, such as its hook")
    }
}

extension ControlRequest.Command {
    /// Whether the command acts, instead of only reading.
    var acts: Bool {
        switch self {
        case .status, .outboxList: false
        case .poll, .accept, .reload, .outboxRetry, .outboxDrop, .hookTest, .hookCheck: true
        }
    }
}

/// How often users other than root may request a poll of a source: the service's user must not make the daemon hammer a
/// server.
struct PollAllowance {
    /// Seconds between two such polls of one source.
    static let pause = 10.0

    private var granted: [String: Double] = [:]

    /// Grants a poll of all these sources, or of none.
    ///
    /// - Parameter uptime: now, in seconds.
    /// - Returns: why not; nil if granted.
    mutating func refusal(of sources: [String], at uptime: Double) -> ControlError? {
        granted = granted.filter { $0.value + Self.pause > uptime }
        if let (name, time) = granted.filter({ sources.contains($0.key) }).max(by: { $0.value < $1.value }) {
            let wait = Int((time + Self.pause - uptime).rounded(.up))
            return ControlError(
                .temporary,
                "\(name) was polled \(Int(uptime - time)) s ago; ask again in \(wait) s, or with sudo")
        }
        for name in sources { granted[name] = uptime }
        return nil
    }
}
