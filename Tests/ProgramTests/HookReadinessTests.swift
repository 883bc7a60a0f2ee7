// A hook that cannot work is said at once, wherever people look; once it is mended, what waits is delivered.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct HookReadinessTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    /// A hook that answers `--check`, and cannot work until there is the file `ready`.
    private func readiness(else code: Int = 78) throws {
        try shop.write(
            "hook",
            """
            #!/bin/sh
            # batchwatch: --check
            [ -e '\(shop.path)/ready' ] || { echo 'test: READY is not set' >&2; exit $([ "$1" = --check ] && echo 78 || echo \(code)); }
            [ "$1" != --check ] || exit 0
            echo "$1" >>'\(shop.path)/heard'
            """, mode: 0o700)
    }

    private func batchwatch(_ words: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", words + shop.options)
    }

    private let reason = "/hook cannot work: test: READY is not set"

    @Test func `the daemon says so before there is an event, and so do status and check`() async throws {
        try readiness()
        try shop.configure("file://" + shop.listPath, batches: "")
        let daemon = try shop.start()
        #expect(
            await eventually { daemon.said.contains(reason + "; events wait until this is fixed") }, "\(daemon.said)")
        #expect(try await eventually { try batchwatch("status").output.contains("nothing can be told to the hook: ") })
        let health = try batchwatch("status", "--check")
        #expect(health.code == 2 && health.output.contains(reason), "\(health.said)")
        let check = try batchwatch("check")
        #expect(check.code == 78 && check.error.contains("hook.run: \(shop.path)\(reason)"), "\(check.said)")
        try shop.write("ready", "")
        #expect(try batchwatch("check").code == 0)
        daemon.stop()
        #expect(try batchwatch("check").code == 0)
        unlink(shop.path + "/ready")
        #expect(try batchwatch("check").code == 78)
        #expect(shop.text("heard").isEmpty)
    }

    @Test(arguments: [78, 1]) func `what waits is delivered as soon as it is mended`(code: Int) async throws {
        try readiness(else: code)
        let daemon = try shop.start()
        #expect(await eventually { shop.text("state/london.json").contains("observed") }, "\(daemon.said)")
        #expect(await eventually { daemon.said.contains(reason) }, "\(daemon.said)")
        // Neither a reload nor the time lets an event go, which may have been on its way before the check.
        #expect(try batchwatch("reload").code == 0)
        try await Task.sleep(for: .seconds(7))
        #expect(try batchwatch("status").output.contains(reason))
        #expect(daemon.said.components(separatedBy: "exited with code \(code)").count <= 2, "\(daemon.said)")
        try shop.write("ready", "")
        let script = shop.text("hook")
        let begun = Date()
        try shop.write("hook", script, mode: 0o700)
        #expect(await eventually { shop.text("heard") == "observed\n" }, "\(daemon.said)")
        #expect(Date().timeIntervalSince(begun) < 20)
        #expect(await eventually { shop.text("state/london.json").contains(#""hook":[]"#) })
        #expect(!(try batchwatch("status").output.contains("nothing can be told")))
        daemon.stop()
    }

    private static let noInotify = [
        "/usr/bin/unshare", "-Ur", "/bin/sh", "-c", "echo 0 >/proc/sys/user/max_inotify_instances && exec \"$@\"", "sh",
    ]

    @Test(.enabled(if: (try? run(noInotify[0], Array(noInotify[1...]) + ["/bin/true"]))?.code == 0, "needs unshare"))
    func `without inotify the daemon says once that it notices no edits`() async throws {
        let daemon = try shop.start(within: Self.noInotify)
        let warning = "edits of the configuration are not noticed: inotify_init1: "
        #expect(await eventually { shop.isCleared && daemon.said.contains(warning) }, "\(daemon.said)")
        #expect(
            daemon.said.contains(" reload` after an edit") && daemon.said.components(separatedBy: warning).count == 2)
        daemon.stop()
    }

    @Test func `settings that the command names are watched`() async throws {
        try shop.write(
            "hook",
            "#!/bin/sh\n# batchwatch: --check\n. \"$BATCHWATCH_HOOKS_CONF\"\n[ -n \"$READY\" ] || exit 78\n",
            mode: 0o700)
        try shop.write("own.conf", "READY=\n", mode: 0o600)
        let config = shop.text("watched-batches.toml")
        try shop.write(
            "watched-batches.toml",
            config.replacing(
                #/run = [^\n]*/#,
                with: "run = ['/usr/bin/env', 'BATCHWATCH_HOOKS_CONF=\(shop.path)/own.conf', '\(shop.path)/hook']"))
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains("\(shop.path)/hook cannot work") }, "\(daemon.said)")
        let begun = Date()
        try shop.write("own.conf", "READY=1\n", mode: 0o600)
        #expect(await eventually { daemon.said.contains("can work again") }, "\(daemon.said)")
        #expect(Date().timeIntervalSince(begun) < 20, "it waits for its minute")
        daemon.stop()
    }

    @Test func `a file that appears is seen at once, and one that is not executable is said`() async throws {
        unlink(shop.path + "/hook")
        let daemon = try shop.start()
        #expect(
            await eventually { daemon.said.contains("\(shop.path)/hook does not exist; events wait") }, "\(daemon.said)"
        )
        try readiness()
        try shop.write("ready", "")
        chmod(shop.path + "/hook", 0o600)
        #expect(await eventually { daemon.said.contains("is not executable") }, "\(daemon.said)")
        let begun = Date()
        chmod(shop.path + "/hook", 0o700)
        #expect(await eventually { shop.text("heard") == "observed\n" }, "\(daemon.said)")
        #expect(Date().timeIntervalSince(begun) < 20, "it waits for its minute")
        daemon.stop()
    }

    @Test func `a hook that declares nothing is run for events alone`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.isCleared && shop.told.count == 1 }, "\(daemon.said)")
        #expect(try batchwatch("check").code == 0)
        #expect(try batchwatch("reload").code == 0)
        #expect(shop.told.map(\.arguments) == ["observed"])
        daemon.stop()
    }

    @Test func `hook-test waits for an edit of the configuration, and names the file`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.isCleared && shop.told.count == 1 }, "\(daemon.said)")
        try shop.write("other", "#!/bin/sh\necho other\n", mode: 0o700)
        let config = shop.text("watched-batches.toml")
        try shop.write("watched-batches.toml", config.replacing("/hook\"", with: "/other\""))
        let done = try batchwatch("hook-test")
        #expect(done.output.contains("\n[hook] of \(shop.config): \(shop.path)/other\nhook: other\n"), "\(done.said)")
        try shop.write("watched-batches.toml", "[batches\n")
        let refused = try batchwatch("hook-test")
        #expect(
            refused.code == 78 && refused.error.contains("the previous configuration stays in force"), "\(refused.said)"
        )
        daemon.stop()
    }

    @Test func `without a hook the journal alone is told, and that is said`() async throws {
        try shop.write("watched-batches.toml", shop.text("watched-batches.toml").replacing(#/\[hook\][^$]*/#, with: ""))
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains("1 batch; without a [hook], changes go to the journal only") })
        #expect(try batchwatch("check").output.contains("note: there is no [hook]: changes go to the journal only\n"))
        #expect(try batchwatch("status").output.contains("No [hook] is configured: changes go to the journal only.\n"))
        daemon.stop()
    }
}
