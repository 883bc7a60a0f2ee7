// Whether a process came out of this daemon: a reader or a hook, or what they started. Hostile bytes may have taken
// over such a process, and it may not speak to the daemon as if it were somebody else. Pure: who the parent of a
// process is, and in which cgroup it runs, is for others to find out.

import Glibc
import Processes

/// How a process is related to the daemon.
package enum Kinship: Equatable, Sendable {
    /// Not at all.
    case stranger
    /// It runs in the daemon's own systemd unit: what a hook left behind, or the unit's `ExecReload=`.
    case unit
    /// The daemon started it, or one that it started; or nobody can tell.
    case descendant
    /// There was no descriptor left to look with.
    case unseen
}

/// The process, or the system, has no descriptor left (open(2), EMFILE and ENFILE).
struct NoDescriptor: Error {}

/// The daemon, as far as it matters who came out of it.
struct Household: Sendable {
    var process: pid_t
    var user: uid_t
    /// The cgroup of its systemd unit; nil where it has none to itself. No process can leave that without the right to.
    var unit: String?

    /// So many generations are looked through; no honest process has more.
    private static let mostGenerations = 256

    /// Judges a process.
    ///
    /// - Parameters:
    ///   - process: its number; 0 where it is in another namespace, where none of ours can be.
    ///   - user: its user.
    ///   - parent: the parent of a process; nil where that cannot be seen.
    ///   - unit: the cgroup of a process; nil where that cannot be seen.
    func kinship(
        of process: pid_t, user: uid_t, parent: (pid_t) throws(NoDescriptor) -> pid_t?,
        unit: (pid_t) throws(NoDescriptor) -> String?
    ) throws(NoDescriptor) -> Kinship {
        if process <= 0 { return .stranger }
        // What is ours has our user, and may have hidden itself; others are hidden by the unit's ProtectProc=.
        let hidden: Kinship = user == self.user || self.user == 0 ? .descendant : .stranger
        guard var ancestor = try parent(process) else { return hidden }
        var generations = 0
        while ancestor > 1 {
            generations += 1
            if ancestor == self.process || generations > Self.mostGenerations { return .descendant }
            guard let next = try parent(ancestor) else { break }
            ancestor = next
        }
        // A process whose parents have ended is a child of process 1, and still in the unit.
        guard let own = self.unit else { return .stranger }
        guard let other = try unit(process) else { return hidden }
        return other == own || other.hasPrefix(own + "/") ? .unit : .stranger
    }
}

extension Household {
    /// This process. systemd says which one it started for a unit (systemd.exec(5) `SYSTEMD_EXEC_PID`); in a session or
    /// a container the cgroup is everybody's.
    static func current(_ environment: [String: String] = ownEnvironment()) -> Household {
        let isUnit = environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
        let unit = isUnit ? try? ControlPeer.unit(of: getpid()) : nil
        // The root is nobody's own.
        return Household(process: getpid(), user: geteuid(), unit: unit == "/" ? nil : unit)
    }
}

/// The path of systemd's hierarchy in the text of `/proc/PID/cgroup`, "0::/system.slice/x.service" (cgroups(7)); with
/// cgroups of the first version that of "name=systemd". The root, "/", is where those are who entered a container.
func unitGroup(in text: String) -> String? {
    var root: String?
    for line in text.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "name=systemd" || parts[0] == "0" && parts[1].isEmpty else { continue }
        // Where systemd uses one of two hierarchies, it is at the root of the other.
        if parts[2].count > 1 { return String(parts[2]) }
        root = "/"
    }
    return root
}
