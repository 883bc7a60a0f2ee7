// Whether all is well, and its report to a monitoring system.

import Configuration
import Delivery
import Events
import Rows
import Foundation
import Testing

@testable import Watch
import struct Coding.Date

@Suite struct HealthTests {
    private let now = Date(timeIntervalSince1970: 1_750_000_000)
    private let source: SourceConfig

    init() throws {
        var source = SourceConfig(name: "london", url: "https://example.org/list.pdf", layout: .london)
        source.watched = [WatchedBatch(pattern: try KeyMask("20121456171"), label: "")]
        self.source = source
    }

    private func troubles(_ change: (inout SourceState) -> Void) -> [Trouble] {
        var state = SourceState(uuid: "u")
        change(&state)
        return Trouble.all(of: source, state, at: now)
    }

    private func event(_ id: String, ago seconds: Double) -> Event {
        Event(id: id, kind: .observed, source: "london", url: "", time: now.addingTimeInterval(-seconds))
    }

    @Test func `a list without trouble has none`() {
        #expect(troubles { _ in }.isEmpty)
        #expect(troubles { $0.outbox.add(event("u-1", ago: Trouble.longestWait), to: [.hook]) }.isEmpty)
    }

    @Test func `a list that fails says how often, why and since when`() {
        let since = now.addingTimeInterval(-7200)
        let failures = Failures(address: "a", count: 1, since: since, cause: "HTTP 503")
        #expect(
            troubles { $0.failures = failures } == [
                Trouble(.failing, source: "london", "failing (once): HTTP 503", since: since)
            ])
        #expect(
            troubles {
                $0.failures = failures
                $0.failures?.count = 3
            }.first?.what == "failing (3 times): HTTP 503")
    }

    @Test func `what this machine cannot ask for is not called a failure of the list`() throws {
        var failures = Failures(address: "a", count: 0, since: now, cause: "this machine has no route to example.org")
        failures.isOffline = true
        let trouble = try #require(troubles { $0.failures = failures }.first)
        #expect(trouble.kind == .offline)
        #expect(trouble.line == "london cannot be asked for: this machine has no route to example.org")
        let check = HealthCheck([trouble], summary: "", isRunning: true)
        #expect(check.verdict == .warning)
        #expect(check.line.hasSuffix(" offline=1"))
    }

    @Test func `an event that waits for more than a quarter of an hour is in trouble`() {
        let found = troubles {
            $0.outbox.add(event("u-1", ago: Trouble.longestWait + 1), to: [.hook])
            $0.outbox.add(event("u-2", ago: 5), to: [.hook])
        }
        #expect(found.map(\.kind) == [.waiting])
        #expect(found.first?.what == "2 events not yet delivered to the hook")
        #expect(found.first?.since == now.addingTimeInterval(-Trouble.longestWait - 1))
    }

    @Test(
        arguments: [
            (true, nil, "it is never accepted by itself"),
            (false, true, "it is accepted once three polls have returned it"),
            (false, nil, "it is accepted once three polls over at least 24 hours have returned it"),
        ] as [(Bool, Bool?, String)])
    func `a held document says what happens if nobody does anything`(isDamaged: Bool, isReturn: Bool?, outlook: String)
    {
        let found = troubles {
            var held = HeldDocument(
                address: "a", layout: "l", digest: "d", length: 1, rowCount: 1, reason: "it looks odd",
                isDamaged: isDamaged, since: now, sightings: 1, isTold: true)
            held.isReturn = isReturn
            $0.held = held
        }
        #expect(found.map(\.what) == ["held as suspect: it looks odd"])
        #expect(found.first?.advice == "\(outlook); if the list is right, run `batchwatch accept london`")
    }

    @Test func `a list that nobody watches, or no daemon polls, is not said to be polled`() {
        var state = SourceState(uuid: "u")
        state.failures = Failures(address: "a", count: 1, since: now, cause: "no route")
        state.failures?.isOffline = true
        let polled = Trouble.all(of: source, state, at: now)
        #expect(polled.first?.advice?.contains("a poll is tried each minute") == true)
        let stopped = Trouble.all(of: source, state, at: now, isRunning: false)
        #expect(stopped.map(\.advice) == ["the cause is on this machine"])
        var unwatched = source
        unwatched.watched = []
        #expect(Trouble.all(of: unwatched, state, at: now).isEmpty)
    }

    private func unclear(_ since: Double, isAccepted: Bool? = nil) -> UnclearBatch {
        var batch = UnclearBatch(rows: [], reason: "page 3", mark: "m", since: now.addingTimeInterval(since))
        batch.isAccepted = isAccepted
        return batch
    }

    @Test func `unclear batches are one trouble of their list, until they are accepted`() throws {
        var watching = source
        watching.watched = try ["20121456171", "20121456179"].map { WatchedBatch(pattern: try KeyMask($0), label: "") }
        func troubles(_ unclear: [String: UnclearBatch]) -> [Trouble] {
            var state = SourceState(uuid: "u")
            state.unclear = unclear
            return Trouble.all(of: watching, state, at: now)
        }
        let one = try #require(troubles(["20121456171": unclear(0)]).first)
        #expect(one.line == "london 1 batch cannot be read with certainty")
        #expect(one.advice == "look at the list; `batchwatch status london` says what was read of 20121456171")
        let two = troubles(["20121456171": unclear(-5), "20121456179": unclear(-9), "20130000000": unclear(-99)])
        #expect(two.map(\.what) == ["2 batches cannot be read with certainty"])
        #expect(two.first?.since == now.addingTimeInterval(-9))
        #expect(troubles(["20121456171": unclear(0, isAccepted: true)]).isEmpty)
        let check = HealthCheck(two, summary: "", isRunning: true)
        #expect(check.verdict == .warning && check.line.hasSuffix(" unclear=1 offline=0"))
    }

    private let failing = Trouble(.failing, source: "london", "failing (once): a | b")

    @Test(
        arguments: [
            ([], true, HealthCheck.Verdict.ok, "BATCHWATCH OK - 1 source | failing=0 held=0"),
            ([.failing], true, .warning, "BATCHWATCH WARNING - london failing (once): a / b | failing=1 held=0"),
            (
                [.failing, .untold], true, .critical,
                "BATCHWATCH CRITICAL - no hook; london failing (once): a / b | failing=1"
            ),
            ([.failing, .unsaved], true, .critical, "BATCHWATCH CRITICAL - no hook; london failing"),
            ([.dead], true, .warning, "BATCHWATCH WARNING - no hook | failing=0"),
            ([], false, .critical, "BATCHWATCH CRITICAL - no daemon runs | failing=0"),
        ] as [([Trouble.Kind], Bool, HealthCheck.Verdict, String)])
    func `a monitoring system gets one line, and the gravest first`(
        kinds: [Trouble.Kind], isRunning: Bool, verdict: HealthCheck.Verdict, line: String
    ) {
        let troubles = kinds.map { $0 == .failing ? failing : Trouble($0, "no hook") }
        let check = HealthCheck(troubles, summary: "1 source", isRunning: isRunning)
        #expect(check.verdict == verdict)
        #expect(check.line.hasPrefix(line), "\(check.line)")
        #expect(!check.line.contains("\n"))
    }
}
