// Past events, of a journalctl that says what the test tells it to.

import Foundation
import Sinks
import Testing

@testable import Watch

@Suite struct HistoryTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// What a script in the place of journalctl makes of it; its arguments are in "arguments".
    func read(_ script: String, batch: String? = nil, since: String? = nil) throws -> [PastEvent] {
        let journalctl = try folder.program(
            "journalctl",
            "for word; do printf '%s\\n' \"$word\"; done > '\(folder.path)/arguments'\n\(script)\n")
        var events: [PastEvent] = []
        try Watch.History(journalctl: journalctl).read(batch: batch, since: since) {
            events.append($0)
        }
        return events
    }

    var arguments: [String] {
        get throws {
            String(decoding: try folder.read("arguments"), as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    func error(_ script: String) -> HistoryError? {
        do {
            _ = try read(script)
            return nil
        } catch {
            return error as? HistoryError
        }
    }

    static let entry = #"""
        {"__REALTIME_TIMESTAMP":"1750000000999999","MESSAGE":"Mine (20121456171): gone","BATCHWATCH_EVENT_ID":"u-7","BATCHWATCH_KIND":"disappeared","BATCHWATCH_SOURCE":"london","BATCHWATCH_BATCH":"20121456171","BATCHWATCH_LABEL":"Mine","_PID":["1","2"],"COREDUMP":null}
        """#

    @Test func `journalctl is asked for the kinds of events, and for a batch and a time if they are given`() throws {
        #expect(try read("exit 0", batch: "2012 x", since: "-7d").isEmpty)
        let arguments = try arguments
        #expect(arguments.filter { $0.hasPrefix("MESSAGE_ID=") }.count == Event.Kind.allCases.count)
        #expect(arguments.contains("MESSAGE_ID=\(Event.Kind.changed.messageID)"))
        #expect(arguments.contains("--output=json"))
        #expect(arguments.contains("--since=-7d") && arguments.contains("BATCHWATCH_BATCH=2012 x"))
        _ = try read("exit 0")
        #expect(try !self.arguments.contains { $0.hasPrefix("--since") || $0.hasPrefix("BATCHWATCH") })
    }

    @Test func `entries are events, in the order of the journal`() throws {
        let later = HistoryTests.entry.replacingOccurrences(of: "u-7", with: "u-8")
        let events = try read("cat <<'END'\n\(HistoryTests.entry)\n\(later)\nEND")
        #expect(events.map(\.id) == ["u-7", "u-8"])
        #expect(
            events.first
                == PastEvent(
                    time: noon, id: "u-7", kind: "disappeared", source: "london", batch: "20121456171", label: "Mine",
                    message: "Mine (20121456171): gone"))
    }

    @Test func `what is no entry of ours is passed over, and bytes are read as text`() throws {
        let lines = [
            "-- No entries --", "{", "[]", "null", #"{"MESSAGE":"no time"}"#,
            #"{"__REALTIME_TIMESTAMP":"99999999999999999999","MESSAGE":"x"}"#,
            #"{"__REALTIME_TIMESTAMP":"-1","MESSAGE":"x"}"#, #"{"__REALTIME_TIMESTAMP":"1","MESSAGE":null}"#,
            #"{"__REALTIME_TIMESTAMP":"1750000000000000","MESSAGE":[104,105,255]}"#,
        ]
        let events = try read("cat <<'END'\n\(lines.joined(separator: "\n"))\nEND")
        #expect(events.map(\.message) == ["hi\u{fffd}"])
    }

    @Test func `an entry without end is not kept in memory, and what follows is read`() throws {
        let events = try read("head -c 6000000 /dev/zero | tr '\\0' x; echo; cat <<'END'\n\(HistoryTests.entry)\nEND")
        #expect(events.count == 1)
    }

    @Test(arguments: [
        (
            "echo 'No journal files were opened due to insufficient permissions.' >&2; exit 1", 69,
            "insufficient permissions"
        ),
        ("echo 'No journal files were found.' >&2", 69, "No journal files were found"),
        ("echo 'Failed to parse timestamp: soon' >&2; exit 1", 64, "soon"), ("exit 3", 69, "exited with code 3"),
        ("kill -9 $$", 69, "signal 9"),
    ])
    func `where it cannot be read the reason is told`(script: String, code: Int32, reason: String) {
        let error = error(script)
        #expect(error?.exitCode.rawValue == code)
        #expect(error?.description.contains(reason) == true)
    }

    @Test func `a hint beside what was found is no error`() throws {
        let hint = "echo 'Hint: You are currently not seeing messages from other users: insufficient permissions' >&2"
        #expect(try read("\(hint); cat <<'END'\n\(HistoryTests.entry)\nEND").count == 1)
    }

    @Test func `without journalctl that is told`() {
        #expect {
            try Watch.History(journalctl: "/nonexistent/journalctl").read(batch: nil, since: nil) { _ in }
        } throws: {
            ($0 as? HistoryError)?.exitCode == .unavailable
        }
    }
}

/// Of a real journal, in the namespace that `scripts/proofs/test-journald` makes.
@Suite(.serialized, .enabled(if: getenv("BATCHWATCH_TEST_JOURNALD") != nil, "run scripts/proofs/test-journald"))
struct HistoryJournaldTests {
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
        #expect(try found().allSatisfy { abs($0.time.timeIntervalSinceNow) < 60 })
        #expect(try found(batch: "history-batch").map(\.id) == ["history-0", "history-1"])
        #expect(try found(since: "-1h").count == sent.count)
        #expect(try found(since: "+1h").isEmpty)
        #expect(throws: HistoryError.self) { try found(since: "soon") }
    }

    private func found(batch: String? = nil, since: String? = nil) throws -> [PastEvent] {
        var events: [PastEvent] = []
        try Watch.History(options: ["-D", "/run/log/journal"]).read(batch: batch, since: since) { events.append($0) }
        return events.filter { $0.source == "history" }
    }
}
