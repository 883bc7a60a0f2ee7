// Ten thousand events wait, and more come.

import FoundationEssentials
import Processes
import Rows
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Watch

@Suite struct OutboxRoomTests {
    func event(_ number: Int, _ batch: String, _ before: String? = "a", _ now: String? = "b") -> Event {
        var event = Event(id: "u-\(number)", kind: .changed, source: "london", url: "", time: noon)
        event.batch = batch
        event.previousRows = before.map { [Update(status: $0, date: "")] } ?? []
        event.rows = now.map { [Update(status: $0, date: "")] } ?? []
        return event
    }

    /// An outbox with so many entries, each of its own batch: the first is `u-1` of `b1`.
    func outbox(of count: Int) -> Outbox {
        var outbox = Outbox()
        for number in 1...count { outbox.add(event(number, "b\(number)"), to: [.hook]) }
        return outbox
    }

    func entries(_ outbox: Outbox) -> [OutboxEntry] { outbox.waiting(for: .hook) }

    @Test func `ten thousand are kept one by one`() {
        var outbox = outbox(of: Outbox.most - 1)
        outbox.add(event(10_000, "b1"), to: [.hook])
        #expect(entries(outbox).count == 10_000)
        #expect(entries(outbox).allSatisfy { $0.event.merged == nil })
        #expect(outbox.merged?[.hook] == nil)
    }

    @Test func `the one after them is put into the one that waits of its batch`() throws {
        var outbox = outbox(of: Outbox.most)
        outbox.add(event(10_001, "b7", "b", "c"), to: [.hook])
        outbox.add(event(10_002, "b7", "c", "d"), to: [.hook])
        #expect(entries(outbox).count == 10_000)
        let entry = entries(outbox)[6]
        #expect(entry.event.id == "u-10002+2")
        #expect(entry.event.previousRows.map(\.status) == ["a"])
        #expect(entry.event.rows.map(\.status) == ["d"])
        #expect(outbox.merged?[.hook] == 2)
    }

    @Test func `a sink that has room is not concerned`() {
        var outbox = outbox(of: Outbox.most)
        outbox.add(event(10_001, "b7"), to: [.journal, .hook])
        #expect(outbox.waiting(for: .journal).map(\.event.id) == ["u-10001"])
        #expect(outbox.merged == [.hook: 1])
    }

    @Test func `of a batch that waits with several it is the last, so that their order stays`() {
        var outbox = outbox(of: Outbox.most - 1)
        outbox.add(event(10_000, "b1", "b", "c"), to: [.hook])
        outbox.add(event(10_001, "b1", "c", "d"), to: [.hook])
        let mine = entries(outbox).filter { $0.event.batch == "b1" }
        #expect(mine.map(\.event.id) == ["u-1", "u-10001+1"])
        #expect(mine.map { $0.event.rows[0].status } == ["b", "d"])
    }

    @Test func `an event of another batch makes room by putting together what waits of each`() {
        var outbox = outbox(of: Outbox.most - 1)
        outbox.add(event(10_000, "b1", "b", "c"), to: [.hook])
        outbox.add(event(10_001, "new"), to: [.hook])
        #expect(entries(outbox).count == 10_000)
        #expect(entries(outbox).first?.event.id == "u-10000+1")
        #expect(entries(outbox).last?.event.id == "u-10001")
        outbox.add(event(10_002, "b1", "c", "d"), to: [.hook])
        #expect(entries(outbox).first?.event.id == "u-10002+2")
    }

    @Test(arguments: ["u-1", "u-10000"])
    func `what a courier has in hand is put together with nothing`(id: String) {
        var outbox = outbox(of: Outbox.most - 1)
        outbox.add(event(10_000, "b1", "b", "c"), to: [.hook])
        outbox.underway[.hook] = [id]
        outbox.add(event(10_001, "new"), to: [.hook])
        let ids = entries(outbox).map(\.event.id)
        #expect(ids.first == "u-1" && ids.contains("u-10000"))
    }

    @Test func `where that is not enough a summary counts the rest, and its id is never the same`() {
        var outbox = outbox(of: Outbox.most)
        var ids: Set<String> = []
        for number in 10_001...10_100 {
            outbox.add(event(number, "c\(number)"), to: [.hook])
            ids.insert(entries(outbox).last?.event.id ?? "")
        }
        #expect(entries(outbox).count == 10_001)
        #expect(entries(outbox).last?.event.message == "london: 100 further changes, see `batchwatch status`")
        #expect(entries(outbox).last?.event.id == "u-10100+100")
        #expect(ids.count == 100)
        #expect(outbox.merged?[.hook] == 100)
    }

