import Events
import Reading
import Rows
import Testing
import WatchKit

@testable import Watch

/// What `suspect` promises is what the judgement keeps.
@Suite struct AcceptanceTests {
    private let mine = "20121456171"

    private func edition(_ text: String, _ status: String, count: Int = 100, damage: [String] = []) -> ReadingReply {
        let keys = (0..<count).map { String(20_130_000_000 + $0) } + [mine]
        let reading = Reading(
            rows: [row(mine, status)], rowCount: keys.count, pageCount: 3, damage: damage,
            fingerprint: Fingerprint(text: text, keys: KeySample(of: keys)))
        var facts = facts(text + status)
        facts.modified = text == "e1" ? 100 : 200
        return .document(facts, reading)
    }

    /// Holds a document, then polls it again at these intervals until it is accepted.
    private func held(_ reply: ReadingReply, every seconds: Double, polls: Int) throws -> (Event, Bool) {
        var history = SourceHistory(try source())
        history.poll(edition("e1", "pending"))
        history.poll(edition("e2", "issued"))
        let told = history.poll(reply)
        #expect(told.map(\.kind) == [.suspect])
        for _ in 1..<polls { history.poll(reply, after: seconds) }
        return (try #require(told.first), history.state.held == nil)
    }

    @Test func `a damaged document is never accepted by itself`() throws {
        let (event, isAccepted) = try held(edition("e3", "x", damage: ["page 3"]), every: 86_400, polls: 10)
        #expect(event.acceptance == .byHand && !isAccepted)
    }

    @Test(arguments: [(3600.0, 3, false), (43_199, 3, false), (43_200, 3, true), (86_400, 2, false)])
    func `one with few rows is accepted after three polls over a day`(step: Double, polls: Int, isIt: Bool) throws {
        let (event, isAccepted) = try held(edition("e3", "x", count: 9), every: step, polls: polls)
        #expect(event.acceptance == .afterADay && isAccepted == isIt)
        #expect(event.detail == "it has 10 rows, the previous edition had 101")
    }

    @Test(arguments: [(2, false), (3, true)])
    func `an older edition is accepted after three polls`(polls: Int, isIt: Bool) throws {
        let (event, isAccepted) = try held(edition("e1", "pending"), every: 60, polls: polls)
        #expect(event.acceptance == .afterThreePolls && isAccepted == isIt)
    }
}
