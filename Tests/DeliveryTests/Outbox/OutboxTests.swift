import FoundationEssentials
import Processes
import Testing
import WatchKit

@testable import Delivery
@testable import Events
import struct Coding.Date

@Suite struct OutboxTests {
    func event(_ id: Int, _ batch: String) -> Event {
        var event = Event(id: "u-\(id)", kind: .changed, source: "london", url: "", time: noon)
        event.batch = batch
        return event
    }

    func outbox(_ batches: String...) -> Outbox {
        var outbox = Outbox()
        for (index, batch) in batches.enumerated() { outbox.add(event(index + 1, batch), to: [.journal, .hook]) }
        return outbox
    }

    @Test func `letters go out oldest first, and each sink has its own`() {
        var outbox = outbox("a", "b")
        #expect(outbox.next(for: .hook, at: noon)?.event.id == "u-1")
        outbox.delivered("u-1", to: .hook)
        #expect(outbox.next(for: .hook, at: noon)?.event.id == "u-2")
        #expect(outbox.next(for: .journal, at: noon)?.event.id == "u-1")
    }

    @Test func `a batch that waits keeps its order and holds up no other`() {
        var outbox = outbox("a", "a", "b")
        outbox.postpone("u-1", to: .hook, until: noon.addingTimeInterval(5), because: "x")
        #expect(outbox.next(for: .hook, at: noon)?.event.id == "u-3")
        outbox.delivered("u-3", to: .hook)
        #expect(outbox.next(for: .hook, at: noon) == nil)
        #expect(outbox.nextDue(for: .hook, after: noon) == noon.addingTimeInterval(5))
        let later = outbox.next(for: .hook, at: noon.addingTimeInterval(5))
        #expect(later?.event.id == "u-1")
        #expect(later?.attempts == 1)
    }

    @Test func `a entry that failed comes when no other is left`() {
        var outbox = outbox("a", "b")
        outbox.postpone("u-1", to: .hook, until: noon, because: "x")
        #expect(outbox.next(for: .hook, at: noon, limit: 9).map(\.event.id) == ["u-2"])
        outbox.delivered("u-2", to: .hook)
        #expect(outbox.next(for: .hook, at: noon, limit: 9).map(\.event.id) == ["u-1"])
    }

    @Test func `putting off uses no attempt`() {
        var outbox = outbox("a")
        outbox.putOff("u-1", to: .hook, until: noon.addingTimeInterval(60), because: "75")
        #expect(outbox.next(for: .hook, at: noon) == nil)
        #expect(outbox.waiting(for: .hook)[0].attempts == 0)
    }

    @Test func `a dead entry is kept and the next of its batch goes out`() {
        var outbox = outbox("a", "a")
        outbox.bury("u-1", to: .hook, because: "refused")
        #expect(outbox.dead[.hook]?.map(\.event.id) == ["u-1"])
        #expect(outbox.dead[.hook]?.first?.attempts == 1)
        #expect(outbox.dead[.hook]?.first?.trouble == "refused")
        #expect(outbox.next(for: .hook, at: noon)?.event.id == "u-2")
        #expect(outbox.waiting(for: .journal).count == 2)
    }

    @Test func `nothing waits in an empty outbox`() {
        #expect(Outbox().next(for: .hook, at: noon) == nil)
        #expect(Outbox().nextDue(for: .hook, after: noon) == nil)
    }

    @Test func `several at once are in order, and none of a batch that waits`() {
        var outbox = outbox("a", "b", "a", "b", "c")
        outbox.postpone("u-2", to: .hook, until: noon.addingTimeInterval(5), because: "x")
        #expect(outbox.next(for: .hook, at: noon, limit: 10).map(\.event.id) == ["u-1", "u-3", "u-5"])
        #expect(outbox.next(for: .hook, at: noon, limit: 2).map(\.event.id) == ["u-1", "u-3"])
    }

    @Test func `where only one may be tried it is the one that failed least`() {
        var outbox = outbox("a", "b", "c")
        outbox.postpone("u-1", to: .hook, until: noon, because: "x")
        #expect(outbox.probe(for: .hook, at: noon)?.event.id == "u-2")
        outbox.postpone("u-2", to: .hook, until: noon.addingTimeInterval(5), because: "x")
        outbox.postpone("u-3", to: .hook, until: noon, because: "x")
        outbox.postpone("u-3", to: .hook, until: noon, because: "x")
        #expect(outbox.probe(for: .hook, at: noon)?.event.id == "u-1")
    }
}

/// One try at a time, in the words of these tests.
extension Outbox {
    func next(for sink: SinkName, at now: Date) -> OutboxEntry? {
        next(for: sink, at: now, limit: 1).first
    }

    mutating func delivered(_ id: String, to sink: SinkName) {
        settle([DeliveryRecord(sink, id, .delivered)])
    }

    mutating func postpone(_ id: String, to sink: SinkName, until time: Date, because trouble: String) {
        settle(id, sink, .waiting, tries: 1, until: time, trouble)
    }

    mutating func putOff(_ id: String, to sink: SinkName, until time: Date, because trouble: String) {
        settle(id, sink, .waiting, tries: 0, until: time, trouble)
    }

    mutating func bury(_ id: String, to sink: SinkName, because trouble: String) {
        settle(id, sink, .dead, tries: 1, until: nil, trouble)
    }

    private mutating func settle(
        _ id: String, _ sink: SinkName, _ status: DeliveryRecord.Status, tries: Int, until time: Date?,
        _ trouble: String
    ) {
        var record = DeliveryRecord(sink, id, status)
        record.attempts = (waiting(for: sink).first { $0.event.id == id }?.attempts ?? 0) + tries
        record.notBefore = time
        record.trouble = trouble
        settle([record])
    }
}
