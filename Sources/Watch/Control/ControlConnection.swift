// One connection of the control socket: a request line, an answer line, each with a deadline. Nothing here waits:
// events on the queue signal input, room for output, and the deadline. It does I/O.

import Dispatch
import Glibc

/// A connection from its first byte to its last. Only its queue touches it.
final class ControlConnection: @unchecked Sendable {
    let peer: ControlPeer
    private let file: File
    private let queue: DispatchQueue
    private let reader: any DispatchSourceRead
    private var writer: (any DispatchSourceWrite)?
    private let deadline: any DispatchSourceTimer
    private var received: [UInt8] = []
    private var unsent: ArraySlice<UInt8> = []
    private var hasAsked = false
    /// A status request that waits for news (`ControlServer.statusChanged`).
    var awaiting: ControlRequest?
    private let take: (ControlConnection, [UInt8]) -> Void
    private let ended: (ControlConnection) -> Void

    /// A descriptor that stays open while anything listens to it.
    private final class File: Sendable {
        let descriptor: Int32
        init(_ descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    /// - Parameters:
    ///   - descriptor: an accepted connection; it is closed at the end.
    ///   - patience: seconds for the whole request.
    ///   - take: called once with the request line.
    ///   - ended: called once at the end, for any reason.
    init(
        _ descriptor: Int32, from peer: ControlPeer, on queue: DispatchQueue, patience: Double,
        take: @escaping (ControlConnection, [UInt8]) -> Void, ended: @escaping (ControlConnection) -> Void
    ) {
        self.peer = peer
        self.queue = queue
        self.take = take
        self.ended = ended
        file = File(descriptor)
        reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        deadline = DispatchSource.makeTimerSource(queue: queue)
        reader.setEventHandler { [weak self] in self?.read() }
        // Only then has libdispatch released the descriptor.
        reader.setCancelHandler { [file] in _ = file }
        deadline.setEventHandler { [weak self] in self?.end() }
        deadline.schedule(deadline: .now() + patience)
        reader.activate()
        deadline.activate()
    }

    deinit {
        reader.cancel()
        writer?.cancel()
        deadline.cancel()
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !reader.isCancelled {
            let count = recv(file.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return }
            if hasAsked { return count == 0 && isHalfOpen ? reader.cancel() : end() }
            guard count > 0 else { return end() }
            received.append(contentsOf: buffer[..<count])
            guard received.count <= ControlLine.longestRequest else { return end() }
            guard received.last == UInt8(ascii: "\n") else { continue }
            // The answer may take as long as a poll. Listen meanwhile, to notice a peer that goes away.
            deadline.schedule(deadline: .distantFuture)
            let line = received
            received = []
            hasAsked = true
            take(self, line)
        }
    }

    /// Whether the peer has only announced that it sends no more (shutdown(2)).
    private var isHalfOpen: Bool {
        var look = pollfd(fd: file.descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&look, 1, 0) >= 0 && look.revents & Int16(POLLHUP) == 0
    }

    /// Sends the answer, and ends.
    ///
    /// - Parameter patience: seconds for the peer to read all of it.
    func send(_ line: [UInt8], patience: Double) {
        reader.cancel()
        unsent = line[...]
        deadline.schedule(deadline: .now() + patience)
        write()
    }

    private func write() {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(
                    file.descriptor, $0.baseAddress, $0.count,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return waitForRoom() }
            guard count > 0 else { break }
            unsent = unsent.dropFirst(count)
        }
        end()
    }

    private func waitForRoom() {
        guard writer == nil else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: file.descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.write() }
        source.setCancelHandler { [file] in _ = file }
        source.activate()
        writer = source
    }

    private var isOver = false

    private func end() {
        guard !isOver else { return }
        isOver = true
        reader.cancel()
        writer?.cancel()
        deadline.cancel()
        ended(self)
    }
}