    @Test func `events of the source itself are never only a number`() {
        var outbox = outbox(of: Outbox.most)
        outbox.add(event(10_001, "new"), to: [.hook])
        var failing = Event(id: "u-10002", kind: .failing, source: "london", url: "", time: noon)
        failing.detail = "no answer"
        outbox.add(failing, to: [.hook])
        failing.id = "u-10003"
        failing.kind = .recovered
        outbox.add(failing, to: [.hook])
        #expect(entries(outbox).map(\.event.kind).suffix(2) == [.changed, .recovered])
        #expect(entries(outbox).last?.event.id == "u-10003+1")
        #expect(entries(outbox).last?.event.message.hasSuffix("no answer (2 events merged)") == true)
    }

    @Test func `what a courier has in hand stays as it is`() {
        var outbox = outbox(of: Outbox.most)
        outbox.underway[.hook] = ["u-1"]
        outbox.add(event(10_001, "b1", "b", "c"), to: [.hook])
        outbox.add(event(10_002, "b1", "c", "d"), to: [.hook])
        let mine = entries(outbox).filter { $0.event.batch == "b1" }
        #expect(mine.map(\.event.id) == ["u-1", "u-10002+1"])
        #expect(mine.last?.event.previousRows.map(\.status) == ["b"])
    }

    @Test func `a summary in hand is followed by another`() {
        var outbox = outbox(of: Outbox.most)
        outbox.add(event(10_001, "new"), to: [.hook])
        outbox.underway[.hook] = ["u-10001+1"]
        outbox.add(event(10_002, "newer"), to: [.hook])
        #expect(entries(outbox).suffix(2).map(\.event.id) == ["u-10001+1", "u-10002+1"])
    }

    @Test func `what was tried keeps its wait, but the event is a new one`() {
        var outbox = outbox(of: Outbox.most)
        outbox.postpone("u-1", to: .hook, until: noon.addingTimeInterval(300), because: "exited with code 1")
        outbox.add(event(10_001, "b1"), to: [.hook])
        let entry = entries(outbox)[0]
        #expect(entry.event.id == "u-10001+1")
        #expect(entry.attempts == 0 && entry.trouble == nil)
        #expect(entry.notBefore == noon.addingTimeInterval(300))
    }

    @Test func `when all was delivered there is nothing to tell of any more`() {
        var outbox = outbox(of: Outbox.most)
        outbox.add(event(10_001, "b1"), to: [.hook])
        outbox.settle(entries(outbox).map { DeliveryRecord(.hook, $0.event.id, .delivered) })
        #expect(entries(outbox).isEmpty)
        #expect(outbox.merged?[.hook] == nil)
    }

    @Test func `letters are found again after others were taken out`() {
        var outbox = outbox(of: Outbox.most)
        outbox.add(event(10_001, "b9"), to: [.hook])
        outbox.delivered("u-1", to: .hook)
        outbox.add(event(10_002, "c"), to: [.hook])
        outbox.add(event(10_003, "b5"), to: [.hook])
        #expect(entries(outbox).first { $0.event.batch == "b5" }?.event.id == "u-10003+1")
        #expect(entries(outbox).first { $0.event.batch == "c" }?.event.id == "u-10002")
    }

    @Test func `ninety thousand more are a matter of seconds`() {
        var outbox = outbox(of: Outbox.most)
        let duration = processorTime {
            for number in 1...90_000 { outbox.add(event(10_000 + number, "b\(number)"), to: [.hook]) }
        }
        #expect(entries(outbox).count == 10_001)
        #expect(outbox.merged?[.hook] == 90_000)
        #expect(duration < .seconds(20))
    }

    @Test func `a thousand dead entries are kept, and the oldest goes for the next`() {
        var outbox = outbox(of: Outbox.mostDead + 1)
        for number in 1...Outbox.mostDead { outbox.bury("u-\(number)", to: .hook, because: "refused") }
        #expect(outbox.dead[.hook]?.count == 1000)
        let dropped = outbox.settle([DeliveryRecord(.hook, "u-1001", .dead)])
        #expect(dropped.map(\.event.id) == ["u-1"])
        #expect(outbox.dead[.hook]?.count == 1000)
        #expect(outbox.dead[.hook]?.last?.event.id == "u-1001")
        #expect(entries(outbox).isEmpty)
    }

    @Test func `a state with merged events is read as it was written, and one without the field too`() throws {
        var state = SourceState(uuid: "u")
        state.outbox = outbox(of: Outbox.most)
        state.outbox.add(event(10_001, "b1"), to: [.hook])
        state.outbox.underway[.hook] = ["u-2"]
        let bytes = try state.encoded()
        #expect(try SourceState.decoded(from: bytes, file: "") == state)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("underway") && !text.contains("places"))
        state.outbox = Outbox()
        #expect(try !String(decoding: state.encoded(), as: UTF8.self).contains("merged"))
        #expect(try SourceState.decoded(from: state.encoded(), file: "").outbox.merged == nil)
    }
}
