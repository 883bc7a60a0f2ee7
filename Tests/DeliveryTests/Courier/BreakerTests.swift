// A hook that fails for all events.

import Foundation
import Processes
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Watch

@Suite struct BreakerTests {
    func breaker(failing ids: String...) -> Breaker {
        var breaker = Breaker()
        for id in ids { _ = breaker.failed(id, at: 0) }
        return breaker
    }

    @Test func `five different events in a row open it, and the fifth is the one that does`() {
        var breaker = breaker(failing: "1", "2", "3", "4")
        #expect(!breaker.isOpen && breaker.wait(at: 0) == nil)
        let hasOpened = breaker.failed("5", at: 0)
        #expect(hasOpened && breaker.isOpen)
        let again = breaker.failed("6", at: 0)
        #expect(!again && breaker.isOpen)
    }

    @Test func `one that fails five times does not`() {
        #expect(!breaker(failing: "1", "1", "2", "1", "1", "2").isOpen)
    }

    @Test func `a success in between begins the row anew`() {
        var breaker = breaker(failing: "1", "2", "3", "4")
        let hasClosed = breaker.worked()
        #expect(!hasClosed)
        _ = breaker.failed("5", at: 0)
        #expect(!breaker.isOpen)
    }

    @Test func `while it is open there is one try in five minutes, and the first success closes it`() {
        var breaker = breaker(failing: "1", "2", "3", "4", "5")
        #expect(breaker.wait(at: 299) == 300)
        #expect(breaker.wait(at: 300) == nil)
        _ = breaker.failed("1", at: 300)
        #expect(breaker.wait(at: 300) == 600)
        breaker.putOff(at: 600)
        #expect(breaker.wait(at: 600) == 900)
        let hasClosed = breaker.worked()
        #expect(hasClosed && !breaker.isOpen && breaker.wait(at: 0) == nil)
    }

    @Test func `somebody may ask for a try at once`() {
        var breaker = breaker(failing: "1", "2", "3", "4", "5")
        breaker.tryNow(at: 0)
        #expect(breaker.isOpen && breaker.wait(at: 0) == nil)
        var closed = Breaker()
        closed.tryNow(at: 0)
        #expect(!closed.isOpen)
    }
}

@Suite struct BrokenHookTests {
    let folder: Folder
    let script = ScriptedSink()

    init() throws {
        folder = try Folder()
    }

    /// A source with so many events for the hook, each of its own batch.
    func store(_ count: Int, _ name: String = "london") throws -> SourceStore {
        var state = SourceState(uuid: "u")
        for number in 1...count { state.outbox.add(event(number, name), to: [.hook]) }
        let store = SourceStore(name: name, state: state, in: try StateDirectory("\(folder.path)/\(name)"))
        try store.update { $0.lastChange = noon }
        return store
    }

    func event(_ number: Int, _ source: String = "london") -> Event {
        var event = Event(id: "\(source)-\(number)", kind: .changed, source: source, url: "", time: noon)
        event.batch = "b\(number)"
        return event
    }

    @Test func `it is run once in five minutes, told once, and nothing is lost`() throws {
        let store = try store(Outbox.most)
        let mended = Flag()
        let courier = script.courier { _, _ in mended.isSet ? .delivered : .failed(cause: "exited with code 1") }
        #expect(courier.deliverAll(from: store) == noon.addingTimeInterval(300))
        #expect(script.ids.count == 5)
        let saves = store.saves
        for minute in 1...60 {
            script.advance(60)
            let due = courier.deliverAll(from: store)
            #expect(due == noon.addingTimeInterval(Double(minute / 5 + 1) * 300))
        }
        #expect(script.ids.count == 5 + 12)
        #expect(store.saves - saves <= 12)
        #expect(script.notices == Array(repeating: .hookFailed, count: 5) + [.hookPaused])
        let entries = store.state.outbox.waiting(for: .hook)
        #expect(entries.count == 10_000)
        #expect(entries.reduce(0) { $0 + $1.attempts } == 17)
        mended.isSet = true
        script.advance(86_400 * 1.3)
        #expect(courier.deliverAll(from: store) == nil)
        #expect(Set(script.ids).count == 10_000)
        #expect(store.state.outbox.waiting(for: .hook).isEmpty)
        #expect(script.notices.suffix(2) == [.hookPaused, .hookResumed])
    }

