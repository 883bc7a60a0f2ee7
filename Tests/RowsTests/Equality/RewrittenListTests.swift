// Lists in many scripts in the form of another program: wrapped, hyphenated, spaced, sorted and encoded differently.
// All comparisons of lists treat them as equal; and all treat any true edit as a change.

import Foundation
import TestKit
import Testing
import Text

@testable import Rows

struct RewrittenListTests {
    private static let latin = [
        "granted", "refused", "technical", "Approved", "re-examined", "DS-2019", "office", "final", "fee/costs", "café",
        "Größe", "naïve", "12", "1²", "A7", "(see", "note)", "l'acte", "отказано", "επιστολή", "अस्वीकृत", "Żółw",
    ]
    /// By script: words that stand beside each other without a blank.
    private static let unparted = [
        ["อยู่ระหว่าง", "การพิจารณา", "คำร้อง", "ไม่", "ผ่าน"], ["ອະນຸມັດ", "ແລ້ວ", "ບໍ່"], ["បាន", "អនុម័ត", "មិន"],
        ["အတည်", "ပြု", "ပြီး"], ["ཆོག་", "མཆན་", "མེད་"], ["审查", "中", "批准", "，", "拒绝"], ["審査", "が", "完了", "です", "。"],
        ["승인", "되었습니다", "거부"], ["ꦱꦩ꧀", "ꦥꦸꦤ꧀"], ["ᬲᬫ᭄", "ᬧᬸᬦ᭄"], ["ᥖᥭ", "ᥖᥬ"], ["ᨲᩣ", "ᨾᩮ"], ["ꪼꪕ", "ꪒꪾ"],
    ]

    private var random: SeededGenerator

    private init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    // MARK: Lists

