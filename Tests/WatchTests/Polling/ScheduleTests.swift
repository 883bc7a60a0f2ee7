import Configuration
import FoundationEssentials
import Processes
import Reading
import Testing
import WatchKit

@testable import Watch
import struct Coding.Date

@Suite struct ScheduleTests {
    @Test(arguments: [
        // At 12:00; the office opens at 13:00 for half an hour.
        (60.0, 0.0, 3600.0), (60, 1, 3650), (3599, 0.5, 3625), (3600, 1, 3600), (5399, 1, 5399), (5400, 0, 90_000),
    ])
    func `a poll waits for the opening, and less than a minute longer`(usual: Double, random: Double, wait: Double)
        throws
    {
        let hours = try OfficeHours("13:00-13:30", zone: nil, clock: .utc)
        let twelve = try #require(Date("2026-11-02T12:00:00Z"))
        #expect(Schedule.wait(usual, in: hours, from: twelve, random: random) == wait)
        #expect(Schedule.wait(usual, in: nil, from: twelve, random: random) == usual)
    }

    @Test func `jitter is a tenth either way`() {
        #expect(Schedule.wait(interval: 3600, maxAge: nil, random: 0) == 3240)
        #expect(Schedule.wait(interval: 3600, maxAge: nil, random: 0.5) == 3600)
        #expect(abs(Schedule.wait(interval: 3600, maxAge: nil, random: 1) - 3960) < 1e-6)
    }

    @Test(arguments: [(0.0, 3600.0), (7200, 7200), (14_400, 14_400), (14_401, 14_400), (1e12, 14_400)])
    func `max-age stretches the interval, four times at most`(maxAge: Double, wait: Double) {
        #expect(Schedule.wait(interval: 3600, maxAge: maxAge, random: 0.5) == wait)
    }

    @Test func `max-age stretches no interval beyond a day, and shortens none`() {
        #expect(Schedule.wait(interval: 43_200, maxAge: 1e9, random: 0.5) == 86_400)
        #expect(Schedule.wait(interval: 700_000, maxAge: 1e9, random: 0.5) == 700_000)
    }

    @Test(arguments: [(1, 7200.0), (2, 14_400), (3, 28_800), (4, 57_600), (5, 86_400), (6, 86_400), (1000, 86_400)])
    func `failures double the wait, up to a day`(failures: Int, wait: Double) {
        #expect(Schedule.wait(interval: 3600, failures: failures, retryAfter: nil, random: 0.5) == wait)
    }

    @Test func `five doublings are the most`() {
        #expect(Schedule.wait(interval: 60, failures: 5, retryAfter: nil, random: 0.5) == 1920)
        #expect(Schedule.wait(interval: 60, failures: 6, retryAfter: nil, random: 0.5) == 1920)
    }

    @Test(arguments: [
        (0.0, 60.0), (59, 60), (60, 60), (61, 61), (7199, 7199), (7201, 7201), (86_400, 86_400), (86_401, 86_400),
        (1e9, 86_400), (-5, 7200),
    ])
    func `Retry-After counts whether it is longer or shorter, from a minute to a day`(
        retryAfter: Double, wait: Double
    ) {
        #expect(Schedule.wait(interval: 3600, failures: 1, retryAfter: retryAfter, random: 0.5) == wait)
        #expect(Schedule.wait(interval: 1, failures: 1, retryAfter: 0, random: 0.5) == 1)
    }

    @Test(arguments: [(1.0, 1.0), (59, 59), (60, 60), (61, 60), (2_592_000, 60)])
    func `what this machine could not ask for is asked for after a minute, or the interval`(
        interval: Double, wait: Double
    ) {
        #expect(Schedule.waitOffline(interval: interval) == wait)
    }

    @Test(arguments: [
        (3600.0, 0.0, 60.0), (3600, 60, 60), (3600, 61, 61), (3600, 240, 240), (3600, 86_400, 3600), (30, 0, 30),
    ])
    func `after a killed worker the waits double, from a minute to the interval`(
        interval: Double, lasting: Double, wait: Double
    ) {
        #expect(Schedule.wait(interval: interval, killedFor: lasting) == wait)
    }

    let now = Moment(wall: noon, uptime: 1000)

