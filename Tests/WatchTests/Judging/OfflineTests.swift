// Failures of this machine: reported for the list only after a day, and not counted as the server's.

import FoundationEssentials
import Reading
import Testing
import WatchKit

@testable import Watch

@Suite struct OfflineTests {
    private var history: SourceHistory
    private let offline = ReadingReply.failure(ReadingFailure(.offline, "no route"))
    private let failing = ReadingReply.failure(ReadingFailure(.status, "HTTP 503"))

    init() throws {
        history = SourceHistory(try source())
        history.poll(edition("d1", row("20121456171", "pending")))
    }

    @Test mutating func `many in a row are nobody's business, and are saved once`() {
        #expect(history.poll(offline, after: 60).isEmpty)
        let state = history.state
        #expect(state.failures?.isOffline == true)
        for _ in 1...1_000 { #expect(history.poll(offline, after: 60).isEmpty) }
        #expect(history.state == state)
        #expect(history.poll(edition("d1", row("20121456171", "pending"))).isEmpty)
        #expect(history.state.failures == nil)
    }

    @Test mutating func `a day of them is told, a second less is not, and so is their end`() {
        history.poll(offline)
        #expect(history.poll(offline, after: Judgement.failingTimeToTell - 1).isEmpty)
        #expect(history.poll(offline, after: 1).brief == ["failing -:  > "])
        let events = history.poll(edition("d1", row("20121456171", "pending")))
        #expect(events.brief == ["recovered -:  > "])
        #expect(events.first?.detail == "it can be read again, this machine could not ask; the last failure: no route")
    }

    @Test mutating func `they neither add to the server's failures nor forget them`() {
        history.poll(failing)
        history.poll(offline)
        history.poll(failing)
        #expect(history.state.failures?.count == 2)
        #expect(history.state.failures?.isOffline == nil)
        #expect(history.poll(offline).isEmpty)
        #expect(history.poll(failing).brief == ["failing -:  > "])
    }
}
