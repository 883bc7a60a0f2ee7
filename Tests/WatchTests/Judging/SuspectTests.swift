import FoundationEssentials
import Reading
import Rows
import Testing
import WatchKit

@testable import Events
@testable import Watch

/// What must not be believed at once, and when it is.
@Suite struct SuspectTests {
    let mine = "20121456171"
    static let day = 86_400.0

    /// An edition with these numbers beside ours; the text is what it is known by.
    func edition(
        _ text: String, _ rows: [Row], others: Range<Int> = 0..<100, rowCount: Int? = nil, damage: [String] = [],
        doubts: [Doubt] = []
    ) -> ReadingReply {
        let keys = others.map { String(20_130_000_000 + $0) } + rows.map(\.batch)
        var reading = Reading(
            rows: rows, rowCount: rowCount ?? keys.count, pageCount: 3, damage: damage,
            fingerprint: Fingerprint(text: text, keys: KeySample(of: keys)))
        reading.doubts = doubts
        return .document(facts(text), reading)
    }

    func history(_ watched: [String: String] = ["20121456171": "Mine"]) throws -> SourceHistory {
        var history = SourceHistory(try source(watched))
        history.poll(edition("e1", watched.keys.sorted().map { row($0, "pending") }))
        return history
    }

    func suspicion(_ history: inout SourceHistory, _ reply: ReadingReply) -> String? {
        let before = history.state
        let events = history.poll(reply)
        #expect(history.state.batches == before.batches)
        #expect(history.state.document == before.document)
        #expect(events.map(\.kind) == [.suspect])
        return events.first?.detail
    }

