import Testing
import WatchKit

@testable import Watch

@Suite struct AgendaTests {
    @Test func `what is due is taken once, the longest due first`() {
        var agenda = Agenda()
        agenda.set("b", due: 20)
        agenda.set("a", due: 30)
        agenda.set("c", due: 99)
        #expect(agenda.take(at: 50).map(\.name) == ["b", "a"])
        #expect(agenda.take(at: 50).isEmpty)
        #expect(agenda.nextDue == 99)
    }

    @Test func `a hundred and twenty-eight are under way at most`() {
        var agenda = Agenda()
        for number in 1...Agenda.mostAtOnce + 2 { agenda.set("s\(number)", due: Double(number)) }
        #expect(agenda.take(at: 500).map(\.name) == (1...128).map { "s\($0)" })
        #expect(agenda.nextDue == nil)
        agenda.finished("s2", due: 1_000)
        #expect(agenda.take(at: 500).map(\.name) == ["s129"])
    }

    @Test func `once a way out appears, what waits for one is due, and nothing else`() {
        var agenda = Agenda()
        for name in ["offline", "failing", "asked"] { agenda.set(name, due: 10) }
        _ = agenda.take(at: 10)
        for name in ["offline", "asked"] { agenda.set(name, isOffline: true) }
        agenda.finished("offline", due: 70)
        agenda.finished("failing", due: 3_600)
        #expect(agenda.isAnyOffline)
        agenda.wayOutAppeared(at: 20)
        #expect(agenda.due("offline") == 20)
        #expect(agenda.due("failing") == 3_600)
        // What was under way may have been asked for too early.
        agenda.finished("asked", due: 80)
        #expect(agenda.due("asked") == 20)
        #expect(agenda.take(at: 20).map(\.name) == ["asked", "offline"])
        for name in ["offline", "asked"] {
            agenda.set(name, isOffline: false)
            agenda.finished(name, due: 3_620)
        }
        #expect(!agenda.isAnyOffline)
        agenda.wayOutAppeared(at: 30)
        #expect(agenda.nextDue == 3_600)
    }

    @Test func `what is due already, or was taken off, is not moved by a way out`() {
        var agenda = Agenda()
        for name in ["due", "gone"] {
            agenda.set(name, due: 10)
            agenda.set(name, isOffline: true)
        }
        agenda.set("gone", due: .infinity)
        agenda.wayOutAppeared(at: 20)
        #expect(agenda.due("due") == 10)
        #expect(agenda.due("gone") == .infinity)
    }

    @Test func `a network that comes and goes is given more and more time, a minute at most`() {
        var pause = FlapPause()
        #expect((1...9).map { _ in pause.next() } == [0.5, 1, 2, 4, 8, 16, 32, 60, 60])
    }

    @Test func `one server is asked for four sources at a time, and others are not held up`() {
        var agenda = Agenda()
        for number in 1...6 {
            agenda.set("s\(number)", due: Double(number))
            agenda.set("s\(number)", server: "https://slow.example:443")
        }
        agenda.set("other", due: 7)
        agenda.set("other", server: "https://other.example:443")
        agenda.set("file", due: 8)
        agenda.set("later", due: 100)
        #expect(agenda.take(at: 50).map(\.name) == ["s1", "s2", "s3", "s4", "other", "file"])
        #expect(agenda.nextDue == 100)
        agenda.finished("s2", due: 200)
        #expect(agenda.nextDue == 5)
        #expect(agenda.take(at: 50).map(\.name) == ["s5"])
    }

    @Test func `a source whose server changes during its poll counts for the new one`() {
        var agenda = Agenda()
        for number in 1...5 {
            agenda.set("s\(number)", due: 1)
            agenda.set("s\(number)", server: "http://slow.example:80")
        }
        #expect(agenda.take(at: 50).count == 4)
        agenda.set("s1", server: "http://new.example:80")
        #expect(agenda.take(at: 50).map(\.name) == ["s5"])
        for number in 1...5 { agenda.finished("s\(number)", due: 60) }
        #expect(agenda.take(at: 60).count == 5)
    }

    @Test func `a finished poll is due again when it says so`() {
        var agenda = Agenda()
        agenda.set("a", due: 0)
        _ = agenda.take(at: 1)
        agenda.finished("a", due: 3601)
        #expect(agenda.nextDue == 3601)
        #expect(agenda.take(at: 3600).isEmpty)
        #expect(agenda.take(at: 3601).map(\.name) == ["a"])
    }

    @Test func `three days of suspend are one poll`() {
        var agenda = Agenda()
        agenda.set("a", due: 3_600)
        #expect(agenda.take(at: 3_600 + 3 * 86_400).map(\.name) == ["a"])
        #expect(agenda.take(at: 3_601 + 3 * 86_400).isEmpty)
        agenda.finished("a", due: 266_400)
        #expect(agenda.take(at: 3_602 + 3 * 86_400).isEmpty)
        #expect(agenda.nextDue == 266_400)
    }

    @Test func `a look is taken at once and leaves the due time as it was`() {
        var agenda = Agenda()
        agenda.set("a", due: 500)
        agenda.wantLook(at: "a")
        #expect(agenda.take(at: 1) == [Agenda.Job(name: "a", isDue: false)])
        agenda.finished("a", due: nil)
        #expect(agenda.nextDue == 500)
        #expect(agenda.take(at: 2).isEmpty)
    }

    @Test func `a source taken off during its poll and put on again has no second poll at the same time`() {
        var agenda = Agenda()
        agenda.set("a", due: 0)
        _ = agenda.take(at: 1)
        agenda.remove("a")
        #expect(agenda.nextDue == nil)
        agenda.set("a", due: 1)
        #expect(agenda.take(at: 2).isEmpty)
        agenda.finished("a", due: 60)
        #expect(agenda.take(at: 60).map(\.name) == ["a"])
    }

    @Test func `a source taken off during its poll is not looked at any more`() {
        var agenda = Agenda()
        agenda.set("a", due: 0)
        _ = agenda.take(at: 1)
        agenda.wantLook(at: "a")
        agenda.remove("a")
        agenda.finished("a", due: nil)
        #expect(agenda.take(at: 2).isEmpty)
    }
}
