import Foundation
import TestKit
import Testing

@testable import Watch

@Suite struct ControlTests {
    let folder: Folder
    var path: String { folder.path + "/control" }

    init() throws {
        folder = try Folder()
    }

    @Test func `a request is answered`() throws {
        let server = try #require(
            ControlServer(path: path) { request, answer in
                answer(ControlReply(error: ControlError(.usage, "\(request.command) \(request.sources)")))
            })
        var request = ControlRequest(.poll)
        request.sources = ["london"]
        #expect(ControlClient.ask(request, at: path)?.error?.message == #"poll ["london"]"#)
        server.shut()
        #expect(ControlClient.ask(request, at: path) == nil)
    }

    @Test func `an answer may come later and from elsewhere`() throws {
        let server = try #require(
            ControlServer(path: path) { _, answer in
                Thread.detachNewThread {
                    usleep(200_000)
                    answer(ControlReply(polls: []))
                }
            })
        #expect(ControlClient.ask(ControlRequest(.poll), at: path)?.polls == [])
        server.shut()
    }

    @Test func `nonsense is answered with an error and does no harm`() throws {
        let server = try #require(ControlServer(path: path) { _, answer in answer(ControlReply(polls: [])) })
        guard let socket = UnixSocket() else { throw POSIXError(.EMFILE) }
        socket.setPatience(receive: 5, send: 5)
        let isConnected = socket.withAddress(path, connect)
        socket.write(Array("nonsense\n".utf8))
        let answer = socket.readLine(limit: 1000).map { String(decoding: $0, as: UTF8.self) }
        #expect(isConnected && answer?.contains("64") == true)
        #expect(ControlClient.ask(ControlRequest(.poll), at: path)?.polls == [])
        server.shut()
    }

    @Test func `it listens until it is shut, whoever holds it`() throws {
        for _ in 0..<20 {
            _ = try #require(ControlServer(path: path) { _, answer in answer(ControlReply(polls: [])) })
            #expect(ControlClient.ask(ControlRequest(.poll), at: path)?.polls == [])
        }
    }

    @Test func `a request needs no more than its command`() {
        let line = Array(#"{"command":"status"}"#.utf8)
        #expect(ControlLine.decoded(ControlRequest.self, from: line) == ControlRequest(.status))
    }

    @Test func `a socket left behind by a killed daemon is replaced`() throws {
        let first = try #require(ControlServer(path: path) { _, answer in answer(ControlReply()) })
        let second = try #require(ControlServer(path: path) { _, answer in answer(ControlReply(polls: [])) })
        #expect(ControlClient.ask(ControlRequest(.poll), at: path)?.polls == [])
        second.shut()
        withExtendedLifetime(first) {}
    }

    @Test func `only owner and group may talk to it`() throws {
        let server = try #require(ControlServer(path: path) { _, answer in answer(ControlReply()) })
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
        #expect(ControlServer(path: "/" + String(repeating: "x", count: 107)) { _, _ in } == nil)
    }
}
