// Lists with any text as keys.

import Rows
import TestKit
import Testing
import Text

struct TextKeyTests {
    private let layout = TableLayout(
        key: .anyText, headings: ColumnHeadings(batch: "Title", status: "Status", date: "Date"))

    private func watch(_ texts: String...) throws -> KeySet {
        KeySet(patterns: try texts.map { try KeyMask(text: $0) })
    }

    private func rows(_ keys: String..., watched: KeySet?, onlyBatch: String? = nil) throws -> [String] {
        let rows = [["Title", "Status", "Date"]] + keys.map { [$0, "open", ""] }
        return try list([TextTable(rows: rows)], layout, watched: watched, onlyBatch: onlyBatch).rows.map(\.batch)
    }

    @Test(arguments: [
        "Smith – O’Brien Award", "SMITH - O'BRIEN AWARD", " Smith\u{A0}-  O'Brien\tAward ",
        "smith \u{2010} o\u{2018}brien award",
        "Smith - O'Brien A\u{AD}ward", "Smith \u{2212} O\u{2BC}Brien Award",
    ])
    func `a key is found however it is printed, and told as it is watched`(printed: String) throws {
        let watched = try watch("Smith - O'Brien  Award")
        #expect(try rows(printed, "Other", watched: watched) == ["Smith - O'Brien Award"])
    }

    @Test func `two spellings of one letter are the same, other letters are not`() throws {
        let watched = try watch("Caf\u{E9} \u{201C}Nord\u{201D}")
        #expect(try rows("CAFE\u{301} \"nord\"", watched: watched) == ["Caf\u{E9} \u{201C}Nord\u{201D}"])
        #expect(try rows("Cafe \"Nord\"", watched: watched) == [])
    }

    @Test func `nothing in a text is a mask`() throws {
        let watched = try watch("A# [1]", "*")
        #expect(try rows("A# [1]", "A1 1", "B1 [1]", "*", "x", watched: watched) == ["A# [1]", "*"])
    }

    @Test func `unwatched rows keep the text of the document, and an empty cell is no key`() throws {
        #expect(try rows("Größe\u{A0} “X”", "", "\u{A0}", "Zwei", watched: nil) == ["Größe “X”", "Zwei"])
        let all = try list(
            [table(["Title", "Status", "Date"], ["a", "1", "2"], ["b", "1", "2"])], layout, watched: watch("A"))
        #expect(all.rowCount == 2)
    }

    @Test func `the page of one case is known by its text`() throws {
        #expect(try rows("THE Case", "other", watched: nil, onlyBatch: "The case") == ["The case"])
    }

    @Test func `capitals change no sample of keys`() throws {
        func sample(_ key: String) throws -> KeySample? {
            try list([table(["Title", "Status", "Date"], [key, "", ""])], layout, fingerprints: true).fingerprint?.keys
        }
        #expect(try sample("The Case") == sample("the  case"))
        #expect(try sample("The Case") != sample("the cases"))
    }

    @Test
    func `by position the key's column counts from the left edge, and a row without digits above others is a header`()
        throws
    {
        let byPosition = try TableLayout(key: .anyText, columns: [.skip, .batch, .status])
        #expect(
            try read([table(["No", "Name", "Status"], ["1", "Ann", "open"], ["2", "Ben", "shut"])], byPosition)
                == ["Ann|open|", "Ben|shut|"])
        #expect(
            try read([table(["x", "Ann", "open"], ["y", "Ben", "shut"])], byPosition) == ["Ann|open|", "Ben|shut|"])
        #expect(
            try read([table(["1", "Ann", "open"], ["2", "Ben", "shut"])], byPosition) == ["Ann|open|", "Ben|shut|"])
        let records = TextTable(fields: ["a", "b", "c"], rows: [["x", "Ann", "open"], ["1", "Ben", "2"]])
        #expect(try read([records], byPosition) == ["Ann|open|", "Ben|2|"])
    }

    @Test func `a text of 256 bytes is a key, one more is none`() throws {
        let longest = String(repeating: "a", count: 256)
        #expect(try KeyMask(text: longest).key == longest)
        #expect(throws: MaskError.textTooLong) { try KeyMask(text: longest + "a") }
        #expect(throws: MaskError.empty) { try KeyMask(text: " \u{A0}\n") }
        #expect(throws: MaskError.controlCharacter(at: 2)) { try KeyMask(text: "a\u{1B}") }
        #expect(try rows(longest, longest + "a", watched: nil) == [longest])
        #expect(MaskError.textTooLong.description == "the text is longer than 256 bytes")
    }

    @Test func `a key of any text is a literal of what was written`() throws {
        let key = try KeyMask(text: "  A#  [b] {2}* ")
        #expect(key.description == "A# [b] {2}*")
        #expect(key.key == key.description)
        #expect(key.isLiteral && !key.isAnyText && !key.isRange)
        #expect(key.matches("A# [b] {2}*") && !key.matches("A1 b {2}*"))
        #expect(KeySet(patterns: [key]).pattern(for: "A# [b] {2}*") == key)
        #expect(!KeySet(patterns: [key]).contains("a# [b] {2}*"))
        #expect(key.list.matches(key.key))
        #expect(try KeyMask(text: "*").list.matches("*"))
    }

    @Test func `the mask of any text is a star by itself`() throws {
        let any = try KeyMask("*")
        #expect(any == .anyText && any.isAnyText && !any.isLiteral && any.description == "*")
        #expect(any.matches("é") && any.matches("a b") && !any.matches(""))
        #expect(
            any.matches([0x61, 0x62], at: 0..<1) && !any.matches([0x61], at: 1..<1) && !any.matches([0x61], at: 0..<2))
        #expect(any.list == any)
        let star = try KeyMask("[*]")
        #expect(star.isLiteral && star.key == "*" && star != any && !star.matches("a"))
        #expect(try KeyMask("2*").key == "2*")
    }

    @Test func `in other lists masks stay exact`() throws {
        let layout = try TableLayout(key: KeyMask("AA#"), columns: [.batch, .status])
        let watched = KeySet(patterns: [try KeyMask("ab1")])
        #expect(try read([table(["AB1", "x"], ["ab1", "y"])], layout, watched: watched) == ["ab1|y|"])
    }
}
