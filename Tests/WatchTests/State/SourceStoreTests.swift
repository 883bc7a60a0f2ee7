import Foundation
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Storage
@testable import Watch
import struct Coding.Date

@Suite struct SourceStoreTests {
    let folder: Folder
    let directory: StateDirectory
    let store: SourceStore
    var file: String { folder.path + "/state/london.json" }

    init() throws {
        folder = try Folder()
        directory = try StateDirectory(folder.path + "/state")
        store = SourceStore(name: "london", state: SourceState(uuid: "u"), in: directory)
    }

    /// Makes saves fail, whoever asks: the place of the new file is taken by a directory that is not empty.
    func obstruct() throws {
        try FileManager.default.createDirectory(
            atPath: file + ".new/full", withIntermediateDirectories: true)
    }

    func clear() throws {
        try FileManager.default.removeItem(atPath: file + ".new")
    }

    @Test func `a change is in memory and on disk`() throws {
        try store.update { $0.sequence = 7 }
        #expect(store.state.sequence == 7)
        #expect(try StateDirectory.peek("london", in: directory.path)?.sequence == 7)
    }

    @Test func `who looks while a change is on its way sees the state before it, and does not wait`() throws {
        try fill()
        try store.update { state in
            state.sequence = 7
            #expect(store.state.sequence == 0 && store.outbox.waiting(for: .hook).count == 2)
            #expect(!store.isInHand(state.outbox.waiting(for: .hook)[0], for: .hook))
        }
        #expect(store.state.sequence == 7)
        #expect(store.savingSince == nil)
        try store.whileSaving { () throws(StateError) in
            #expect(store.savingSince != nil && store.state.sequence == 7)
        }
        #expect(store.savingSince == nil)
    }

    @Test func `a entry that is not there any more is in nobody's hand`() throws {
        try fill()
        let entries = store.outbox.waiting(for: .hook)
        try store.updateOutbox { $0.drop { $0 == "u-1" } }
        store.begin(entries, for: .hook)
        #expect(entries.map { store.isInHand($0, for: .hook) } == [false, true])
        store.begin([], for: .hook)
        #expect(!store.isInHand(entries[1], for: .hook))
    }