    private mutating func text() -> String {
        let words = chance(50) ? RewrittenListTests.latin : pick(RewrittenListTests.unparted)
        let isParted = words == RewrittenListTests.latin
        var text = pick(words)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            if isParted {
                text += " " + pick(words)
            } else if chance(20) {
                text += pick(["2026", "visa", "A-1"])
            } else {
                text += pick(words)
            }
        }
        return text
    }

    private mutating func list() -> [[String]] {
        (0..<Int.random(in: 2...9, using: &random)).map { number in
            ["2012145617\(number)", text(), "1\(number)-Jun-2026"]
        }
    }

    // MARK: Other writers

    private mutating func blank() -> String {
        (0..<Int.random(in: 1...2, using: &random)).map { _ in
            pick([" ", "\u{A0}", "\u{2009}", "\n", "\t", "\u{3000}", "\r\n", "\u{2028}"])
        }.joined()
    }

    private func isUnparted(_ character: Character) -> Bool {
        character.unicodeScalars.contains(where: UnpartedScripts.contain)
    }

    private func isSmall(_ character: Character) -> Bool { character.isASCII && character.isLowercase }

    /// What another writer may put between two characters.
    private mutating func between(_ before: Character, _ after: Character, isBroken: Bool) -> String {
        if chance(4) { return pick(["\u{AD}", "\u{200B}", "\u{FEFF}", "\u{200E}", "\u{2060}", "\u{FE0F}", "\u{61C}"]) }
        if before == " " || after == " " { return "" }
        if isUnparted(before) || isUnparted(after) { return chance(25) ? blank() : "" }
        if isBroken { return chance(40) ? blank() : "" }
        if isSmall(before), isSmall(after), chance(8) { return "-" + (chance(50) ? blank() : "") }
        return ""
    }

    private mutating func written(_ character: Character, isWide: Bool) -> String {
        switch character {
        case "-" where chance(30): return pick(["\u{2010}", "\u{2011}", "\u{2212}"])
        case "'" where chance(50): return "\u{2019}"
        case " ": return blank()
        default: break
        }
        guard isWide, character != "'", let scalar = character.unicodeScalars.first, 0x21...0x7E ~= scalar.value,
            character.unicodeScalars.count == 1, let wide = Unicode.Scalar(scalar.value + 0xFEE0)
        else { return String(character) }
        return String(wide)
    }

    private mutating func rewritten(_ text: String) -> String {
        let characters = Array(text)
        let isWide = chance(10)
        var result = chance(10) ? blank() : ""
        for (index, character) in characters.enumerated() {
            if index > 0 {
                let isBroken =
                    "-/".contains(characters[index - 1]) && index > 1
                    && (characters[index - 2].isLetter || characters[index - 2].isNumber)
                result += between(characters[index - 1], character, isBroken: isBroken)
            }
            result += written(character, isWide: isWide)
        }
        if chance(10) { result += blank() }
        if chance(30) { result = result.replacing("ffi", with: "\u{FB03}").replacing("fi", with: "\u{FB01}") }
        if chance(30) { return result.precomposedStringWithCanonicalMapping }
        return chance(40) ? result.decomposedStringWithCanonicalMapping : result
    }

    private mutating func rewritten(_ rows: [[String]]) -> [[String]] {
        rows.map { [$0[0], rewritten($0[1]), rewritten($0[2])] }.shuffled(using: &random)
    }

    // MARK: True edits

    private mutating func edited(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        // Marks too: a letter without its accent is another letter.
        let places = scalars.indices.filter {
            scalars[$0].properties.isAlphabetic || scalars[$0].properties.numericType != nil
                || Decomposition.order(of: scalars[$0]) > 0
        }
        if places.isEmpty { return text + "x" }
        let place = pick(Array(places))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: scalars[place] = scalars[place] == "x" ? "7" : "x"
        case 1: scalars.remove(at: place)
        case 2: scalars.insert(contentsOf: Array(pick(["x", "7", "ข", "否"]).unicodeScalars), at: place)
        default: return text + " " + pick(["again", "12", "否", "ไม่"])
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Nil where chance took the same twice.
    private mutating func edited(_ rows: [[String]]) -> [[String]]? {
        var rows = rows
        let (place, other) = (rows.indices.randomElement(using: &random) ?? 0, rows.count - 1)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            if place == other || SameText.isSame(rows[place][1], rows[other][1]) { return nil }
            (rows[place][1], rows[other][1]) = (rows[other][1], rows[place][1])
        case 1: rows.remove(at: place)
        case 2: rows.append(["20121456199", text(), ""])
        case 3: rows.append(rows[place])
        case 4: rows[place][2] = edited(rows[place][2])
        default: rows[place][1] = edited(rows[place][1])
        }
        return rows
    }

    // MARK: What compares

    private func read(_ rows: [[String]]) throws -> RowList {
        var reader = TableReader(layout: .london, watched: nil, fingerprints: true, tabulates: true)
        reader.add(TextTable(rows: rows))
        return try reader.finish()
    }

    private func snapshot(_ rows: [[String]]) -> Snapshot {
        Snapshot(rows: rows.map { Row(batch: $0[0], update: Update(status: $0[1], date: $0[2]), page: 1) })
    }

    /// What each of all that compares says of two lists: whether they are the same.
    private func verdicts(_ rows: [[String]], _ others: [[String]]) throws -> [Bool] {
        let (one, other) = (try read(rows), try read(others))
        let (list, next) = (Snapshot(rows: one.rows), Snapshot(rows: other.rows))
        let tables = [try #require(one.table), EditionTable(of: one.rows), EditionTable(of: other.rows)]
        let edition = Edition(of: [tables[0]], before: [try #require(other.table)], absent: [])
        let plain = Edition(of: [tables[1]], before: [tables[2]], absent: [])
        return [
            list == next, snapshot(rows) == snapshot(others), changes(from: list, to: next).isEmpty,
            one.fingerprint?.text == other.fingerprint?.text,
            [edition.new, edition.gone, edition.changed] == [0, 0, 0],
            [plain.new, plain.gone, plain.changed] == [0, 0, 0],
        ]
    }

    @Test(arguments: 0..<1500)
    static func `a list that is written otherwise is the same`(seed: UInt64) throws {
        var writer = RewrittenListTests(seed)
        let rows = writer.list()
        let others = writer.rewritten(rows)
        let verdicts = try writer.verdicts(rows, others)
        #expect(verdicts.allSatisfy { $0 }, "\(verdicts) \(rows) \(others)")
        #expect(try writer.read(rows).fingerprint == writer.read(others).fingerprint)
    }

    @Test(arguments: 0..<1500)
    static func `a true edit is a change however the list is written`(seed: UInt64) throws {
        var writer = RewrittenListTests(seed)
        let rows = writer.list()
        guard let edited = writer.edited(rows) else { return }
        let others = writer.chance(50) ? writer.rewritten(edited) : edited
        let verdicts = try writer.verdicts(rows, others)
        #expect(verdicts.allSatisfy { !$0 }, "\(verdicts) \(rows) \(others)")
    }
}
