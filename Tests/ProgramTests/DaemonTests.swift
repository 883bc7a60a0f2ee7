// The daemon as a service: configuration edits, signals, systemd's protocol, exit codes, quiet.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct DaemonTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    func start() async throws -> Running {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count >= 1 })
        return daemon
    }

    @Test func `a file is a source too`() async throws {
        let daemon = try await start()
        try shop.publish("visa issued", "02-Jun-12")
        #expect(try shop.poll().output.contains("visa issued"))
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] })
        daemon.stop()
    }

    @Test func `an edited URL is polled at once, though the old one failed and waits`() async throws {
        try shop.configure("file://" + shop.path + "/missing.pdf")
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains("missing.pdf") })
        try shop.configure("file://" + shop.listPath)
        #expect(await eventually { shop.told.count == 1 })
        daemon.stop()
    }

    @Test func `a list is left in peace until a batch is watched in it`() async throws {
        try shop.configure("file://" + shop.listPath, batches: "", every: "1s")
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains("nothing is watched; run ") })
        let status = { try run(Workshop.programs + "/batchwatch", ["status"] + $0 + shop.options).output }
        #expect(try status([]).contains("not polled: no batch is watched in it"))
        // It is due within 1.1 s.
        #expect(try await stays(1.5) { try status([]).contains("last poll -") })
        // A poll by hand, which has to name it, is one poll.
        #expect(try run(Workshop.programs + "/batchwatch", ["poll", "london"] + shop.options).code == 0)
        let polled = try status(["--json"])
        #expect(try await stays(1.5) { try status(["--json"]) == polled && polled.contains("lastPoll") })
        try shop.configure("file://" + shop.listPath, every: "1s")
        #expect(await eventually { shop.told.map(\.kind) == ["observed"] })
        try list("visa issued", "02-Jun-12").write(to: URL(fileURLWithPath: shop.listPath))
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] })
        daemon.stop()
    }

    @Test func `a list is polled when it is due`() async throws {
        try shop.configure("file://" + shop.listPath, every: "1s")
        let daemon = try await start()
        try shop.publish("visa issued", "02-Jun-12")
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] })
        daemon.stop()
    }

    @Test func `a bad edit is told once and the old configuration goes on`() async throws {
        let daemon = try await start()
        let good = shop.text("watched-batches.toml")
        try shop.write("watched-batches.toml", good.replacingOccurrences(of: "every =", with: "evry ="))
        #expect(await eventually { daemon.said.contains("evry") })
        #expect(daemon.said.contains("watched-batches.toml:5"))
        let status = try run(Workshop.programs + "/batchwatch", ["status"] + shop.options)
        #expect(status.output.contains("configuration refused") && status.output.contains("evry"))
        daemon.kill(SIGHUP)
        #expect(try run(Workshop.programs + "/batchwatch", ["status"] + shop.options).code == 0)
        try shop.write("watched-batches.toml", good.replacingOccurrences(of: "Mine", with: "Other"))
        #expect(
            await eventually {
                try! !run(Workshop.programs + "/batchwatch", ["status"] + shop.options).output.contains("refused")
            })
        daemon.stop()
        #expect(daemon.said.components(separatedBy: "evry").count == 2)
    }

    @Test func `a reload that is asked for ends when it is done, and says what is wrong`() async throws {
        let manager = try Manager(path: shop.path + "/notify")
        let daemon = try shop.start(environment: ["NOTIFY_SOCKET": manager.path])
        #expect(await eventually { manager.heard.contains { $0.contains("READY=1") } })
        func reload() throws -> Finished { try run(Workshop.programs + "/batchwatch", ["reload"] + shop.options) }
        func calls() -> [String] {
            manager.heard.compactMap { ["RELOADING=1", "READY=1"].first(where: $0.hasPrefix) }
        }
        #expect(try reload().code == 0)
        // All of it was said before the command ended.
        #expect(calls() == ["READY=1", "RELOADING=1", "READY=1"])
        let good = shop.text("watched-batches.toml")
        try shop.write("watched-batches.toml", good.replacing("every =", with: "evry ="))
        let refused = try reload()
        #expect(refused.code == 78)
        #expect(refused.error.contains("watched-batches.toml:5") && refused.error.contains("evry"))
        #expect(calls().suffix(2) == ["RELOADING=1", "READY=1"])
        try shop.write("watched-batches.toml", good)
        #expect(try reload().code == 0)
        daemon.stop()
        #expect(try reload().code == 69)
    }

    @Test func `a configuration that is deleted and restored changes nothing`() async throws {
        let daemon = try await start()
        let good = shop.text("watched-batches.toml")
        unlink(shop.config)
        #expect(await eventually { daemon.said.contains("stays in force") })
        try shop.write("watched-batches.toml", good)
        #expect(
            await eventually {
                try! !run(Workshop.programs + "/batchwatch", ["status"] + shop.options).output.contains("refused")
            })
        #expect(daemon.stop() == 0)
        #expect(shop.told.count == 1)
    }

    @Test func `a cold start with a bad configuration exits 78 and says all that is wrong`() throws {
        try shop.write("watched-batches.toml", "[sources.london]\nurl = 3\nwhat = 1\n")
        let daemon = try shop.start()
        #expect(daemon.end() == 78)
        #expect(daemon.said.contains("url") && daemon.said.contains("what"))
    }

    @Test func `a second instance exits 75`() async throws {
        let daemon = try await start()
        let second = try shop.start()
        #expect(second.end() == 75)
        #expect(second.said.contains("in use by another batchwatch"))
        #expect(daemon.isRunning)
        daemon.stop()
    }

    @Test func `a state of a newer version exits 78 and is left alone`() throws {
        mkdir(shop.state, 0o700)
        try shop.write("state/london.json", #"{"schema":99}"#)
        let daemon = try shop.start()
        #expect(daemon.end() == 78)
        #expect(shop.text("state/london.json") == #"{"schema":99}"#)
        let poll = try shop.poll()
        #expect(poll.code == 78)
        #expect(poll.output.contains("schema 99"))
    }

    @Test func `a damaged state is replaced by the one before, without a storm`() async throws {
        let daemon = try await start()
        try shop.publish("visa issued", "02-Jun-12")
        try shop.poll()
        #expect(await eventually { shop.told.count == 2 && shop.isCleared })
        daemon.stop()
        try shop.write("state/london.json", String(shop.text("state/london.json").dropLast(40)))
        let again = try shop.start()
        #expect(await eventually { again.said.contains("watching") })
        try shop.poll()
        #expect(again.said.contains("london.json: is not the JSON of a state"))
        again.stop()
        // What the older state did not know yet may be told again; nothing else is.
        #expect(Set(shop.told.map(\.kind)) == ["observed", "changed"])
        #expect(shop.told.count <= 3)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends it cleanly`(signal: Int32) async throws {
        let daemon = try await start()
        daemon.kill(signal)
        #expect(daemon.end() == 0)
        #expect(!FileManager.default.fileExists(atPath: shop.path + "/run/control"))
    }

    @Test func `a thousand SIGHUPs and a SIGPIPE do no harm`() async throws {
        let daemon = try await start()
        for _ in 1...1000 { daemon.kill(SIGHUP) }
        daemon.kill(SIGPIPE)
        #expect(try run(Workshop.programs + "/batchwatch", ["status"] + shop.options).code == 0)
        #expect(daemon.stop() == 0)
        #expect(shop.told.count == 1)
    }

    @Test func `systemd hears of it all`() async throws {
        let manager = try Manager(path: shop.path + "/notify")
        let daemon = try shop.start(environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "400000"])
        #expect(await eventually { manager.heard.contains { $0.contains("READY=1") } })
        #expect(await eventually { manager.heard.contains { $0.contains("STATUS=1 source, 1 batch; next poll") } })
        #expect(await eventually { manager.heard.count { $0.contains("WATCHDOG=1") } > 3 })
        daemon.kill(SIGHUP)
        #expect(await eventually { manager.heard.contains { $0.contains("RELOADING=1\nMONOTONIC_USEC=") } })
        #expect(await eventually { manager.heard.count { $0.contains("READY=1") } == 2 })
        daemon.stop()
        #expect(await eventually { manager.heard.contains { $0.contains("STOPPING=1") } })
    }

    @Test func `between polls it sleeps, whatever others do in a directory above`() async throws {
        let daemon = try await start()
        #expect(await eventually { shop.isCleared })
        // libdispatch ends its idle threads after 5 s.
        #expect(
            await eventually(30) {
                let before = switches(of: daemon.pid)
                return await stays(3) {
                    mkdir(shop.path + "-of-others", 0o700)
                    rmdir(shop.path + "-of-others")
                    return switches(of: daemon.pid) == before && !before.isEmpty
                }
            })
        daemon.stop()
    }

    /// How often each thread has gone to sleep.
    private func switches(of pid: Int32) -> [String: String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return Dictionary(
            uniqueKeysWithValues: tasks.map { task in
                let status = (try? String(contentsOfFile: "/proc/\(pid)/task/\(task)/status", encoding: .utf8)) ?? ""
                return (
                    task, status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt") }.map(String.init) ?? ""
                )
            })
    }

    @Test(arguments: ["batchwatch", "batchwatchd"])
    func `what stays resident links neither libcurl nor libcrypto nor zlib nor ICU`(program: String)
        throws
    {
        let libraries = try run("/usr/bin/ldd", [Workshop.programs + "/" + program]).output
        #expect(libraries.contains("libc.so"))
        for name in [
            "libcurl", "libcrypto", "libssl", "libz.so", "libxml2", "libfribidi", "libdeflate",
            "FoundationInternationalization", "_FoundationICU",
        ] {
            #expect(!libraries.contains(name), "\(program) links \(name)")
        }
    }
}

/// What systemd would hear (sd_notify(3)).
final class Manager {
    let path: String
    private let socket: DatagramSocket
    private var all: [String] = []

    init(path: String) throws {
        self.path = path
        socket = try DatagramSocket(path)
    }

    var heard: [String] {
        all += socket.all()
        return all
    }
}
