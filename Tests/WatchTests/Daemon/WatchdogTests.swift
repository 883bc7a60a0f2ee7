import Foundation
import Processes
import Synchronization
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Delivery
@testable import Events
@testable import Storage
@testable import Watch

@Suite struct WatchdogTests {
    @Test func `it is fed while nobody works, and while all are within their bounds`() {
        var watchdog = Watchdog()
        #expect(watchdog.look(at: [], at: 1000) == (true, []))
        let duties = [Duty("the poll of london", deadline: 1000), Duty("the poll of paris", deadline: 1001)]
        #expect(watchdog.look(at: duties, at: 1000) == (true, []))
    }

    @Test func `one who is overdue is told once, and it is not fed until all are done`() {
        var watchdog = Watchdog()
        let london = Duty("the poll of london", deadline: 1000)
        let hook = Duty("a delivery to the hook", deadline: 1015)
        #expect(watchdog.look(at: [london, hook], at: 1000.5) == (false, [london]))
        #expect(watchdog.look(at: [london, hook], at: 1010) == (false, []))
        #expect(watchdog.look(at: [hook, london], at: 1020) == (false, [hook]))
        #expect(watchdog.look(at: [hook], at: 1030) == (false, []))
        #expect(watchdog.look(at: [], at: 1040) == (true, []))
        // The next time is news again.
        #expect(watchdog.look(at: [london], at: 1050) == (false, [london]))
    }

    @Test func `a poll may take two readings with all their deadlines, and two minutes more`() throws {
        let folder = try Folder()
        let daemon = try daemon(in: folder)
        var slow = try source()
        slow.timeout = 100
        let before = Deadline.now
        let duty = daemon.duty(of: slow)
        #expect(duty.source == "london")
        // A look at the kept document, and two requests; a document may be fetched twice for each, and wait for others.
        let reading: Double = 2 * (100 + 10 + 3) + 2 + (120 + 60 + 3)
        // The edition is counted by a reader of its own.
        let counting: Double = 2 * (0 + 10 + 3) + 2 + (120 + 60 + 3)
        let whole: Double = 3 * reading + counting + 120
        #expect(abs(duty.deadline - before - whole) < 5)
    }

    @Test func `a delivery has the hook's time, TERM and KILL, and two minutes more, and none when it is over`() throws
    {
        let folder = try Folder()
        var history = SourceHistory(try source(["20121456171": ""]))
        history.poll(edition("d1"))
        let store = SourceStore(name: "london", state: history.state, in: try StateDirectory(folder.path + "/state"))
        let config = ConfigInForce(Config(sources: [], hook: HookConfig(run: ["/nowhere"], timeout: 45)))
        let couriers = Courier.all(
            config: config, histories: folder.path, journal: Journal(.terminal), stop: nil)
        let installed = try #require(couriers.first { $0.sink == .hook })
        #expect(installed.tools.longest() == 45 + 11)

        let script = ScriptedSink()
        var tools = script.courier { _, _ in .delivered }.tools
        tools.longest = installed.tools.longest
        let deliver = tools.deliver
        let slot = Slot()
        tools.deliver = { event, attempt in
            slot.left.withLock { $0 = (slot.courier.withLock { $0 }?.deadline.current ?? 0) - Deadline.now }
            return deliver(event, attempt)
        }
        let slow = Courier(for: .hook, tools: tools)
        slot.courier.withLock { $0 = slow }
        #expect(slow.deadline.current == nil)
        #expect(slow.deliverAll(from: store) == nil)
        #expect(script.ids == ["u-1"])
        let left = slot.left.withLock { $0 }
        #expect(left > 56 + 110 && left <= 56 + 120)
        #expect(slow.deadline.current == nil)
    }

    @Test func `while it is noted what became of a delivery, no time runs`() throws {
        let script = ScriptedSink()
        let courier = script.courier { _, _ in .delivered }
        let store = Noting()
        store.deadline = courier.deadline
        _ = courier.deliverAll(from: store)
        #expect(store.found == [nil])
    }

