// The daemon's control socket: a Unix socket in the runtime directory. It does I/O.

import Dispatch
import Glibc

/// Listens for commands and answers each connection once, until it is shut. No peer waits for another: input is taken
/// as it comes (ControlConnection), and rights depend on the peer (ControlRights).
package final class ControlServer: @unchecked Sendable {
    // Only `queue` touches variable state.

    package typealias Answer = @Sendable (ControlReply) -> Void

    /// The time limits of a peer in seconds, first for its request, then for the answer.
    package struct Patience: Sendable {
        var request = 5.0
        /// The status of a hundred thousand batches has megabytes.
        var answer = 30.0
        /// How long a status waits for news: some of its content changes with time alone.
        var news = 60.0
        /// The delay after the first news, to include what follows at once.
        var gathering = 0.1

        package init() {}
    }

    /// The number of connections of one user. More are closed unread: a user can only fill its own table.
    static let mostOfOneUser = 32

    /// The socket's path.
    package let path: String
    private let queue: DispatchQueue
    private let listener: Int32
    /// A reserve descriptor, to answer a peer if no other is left; -1 while it is in use.
    private var spare: Int32
    private let source: any DispatchSourceRead
    private let daemonProcess: DaemonProcess
    private let patience: Patience
    private let respond: @Sendable (ControlRequest, ControlPeer, @escaping Answer) -> Void
    private var connections: [ObjectIdentifier: ControlConnection] = [:]
    /// The revision of the status; it starts at a random number, so that it differs from other daemons'.
    private var revision = UInt64.random(in: 1...1 << 52)
    /// Answers the clients that wait for news.
    private let newsTimer: any DispatchSourceTimer
    private var isNewsTimerSet = false

    /// - Parameters:
    ///   - target: the queue of its work; nil for a thread of libdispatch.
    ///   - respond: called there with each permitted request; it answers once, from any thread, at any time.
    /// - Returns: nil if the socket cannot be created; `errno` has the reason.
    package init?(
        path: String, on target: DispatchQueue? = nil, patience: Patience = Patience(),
        respond: @escaping @Sendable (ControlRequest, ControlPeer, @escaping Answer) -> Void
    ) {
        guard let listener = UnixSocket() else { return nil }
        unlink(path)  // of a daemon that was killed; the state directory's lock says that none runs now
        guard listener.withAddress(path, bind), chmod(path, 0o660) == 0, listen(listener.descriptor, 64) == 0 else {
            return nil
        }
        let descriptor = dup(listener.descriptor)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        self.listener = descriptor
        spare = Self.another(descriptor)
        self.path = path
        self.patience = patience
        self.respond = respond
        daemonProcess = .current()
        queue = DispatchQueue(label: "batchwatch.control", target: target)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        newsTimer = DispatchSource.makeTimerSource(queue: queue)
        newsTimer.setEventHandler { [self] in answerWaiting() }
        newsTimer.schedule(deadline: .distantFuture)
        newsTimer.activate()
        source.setEventHandler { [self] in accept() }
        source.setCancelHandler { [self] in
            newsTimer.cancel()
            Glibc.close(self.listener)
            if spare >= 0 { Glibc.close(spare) }
            spare = -1
        }
        source.activate()
    }

    /// Duplicates a descriptor; -1 if none is left.
    private static func another(_ descriptor: Int32) -> Int32 {
        fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    }

    /// Stops listening and removes the socket. Earlier requests still get answers.
    package func shut() {
        source.cancel()
        unlink(path)
    }

    private func accept() {
        if spare < 0 { spare = Self.another(listener) }
        var descriptor = Glibc.accept(listener, nil, nil)
        if descriptor < 0, errno == EMFILE || errno == ENFILE {
            if spare < 0 { return rest() }
            close(spare)
            spare = -1
            descriptor = Glibc.accept(listener, nil, nil)
        }
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard let peer = ControlPeer(of: descriptor, at: daemonProcess),
            connections.values.count(where: { $0.peer.user == peer.user }) < Self.mostOfOneUser
        else {
            close(descriptor)
            return
        }
        let connection = ControlConnection(
            descriptor, from: peer, on: queue, patience: patience.request,
            take: { [self] connection, line in take(line, from: connection) },
            ended: { [self] connection in connections[ObjectIdentifier(connection)] = nil })
        connections[ObjectIdentifier(connection)] = connection
    }

    /// If no descriptor is left, the waiting peer would be announced again and again.
    private func rest() {
        source.suspend()
        queue.asyncAfter(deadline: .now() + 1) { [self] in source.resume() }
    }

    private func take(_ line: [UInt8], from connection: ControlConnection) {
        guard let request = ControlLine.decoded(ControlRequest.self, from: line) else {
            return send(
                ControlReply(
                    error: ControlError(.usage, "the daemon does not know this request; is it a different version?")),
                to: connection)
        }
        if let refusal = ControlRights.refusal(of: request.command, by: connection.peer, user: daemonProcess.user) {
            return send(ControlReply(error: refusal), to: connection)
        }
        if request.command == .status, request.seen == revision {
            connection.awaiting = request
            if !isNewsTimerSet { newsTimer.schedule(deadline: .now() + patience.news) }
            return
        }
        answer(request, to: connection)
    }

    private func answer(_ request: ControlRequest, to connection: ControlConnection) {
        let revision = request.seen == nil ? nil : revision
        respond(request, connection.peer) { [self] reply in
            var reply = reply
            reply.revision = revision
            queue.async { [self, reply] in send(reply, to: connection) }
        }
    }

    /// Answers clients that wait for the status to change. From any thread.
    package func statusChanged() {
        queue.async { [self] in
            revision += 1
            guard !isNewsTimerSet, connections.values.contains(where: { $0.awaiting != nil }) else { return }
            isNewsTimerSet = true
            newsTimer.schedule(deadline: .now() + patience.gathering)
        }
    }

    private func answerWaiting() {
        isNewsTimerSet = false
        newsTimer.schedule(deadline: .distantFuture)
        for connection in connections.values {
            guard let request = connection.awaiting else { continue }
            connection.awaiting = nil
            answer(request, to: connection)
        }
    }

    private func send(_ reply: ControlReply, to connection: ControlConnection) {
        connection.send(ControlLine.encoded(reply) ?? [], patience: patience.answer)
    }
}