    @Test func `a damaged document is held`() throws {
        var history = try history()
        #expect(
            suspicion(&history, edition("e2", [row(mine, "issued")], damage: ["page 3: no stream", "more"]))
                == "the document is damaged, rows may be missing: page 3: no stream")
    }

    @Test(arguments: [["20121456171"], ["20130000001", "20121456171"], []])
    func `a doubt about a watched batch, or about any, holds no document`(batches: [String]) throws {
        var history = try history()
        let doubt = Doubt(page: 3, word: "issued", rule: .betweenRows, batches: batches)
        let events = history.poll(edition("e2", [row(mine, "issued")], doubts: [doubt]))
        #expect(events.map(\.kind) == [.unclear] && events[0].detail == "\(doubt)")
        #expect(history.state.held == nil && history.state.batches[mine]?.rows.map(\.status) == ["pending"])
        #expect(history.poll(edition("e3", [row(mine, "issued")])).map(\.kind) == [.changed])
    }

    @Test func `a doubt about other batches holds nothing and is told once a day`() throws {
        var history = try history()
        let doubt = Doubt(page: 3, word: "x", rule: .betweenRows, batches: ["20130000001"])
        func told(_ text: String, after seconds: Double) -> Doubt? {
            history.now = history.now.addingTimeInterval(seconds)
            var judgement = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
            _ = judgement.judge(edition(text, [row(mine, text)], doubts: [doubt]))
            #expect(judgement.events.map(\.kind) == [.changed])
            history.state = judgement.state
            return judgement.doubt
        }
        #expect(told("e2", after: 0) == doubt)
        #expect(told("e3", after: Self.day - 1) == nil)
        #expect(told("e4", after: 1) == doubt)
    }

    @Test func `a document without rows is held, also the first one`() throws {
        var history = try history()
        let reason = "no row matches the default key mask 2[0-8]######### on 3 pages"
        #expect(suspicion(&history, edition("e2", [], others: 0..<0)) == reason)
        var new = SourceHistory(try source())
        #expect(new.poll(edition("e2", [], others: 0..<0)).map(\.detail) == [reason])
        #expect(new.state.document == nil)
    }

    @Test func `an edition with fewer than half the rows is held, one with half of them is not`() throws {
        var history = try history()
        #expect(
            suspicion(&history, edition("e2", [row(mine, "issued")], others: 0..<49, rowCount: 50))
                == "it has 50 rows, the previous edition had 101")
        var other = try self.history()
        #expect(
            other.poll(edition("e2", [row(mine, "issued")], others: 0..<50, rowCount: 51)).brief
                == ["changed \(mine): pending > issued"])
    }

    @Test(arguments: [(10, 3, false), (10, 4, true), (30, 6, false), (30, 7, true)])
    func `an edition that misses more than three watched batches and a fifth of them is held`(
        _ count: Int, _ gone: Int, _ isHeld: Bool
    ) throws {
        let batches = (0..<count).map { String(20_140_000_000 + $0) }
        var history = try history(Dictionary(uniqueKeysWithValues: batches.map { ($0, "") }))
        let left = batches.dropFirst(gone).map { row($0, "pending") }
        if isHeld {
            #expect(
                suspicion(&history, edition("e2", left)) == "\(gone) of \(count) watched batches are missing from it")
        } else {
            #expect(history.poll(edition("e2", left)).isEmpty)
            #expect(history.poll(.notModified(Freshness())).count == gone)
        }
    }

    @Test func `batches that were missing already do not count again`() throws {
        let batches = (0..<8).map { String(20_140_000_000 + $0) }
        var history = try history(Dictionary(uniqueKeysWithValues: batches.map { ($0, "") }))
        history.source.disappearedAfter = 1e6
        #expect(history.poll(edition("e2", batches.dropFirst(3).map { row($0, "pending") })).isEmpty)
        #expect(history.poll(edition("e3", batches.dropFirst(6).map { row($0, "pending") })).isEmpty)
        #expect(history.state.document?.digest == "e3")
    }

    @Test func `another list is held`() throws {
        var history = try history()
        #expect(
            suspicion(&history, edition("e2", [], others: 1000..<1200))
                == "almost none of its numbers were on the list before: it looks like another list")
    }

    @Test func `a short list may be all new`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("e1", [row(mine, "pending")], others: 0..<8))
        #expect(history.poll(edition("e2", [row(mine, "issued")], others: 100..<108)).map(\.kind) == [.changed])
    }

    @Test func `a publisher that begins anew each week is held once, and never again`() throws {
        var history = try history()
        history.poll(edition("e2", [row(mine, "issued")], others: 1000..<1100))
        #expect(history.poll(edition("e2", [row(mine, "issued")], others: 1000..<1100)).isEmpty)
        #expect(
            history.poll(edition("e2", [row(mine, "issued")], others: 1000..<1100), after: Self.day).map(\.kind)
                == [.recovered, .changed])
        #expect(history.poll(edition("e3", [row(mine, "sent")], others: 2000..<2100)).map(\.kind) == [.changed])
    }

    @Test func `an empty list in between says nothing of whether the publisher begins anew`() throws {
        var history = try history()
        for _ in 0..<3 { history.poll(edition("empty", [], others: 0..<0), after: Self.day) }
        #expect(history.state.document?.digest == "empty")
        history.poll(edition("e2", [row(mine, "issued")]))
        #expect(suspicion(&history, edition("x1", [], others: 1000..<1200))?.contains("another list") == true)
    }

    @Test func `a tenth of the numbers is enough, exactly`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("e1", [row(mine, "pending")], others: 0..<9))
        #expect(history.poll(edition("e2", [row(mine, "issued")], others: 100..<109)).map(\.kind) == [.changed])
    }

    /// The same with what the server says of it.
    func told(_ reply: ReadingReply, etag: String? = nil, modified: Double? = nil, age: Double? = nil) -> ReadingReply {
        guard case .document(var facts, let reading) = reply else { return reply }
        facts.digest = facts.digest + (etag ?? "") + "\(modified ?? 0)"
        facts.validators = Validators(etag: etag, lastModified: nil)
        facts.modified = modified
        facts.freshness.age = age
        return .document(facts, reading)
    }

    @Test func `an older edition with a later date is news, and with its own date a stale copy`() throws {
        for (date, isNews) in [(100.0, false), (200, false), (201, true)] {
            var history = SourceHistory(try source())
            history.poll(told(edition("e1", [row(mine, "pending")]), modified: 100))
            history.poll(told(edition("e2", [row(mine, "issued")]), modified: 200))
            let back = history.poll(told(edition("e1", [row(mine, "pending")]), etag: "x", modified: date))
            #expect(back.map(\.kind) == [isNews ? .changed : .suspect])
        }
    }

    @Test(arguments: [(1, false), (2, true), (4, true), (5, true)])
    func `an older edition is a stale copy by each of the last four ETags that it had`(tag: Int, isStale: Bool) throws {
        var history = SourceHistory(try source())
        for number in 1...5 {
            history.poll(told(edition("e1", [row(mine, "pending")]), etag: "\(number)"))
        }
        history.poll(told(edition("e2", [row(mine, "issued")]), etag: "6"))
        let back = history.poll(told(edition("e1", [row(mine, "pending")]), etag: "\(tag)"))
        #expect(back.map(\.kind) == [isStale ? .suspect : .changed])
    }

    @Test(arguments: [(3599.0, true), (3601, false)])
    func `an older edition is a stale copy where a cache has had it since before the new one`(age: Double, isNews: Bool)
        throws
    {
        var history = SourceHistory(try source())
        history.poll(told(edition("e1", [row(mine, "pending")])))
        history.poll(told(edition("e2", [row(mine, "issued")])))
        let back = history.poll(told(edition("e1", [row(mine, "pending")]), etag: "x", age: age))
        #expect(back.map(\.kind) == [isNews ? .changed : .suspect])
    }

    @Test func `where the server says nothing the first return is news, and the next one of servers that take turns`()
        throws
    {
        var history = SourceHistory(try source())
        let editions = ["pending", "issued"].map { status in
            (1...3).map { told(edition(status, [row(mine, status)]), etag: "\(status) \($0)") }
        }
        history.poll(editions[0][0])
        history.poll(editions[1][0])
        #expect(history.poll(editions[0][1]).brief == ["changed \(mine): issued > pending"])
        #expect(suspicion(&history, editions[1][1]) == "it is an older edition of the list")
        // It stays: then it is news.
        #expect(history.poll(editions[1][1]).isEmpty)
        #expect(history.poll(editions[1][1]).brief == ["recovered -:  > ", "changed \(mine): pending > issued"])
        #expect(history.poll(editions[0][2], after: Self.day).brief == ["changed \(mine): issued > pending"])
    }

    @Test func `the same rows in another document are no other edition`() throws {
        var history = try history()
        let since = history.state.document?.since
        guard case .document(var facts, let reading) = edition("e1", [row(mine, "pending")]) else { return }
        facts.digest = "in another order"
        #expect(history.poll(.document(facts, reading)).isEmpty)
        #expect(history.state.document?.since == since && history.state.earlier.isEmpty)
        facts.digest = "and back"
        #expect(history.poll(.document(facts, reading)).isEmpty)
    }

    @Test func `an older edition put back is held, however it is exported`() throws {
        var history = try history()
        history.poll(edition("e2", [row(mine, "issued")]))
        guard case .document(var facts, let reading) = edition("e1", [row(mine, "pending")]) else { return }
        facts.digest = "another export"
        #expect(suspicion(&history, .document(facts, reading)) == "it is an older edition of the list")
    }

    @Test func `servers that take turns with several older editions return none three times`() throws {
        var history = try history()
        for number in 2...4 { history.poll(edition("e\(number)", [row(mine, "\(number)")])) }
        #expect(history.poll(edition("e1", [row(mine, "pending")])).map(\.kind) == [.suspect])
        #expect(history.poll(edition("e2", [row(mine, "2")])).isEmpty)
        for _ in 1...2 { #expect(history.poll(edition("e3", [row(mine, "3")])).isEmpty) }
        #expect(history.poll(edition("e3", [row(mine, "3")])).map(\.kind) == [.recovered, .changed])
    }

    @Test func `editions are remembered as far back as is said, and no further`() throws {
        var history = try history()
        for number in 2...SourceState.mostEarlier + 1 { history.poll(edition("e\(number)", [row(mine, "\(number)")])) }
        #expect(history.state.earlier == (1...SourceState.mostEarlier).map { "e\($0)" })
        history.poll(edition("last", [row(mine, "last")]))
        #expect(history.poll(edition("e1", [row(mine, "pending")])).map(\.kind) == [.changed])
    }

    @Test func `two servers that take turns with two editions bring one round of events`() throws {
        var history = try history()
        var events: [Event] = []
        for _ in 0..<20 {
            events += history.poll(edition("e2", [row(mine, "issued")]))
            events += history.poll(edition("e1", [row(mine, "pending")]))
            events += history.poll(.sameDocument(facts("e2")))
        }
        #expect(events.filter { $0.batch == mine }.brief == ["changed \(mine): pending > issued"])
        // Sixty hours: once a day that they take turns, and that they do not.
        #expect(events.filter { $0.kind == .suspect }.count == 3)
        #expect(events.count <= 7)
    }

    @Test func `the third sighting makes it believed, when a day has passed`() throws {
        var history = try history()
        let small = edition("e2", [row(mine, "issued")], others: 0..<20)
        history.poll(small)
        #expect(history.poll(small).isEmpty)
        #expect(history.poll(small).isEmpty)
        #expect(history.poll(small, after: Self.day - 7201).isEmpty)
        #expect(history.poll(small, after: 1).brief == ["recovered -:  > ", "changed \(mine): pending > issued"])
        #expect(history.state.held == nil)
        #expect(history.state.document?.rowCount == 21)
    }

    @Test func `two sightings are not enough, whatever the time`() throws {
        var history = try history()
        let small = edition("e2", [row(mine, "issued")], others: 0..<20)
        history.poll(small)
        #expect(history.poll(small, after: 10 * Self.day).isEmpty)
        #expect(history.poll(small, after: 10).map(\.kind) == [.recovered, .changed])
    }

    @Test func `a list that shrank and goes on is believed too, though no two editions are the same`() throws {
        var history = try history()
        #expect(history.poll(edition("e2", [row(mine, "a")], others: 0..<20)).map(\.kind) == [.suspect])
        #expect(history.poll(edition("e3", [row(mine, "b")], others: 2..<22), after: Self.day / 2).isEmpty)
        #expect(
            history.poll(edition("e4", [row(mine, "c")], others: 4..<24), after: Self.day / 2).brief
                == ["recovered -:  > ", "changed \(mine): pending > c"])
    }

    @Test func `another suspect document begins to count anew, and is told`() throws {
        var history = try history()
        history.poll(edition("e2", [row(mine, "a")], others: 0..<20))
        history.poll(edition("e2", [row(mine, "a")], others: 0..<20))
        #expect(history.poll(edition("x1", [], others: 1000..<1200), after: Self.day).map(\.kind) == [.suspect])
        #expect(history.poll(edition("x1", [], others: 1000..<1200)).isEmpty)
    }

    @Test func `a damaged document is never believed by itself, and told once however it is cut`() throws {
        var history = try history()
        var kinds: [Event.Kind] = []
        for number in 0..<10 {
            kinds += history.poll(
                edition("cut\(number)", [row(mine, "a")], others: 0..<number * 9, damage: ["page \(number)"]),
                after: Self.day
            ).map(\.kind)
        }
        #expect(kinds == [.suspect])
        #expect(history.state.document?.digest == "e1")
        #expect(history.poll(edition("e2", [row(mine, "issued")])).map(\.kind) == [.recovered, .changed])
    }

    @Test(arguments: ["304", "the same bytes"])
    func `when the accepted document comes again the held one is let go`(_ how: String) throws {
        var history = try history()
        history.poll(edition("x1", [], others: 1000..<1200))
        let events = history.poll(how == "304" ? .notModified(Freshness()) : .sameDocument(facts("e1")))
        #expect(events.map(\.kind) == [.recovered])
        #expect(events.first?.detail == "no longer held as suspect: the list is as it was before")
        #expect(history.state.held == nil)
        #expect(history.poll(.notModified(Freshness())).isEmpty)
    }

    @Test func `while a document is held nothing disappears, and failures are over`() throws {
        var history = try history(["20121456171": "", "20121456172": ""])
        history.poll(edition("e2", [row(mine, "pending")]))
        for _ in 0..<3 { history.poll(.failure(ReadingFailure(.status, "HTTP 503"))) }
        let events = history.poll(edition("x1", [], others: 1000..<1200), after: 1e5)
        #expect(events.map(\.kind) == [.suspect, .recovered])
        #expect(history.poll(.notModified(Freshness())).map(\.kind) == [.recovered, .disappeared])
    }

    @Test func `another configuration forgets what was held`() throws {
        var history = try history()
        let small = edition("e2", [row(mine, "issued")], others: 0..<20)
        history.poll(small)
        history.poll(small)
        history.source.url += "x"
        #expect(history.poll(small, after: Self.day).map(\.kind) == [.recovered, .observed])
    }

    @Test func `it is believed at once when somebody accepts it, damaged or not`() throws {
        var history = try history()
        let reply = edition("e2", [row(mine, "issued")], others: 0..<20, damage: ["page 3"])
        history.poll(reply)
        guard case .document(let facts, let reading) = reply else { return }
        var judgement = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
        let isAccepted = judgement.acceptHeld(facts, reading)
        #expect(isAccepted)
        #expect(judgement.events.brief == ["recovered -:  > ", "changed \(mine): pending > issued"])
        #expect(judgement.state.document?.digest == "e2")
        var other = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
        let isOther = other.acceptHeld(WatchKit.facts("e3"), reading)
        #expect(!isOther)
        #expect(other.events.isEmpty)
    }

    @Test func `what was accepted in spite of its damage is no news when it has to be fetched again`() throws {
        var history = try history()
        let reply = edition("e2", [row(mine, "issued")], damage: ["page 3"])
        history.poll(reply)
        guard case .document(let facts, let reading) = reply else { return }
        var judgement = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
        _ = judgement.acceptHeld(facts, reading)
        history.state = judgement.state
        #expect(history.poll(reply).isEmpty)
        #expect(history.state.held == nil)
        history.state.document?.readingVersion -= 1
        #expect(history.poll(reply, after: Self.day).map(\.kind) == [.suspect])
    }

    // MARK: Stale

    @Test func `a list that stays the same for longer than is expected is told once`() throws {
        var history = try history()
        history.source.expectEvery = .seconds(8 * Self.day)
        #expect(history.poll(.notModified(Freshness()), after: 8 * Self.day - 1).isEmpty)
        let events = history.poll(.notModified(Freshness()), after: 1)
        #expect(events.map(\.kind) == [.stale])
        #expect(events.first?.detail == "since 2025-06-15, though a new edition is expected every 8d")
        #expect(history.poll(.sameDocument(facts("e1")), after: Self.day).isEmpty)
    }

    @Test func `a new edition ends it, though it says nothing of the watched batches`() throws {
        var history = try history()
        history.source.expectEvery = .seconds(8 * Self.day)
        history.poll(.notModified(Freshness()), after: 9 * Self.day)
        #expect(history.poll(edition("e2", [row(mine, "pending")])).map(\.kind) == [.recovered])
        #expect(history.poll(.notModified(Freshness()), after: 8 * Self.day - 1).isEmpty)
        #expect(history.poll(.notModified(Freshness()), after: 1).map(\.kind) == [.stale])
    }

    @Test func `another export of the same text is no new edition`() throws {
        var history = try history()
        history.source.expectEvery = .seconds(8 * Self.day)
        guard case .document(var facts, let reading) = edition("e1", [row(mine, "pending")]) else { return }
        facts.digest = "another export"
        #expect(history.poll(.document(facts, reading), after: 9 * Self.day).isEmpty)
        #expect(history.poll(.notModified(Freshness()), after: 1).map(\.kind) == [.stale])
    }

    @Test func `without the key it is never told`() throws {
        var history = try history()
        #expect(history.poll(.notModified(Freshness()), after: 1e8).isEmpty)
        history.source.expectEvery = .seconds(8 * Self.day)
        #expect(history.poll(.notModified(Freshness())).map(\.kind) == [.stale])
    }
}
