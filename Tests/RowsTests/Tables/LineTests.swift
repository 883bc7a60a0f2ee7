// Lists as lines of text: which are rows, their content, and doubts.

import Rows
import Testing
import Text

private let (one, two, three) = ("66357342", "66357343", "66357344")

/// A paragraph for each line; lines parted by "|" are of one.
private func list(
    _ lines: [String], isWritten: Bool = false, columns: [Column] = [.batch, .status, .date], mask: String = "########",
    watched: [String]? = nil
) throws -> RowList {
    let keys = try watched.map { KeySet(patterns: try $0.map { try KeyMask($0) }) }
    var reader = TableReader(
        layout: try TableLayout(key: try KeyMask(mask), columns: columns), watched: keys, fingerprints: true)
    reader.add(
        lines.map { TextBlock($0.split(separator: "|").map(String.init), isWritten: isWritten) })
    return try reader.finish()
}

/// The rows as "key=status@date", and the doubts as "?rule:keys".
private func said(
    _ lines: String..., isWritten: Bool = false, columns: [Column] = [.batch, .status, .date], mask: String = "########"
) throws -> [String] {
    let list = try list(lines, isWritten: isWritten, columns: columns, mask: mask)
    return list.rows.map { "\($0.batch)=\($0.update.status)" + ($0.update.date.isEmpty ? "" : "@\($0.update.date)") }
        + list.doubts.map { "?\($0.rule.rawValue):\($0.batches.joined(separator: ","))" }
}

