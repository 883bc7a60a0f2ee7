// A list without configured columns and with headings that contradict the usual order: the first reading finds the
// columns and reports them, and every later edition is read by the same headings. Whole stack.

import Foundation
import Rows
import TestKit
import Testing

@testable import Configuration
@testable import Watch

/// A list of a few batches, ours with this applicant and this decision.
private func list(
    _ applicant: String, _ decision: String, _ date: String = "2026-11-02", headings: String = usual
) -> String {
    let others = (0..<8).map {
        "\(20_110_000_010 + $0),Jane Roe \("ABCDEFGH".dropFirst($0).prefix(1)),pending,2026-11-01\n"
    }
    return "\(headings)\n\(others.joined())\(mine),\(applicant),\(decision),\(date)\n"
}

private let usual = "Number,Applicant,Decision,Updated"

@Suite struct FoundColumnsTests {
    let source: PolledSource
    let found = ColumnHeadings(batch: "Number", status: "Decision", date: "Updated")

    init() throws {
        source = try PolledSource()
        source.config.hasOwnColumns = false
    }

    private var headings: ColumnHeadings? { source.store.state.document?.headings }

    @Test func `the first look finds the columns and says so once, and later editions are read by them`() throws {
        let first = try source.poll(PollingTests.found(list("Ann Smith", "pending")))
        #expect(
            first.events.map(\.message) == [
                "Mine (\(mine)): on the list with \"pending\" (2026-11-02); status: the column \"Decision\", "
                    + "date: the column \"Updated\""
            ])
        #expect(headings == found)
        try source.restart()
        let changed = try source.poll(PollingTests.found(list("Ann Smith", "issued")))
        #expect(changed.brief == ["changed \(mine): pending > issued"] && changed.events.first?.detail == "")
        #expect(try source.poll(PollingTests.found(list("Ann Smith-Jones", "issued"))).brief == [])
        #expect(headings == found && source.store.state.failures == nil)
    }

    @Test func `an edition without these headings fails and names both, and the next with them goes on`() throws {
        try source.poll(PollingTests.found(list("Ann Smith", "pending")))
        for headings in ["Number,Applicant,Outcome,Updated", "Number,Decided,Outcome,Status"] {
            let cause = try source.poll(PollingTests.found(list("Ann Smith", "issued", headings: headings))).cause ?? ""
            #expect(cause.contains("\"Decision\"") && cause.contains("\"Outcome\""), "\(cause)")
        }
        #expect(headings == found && source.store.state.batches[mine]?.rows.map(\.status) == ["pending"])
        let moved = "Decision,Number,Updated,Applicant\nissued,\(mine),2026-11-02,Ann Smith\n"
        let others = (0..<8).map { "pending,\(20_110_000_010 + $0),2026-11-01,Jane Roe\n" }.joined()
        let next = try source.poll(PollingTests.found(moved + others))
        #expect(next.brief == ["changed \(mine): pending > issued"])
    }

    @Test func `a batch that is watched later is read by the same headings in the kept document`() throws {
        let document = list("Ann Smith", "pending")
        try source.poll(PollingTests.found(document, "ETag: \"a\""))
        source.config.watched.append(WatchedBatch(pattern: try KeyMask("20110000010"), label: ""))
        let visit = try visit(source.config, source.store, isDue: false, tellingTo: [.journal], with: source.tools)
        #expect(visit.poll == nil && source.store.state.batches["20110000010"]?.rows.map(\.status) == ["pending"])
        #expect(source.store.state.batches[mine]?.rows.map(\.date) == ["2026-11-02"] && headings == found)
    }

    @Test(arguments: ["URL", "key", "columns"])
    func `found headings are forgotten with the list`(other: String) throws {
        try source.poll(PollingTests.found(list("Ann Smith", "pending")))
        switch other {
        case "URL": source.config.url += "other"
        case "key": source.config.layout = .london.with(key: try KeyMask("###########"))
        default: source.config.hasOwnColumns = true
        }
        let plain = list("Ann Smith", "pending", headings: "Number,Status,Date,Remark")
        #expect(try source.poll(PollingTests.found(plain)).brief == ["observed \(mine):  > Ann Smith"])
        #expect(headings == nil)
    }

    @Test func `columns that are configured are not replaced, and neither is an order that was read before`() throws {
        source.config.hasOwnColumns = true
        let refused = "the column headed \"Applicant\" stands where the status is expected"
        #expect(try source.poll(PollingTests.found(list("Ann", "pending"))).cause?.hasPrefix(refused) == true)
        source.config.hasOwnColumns = false
        let plain = "Number,Status,Date\n" + (0..<8).map { "\(20_110_000_010 + $0),pending,2026-11-01\n" }.joined()
        #expect(try source.poll(PollingTests.found(plain + "\(mine),pending,2026-11-02\n")).brief.count == 1)
        #expect(headings == nil)
        #expect(try source.poll(PollingTests.found(list("Ann", "issued"))).cause?.hasPrefix(refused) == true)
        #expect(source.store.state.batches[mine]?.rows.map(\.status) == ["pending"])
    }

    @Test func `the first looks at an absent batch and at a mask name the columns too`() throws {
        source.config.watched = try ["20110000099", "2011000001#"].map {
            WatchedBatch(pattern: try KeyMask($0), label: "")
        }
        let columns = "status: the column \"Decision\", date: the column \"Updated\""
        let messages = try source.poll(PollingTests.found(list("Ann", "pending"))).events.map(\.message)
        #expect(
            Set(messages) == [
                "20110000099: not on the list; \(columns)", "2011000001#: 8 batches on the list; \(columns)",
            ])
    }
}