    @Test func `a state that stays as it was is not written`() throws {
        try store.update { $0.sequence = 7 }
        try FileManager.default.removeItem(atPath: file)
        try store.update { $0.sequence = 7 }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `what is shown of the list is counted where it changes, and nothing else`() throws {
        let long = Date(timeIntervalSince1970: 0)
        try store.update { $0.failures = Failures(address: "a", count: 1, since: long, cause: "c") }
        #expect(store.changes == 1)
        try store.update { $0.failures?.count = 2 }
        try store.update { $0.gone["1"] = GoneBatch(rows: [], since: long) }
        try store.update { $0.sequence = 1 }
        #expect(store.changes == 4)
        try store.update { ($0.nextDue, $0.dueInterval) = (Date(timeIntervalSince1970: 9), 60) }
        try fill()
        try store.updateOutbox { $0.drop { $0 == "u-1" } }
        #expect(store.changes == 4)
        try obstruct()
        #expect(throws: StateError.self) { try store.update { $0.sequence = 2 } }
        #expect(store.changes == 4)
    }

    @Test func `a change that cannot be saved has not happened`() throws {
        try store.update { $0.sequence = 7 }
        try obstruct()
        #expect(throws: StateError.self) { try store.update { $0.sequence = 8 } }
        #expect(store.state.sequence == 7)
        try clear()
        try store.update { $0.sequence = 9 }
        #expect(try StateDirectory.peek("london", in: directory.path)?.sequence == 9)
    }

    /// Two entries, saved.
    func fill() throws {
        try store.update { state in
            for number in 1...2 {
                state.outbox.add(
                    Event(id: "u-\(number)", kind: .failing, source: "london", url: "", time: noon), to: [.hook])
            }
        }
    }

    var waiting: [String] { store.state.outbox.waiting(for: .hook).map(\.event.id) }
    var savedWaiting: [String]? {
        get throws {
            try StateDirectory.peek("london", in: directory.path)?.outbox.waiting(for: .hook).map(\.event.id)
        }
    }

    func settle(_ id: String, goesOn: Bool = false) throws {
        _ = try store.settle([DeliveryRecord(.hook, id, .delivered)], goesOn: goesOn)
    }

    @Test(arguments: [false, true])
    func `what has happened already is remembered though it cannot be saved, and saved later`(goesOn: Bool) throws {
        try fill()
        if goesOn { mkdir(directory.path + "/london.settled", 0o700) }
        try obstruct()
        #expect(throws: StateError.self) { try settle("u-1", goesOn: goesOn) }
        #expect(waiting == ["u-2"])
        #expect(throws: StateError.self) { try store.catchUp() }
        #expect(try savedWaiting == ["u-1", "u-2"])
        try clear()
        try store.catchUp()
        #expect(try savedWaiting == ["u-2"])
        try FileManager.default.removeItem(atPath: file)
        try store.catchUp()
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `what could not be saved is saved with the next change, were it none`() throws {
        try fill()
        try obstruct()
        #expect(throws: StateError.self) { try settle("u-1") }
        try clear()
        try store.update { _ in }
        #expect(try savedWaiting == ["u-2"])
    }

    @Test func `after a line that could not be logged the whole is saved`() throws {
        try fill()
        let log = directory.path + "/london.settled"
        mkdir(log, 0o700)
        #expect(throws: StateError.self) { try settle("u-1", goesOn: true) }
        rmdir(log)
        try settle("u-2", goesOn: true)
        #expect(try savedWaiting == [])
    }

    @Test func `a log has a line for each, one after the other`() throws {
        try fill()
        try settle("u-1", goesOn: true)
        try settle("u-2", goesOn: true)
        #expect(try savedWaiting == [])
        #expect(store.saves == 1)
    }

    @Test func `what was noted and saved is not saved again`() throws {
        try fill()
        try settle("u-1")
        try FileManager.default.removeItem(atPath: file)
        try store.catchUp()
        try store.tidy()
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `while more follows a line in the log is enough, and the next save makes it void`() throws {
        try fill()
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        try settle("u-1", goesOn: true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        #expect(try savedWaiting == ["u-2"])
        #expect(try directory.load("london") { "new" }.state.outbox.waiting(for: .hook).map(\.event.id) == ["u-2"])
        try store.tidy()
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) != before)
        #expect(!FileManager.default.fileExists(atPath: directory.log(of: "london").path))
        #expect(try savedWaiting == ["u-2"])
    }

    @Test func `after a save that failed no log continues the file`() throws {
        try fill()
        try obstruct()
        #expect(throws: StateError.self) { try store.update { $0.sequence = 8 } }
        try clear()
        try settle("u-1", goesOn: true)
        #expect(!FileManager.default.fileExists(atPath: directory.log(of: "london").path))
        #expect(try savedWaiting == ["u-2"])
    }

    @Test func `a process that has not saved yet saves before it logs`() throws {
        try fill()
        let state = try directory.load("london") { "new" }.state
        let other = SourceStore(name: "london", state: state, in: directory)
        _ = try other.settle([DeliveryRecord(.hook, "u-1", .delivered)], goesOn: true)
        #expect(!FileManager.default.fileExists(atPath: directory.log(of: "london").path))
        #expect(try savedWaiting == ["u-2"])
    }

    @Test func `a full disk leaves the old state and no half file`() throws {
        guard geteuid() == 0 else { return }
        let place = folder.path + "/small"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        guard mount("tmpfs", place, "tmpfs", 0, "size=16k,mode=700") == 0 else { return }
        defer { umount2(place, Int32(MNT_DETACH)) }
        let store = SourceStore(name: "london", state: SourceState(uuid: "u"), in: try StateDirectory(place))
        try store.update { $0.sequence = 1 }
        #expect(throws: StateError.self) {
            try store.update { state in
                state.sequence = 2
                state.observed = [String(repeating: "x", count: 20_000)]
            }
        }
        #expect(store.state.sequence == 1)
        #expect(try StateDirectory.peek("london", in: place)?.sequence == 1)
        #expect(!FileManager.default.fileExists(atPath: place + "/london.json.new"))
        try store.update { $0.sequence = 3 }
        #expect(try StateDirectory.peek("london", in: place)?.sequence == 3)
    }
}
