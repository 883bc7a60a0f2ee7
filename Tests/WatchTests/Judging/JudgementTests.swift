import FoundationEssentials
import Reading
import Rows
import Testing
import WatchKit

@testable import Watch

@Suite struct JudgementTests {
    let mine = "20121456171"
    let other = "20121456179"

    @Test func `the first look tells what the list says now`() throws {
        var history = SourceHistory(try source([mine: "Mine", other: "Friend"]))
        let events = history.poll(edition("d1", row(mine, "pending", "01-Jun-12")))
        #expect(events.brief == ["observed \(mine):  > pending", "observed \(other):  > "])
        #expect(events.map(\.label) == ["Mine", "Friend"])
        #expect(events.map(\.id) == ["u-1", "u-2"])
    }

    @Test func `a changed status is told with what was before`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending", "01-Jun-12")))
        let events = history.poll(edition("d2", row(mine, "visa issued", "15-Jun-12")))
        #expect(events.brief == ["changed \(mine): pending > visa issued"])
        #expect(events[0].rows == [Update(status: "visa issued", date: "15-Jun-12")])
        #expect(events[0].previousRows == [Update(status: "pending", date: "01-Jun-12")])
        #expect(history.state.batches[mine]?.since == history.now)
        #expect(history.state.lastChange == history.now)
    }

    @Test func `a changed date alone is a change`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending", "01-Jun-12")))
        #expect(history.poll(edition("d2", row(mine, "pending", "02-Jun-12"))).count == 1)
    }

    @Test func `a second row is a change`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending")))
        let events = history.poll(edition("d2", row(mine, "pending"), row(mine, "visa issued")))
        #expect(events.brief == ["changed \(mine): pending > pending+visa issued"])
    }

    @Test(arguments: [
        "304", "the same bytes", "the same bytes under another ETag", "another export of the same rows",
        "rows in another order",
    ])
    func `nothing is told when nothing changed`(how: String) throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "a"), row(mine, "b")))
        let reply: ReadingReply =
            switch how {
            case "304": .notModified(Freshness())
            case "the same bytes": .sameDocument(facts("d1"))
            case "the same bytes under another ETag": .sameDocument(facts("d1", etag: "\"e2\""))
            case "another export of the same rows": edition("d2", row(mine, "a"), row(mine, "b"))
            default: edition("d3", row(mine, "b"), row(mine, "a"))
            }
        #expect(history.poll(reply).isEmpty)
        #expect(history.state.sequence == 1)
    }

    @Test func `304 leaves the state as it was, so that nothing is written`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending")))
        let before = history.state
        history.poll(.notModified(Freshness()))
        #expect(history.state == before)
    }

    @Test func `a new ETag for the same bytes is kept, so that the next poll is a 304 again`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending")))
        history.poll(.sameDocument(facts("d1", etag: "\"e2\"")))
        #expect(history.state.document?.validators?.etag == "\"e2\"")
    }

    @Test func `the same bytes without validators are noted once a day`() throws {
        var history = SourceHistory(try source())
        history.poll(.document(facts("d1", etag: nil), Reading(rows: [], rowCount: 1, pageCount: 1, damage: [])))
        let before = history.state
        history.poll(.sameDocument(facts("d1", etag: nil)), after: 86_399)
        #expect(history.state == before)
        history.poll(.sameDocument(facts("d1", etag: nil)), after: 1)
        #expect(history.state.document?.fetched == history.now)
    }

    @Test func `a batch that comes onto the list appeared`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1"))
        #expect(history.poll(edition("d2", row(mine, "pending"))).brief == ["appeared \(mine):  > pending"])
    }

    @Test func `a batch that stays away has disappeared, and that is told once, also under 304`() throws {
        var history = SourceHistory(try source())
        history.source.disappearedAfter = 7200
        history.poll(edition("d1", row(mine, "pending")))
        #expect(history.poll(edition("d2")).isEmpty)
        #expect(history.poll(.notModified(Freshness()), after: 7199).isEmpty)
        #expect(history.poll(.notModified(Freshness()), after: 1).brief == ["disappeared \(mine): pending > "])
        #expect(history.poll(.notModified(Freshness())).isEmpty)
    }

    @Test func `further editions without it do not put its disappearance off`() throws {
        var history = SourceHistory(try source())
        history.source.disappearedAfter = 7200
        history.poll(edition("d1", row(mine, "pending")))
        history.poll(edition("d2"))
        #expect(history.poll(edition("d3")).isEmpty)
        #expect(history.poll(edition("d4")).brief == ["disappeared \(mine): pending > "])
        #expect(history.state.lastChange == history.now)
    }

    @Test func `a batch that is missing in one edition only was never away`() throws {
        var history = SourceHistory(try source())
        history.source.disappearedAfter = 7200
        history.poll(edition("d1", row(mine, "pending")))
        history.poll(edition("d2"))
        #expect(history.poll(edition("d3", row(mine, "pending"))).isEmpty)
        #expect(history.poll(.notModified(Freshness()), after: 100_000).isEmpty)
    }

    @Test func `a batch that comes back otherwise has changed`() throws {
        var history = SourceHistory(try source())
        history.source.disappearedAfter = 7200
        history.poll(edition("d1", row(mine, "pending")))
        history.poll(edition("d2"))
        #expect(history.poll(edition("d3", row(mine, "issued"))).brief == ["changed \(mine): pending > issued"])
        #expect(history.state.batches[mine]?.missingSince == nil)
    }

    @Test func `a failed poll changes nothing of what is known`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending")))
        let before = history.state
        history.poll(.failure(ReadingFailure(.status, "HTTP 404 Not Found")))
        #expect(history.state.batches == before.batches)
        #expect(history.state.document == before.document)
        #expect(history.state.failures?.count == 1)
    }

    @Test func `failing is told at the third failure, once, and recovered once`() throws {
        var history = SourceHistory(try source())
        let failure = ReadingReply.failure(ReadingFailure(.status, "HTTP 503"))
        #expect(history.poll(failure).isEmpty)
        #expect(history.poll(failure).isEmpty)
        let events = history.poll(failure)
        #expect(events.map(\.kind) == [.failing])
        #expect(events[0].detail == "HTTP 503")
        #expect(history.poll(failure).isEmpty)
        #expect(history.poll(edition("d1")).map(\.kind) == [.observed, .recovered])
        #expect(history.state.failures == nil)
        #expect(history.poll(.notModified(Freshness())).isEmpty)
    }

    @Test func `the same bytes again are a recovery too`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1"))
        for _ in 1...3 { history.poll(.failure(ReadingFailure(.status, "HTTP 503"))) }
        #expect(history.poll(.sameDocument(facts("d1"))).map(\.kind) == [.recovered])
        #expect(history.state.failures == nil)
    }

    @Test func `of several failures the last cause is remembered`() throws {
        var history = SourceHistory(try source())
        history.poll(.failure(ReadingFailure(.status, "HTTP 503")))
        history.poll(.failure(ReadingFailure(.unreachable, "no answer")))
        #expect(history.state.failures?.cause == "no answer")
        #expect(history.state.failures?.count == 2)
    }

    @Test func `a single failure is neither told nor recovered from`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1"))
        #expect(history.poll(.failure(ReadingFailure(.status, "HTTP 503"))).isEmpty)
        #expect(history.poll(.notModified(Freshness())).isEmpty)
    }

    @Test func `two failures a day apart are told`() throws {
        var history = SourceHistory(try source())
        let failure = ReadingReply.failure(ReadingFailure(.unreachable, "no answer"))
        #expect(history.poll(failure).isEmpty)
        #expect(history.poll(failure, after: 86_400).map(\.kind) == [.failing])
    }

    @Test func `another URL is a new baseline and no disappearance`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending")))
        history.source.url = "https://example.org/other.pdf"
        #expect(history.poll(edition("d2")).brief == ["observed \(mine):  > "])
    }

    @Test func `other columns are a new baseline`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending", "01-Jun-12")))
        history.source = try source(columns: [.batch, .status])
        #expect(history.poll(edition("d1", row(mine, "pending"))).brief == ["observed \(mine):  > pending"])
    }

    @Test func `the same bytes read otherwise by a newer reader are no change of the list`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pend ing")))
        history.state.document?.readingVersion = ReadingVersion.current - 1
        #expect(history.poll(edition("d1", row(mine, "pending"))).isEmpty)
        #expect(history.state.batches[mine]?.rows == [Update(status: "pending", date: "")])
    }

    @Test
    func `other bytes read by a newer reader are unclear where rows differ`()
        throws
    {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending")))
        history.state.document?.readingVersion = ReadingVersion.current - 1
        #expect(history.poll(edition("d2", row(mine, "issued"))).brief == ["unclear \(mine): pending > issued"])
        #expect(history.poll(edition("d3", row(mine, "issued"))).brief == [])
        #expect(history.poll(edition("d4", row(mine, "refused"))).brief == ["changed \(mine): pending > refused"])
    }

    @Test func `a row that a newer reader does not see in the same bytes is unclear`() throws {
        var history = SourceHistory(try source())
        history.source.disappearedAfter = 7200
        history.poll(edition("d1", row(mine, "pending")))
        history.state.document?.readingVersion = ReadingVersion.current - 1
        #expect(history.poll(edition("d1")).brief == ["unclear \(mine): pending > "])
        #expect(history.state.batches[mine]?.rows.map(\.status) == ["pending"])
        #expect(history.poll(.notModified(Freshness()), after: 7200).isEmpty)
    }

    @Test func `a mask is looked at with one summary, its batches are told one by one later`() throws {
        var history = SourceHistory(try source(["2012145617#": "family"]))
        let events = history.poll(edition("d1", row(mine, "a"), row(other, "b"), row("20999999999", "c")))
        #expect(events.map(\.batch) == ["2012145617#"])
        #expect(events[0].detail == "2 batches on the list")
        let later = history.poll(edition("d2", row(mine, "a2"), row(other, "b"), row("20121456170", "new")))
        #expect(later.brief == ["appeared 20121456170:  > new", "changed \(mine): a > a2"])
        #expect(later.map(\.label) == ["family", "family"])
    }

    @Test func `a mask watched later leaves what is known of its batches as it was`() throws {
        var history = SourceHistory(try source([mine: ""]))
        history.poll(edition("d1", row(mine, "a")))
        let before = history.state.batches[mine]
        history.source = try source([mine: "", "2012145617#": ""])
        #expect(history.poll(edition("d2", row(mine, "a"), row(other, "b"))).map(\.batch) == ["2012145617#"])
        #expect(history.state.batches[mine] == before)
        #expect(history.state.batches[other]?.since == history.now)
    }

    @Test func `a number watched by itself has its own label, not the mask's`() throws {
        var history = SourceHistory(try source(["2012145617#": "family", mine: "Mine"]))
        history.poll(edition("d1", row(mine, "a")))
        #expect(history.poll(edition("d2", row(mine, "b"))).map(\.label) == ["Mine"])
    }

    @Test func `a batch that is not watched any more is forgotten`() throws {
        var history = SourceHistory(try source([mine: "", other: ""]))
        history.poll(edition("d1", row(mine, "a"), row(other, "b")))
        history.source = try source([mine: ""])
        #expect(history.poll(edition("d2", row(mine, "a"))).isEmpty)
        #expect(history.state.batches.keys.sorted() == [mine])
        #expect(history.state.observed == [mine])
    }

    @Test func `the kept document answers for a newly watched batch, and for no other`() throws {
        var history = SourceHistory(try source([mine: ""]))
        history.poll(edition("d1", row(mine, "a")))
        history.source = try source([mine: "", other: "New"])
        var judgement = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
        judgement.judgeKept(Reading(rows: [row(mine, "z"), row(other, "b")], rowCount: 2, pageCount: 1, damage: []))
        #expect(judgement.events.brief == ["observed \(other):  > b"])
        #expect(judgement.state.batches[mine]?.rows.map(\.status) == ["a"])
    }

    @Test func `a first look at a batch in doubt says so, and what it is once that is clear`() throws {
        var history = SourceHistory(try source([mine: ""]))
        history.poll(edition("d1", row(mine, "a")))
        history.source = try source([mine: "", other: "New"])
        var judgement = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
        var reading = Reading(rows: [row(mine, "a"), row(other, "b")], rowCount: 2, pageCount: 1, damage: [])
        reading.doubts = [Doubt(page: 1, word: "b", rule: .betweenRows, batches: [other])]
        judgement.judgeKept(reading)
        #expect(judgement.events.brief == ["unclear \(other):  > b"])
        history.state = judgement.state
        #expect(!history.state.hasUnobserved(in: history.source))
        #expect(history.poll(edition("d2", row(mine, "a"), row(other, "c"))).brief == ["observed \(other):  > c"])
    }

    @Test(arguments: [["20121456171"], []])
    func `what a newer reader doubts of the kept document takes the place of nothing`(batches: [String]) throws {
        var history = SourceHistory(try source([mine: "", other: ""]))
        history.poll(edition("d1", row(mine, "a"), row(other, "b")))
        history.state.document?.readingVersion = ReadingVersion.current - 1
        var judgement = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
        var reading = Reading(rows: [row(mine, "z"), row(other, "y")], rowCount: 2, pageCount: 1, damage: [])
        reading.doubts = [Doubt(page: 1, word: "z", rule: .betweenRows, batches: batches)]
        judgement.judgeKept(reading)
        let told = batches.isEmpty ? ["unclear \(mine): a > z", "unclear \(other): b > y"] : ["unclear \(mine): a > z"]
        #expect(judgement.events.brief.sorted() == told.sorted())
        #expect(judgement.corrections.map(\.batch) == (batches.isEmpty ? [] : [other]))
        #expect(judgement.state.batches[mine]?.rows.map(\.status) == ["a"])
        #expect(judgement.state.batches[other]?.rows.map(\.status) == [batches.isEmpty ? "b" : "y"])
        #expect(judgement.state.document?.readingVersion == ReadingVersion.current)
    }

    @Test func `failures of another URL do not count`() throws {
        var history = SourceHistory(try source())
        let failure = ReadingReply.failure(ReadingFailure(.status, "HTTP 503"))
        history.poll(failure)
        history.poll(failure)
        history.source.url += "x"
        #expect(history.poll(failure).isEmpty)
        #expect(history.state.failures?.count == 1)
    }

    @Test func `that another address could not be read was told, so its end is told too`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "a")))
        for _ in 1...3 { history.poll(.failure(ReadingFailure(.unreachable, "no connection"))) }
        history.source.url += "x"
        #expect(history.poll(.failure(ReadingFailure(.unreachable, "no connection"))).isEmpty)
        #expect(history.state.failures?.count == 1)
        #expect(history.poll(edition("d2", row(mine, "a"))).map(\.kind).contains(.recovered))
    }

    @Test func `a new edition read by a newer reader is compared with what that reader saw in the old one`() throws {
        var history = SourceHistory(try source([mine: "", other: ""]))
        history.poll(edition("d1", row(mine, "pend ing"), row(other, "gone")))
        history.poll(edition("d2", row(mine, "pend ing")))
        history.state.document?.readingVersion = ReadingVersion.current - 1
        var judgement = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
        judgement.judgeKept(Reading(rows: [row(mine, "pending")], rowCount: 1, pageCount: 1, damage: []))
        #expect(judgement.events.isEmpty)
        history.state = judgement.state
        #expect(history.state.batches[other]?.missingSince != nil)
        #expect(history.poll(edition("d3", row(mine, "pending"), row(other, "gone"))).isEmpty)
    }

    @Test func `a number in place of a mask that covered it begins with its own first look`() throws {
        var history = SourceHistory(try source(["2012145617#": "family"]))
        history.poll(edition("d1", row(mine, "a")))
        history.source = try source([mine: "Mine"])
        #expect(history.poll(edition("d2", row(mine, "b"))).brief == ["observed \(mine):  > b"])
        #expect(history.poll(edition("d3", row(mine, "b"))).isEmpty)
    }

    @Test func `of a batch that is not watched any more no disappearance is told`() throws {
        var history = SourceHistory(try source([mine: "", other: ""]))
        history.poll(edition("d1", row(mine, "a"), row(other, "b")))
        history.poll(edition("d2", row(mine, "a")))
        history.source = try source([mine: ""])
        #expect(history.poll(.notModified(Freshness()), after: 100_000).isEmpty)
    }

    @Test func `a batch that only a newer reader sees in the kept document does not disappear`() throws {
        var history = SourceHistory(try source([mine: "", other: ""]))
        history.poll(edition("d1", row(mine, "a"), row(other, "b")))
        history.poll(edition("d2", row(mine, "a")))
        history.state.document?.readingVersion = ReadingVersion.current - 1
        var judgement = Judgement(of: history.state, source: history.source, sinks: [.journal], at: history.now)
        judgement.judgeKept(Reading(rows: [row(mine, "a"), row(other, "c")], rowCount: 2, pageCount: 1, damage: []))
        #expect(judgement.events.brief == ["changed \(other): b > c"])
        history.state = judgement.state
        #expect(history.poll(.notModified(Freshness()), after: 100_000).isEmpty)
    }

    @Test func `a batch that a first look told to be absent cannot disappear`() throws {
        var history = SourceHistory(try source(["2012145617#": "family"]))
        history.poll(edition("d1", row(mine, "a")))
        history.poll(edition("d2"))
        history.source = try source([mine: "", "2012145617#": "family"])
        #expect(history.poll(edition("d3")).brief == ["observed \(mine):  > "])
        #expect(history.poll(.notModified(Freshness()), after: 100_000).isEmpty)
        #expect(history.poll(edition("d4", row(mine, "a"))).brief == ["appeared \(mine):  > a"])
    }
}
