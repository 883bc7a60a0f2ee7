// The daemon from one poll and one configuration to the next.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct DaemonLifecycleTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    func start() async throws -> Running {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count >= 1 && shop.isCleared })
        return daemon
    }

    func edit(_ old: String, _ new: String) throws {
        try shop.write(
            "watched-batches.toml", shop.text("watched-batches.toml").replacingOccurrences(of: old, with: new))
    }

    /// When the list is due, in seconds from now.
    func marked() -> Double? {
        let uptime = (try? String(contentsOfFile: "/proc/uptime", encoding: .utf8))?.split(separator: " ").first
        let marker = shop.text("run/london.due").prefix { $0 != " " }
        guard let due = Double(marker), let now = uptime.flatMap({ Double($0) }) else { return nil }
        return due - now
    }

    @Test func `a configuration that is being written at the start is read again, one that rests is refused`()
        async throws
    {
        let whole = shop.text("watched-batches.toml")
        try shop.write("watched-batches.toml", String(whole.prefix(whole.count / 2)))
        let daemon = try shop.start()
        // It sleeps: nanosleep or clock_nanosleep. Not for long, so this thread waits itself.
        #expect(
            waits(2) {
                let call = (try? String(contentsOfFile: "/proc/\(daemon.pid)/syscall", encoding: .utf8)) ?? ""
                return ["35 ", "230 ", "101 ", "115 "].contains { call.hasPrefix($0) }
            })
        try shop.write("watched-batches.toml", whole)
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        #expect(daemon.stop() == 0)
        try shop.write("watched-batches.toml", String(whole.prefix(whole.count / 2)))
        let old = Date(timeIntervalSinceNow: -10)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: shop.config)
        let begun = Date()
        #expect(try shop.start().end() == 78)
        #expect(Date().timeIntervalSince(begun) < 2)
    }

    @Test func `a cause of failure is told once, also after a reload and a restart, and so is its end`() async throws {
        let daemon = try await start()
        unlink(shop.listPath)
        for _ in 1...2 { #expect(try shop.poll().code == 69) }
        try edit("Mine", "Other")
        #expect(await eventually { daemon.said.components(separatedBy: "watching").count == 3 })
        #expect(try shop.poll().code == 69)
        daemon.stop()
        #expect(daemon.said.components(separatedBy: "next poll in").count == 2)
        let again = try shop.start()
        #expect(await eventually { again.said.contains("watching") })
        #expect(try shop.poll().code == 69)
        try shop.publish("pending", "01-Jun-12")
        for _ in 1...2 { try shop.poll() }
        again.stop()
        #expect(again.said.components(separatedBy: "next poll in").count == 1)
        #expect(again.said.components(separatedBy: ": can be read again").count == 2)
    }

    @Test func `after a failure the marker says how long to wait`() async throws {
        unlink(shop.listPath)
        let daemon = try shop.start()
        #expect(await eventually { (marked() ?? 0) > 6000 })  // an hour doubled, less a tenth, is 6480 s
        daemon.stop()
    }

    @Test func `a server that says nothing: the marker is there, and a stop is not held up`() async throws {
        let server = LoopbackPort(listens: true)
        try shop.configure(server.url)
        let daemon = try shop.start()
        #expect(await eventually { (marked() ?? 0) > 3000 && daemon.said.contains("watching") })
        let begun = Date()
        #expect(daemon.stop() == 0)
        #expect(Date().timeIntervalSince(begun) < 10)
        #expect(!shop.text("state/london.json").contains("failures"))
    }

    @Test func `a source taken off during its poll is at rest`() async throws {
        let server = LoopbackPort(listens: true)
        try shop.configure(server.url, every: "1s", more: #"timeout = "1s""#)
        let daemon = try shop.start()
        #expect(await eventually { marked() != nil })
        try edit("sources.london", "sources.paris")
        try edit(server.url, "file://" + shop.listPath)
        try edit("1s\"\ntimeout", "1h\"\ntimeout")
        #expect(await eventually { shop.told.count == 1 && children(of: daemon.pid).isEmpty })
        let before = daemon.processorSeconds
        #expect(await stays(2) { daemon.processorSeconds - before < 0.20 })
        #expect(daemon.stop() == 0)
    }

    @Test func `a source taken off between its polls is at rest`() async throws {
        try shop.configure("file://" + shop.listPath, every: "2s")
        let daemon = try await start()
        try edit("sources.london", "sources.paris")
        try edit("every = \"2s\"", "every = \"1h\"")
        #expect(await eventually { shop.told.count == 2 })
        // The old one would be due within 2.2 s.
        let before = daemon.processorSeconds
        #expect(await stays(3) { daemon.processorSeconds - before < 0.2 })
        #expect(daemon.stop() == 0)
    }

    @Test func `a source taken off and put on again during a delivery is told once`() async throws {
        try shop.hook("sleep 1.9; exit 0")
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        try edit("sources.london", "sources.paris")
        #expect(await eventually { daemon.said.components(separatedBy: "watching").count == 3 })
        try edit("sources.paris", "sources.london")
        #expect(await eventually { daemon.said.components(separatedBy: "watching").count == 4 })
        #expect(await eventually { shop.isCleared })
        daemon.stop()
        #expect(Set(shop.told.map(\.id)).count == shop.told.count)
    }

    @Test func `another address and a shorter interval take effect at once`() async throws {
        let daemon = try await start()
        try list("issued", "03-Jun-12").write(to: URL(fileURLWithPath: shop.path + "/other.pdf"))
        try edit("list.pdf", "other.pdf")
        #expect(await eventually { shop.told.count == 2 })
        #expect(shop.told.last?.environment["BATCHWATCH_STATUS"] == "issued")
        try list("refused", "04-Jun-12").write(to: URL(fileURLWithPath: shop.path + "/other.pdf"))
        try edit("1h", "1s")
        #expect(await eventually { shop.told.count == 3 })
        daemon.stop()
    }

    @Test func `another hook is run from then on, and without one nothing is recorded for it`() async throws {
        let daemon = try await start()
        try shop.write("hook2", shop.text("hook"), mode: 0o700)
        unlink(shop.path + "/hook")
        try edit("/hook\"", "/hook2\"")
        #expect(await eventually { daemon.said.components(separatedBy: "watching").count == 3 })
        try shop.publish("issued", "02-Jun-12")
        try shop.poll()
        #expect(await eventually { shop.told.count == 2 && shop.isCleared })
        let text = shop.text("watched-batches.toml")
        try shop.write(
            "watched-batches.toml", String(text.prefix(upTo: text.range(of: "[hook]")?.lowerBound ?? text.endIndex)))
        #expect(await eventually { daemon.said.components(separatedBy: "watching").count == 4 })
        try shop.publish("refused", "03-Jun-12")
        #expect(try shop.poll().said.contains("refused"))
        #expect(await eventually { shop.isCleared })
        daemon.stop()
        #expect(shop.told.count == 2)
    }

    @Test func `a poll whose outcome cannot be saved is answered, and tells nothing`() async throws {
        let daemon = try await start()
        for name in ["state/london.json.new", "state/london.json.new/full"] { mkdir(shop.path + "/" + name, 0o700) }
        try shop.publish("issued", "02-Jun-12")
        let answer = try shop.poll()
        #expect(answer.code == 73)
        #expect(answer.said.contains("london.json.new"))
        #expect(shop.told.count == 1)
        for name in ["state/london.json.new/full", "state/london.json.new"] { rmdir(shop.path + "/" + name) }
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] })
        daemon.stop()
    }

    @Test func `a command on another configuration is refused by the daemon`() async throws {
        let daemon = try await start()
        let other = try shop.write(
            "other.toml", shop.text("watched-batches.toml").replacingOccurrences(of: "london", with: "paris"))
        let command = try Running(
            Workshop.programs + "/batchwatch",
            ["poll", "paris", "--config", other, "--state-dir", shop.state, "--cache-dir", shop.cache],
            environment: [:], output: shop.path + "/poll.log")
        #expect(command.end() == 64)
        #expect(command.said.contains("/watched-batches.toml, not \(other): "))
        daemon.stop()
    }
}
