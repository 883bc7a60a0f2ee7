import Foundation
import Synchronization
import TestKit
import Testing

@testable import Watch
import struct Coding.Date

@Suite struct ControlTests {
    let folder: Folder
    var path: String { folder.path + "/control" }

    /// A server that does not give up while other tests hold all threads.
    private func served(
        _ respond: @escaping @Sendable (ControlRequest, ControlPeer, @escaping ControlServer.Answer) -> Void
    ) throws -> ControlServer {
        var patience = ControlServer.Patience()
        patience.request = 60
        return try #require(ControlServer(path: path, patience: patience, respond: respond))
    }

    init() throws {
        folder = try Folder()
    }

    @Test func `a request is answered`() throws {
        let server = try served { request, _, answer in
            answer(ControlReply(error: ControlError(.usage, "\(request.command) \(request.sources)")))
        }
        var request = ControlRequest(.poll)
        request.sources = ["london"]
        #expect(ControlClient.ask(request, at: path)?.error?.message == #"poll ["london"]"#)
        server.shut()
        #expect(ControlClient.ask(request, at: path) == nil)
    }

    @Test func `an answer may come later and from elsewhere`() throws {
        let server = try served { _, _, answer in
            Thread.detachNewThread {
                usleep(200_000)
                answer(ControlReply(polls: []))
            }
        }
        #expect(ControlClient.ask(ControlRequest(.poll), at: path)?.polls == [])
        server.shut()
    }

