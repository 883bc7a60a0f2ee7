import Delivery
import Events
import FoundationEssentials
import Glibc
import Processes
import Rows
import TestKit
import Testing
import WatchKit

/// With a real journal, in the namespace that `scripts/proofs/test-journald` makes.
@Suite(.serialized, .enabled(if: getenv("BATCHWATCH_TEST_JOURNALD") != nil, "run scripts/proofs/test-journald"))
struct JournaldTests {
    private let journal = Journal(isTerminal: false)

    /// The newest entries of an identifier, as journalctl prints them.
    private func entries(_ filter: String) throws -> [[String: String]] {
        var bytes: [UInt8] = []
        for arguments in [["--sync"], ["-D", "/run/log/journal", "--all", "-o", "json", filter]] {
            _ = try Program(path: "/usr/bin/journalctl", arguments: arguments, environment: ["LANG=C.UTF-8"])
                .run(limit: 20) { stream, part in if stream == .output { bytes += part } }
        }
        return try bytes.split(separator: 10).map {
            try JSONDecoder().decode([String: String].self, from: Data($0))
        }
    }

    @Test func `an event has its fields`() throws {
        var sent = event(rows: [(hostile, "15-Jun-12"), ("refused", "")])
        sent.id = "fields-1"
        #expect(journal.tell(sent) == .delivered)
        let entry = try #require(try entries("BATCHWATCH_EVENT_ID=fields-1").last)
        let expected = [
            "MESSAGE": sent.message, "MESSAGE_ID": Event.Kind.changed.messageID, "PRIORITY": "5",
            "SYSLOG_IDENTIFIER": "batchwatch", "BATCHWATCH_EVENT_ID": "fields-1", "BATCHWATCH_KIND": "changed",
            "BATCHWATCH_SOURCE": "london", "BATCHWATCH_BATCH": "20121456171", "BATCHWATCH_LABEL": "Mine",
            "BATCHWATCH_STATUS": hostileInert + "; refused", "BATCHWATCH_DATE": "15-Jun-12; ",
            "BATCHWATCH_PREVIOUS_STATUS": "pending", "BATCHWATCH_PREVIOUS_DATE": "01-Jun-12",
        ]
        #expect(entry.filter { !$0.key.hasPrefix("_") } == expected)
    }

    @Test func `a notice and a line of the hook are told apart`() throws {
        journal.notice(.deadLetter, .error, "no more", fields: [("BATCHWATCH_SOURCE", "notice-1")])
        var sent = event()
        sent.source = "notice-1"
        journal.hookLine("mail sent", event: sent)
        let entries = try entries("BATCHWATCH_SOURCE=notice-1")
        #expect(entries.map { $0["SYSLOG_IDENTIFIER"] } == ["batchwatch", "batchwatch-hook"])
        #expect(entries.map { $0["MESSAGE"] } == ["no more", "mail sent"])
        #expect(entries.map { $0["PRIORITY"] } == ["3", "6"])
        #expect(entries.map { $0["MESSAGE_ID"] } == [Notice.deadLetter.messageID, Notice.hookOutput.messageID])
        #expect(entries.last?["BATCHWATCH_EVENT_ID"] == sent.id)
    }

    @Test func `an enormous event arrives`() throws {
        let long = String(repeating: "x", count: 1 << 16)
        var sent = event(label: long, rows: Array(repeating: (long, long), count: 50), previous: [(long, long)])
        sent.id = "enormous-1"
        #expect(journal.tell(sent) == .delivered)
        #expect(try entries("BATCHWATCH_EVENT_ID=enormous-1").count == 1)
    }

    @Test func `ten thousand messages arrive or are known to be lost`() throws {
        var told = 0
        var sent = event()
        sent.id = "many-1"
        for _ in 0..<10_000 where journal.tell(sent) == .delivered { told += 1 }
        #expect(try entries("BATCHWATCH_EVENT_ID=many-1").count == told)
    }
}