    /// When a source of an hour is due, for which an hour was configured before, too.
    private func due(_ nextDue: Date?, _ marker: Double?, at now: Moment? = nil) -> Double {
        let now = now ?? self.now
        return Schedule.due(
            interval: 3600,
            saved: nextDue.map { Schedule.Wait(seconds: $0.timeIntervalSince(now.wall), interval: 3600) },
            marked: marker.map { Schedule.Wait(seconds: $0 - now.uptime, interval: 3600) }, at: now)
    }

    @Test func `a shorter interval counts at once, also after a restart, and a longer one from the next poll on`() {
        let day = Schedule.Wait(seconds: 80_000, interval: 86_400)
        #expect(Schedule.due(interval: 3600, saved: day, marked: nil, at: now) == 4600)
        #expect(Schedule.due(interval: 3600, saved: nil, marked: day, at: now) == 4600)
        #expect(Schedule.due(interval: 86_400, saved: day, marked: day, at: now) == 81_000)
        let soon = Schedule.Wait(seconds: 60, interval: 3600)
        #expect(Schedule.due(interval: 86_400, saved: soon, marked: soon, at: now) == 1060)
        #expect(Schedule.due(interval: 600, saved: soon, marked: nil, at: now) == 1060)
        // What failures and the server have brought about stays, where the interval is as it was.
        let backedOff = Schedule.Wait(seconds: 7200, interval: 3600)
        #expect(Schedule.due(interval: 3600, saved: backedOff, marked: nil, at: now) == 8200)
    }

    @Test func `a new source is due at once`() {
        #expect(due(nil, nil) == 1000)
    }

    @Test func `the due time holds over a restart`() {
        #expect(due(noon.addingTimeInterval(600), nil, at: now) == 1600)
        #expect(due(noon.addingTimeInterval(-600), nil, at: now) == 1000)
    }

    @Test func `after quiet polls it is the marker of this boot that holds`() {
        #expect(due(noon.addingTimeInterval(-9000), 4000, at: now) == 4000)
    }

    @Test(arguments: [3.2e8, 1e10])
    func `a clock that jumped puts a poll off by no more than an interval`(ahead: Double) {
        #expect(due(noon.addingTimeInterval(ahead), nil, at: now) == 4600)
        #expect(due(nil, ahead, at: now) == 4600)
    }

    // A day of 2016 and one of 2036 for one of 2026; 1970 for a board without a battery.
    @Test(arguments: [-3.2e8, 3.2e8, -1_750_000_000])
    func `whatever the wall clock says after a boot, the next poll is within an interval`(jump: Double) {
        let now = Moment(wall: noon.addingTimeInterval(jump), uptime: 12)
        for nextDue in [-600.0, 600, 3_600] {
            let due = due(noon.addingTimeInterval(nextDue), nil, at: now)
            #expect((12...3612).contains(due))
        }
    }

    @Test func `the wall clock does not move what this boot has noted`() {
        for jump in [-3.2e8, 3.2e8] {
            let now = Moment(wall: noon.addingTimeInterval(jump), uptime: 1000)
            let due = due(noon.addingTimeInterval(-600), 2000, at: now)
            #expect((2000...4600).contains(due))
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `a marker that is no time puts a poll off by no more than an interval`(marker: Double) {
        let due = due(nil, marker, at: now)
        #expect((1000...4600).contains(due))
    }

    @Test func `the saved due time is that of the address polled last, also while polls of it fail`() throws {
        var history = SourceHistory(try source())
        #expect(history.state.knowsDue(of: history.source))
        history.poll(edition("d1", row("20121456171", "pending")))
        #expect(history.state.knowsDue(of: history.source))
        history.source.url += "x"
        #expect(!history.state.knowsDue(of: history.source))
        history.poll(.failure(ReadingFailure(.status, "HTTP 404")))
        #expect(history.state.knowsDue(of: history.source))
        history.source.url += "y"
        #expect(!history.state.knowsDue(of: history.source))
    }

    @Test func `what was put off by failures beyond the interval holds over a restart, up to a day and its jitter`() {
        for (ahead, wait) in [(7200.0, 7200.0), (95_040, 95_040), (95_041, 60)] {
            let saved = Schedule.Wait(seconds: ahead, interval: 60)
            #expect(Schedule.due(interval: 60, saved: saved, marked: nil, at: now) == 1000 + wait)
        }
    }

    @Test func `a random number out of range makes no wild wait`() {
        #expect(Schedule.wait(interval: 3600, maxAge: nil, random: -5) == 3240)
        #expect(abs(Schedule.wait(interval: 3600, maxAge: nil, random: 5) - 3960) < 1e-6)
    }
}
