// A journal at a private socket of a test: the entries are datagrams, with a line for each field. A real journald tests
// libsystemd's form of them.

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
