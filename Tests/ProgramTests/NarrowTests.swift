// A daemon on a machine that lacks a resource, or that runs as an arbitrary user: the errors are temporary, and nothing
// is lost.

import Foundation
import Testing

@Suite(.serialized)
struct NarrowTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    /// Sets a soft limit of a process, as its own user.
    private func limit(_ pid: Int32, _ option: String, as user: uid_t = geteuid()) throws {
        let change = user == geteuid() ? [] : ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
        let set = try run("/usr/bin/env", change + ["prlimit", "--pid", "\(pid)", option])
        #expect(set.code == 0, "\(set.error)")
    }

    @Test func `a daemon without descriptors says so, lives on, and tells once there are some`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        try shop.publish("visa issued", "15-Jun-12")
        try limit(daemon.pid, "--nofile=16:")
        // A poll takes nine for its reader; the command's connection is the first to be refused if there is not even
        // one.
        let failed = try shop.poll()
        #expect(failed.code != 0)
        #expect(daemon.isRunning)
        #expect(!shop.text("state/london.json").contains("visa issued"))
        try limit(daemon.pid, "--nofile=1024:")
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] && shop.isCleared })
        #expect((failed.said + daemon.said).contains("Too many open files"), "\(failed.said)")
        #expect(daemon.said.utf8.count < 20_000)
        #expect(daemon.stop() == 0)
    }

    @Test func `a daemon that starts with sixteen descriptors ends or works, and does not hang`() async throws {
        let command = ([Workshop.programs + "/batchwatch", "run"] + shop.options).joined(separator: " ")
        let daemon = try Running(
            "/bin/sh", ["-c", "ulimit -n 16; exec \(command)"], environment: ["PATH": "/usr/bin:/bin"],
            output: shop.path + "/narrow.log")
        #expect(
            await eventually {
                !daemon.isRunning || daemon.said.contains("Too many open files") || shop.told.count == 1
            })
        #expect(daemon.stop() == 0, "\(daemon.said)")
        let again = try shop.start()
        #expect(await eventually { again.said.contains("watching") })
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        #expect(again.stop() == 0)
    }

    /// Within five seconds libdispatch has threads left from the last poll; later it has none.
    @Test(arguments: [0, 7])
    func `a daemon that can start neither thread nor process says so, lives on, and polls and tells once it can`(
        idle: Int
    ) async throws {
        let daemon = try startAsNobody()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared }, "\(daemon.said)")
        try await Task.sleep(for: .seconds(idle))
        try shop.publish("visa issued", "15-Jun-12")
        try limit(daemon.pid, "--nproc=1:", as: nobody)
        let failed = try shop.poll()
        #expect(failed.code == 69)
        #expect(failed.said.contains("Resource temporarily unavailable"), "\(failed.said)")
        #expect(!shop.text("state/london.json").contains("visa issued"))
        try limit(daemon.pid, "--nproc=1000:", as: nobody)
        #expect(try shop.poll().code == 0)
        #expect(
            await eventually { shop.told.map(\.kind) == ["observed", "changed"] && shop.isCleared }, "\(daemon.said)")
        #expect(shop.told.map { $0.environment["BATCHWATCH_ATTEMPT"] } == ["1", "1"])
        #expect(daemon.stop() == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "another user needs root"))
    func `a daemon of an ordinary user runs a hook of root's, and refuses one of another's`() async throws {
        let daemon = try startAsNobody()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared }, "\(daemon.said)")
        #expect(shop.text("told/who").hasPrefix("\(nobody)"))
        chown(shop.path + "/hook", 65_534, 0)
        try shop.publish("visa issued", "15-Jun-12")
        #expect(try shop.poll().code == 0)
        #expect(await eventually { daemon.said.contains("\(shop.path)/hook belongs to user 65534") }, "\(daemon.said)")
        #expect(shop.told.count == 1)
        chown(shop.path + "/hook", 0, 0)
        daemon.kill(SIGHUP)
        #expect(
            await eventually { shop.told.map(\.kind) == ["observed", "changed"] && shop.isCleared }, "\(daemon.said)")
        #expect(shop.told.map { $0.environment["BATCHWATCH_ATTEMPT"] } == ["1", "1"])
        #expect(daemon.stop() == 0)
    }

    /// A user that nothing on the machine belongs to.
    private let nobody: uid_t = 64_242

    /// The daemon as that user, with a hook of root's; its limit of processes can be set apart, since root has none.
    private func startAsNobody() throws -> Running {
        try shop.hook("id -u > who; exit 0")
        chmod(shop.path, 0o755)
        chmod(shop.path + "/hook", 0o755)
        chmod(shop.config, 0o644)
        for name in ["run", "told", "state", "cache"] {
            mkdir(shop.path + "/" + name, 0o700)
            chown(shop.path + "/" + name, nobody, nobody)
        }
        return try shop.start(as: nobody)
    }
}
