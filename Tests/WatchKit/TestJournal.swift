// A journal at a socket of a test's own: the entries are datagrams there, a line for each field. What libsystemd makes
// of them is tested with a real journald.

import Delivery
import Foundation

extension Journal {
    package init(_ destination: Destination, path: String) {
        self.init(destination, socket: .datagrams(at: path))
    }

    package init(isTerminal: Bool, path: String) {
        self.init(isTerminal: isTerminal, socket: .datagrams(at: path))
    }
}

extension JournalSocket {
    fileprivate static func datagrams(at path: String) -> JournalSocket {
        JournalSocket(path: path) { fields in
            let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            defer { close(sender) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            let entry = Array((fields.joined(separator: "\n") + "\n").utf8)
            let sent = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(
                        sender, entry, entry.count, Int32(MSG_DONTWAIT), $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            return sent == entry.count ? 0 : -errno
        }
    }
}
