// The daemon outside the hours of a list: no poll by itself, one on request, and polls once its clock shows the hours.

import Foundation
import TestKit
import Testing

private let jumpingClock = """
    #define _GNU_SOURCE
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>
    int clock_gettime(clockid_t clock, struct timespec *now) {
        int result = syscall(SYS_clock_gettime, clock, now);
        int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
        if (is_wall && !access(getenv("JUMP"), F_OK)) now->tv_sec += 86400;
        return result;
    }
    """

@Suite(.serialized)
struct OfficeHoursTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    /// Configures the list to be polled each second on one day of the week in UTC only, so many days from today.
    private func configure(daysAhead: Int, and more: String = "") throws {
        let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let day = names[(time(nil) / 86_400 + daysAhead) % 7]
        try shop.configure(
            "file://" + shop.listPath, every: "1s",
            more: "hours = \"\(day) 00:00-24:00\"\ntimezone = \"Etc/UTC\"\n" + more)
    }

    @Test func `a list is polled in its hours and on request, and status says why not sooner`() async throws {
        try configure(daysAhead: 3)
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains("watching 1 source") }, "\(daemon.said)")
        try await Task.sleep(for: .seconds(3))
        #expect(shop.told.isEmpty)
        let status = try shop.batchwatch(["status"] + shop.options)
        #expect(status.output.contains("no poll until then: its hours are "), "\(status.said)")
        let json = try shop.batchwatch(["status", "--json"] + shop.options).output
        #expect(json.contains("\"nextPollReason\"") && json.contains("00:00-24:00 Etc/UTC"), "\(json)")
        let polled = try shop.poll("london")
        #expect(polled.code == 0, "\(polled.said)")
        #expect(await eventually { shop.told.count == 1 }, "\(daemon.said)")
        try shop.publish("approved", "02-Jun-12")
        try await Task.sleep(for: .seconds(3))
        #expect(shop.told.count == 1)
        // Its hours begin now: by an edit.
        try configure(daysAhead: 0)
        #expect(await eventually { shop.told.count == 2 }, "\(daemon.said)")
        #expect(try !shop.batchwatch(["status"] + shop.options).output.contains("no poll until then"))
        #expect(daemon.stop() == 0)
    }

    @Test func `a list waits for its hours again after a poll on request, and a clock that is set ahead begins them`()
        async throws
    {
        try shop.write("clock.c", jumpingClock)
        let built = try run("/usr/bin/cc", ["-shared", "-fPIC", "-o", shop.path + "/clock.so", shop.path + "/clock.c"])
        #expect(built.code == 0, "\(built.error)")
        // The other list is due each second, so that the daemon looks at its clock.
        let other = "\n[sources.other]\nurl = \"file://\(shop.listPath)\"\nevery = \"1s\"\n"
        try configure(daysAhead: 1, and: other)
        let daemon = try shop.start(environment: [
            "LD_PRELOAD": shop.path + "/clock.so", "JUMP": shop.path + "/jump",
        ])
        #expect(await eventually { shop.told.count == 1 }, "\(daemon.said)")
        try await Task.sleep(for: .seconds(2))
        #expect(shop.told.count == 1)
        // A poll on request, after which it waits for its hours again.
        #expect(try shop.poll("london").code == 0)
        #expect(await eventually { shop.told.count == 2 }, "\(daemon.said)")
        try shop.publish("approved", "02-Jun-12")
        #expect(await eventually { shop.told.count == 3 }, "\(daemon.said)")
        try await Task.sleep(for: .seconds(2))
        #expect(shop.told.count == 3)
        try shop.write("jump", "")
        #expect(await eventually { shop.told.count == 4 }, "\(daemon.said)")
        #expect(daemon.stop() == 0)
    }
}
