import Foundation
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Delivery
@testable import Events
@testable import Processes
@testable import Storage
@testable import Watch

@Suite struct OutboxEditorTests {
    let folder: Folder
    let stores: [SourceStore]
    let door: DatagramSocket
    let editor: OutboxEditor

    /// Two sources: in london `l-1` waits for both sinks, `l-2` for its next try by the hook, `l-3` is given up there;
    /// in paris `p-1` waits.
    init() throws {
        folder = try Folder()
        door = try DatagramSocket(folder.path + "/socket")
        var london = SourceState(uuid: "l")
        london.outbox.add(OutboxEditorTests.event("l-1", "a"), to: [.journal, .hook])
        london.outbox.add(OutboxEditorTests.event("l-2", "b"), to: [.hook])
        london.outbox.add(OutboxEditorTests.event("l-3", "c"), to: [.hook])
        london.outbox.add(OutboxEditorTests.event("l-4", "c"), to: [.hook])
        london.outbox.postpone("l-2", to: .hook, until: noon.addingTimeInterval(300), because: "exited with code 1")
        london.outbox.bury("l-3", to: .hook, because: "is a dead letter: the hook refused it (exit code 65)")
        var paris = SourceState(uuid: "p")
        paris.outbox.add(OutboxEditorTests.event("p-1", "a"), to: [.hook])
        stores = try [("london", london), ("paris", paris)].map { [folder] name, state in
            let directory = try StateDirectory("\(folder.path)/\(name)")
            try directory.save(state, of: name)
            return SourceStore(name: name, state: state, in: directory)
        }
        editor = OutboxEditor(stores, journal: Journal(.journaldOnly, path: folder.path + "/socket"))
    }

    static func event(_ id: String, _ batch: String) -> Event {
        var event = Event(id: id, kind: .disappeared, source: "london", url: "", time: noon)
        event.batch = batch
        return event
    }

    func ask(_ command: ControlRequest.Command, _ ids: String..., all: Bool = false) -> ControlReply {
        var request = ControlRequest(command)
        request.ids = ids
        request.all = all
        return editor.reply(to: request)
    }

    var saved: Outbox? { ((try? StateDirectory.peek("london", in: folder.path + "/london")) ?? nil)?.outbox }