    @Test func `other batches go on while fewer than five fail`() throws {
        let store = try store(100)
        let courier = script.courier { event, _ in
            ["london-1", "london-2", "london-3", "london-4"].contains(event.id) ? .failed(cause: "exit 1") : .delivered
        }
        #expect(courier.deliverAll(from: store) == noon.addingTimeInterval(5))
        #expect(script.ids.count == 100)
        #expect(!script.notices.contains(.hookPaused))
    }

    @Test func `five that nobody can deliver hold the others up for five minutes at most`() throws {
        let store = try store(100)
        let courier = script.courier { event, _ in
            (event.batch.count == 2 && event.batch < "b6") ? .failed(cause: "exit 1") : .delivered
        }
        _ = courier.deliverAll(from: store)
        #expect(script.ids.count == 5)
        script.advance(300)
        _ = courier.deliverAll(from: store)
        // The try is one that never failed: it closes, and all go out, those five once more.
        #expect(script.ids.dropFirst(5).first == "london-6")
        #expect(store.state.outbox.waiting(for: .hook).count == 5)
        #expect(script.notices.prefix(7) == Array(repeating: .hookFailed, count: 5) + [.hookPaused, .hookResumed])
    }

    @Test func `a refusal is an answer: the hook works`() throws {
        let store = try store(20)
        let courier = script.courier { _, _ in .refused }
        #expect(courier.deliverAll(from: store) == nil)
        #expect(store.state.outbox.dead[.hook]?.count == 20)
    }

    @Test func `a refusal closes it, as an answer of a hook that works`() throws {
        let store = try store(20)
        let courier = script.courier { [script] _, _ in script.ids.count > 5 ? .refused : .failed(cause: "x") }
        _ = courier.deliverAll(from: store)
        #expect(script.ids.count == 5)
        script.advance(300)
        _ = courier.deliverAll(from: store)
        #expect(script.notices.contains(.hookResumed))
        #expect(store.state.outbox.dead[.hook]?.count == 20)
    }

    @Test func `"later" neither opens nor closes it`() throws {
        let store = try store(20)
        let later = script.courier { _, _ in .later(cause: "75") }
        #expect(later.deliverAll(from: store) == noon.addingTimeInterval(60))
        #expect(script.ids.count == 1)
        let failing = script.courier { [script] _, _ in
            script.ids.count > 6 ? .later(cause: "75") : .failed(cause: "x")
        }
        script.advance(60)
        _ = failing.deliverAll(from: store)
        #expect(script.ids.count == 6)
        script.advance(300)
        #expect(failing.deliverAll(from: store) == noon.addingTimeInterval(660))
        #expect(script.ids.count == 7)
    }

    @Test func `a dead entry is told also while only one is tried now and then`() throws {
        let store = try store(5)
        let courier = script.courier { _, _ in .failed(cause: "exit 1") }
        for _ in 1...60 {
            _ = courier.deliverAll(from: store)
            script.advance(100_000)
        }
        #expect(store.state.outbox.dead[.hook]?.count == 5)
        #expect(store.state.outbox.dead[.hook]?.allSatisfy { $0.attempts == 10 } == true)
        #expect(script.notices.count { $0 == .deadLetter } == 5)
        #expect(script.notices.count { $0 == .hookFailed } == 5)
    }

    @Test func `on its queue sources take turns, and who asks gets a try at once`() throws {
        let stores = try [store(10, "london"), store(10, "paris")]
        let courier = script.courier { _, _ in .failed(cause: "exit 1") }
        courier.serve(stores)
        #expect(comes { script.ids.count == 5 })
        for count in 6...9 {
            courier.tryAgain()
            #expect(comes { script.ids.count == count })
        }
        usleep(100_000)  // a tenth would come now
        #expect(script.ids.count == 9)
        #expect(script.ids.suffix(4).count { $0.hasPrefix("paris") } == 2)
        courier.serve(stores)  // a new configuration is a reason to try
        #expect(comes { script.ids.count == 10 })
    }

    private func comes(_ isSo: () -> Bool) -> Bool {
        for _ in 1...1500 where !isSo() { usleep(10_000) }
        return isSo()
    }
}
