import Testing

@testable import Processes

/// The decisions over time, without processes.
@Suite struct LifecycleTests {
    private let quiet = Child.Observation()
    private let ended = Child.Observation(hasEnded: true)
    private let over = Child.Observation(hasEnded: true, isSilent: true)
    private let told = Child.Observation(isToldToStop: true)

    @Test func `TERM at the limit, KILL a grace later, and no wait for what KILL cannot end`() {
        var lifecycle = Lifecycle(start: 100, limit: 30, grace: 5)
        #expect(lifecycle.step(quiet, at: 129.9) == .wait)
        #expect(lifecycle.step(quiet, at: 130) == .terminate)
        #expect(lifecycle.deadline == 135 && lifecycle.cutShort == .timedOut && !lifecycle.heedsStop)
        #expect(lifecycle.step(told, at: 134.9) == .wait)
        #expect(lifecycle.step(quiet, at: 135) == .kill)
        #expect(lifecycle.step(quiet, at: 139.9) == .wait)
        #expect(lifecycle.step(quiet, at: 140) == .abandon)
    }

    @Test func `after the end its output is read for a second at most`() {
        var lifecycle = Lifecycle(start: 0, limit: 30, grace: 5)
        #expect(lifecycle.step(ended, at: 10) == .wait)
        #expect(lifecycle.deadline == 11)
        #expect(lifecycle.step(ended, at: 10.9) == .wait)
        #expect(lifecycle.step(ended, at: 11) == .finish)
        var other = Lifecycle(start: 0, limit: 30, grace: 5)
        #expect(other.step(over, at: 10) == .finish)
        #expect(lifecycle.cutShort == nil && other.cutShort == nil)
    }

    @Test func `who ended by himself was neither stopped nor late`() {
        var lifecycle = Lifecycle(start: 0, limit: 30, grace: 5)
        let all = Child.Observation(hasEnded: true, isSilent: true, isToldToStop: true)
        #expect(lifecycle.step(all, at: 31) == .finish)
        #expect(lifecycle.cutShort == nil)
    }

    @Test func `a stop is as good as the limit`() {
        var lifecycle = Lifecycle(start: 0, limit: 30, grace: 5)
        #expect(lifecycle.step(told, at: 1) == .terminate)
        #expect(lifecycle.deadline == 6 && lifecycle.cutShort == .stopped)
    }

    @Test(arguments: [-1, 0, -Double.infinity, .nan]) func `a limit that is none is over at once`(limit: Double) {
        var lifecycle = Lifecycle(start: 5, limit: limit, grace: 5)
        #expect(lifecycle.step(quiet, at: 5) == .terminate)
    }
}
