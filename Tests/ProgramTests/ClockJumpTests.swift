// The wall clock is set while the daemon runs, as on a board without a battery clock when it learns the time. A library
// of the test, loaded before libc, sets it: only CLOCK_REALTIME jumps. (The kernel's timers do not jump with it; polls
// that are due each second do not need that.)

import Foundation
import TestKit
import Testing

/// When the file that JUMP names is there, the wall clock is 20 days ahead; when the one that PASS names is, two hours have
/// passed on all clocks that count suspend.
private let jumpingClock = """
    #define _GNU_SOURCE
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>
    int clock_gettime(clockid_t clock, struct timespec *now) {
        int result = syscall(SYS_clock_gettime, clock, now);
        int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
        if (is_wall && !access(getenv("JUMP"), F_OK)) now->tv_sec += 20 * 86400;
        if ((is_wall || clock == CLOCK_BOOTTIME) && !access(getenv("PASS"), F_OK)) now->tv_sec += 7200;
        return result;
    }
    """

/// Sets the clock once the batch is missed, and says after how many seconds the next event came.
private let untilGone = """
    seconds() { cut -d. -f1 /proc/uptime; }
    cd "$1" && until grep -q missingSince state/london.json; do sleep 0.05; done
    before=$(seconds)
    touch jump
    until [ -e told/2.json ]; do sleep 0.05; done
    echo $(($(seconds) - before))
    """

@Suite(.serialized)
struct ClockJumpTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.hook()
    }

    private func publish(_ rows: [[String]]) throws {
        try list(rows).write(to: URL(fileURLWithPath: shop.listPath))
        chmod(shop.listPath, 0o644)
    }

    private func start() throws -> Running {
        try shop.write("clock.c", jumpingClock)
        let built = try run("/usr/bin/cc", ["-shared", "-fPIC", "-o", shop.path + "/clock.so", shop.path + "/clock.c"])
        #expect(built.code == 0, "\(built.error)")
        return try shop.start(environment: [
            "LD_PRELOAD": shop.path + "/clock.so", "JUMP": shop.path + "/jump", "PASS": shop.path + "/pass",
        ])
    }

    @Test func `a clock that is set 20 days ahead makes no list stale and no case disappear before its time`()
        async throws
    {
        try shop.configure(
            "file://" + shop.listPath, every: "1s", more: "disappeared-after = \"20s\"\nexpect-every = \"1h\"")
        let others = (0..<60).map { ["2011\(1_000_000 + $0 * 7)", "no action required at this time", "01-May-12"] }
        try publish(others + [[mine, "pending", "01-Jun-12"]])
        let daemon = try start()
        #expect(await eventually { shop.told.map(\.kind) == ["observed"] && shop.isCleared })
        try publish(others)
        // A process of its own looks: among many tests this one may wait long for its turn.
        let waited = try run("/bin/sh", ["-c", untilGone, "sh", shop.path], limit: 120)
        #expect(Int(waited.output.trimmingCharacters(in: .newlines)) ?? 0 >= 15, "\(waited) \(daemon.said)")
        #expect(shop.told.map(\.kind) == ["observed", "disappeared"])
        try shop.write("pass", "")
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "disappeared", "stale"] })
        #expect(daemon.stop() == 0)
    }
}
