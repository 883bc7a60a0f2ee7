// The daemon with a wrong wall clock: a library of the test, loaded before libc, shifts CLOCK_REALTIME and, as in
// reality, leaves the clock for intervals unchanged. (libfaketime will not do: with it a Swift program does not find
// its arguments. It also cannot show a clock that jumps while the daemon runs: the kernel, which fires the timers,
// would not jump with it.)

import Foundation
import TestKit
import Testing

/// The wall clock is CLOCK_OFFSET seconds ahead.
let wrongClock = """
    #define _GNU_SOURCE
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>
    int clock_gettime(clockid_t clock, struct timespec *now) {
        int result = syscall(SYS_clock_gettime, clock, now);
        if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += atol(getenv("CLOCK_OFFSET"));
        return result;
    }
    time_t time(time_t *now) {
        struct timespec wall;
        clock_gettime(CLOCK_REALTIME, &wall);
        return now ? (*now = wall.tv_sec) : wall.tv_sec;
    }
    int gettimeofday(struct timeval *restrict now, void *restrict zone) {
        struct timespec wall;
        (void)zone;
        clock_gettime(CLOCK_REALTIME, &wall);
        *now = (struct timeval){wall.tv_sec, wall.tv_nsec / 1000};
        return 0;
    }
    """

@Suite(.enabled(if: Nginx.isInstalled, "needs nginx"), .serialized)
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

    /// Starts the daemon so many seconds from now.
    private func start(at offset: Int) throws -> Running {
        try shop.write("clock.c", wrongClock)
        let built = try run("/usr/bin/cc", ["-shared", "-fPIC", "-o", shop.path + "/clock.so", shop.path + "/clock.c"])
        #expect(built.code == 0, "\(built.error)")
        return try shop.start(environment: ["LD_PRELOAD": shop.path + "/clock.so", "CLOCK_OFFSET": "\(offset)"])
    }

    // Ten years back, ten years ahead, and 1970.
    @Test(arguments: [-315_600_000, 315_600_000, 60 - Int(Date().timeIntervalSince1970)])
    func `whatever the clock says at boot, polls go on at the normal rate, and nothing is told again`(_ offset: Int)
        async throws
    {
        let before = try shop.start()
        #expect(await eventually { shop.told.count == 1 && nginx.answers.count >= 2 })
        before.stop()
        // A boot: what was noted of this boot's clock is gone.
        unlink(shop.path + "/run/london.due")
        let polls = nginx.answers.count
        // The first of them comes at once, the others at their interval less a tenth at most.
        let begun = ContinuousClock.now
        let daemon = try start(at: offset)
        #expect(await eventually { daemon.said.contains("watching") })
        #expect(await eventually(15) { nginx.answers.count - polls >= 3 })
        let taken = ContinuousClock.now - begun
        #expect(taken > .seconds(3), "3 polls in \(taken)")
        try nginx.publish(list("visa issued", "02-Jun-12"), age: 50)
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] })
        let year = shop.told.last?.json["time"].map { "\($0)".prefix(4) }
        #expect(year != nil && year != shop.told.first?.json["time"].map { "\($0)".prefix(4) })
        #expect(daemon.stop() == 0)
    }

    @Test func `a crash loop polls no more often than the interval, at an edited address too`() async throws {
        try shop.configure(nginx.url)
        let first = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        first.kill(SIGKILL)
        _ = first.end()
        // The new address hangs, and the daemon is killed in its first poll.
        let server = LoopbackPort(listens: true)
        try shop.configure(server.url)
        let second = try shop.start()
        #expect(await eventually { shop.text("run/london.due").contains(server.url) })
        second.kill(SIGKILL)
        _ = second.end()
        try shop.configure(server.url, more: "# the same")
        let marker = shop.text("run/london.due")
        for _ in 1...3 {
            let again = try shop.start()
            #expect(await eventually { again.said.contains("watching") })
            #expect(await stays(0.3) { shop.text("run/london.due") == marker && nginx.answers == [200] })
            again.kill(SIGKILL)
            _ = again.end()
        }
    }
}
