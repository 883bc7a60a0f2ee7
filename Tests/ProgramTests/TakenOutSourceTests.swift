// A source that is removed from the configuration and returns, with the real daemon and commands.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct TakenOutSourceTests {
    let shop: Workshop
    private let london: String
    private let withParis: String

    /// Two sources of one list each, both told of.
    init() throws {
        shop = try Workshop(listing: "pending")
        try shop.configure("file://" + shop.listPath)
        london = shop.text("watched-batches.toml")
        withParis = london + "[sources.paris]\nurl = \"file://\(shop.path)/other.pdf\"\n"
        try shop.write("watched-batches.toml", withParis)
        try publishInParis("pending")
    }

    private func publishInParis(_ status: String) throws {
        try list(status, "01-Jun-12").write(to: URL(fileURLWithPath: shop.path + "/other.pdf"))
    }

    private func batchwatch(_ arguments: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", arguments + shop.options)
    }

    private var kinds: [String] { shop.told.map { "\($0.environment["BATCHWATCH_SOURCE"] ?? "") \($0.kind)" } }

    /// An event of paris is recorded and not delivered, and paris taken out.
    private func leaveUndelivered() throws {
        #expect(try shop.poll().code == 0)
        try shop.hook("[ -e ../mended ] || exit 65")
        try publishInParis("issued")
        #expect(try shop.poll().code == 0)
        #expect(try batchwatch("outbox", "list").output.contains("dead letter"))
        try shop.write("watched-batches.toml", london)
    }

    @Test(arguments: [true, false])
    func `what was not delivered is listed, told of as trouble, and delivered`(daemonRuns: Bool) async throws {
        try leaveUndelivered()
        let daemon = daemonRuns ? try shop.start() : nil
        if daemonRuns { #expect(await eventually { try! batchwatch("status").output.contains("pid") }) }
        #expect(try batchwatch("outbox", "list").output.contains("\n  paris, 1 attempt, dead letter"))
        #expect(try batchwatch("status", "--json").output.contains("1 event given up for the hook"))
        try shop.write("mended", "")
        let count = shop.told.count
        #expect(try batchwatch("outbox", "retry").output == "1 event will be tried again\n")
        if !daemonRuns { #expect(try shop.poll().code == 0) }
        #expect(await eventually { shop.told.count == count + 1 })
        #expect(kinds.last == "paris changed")
        #expect(await eventually { try! batchwatch("outbox", "list").output == "Everything has been delivered.\n" })
        daemon?.stop()
    }

    @Test(arguments: [true, false])
    func `what was not delivered can be dropped`(daemonRuns: Bool) async throws {
        try leaveUndelivered()
        let daemon = daemonRuns ? try shop.start() : nil
        if daemonRuns { #expect(await eventually { try! batchwatch("status").output.contains("pid") }) }
        #expect(try batchwatch("outbox", "drop", "--all").output == "1 event dropped\n")
        #expect(try batchwatch("outbox", "list").output == "Everything has been delivered.\n")
        daemon?.stop()
    }

    @Test func `one that comes back goes on where it was: no change is invented, and a true one is told`() async throws
    {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 2 })
        try shop.write("watched-batches.toml", london)
        #expect(await eventually { shop.text("state/paris.json").contains("takenOut") })
        daemon.stop()
        let again = try shop.start()
        #expect(await eventually { again.said.contains("watching 1 source") })
        try shop.write("watched-batches.toml", withParis)
        #expect(await eventually { !shop.text("state/paris.json").contains("takenOut") })
        #expect(try shop.poll().code == 0)
        #expect(shop.told.count == 2)
        try shop.write("watched-batches.toml", london)
        #expect(await eventually { shop.text("state/paris.json").contains("takenOut") })
        try publishInParis("issued")
        try shop.write("watched-batches.toml", withParis)
        #expect(await eventually { try! batchwatch("poll", "paris").code == 0 })
        #expect(await eventually { shop.told.count == 3 })
        #expect(kinds.last == "paris changed")
        #expect((shop.told.last?.data["previousRows"] as? [[String: Any]])?.first?["status"] as? String == "pending")
        again.stop()
    }

    /// Starts the daemon so many seconds from now.
    private func start(at offset: Int) throws -> Running {
        // The time has passed: the clock that counts since the boot is ahead, too.
        let passed = wrongClock.replacing("if (clock ==", with: "if (clock == CLOCK_BOOTTIME || clock ==")
        try shop.write("clock.c", passed)
        let built = try run("/usr/bin/cc", ["-shared", "-fPIC", "-o", shop.path + "/clock.so", shop.path + "/clock.c"])
        #expect(built.code == 0, "\(built.error)")
        return try shop.start(environment: ["LD_PRELOAD": shop.path + "/clock.so", "CLOCK_OFFSET": "\(offset)"])
    }

    private var namesOfParis: [String] {
        [shop.state, shop.cache]
            .flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
            .filter { $0.hasPrefix("paris.") }.sorted()
    }

    @Test func `its state and its documents go after 30 days, by the daemon's own clock, and nothing else does`()
        async throws
    {
        let day = 86_400
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 2 })
        try shop.write("watched-batches.toml", london)
        #expect(await eventually { shop.text("state/paris.json").contains("takenOut") })
        daemon.stop()
        let all = namesOfParis
        #expect(all.contains { $0.hasSuffix(".document") } && all.contains("paris.json"))
        let early = try start(at: 30 * day - 600)
        #expect(await eventually { early.said.contains("watching") })
        #expect(namesOfParis == all)
        early.stop()
        // Some seconds before: it is forgotten while the daemon runs.
        let formatter = ISO8601DateFormatter()
        let text = try #require(shop.text("state/paris.json").components(separatedBy: "\"takenOut\":\"").last)
        let since = try #require(formatter.date(from: String(text.prefix(20))))
        let late = try start(at: 30 * day - 10 - Int(Date().timeIntervalSince(since)))
        #expect(await eventually { late.said.contains("watching") })
        #expect(await eventually { namesOfParis.isEmpty })
        #expect(access(shop.state + "/london.json", F_OK) == 0)
        late.stop()
    }
}
