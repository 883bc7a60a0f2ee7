// `batchwatch status --watch`: its output in a pipe and on a terminal, when daemons start and stop, and its cost.

import Foundation
import Testing

@Suite(.serialized)
struct StatusWatchTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.publish("pending", "01-Jun-12")
        try shop.configure("file://" + shop.listPath)
        try shop.hook()
    }

    private var said: String { shop.text("watch.log") }

    private func watch(_ more: String...) throws -> Running {
        try Running(
            Workshop.programs + "/batchwatch", ["status", "--watch"] + more + shop.options,
            environment: ["PATH": "/usr/bin:/bin"], output: shop.path + "/watch.log")
    }

    @Test func `each change is shown, also that the daemon went and came back`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.isCleared })
        let watcher = try watch()
        #expect(await eventually { said.contains("pending") }, "\(said)")
        try shop.publish("issued", "02-Jun-12")
        try shop.poll()
        #expect(await eventually { said.contains("issued") }, "\(said)")
        daemon.stop()
        #expect(await eventually { said.contains("The daemon is not running") }, "\(said)")
        let before = said.components(separatedBy: "The daemon has been running").count
        let another = try shop.start()
        #expect(
            await eventually { said.components(separatedBy: "The daemon has been running").count > before }, "\(said)")
        // A status that is as before is not shown again.
        let reports = said.components(separatedBy: "\n\n")
        #expect(zip(reports, reports.dropFirst()).allSatisfy { $0 != $1 })
        watcher.kill(SIGINT)
        #expect(watcher.end() != 0)
        another.stop()
    }

    @Test func `who watches wakes nobody up`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.isCleared })
        let watcher = try watch("--json")
        #expect(await eventually { said.contains("pending") })
        #expect(
            await eventually(60) {
                let before = sleeps(of: daemon.pid) + sleeps(of: watcher.pid)
                return await stays(3) { sleeps(of: daemon.pid) + sleeps(of: watcher.pid) == before }
            })
        watcher.kill(SIGTERM)
        #expect(watcher.end() != 0)
        daemon.stop()
    }

    /// How often the threads of a process have gone to sleep.
    private func sleeps(of pid: Int32) -> [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return tasks.sorted().map { task in
            let status = (try? String(contentsOfFile: "/proc/\(pid)/task/\(task)/status", encoding: .utf8)) ?? ""
            return task + (status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt") } ?? "")
        }
    }

    @Test func `a terminal is drawn over, in as many rows as it has`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.isCleared })
        let command = ([Workshop.programs + "/batchwatch", "status", "--watch"] + shop.options).joined(separator: " ")
        // script(1) makes the terminal.
        let watcher = try Running(
            "/usr/bin/script", ["-qefc", "stty rows 8 cols 90; exec \(command)", "/dev/null"],
            environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm", "NO_COLOR": "1"], output: shop.path + "/watch.log")
        #expect(await eventually { said.contains("Ctrl-C ends it") }, "\(said)")
        try shop.publish("issued", "02-Jun-12")
        try shop.poll()
        #expect(await eventually { said.components(separatedBy: "\u{1B}[H").count >= 3 }, "\(said)")
        for screen in said.components(separatedBy: "\u{1B}[H").dropFirst() {
            #expect(screen.components(separatedBy: "\n").count <= 8 + 1, "\(screen)")
            #expect(screen.contains("\u{1B}[J"))
        }
        watcher.kill(SIGTERM)
        _ = watcher.end()
        daemon.stop()
    }

    @Test func `a batch that is not watched is an error at once, and other options do not fit`() throws {
        let wrong = try run(Workshop.programs + "/batchwatch", ["status", "--watch", "777"] + shop.options)
        #expect(wrong.code == 64 && wrong.error.contains("777"), "\(wrong.said)")
        let both = try run(Workshop.programs + "/batchwatch", ["status", "--watch", "--check"] + shop.options)
        #expect(both.code == 64)
    }
}
