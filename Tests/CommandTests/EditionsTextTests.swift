// The output of `batchwatch editions` for fixed editions.

import Foundation
import Rows
import Testing

@testable import Delivery
@testable import batchwatch
import struct Coding.Date

@Suite struct EditionsTextTests {
    private func event(_ source: String, _ change: (inout Edition) -> Void) -> PastEvent {
        var edition = Edition(rows: 324)
        (edition.new, edition.gone, edition.changed) = (8, 4, 12)
        edition.statuses = [.init(status: "approved", rows: 300), .init(status: "refused", rows: 24)]
        edition.otherStatuses = 0
        change(&edition)
        return PastEvent(
            time: Date(timeIntervalSince1970: 1_750_000_000), id: "u-1", kind: "edition", source: source, batch: "",
            label: "", message: "", edition: edition)
    }

    private func lines(_ events: [PastEvent], isTerminal: Bool) -> [String] {
        EditionsText(events, Style(isTerminal: isTerminal, environment: [:])).lines
    }

    @Test func `numbers stand under each other, and what is not known is a dash`() {
        let first = event("london") {
            $0 = Edition(rows: 66_400)
        }
        let when = localTime(first.time)
        #expect(
            lines([first, event("london") { _ in }], isTerminal: true) == [
                "when               rows  new  gone  changed  statuses",
                "\(when)  66400    -     -        -  -",
                "\(when)    324    8     4       12  300 approved, 24 refused",
            ])
    }

    @Test func `several lists have their names`() {
        let shown = lines([event("london") { _ in }, event("new-delhi") { _ in }], isTerminal: false)
        #expect(shown.count == 2 && shown[0].contains("  london     324  8  4  12  300 approved, 24 refused"))
        #expect(shown[1].contains("  new-delhi  324  8  4  12  300"))
    }

    @Test func `long statuses go on below on a terminal, and a pipe has whole lines`() {
        let long = event("london") { edition in
            edition.statuses = (1...8).map { .init(status: "status number \($0) of the office", rows: $0) }
            edition.otherStatuses = 5
        }
        let shown = lines([long], isTerminal: true)
        #expect(shown.count > 3 && shown.allSatisfy { columnCount($0) <= 80 })
        #expect(shown.last?.hasSuffix("other") == true)
        #expect(lines([long], isTerminal: false).count == 1)
    }

    @Test func `nothing of a list is live, and without editions nothing is shown`() {
        let hostile = event("london") { $0.statuses = [.init(status: "\u{1B}[2J\n\u{202E}x", rows: 1)] }
        let shown = lines([hostile], isTerminal: false)
        #expect(shown.count == 1 && shown.allSatisfy { !$0.unicodeScalars.contains("\u{1B}") && !$0.contains("\n") })
        #expect(lines([], isTerminal: true).isEmpty)
    }
}
