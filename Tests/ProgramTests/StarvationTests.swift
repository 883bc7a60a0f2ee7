// Servers that answer for ever, byte by byte: they delay no other list.

import Foundation
import TestKit
import Testing

@Suite(.serialized) struct StarvationTests {
    private static let slowServers = 100
    /// How often the list is asked for that does not hang, in seconds.
    private static let every = 2.0

    @Test func `a source that is due is asked however many servers hang`() async throws {
        let shop = try Workshop()
        let list = "batch,status,date\n20121456171,pending,01-Jun-12\n"
        let quick = ScriptedServer([.send("HTTP/1.1 200 OK\r\nContent-Length: \(list.utf8.count)\r\n\r\n\(list)")])
        defer { quick.stop() }
        // Below 200 bytes a second for 150 seconds a server is too slow, and a busy machine takes so long.
        let bytes = String(repeating: "x", count: 500)
        let slow = (1...Self.slowServers).map { _ in
            ScriptedServer([.send("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n"), .endless(bytes, every: 1)])
        }
        defer { for server in slow { server.stop() } }
        let sources = slow.enumerated().map {
            "[sources.slow\($0)]\nurl = \"\($1.url)\"\nevery = \"1h\"\ntimeout = \"10m\"\n"
        }
        let own = "[sources.quick]\nurl = \"\(quick.url)\"\nevery = \"\(Int(Self.every))s\"\n"
        try shop.write(
            "watched-batches.toml", "[batches]\n20121456171 = \"Mine\"\n" + own + sources.joined(separator: "\n"))
        let daemon = try shop.start()
        #expect(await eventually(30) { slow.allSatisfy { $0.connections == 1 } })
        #expect(children(of: daemon.pid).count >= Self.slowServers, "\(daemon.said.prefix(2_000))")

        // On a busy machine a poll takes its time; while the others hang for ten minutes it is asked again and again.
        var times = [Date()]
        var count = quick.connections
        #expect(
            await eventually(90) {
                if quick.connections > count { times.append(Date()) }
                count = quick.connections
                return times.count > 5
            })
        #expect(children(of: daemon.pid).count >= Self.slowServers, "\(daemon.said.prefix(2_000))")
        let longest = zip(times.dropFirst(), times).map { $0.timeIntervalSince($1) }.max() ?? 0
        print("with \(Self.slowServers) servers that hang: at most \(longest) s between two polls of \(Self.every) s")
        #expect(daemon.stop() == 0)
    }
}
