// Past events, from a journal file written by systemd-journal-remote(8).

import Events
import Foundation
import Processes
import TestKit
import Testing
import WatchKit

@testable import Delivery
import struct Coding.Date

private let writer = "/lib/systemd/systemd-journal-remote"

@Suite(.enabled(if: access(writer, X_OK) == 0, "systemd-journal-remote is not installed"))
struct JournalHistoryTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path + "/journal", withIntermediateDirectories: false)
    }

    /// An entry in the Journal Export Format (systemd.io/JOURNAL_EXPORT_FORMATS).
    static func entry(
        _ second: Int, _ kind: Event.Kind?, id: String, batch: String = "20121456171", writer: String = "_UID=0"
    ) -> String {
        """
        __REALTIME_TIMESTAMP=\(second)999999
        __MONOTONIC_TIMESTAMP=\(second % 1_000_000)
        _BOOT_ID=4fd0b2a67a5e4b1e9d527e0a4e5f1c11
        \(writer)
        MESSAGE=Mine (20121456171): gone
        MESSAGE_ID=\(kind?.messageID ?? "00000000000000000000000000000000")
        BATCHWATCH_EVENT_ID=\(id)
        BATCHWATCH_KIND=\(kind?.rawValue ?? "none")
        BATCHWATCH_SOURCE=london
        BATCHWATCH_BATCH=\(batch)
        BATCHWATCH_LABEL=Mine


        """
    }

    func write(_ entries: [String]) throws {
        let export = try folder.write("entries", entries.joined())
        let ending = try Program(path: writer, arguments: ["--output=\(folder.path)/journal/a.journal", export])
            .run(limit: 20) { _, _ in }
        #expect(ending.how == .exited(0))
    }

    func read(batch: String? = nil, since: Date? = nil) throws -> [PastEvent] {
        var events: [PastEvent] = []
        let journal = JournalHistory(users: [0, 990], directory: folder.path + "/journal")
        try journal.read(PastEvents.Choice(batch: batch, since: since)) { events.append($0) }
        return events
    }

    @Test func `entries are events, in the order of the journal`() throws {
        try write([
            JournalHistoryTests.entry(1_750_000_000, .disappeared, id: "u-7"),
            JournalHistoryTests.entry(1_750_000_001, nil, id: "other"),
            JournalHistoryTests.entry(1_750_000_002, .appeared, id: "u-8"),
        ])
        let events = try read()
        #expect(events.map(\.id) == ["u-7", "u-8"])
        #expect(
            events.first
                == PastEvent(
                    time: noon, id: "u-7", kind: "disappeared", source: "london", batch: "20121456171", label: "Mine",
                    message: "Mine (20121456171): gone"))
    }

    @Test func `only a batch, and only later ones, if that is asked for`() throws {
        try write([
            JournalHistoryTests.entry(1_750_000_000, .changed, id: "u-1"),
            JournalHistoryTests.entry(1_750_000_005, .changed, id: "u-2", batch: "2012 x"),
            JournalHistoryTests.entry(1_750_000_010, .changed, id: "u-3"),
        ])
        #expect(try read(batch: "2012 x").map(\.id) == ["u-2"])
        #expect(try read(since: noon.addingTimeInterval(5)).map(\.id) == ["u-2", "u-3"])
        #expect(try read(batch: "20121456171", since: noon.addingTimeInterval(5)).map(\.id) == ["u-3"])
    }

    @Test func `only messages of the service and its users are believed`() throws {
        let writers = [
            "_UID=1000", "_UID=0", "_UID=990", "_UID=9900", "_UID=1000\n_SYSTEMD_UNIT=batchwatch.service",
            "_UID=1001\n_SYSTEMD_UNIT=batchwatch@embassy.service", "_UID=1000\n_SYSTEMD_UNIT=other.service",
            "_UID=1000\n_SYSTEMD_UNIT=user@1000.service\n_SYSTEMD_USER_UNIT=batchwatch.service",
            "_UID=1000\n_SYSTEMD_UNIT=batchwatch@x.service.d", "_UID=1000\nSYSTEMD_UNIT=batchwatch.service\nUID=0",
        ]
        try write(
            writers.enumerated().map { number, writer in
                JournalHistoryTests.entry(1_750_000_000 + number, .changed, id: "u-\(number)", writer: writer)
            })
        #expect(try read().map(\.id) == ["u-1", "u-2", "u-4", "u-5"])
        #expect(try read(batch: "20121456171").map(\.id) == ["u-1", "u-2", "u-4", "u-5"])
        #expect(try read(batch: "another").isEmpty)
    }

    @Test func `bytes that are no UTF-8 are read as text, and a message that is too long is cut`() throws {
        let bytes = "MESSAGE\n\u{3}\0\0\0\0\0\0\0hi"
        var entry = JournalHistoryTests.entry(1_750_000_000, .changed, id: "u-1")
            .replacingOccurrences(of: "MESSAGE=Mine (20121456171): gone", with: bytes + "?")
        entry += JournalHistoryTests.entry(1_750_000_001, .changed, id: "u-2")
            .replacingOccurrences(of: "Mine (20121456171): gone", with: String(repeating: "x", count: 700_000))
        let export = folder.path + "/entries"
        var data = Data(entry.utf8)
        if let mark = data.range(of: Data("hi?".utf8)) { data[mark.upperBound - 1] = 0xFF }
        try data.write(to: URL(fileURLWithPath: export))
        _ = try Program(path: writer, arguments: ["--output=\(folder.path)/journal/a.journal", export])
            .run(limit: 20) { _, _ in }
        let messages = try read().map(\.message)
        #expect(messages.first == "hi\u{fffd}")
        #expect(messages.count == 2 && messages[1].utf8.count <= JournalHistory.longestField)
    }

    @Test func `where there is no journal that is told`() throws {
        #expect(throws: JournalHistoryError(cause: "there are no journal files; see Storage= in journald.conf(5)")) {
            try read()
        }
        #expect(throws: JournalHistoryError(cause: "No such file or directory")) {
            try JournalHistory(users: [0], directory: "/nonexistent").read(PastEvents.Choice()) { _ in }
        }
    }

    @Test func `a journal without such events is none that cannot be read`() throws {
        try write([JournalHistoryTests.entry(1_750_000_000, nil, id: "other")])
        #expect(try read().isEmpty)
    }
}

