import Dispatch
import Foundation
import Processes
import Synchronization
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Watch

@Suite struct CourierTests {
    let folder: Folder
    let store: SourceStore
    let script = ScriptedSink()

    init() throws {
        folder = try Folder()
        var history = SourceHistory(try source(["20121456171": "", "20121456172": ""]))
        history.poll(edition("d1"))
        store = SourceStore(
            name: "london", state: history.state, in: try StateDirectory(folder.path + "/state"))
        try store.update { $0.lastChange = noon }
    }

    var saved: SourceState? { (try? StateDirectory.peek("london", in: folder.path + "/state")) ?? nil }

    @Test func `delivered events are cleared, on disk too`() {
        #expect(script.courier { _, _ in .delivered }.deliverAll(from: store) == nil)
        #expect(script.ids == ["u-1", "u-2"])
        #expect(saved?.outbox.waiting(for: .hook).isEmpty == true)
        #expect(saved?.outbox.waiting(for: .journal).count == 2)
    }

    @Test func `who wakes it while it delivers is heard once, however often`() {
        let (begun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let courier = script.courier { event, _ in
            if event.id == "u-1" {
                begun.signal()
                mayGoOn.wait()
            }
            return .delivered
        }
        courier.serve([store])
        begun.wait()
        for _ in 0..<1000 { courier.wake() }
        let looks = script.log.withLock { $0.looks }
        mayGoOn.signal()
        let over = DispatchGroup()
        courier.finish(in: over)
        over.wait()
        #expect(script.ids == ["u-1", "u-2"])
        #expect(script.log.withLock { $0.looks } < looks + 20)
    }

    @Test func `a list with many events holds up no other for long`() throws {
        let numbers = (0..<500).map { "2012145\(6000 + $0)" }
        var many = SourceHistory(try source(Dictionary(uniqueKeysWithValues: numbers.map { ($0, "") })))
        many.poll(edition("d1"))
        let full = SourceStore(
            name: "paris", state: many.state, in: try StateDirectory(folder.path + "/other"))
        try full.update { $0.lastChange = noon }
        let other = store
        let isOver = DispatchSemaphore(value: 0)
        let script = script
        let courier = script.courier { _, _ in
            if script.ids.count == 502 { isOver.signal() }
            return .delivered
        }
        courier.serve([full, other])
        #expect(isOver.wait(timeout: .now() + 30) == .success)
        // Both have ids that begin with "u-": those of the short list are the ones that come twice.
        let firstTwice = script.ids.indices.first { script.ids[..<$0].contains(script.ids[$0]) }
        #expect(try #require(firstTwice) <= 110)
        let over = DispatchGroup()
        courier.finish(in: over)
        over.wait()
        #expect(full.state.outbox.waiting(for: .hook).isEmpty && other.state.outbox.waiting(for: .hook).isEmpty)
        let saved = try StateDirectory.peek("paris", in: folder.path + "/other")
        #expect(saved?.outbox.waiting(for: .hook).isEmpty == true)
    }

    @Test func `a failed one is tried again after 5 seconds, then 5 minutes`() {
        let courier = script.courier { event, attempt in
            event.id == "u-1" && attempt < 3 ? .failed(cause: "exit 1") : .delivered
        }
        #expect(courier.deliverAll(from: store) == noon.addingTimeInterval(5))
        #expect(script.ids == ["u-1", "u-2"])
        script.advance(5)
        #expect(courier.deliverAll(from: store) == noon.addingTimeInterval(305))
        script.advance(300)
        #expect(courier.deliverAll(from: store) == nil)
        #expect(script.ids == ["u-1", "u-2", "u-1", "u-1"])
        #expect(script.log.withLock { $0.attempts } == [1, 1, 2, 3])
    }

    @Test func `each failure is told with its cause and when it is tried again`() {
        let courier = script.courier { event, attempt in
            event.id == "u-1" && attempt < 3 ? .failed(cause: "exited with code 1") : .delivered
        }
        _ = courier.deliverAll(from: store)
        script.advance(5)
        _ = courier.deliverAll(from: store)
        script.advance(300)
        _ = courier.deliverAll(from: store)
        #expect(script.notices == [.hookFailed, .hookFailed])
    }

    @Test func `after the tenth failure it is a dead entry, and that is told`() {
        let courier = script.courier { event, _ in event.id == "u-1" ? .failed(cause: "exit 1") : .delivered }
        for _ in 1...20 {
            _ = courier.deliverAll(from: store)
            script.advance(100_000)
        }
        #expect(script.ids.count { $0 == "u-1" } == 10)
        #expect(saved?.outbox.dead[.hook]?.map(\.event.id) == ["u-1"])
        #expect(script.notices == Array(repeating: .hookFailed, count: 9) + [.deadLetter])
    }

    @Test func `a refused one is a dead entry at once`() {
        _ = script.courier { _, _ in .refused }.deliverAll(from: store)
        #expect(saved?.outbox.dead[.hook]?.count == 2)
    }

    @Test func `"later" uses no attempt, however often`() {
        let courier = script.courier { _, _ in .later(cause: "75") }
        for wait in [60.0, 120, 240, 480, 900, 900, 900] {
            #expect(courier.deliverAll(from: store) == script.log.withLock { $0.now.addingTimeInterval(wait) })
            script.advance(wait)
        }
        #expect(saved?.outbox.waiting(for: .hook).map(\.attempts) == [0, 0])
        #expect(script.ids.count == 7)
    }

    @Test func `a hook that cannot be used is told once, uses no attempt, and is looked at again in a minute`() {
        let courier = script.courier { _, _ in .unusable(HookRefusal("/hook", .missing)) }
        #expect(courier.deliverAll(from: store) == noon.addingTimeInterval(60))
        script.advance(60)
        _ = courier.deliverAll(from: store)
        #expect(script.notices == [.hookRefused])
        #expect(store.state.outbox.waiting(for: .hook).map(\.attempts) == [0, 0])
    }

    @Test func `a hook that exits with 78 though no check finds fault runs after growing waits, and not at each poll`()
    {
        let courier = script.courier { _, _ in .unusable(HookRefusal("/hook", .notReady("x"))) }
        for (index, wait) in [60.0, 120, 240, 480, 900, 900].enumerated() {
            _ = courier.deliverAll(from: store)
            script.advance(wait - 1)
            _ = courier.deliverAll(from: store)
            #expect(script.ids.count == index + 1)
            script.advance(1)
        }
        #expect(script.notices == [.hookRefused])
    }

    @Test func `a hook that broke again after a delivery is told again`() {
        let courier = script.courier { [script] _, _ in
            script.ids.count == 2 ? .delivered : .unusable(HookRefusal("/hook", .missing))
        }
        for _ in 1...3 {
            _ = courier.deliverAll(from: store)
            script.advance(60)
        }
        #expect(script.notices == [.hookRefused, .hookAccepted, .hookRefused])
    }

    @Test func `a hook that cannot be used is told again after a new configuration`() {
        let courier = script.courier { _, _ in .unusable(HookRefusal("/hook", .missing)) }
        for count in 1...2 {
            courier.serve([store])
            for _ in 1...1500 where script.notices.count < count { usleep(10_000) }
        }
        #expect(script.notices == [.hookRefused, .hookRefused])
    }

    @Test(arguments: [0.0, 0.5, 1.0])
    func `the waits are those of the table, 20 % up or down`(chance: Double) throws {
        var courier = script.courier { _, _ in .failed(cause: "exit 1") }
        var tools = courier.tools
        tools.random = { chance }
        courier = Courier(for: .hook, tools: tools)
        try store.update { $0.outbox.drop { $0 == "u-2" } }
        for wait in [5.0, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] {
            let now = script.log.withLock { $0.now }
            let due = now.addingTimeInterval(wait * (0.8 + 0.4 * chance))
            #expect(courier.deliverAll(from: store) == due)
            script.advance(due.timeIntervalSince(now) - 1)
            let count = script.ids.count
            #expect(courier.deliverAll(from: store) == due)
            #expect(script.ids.count == count)
            script.advance(1)
        }
        #expect(courier.deliverAll(from: store) == nil)
        #expect(script.ids.count == 10)
        #expect(store.state.outbox.dead[.hook]?.count == 1)
    }

    @Test func `a hook that cannot be used delivers all when it can be again`() {
        let mended = Flag()
        let courier = script.courier { _, _ in mended.isSet ? .delivered : .unusable(HookRefusal("/hook", .writable)) }
        for _ in 1...20 {
            _ = courier.deliverAll(from: store)
            script.advance(60)
        }
        mended.isSet = true
        #expect(courier.deliverAll(from: store) == nil)
        #expect(script.ids.suffix(2) == ["u-1", "u-2"])
        #expect(script.log.withLock { Set($0.attempts) } == [1])
        #expect(script.notices == [.hookRefused, .hookAccepted])
    }

    @Test func `a sink that was mended gets at once what was to wait for hours, and one that was not broken does not`()
    {
        let mended = Flag()
        let courier = script.courier { _, _ in mended.isSet ? .delivered : .failed(cause: "exited with code 1") }
        _ = courier.deliverAll(from: store)
        courier.serve([store])
        courier.judge(nil)
        courier.settle(in: DispatchGroup())
        let before = script.ids.count
        courier.judge(HookRefusal("/hook", .missing))
        let done = DispatchGroup()
        courier.settle(in: done)
        #expect(script.notices.last == .hookRefused && courier.sinkTrouble?.cause == "/hook does not exist")
        mended.isSet = true
        #expect(script.ids.count == before)
        courier.judge(nil)
        courier.settle(in: done)
        #expect(script.ids.suffix(2) == ["u-1", "u-2"] && store.state.outbox.waiting(for: .hook).isEmpty)
        #expect(script.notices.last == .hookAccepted && courier.sinkTrouble == nil)
    }

    @Test func `while a check says that the sink cannot work no event is tried, whoever asks`() {
        let courier = script.courier { _, _ in .failed(cause: "exited with code 1") }
        let done = DispatchGroup()
        courier.judge(HookRefusal("/hook", .notReady("x")))
        courier.serve([store])
        courier.tryAgain()
        script.advance(100_000)
        courier.wake()
        courier.settle(in: done)
        #expect(courier.deliverAll(from: store) == nil && script.ids.isEmpty)
        #expect(store.state.outbox.waiting(for: .hook).map(\.attempts) == [0, 0])
        #expect(courier.sinkTrouble?.cause == "/hook cannot work: x" && script.notices == [.hookRefused])
        courier.forgetRefusal()
        courier.settle(in: done)
        #expect(courier.sinkTrouble == nil && courier.deliverAll(from: store) != nil && !script.ids.isEmpty)
    }

    @Test func `the courier reports a refusal even if a reload overtakes it`() {
        let holder = Mutex<Courier?>(nil)
        let courier = script.courier { [store] _, _ in
            holder.withLock { $0 }?.serve([store])
            holder.withLock { $0 }?.judge(HookRefusal("/hook", .notReady("x")))
            return .delivered
        }
        holder.withLock { $0 = courier }
        courier.serve([store])
        courier.settle(in: DispatchGroup())
        courier.settle(in: DispatchGroup())
        #expect(script.notices == [.hookRefused] && courier.sinkTrouble?.cause == "/hook cannot work: x")
        holder.withLock { $0 = nil }
    }

    @Test func `a check that fails during a delivery holds back the events after it`() {
        let holder = Mutex<Courier?>(nil)
        let courier = script.courier { _, _ in
            holder.withLock { $0 }?.judge(HookRefusal("/hook", .notReady("x")))
            return .delivered
        }
        holder.withLock { $0 = courier }
        courier.serve([store])
        courier.settle(in: DispatchGroup())
        #expect(script.ids == ["u-1"] && courier.sinkTrouble?.cause == "/hook cannot work: x")
        holder.withLock { $0 = nil }
    }

    @Test func `of several at once those after a failed one of their batch stay back`() throws {
        try store.update { state in
            for number in 3...4 {
                var event = Event(id: "u-\(number)", kind: .changed, source: "london", url: "", time: noon)
                event.batch = number == 3 ? "20121456171" : "20121456172"
                state.outbox.add(event, to: [.hook])
            }
        }
        var tools = script.courier { event, _ in event.id == "u-1" ? .failed(cause: "x") : .delivered }.tools
        tools.mostAtOnce = 100
        _ = Courier(for: .hook, tools: tools).deliverAll(from: store)
        #expect(script.ids == ["u-1", "u-2", "u-4"])
        #expect(saved?.outbox.waiting(for: .hook).map(\.event.id) == ["u-1", "u-3"])
        #expect(store.state.outbox.underway.isEmpty)
    }

    @Test func `what is dropped while the one before it is delivered is not delivered`() {
        let courier = script.courier { [store] event, _ in
            if event.id == "u-1" { try? store.update { $0.outbox.drop { $0 == "u-2" } } }
            return .delivered
        }
        #expect(courier.deliverAll(from: store) == nil)
        #expect(script.ids == ["u-1"])
    }

    @Test func `those that never failed come first`() throws {
        try store.update { state in state.outbox.postpone("u-1", to: .hook, until: noon, because: "x") }
        let courier = script.courier { _, _ in .delivered }
        #expect(courier.deliverAll(from: store) == nil)
        #expect(script.ids == ["u-2", "u-1"])
    }

    @Test func `a full outbox is told once, until all is delivered`() throws {
        let isReached = Flag()
        let courier = script.courier { _, _ in isReached.isSet ? .delivered : .unusable(HookRefusal("/hook", .missing))
        }
        func flood(_ first: Int) throws {
            try store.update { state in
                for number in first..<first + Outbox.most {
                    var event = Event(id: "u-\(number)", kind: .failing, source: "london", url: "", time: noon)
                    event.batch = "b\(number)"
                    state.outbox.add(event, to: [.hook])
                }
            }
        }
        try flood(3)
        for _ in 1...3 { _ = courier.deliverAll(from: store) }
        #expect(script.notices == [.outboxFull, .hookRefused])
        isReached.isSet = true
        #expect(courier.deliverAll(from: store) == nil)
        #expect(script.ids.last == "u-10002+2")
        _ = courier.deliverAll(from: store)
        isReached.isSet = false
        try flood(20_000)
        try flood(40_000)
        _ = courier.deliverAll(from: store)
        #expect(script.notices.count { $0 == .outboxFull } == 2)
    }

    @Test func `a dead entry that has to go is told`() throws {
        let courier = script.courier { _, _ in .refused }
        try store.update { state in
            for number in 3...1001 {
                var event = Event(id: "u-\(number)", kind: .failing, source: "london", url: "", time: noon)
                event.batch = "b\(number)"
                state.outbox.add(event, to: [.hook])
            }
        }
        _ = courier.deliverAll(from: store)
        #expect(script.notices.count { $0 == .deadLetter } == 1001)
        #expect(script.notices.count { $0 == .eventDropped } == 1)
    }

    @Test func `an interrupted delivery leaves the entry as it was`() {
        let before = store.state.outbox
        #expect(script.courier { _, _ in .interrupted }.deliverAll(from: store) == noon.addingTimeInterval(60))
        #expect(script.ids == ["u-1"])
        #expect(store.state.outbox == before)
    }

    @Test func `nothing is delivered after the stop`() throws {
        let stop = try StopSignal()
        stop.raise()
        #expect(script.courier(stop: stop) { _, _ in .delivered }.deliverAll(from: store) == nil)
        #expect(script.ids.isEmpty)
    }

    @Test func `nothing is delivered while the state cannot be saved`() throws {
        let obstacle = folder.path + "/state/london.json.new/full"
        let log = folder.path + "/state/london.settled"
        for path in [obstacle, log] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let courier = script.courier { _, _ in .delivered }
        #expect(courier.deliverAll(from: store) == noon.addingTimeInterval(60))
        #expect(script.ids == ["u-1"])  // delivered before anybody could know
        _ = courier.deliverAll(from: store)
        #expect(script.ids == ["u-1"])
        for path in [folder.path + "/state/london.json.new", log] { try FileManager.default.removeItem(atPath: path) }
        _ = courier.deliverAll(from: store)
        #expect(script.ids == ["u-1", "u-2"])
        #expect(script.notices == [.saveFailed, .saveFailed])
    }

    @Test func `on its queue it wakes up for the entry that is due first, whosever it is`() throws {
        let other = SourceStore(name: "paris", state: store.state, in: try StateDirectory(folder.path + "/other"))
        try store.update { state in
            for id in ["u-1", "u-2"] {
                state.outbox.postpone(id, to: .hook, until: noon.addingTimeInterval(0.2), because: "")
            }
        }
        try other.update { state in
            for id in ["u-1", "u-2"] {
                state.outbox.postpone(id, to: .hook, until: noon.addingTimeInterval(600), because: "")
            }
        }
        let courier = script.courier { _, _ in .delivered }
        courier.serve([store, other])
        usleep(50_000)  // so that it sleeps already
        script.advance(1)
        for _ in 1...1500 where script.ids.count < 2 { usleep(10_000) }
        #expect(script.ids == ["u-1", "u-2"])
    }

    @Test func `on its queue it wakes up for what is due`() throws {
        let courier = script.courier { _, _ in .delivered }
        courier.serve([store])
        for _ in 1...1500 where script.ids.count < 2 { usleep(10_000) }
        #expect(script.ids == ["u-1", "u-2"])
    }
}

extension Courier {
    /// Waits until all that it was asked for is done: what is asked for on its queue is done in a second turn.
    fileprivate func settle(in group: DispatchGroup) {
        for _ in 1...2 {
            let turn = DispatchSemaphore(value: 0)
            report(to: {})
            report(to: { turn.signal() })
            wake()
            _ = turn.wait(timeout: .now() + 0.2)
        }
    }
}