    /// A server whose status is waited for, and what it was asked so far.
    private func watched(news: Double = 60) throws -> (server: ControlServer, asked: Counter) {
        var patience = ControlServer.Patience()
        (patience.request, patience.news) = (60, news)
        let asked = Counter()
        let server = try #require(
            ControlServer(path: path, patience: patience) { _, _, answer in
                asked.raise()
                answer(ControlReply(polls: []))
            })
        return (server, asked)
    }

    private func news(since seen: UInt64) -> UInt64? { Self.news(since: seen, at: path) }

    private static func news(since seen: UInt64, at path: String) -> UInt64? {
        var request = ControlRequest(.status)
        request.seen = seen
        return ControlClient.ask(request, at: path)?.revision
    }

    @Test func `who has seen a status waits for the next one, and others do not`() throws {
        let (server, asked) = try watched()
        let first = try #require(news(since: 0))
        #expect(news(since: 0) == first)
        #expect(ControlClient.ask(ControlRequest(.status), at: path)?.revision == .some(nil))
        #expect(asked.value == 3)
        let answered = DispatchSemaphore(value: 0)
        let next = Counter()
        Thread.detachNewThread { [path] in
            next.set(Self.news(since: first, at: path) ?? 0)
            answered.signal()
        }
        #expect(answered.wait(timeout: .now() + 1) == .timedOut)
        // What comes at once is told at once.
        for _ in 0..<5 { server.statusChanged() }
        #expect(answered.wait(timeout: .now() + 30) == .success)
        #expect(next.value == first + 5)
        #expect(asked.value == 4)
        server.shut()
    }

    @Test func `some of a status is a matter of time: it is told again after a while`() throws {
        let (server, asked) = try watched(news: 1)
        let first = try #require(news(since: 0))
        let start = Date()
        #expect(news(since: first) == first)
        #expect((0.9..<30).contains(Date().timeIntervalSince(start)))
        #expect(asked.value == 2)
        server.shut()
    }

    @Test func `who waits and goes leaves nothing behind, also by half`() throws {
        let (server, asked) = try watched()
        let first = try #require(news(since: 0))
        let line = "{\"command\":\"status\",\"seen\":\(first)}\n"
        // More than there are connections for.
        for _ in 0..<2 * ControlServer.mostOfOneUser {
            let peer = try connected()
            send(peer, line, line.utf8.count, Int32(MSG_NOSIGNAL))
            close(peer)
            usleep(10_000)
        }
        let peer = try connected()
        defer { close(peer) }
        send(peer, line, line.utf8.count, Int32(MSG_NOSIGNAL))
        shutdown(peer, Int32(SHUT_WR))
        usleep(300_000)
        server.statusChanged()
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = recv(peer, &buffer, buffer.count, 0)
        #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).contains("\"revision\":\(first + 1)"))
        #expect(asked.value == 2)
        server.shut()
    }

    @Test func `who says more than a request is hung up on`() throws {
        let (server, _) = try watched()
        let first = try #require(news(since: 0))
        let peer = try connected()
        defer { close(peer) }
        let line = "{\"command\":\"status\",\"seen\":\(first)}\n"
        send(peer, line, line.utf8.count, Int32(MSG_NOSIGNAL))
        usleep(300_000)
        send(peer, line, line.utf8.count, Int32(MSG_NOSIGNAL))
        var buffer = [UInt8](repeating: 0, count: 1000)
        #expect(recv(peer, &buffer, buffer.count, 0) <= 0)
        server.shut()
    }

    @Test func `nonsense is answered with an error and does no harm`() throws {
        let server = try served { _, _, answer in answer(ControlReply(polls: [])) }
        guard let socket = UnixSocket() else { throw POSIXError(.EMFILE) }
        socket.setPatience(receive: 5, send: 5)
        let isConnected = socket.withAddress(path, connect)
        socket.write(Array("nonsense\n".utf8))
        let answer = socket.readLine(limit: 1000).map { String(decoding: $0, as: UTF8.self) }
        #expect(isConnected && answer?.contains("64") == true)
        #expect(ControlClient.ask(ControlRequest(.poll), at: path)?.polls == [])
        server.shut()
    }

    @Test func `a peer that takes its time holds up no other`() throws {
        let server = try served { _, _, answer in answer(ControlReply(polls: [])) }
        let slow = try (0..<3).map { _ in try connected() }
        let (done, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            repeat {
                for peer in slow { _ = send(peer, "x", 1, Int32(MSG_NOSIGNAL)) }
            } while done.wait(timeout: .now() + 0.3) == .timedOut
            ended.signal()
        }
        usleep(500_000)
        let start = Date()
        #expect(ControlClient.ask(ControlRequest(.status), at: path)?.polls == [])
        // Each of them may take a minute.
        #expect(Date().timeIntervalSince(start) < 30)
        // What is closed may be another test's by the next byte.
        done.signal()
        ended.wait()
        for peer in slow { close(peer) }
        server.shut()
    }

    @Test(arguments: [0.1, 0.3])
    func `a request has one deadline, however often a byte of it comes`(_ pause: Double) throws {
        var patience = ControlServer.Patience()
        patience.request = 1
        let server = try #require(
            ControlServer(path: path, patience: patience) { _, _, answer in answer(ControlReply(polls: [])) })
        let peer = try connected()
        defer { close(peer) }
        let start = Date()
        while Date().timeIntervalSince(start) < 30, send(peer, "x", 1, Int32(MSG_NOSIGNAL)) == 1 {
            usleep(UInt32(pause * 1e6))
        }
        #expect((0.9..<30).contains(Date().timeIntervalSince(start)))
        server.shut()
    }

    @Test func `a peer that does not read its answer is given up, and keeps nobody waiting`() throws {
        var patience = ControlServer.Patience()
        (patience.request, patience.answer) = (60, 1)
        let long = String(repeating: "x", count: 8 << 20)
        let server = try #require(
            ControlServer(path: path, patience: patience) { _, _, answer in
                answer(ControlReply(error: ControlError(.usage, long)))
            })
        let peer = try connected()
        defer { close(peer) }
        send(peer, "{\"command\":\"status\"}\n", 21, Int32(MSG_NOSIGNAL))
        #expect(ControlClient.ask(ControlRequest(.status), at: path)?.error?.message.count == long.count)
        sleep(2)
        var count = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while case let got = recv(peer, &buffer, buffer.count, 0), got > 0 { count += got }
        #expect(count < long.utf8.count)
        server.shut()
    }

    @Test func `one user has so many connections, and the next ones are closed`() throws {
        let server = try served { _, _, answer in answer(ControlReply(polls: [])) }
        let idle = try (0..<ControlServer.mostOfOneUser).map { _ in try connected() }
        #expect(ControlClient.ask(ControlRequest(.status), at: path)?.polls == nil)
        close(idle[0])
        usleep(100_000)
        #expect(ControlClient.ask(ControlRequest(.status), at: path)?.polls == [])
        for peer in idle.dropFirst() { close(peer) }
        server.shut()
    }

    @Test(arguments: [0, 1])
    func `a request at the longest is read, and a byte more is not`(_ more: Int) throws {
        let server = try served { _, _, answer in answer(ControlReply(polls: [])) }
        var request = Array(#"{"command":"status"}"#.utf8)
        request += [UInt8](repeating: 0x20, count: ControlLine.longestRequest - request.count - 1 + more) + [0x0A]
        guard let socket = UnixSocket() else { throw POSIXError(.EMFILE) }
        socket.setPatience(receive: 5, send: 5)
        let isConnected = socket.withAddress(path, connect)
        socket.write(request)
        let answer = socket.readLine(limit: 1000)
        #expect(isConnected && (answer != nil) == (more == 0))
        server.shut()
    }

    @Test(arguments: [0, 1])
    func `an answer at the longest is read, and a byte more is refused`(_ more: Int) throws {
        @Sendable func reply(_ count: Int) -> ControlReply {
            ControlReply(error: ControlError(.usage, String(repeating: "x", count: count)))
        }
        // With the line feed, which does not count.
        let frame = (ControlLine.encoded(reply(0)) ?? []).count - 1
        let count = ControlClient.longestAnswer - frame + more
        let server = try served { _, _, answer in answer(reply(count)) }
        let message = ControlClient.ask(ControlRequest(.status), at: path)?.error?.message ?? ""
        if more == 0 {
            #expect(message.utf8.count == count)
        } else {
            #expect(message.hasSuffix("answers more than 16 MiB; name batches or sources to ask for less"))
        }
        server.shut()
    }

    @Test func `who believes others only is told who listens, and asks nothing`() throws {
        let asked = Counter()
        let server = try served { _, _, answer in
            asked.raise()
            answer(ControlReply(polls: []))
        }
        let request = ControlRequest(.poll)
        let reply = ControlClient.ask(request, at: path, believing: [geteuid() + 1])
        #expect(reply?.error?.message.hasPrefix("user \(geteuid()) listens at \(path), who is neither root") == true)
        #expect(reply?.error?.exitCode == ExitCode.unavailable.rawValue)
        #expect(asked.value == 0)
        #expect(ControlClient.ask(request, at: path, believing: [geteuid() + 1, geteuid()])?.polls == [])
        server.shut()
    }

    @Test func `root believes root and the owner of the state directory`() throws {
        #expect(ControlClient.believed(in: folder.path, by: 0) == [0, geteuid()])
        #expect(ControlClient.believed(in: folder.path + "/none", by: 0) == [0])
        #expect(ControlClient.believed(in: folder.path, by: 1000) == nil)
        if geteuid() == 0, chown(folder.path, 4711, 4711) == 0 {
            #expect(ControlClient.believed(in: folder.path, by: 0) == [0, 4711])
        }
    }

    /// A connection that is used by hand.
    func connected() throws -> Int32 {
        guard let socket = UnixSocket() else { throw POSIXError(.EMFILE) }
        guard socket.withAddress(path, connect) else { throw POSIXError(.ECONNREFUSED) }
        return dup(socket.descriptor)
    }

    @Test func `it listens until it is shut, whoever holds it`() throws {
        for _ in 0..<20 {
            _ = try served { _, _, answer in answer(ControlReply(polls: [])) }
            #expect(ControlClient.ask(ControlRequest(.poll), at: path)?.polls == [])
        }
    }

    @Test func `a request needs no more than its command`() {
        let line = Array(#"{"command":"status"}"#.utf8)
        #expect(ControlLine.decoded(ControlRequest.self, from: line) == ControlRequest(.status))
    }

    @Test func `a socket left behind by a killed daemon is replaced`() throws {
        let first = try served { _, _, answer in answer(ControlReply()) }
        let second = try served { _, _, answer in answer(ControlReply(polls: [])) }
        #expect(ControlClient.ask(ControlRequest(.poll), at: path)?.polls == [])
        second.shut()
        withExtendedLifetime(first) {}
    }

    @Test func `only owner and group may talk to it`() throws {
        let server = try served { _, _, answer in answer(ControlReply()) }
        var status = stat()
        stat(path, &status)
        #expect(status.st_mode & 0o777 == 0o660)
        server.shut()
    }

    @Test(arguments: [(10, true), (11, false)])
    func `a line without end is cut off`(length: Int, isRead: Bool) {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        let near = UnixSocket(accepted: ends[0])
        let far = UnixSocket(accepted: ends[1])
        near.setPatience(receive: 5, send: 5)
        far.write(Array(repeating: UInt8(ascii: "x"), count: length))
        Thread.detachNewThread { [peer = dup(ends[1])] in
            usleep(200_000)
            UnixSocket(accepted: peer).write([UInt8(ascii: "\n")])
        }
        #expect((near.readLine(limit: 10) != nil) == isRead)
    }

    @Test func `nobody listens where nobody listens`() {
        #expect(ControlClient.ask(ControlRequest(.status), at: path) == nil)
    }

    @Test func `a path too long for a socket is no socket`() {
        #expect(ControlServer(path: "/" + String(repeating: "x", count: 107)) { _, _, _ in } == nil)
    }
}

/// A number that threads share.
private final class Counter: Sendable {
    private let number = Mutex<UInt64>(0)
    var value: UInt64 { number.withLock { $0 } }
    func raise() { number.withLock { $0 += 1 } }
    func set(_ value: UInt64) { number.withLock { $0 = value } }
}