    @Test func `all that is not delivered is listed, and why`() throws {
        let entries = try #require(ask(.outboxList).entries)
        #expect(
            entries.map { "\($0.source) \($0.sink) \($0.id) \($0.isDead ? "dead" : "")" } == [
                "london journal l-1 ", "london hook l-1 ", "london hook l-2 ", "london hook l-4 ",
                "london hook l-3 dead", "paris hook p-1 ",
            ])
        #expect(entries[2].nextTry == noon.addingTimeInterval(300))
        #expect(entries[2].trouble == "exited with code 1" && entries[2].attempts == 1)
        #expect(
            entries[4].trouble == "is a dead letter: the hook refused it (exit code 65)" && entries[4].nextTry == nil)
        #expect(entries[0].kind == "disappeared" && entries[0].message == "a: no longer on the list")
    }

    @Test func `a entry that waits is due at once, and its tries count on`() {
        #expect(ask(.outboxRetry, "l-2").entries?.map(\.id) == ["l-2"])
        let entry = saved?.waiting(for: .hook).first { $0.event.id == "l-2" }
        #expect(entry?.notBefore == nil && entry?.attempts == 1)
        #expect(saved?.dead[.hook]?.count == 1)
    }

    @Test func `one that was given up begins anew, before what waits of its batch`() {
        #expect(ask(.outboxRetry, "l-3").entries?.map(\.id) == ["l-3"])
        #expect(saved?.dead[.hook]?.isEmpty == true)
        #expect(saved?.waiting(for: .hook).filter { $0.event.batch == "c" }.map(\.event.id) == ["l-3", "l-4"])
        #expect(saved?.waiting(for: .hook).first { $0.event.id == "l-3" }?.attempts == 0)
    }

    @Test func `all are tried again, in all sources`() {
        #expect(ask(.outboxRetry, all: true).entries?.count == 6)
        #expect(saved?.next(for: .hook, at: noon, limit: 10).map(\.event.id) == ["l-3", "l-1", "l-4"])
        #expect(saved?.waiting(for: .hook).allSatisfy { $0.notBefore == nil } == true)
    }

    @Test func `what is dropped is gone for all sinks, and each is told`() {
        #expect(ask(.outboxDrop, "l-1", "l-3").entries?.map(\.sink) == ["journal", "hook", "hook"])
        #expect(saved?.waiting(for: .journal).isEmpty == true)
        #expect(saved?.waiting(for: .hook).map(\.event.id) == ["l-2", "l-4"])
        #expect(saved?.dead[.hook]?.isEmpty == true)
        let told = door.all()
        #expect(told.count == 3)
        #expect(told.allSatisfy { $0.contains("MESSAGE_ID=\(Notice.eventDropped.messageID)") })
        #expect(told[0].contains("MESSAGE=journal: event l-1 was dropped by hand: a: no longer on the list"))
    }

    @Test func `of many that are dropped the number is told`() throws {
        try stores[0].update { state in
            for number in 1...20 { state.outbox.add(OutboxEditorTests.event("m-\(number)", "m\(number)"), to: [.hook]) }
        }
        #expect(ask(.outboxDrop, all: true).entries?.count == 26)
        #expect(ask(.outboxList).entries == [])
        let told = door.all()
        #expect(told.count == 1)
        #expect(told.first?.contains("MESSAGE=26 undelivered events were dropped by hand") == true)
    }

    @Test(arguments: [ControlRequest.Command.outboxRetry, .outboxDrop])
    func `where one is not known nothing is done`(command: ControlRequest.Command) {
        let before = saved
        let reply = ask(command, "l-1", "x-9")
        #expect(reply.error?.exitCode == 66)
        #expect(reply.error?.message.contains("\"x-9\"") == true)
        #expect(saved == before && stores[0].state.outbox == before)
    }

    @Test func `a request that names nothing does nothing`() {
        let before = saved
        #expect(ask(.outboxDrop).error?.exitCode == 64)
        #expect(saved == before)
    }

    @Test func `what cannot be saved has not happened`() throws {
        mkdir(folder.path + "/london/london.json.new", 0o700)
        mkdir(folder.path + "/london/london.json.new/full", 0o700)
        #expect(ask(.outboxDrop, "l-1").error?.exitCode == 73)
        #expect(stores[0].state.outbox.waiting(for: .journal).count == 1)
        #expect(door.all().isEmpty)
    }

    @Test func `without a daemon it works on the saved states`() throws {
        let config = Config(sources: [try source()])
        func list(_ name: String) throws -> [OutboxEntryReport] {
            let state = "\(folder.path)/\(name)"
            return try OutboxEditor.list(
                of: config, savedIn: Paths(config: nil, state: state, cache: nil, environment: [:]))
        }
        #expect(try list("london").count == 5)
        #expect(try list("none").isEmpty)
        // A source that was taken out is among them.
        #expect(try list("paris").map { "\($0.source) \($0.id)" } == ["paris p-1"])
    }

    @Test func `what was delivered while others were seen to is not said to be dropped`() throws {
        let slow = Interrupted(stores[0])
        slow.meanwhile = { [stores] in
            _ = try? stores[0].settle([DeliveryRecord(.hook, "l-2", .delivered)], goesOn: false)
        }
        let editor = OutboxEditor([slow], journal: Journal(.journaldOnly, path: folder.path + "/socket"))
        #expect(try editor.carryOut(.drop, ids: ["l-2", "l-4"], all: false).map(\.id) == ["l-4"])
    }
}

/// A store in which something happens before a change.
private final class Interrupted: OutboxStore, @unchecked Sendable {
    private let store: SourceStore
    var meanwhile = {}

    init(_ store: SourceStore) {
        self.store = store
    }

    var name: String { store.name }
    var outbox: Outbox { store.outbox }
    func follow(_ now: Moment, isProven: Bool) {}
    func updateOutbox(_ change: (inout Outbox) -> Void) throws(StateError) {
        meanwhile()
        try store.updateOutbox(change)
    }
    func begin(_ entries: [OutboxEntry], for sink: SinkName) { store.begin(entries, for: sink) }
    func isInHand(_ entry: OutboxEntry, for sink: SinkName) -> Bool { store.isInHand(entry, for: sink) }
    func settle(_ records: [DeliveryRecord], goesOn: Bool) throws(StateError) -> [OutboxEntry] {
        try store.settle(records, goesOn: goesOn)
    }
    func tidy() throws(StateError) { try store.tidy() }
    func catchUp() throws(StateError) { try store.catchUp() }
}
