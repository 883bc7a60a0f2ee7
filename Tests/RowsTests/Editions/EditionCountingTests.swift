import Rows
import Testing
import Text

@Suite struct EditionCountingTests {
    private func table(_ rows: [(String, String, String)]) -> EditionTable {
        EditionTable(of: rows.map { Row(batch: $0.0, update: Update(status: $0.1, date: $0.2), page: 1) })
    }

    private func list(_ texts: String...) -> EditionTable {
        table(
            texts.map { text in
                let cells = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                return (cells[0], cells[1], cells.count > 2 ? cells[2] : "")
            })
    }

    private func numbers(_ now: EditionTable, _ before: EditionTable) -> [Int?] {
        let edition = Edition(of: [now], before: [before], absent: [])
        return [edition.rows, edition.new, edition.gone, edition.changed]
    }

    @Test func `counts rows that are new, gone and changed`() {
        let before = list("1|a", "2|a", "3|a", "4|a")
        #expect(numbers(before, before) == [4, 0, 0, 0])
        #expect(numbers(list("1|a", "2|b", "3|a", "4|a"), before) == [4, 0, 0, 1])
        #expect(numbers(list("1|a", "3|a", "4|a", "5|a", "6|a"), before) == [5, 2, 1, 0])
        #expect(numbers(list("1|a|01-Jun-12", "2|a", "3|a", "4|a"), before) == [4, 0, 0, 1])
        #expect(numbers(list(), before) == [0, 0, 4, 0])
        #expect(numbers(before, list()) == [4, 4, 0, 0])
    }

    @Test func `the order of rows is no change, and neither are blanks`() {
        #expect(numbers(list("3|a b", "1|a", "2|x"), list("1|a", "2|x", "3|ab")) == [3, 0, 0, 0])
    }

    @Test func `a batch with several rows has as many as it has`() {
        #expect(numbers(list("1|a", "1|b"), list("1|a")) == [2, 1, 0, 0])
        #expect(numbers(list("1|a"), list("1|a", "1|a")) == [1, 0, 1, 0])
        #expect(numbers(list("1|b", "1|c"), list("1|a")) == [2, 1, 0, 1])
        #expect(numbers(list("1|c"), list("1|a", "1|b")) == [1, 0, 1, 1])
    }

    @Test(arguments: 0..<200)
    func `agrees with sets of rows, and never loses count`(seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        func rows() -> [(String, String, String)] {
            (0..<random(30)).map { _ in ("\(random(8))", "s\(random(3))", "") }
        }
        let (old, now) = (rows(), rows())
        var (new, gone, changed) = (0, 0, 0)
        for key in Set((old + now).map(\.0)) {
            var (left, mine) = (old.filter { $0.0 == key }.map(\.1), [String]())
            for status in now.filter({ $0.0 == key }).map(\.1) {
                if let index = left.firstIndex(of: status) { left.remove(at: index) } else { mine.append(status) }
            }
            let both = min(left.count, mine.count)
            (new, gone, changed) = (new + mine.count - both, gone + left.count - both, changed + both)
        }
        #expect(numbers(table(now), table(old)) == [now.count, new, gone, changed])
        #expect(now.count == old.count + new - gone)
    }

