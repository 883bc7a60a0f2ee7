// Whether this daemon started a process: a reader or a hook, or their children. Hostile bytes may have taken over such
// a process, and it must not command the daemon. Pure: other code finds a process's parent and cgroup.

import Glibc
import Processes

/// The relation of a process to the daemon.
package enum PeerRelation: Equatable, Sendable {
    /// None.
    case stranger
    /// It runs in the daemon's own systemd unit: a process that a hook left behind, or the unit's `ExecReload=`.
    case unit
    /// The daemon, or a process that it started, has started it; or its origin is unknown.
    case descendant
    /// No descriptor was left to find out.
    case unseen
}

/// The process, or the system, has no descriptor left (open(2), EMFILE and ENFILE).
struct NoDescriptor: Error {}

/// The facts about the daemon that identify its children.
struct DaemonProcess: Sendable {
    var process: pid_t
    var user: uid_t
    /// The cgroup of its systemd unit; nil if it has none of its own. No process can leave it without privileges.
    var unit: String?

    /// The number of generations to examine; no honest process has more.
    private static let mostGenerations = 256

    /// Judges a process.
    ///
    /// - Parameters:
    ///   - process: its number; 0 if it is in another namespace, where the daemon has no children.
    ///   - user: its user.
    ///   - parent: returns the parent of a process; nil if it is hidden.
    ///   - unit: returns the cgroup of a process; nil if it is hidden.
    func relation(
        of process: pid_t, user: uid_t, parent: (pid_t) throws(NoDescriptor) -> pid_t?,
        unit: (pid_t) throws(NoDescriptor) -> String?
    ) throws(NoDescriptor) -> PeerRelation {
        if process <= 0 { return .stranger }
        // Our own processes have our user, and may have hidden themselves; the unit's ProtectProc= hides others.
        let hidden: PeerRelation = user == self.user || self.user == 0 ? .descendant : .stranger
        guard var ancestor = try parent(process) else { return hidden }
        var generations = 0
        while ancestor > 1 {
            generations += 1
            if ancestor == self.process || generations > Self.mostGenerations { return .descendant }
            guard let next = try parent(ancestor) else { break }
            ancestor = next
        }
        // A process with ended parents is a child of process 1, and still in the unit.
        guard let own = self.unit else { return .stranger }
        guard let other = try unit(process) else { return hidden }
        return other == own || other.hasPrefix(own + "/") ? .unit : .stranger
    }
}

extension DaemonProcess {
    /// This process. systemd names the process that it started for a unit (systemd.exec(5) `SYSTEMD_EXEC_PID`); in a
    /// session or a container the cgroup is shared.
    static func current(_ environment: [String: String] = ownEnvironment()) -> DaemonProcess {
        let isUnit = environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
        let unit = isUnit ? try? ControlPeer.unit(of: getpid()) : nil
        // The root cgroup belongs to everybody.
        return DaemonProcess(process: getpid(), user: geteuid(), unit: unit == "/" ? nil : unit)
    }
}

/// Returns the path of systemd's hierarchy in the text of `/proc/PID/cgroup`, "0::/system.slice/x.service"
/// (cgroups(7)); with version 1 cgroups that of "name=systemd". A process that entered a container is at the root, "/".
func unitGroup(in text: String) -> String? {
    var root: String?
    for line in text.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "name=systemd" || parts[0] == "0" && parts[1].isEmpty else { continue }
        // If systemd uses one of two hierarchies, the process is at the root of the other.
        if parts[2].count > 1 { return String(parts[2]) }
        root = "/"
    }
    return root
}
