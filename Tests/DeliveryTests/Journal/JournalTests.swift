import Delivery
import Events
import Glibc
import TestKit
import Testing
import WatchKit

/// Where messages go when there is no journal. For the journal itself see `JournaldTests`.
@Suite struct JournalTests {
    @Test func `without a journal events and notices are lines on standard error`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let journal = Journal(isTerminal: false, path: "/nonexistent/socket")
            #expect(journal.tell(event(rows: [(hostile, "")])) == .delivered)
            journal.notice(.configurationRefused, .error, "line one\nline two")
            journal.hookLine("sent", event: event())
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.hasSuffix(
                """
                Mine (20121456171): "pending" (01-Jun-12) -> "\(hostileInert)"
                error: line one line two
                hook: sent

                """))
    }

    @Test func `a command that shows events itself still says without a journal what is no event`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let journal = Journal(.journaldOnly, path: "/nonexistent/socket")
            #expect(journal.tell(event()) == .delivered)
            journal.notice(.pollFailed, .error, "the state was moved aside")
            journal.hookLine("sent", event: event())
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.hasSuffix("error: the state was moved aside\n"), "\(text)")
        #expect(!text.contains("Mine") && !text.contains("sent"))
    }

    @Test func `on a terminal lines begin with the time`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("TZ", "UTC", 1)
            Journal(isTerminal: true).notice(.pollFailed, .warning, "no answer")
        }
        let line = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(line.contains(/(?m)^[0-2][0-9]:[0-5][0-9]:[0-6][0-9] warning: no answer$/))
    }

    @Test func `a line that cannot be written is not delivered`() async {
        await #expect(processExitsWith: .success) {
            let full = open("/dev/full", O_WRONLY)
            dup2(full, 2)
            let result = Journal(isTerminal: false, path: "/nonexistent/socket").tell(event())
            #expect(result == .failed(cause: "standard error: No space left on device"))
        }
    }

    @Test func `a journal that hangs holds nobody up`() throws {
        let box = try HookFolder()
        let door = try DatagramSocket(box.path + "/socket")
        door.fill()
        let journal = Journal(isTerminal: false, path: box.path + "/socket")
        #expect(journal.tell(event()) == .failed(cause: "the journal: Resource temporarily unavailable"))
    }

    @Test func `an entry is a field for each value, and none that is empty`() throws {
        let box = try HookFolder()
        let door = try DatagramSocket(box.path + "/socket")
        let journal = Journal(isTerminal: false, path: box.path + "/socket")
        journal.notice(
            .pollFailed, .warning, "two\nlines", fields: [("BATCHWATCH_SOURCE", "a\nb"), ("BATCHWATCH_BATCH", "")])
        #expect(
            door.next() == """
                MESSAGE=two lines
                PRIORITY=4
                MESSAGE_ID=\(Notice.pollFailed.messageID)
                SYSLOG_IDENTIFIER=batchwatch
                BATCHWATCH_SOURCE=a b

                """)
    }

    @Test func `a path too long for a socket is a failure, not silence`() {
        let path = "/" + String(repeating: "x", count: 107)
        #expect(
            Journal(isTerminal: false, path: path).tell(event()) == .failed(cause: "the journal: File name too long"))
    }

    @Test func `a door that nobody listens at is no journal`() async throws {
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let box = try HookFolder()
            do { _ = try DatagramSocket(box.path + "/socket") }
            #expect(Journal(isTerminal: false, path: box.path + "/socket").tell(event()) == .delivered)
        }
    }
}
