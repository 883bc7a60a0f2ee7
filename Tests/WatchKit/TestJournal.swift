// A journal at a socket of a test's own: the entries are datagrams there, a line for each field. What libsystemd makes
// of them is tested with a real journald.

import Delivery
import TestKit

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
        JournalSocket(path: path) { -DatagramSocket.deliver($0.joined(separator: "\n") + "\n", to: path) }
    }
}
