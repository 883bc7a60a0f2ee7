// A hook that asks for a later time: its events wait together, and one goes first.

import Foundation
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Watch

@Suite struct `A hook that asks for a later time` {
    let folder: Folder
    let script = ScriptedSink()

    init() throws {
        folder = try Folder()
    }

    private func store(_ count: Int) throws -> SourceStore {
        var state = SourceState(uuid: "u")
        for number in 1...count {
            var event = Event(id: "e\(number)", kind: .changed, source: "london", url: "", time: noon)
            event.batch = "b\(number)"
            state.outbox.add(event, to: [.hook])
        }
        let store = SourceStore(name: "london", state: state, in: try StateDirectory(folder.path + "/state"))
        try store.update { $0.lastChange = noon }
        return store
    }

    @Test func `is asked with one event, and with the others once it took that`() throws {
        let store = try store(200)
        let takes = Flag()
        let courier = script.courier { _, _ in takes.isSet ? .delivered : .later(cause: "75") }
        var tried = 0
        for wait in [60.0, 120, 240, 480, 900, 900] {
            #expect(courier.deliverAll(from: store) == script.log.withLock { $0.now.addingTimeInterval(wait) })
            tried += 1
            // Nothing wakes it sooner.
            script.advance(wait - 1)
            _ = courier.deliverAll(from: store)
            #expect(script.ids.count == tried)
            script.advance(1)
        }
        takes.isSet = true
        #expect(courier.deliverAll(from: store) == nil)
        #expect(script.ids.count == 200 + tried)
    }

    @Test func `and does so for one event alone holds up no other for long`() throws {
        let store = try store(20)
        let courier = script.courier { event, _ in event.id == "e1" ? .later(cause: "75") : .delivered }
        for _ in 1...10 {
            _ = courier.deliverAll(from: store)
            script.advance(60)
        }
        #expect(store.state.outbox.waiting(for: .hook).map(\.event.id) == ["e1"])
        #expect(script.ids.dropFirst().first == "e2")
    }

    @Test func `may say how long`() throws {
        let store = try store(3)
        let courier = script.courier { _, _ in .later(cause: "75", after: 7) }
        for _ in 1...3 {
            #expect(courier.deliverAll(from: store) == script.log.withLock { $0.now.addingTimeInterval(7) })
            script.advance(7)
        }
    }

    @Test(arguments: [(0.0, 1.0), (1, 1), (2, 2), (86_400, 86_400), (86_401, 86_400), (.infinity, 86_400)])
    func `waits no shorter and no longer than that`(asked: Double, wait: Double) {
        var rest = Rest()
        let length = rest.postponed(for: asked, at: 10)
        #expect(length == wait)
        #expect(rest.wait(at: 10) == 10 + wait)
        #expect(rest.wait(at: 10 + wait) == nil && rest.isOn)
    }

    @Test func `rests on when a probe fails, and no more once it works; somebody may ask for a probe at once`() {
        var rest = Rest()
        _ = rest.postponed(for: nil, at: 0)
        rest.failed(at: 60)
        #expect(rest.wait(at: 60) == 120)
        rest.tryNow(at: 70)
        #expect(rest.wait(at: 70) == nil && rest.isOn)
        rest.worked()
        #expect(!rest.isOn)
        rest.failed(at: 80)
        #expect(rest.wait(at: 80) == nil)
    }

    @Test(arguments: [
        ("echo 'retry-after: 120' >&2; exit 75", DeliveryOutcome.later(cause: "exited with code 75", after: 120)),
        ("echo 'Retry-After:7 ' >&2; echo words >&2; exit 75", .later(cause: "exited with code 75", after: 7)),
        ("echo 'retry-after: 120'; exit 75", .later(cause: "exited with code 75")),
        ("echo 'retry-after: -1' >&2; exit 75", .later(cause: "exited with code 75")),
        ("echo 'retry-after: 1 2' >&2; exit 75", .later(cause: "exited with code 75")),
        ("echo 'retry-after:' >&2; exit 75", .later(cause: "exited with code 75")),
        ("echo 'retry-after: 120' >&2; exit 1", .failed(cause: "exited with code 1")),
        ("echo 'retry-after: 120' >&2", .delivered),
    ])
    func `says so on standard error`(script: String, outcome: DeliveryOutcome) throws {
        let path = try folder.program("hook", script)
        let event = Event(id: "e", kind: .changed, source: "london", url: "", time: noon)
        // A directory that everybody can write to is on the way: it is run by hand.
        var lines = HookOutput()
        let hook = Hook(command: [path])
        let ending = try hook.program(for: event, attempt: 1).run(limit: 10) { stream, bytes in
            lines.take(bytes, from: stream) { _ in }
        }
        lines.finish { _ in }
        #expect(Hook.delivery(for: ending, timeout: 10, asking: lines.retryAfter) == outcome)
    }
}
