import Testing

@testable import Processes

/// The decisions over time, without processes.
@Suite struct CourseTests {
    private let quiet = Child.Sight()
    private let ended = Child.Sight(hasEnded: true)
    private let over = Child.Sight(hasEnded: true, isSilent: true)
    private let told = Child.Sight(isToldToStop: true)

    @Test func `TERM at the limit, KILL a grace later, and no wait for what KILL cannot end`() {
        var course = Course(start: 100, limit: 30, grace: 5)
        #expect(course.step(quiet, at: 129.9) == .wait)
        #expect(course.step(quiet, at: 130) == .terminate)
        #expect(course.deadline == 135 && course.cutShort == .timedOut && !course.heedsStop)
        #expect(course.step(told, at: 134.9) == .wait)
        #expect(course.step(quiet, at: 135) == .kill)
        #expect(course.step(quiet, at: 139.9) == .wait)
        #expect(course.step(quiet, at: 140) == .abandon)
    }

    @Test func `after the end its output is read for a second at most`() {
        var course = Course(start: 0, limit: 30, grace: 5)
        #expect(course.step(ended, at: 10) == .wait)
        #expect(course.deadline == 11)
        #expect(course.step(ended, at: 10.9) == .wait)
        #expect(course.step(ended, at: 11) == .finish)
        var other = Course(start: 0, limit: 30, grace: 5)
        #expect(other.step(over, at: 10) == .finish)
        #expect(course.cutShort == nil && other.cutShort == nil)
    }

    @Test func `who ended by himself was neither stopped nor late`() {
        var course = Course(start: 0, limit: 30, grace: 5)
        #expect(course.step(Child.Sight(hasEnded: true, isSilent: true, isToldToStop: true), at: 31) == .finish)
        #expect(course.cutShort == nil)
    }

    @Test func `a stop is as good as the limit`() {
        var course = Course(start: 0, limit: 30, grace: 5)
        #expect(course.step(told, at: 1) == .terminate)
        #expect(course.deadline == 6 && course.cutShort == .stopped)
    }

    @Test(arguments: [-1, 0, -Double.infinity, .nan]) func `a limit that is none is over at once`(limit: Double) {
        var course = Course(start: 5, limit: limit, grace: 5)
        #expect(course.step(quiet, at: 5) == .terminate)
    }
}
