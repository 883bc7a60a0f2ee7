// The time line of `batchwatch history` below the events, and when there is none.

import Delivery
import Foundation
import Testing

@testable import batchwatch
import struct Coding.Date

@Suite struct TimeLineTests {
    /// Noon of a day in June 2026, in each time zone the same day.
    private func june(_ day: Int) throws -> Date {
        let noon = Calendar(identifier: .gregorian).date(from: DateComponents(year: 2026, month: 6, day: day, hour: 12))
        return Date(timeIntervalSince1970: try #require(noon).timeIntervalSince1970)
    }

    private func event(_ day: Int, _ kind: String, _ batch: String = "1", label: String = "") throws -> PastEvent {
        let values = ["id": "x", "kind": kind, "source": "london", "batch": batch, "label": label, "message": ""]
        let time = try june(day).description
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(
            PastEvent.self, from: JSONEncoder().encode(values.merging(["time": time]) { $1 }))
    }

    private func drawn(_ events: [PastEvent], until day: Int = 11, columns: Int = 100) throws -> [String] {
        var line = TimeLine()
        for event in events { line.add(event) }
        return line.drawn(until: try june(day), columns: columns)
    }

    @Test func `a batch is a line from its first event until now`() throws {
        let lines = try drawn([event(1, "observed", label: "Mine"), event(6, "changed", label: "Mine")])
        #expect(lines.count == 2)
        #expect(lines[0].split(separator: " ") == ["2026-06-01", "2026-06-06", "2026-06-11"])
        let room = 100 - 4 - 3
        #expect(lines[1] == "Mine  ●" + String(repeating: "─", count: 45) + "●" + String(repeating: "─", count: 46))
        #expect(lines.allSatisfy { columnCount($0) == 4 + 2 + room })
    }

    @Test func `it ends where the batch leaves the list, and goes on where it comes back`() throws {
        let line = try drawn([event(1, "observed"), event(6, "disappeared"), event(11, "appeared")])[1]
        #expect(line.filter { $0 == "●" }.count == 2)
        #expect(line.contains("─○ ") && line.hasSuffix(" ●"))
    }

    @Test func `a batch that was not on the list at the first look has no line until it appears`() throws {
        var first = try event(1, "observed")
        first.isListed = false
        let line = try drawn([first, event(6, "appeared")])[1]
        #expect(line.filter { $0 == "○" }.count == 1 && line.contains(" ●─") && !line.contains("○─"))
    }

    @Test func `a batch that is unclear keeps its line, or has none yet`() throws {
        let listed = try drawn([event(1, "observed"), event(6, "unclear"), event(9, "changed")])[1]
        #expect(listed.contains("─?─") && listed.contains("─●─"))
        let gone = try drawn([event(1, "disappeared"), event(6, "unclear")])[1]
        #expect(gone.contains(" ? ") && !gone.contains("─"))
        var first = try event(1, "unclear")
        first.isListed = false
        let line = try drawn([first, event(6, "appeared")])[1]
        #expect(line.contains("?  ") && line.contains(" ●─"))
    }

    @Test func `what has no two events, no room or no batch is not drawn`() throws {
        let two = [try event(1, "observed"), try event(6, "changed")]
        #expect(try drawn(Array(two.prefix(1))) == [])
        #expect(try drawn(two, columns: TimeLine.leastColumns - 1) == [])
        #expect(try drawn(two, columns: TimeLine.leastColumns).count == 2)
        #expect(try drawn([event(1, "failing", ""), event(2, "recovered", "")]) == [])
        // A clock that was set back.
        #expect(try drawn(two, until: 1) == [])
    }

    @Test func `of many batches those with the latest events are drawn, and names are cut`() throws {
        let events = try (0...TimeLine.mostBatches).flatMap { number in
            [
                try event(1, "observed", "\(number)", label: String(repeating: "x", count: 60)),
                try event(2 + (number == 0 ? 0 : 5), "changed", "\(number)", label: ""),
            ]
        }
        let lines = try drawn(events, columns: 300)
        #expect(lines.count == 1 + TimeLine.mostBatches)
        #expect(lines.allSatisfy { columnCount($0) <= 160 })
        #expect(lines[1].hasPrefix("xxx") && lines[1].contains("…  "))
    }
}