struct LineTests {
    @Test(arguments: [
        ": Refused", " – Refused", " - Refused", " — Refused", " Refused", "; Refused", " = Refused", " → Refused",
        ", Refused", "\u{FF1A}Refused", "-Refused", ". Refused", " | Refused", "*: Refused", " [PDF] Refused",
        " (PDF, 120 KB): Refused", "\u{B9}: Refused",
    ])
    func `a line with a key at its beginning is a row`(rest: String) throws {
        #expect(
            try said("Decisions of 12 June 2026", one + rest, "\(two): Approved", "Contact us") == [
                "\(one)=Refused", "\(two)=Approved",
            ])
    }

    @Test(arguments: [
        "No. \(one): Refused", "Case number \(one) - Refused", "3. \(one) Refused", "• \(one): Refused",
        "(\(one)) Refused", "#\(one): Refused", "6635 7342: Refused", "6635-7342 – Refused",
        "６６３５７３４２：Refused",
    ])
    func `labels, bullets and the digits of others are as in cells`(line: String) throws {
        #expect(try said(line, "\(two): Approved") == ["\(one)=Refused", "\(two)=Approved"])
    }

    @Test(arguments: [
        "\(one) cases were handled this year.", "Case \(one): was listed by mistake in May.",
        "\(one) – is our reference",
    ])
    func `a line that is written in another way than nearly all is doubted`(note: String) throws {
        let lines = ["66357345: Refused", "66357346 [PDF]: Approved", "66357347*: Refused", "66357348: Refused"]
        let doubts = try list(lines + [note]).doubts
        #expect(doubts.map(\.rule) == [.betweenRows])
        #expect(doubts.first?.batches == [one])
        #expect(try list(Array(lines.prefix(2)) + [note]).doubts == [])
        #expect(try list(Array(lines.prefix(2)) + [note, "\(two) – Refused"]).doubts == [])
    }

    @Test func `a line in another element than nearly all is doubted`() throws {
        var reader = TableReader(
            layout: try TableLayout(key: KeyMask("########"), columns: [.batch, .status]), watched: nil,
            fingerprints: false)
        var blocks = (0..<5).map { TextBlock(["6635735\($0): Refused"]) }
        for index in blocks.indices { blocks[index].element = index == 4 ? "p" : "li" }
        reader.add(blocks)
        #expect(try reader.finish().doubts.map(\.batches) == [["66357354"]])
    }

    @Test func `a date is one wherever it stands, and stays in the status where no column is for it`() throws {
        for rest in [
            "Refused, 12 June 2026", "Refused (12 June 2026)", "Refused – 12 June 2026", "12 June 2026 – Refused",
            "12 June 2026: Refused",
        ] {
            #expect(try said("\(one): \(rest)") == ["\(one)=Refused@12 June 2026"])
            #expect(try said("\(one): \(rest)", columns: [.batch, .date, .status]) == ["\(one)=Refused@12 June 2026"])
            #expect(try said("\(one): \(rest)", columns: [.batch, .status]) == ["\(one)=\(rest)"])
        }
        #expect(try said("\(one) – 12.06.2026 – sent on 13.06.2026") == ["\(one)=12.06.2026 – sent on@13.06.2026"])
        #expect(try said("\(one) 12 June 2026") == ["\(one)=@12 June 2026"])
        #expect(try said("\(one): Refused", columns: [.batch, .date]) == ["\(one)=@Refused"])
        #expect(
            try said("\(one) - 12 June 2026 - sent", columns: [.skip, .batch, .status]) == [
                "\(one)=12 June 2026 - sent"
            ])
    }

    @Test func `lines of one block are rows by themselves, and one of several lines with one key is a row`() throws {
        #expect(try said("Today|\(one): Refused|\(two): Approved") == ["\(one)=Refused", "\(two)=Approved"])
        #expect(
            try said("\(one)|Refused", "\(two)|Approved|12 June 2026") == [
                "\(one)=Refused", "\(two)=Approved@12 June 2026",
            ])
    }

    @Test(arguments: [
        ("\(one), \(two): Refused", "key-unclear:\(one),\(two)"),
        ("\(one) to \(three): Refused", "key-unclear:\(one),\(three)"),
        ("\(one)-50 refused", "key-unclear:\(one),66357350"), ("\(one)/2: Refused", "key-unclear:\(one)"),
        ("\(one)-A: Refused", "key-unclear:\(one)"), ("Smith \(one): Refused", "key-unclear:\(one)"),
        ("We have refused \(one).", "key-unclear:\(one)"), ("CO-\(one): Refused", "key-unclear:\(one)"),
        ("\(one): Refused, see \(two)", "key-unclear:\(one),\(two)"),
    ])
    func `what may be another case, or is said of several, is doubted`(line: String, doubt: String) throws {
        let list = try list([line, "\(66_357_390): Approved"])
        #expect(list.rows.map(\.batch) == ["66357390"])
        #expect(list.doubts.map { "\($0.rule.rawValue):\($0.batches.joined(separator: ","))" } == [doubt])
    }

    @Test func `a longer number is none, and is doubted where a part of it is watched`() throws {
        let lines = ["\(one)7: Refused", "\(two): Approved"]
        #expect(try list(lines).doubts == [])
        let watched = try list(lines, watched: [one])
        #expect(watched.rows == [] && watched.doubts.map(\.rule) == [.unclearKey])
    }

    @Test func `a case that has a line of its own may be named in others`() throws {
        #expect(try said("\(one): Refused", "See also our note on \(one).") == ["\(one)=Refused"])
    }

    @Test func `what stands below a key in its block is doubted, and elsewhere is none of it`() throws {
        #expect(
            try said("\(one) Refused because of|missing documents|\(two) Approved", isWritten: true) == [
                "\(one)=Refused because of", "\(two)=Approved", "?text-between-rows:\(one)",
            ])
        #expect(
            try said("\(one) Refused", "London", "\(two) Approved", isWritten: true) == [
                "\(one)=Refused", "\(two)=Approved",
            ])
        #expect(
            try said("\(one) Refused|-----|\(two) Approved", isWritten: true) == [
                "\(one)=Refused", "\(two)=Approved",
            ])
    }

    @Test func `keys by themselves are no list where more is wanted, nor is one by itself`() throws {
        #expect(try said(one, two, three, "Contact us") == [])
        #expect(try said("Refused", one, two) == [])
        #expect(try said("We are back soon.", "Reference \(one)") == [])
        #expect(try said("We are back soon.", "Reference \(one)", columns: [.batch]) == [])
        #expect(try said("Refused", one, two, "Contact us", columns: [.batch]) == ["\(one)=", "\(two)="])
    }

    @Test func `a key has no status, unless one may stand below or above it`() throws {
        #expect(try said("\(one):", "\(two): Refused", "Contact us") == ["\(one)=", "\(two)=Refused"])
        #expect(try said("\(two): Refused", one, "Contact us") == ["\(two)=Refused", "\(one)="])
        #expect(try said(one, "Refused", "\(two): Approved").suffix(1) == ["?text-between-rows:\(one)"])
        #expect(
            try said(one, "Refused", two, "Approved", three, columns: [.batch]).suffix(1) == ["?heading-over-rows:"])
    }

    @Test func `only what is watched comes back, and all is counted`() throws {
        let all = try list(["\(one): Refused", "\(two): Approved"])
        let some = try list(["\(one): Refused", "\(two): Approved"], watched: [two])
        #expect(some.rows.map(\.update.status) == ["Approved"])
        #expect(some.rowCount == 2 && some.fingerprint == all.fingerprint)
    }

    @Test func `short numbers, any text, headings and columns to the left are not looked for in lines`() throws {
        #expect(try said("123: Refused", mask: "###") == [])
        #expect(try said("\(one): Refused", columns: [.status, .batch]) == [])
        #expect(try said("\(one): Refused", columns: [.batch, .skip, .status]) == [])
        var reader = TableReader(
            layout: TableLayout(key: try KeyMask("########"), headings: ColumnHeadings(batch: "No", status: "Status")),
            watched: nil, fingerprints: false)
        #expect(!reader.readsLines)
        reader.add([TextBlock(["\(one): Refused"])])
        #expect(reader.isEmpty)
    }

    @Test func `a line of a whole page is doubted`() throws {
        let long = String(repeating: "x ", count: 2_100)
        #expect(try said("\(one): \(long)") == ["?key-unclear:\(one)"])
        #expect(try said("\(String(repeating: "No. ", count: 40))\(one): Refused") == ["?key-unclear:\(one)"])
    }
}
