// A hook in a separate unit: config/hooks/forward-to-unit at one end, the command of systemd/batchwatch-hook@.service
// at the other, and systemd's own tool for sockets in between.

import Foundation
import Testing

private let activate = "/usr/bin/systemd-socket-activate"

@Suite(.enabled(if: access(activate, X_OK) == 0, "needs systemd-socket-activate"), .serialized)
struct HookUnitTests {
    let shop: Workshop
    var socket: String { shop.path + "/run/hook.socket" }
    var forward: String { shop.path + "/forward-to-unit" }

    init() throws {
        shop = try Workshop()
        try shop.write(
            "forward-to-unit",
            String(contentsOfFile: Workshop.project + "/config/hooks/forward-to-unit", encoding: .utf8), mode: 0o700)
    }

    /// The unit's command, for the hook of the workshop; what it prints goes where the journal would be.
    func command() throws -> String {
        let unit = try String(contentsOfFile: Workshop.project + "/systemd/batchwatch-hook@.service", encoding: .utf8)
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=/bin/sh -c '") })
        let script = line.dropFirst("ExecStart=/bin/sh -c '".count).dropLast().replacing("$$", with: "$")
        return "exec >>'\(shop.path)/printed' 2>&1; "
            + script.replacing("/etc/batchwatch/hook", with: shop.path + "/hook")
    }

    /// Listens as batchwatch-hook.socket does, until it is stopped.
    func listen() async throws -> Running {
        // It closes what it does not know, which Foundation takes for its end: perl stays around it.
        let listener = try Running(
            "/usr/bin/perl",
            [
                "-e", "$n = shift; $p = fork or exec @ARGV; open F, '>', $n; print F $p; close F; waitpid $p, 0",
                shop.path + "/listener", activate, "--listen=\(socket)", "--accept", "--inetd", "/bin/sh", "-c",
                try command(),
            ], environment: ["PATH": "/usr/bin:/bin"], output: shop.path + "/activate.log")
        #expect(await eventually { access(socket, F_OK) == 0 })
        return listener
    }

    /// KILL, since Foundation starts programs with all signals blocked.
    func end(_ listener: Running) {
        if let pid = Int32(shop.text("listener").trimmingCharacters(in: .whitespacesAndNewlines)) { kill(pid, SIGKILL) }
        _ = listener.end()
    }

    func send(_ kind: String = "changed") throws -> Finished {
        try run(
            forward, [socket, kind],
            environment: ["PATH": "/usr/bin:/bin", "BATCHWATCH_KIND": kind, "BATCHWATCH_STATUS": "a=\"b\" $(id) 'c'"])
    }

    @Test func `the hook finds there what it would find in the service`() async throws {
        try shop.hook("echo done; exit 0")
        let list = shop.path + "/list.pdf"
        try ProgramTests.list("pending", "01-Jun-12").write(to: URL(fileURLWithPath: list))
        try shop.configure("file://" + list)
        let inside = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        inside.stop()

        let listener = try await listen()
        let config = shop.text("watched-batches.toml")
        try shop.write(
            "watched-batches.toml",
            config.replacing("run = \"\(shop.path)/hook\"", with: "run = [\"\(forward)\", \"\(socket)\"]"))
        for memory in [shop.state, shop.path + "/run/london.due"] { try FileManager.default.removeItem(atPath: memory) }
        let outside = try shop.start()
        #expect(await eventually { shop.told.count == 2 && shop.text("state/london.json").contains(#""hook":[]"#) })
        outside.stop()
        end(listener)

        let (before, after) = (try #require(shop.told.first), try #require(shop.told.last))
        #expect(after.arguments == "observed")
        func own(_ told: Told) -> [String: String] {
            told.environment.filter { $0.key.hasPrefix("BATCHWATCH_") && $0.key != "BATCHWATCH_EVENT_ID" }
        }
        #expect(own(before) == own(after) && own(after).count == 9)
        #expect(after.id == after.environment["BATCHWATCH_EVENT_ID"])
        #expect(NSDictionary(dictionary: before.data) == NSDictionary(dictionary: after.data))
        #expect(shop.text("printed") == "done\n")
    }

    @Test(arguments: [
        ("exit 0", 0), ("exit 75", 75), ("exit 65", 65), ("exit 3", 3), ("kill -9 $$", 137), ("kill -9 $PPID", 1),
    ])
    func `it ends as the hook there ended`(script: String, code: Int) async throws {
        try shop.hook(script)
        let listener = try await listen()
        defer { end(listener) }
        #expect(Int(try send().code) == code)
        #expect(shop.text("told/1.kind") == "changed\n")
    }

    @Test func `a hook that is not there is a failure`() async throws {
        let listener = try await listen()
        defer { end(listener) }
        #expect(try send().code == 127)
    }

    @Test func `while nobody listens the event waits`() throws {
        #expect(try send().code == 75)
    }

    @Test func `no other variable gets in, and none is evaluated`() async throws {
        try shop.hook()
        let listener = try await listen()
        defer { end(listener) }
        let told = "BATCHWATCH_KIND=changed\nBATCHWATCH_STATUS=$(touch \(shop.path)/pwned)\n"
        let sent = "PATH=/nowhere\nLD_PRELOAD=/x\nBATCHWATCH_HOOKS_CONF=/x\nBATCHWATCH_KIND_=x\n\(told)\n{}\n"
        try shop.write("sent", sent)
        _ = try run(
            "/usr/bin/perl",
            [
                "-MIO::Socket::UNIX", "-e",
                "$s = IO::Socket::UNIX->new(Peer => shift); print {$s} <>; $s->flush; $s->shutdown(1); <$s>",
                socket, shop.path + "/sent",
            ])
        let environment = try #require(shop.told.first?.environment)
        #expect(environment["PATH"] == "/usr/bin:/bin" && environment["LD_PRELOAD"] == nil)
        #expect(environment["BATCHWATCH_HOOKS_CONF"] == nil && environment["BATCHWATCH_KIND_"] == nil)
        #expect(environment["BATCHWATCH_STATUS"] == "$(touch \(shop.path)/pwned)")
        #expect(access(shop.path + "/pwned", F_OK) != 0)
    }
}
