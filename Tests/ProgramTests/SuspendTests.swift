// The daemon after a suspend. A library of the test, loaded before libc, plays the kernel: from one moment to the next
// the wall clock and CLOCK_BOOTTIME are three days ahead, CLOCK_MONOTONIC is not, and timers by the wall clock fire.

import Foundation
import TestKit
import Testing

/// The daemon's time jumps once, when the file that JUMP names is there.
private let suspendingClock = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <pthread.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/syscall.h>
    #include <sys/timerfd.h>
    #include <time.h>
    #include <unistd.h>
    static const time_t asleep = 3 * 86400;
    static volatile time_t ahead;
    static struct itimerspec wanted[1024];
    static int is_wall[1024];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int jumps(clockid_t clock) {
        return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_BOOTTIME;
    }
    int clock_gettime(clockid_t clock, struct timespec *now) {
        int result = syscall(SYS_clock_gettime, clock, now);
        if (jumps(clock)) now->tv_sec += ahead;
        return result;
    }
    int timerfd_create(clockid_t clock, int flags) {
        int file = syscall(SYS_timerfd_create, clock, flags);
        if (file >= 0 && file < 1024) is_wall[file] = jumps(clock);
        return file;
    }
    static int arm(int file, int flags, struct itimerspec time, struct itimerspec *old) {
        if (is_wall[file] && flags & TFD_TIMER_ABSTIME && (time.it_value.tv_sec || time.it_value.tv_nsec)) {
            time.it_value.tv_sec -= ahead;
            if (time.it_value.tv_sec < 1) time.it_value.tv_sec = 1;
        }
        return syscall(SYS_timerfd_settime, file, flags, &time, old);
    }
    int timerfd_settime(int file, int flags, const struct itimerspec *time, struct itimerspec *old) {
        pthread_mutex_lock(&lock);
        if (file >= 0 && file < 1024 && flags & TFD_TIMER_ABSTIME) wanted[file] = *time;
        int result = arm(file, flags, *time, old);
        int error = errno;
        pthread_mutex_unlock(&lock);
        errno = error;
        return result;
    }
    static void *sleeper(void *jump) {
        while (access(jump, F_OK)) usleep(10000);
        pthread_mutex_lock(&lock);
        ahead = asleep;
        for (int file = 0; file < 1024; file++)
            if (is_wall[file] && wanted[file].it_value.tv_sec) arm(file, TFD_TIMER_ABSTIME, wanted[file], NULL);
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    __attribute__((constructor)) static void begin(void) {
        pthread_t thread;
        if (!strcmp(program_invocation_short_name, "batchwatchd"))
            pthread_create(&thread, NULL, sleeper, getenv("JUMP"));
    }
    """

@Suite(.enabled(if: Nginx.isInstalled, "needs nginx"), .serialized)
struct SuspendTests {
    let shop: Workshop
    let nginx: Nginx

    init() throws {
        shop = try Workshop()
        nginx = try Nginx(in: shop.path)
        try shop.hook()
        try nginx.publish(list("pending", "01-Jun-12"), age: 100)
    }

    private func start() throws -> Running {
        try shop.write("clock.c", suspendingClock)
        let built = try run(
            "/usr/bin/cc", ["-shared", "-fPIC", "-pthread", "-o", shop.path + "/clock.so", shop.path + "/clock.c"])
        #expect(built.code == 0, "\(built.error)")
        return try shop.start(environment: ["LD_PRELOAD": shop.path + "/clock.so", "JUMP": shop.path + "/jump"])
    }

    /// When a source is due, in seconds of the daemon's uptime.
    private func due(_ source: String = "london") -> Double? {
        Double(shop.text("run/\(source).due").prefix { $0 != " " })
    }

    /// How often the list was asked for after this many requests.
    private func polls(since before: Int) -> Int { nginx.answers.count - before }

    @Test(arguments: ["1h", "20m"])
    func `three days of suspend are one poll, which tells what happened meanwhile, and the next is due as ever`(
        every: String
    ) async throws {
        try shop.configure(nginx.url, every: every)
        let daemon = try start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        let before = nginx.answers.count
        let marked = try #require(due())
        try nginx.publish(list("visa issued", "02-Jun-12"), age: 50)
        #expect(await stays(0.5) { polls(since: before) == 0 })
        try shop.write("jump", "")
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] && shop.isCleared })
        #expect(await stays(2) { polls(since: before) == 1 })
        // From its end on, and not from when it should have been: an interval, a tenth more or less.
        let interval = every == "1h" ? 3_600.0 : 1_200
        let later = try #require(due()) - marked
        #expect(later > 3 * 86_400 - 0.2 * interval - 60 && later < 3 * 86_400 + 1.2 * interval + 60)
        #expect(daemon.stop() == 0)
        #expect(shop.told.count == 2)
    }

    @Test func `after a suspend of many intervals polls go on at the normal rate`() async throws {
        try shop.configure(nginx.url, every: "2s")
        let daemon = try start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        try shop.write("jump", "")
        #expect(await eventually { (due() ?? 0) > 3 * 86_400 })
        let before = nginx.answers.count
        let begun = ContinuousClock.now
        #expect(await eventually { polls(since: before) >= 3 })
        let taken = ContinuousClock.now - begun
        // The second comes 1.8 s after the first at the earliest, the third likewise.
        #expect(taken > .seconds(3), "3 polls in \(taken)")
        #expect(daemon.stop() == 0)
    }

    @Test func `a poll that three days of suspend interrupt goes on, and is the only one`() async throws {
        let document = pdf([[mine, "pending", "01-Jun-12"]])
        let goesOn = DispatchSemaphore(value: 0)
        let server = ScriptedServer([
            .send("HTTP/1.1 200 OK\r\nContent-Length: \(document.utf8.count)\r\n\r\n"), .hold(goesOn), .send(document),
        ])
        defer { server.stop() }
        try shop.configure(server.url)
        let daemon = try start()
        #expect(await eventually { server.requests.count == 1 && due() != nil })
        try shop.write("jump", "")
        #expect(await stays(1) { daemon.said.contains("watching") && !daemon.said.contains("next poll in") })
        goesOn.signal()
        #expect(await eventually { shop.told.map(\.kind) == ["observed"] && shop.isCleared })
        #expect(await stays(1) { server.requests.count == 1 })
        #expect((due() ?? 0) > 3 * 86_400)
        #expect(daemon.stop() == 0)
    }
}
