// Hooks as people write them: nothing is lost, nothing is stuck.

import Foundation
import Testing

@Suite(.enabled(if: Nginx.isInstalled, "needs nginx"), .serialized)
struct HookFaultTests {
    let shop: Workshop
    let nginx: Nginx

    init() throws {
        shop = try Workshop()
        nginx = try Nginx(in: shop.path)
        try shop.configure(nginx.url)
        try nginx.publish(list("pending", "01-Jun-12"))
    }

    @Test func `a hook that fails once is run again after seconds, with the same id`() async throws {
        try shop.hook("[ $n -ge 2 ]")
        let daemon = try shop.start()
        #expect(await eventually(20) { shop.told.count == 2 && shop.isCleared })
        #expect(shop.told.map { $0.environment["BATCHWATCH_ATTEMPT"] } == ["1", "2"])
        #expect(shop.told.first?.id == shop.told.last?.id)
        #expect(daemon.stop() == 0)
    }

    @Test func `a hook that hangs is killed with its children, and run again`() async throws {
        try shop.hook(#"[ $n = 1 ] && { trap "" TERM; sleep 100 & echo $! > child; wait; sleep 100; }; exit 0"#)
        let daemon = try shop.start()
        #expect(await eventually(30) { shop.told.count == 2 && shop.isCleared })
        let child = try #require(Int32(shop.text("told/child").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(child, 0) != 0)
        #expect(daemon.stop() == 0)
    }

    @Test(arguments: [
        ("ignores its standard input", "exec 0</dev/null; : > $n.json; echo {} > $n.json; : > $n.env; exit 0"),
        ("prints 10 MB", "head -c 10485760 /dev/zero | tr '\\0' x; echo; head -c 10485760 /dev/zero >&2"),
        ("closes its output", "exec >&- 2>&-"),
        ("leaves a process that holds its output", "setsid sleep 30 & echo $! > left"),
    ])
    func `a hook that misbehaves has delivered all the same`(how: String, script: String) async throws {
        if how.hasPrefix("ignores") { try shop.hook(first: script) } else { try shop.hook(script + "\nexit 0") }
        let daemon = try shop.start()
        #expect(await eventually(10) { shop.told.count == 1 && shop.isCleared })
        #expect(daemon.said.utf8.count < 100_000)
        #expect(daemon.stop() == 0)
        if let left = Int32(shop.text("told/left").trimmingCharacters(in: .whitespacesAndNewlines)) {
            kill(left, SIGKILL)
        }
        #expect(shop.told.count == 1)
    }

    @Test func `a hook that is missing is told once; when it is there again, all is delivered`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains("does not exist") })
        try nginx.publish(list("visa issued", "02-Jun-12"))
        try shop.poll()
        try shop.hook()
        daemon.kill(SIGHUP)
        #expect(await eventually { shop.told.count == 2 && shop.isCleared })
        #expect(shop.told.map(\.kind) == ["observed", "changed"])
        #expect(shop.told.map { $0.environment["BATCHWATCH_ATTEMPT"] } == ["1", "1"])
        daemon.stop()
        #expect(daemon.said.components(separatedBy: "does not exist").count == 2)
    }

    @Test func `a stop while a hook hangs takes seconds and loses nothing`() async throws {
        try shop.hook(#"[ $n = 1 ] && { echo $$ > pid; trap "" TERM; sleep 100; }; exit 0"#)
        try shop.write(
            "watched-batches.toml", shop.text("watched-batches.toml").replacingOccurrences(of: "2s", with: "60s"))
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && !shop.text("told/pid").isEmpty })
        let begun = Date()
        #expect(daemon.stop() == 0)
        #expect(Date().timeIntervalSince(begun) < 10)
        let hook = try #require(Int32(shop.text("told/pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(hook, 0) != 0)
        let again = try shop.start()
        #expect(await eventually { shop.told.count == 2 && shop.isCleared })
        #expect(shop.told.map { $0.environment["BATCHWATCH_ATTEMPT"] } == ["1", "1"])
        again.stop()
    }
}
