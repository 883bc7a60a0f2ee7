// Lists with all rows different, and lists by an author who knows our hashes: four times the rows cost no more than
// about four times the time, and the facts about an edition are the same.

import TestKit
import Testing
import Text

@testable import Rows

struct CollidingTests {
    /// Rows of one kind, so many of them.
    struct Rows: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rows: @Sendable (Int) -> [[String]]
    }

    private static func key(_ number: Int) -> String { String(20_120_000_000 + number) }

    /// Keys of which each has a smaller hash than those before: each is put before all others of the sample.
    private static func descendingKeys(_ count: Int) -> [String] {
        (0..<count).map { number in (key(number), Hash64(Array(key(number).utf8)[...]).value) }
            .sorted { $0.1 > $1.1 }.map(\.0)
    }

    /// Texts of one length that differ only in bytes that the hash of repeated texts does not look at: it takes every
    /// fourth.
    private static func unseen(_ number: Int) -> String {
        let digits = String(1_000_000 + number)
        return digits.map { "-\($0)--" }.joined() + " status"
    }

    static let kinds = [
        Rows(testDescription: "unique rows") { (0..<$0).map { [key($0), "status \($0) of its own", "day \($0)"] } },
        Rows(testDescription: "keys of smaller and smaller hashes") { descendingKeys($0).map { [$0, "sent", ""] } },
        Rows(testDescription: "one key") { (0..<$0).map { [key(0), "status \($0) of its own", ""] } },
        Rows(testDescription: "statuses that share a place") { (0..<$0).map { [key($0), unseen($0), ""] } },
        Rows(testDescription: "statuses that are one letter, written in two ways") {
            (0..<$0).map { [key($0), repeated($0 % 2 == 0 ? "\u{E9}" : "e\u{301}", 20), ""] }
        },
    ]

    @Test(arguments: kinds) func `tables of four times the rows cost four times the time`(kind: Rows) {
        let rows = kind.rows(16_000)
        let grown = growth(to: rows.count) { count in
            var reader = TableReader(layout: .london, watched: nil, fingerprints: true)
            reader.add(TextTable(rows: Array(rows[..<count])))
            #expect((try? reader.finish())?.rowCount == count)
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the rows")
    }

    @Test(arguments: kinds) func `pages of four times the rows cost four times the time`(kind: Rows) {
        let rows = kind.rows(4_000)
        let pages = stride(from: 0, to: rows.count, by: 50).map { start in
            var sheet = Sheet(1 + start / 50)
            for (line, row) in rows[start..<start + 50].enumerated() {
                sheet.row(row[0], row[1], row[2], 50 + 15 * Double(line))
            }
            return sheet.page()
        }
        let grown = growth(to: pages.count) { count in
            var reader = RowReader(layout: .london, watched: nil, fingerprints: true)
            for page in pages[..<count] { reader.add(page) }
            #expect((try? reader.finish())?.rowCount == 50 * count)
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the rows")
    }

    @Test func `the sample of keys whose hashes fall is that of the same keys in any order`() {
        let falling = Self.descendingKeys(5_000)
        #expect(KeySample(of: falling) == KeySample(of: falling.sorted()))
    }

    @Test func `keys that share all that a sample keeps of them are one to it, however many there are`() {
        let grown = growth(to: 200_000) { count in
            var sample = KeySample()
            // Half of them are the smallest hash, half of them the largest.
            for number in 0..<UInt64(count) { sample.add((number % 2 == 0 ? 0 : 0xFFFF_FFFF) << 32 | number) }
            #expect(sample.keyCount == 2)
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the keys")
    }

    @Test func `keys that are each put before all others of the sample cost no more than a place in it`() {
        let grown = growth(to: 200_000) { count in
            var sample = KeySample()
            for number in (1...UInt64(count)).reversed() { sample.add(number << 32) }
            #expect(sample.hashes == Array(1...UInt32(KeySample.size)))
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the keys")
    }
}
