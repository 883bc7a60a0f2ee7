// Snapshots and changes: what counts as a change, and that none is lost or invented.

import Foundation
import Rows
import TestKit
import Testing

struct SnapshotTests {
    private static func snapshot(_ rows: [(String, String, String)]) -> Snapshot {
        Snapshot(rows: rows.map { Row(batch: $0.0, update: Update(status: $0.1, date: $0.2), page: 1) })
    }

    private let list = snapshot([("1", "received", "01-Jan"), ("2", "sent", ""), ("1", "issued", "02-Jan")])

    @Test func `an empty list is no change`() {
        #expect(changes(from: Snapshot(), to: Snapshot()).isEmpty)
        #expect(Snapshot().isEmpty)
        #expect(list.batches == ["1", "2"])
    }

    @Test func `rows in another order are no change`() {
        let sorted = Self.snapshot([("1", "issued", "02-Jan"), ("1", "received", "01-Jan"), ("2", "sent", "")])
        #expect(sorted == list)
        #expect(changes(from: list, to: sorted).isEmpty)
    }

    @Test func `the rows of a batch are kept in the order of the document`() {
        #expect(list["1"].map(\.status) == ["received", "issued"])
        #expect(list["3"].isEmpty)
    }

    @Test func `the same row once more is a change`() {
        let more = Self.snapshot([
            ("1", "received", "01-Jan"), ("2", "sent", ""), ("1", "issued", "02-Jan"), ("2", "sent", ""),
        ])
        #expect(changes(from: list, to: more).map(\.kind) == [.changed])
    }

    @Test func `changes are sorted by batch and say before and after`() {
        let new = Self.snapshot([("1", "issued", "02-Jan"), ("0", "received", "03-Jan")])
        let found = changes(from: list, to: new)
        #expect(found.map(\.batch) == ["0", "1", "2"])
        #expect(found.map(\.kind) == [.appeared, .changed, .disappeared])
        #expect(found[1].rows == new["1"])
        #expect(found[1].previousRows == list["1"])
        #expect(found[2].rows.isEmpty && found[0].previousRows.isEmpty)
    }

    @Test(arguments: 0..<200)
    func `changes lead from any list to any other, and from a list to itself there are none`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func randomList() -> Snapshot {
            Self.snapshot(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    (
                        String(Int.random(in: 0...5, using: &random)),
                        ["a", "b", "é"].randomElement(using: &random) ?? "",
                        ["", "1"].randomElement(using: &random) ?? ""
                    )
                })
        }
        let (old, new) = (randomList(), randomList())
        #expect(changes(from: old, to: old).isEmpty)
        let found = changes(from: old, to: new)
        #expect(old.applying(found) == new)
        #expect(found.isEmpty == (old == new))
        #expect(found.map(\.batch) == found.map(\.batch).sorted())
        #expect(new.applying(changes(from: new, to: old)) == old)
    }

    @Test func `a snapshot is coded as an object from batch to updates`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(list), as: UTF8.self)
        #expect(
            text == #"{"1":[{"date":"01-Jan","status":"received"},{"date":"02-Jan","status":"issued"}],"#
                + #""2":[{"date":"","status":"sent"}]}"#)
        #expect(try JSONDecoder().decode(Snapshot.self, from: Data(text.utf8)) == list)
        #expect(try JSONDecoder().decode(Snapshot.self, from: Data(#"{"1":[]}"#.utf8)).isEmpty)
    }

    @Test func `a row is coded as a flat object`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let row = Row(batch: "0071", update: Update(status: "sent", date: "x"), page: 3)
        let data = try encoder.encode(row)
        #expect(String(decoding: data, as: UTF8.self) == #"{"batch":"0071","date":"x","page":3,"status":"sent"}"#)
        #expect(try JSONDecoder().decode(Row.self, from: data) == row)
    }

    @Test func `a part of a list has the wanted batches only`() {
        #expect(list.filtered { $0 == "2" }.batches == ["2"])
    }

    @Test func `a hundred thousand batches are compared in no time`() {
        let rows = (0..<100_000).map {
            Row(batch: "2012\(1_000_000 + $0)", update: Update(status: "sent", date: ""), page: 1)
        }
        let old = Snapshot(rows: rows)
        let new = Snapshot(rows: rows.dropLast() + [Row(batch: "x", update: Update(status: "", date: ""), page: 1)])
        var found: [Change] = []
        let time = processorTime { found = changes(from: old, to: new) }
        #expect(found.map(\.kind) == [.disappeared, .appeared])
        // The budget is 50 ms in a release build on an idle machine; this guards against another order of growth.
        #expect(time < .seconds(5))
    }
}
