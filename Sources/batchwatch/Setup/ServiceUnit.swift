// The unit of an instance, as systemctl(1) starts it, and the user that it runs as. One of the files that do I/O.

import Configuration
import Glibc
import Processes
import Text

struct ServiceUnit {
    let instance: Instance

    /// The words of the command that starts it now and at each boot.
    var starting: [String] {
        ["systemctl"] + (instance == .user ? ["--user"] : []) + ["enable", "--now", instance.unit]
    }

    /// Whether a systemd is running that could start the unit.
    var canStart: Bool { program != nil && access("/run/systemd/system", F_OK) == 0 }

    private var program: String? { pathOfProgram("systemctl") }

    /// Starts it, and waits until it is ready.
    func start() throws {
        var bytes: [UInt8] = []
        let environment = ownEnvironment().map { "\($0.key)=\($0.value)" }
        let command = Program(
            path: program ?? "systemctl", arguments: Array(starting.dropFirst()), environment: environment)
        let ending: Ending
        do throws(ProcessError) {
            ending = try command.run(limit: 120) { _, part in bytes += part.prefix(4096) }
        } catch {
            throw Failure(.unavailable, "\(starting.joined(separator: " ")): \(error)")
        }
        let said = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { sanitized($0) }
        guard case .exited(0) = ending.how else {
            let journal = "journalctl\(instance == .user ? " --user" : "") -u \(instance.unit)"
            throw Failure(
                .unavailable,
                (said + [
                    "\(starting.joined(separator: " ")) failed: \(ending); the configuration stays; see \(journal)"
                ])
                .joined(separator: "\n"))
        }
    }

    /// The user and the group of the service; our own for a service of our own, and where there is no such user.
    var account: (user: uid_t, group: gid_t) {
        guard instance != .user, geteuid() == 0, let entry = getpwnam("batchwatch") else {
            return (geteuid(), getegid())
        }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }
}

/// The path at which a hook finds a program; nil if there is none.
func pathOfProgram(_ name: String) -> String? {
    let places = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
    return places.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}