    @Test func `while the disk does not answer, the time of neither a poll nor a delivery runs`() async {
        await #expect(processExitsWith: .success) {
            let folder = try Folder()
            let manager = try DatagramSocket(folder.path + "/notify")
            setenv("NOTIFY_SOCKET", folder.path + "/notify", 1)
            let daemon = try daemon(in: folder)
            let store = SourceStore(name: "london", state: SourceState(uuid: "u"), in: daemon.directory)
            daemon.stores["london"] = store
            daemon.polls["london"] = Duty("the poll of london", source: "london", deadline: 100)
            daemon.feedWatchdog(at: 90)
            try store.whileSaving { () throws(StateError) in
                daemon.feedWatchdog(at: 105)
                daemon.feedWatchdog(at: 3600)
            }
            #expect(manager.all() == ["WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
            daemon.feedWatchdog(at: 3610)
            #expect(manager.all() == ["WATCHDOG=1"])
            daemon.feedWatchdog(at: 3611)
            #expect(manager.all() == [])
        }
    }

    @Test func `systemd is not told of life while a poll or a delivery hangs; the journal is, with the source`() async {
        await #expect(processExitsWith: .success) {
            let folder = try Folder()
            let manager = try DatagramSocket(folder.path + "/notify")
            let journal = try DatagramSocket(folder.path + "/journal")
            setenv("NOTIFY_SOCKET", folder.path + "/notify", 1)
            let daemon = try daemon(in: folder)

            daemon.feedWatchdog(at: 0)
            #expect(manager.all() == ["WATCHDOG=1"])
            daemon.polls["london"] = Duty("the poll of london", source: "london", deadline: 10)
            daemon.feedWatchdog(at: 11)
            daemon.feedWatchdog(at: 12)
            #expect(manager.all() == [])
            let told = journal.all()
            #expect(told.count == 1)
            #expect(told.first?.contains("MESSAGE=the poll of london hangs") == true)
            #expect(told.first?.contains("\nPRIORITY=3\nMESSAGE_ID=\(Notice.overdue.messageID)\n") == true)
            #expect(told.first?.contains("\nBATCHWATCH_SOURCE=london\n") == true)
            daemon.polls["london"] = nil
            daemon.feedWatchdog(at: 13)
            #expect(manager.all() == ["WATCHDOG=1"])

            daemon.couriers.first { $0.sink == .hook }?.deadline.set(in: 1)
            daemon.feedWatchdog(at: Deadline.now + 100)
            #expect(manager.all() == ["WATCHDOG=1"])
            daemon.feedWatchdog(at: Deadline.now + 200)
            #expect(manager.all() == [])
            #expect(journal.all().first?.contains("MESSAGE=a delivery to the hook hangs") == true)
        }
    }
}

/// An outbox with one entry, which looks at a deadline when it notes what became of it.
private final class Noting: OutboxStore, @unchecked Sendable {
    let name = "london"
    var outbox = Outbox()
    var deadline: Deadline?
    var found: [Double?] = []

    init() {
        outbox.add(Event(id: "u-1", kind: .failing, source: name, url: "", time: noon), to: [.hook])
    }

    func follow(_ now: Moment, isProven: Bool) {}
    func updateOutbox(_ change: (inout Outbox) -> Void) { change(&outbox) }
    func begin(_ entries: [OutboxEntry], for sink: SinkName) {}
    func isInHand(_ entry: OutboxEntry, for sink: SinkName) -> Bool { true }
    func settle(_ records: [DeliveryRecord], goesOn: Bool) -> [OutboxEntry] {
        found.append(deadline?.current)
        return outbox.settle(records)
    }
    func tidy() {}
    func catchUp() {}
}

/// A courier that its own delivery looks at, and what it saw.
private final class Slot: Sendable {
    let courier = Mutex<Courier?>(nil)
    let left = Mutex(0.0)
}

/// A daemon that has not been started, with a journal of its own.
func daemon(in folder: Folder, reader: String = "/bin/false") throws -> Daemon {
    let config = try folder.write(
        "watched-batches.toml",
        "[batches]\n20121456171 = \"Mine\"\n[sources.london]\nurl = \"file://\(folder.path)/missing.pdf\"\n")
    let paths = Paths(
        config: config, state: folder.path + "/state", cache: folder.path + "/cache",
        environment: ["RUNTIME_DIRECTORY": folder.path])
    return try Daemon(
        paths: paths, config: try ConfigFile(path: config).load(), directory: try StateDirectory(paths.state),
        cache: try DocumentCache(paths.cache), reader: Workers(fetcher: reader, reader: reader),
        journal: Journal(.journald, path: folder.path + "/journal"))
}
