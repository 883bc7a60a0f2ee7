// The journal as a sink: absent, full, restarted. The hook continues meanwhile.

import Configuration
import Foundation
import Processes
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Watch

@Suite struct JournalDeliveryTests {
    let folder: Folder
    let store: SourceStore
    let script = ScriptedSink()

    init() throws {
        folder = try Folder()
        var history = SourceHistory(try source(["20121456171": "", "20121456172": ""]))
        history.poll(edition("d1"))
        store = SourceStore(name: "london", state: history.state, in: try StateDirectory(folder.path + "/state"))
        try store.update { $0.lastChange = noon }
    }

    var waiting: [String] { store.state.outbox.waiting(for: .journal).map(\.event.id) }

    /// The daemon's own courier, on the script's clock.
    func courier(_ destination: Journal.Destination = .journald) throws -> Courier {
        let journal = Journal(destination, path: folder.path + "/socket")
        let all = Courier.all(
            config: ConfigInForce(Config(sources: [])), histories: folder.path, journal: journal, stop: nil)
        var tools = try #require(all.first { $0.sink == .journal }).tools
        tools.clock = { [script] in
            let now = script.log.withLock { $0.now }
            return Moment(wall: now, uptime: now.timeIntervalSince1970)
        }
        tools.notice = { [script] notice, _, _, _ in script.log.withLock { $0.notices.append(notice) } }
        return Courier(for: .journal, tools: tools)
    }

    @Test func `a full journal gets all when there is room again, and no event is given up`() throws {
        let door = try DatagramSocket(folder.path + "/socket")
        door.fill()
        let courier = try courier()
        for _ in 1...12 {
            #expect(courier.deliverAll(from: store) == script.log.withLock { $0.now.addingTimeInterval(60) })
            script.advance(60)
        }
        #expect(store.state.outbox.waiting(for: .journal).map(\.attempts) == [0, 0])
        #expect(script.notices == [.trouble])
        // The hook has its own courier.
        #expect(script.courier { _, _ in .delivered }.deliverAll(from: store) == nil)
        #expect(script.ids == ["u-1", "u-2"])
        _ = door.all()
        #expect(courier.deliverAll(from: store) == nil)
        #expect(door.all().count { $0.contains("BATCHWATCH_EVENT_ID=u-") } == 2)
        #expect(waiting.isEmpty)
        #expect(script.notices == [.trouble, .hookAccepted])
    }

    @Test func `a journal that fills up midway gets the rest later, and nothing twice`() throws {
        var door: DatagramSocket? = try DatagramSocket(folder.path + "/socket")
        try store.update { state in
            for number in 3...2000 {
                var event = Event(id: "u-\(number)", kind: .failing, source: "london", url: "", time: noon)
                event.batch = "b\(number)"
                state.outbox.add(event, to: [.journal])
            }
        }
        let courier = try courier()
        var taken: [String] = []
        for _ in 1...1000 where !waiting.isEmpty {
            _ = courier.deliverAll(from: store)
            taken += door?.all() ?? []
            script.advance(60)
        }
        door = nil
        let ids = taken.compactMap { $0.split(separator: "\n").first { $0.hasPrefix("BATCHWATCH_EVENT_ID=") } }
        #expect(ids.map { String($0.dropFirst(20)) } == (1...2000).map { "u-\($0)" })
    }

    @Test func `a journal that was restarted gets what comes after`() throws {
        do {
            let door = try DatagramSocket(folder.path + "/socket")
            door.fill()
            _ = try courier().deliverAll(from: store)
        }
        let door = try DatagramSocket(folder.path + "/socket")
        #expect(try courier().deliverAll(from: store) == nil)
        #expect(door.all().count == 2)
        #expect(waiting.isEmpty)
    }

    @Test func `where there is no journal nobody waits for it`() throws {
        #expect(try courier(.journaldOnly).deliverAll(from: store) == nil)
        #expect(waiting.isEmpty)
        #expect(script.notices.isEmpty)
    }
}