/// Of a real journal, in the namespace that `scripts/proofs/test-journald` makes.
@Suite(.serialized, .enabled(if: getenv("BATCHWATCH_TEST_JOURNALD") != nil, "run scripts/proofs/test-journald"))
struct JournalHistoryJournaldTests {
    @Test func `what was told is found again, by its batch and by its time`() throws {
        let journal = Journal(.journald)
        var sent: [Event] = []
        for (number, kind) in Event.Kind.allCases.enumerated() {
            var event = Event(id: "history-\(number)", kind: kind, source: "history", url: "", time: Date())
            event.batch = number < 2 ? "history-batch" : ""
            event.detail = "because"
            #expect(journal.tell(event) == .delivered)
            sent.append(event)
        }
        journal.notice(.trouble, .warning, "no event", fields: [("BATCHWATCH_SOURCE", "history")])
        let sync = Process()
        sync.executableURL = URL(fileURLWithPath: "/usr/bin/journalctl")
        sync.arguments = ["--sync"]
        try sync.run()
        sync.waitUntilExit()
        #expect(try found().map(\.id) == sent.map(\.id))
        #expect(try found().map(\.message) == sent.map(\.message))
        #expect(try found().allSatisfy { abs($0.time.timeIntervalSince(Date())) < 60 })
        #expect(try found(batch: "history-batch").map(\.id) == ["history-0", "history-1"])
        #expect(try found(since: Date().addingTimeInterval(-3600)).count == sent.count)
        #expect(try found(since: Date().addingTimeInterval(3600)).isEmpty)
    }

    private func found(batch: String? = nil, since: Date? = nil) throws -> [PastEvent] {
        var events: [PastEvent] = []
        let journal = JournalHistory(users: [geteuid()], directory: "/run/log/journal")
        try journal.read(PastEvents.Choice(batch: batch, since: since)) { events.append($0) }
        return events.filter { $0.source == "history" }
    }
}
