import FoundationEssentials
import Rows
import Testing
import WatchKit

@testable import Watch

@Suite struct StatusTests {
    let mine = "20121456171"

    func status(_ history: SourceHistory, wanted: [String] = []) -> SourceStatus {
        SourceStatus(of: history.source, history.state, lastPoll: nil, nextPoll: nil, wanted: wanted)
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

    @Test func `only the batches asked for are told`() throws {
        var history = SourceHistory(try source([mine: "", "20121456179": ""]))
        history.poll(edition("d1"))
        #expect(status(history, wanted: [mine]).batches.map(\.batch) == [mine])
    }
}
