import Configuration
import FoundationEssentials
import Rows
import Testing
import WatchKit

@testable import Watch

@Suite struct StatusTests {
    let mine = "20121456171"

    func status(_ history: SourceHistory, wanted: [String] = []) -> SourceStatus {
        SourceStatus(of: history.source, history.state, lastPoll: nil, nextPoll: nil, wanted: wanted, at: history.now)
    }

    @Test func `before the first look nobody knows what is listed`() throws {
        let history = SourceHistory(try source([mine: "Mine"]))
        #expect(status(history).batches.map(\.isListed) == [nil])
        #expect(status(history).rowCount == nil)
    }

    @Test func `after it each number is listed or not, and a mask stands for what is on the list`() throws {
        var history = SourceHistory(try source([mine: "Mine", "20121456179": "", "2013#######": "masked"]))
        history.poll(edition("d1", row(mine, "pending"), row("20130000001", "issued")))
        let batches = status(history).batches
        #expect(batches.map(\.batch) == [mine, "20121456179", "20130000001"])
        #expect(batches.map(\.isListed) == [true, false, true])
        #expect(batches.map(\.label) == ["Mine", "", "masked"])
        #expect(batches.map { $0.rows.map(\.status) } == [["pending"], [], ["issued"]])
        #expect(status(history).undelivered == ["journal": 3, "hook": 3])
        #expect(status(history).lastPoll == history.now)
    }

    @Test func `nothing is told of a batch that is no longer watched, though the state has it`() throws {
        var history = SourceHistory(try source([mine: "Mine", "20121456179": ""]))
        history.poll(edition("d1", row(mine, "pending"), row("20121456179", "issued")))
        history.source = try source(["20121456179": ""])
        #expect(history.state.batches[mine] != nil)
        #expect(status(history).batches.map(\.batch) == ["20121456179"])
    }

    @Test func `a batch that left the list has its last rows, and since when it is not there`() throws {
        var history = SourceHistory(try source([mine: "Mine", "2013#######": ""]))
        history.poll(edition("d1", row(mine, "pending"), row("20130000001", "a")))
        let none = edition("d2")
        history.poll(none)
        let missed = history.now
        #expect(status(history).batches.first?.missingSince == missed)
        #expect(status(history).batches.first?.isListed == true)
        history.poll(none)
        let gone = try #require(status(history).batches.first)
        #expect(gone.isListed == false && gone.missingSince == nil)
        #expect(gone.previousRows?.map(\.status) == ["pending"] && gone.since == missed)
        // What a mask watches is not remembered for good.
        #expect(history.state.gone.keys.sorted() == [mine])
        history.poll(edition("d3", row(mine, "issued")))
        #expect(history.state.gone.isEmpty)
        #expect(status(history).batches.first?.previousRows == nil)
    }

    @Test func `an unclear batch has what was read beside what is known, until that is accepted`() throws {
        var history = SourceHistory(try source([mine: "Mine", "20121456179": "", "2013#######": ""]))
        history.poll(edition("d1", row(mine, "pending")))
        func unclear(isFirst: Bool? = nil) -> UnclearBatch {
            var batch = UnclearBatch(
                rows: [Update(status: "issued", date: "")], reason: "page 3", mark: "m", since: history.now)
            batch.isFirst = isFirst
            return batch
        }
        history.state.unclear = [
            mine: unclear(), "20121456179": unclear(isFirst: true), "20130000001": unclear(isFirst: true),
            "20140000000": unclear(),
        ]
        history.state.document?.gap = "page 4 is damaged"
        #expect(status(history).gap == "page 4 is damaged")
        let batches = status(history).batches
        #expect(batches.map(\.batch) == [mine, "20121456179", "20130000001"])
        #expect(batches.map(\.isListed) == [true, nil, nil])
        #expect(batches.map { $0.rows.map(\.status) } == [["pending"], [], []])
        #expect(batches.allSatisfy { $0.unclear?.reason == "page 3" && $0.unclear?.rows.map(\.status) == ["issued"] })
        for batch in history.state.unclear.keys {
            history.state.unclear[batch]?.isAccepted = true
            history.state.unclear[batch]?.isFirst = nil
        }
        let accepted = status(history).batches
        #expect(accepted.map(\.isListed) == [true, false])
        #expect(accepted.allSatisfy { $0.unclear?.isAccepted == true })
    }

    @Test func `a word asks for a source or for a batch`() throws {
        var paris = try source([mine: ""])
        paris.name = "paris"
        let config = Config(sources: [try source([mine: ""]), paris])
        func asked(_ words: String...) -> [String] {
            config.asked(for: words).map { "\($0.source.name) \($0.batches)" }
        }
        #expect(asked() == ["london []", "paris []"])
        #expect(asked("paris") == ["paris []"])
        #expect(asked(mine) == ["london [\"\(mine)\"]", "paris [\"\(mine)\"]"])
        #expect(asked("london", mine) == ["london []", "paris [\"\(mine)\"]"])
    }

    @Test func `only the batches asked for are told`() throws {
        var history = SourceHistory(try source([mine: "", "20121456179": ""]))
        history.poll(edition("d1"))
        #expect(status(history, wanted: [mine]).batches.map(\.batch) == [mine])
    }
}
