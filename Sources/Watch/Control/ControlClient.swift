// A command's way to the running daemon.

import Glibc

package enum ControlClient {
    /// A poll waits for its readers; each has its own deadline, and as many as sources may queue. A hook may take an
    /// hour, and some seconds to end.
    static let longestWait = 3660

    /// Asks the daemon whose socket this is.
    ///
    /// - Returns: nil when nobody listens there.
    package static func ask(_ request: ControlRequest, at path: String) -> ControlReply? {
        guard let socket = UnixSocket(), let line = ControlLine.encoded(request) else { return nil }
        socket.setPatience(receive: longestWait, send: UnixSocket.patience)
        guard socket.withAddress(path, connect) else {
            if errno == EACCES {
                return ControlReply(
                    error: ControlError(
                        .unavailable, "not allowed to talk to the daemon at \(path): be root or a member of its group"))
            }
            return nil
        }
        guard socket.write(line), let answer = socket.readLine(limit: .max),
            let reply = ControlLine.decoded(ControlReply.self, from: answer)
        else {
            return ControlReply(error: ControlError(.unavailable, "the daemon at \(path) gave no answer"))
        }
        return reply
    }
}
