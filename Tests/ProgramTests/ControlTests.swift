// Who may send which requests to the running daemon: with real users, and a real hook that tries.

import Foundation
import Testing

@Suite(.serialized)
struct ControlTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.publish("pending", "01-Jun-12")
        try shop.configure("file://" + shop.listPath)
    }

    private func status() throws -> Finished {
        try run(Workshop.programs + "/batchwatch", ["status"] + shop.options)
    }

    @Test(.enabled(if: Workshop.cgroups != nil, "needs to make a cgroup"))
    func `a hook and what it leaves behind do not command the daemon that started them`() async throws {
        // The second one has no parent any more but process 1, as it is in the unit.
        let command = "'\(Workshop.programs)/batchwatch' outbox drop --all \(shop.options.joined(separator: " "))"
        try shop.hook(
            """
            \(command) >> ../hook.said 2>&1; echo $? > ../hook.code
            ( ( sleep 1; \(command) >> ../orphan.said 2>&1; echo $? > ../orphan.code ) & )
            exit 1
            """)
        let group = try #require(Workshop.cgroups) + "/" + URL(fileURLWithPath: shop.path).lastPathComponent
        #expect(mkdir(group, 0o755) == 0)
        defer { rmdir(group) }
        let daemon = try shop.startAsUnit(group)
        #expect(await eventually { shop.text("orphan.code") != "" })
        for name in ["hook", "orphan"] {
            #expect(shop.text(name + ".code") == "69\n", "\(shop.text(name + ".said"))")
            #expect(shop.text(name + ".said").contains("does not answer processes that it started"))
        }
        #expect(shop.text("state/london.json").contains(mine))
        #expect(!shop.isCleared)
        let others = try status()
        #expect(others.code == 0, "\(others.said)")
        daemon.stop()
    }

    @Test func `a hook cannot ask by hand either`() async throws {
        let ask = "$s = IO::Socket::UNIX->new(Peer => shift); print {$s} qq({\"command\":\"status\"}\\n); print <$s>"
        try shop.hook("perl -MIO::Socket::UNIX -e '\(ask)' '\(shop.path)/run/control' > ../said; exit 0")
        let daemon = try shop.start()
        #expect(await eventually { shop.text("said") != "" })
        #expect(shop.text("said").contains("does not answer processes that it started"), "\(shop.text("said"))")
        #expect(try status().code == 0)
        daemon.stop()
    }

    @Test func `a slow peer holds up nobody, and is given up`() async throws {
        try shop.hook()
        let daemon = try shop.start()
        #expect(await eventually { try! status().code == 0 && shop.isCleared })
        let slow =
            "$s = IO::Socket::UNIX->new(Peer => shift); $SIG{PIPE} = sub { exit 3 }; "
            + "for (1..40) { print {$s} q({); $s->flush; select undef, undef, undef, 0.5 }"
        let peer = try Running(
            "/usr/bin/perl", ["-MIO::Socket::UNIX", "-e", slow, shop.path + "/run/control"], environment: [:],
            output: shop.path + "/peer.log")
        for _ in 0..<3 {
            usleep(300_000)
            let start = Date()
            #expect(try status().code == 0)
            #expect(Date().timeIntervalSince(start) < 2)
        }
        let start = Date()
        #expect(peer.end() == 3)
        #expect(Date().timeIntervalSince(start) < 10)
        daemon.stop()
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `the group is told, and only root and the service act; the service polls once in ten seconds`() async throws {
        let (service, member): (uid_t, uid_t) = (64_242, 64_243)
        try shop.hook()
        chmod(shop.path, 0o755)
        chmod(shop.path + "/hook", 0o755)
        chmod(shop.config, 0o644)
        for name in ["run", "told", "state", "cache"] {
            mkdir(shop.path + "/" + name, 0o700)
            chown(shop.path + "/" + name, service, service)
        }
        chmod(shop.path + "/run", 0o750)
        let daemon = try shop.start(as: service)
        #expect(await eventually { access(shop.path + "/run/control", F_OK) == 0 })
        func ask(_ command: String, as user: uid_t) throws -> Finished {
            let ask = "$s = IO::Socket::UNIX->new(Peer => shift) or exit 2; print {$s} shift, qq(\\n); print <$s>"
            return try run(
                "/usr/bin/setpriv",
                [
                    "--reuid=\(user)", "--regid=\(user)", "--groups=\(service)", "/usr/bin/perl", "-MIO::Socket::UNIX",
                    "-e", ask, shop.path + "/run/control", "{\"command\":\"\(command)\"}",
                ])
        }
        for command in ["status", "outbox-list"] {
            #expect(try !ask(command, as: member).output.contains("\"error\""))
        }
        for command in ["poll", "accept", "reload", "outbox-retry", "outbox-drop", "hook-test"] {
            let answer = try ask(command, as: member).output
            #expect(answer.contains("only root and the service's user may do that"), "\(command): \(answer)")
        }
        #expect(try ask("poll", as: service).output.contains("\"polls\""))
        #expect(try ask("poll", as: service).output.contains("ask again in"))
        #expect(try ask("poll", as: 0).output.contains("\"polls\""))
        #expect(try ask("poll", as: 0).output.contains("\"polls\""))
        daemon.stop()
    }
}
