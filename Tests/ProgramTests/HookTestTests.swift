// `batchwatch hook-test`: run by the daemon, in the same surroundings as for real events, and beside its other work.

import Foundation
import Testing

@Suite(.serialized)
struct HookTestTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    private func hookTest(_ more: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", ["hook-test"] + more + shop.options)
    }

    private func started() async throws -> Running {
        let daemon = try shop.start(environment: ["HOME": "/home/of-the-daemon"])
        #expect(await eventually { shop.isCleared && !shop.told.isEmpty }, "\(daemon.said)")
        return daemon
    }

    @Test func `the daemon runs it, as its child with its environment, and the command says so`() async throws {
        try shop.hook("echo out; echo $HOME; echo $PPID >&2; exit 0")
        let daemon = try await started()
        let done = try hookTest("--kind", "failing")
        #expect(done.code == 0, "\(done.said)")
        let user = String(cString: getpwuid(geteuid()).pointee.pw_name)
        let lines = done.output.split(separator: "\n").map(String.init)
        #expect(
            lines.first == "run by the daemon (process \(daemon.pid)), as user \(user), which is no unit of systemd")
        #expect(lines.contains("hook: out") && lines.contains("hook: /home/of-the-daemon"), "\(lines)")
        #expect(lines.contains("hook: \(daemon.pid)"), "\(lines)")
        #expect(lines.last == "\(shop.path)/hook: delivered (exit 0)")
        #expect(shop.told.last?.kind == "failing")
        daemon.stop()
    }

    @Test func `without a daemon the command runs it, and says so`() throws {
        try shop.hook("echo $PPID; exit 7")
        let done = try hookTest()
        #expect(done.code == 69)
        #expect(done.output.hasPrefix("no daemon runs: run by this command, as user "), "\(done.output)")
        #expect(
            done.output.contains(
                "without the service's sandbox\n[hook] of \(shop.config): \(shop.path)/hook\nhook: "))
        #expect(done.error.contains("exited with code 7; the event would be tried again"))
        #expect(shop.text("state/london.json").isEmpty)
    }

    @Test(
        arguments: [
            ("exit 0", 0, "delivered (exit 0)"), ("exit 75", 75, "asks for the event later: exited with code 75"),
            ("exit 65", 65, "refused the event for good (exit 65)"),
            ("exit 3", 69, "exited with code 3; the event would be tried again"),
            ("kill -9 $$", 69, "the event would be tried again"),
            ("sleep 60", 69, "did not end within 2 s and was killed; the event would be tried again"),
        ] as [(String, Int32, String)])
    func `the daemon says how it ended, within the hook's deadline`(end: String, code: Int32, text: String) async throws
    {
        let daemon = try await started()
        try shop.hook(end)
        let begun = Date()
        let done = try hookTest()
        #expect(done.code == code && done.said.contains(text), "\(done.said)")
        #expect(Date().timeIntervalSince(begun) < 13)
        #expect(shop.isCleared, "a test is no event")
        daemon.stop()
    }

    @Test func `its output is bounded and sanitized`() async throws {
        let daemon = try await started()
        try shop.hook("for i in $(seq 100); do printf 'line \\033[31m%s\\n' $i; done; exit 0")
        let done = try hookTest()
        let lines = done.output.split(separator: "\n").filter { $0.hasPrefix("hook: ") }
        #expect(lines.count == 65, "64 lines, and how much there was more: \(done.output)")
        #expect(lines.last?.hasSuffix("bytes more") == true)
        #expect(!done.output.contains("\u{1b}"))
        daemon.stop()
    }

    @Test func `while it runs the daemon answers, polls and delivers; a second test is refused`() async throws {
        let daemon = try await started()
        try shop.write(
            "hook",
            """
            #!/bin/bash
            [ "$BATCHWATCH_EVENT_ID" = hook-test-1 ] || { echo "$1" >> '\(shop.path)/delivered'; exit 0; }
            : > '\(shop.path)/begun'
            for i in $(seq 600); do [ -e '\(shop.path)/go' ] && exit 0; sleep 0.1; done
            """, mode: 0o700)
        try shop.configure("file://" + shop.listPath, more: "")
        let config = shop.text("watched-batches.toml").replacing("timeout = \"2s\"", with: "timeout = \"60s\"")
        try shop.write("watched-batches.toml", config)
        #expect(try shop.batchwatch("reload", "--config", shop.config, "--state-dir", shop.state).code == 0)
        let test = try Running(
            Workshop.programs + "/batchwatch", ["hook-test"] + shop.options, environment: [:],
            output: shop.path + "/test.log")
        #expect(await eventually { !shop.text("begun").isEmpty || access(shop.path + "/begun", F_OK) == 0 })
        try shop.publish("visa issued", "02-Jun-12")
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.text("delivered") == "changed\n" && shop.isCleared }, "\(daemon.said)")
        #expect(try run(Workshop.programs + "/batchwatch", ["status"] + shop.options).code == 0)
        let second = try hookTest()
        #expect(second.code == 75 && second.error.contains("is being tested already"), "\(second.said)")
        #expect(test.isRunning)
        try shop.write("go", "")
        #expect(test.end() == 0, "\(test.said)")
        #expect(try hookTest().code == 0)
        daemon.stop()
    }

    @Test func `a daemon that is told to stop ends the hook under test`() async throws {
        let daemon = try await started()
        try shop.hook("exit 0", first: "echo $$ > ../pid; exec sleep 60")
        let test = try Running(
            Workshop.programs + "/batchwatch", ["hook-test"] + shop.options, environment: [:],
            output: shop.path + "/test.log")
        #expect(await eventually { !shop.text("pid").isEmpty })
        #expect(daemon.stop() == 0)
        #expect(test.end() != 0)
        #expect(kill(pid_t(shop.text("pid").dropLast()) ?? 1, 0) != 0)
    }
}
