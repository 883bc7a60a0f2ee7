import Testing
import Watch

@Suite struct PageScheduleTests {
    private func mark(_ changes: Int, troubles: [Trouble] = []) -> PageSchedule.Mark {
        PageSchedule.Mark(configurations: 1, changes: ["london": changes], troubles: troubles)
    }

    private func written(_ mark: PageSchedule.Mark, at time: Double, hasFailed: Bool = false) -> PageSchedule {
        var schedule = PageSchedule()
        schedule.begin(mark)
        schedule.end(at: time, hasFailed: hasFailed)
        return schedule
    }

    @Test func `the first page is due at once`() {
        #expect(PageSchedule().due(for: mark(0), at: 5) == 5)
    }

    @Test func `one that shows the same is not due, for a day`() {
        let schedule = written(mark(1), at: 100)
        #expect(schedule.due(for: mark(1), at: 100) == nil)
        #expect(schedule.due(for: mark(1), at: 86_499) == nil)
        #expect(schedule.due(for: mark(1), at: 86_500) == 86_500)
    }

    @Test func `what changes is shown ten seconds after the last page at the soonest`() {
        let schedule = written(mark(1), at: 100)
        #expect(schedule.due(for: mark(2), at: 101) == 110)
        #expect(schedule.due(for: mark(1, troubles: [Trouble(.stale, "unchanged")]), at: 500) == 110)
        var other = mark(1)
        other.configurations = 2
        #expect(schedule.due(for: other, at: 101) == 110)
    }

    @Test func `nothing is due while one is written, and what changed meanwhile is due after it`() {
        var schedule = PageSchedule()
        schedule.begin(mark(1))
        #expect(schedule.due(for: mark(2), at: 3) == nil)
        schedule.end(at: 4, hasFailed: false)
        #expect(schedule.due(for: mark(2), at: 4) == 14)
        #expect(schedule.due(for: mark(1), at: 4) == nil)
    }

    @Test func `one that failed is tried again after a minute, whatever changed`() {
        var schedule = written(mark(1), at: 100, hasFailed: true)
        #expect(schedule.due(for: mark(1), at: 101) == 160)
        #expect(schedule.due(for: mark(2), at: 101) == 160)
        var reloaded = mark(1)
        reloaded.configurations = 2
        #expect(schedule.due(for: reloaded, at: 101) == 110)
        schedule.begin(mark(2))
        schedule.end(at: 160, hasFailed: false)
        #expect(schedule.due(for: mark(2), at: 161) == nil)
    }
}
