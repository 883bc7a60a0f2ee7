// The daemon under a wall clock that is wrong, by libfaketime. The clock that intervals are measured on is left alone, as it would
// be. (A clock that jumps while the daemon runs cannot be shown this way: the kernel, which fires the timers, would not jump with it.)

import Foundation
import Testing

private let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"

@Suite(
    .enabled(if: FileManager.default.fileExists(atPath: library) && Nginx.isInstalled, "needs libfaketime and nginx"),
    .serialized)
struct ClockTests {
    let shop: Workshop
    let nginx: Nginx

    init() throws {
        shop = try Workshop()
        nginx = try Nginx(in: shop.path)
        try shop.hook()
        try shop.configure(nginx.url, every: "2s")
        try nginx.publish(list("pending", "01-Jun-12"), age: 100)
    }

    private func start(at time: String) throws -> Running {
        try shop.start(environment: [
            "LD_PRELOAD": library, "FAKETIME": time, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_RESET": "1",
        ])
    }

    @Test(arguments: ["-3653d", "+3653d", "@1970-01-01 00:00:10"])
    func `whatever the clock says at boot, polls go on at the normal rate, and nothing is told again`(_ time: String)
        throws
    {
        let before = try shop.start()
        #expect(eventually { shop.told.count == 1 && nginx.answers.count >= 2 })
        before.stop()
        // A boot: what was noted of this boot's clock is gone.
        unlink(shop.path + "/run/london.due")
        let polls = nginx.answers.count
        let daemon = try start(at: time)
        #expect(eventually { daemon.said.contains("watching") })
        sleep(9)
        #expect((3...6).contains(nginx.answers.count - polls), "\(nginx.answers.count - polls) polls in 9 seconds")
        try nginx.publish(list("visa issued", "02-Jun-12"), age: 50)
        #expect(eventually { shop.told.map(\.kind) == ["observed", "changed"] })
        let year = shop.told.last?.json["time"].map { "\($0)".prefix(4) }
        #expect(year != nil && year != shop.told.first?.json["time"].map { "\($0)".prefix(4) })
        #expect(daemon.stop() == 0)
    }

    @Test func `a crash loop polls no more often than the interval, at an edited address too`() throws {
        try shop.configure(nginx.url)
        let first = try shop.start()
        #expect(eventually { shop.told.count == 1 })
        first.kill(SIGKILL)
        _ = first.end()
        // The new address hangs, and the daemon is killed in its first poll.
        let server = try #require(SilentServer())
        try shop.configure(server.url)
        let second = try shop.start()
        #expect(eventually { shop.text("run/london.due").contains(server.url) })
        second.kill(SIGKILL)
        _ = second.end()
        try shop.configure(server.url, more: "# the same")
        let marker = shop.text("run/london.due")
        for _ in 1...3 {
            let again = try shop.start()
            #expect(eventually { again.said.contains("watching") })
            usleep(300_000)
            again.kill(SIGKILL)
            _ = again.end()
        }
        #expect(shop.text("run/london.due") == marker)
        #expect(nginx.answers == [200])
    }
}
