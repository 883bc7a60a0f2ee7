// Past events from histories and journal together.

import Events
import Foundation
import Processes
import TestKit
import Testing

@testable import Delivery
import struct Coding.Date

private let writer = "/lib/systemd/systemd-journal-remote"

@Suite struct PastEventsTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path + "/journal", withIntermediateDirectories: false)
    }

    func record(_ second: Int, _ id: String, source: String = "london", batch: String = "20121456171") throws {
        var event = Event(
            id: id, kind: .changed, source: source, url: "https://example.org/",
            time: Date(timeIntervalSince1970: Double(second)))
        event.batch = batch
        try HistoryLog(of: source, in: folder.path).append(event)
    }

    func read(
        _ choice: PastEvents.Choice = PastEvents.Choice(), in directory: String? = nil
    ) throws -> (ids: [String], troubles: [String]) {
        let journal = JournalHistory(users: [0], directory: folder.path + "/journal")
        let past = PastEvents(in: directory ?? folder.path, journal: journal)
        var (ids, troubles) = ([] as [String], [] as [String])
        try past.read(choice, trouble: { troubles.append($0) }) { ids.append($0.id) }
        return (ids, troubles)
    }

    @Test func `without a journal the histories are all there is`() throws {
        try record(1_750_000_000, "u-1")
        try record(1_750_000_001, "u-2", source: "paris")
        try record(1_750_000_002, "u-3", batch: "20121456172")
        #expect(try read().ids == ["u-1", "u-2", "u-3"])
        #expect(try read(PastEvents.Choice(batch: "20121456172")).ids == ["u-3"])
        #expect(try read(PastEvents.Choice(source: "paris")).ids == ["u-2"])
        #expect(try read(PastEvents.Choice(since: Date(timeIntervalSince1970: 1_750_000_001))).ids == ["u-2", "u-3"])
    }

    @Test func `lines that cannot be read are told`() throws {
        try record(1_750_000_000, "u-1")
        try folder.write("paris.history", "nonsense\n{}\n")
        let read = try read()
        #expect(read.ids == ["u-1"])
        #expect(read.troubles == ["\(folder.path): 2 lines of the histories cannot be read"])
    }

    @Test func `without either, the journal's error is told`() throws {
        try folder.write("file", "")
        #expect(throws: JournalHistoryError.self) { try read(in: folder.path + "/file") }
    }

    @Test(.enabled(if: access(writer, X_OK) == 0, "systemd-journal-remote is not installed"))
    func `what is older comes from the journal, and nothing twice`() throws {
        let entries = [(1, "u-1"), (3, "u-3"), (5, "u-5")].map { second, id in
            JournalHistoryTests.entry(1_750_000_000 + second, .changed, id: id)
        }
        let export = try folder.write("entries", entries.joined())
        let ending = try Program(path: writer, arguments: ["--output=\(folder.path)/journal/a.journal", export])
            .run(limit: 20) { _, _ in }
        #expect(ending.how == .exited(0))
        try record(1_750_000_003, "u-3")
        try record(1_750_000_004, "u-4")
        #expect(try read().ids == ["u-1", "u-3", "u-4", "u-5"])
        let since = Date(timeIntervalSince1970: 1_750_000_004)
        #expect(try read(PastEvents.Choice(since: since)).ids == ["u-4", "u-5"])
        #expect(try read(PastEvents.Choice(source: "london")).ids == ["u-1", "u-3", "u-4", "u-5"])
        #expect(try read(PastEvents.Choice(source: "paris")).ids.isEmpty)
    }
}
