// A command's way to the running daemon.

import Glibc

package enum ControlClient {
    /// A poll waits for its readers; each has its own deadline, and as many as sources may queue. A hook may take an
    /// hour, and some seconds to end.
    static let longestWait = 3660
    /// What needs neither disk nor network is answered within 100 ms. A daemon that does not is stopped or hangs, and the
    /// monitoring system that asks gives up after ten seconds itself (NRPE).
    static let promptWait = 8

    /// Asks the daemon whose socket this is.
    ///
    /// - Returns: nil when nobody listens there.
    package static func ask(_ request: ControlRequest, at path: String) -> ControlReply? {
        guard let socket = UnixSocket(), let line = ControlLine.encoded(request) else { return nil }
        let patience = isPrompt(request) ? promptWait : longestWait
        socket.setPatience(receive: patience, send: UnixSocket.patience)
        guard socket.withAddress(path, connect) else {
            if errno == EACCES {
                return ControlReply(
                    error: ControlError(
                        .unavailable, "not allowed to talk to the daemon at \(path): be root or a member of its group"))
            }
            return nil
        }
        let written = socket.write(line)
        errno = 0
        let answer = written ? socket.readLine(limit: .max) : nil
        if answer == nil, errno == EAGAIN {
            return ControlReply(
                error: ControlError(
                    .unavailable,
                    "the daemon at \(path) has not answered for \(patience) s: it is stopped, or hangs; restart the service"
                ))
        }
        guard let answer, let reply = ControlLine.decoded(ControlReply.self, from: answer)
        else {
            return ControlReply(error: ControlError(.unavailable, "the daemon at \(path) gave no answer"))
        }
        return reply
    }

    /// Whether the answer waits for nothing.
    private static func isPrompt(_ request: ControlRequest) -> Bool {
        switch request.command {
        case .status: request.seen == nil
        case .outboxList: true
        case .poll, .accept, .reload, .outboxRetry, .outboxDrop, .hookTest: false
        }
    }
}
