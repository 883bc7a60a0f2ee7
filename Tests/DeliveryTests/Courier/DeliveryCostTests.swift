// The cost of ten thousand waiting events. `DELIVERY_COST=1` prints the seconds.

import Configuration
import Foundation
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Watch
import struct Coding.Date

@Suite(.serialized) struct DeliveryCostTests {
    let folder: Folder
    let store: SourceStore

    init() throws {
        folder = try Folder()
        var state = SourceState(uuid: "u")
        for number in 1...10_000 {
            var event = Event(
                id: "u-\(number)", kind: .changed, source: "london", url: "https://example.org/a.pdf", time: noon)
            event.batch = "2012\(1_000_000 + number)"
            event.rows = [.init(status: "visa issued", date: "15-Jun-12")]
            event.previousRows = [.init(status: "administrative processing", date: "01-Jun-12")]
            state.outbox.add(event, to: [.journal, .hook])
        }
        store = SourceStore(name: "london", state: state, in: try StateDirectory(folder.path + "/state"))
        try store.update { $0.lastChange = noon }
    }

    func report(_ what: String, since begun: Date) {
        if getenv("DELIVERY_COST") == nil { return }
        print("DELIVERY_COST \(what): \(Date().timeIntervalSince(begun)) s, \(store.saves - 1) saves")
    }

    @Test func `ten thousand are delivered with one save and a line in the log for each`() throws {
        let script = ScriptedSink()
        let begun = Date()
        let courier = script.courier { _, _ in .delivered }
        #expect(courier.deliverAll(from: store) == nil)
        report("10 000 events, one by one", since: begun)
        #expect(script.ids == (1...10_000).map { "u-\($0)" })
        #expect(store.saves == 2)
        #expect(try StateDirectory.peek("london", in: folder.path + "/state") == store.state)
    }

    @Test func `the journal takes a hundred before that is noted`() throws {
        let door = try DatagramSocket(folder.path + "/socket")
        let journal = Journal(.journald, path: folder.path + "/socket")
        let all = Courier.all(
            config: ConfigInForce(Config(sources: [])), histories: folder.path, journal: journal, stop: nil)
        let courier = try #require(all.first { $0.sink == .journal })
        let taken = door.take(10_000)
        let begun = Date()
        #expect(courier.deliverAll(from: store) == nil)
        report("10 000 events, to a journal", since: begun)
        #expect(taken() == 10_000)
        #expect(store.saves == 2)
        #expect(store.state.outbox.waiting(for: .journal).isEmpty)
        #expect(store.state.outbox.waiting(for: .hook).count == 10_000)
    }

    @Test func `what a crash may repeat are the last hundred at most`() throws {
        var tools = Courier.Tools(stop: nil, notice: { _, _, _, _ in }) { [path = folder.path + "/state"] event, _ in
            // The disk as a crash would find it just now.
            let number = Int(event.id.dropFirst(2)) ?? 0
            if number % 250 == 0 {
                let saved = (try? StateDirectory.peek("london", in: path)) ?? nil
                let waiting = saved?.outbox.waiting(for: .journal) ?? []
                let first = Int(waiting.first?.event.id.dropFirst(2) ?? "") ?? 0
                #expect(first <= number && number - first < 100)
                #expect(waiting.count == 10_000 - first + 1)
            }
            return number > 1000 ? .unreachable(cause: "full") : .delivered
        }
        tools.mostAtOnce = 100
        _ = Courier(for: .journal, tools: tools).deliverAll(from: store)
        #expect(store.state.outbox.waiting(for: .journal).count == 9000)
    }
}
