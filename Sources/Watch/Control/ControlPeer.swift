// The process at the other end of the control socket, by the kernel (unix(7) SO_PEERCRED), and whether this daemon
// started it. It does I/O: it reads /proc.

import CPOSIX
import Glibc
import Storage

/// The process that connected.
package struct ControlPeer: Equatable, Sendable {
    /// Its effective user.
    package var user: uid_t
    package var relation: PeerRelation

    package init(user: uid_t, relation: PeerRelation = .stranger) {
        self.user = user
        self.relation = relation
    }

    /// Asks the kernel.
    ///
    /// - Parameters:
    ///   - socket: the connection.
    ///   - daemon: this process.
    /// - Returns: nil if it does not say.
    init?(of socket: Int32, at daemon: DaemonProcess) {
        var user: uid_t = 0
        var process: pid_t = 0
        guard cposix_peer(socket, &user, &process) == 0 else { return nil }
        self.user = user
        do {
            relation = try daemon.relation(of: process, user: user, parent: Self.parent(of:), unit: Self.unit(of:))
        } catch {
            relation = .unseen
        }
        // Another process may have its number now.
        switch cposix_peer_is_gone(socket) {
        case 1: relation = .descendant
        case -1 where errno == EMFILE || errno == ENFILE: relation = .unseen
        default: break
        }
    }

    /// The parent of a process (proc_pid_stat(5)); nil if it is hidden.
    private static func parent(of process: pid_t) throws(NoDescriptor) -> pid_t? {
        guard let text = try processFile("\(process)/stat"), let name = text.lastIndex(of: UInt8(ascii: ")")) else {
            return nil
        }
        let words = text[name...].split(separator: UInt8(ascii: " "))
        return words.count > 2 ? pid_t(String(decoding: words[2], as: UTF8.self)) : nil
    }

    /// The cgroup of a process (cgroups(7)); nil if it is hidden.
    static func unit(of process: pid_t) throws(NoDescriptor) -> String? {
        try processFile("\(process)/cgroup").flatMap { unitGroup(in: String(decoding: $0, as: UTF8.self)) }
    }
}

/// Returns the beginning of a file below /proc, where each has far less than 16 KiB; nil if it cannot be read.
private func processFile(_ name: String) throws(NoDescriptor) -> [UInt8]? {
    let file: Int32
    do {
        file = try openRegular("/proc/" + name, O_RDONLY)
    } catch {
        if case .io(_, _, let code) = error, code == EMFILE || code == ENFILE { throw NoDescriptor() }
        return nil
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
}
