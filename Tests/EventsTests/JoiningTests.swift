import Events
import FoundationEssentials
import Rows
import TestKit
import Testing
import struct Coding.Date

/// Two events told as one say what was before the first and what is after the second.
@Suite struct JoiningTests {
    typealias Step = (kind: Event.Kind, before: [String], now: [String])

    func event(_ step: Step, _ number: Int) -> Event {
        var event = Event(
            id: "u-\(number)", kind: step.kind, source: "london", url: "",
            time: Date(timeIntervalSince1970: Double(number)))
        event.batch = "20121456171"
        event.previousRows = step.before.map { Update(status: $0, date: "") }
        event.rows = step.now.map { Update(status: $0, date: "") }
        return event
    }

    @Test(
        arguments: [
            ((.changed, ["a"], ["b"]), (.changed, ["b"], ["c"]), (.changed, ["a"], ["c"])),
            ((.changed, ["a"], ["b"]), (.changed, ["b"], ["a"]), (.changed, ["a"], ["a"])),
            ((.appeared, [], ["b"]), (.changed, ["b"], ["c"]), (.appeared, [], ["c"])),
            ((.changed, ["a"], ["b"]), (.disappeared, ["b"], []), (.disappeared, ["a"], [])),
            ((.disappeared, ["a"], []), (.appeared, [], ["b"]), (.changed, ["a"], ["b"])),
            ((.appeared, [], ["b"]), (.disappeared, ["b"], []), (.disappeared, ["b"], [])),
            ((.observed, [], ["a"]), (.changed, ["a"], ["b"]), (.observed, [], ["b"])),
            ((.observed, [], ["a"]), (.disappeared, ["a"], []), (.observed, [], [])),
            ((.observed, [], ["a"]), (.observed, [], ["b"]), (.observed, [], ["b"])),
            ((.changed, ["a"], ["b"]), (.observed, [], ["c"]), (.observed, ["a"], ["c"])),
        ] as [(Step, Step, Step)])
    func `what was before and what is now is true`(first: Step, second: Step, both: Step) {
        let joined = Event(joining: event(first, 1), event(second, 2))
        #expect(joined.kind == both.kind)
        #expect(joined.previousRows.map(\.status) == both.before)
        #expect(joined.rows.map(\.status) == both.now)
        #expect(joined.id == "u-2+1")
        #expect(joined.time == Date(timeIntervalSince1970: 2))
        #expect(joined.message.hasSuffix(" (2 events merged)"))
    }

    @Test func `the id counts what was put into it`() {
        let events = (1...4).map { event((.changed, ["\($0)"], ["\($0 + 1)"]), $0) }
        let front = Event(joining: events[0], events[1])
        let back = Event(joining: events[2], events[3])
        let all = Event(joining: front, back)
        #expect(all.id == "u-4+3")
        #expect(all.merged == 3)
        #expect(all.previousRows.map(\.status) == ["1"])
        #expect(all.rows.map(\.status) == ["5"])
    }

    @Test func `what changed and changed back says so`() {
        let joined = Event(joining: event((.changed, ["a"], ["b"]), 1), event((.changed, ["b"], ["a"]), 2))
        #expect(joined.message == #"20121456171: unchanged again: "a" (2 events merged)"#)
    }

    @Test(arguments: [
        (Event.Kind.observed, #"on the list with "b""#), (.appeared, #"now on the list with "b""#),
        (.changed, #""a" -> "b""#), (.disappeared, #"no longer on the list; last seen with "a""#),
    ])
    func `what became unclear after it was told is said beside it`(kind: Event.Kind, told: String) {
        var later = event((.unclear, ["b"], ["c"]), 2)
        later.detail = "page 3"
        let first = event(
            (kind, kind == .changed || kind == .disappeared ? ["a"] : [], kind == .disappeared ? [] : ["b"]), 1)
        let joined = Event(joining: first, later)
        #expect(joined.kind == kind && joined.rows == first.rows)
        #expect(joined.message == "20121456171: \(told); since then unclear: page 3 (2 events merged)")
    }

    @Test func `a summary says how many there are`() {
        var summary = Event(summaryOf: event((.changed, ["a"], ["b"]), 1))
        #expect(summary.isSummary && summary.id == "u-1+1")
        #expect(summary.message == "london: 1 further change, see `batchwatch status`")
        summary.merged = 2
        #expect(summary.message == "london: 2 further changes, see `batchwatch status`")
    }
}
