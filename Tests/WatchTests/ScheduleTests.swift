import FoundationEssentials
import Testing

@testable import Watch

@Suite struct ScheduleTests {
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

    @Test(arguments: [(100.0, 120.0), (3600, 3600), (1e9, 86_400), (-5, 120)])
    func `Retry-After lengthens the wait, to a day at most`(retryAfter: Double, wait: Double) {
        #expect(Schedule.wait(interval: 60, failures: 1, retryAfter: retryAfter, random: 0.5) == wait)
    }

    let now = Moment(wall: noon, uptime: 1000)

    @Test func `a new source is due at once`() {
        #expect(Schedule.due(interval: 3600, nextDue: nil, marker: nil, at: now) == 1000)
    }

    @Test func `the due time holds over a restart`() {
        #expect(Schedule.due(interval: 3600, nextDue: noon.addingTimeInterval(600), marker: nil, at: now) == 1600)
        #expect(Schedule.due(interval: 3600, nextDue: noon.addingTimeInterval(-600), marker: nil, at: now) == 1000)
    }

    @Test func `after quiet polls it is the marker of this boot that holds`() {
        #expect(Schedule.due(interval: 3600, nextDue: noon.addingTimeInterval(-9000), marker: 4000, at: now) == 4000)
    }

    @Test(arguments: [3.2e8, 1e10])
    func `a clock that jumped puts a poll off by no more than an interval`(ahead: Double) {
        #expect(Schedule.due(interval: 3600, nextDue: noon.addingTimeInterval(ahead), marker: nil, at: now) == 4600)
        #expect(Schedule.due(interval: 3600, nextDue: nil, marker: ahead, at: now) == 4600)
    }

    @Test func `what was put off by failures beyond the interval holds over a restart, up to a day and its jitter`() {
        for (ahead, wait) in [(7200.0, 7200.0), (95_040, 95_040), (95_041, 60)] {
            let nextDue = noon.addingTimeInterval(ahead)
            #expect(Schedule.due(interval: 60, nextDue: nextDue, marker: nil, at: now) == 1000 + wait)
        }
    }

    @Test func `a random number out of range makes no wild wait`() {
        #expect(Schedule.wait(interval: 3600, maxAge: nil, random: -5) == 3240)
        #expect(abs(Schedule.wait(interval: 3600, maxAge: nil, random: 5) - 3960) < 1e-6)
    }
}