    @Test func `statuses are counted as they are read, and shown as they are written most often`() {
        let edition = Edition(
            of: [list("1|Approved", "2|approved", "3|approved", "4|Re fused", "5|refused", "6|refu\u{AD}sed", "7|")],
            before: nil, absent: [])
        #expect(
            edition.statuses == [
                .init(status: "approved", rows: 3), .init(status: "refused", rows: 3), .init(status: "", rows: 1),
            ] && edition.otherStatuses == 0)
        #expect(edition.new == nil && edition.gone == nil && edition.changed == nil)
    }

    @Test(arguments: [8, 9])
    func `the eight most frequent are told, the rest is one number`(count: Int) {
        let rows = (1...count).flatMap { status in (0..<status).map { ("\(status)\($0)", "s\(status)", "") } }
        let edition = Edition(of: [table(rows)], before: nil, absent: [])
        #expect(edition.statuses?.count == 8 && edition.statuses?.first == .init(status: "s\(count)", rows: count))
        #expect(edition.otherStatuses == count - 8)
    }

    @Test(arguments: [EditionTable.mostStatuses, EditionTable.mostStatuses + 1])
    func `too many different ones are no statuses`(count: Int) throws {
        let table = table((0..<count).map { ("\($0 + 100_000)", "s\($0)", "") })
        let edition = Edition(of: [table], before: [table], absent: ["99999", "9999999"])
        let isCounted = count == EditionTable.mostStatuses
        #expect((edition.statuses != nil) == isCounted && (edition.otherStatuses != nil) == isCounted)
        #expect(edition.rows == count && edition.changed == 0)
        // The first one's status is known in any case, the last one's is not.
        #expect(edition.absent[0].above?.batch == "100000" && (edition.absent[1].below != nil) == isCounted)
    }

    @Test func `a batch that is not on the list has the nearest numbers`() {
        let table = list("66357399|refused", "66357321|approved", "66357321|again", "100|x", "A-1|x", "99999999|x")
        let edition = Edition(of: [table], before: nil, absent: ["66357342", "5", "999999999", "A-2", "00000101"])
        #expect(
            edition.absent == [
                .init(
                    batch: "66357342", below: .init(batch: "66357321", status: "approved"),
                    above: .init(batch: "66357399", status: "refused")),
                .init(batch: "5", above: .init(batch: "100", status: "x")),
                .init(batch: "999999999", below: .init(batch: "99999999", status: "x")),
                .init(batch: "A-2"),
                .init(
                    batch: "00000101", below: .init(batch: "100", status: "x"),
                    above: .init(batch: "66357321", status: "approved")),
            ])
    }

    @Test func `numbers keep their zeros, up to seventeen digits`() {
        let digits = "00000000000000012"
        let edition = Edition(
            of: [list("\(digits)|a", "123456789012345678|b")], before: nil, absent: ["11", "99999999999999999"])
        #expect(edition.absent[0].above?.batch == digits)
        #expect(edition.absent[1].above == nil && edition.absent[1].below?.batch == digits)
    }

    @Test func `what stands in several documents is one row`() {
        let (first, second) = (list("1|a", "2|a", "2|a"), list("2|a", "3|B"))
        let edition = Edition(of: [first, second], before: [list("1|a", "2|a")], absent: [])
        #expect([edition.rows, edition.new, edition.gone, edition.changed] == [4, 2, 0, 0])
        #expect(edition.statuses == [.init(status: "a", rows: 3), .init(status: "B", rows: 1)])
    }

    @Test func `is read from bytes as it was written, and from no others`() throws {
        let long = String(repeating: "é", count: EditionTable.longestStatus / 2)
        let tables = [
            list(), list("1|a"), list("1|a", "2|b", "3|a"), list("1|\(long)"), list("1|\(long)x", "2|\(long)y"),
        ]
        for table in tables {
            #expect(EditionTable.tables(in: table.bytes) == [table])
            #expect(EditionTable.tables(in: table.bytes + tables[2].bytes) == [table, tables[2]])
            for end in 1..<table.bytes.count { #expect(EditionTable.tables(in: Array(table.bytes[..<end])) == nil) }
            for place in table.bytes.indices where table.bytes.count < 200 {
                var bytes = table.bytes
                bytes[place] ^= 0x40
                #expect(EditionTable.tables(in: bytes) == nil)
            }
        }
        // Two that are longer than what is kept of them are two.
        let edition = Edition(of: [tables[4]], before: nil, absent: [])
        #expect(edition.statuses?.map(\.rows) == [1, 1] && edition.statuses?.map(\.status) == [long, long])
    }

    @Test func `the table of a document has its rows`() throws {
        var reader = TableReader(layout: .london, watched: KeySet(patterns: []), fingerprints: true, tabulates: true)
        reader.add(
            TextTable(rows: [
                ["Number", "Status", "Date"], ["20121456171", " visa  issued", "1-Jun-12"], ["20121456172", "", ""],
            ]))
        let list = try reader.finish()
        #expect(
            list.table
                == table([("20121456171", "visa issued", "1-Jun-12"), ("20121456172", "", "")]))
    }
}
