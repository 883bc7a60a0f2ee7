import Foundation
import Processes
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Storage
@testable import Watch
import struct Coding.Date

/// Sources that were taken out of the configuration.
@Suite struct TakenOutTests {
    let folder: Folder
    private static let day = 86_400.0

    init() throws {
        folder = try Folder()
    }

    private func moment(_ seconds: Double) -> Moment {
        Moment(wall: noon.addingTimeInterval(seconds), uptime: 1_000 + seconds)
    }

    /// The state of paris as a file, with an event that is not delivered if one is wanted.
    private func save(in directory: StateDirectory, takenOut: Date? = nil, undelivered: Bool = false) throws {
        var state = SourceState(uuid: "p")
        state.takenOut = takenOut
        if undelivered {
            state.outbox.add(Event(id: "p-1", kind: .failing, source: "paris", url: "", time: noon), to: [.hook])
        }
        try directory.save(state, of: "paris")
        try directory.save(state, of: "paris")
    }

    private func files(_ name: String = "paris") -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state")) ?? []
        return all.filter { $0.hasPrefix(name + ".") }
    }

    @Test func `a state is forgotten 30 days after its source was taken out, and not a second before`() {
        var state = SourceState(uuid: "u")
        #expect(!state.isForgettable(at: noon.addingTimeInterval(1000 * Self.day)))
        state.takenOut = noon
        #expect(!state.isForgettable(at: noon.addingTimeInterval(30 * Self.day - 1)))
        #expect(state.isForgettable(at: noon.addingTimeInterval(30 * Self.day)))
    }

    @Test func `one with something to tell is not forgotten, however old; a dead entry is something`() {
        var state = SourceState(uuid: "u")
        state.takenOut = noon
        state.outbox.add(Event(id: "u-1", kind: .failing, source: "paris", url: "", time: noon), to: [.hook])
        let late = noon.addingTimeInterval(1000 * Self.day)
        #expect(!state.isForgettable(at: late))
        state.outbox.settle([DeliveryRecord(.hook, "u-1", .dead)])
        #expect(!state.isForgettable(at: late))
        state.outbox.drop { _ in true }
        #expect(state.isForgettable(at: late))
    }

    @Test func `the daemon notes the day, and forgets at the last second`() throws {
        let daemon = try daemon(in: folder)
        try save(in: daemon.directory)
        try daemon.apply(daemon.config)
        daemon.underway.wait()
        let since = try #require(daemon.stores["paris"]?.state.takenOut)
        #expect(abs(since.timeIntervalSince(Date())) < 60)
        #expect(try StateDirectory.current("paris", in: daemon.directory.path)?.takenOut == since)
        #expect(daemon.stores["london"]?.state.takenOut == nil)

        try daemon.stores["paris"]?.update { $0.takenOut = noon }
        let document = try folder.write("cache/paris.\(String(repeating: "0", count: 32)).document", "x")
        let other = try folder.write("cache/london.\(String(repeating: "0", count: 32)).document", "x")
        daemon.seeToTakenOut(at: moment(30 * Self.day - 1))
        #expect(daemon.stores["paris"] != nil && !files().isEmpty && access(document, F_OK) == 0)
        #expect(daemon.nextRemovalCheck == 1_000 + 30 * Self.day)
        let store = daemon.stores["paris"]
        daemon.seeToTakenOut(at: moment(30 * Self.day))
        #expect(daemon.stores["paris"] == nil && files().isEmpty && access(document, F_OK) != 0)
        #expect(daemon.nextRemovalCheck == nil)
        #expect(daemon.stores["london"] != nil && access(other, F_OK) == 0)
        // Whoever holds it still brings nothing back.
        try store?.update { $0.sequence = 9 }
        #expect(files().isEmpty)
    }

    @Test func `one whose events are not delivered is kept, looked at daily, and forgotten when they are gone`() throws
    {
        let daemon = try daemon(in: folder)
        try save(in: daemon.directory, takenOut: noon, undelivered: true)
        try daemon.apply(daemon.config)
        daemon.seeToTakenOut(at: moment(40 * Self.day))
        let store = try #require(daemon.stores["paris"])
        #expect(store.outbox.waiting(for: .hook).count == 1)
        #expect(daemon.nextRemovalCheck == 1_000 + 41 * Self.day)
        try store.updateOutbox { $0.drop { _ in true } }
        daemon.seeToTakenOut(at: moment(41 * Self.day))
        #expect(daemon.stores["paris"] == nil && files().isEmpty)
    }

    @Test func `one that comes back is not away any more, and has its state`() throws {
        let daemon = try daemon(in: folder)
        try save(in: daemon.directory, takenOut: noon)
        var both = daemon.config
        var paris = try source()
        paris.name = "paris"
        both.sources.append(paris)
        try daemon.apply(both)
        daemon.underway.wait()
        #expect(daemon.stores["paris"]?.state.uuid == "p")
        #expect(daemon.stores["paris"]?.state.takenOut == nil)
        #expect(try StateDirectory.current("paris", in: daemon.directory.path)?.takenOut == nil)
        daemon.seeToTakenOut(at: moment(1000 * Self.day))
        #expect(!files().isEmpty)
    }

    @Test func `what is no state is left alone, and so is one that is being saved`() throws {
        let daemon = try daemon(in: folder)
        try folder.write("state/other.json", "{}")
        try folder.write("state/.hidden.json", "{}")
        #expect(StateDirectory.sources(in: daemon.directory.path, besides: ["london"]) == ["other"])
        #expect(daemon.directory.takenOut(besides: []).isEmpty)
        try save(in: daemon.directory, takenOut: noon)
        let store = try #require(daemon.directory.takenOut(besides: ["london"]).first)
        let late = moment(1000 * Self.day)
        try store.update { _ in #expect(!store.forget(at: late, isProven: false)) }
        #expect(!files().isEmpty)
        #expect(store.forget(at: late, isProven: false))
        #expect(files("other") == ["other.json"])
    }
}
