// Sends a command's request to the running daemon. The file with the socket's address belongs to the service's user, so
// a hook can write it too: the answer may be anything. It is bounded here and shown sanitized.

import Glibc

package enum ControlClient {
    /// A poll waits for its readers; each has its own deadline, and as many as sources may queue. A hook may take an
    /// hour, and some seconds to end.
    static let longestWait = 3660
    /// Requests that need neither disk nor network are answered within 100 ms. Otherwise the daemon is stopped or
    /// hangs, and a monitoring system itself gives up after ten seconds (NRPE).
    static let promptWait = 8
    /// The longest answer, in bytes: the status of some 100 000 batches.
    static let longestAnswer = 16 << 20

    /// Sends a request to the daemon of this socket.
    ///
    /// - Parameter users: the users of trusted daemons; nil to trust everybody.
    /// - Returns: nil if nobody listens there.
    package static func ask(_ request: ControlRequest, at path: String, believing users: [uid_t]? = nil)
        -> ControlReply?
    {
        guard let socket = UnixSocket(), let line = ControlLine.encoded(request) else { return nil }
        let patience = isPrompt(request) ? promptWait : longestWait
        socket.setPatience(receive: patience, send: UnixSocket.patience)
        guard socket.withAddress(path, connect) else {
            if errno == EACCES {
                return unavailable(
                    "not allowed to talk to the daemon at \(path); run the command with sudo\(joining(groupOf: path))")
            }
            return nil
        }
        if let users, !users.contains(where: { $0 == socket.peer }) {
            let name = socket.peer.map { "user \($0)" } ?? "an unknown user"
            return unavailable(
                "\(name) listens at \(path), who is neither root nor the owner of the state directory; nothing was asked"
            )
        }
        let written = socket.write(line)
        errno = 0
        let answer = written ? socket.readLine(limit: longestAnswer) : nil
        if answer == nil, errno == EAGAIN {
            return unavailable(
                "the daemon at \(path) has not answered for \(patience) s: it is stopped, or hangs; restart the service"
            )
        }
        if answer == nil, errno == EMSGSIZE {
            return unavailable(
                "the daemon at \(path) answers more than \(longestAnswer >> 20) MiB; name batches or sources to ask for less"
            )
        }
        guard let answer, let reply = ControlLine.decoded(ControlReply.self, from: answer)
        else {
            return unavailable("the daemon at \(path) gave no answer")
        }
        return reply
    }

    private static func unavailable(_ message: String) -> ControlReply {
        ControlReply(error: ControlError(.unavailable, message))
    }

    /// Whether the answer needs no waiting.
    private static func isPrompt(_ request: ControlRequest) -> Bool {
        switch request.command {
        case .status: request.seen == nil
        case .outboxList: true
        case .poll, .accept, .reload, .outboxRetry, .outboxDrop, .hookTest, .hookCheck: false
        }
    }
}
