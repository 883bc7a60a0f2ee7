// The daemon's ear: a Unix socket in the runtime directory. One of the files that do I/O.

import Dispatch
import Glibc

/// Listens for commands and answers each connection once, until it is shut; whether or not somebody holds it.
package final class ControlServer: @unchecked Sendable {
    // All that varies is touched on `queue` alone.

    package typealias Answer = @Sendable (ControlReply) -> Void

    /// The socket's path.
    package let path: String
    private let queue = DispatchQueue(label: "batchwatch.control")
    private let source: any DispatchSourceRead
    private let respond: @Sendable (ControlRequest, @escaping Answer) -> Void

    /// - Parameter respond: called on `queue` with each request; it answers once, from any thread, at any time.
    /// - Returns: nil where the socket cannot be made; `errno` says why.
    package init?(path: String, respond: @escaping @Sendable (ControlRequest, @escaping Answer) -> Void) {
        guard let listener = UnixSocket() else { return nil }
        unlink(path)  // of a daemon that was killed; the state directory's lock says that none runs now
        guard listener.withAddress(path, bind), chmod(path, 0o660) == 0, listen(listener.descriptor, 16) == 0 else {
            return nil
        }
        let descriptor = dup(listener.descriptor)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        self.path = path
        self.respond = respond
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [self] in accept(on: descriptor) }
        source.setCancelHandler { Glibc.close(descriptor) }
        source.activate()
    }

    /// Stops listening and takes the socket away.
    package func shut() {
        source.cancel()
        unlink(path)
    }

    private func accept(on listener: Int32) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let peer = Connection(descriptor)
        guard let line = peer.socket.readLine(limit: ControlLine.longestRequest) else { return }
        guard let request = ControlLine.decoded(ControlRequest.self, from: line) else {
            peer.send(
                ControlReply(
                    error: ControlError(.usage, "the daemon does not know this request; is it a different version?")))
            return
        }
        respond(request) { [queue] reply in queue.async { peer.send(reply) } }
    }

    /// Keeps a connection open until its answer was sent.
    private final class Connection: Sendable {
        let socket: UnixSocket

        init(_ descriptor: Int32) {
            socket = UnixSocket(accepted: descriptor)
            socket.setPatience(receive: UnixSocket.patience, send: UnixSocket.patience)
        }

        func send(_ reply: ControlReply) {
            if let line = ControlLine.encoded(reply) { socket.write(line) }
        }
    }
}
