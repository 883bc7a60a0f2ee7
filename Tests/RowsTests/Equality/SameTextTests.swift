// The rules by which two texts are equal, rule by rule, and differences that count. RewrittenListTests has lists of
// them.

import Foundation
import TestKit
import Testing

@testable import Rows

struct SameTextTests {
    private func hash(_ pieces: [String], isDrawn: Bool = false) -> UInt64 {
        var hash = TextHash()
        for piece in pieces { Array(piece.utf8).withUnsafeBytes { hash.add($0, isDrawn: isDrawn) } }
        return hash.value
    }

    @Test(arguments: [
        // Blanks.
        [" visa  granted ", "visa\u{A0}granted", "visa\u{2009}\u{3000}granted", "visa\r\n\tgranted", "visa granted"],
        // What nobody sees.
        ["gr\u{AD}an\u{200B}ted", "\u{FEFF}granted\u{200E}", "gran\u{FE0F}ted", "granted"],
        // Hyphens of words, hyphens that look alike, and ends of lines behind hyphens.
        ["techni-cal", "techni- cal", "techni-\ncal", "techni\u{2010}\ncal", "techni\u{2011}cal", "technical"],
        ["résumé-cas", "re\u{301}sume\u{301}-\ncas", "résumécas"],
        ["DS-2019", "DS-\n2019", "DS\u{2212}2019", "DS\u{2010} 2019"], ["and/or", "and/\nor"],
        ["2010–2015", "2010–\n2015"],
        ["pre- and post-war", "pre-and postwar"],
        // Unicode forms.
        ["Größe", "Gro\u{308}ße"], ["a\u{323}\u{307}", "a\u{307}\u{323}", "\u{1EA1}\u{307}"],
        ["각", "\u{1100}\u{1161}\u{11A8}"],
        ["\u{FB01}nal o\u{FB03}ce", "final office"], ["Ｖｉｓａ　１２", "Visa 12"], ["١٢", "12"],
        ["\u{201C}refused\u{201D}", "\"refused\""], ["l\u{2019}acte", "l'acte"],
        // Scripts whose lines end where no blank is.
        ["พิจารณา คำร้อง", "พิจารณาคำร้อง"], ["ອະນຸມັດ ແລ້ວ", "ອະນຸມັດແລ້ວ"], ["បាន អនុម័ត", "បានអនុម័ត"], ["အတည် ပြု", "အတည်ပြု"],
        ["ཆོག་ མཆན", "ཆོག་མཆན"], ["ꦱꦩ꧀ ꦥꦸꦤ꧀", "ꦱꦩ꧀ꦥꦸꦤ꧀"], ["ᬲᬫ᭄ ᬧᬸᬦ᭄", "ᬲᬫ᭄ᬧᬸᬦ᭄"], ["ᥖᥭ ᥖᥬ", "ᥖᥭᥖᥬ"], ["ᦒᦺ ᦟᦹ", "ᦒᦺᦟᦹ"],
        ["ᨲᩣ ᨾᩮ", "ᨲᩣᨾᩮ"], ["ꪼꪕ ꪒꪾ", "ꪼꪕꪒꪾ"], ["\u{11700}\u{1171D} \u{11701}", "\u{11700}\u{1171D}\u{11701}"],
        ["审查 中", "审查\n中", "审查中"], ["審査中です。 次回", "審査中です。次回"], ["승인되 었습니다", "승인되었습니다"],
        // Beside others.
        ["批准 2026 年 A 类", "批准2026年A类"], ["ผ่าน APEC", "ผ่านAPEC"], ["资料（表： ABC）", "资料(表:ABC)", "资料（表：\nABC）"],
    ])
    func `these are the same`(texts: [String]) {
        for text in texts {
            #expect(SameText.isSame(text, texts[0]), "\(text): \(SameText.form(of: text))")
            #expect(hash([text]) == hash([texts[0]]), "\(text)")
        }
    }

    @Test(arguments: [
        ("1²", "12"), ("½", "12"), ("é", "e"), ("ไม่", "ไม"), ("が", "か"), ("й", "и"), ("ü", "u"), ("granted", "Granted"),
        ("10-5", "105"), ("A-B", "AB"), ("A-b", "Ab"), ("a-B", "aB"), ("-a", "a"), ("a-", "a"), ("a--b", "ab"),
        ("a- 1", "a1"),
        ("批准", "批淮"), ("批准1", "批准2"), ("①", "1"), ("visa - granted", "visa granted"), ("พิจารณา", "พิจารณ"),
        ("Ｖisa", "visa"),
    ])
    func `these differ`(one: String, other: String) {
        #expect(!SameText.isSame(one, other) && !SameText.isSame(other, one))
        #expect(hash([one]) != hash([other]))
    }

    /// A fingerprint has no blanks, as nobody sees between the pieces of a page whether there is one.
    @Test(arguments: [
        ("now here", "nowhere"), ("1 2", "12"), ("ABC DEF 批准", "ABCDEF批准"), ("visa -granted", "visa - granted"),
    ])
    func `blanks between words count, but not for the fingerprint`(one: String, other: String) {
        #expect(!SameText.isSame(one, other))
        #expect(hash([one]) == hash([other]))
    }

    @Test func `the same holds of keys, where each hyphen counts`() {
        func form(_ text: String) -> String { SameText.form(of: text, as: .key) }
        #expect(form("Jean-luc") != form("Jeanluc") && form("Jean-\nluc") == form("Jean\u{2011}luc"))
        #expect(form("สมชาย ใจดี") == form("สมชายใจดี") && form("A – B") == form("A - B"))
        #expect(TextKey.folded("Anne- MARIE") == TextKey.folded("anne-marie"))
        #expect(TextKey.folded("สมชาย\nใจดี") == TextKey.folded("สมชายใจดี"))
    }

    /// State files have such hashes: they are the same tomorrow. Written a second time, and simply.
    @Test(arguments: [
        "", "issued", "14-Jun-12", "Administrative processing, since June: see 20121456171 (DS-2019)", "visa - granted",
        "a -b", "-",
    ])
    func `ASCII text has the hash that it always had`(text: String) {
        var (hash, word, bits) = (Hash64(), 0 as UInt64, 0 as UInt64)
        for byte in text.utf8 where byte > 0x20 {
            word |= UInt64(byte) << bits
            bits += 8
            if bits == 64 {
                hash.mix(word)
                (word, bits) = (0, 0)
            }
        }
        hash.mix(word)
        hash.mix(bits)
        #expect(self.hash([text]) == hash.value)
    }

    @Test(arguments: 0..<300)
    func `a text has one hash however it is cut`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "-", "-", "a", "bc", "B", " ", "é", "e\u{301}", "กำ", "中", "7", "\u{2010}", "\u{AD}", "longer", "\n",
        ]
        let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
            parts.randomElement(using: &random) ?? ""
        }.joined()
        var (pieces, rest) = ([] as [String], Array(text))
        while !rest.isEmpty {
            let count = Int.random(in: 1...rest.count, using: &random)
            pieces.append(String(rest[..<count]))
            rest.removeFirst(count)
        }
        #expect(hash(pieces) == hash([text]), "\(pieces)")
    }

    @Test func `a soft hyphen that is drawn is a hyphen`() {
        #expect(hash(["DS\u{AD}2019"], isDrawn: true) == hash(["DS-2019"]))
        #expect(hash(["techni\u{AD}", "cal"], isDrawn: true) == hash(["technical"]))
    }

    @Test(arguments: [["\u{307}", "\u{323}"], ["\u{323}", "\u{307}"]])
    func `marks without end are put in order in no time`(marks: [String]) {
        let grown = growth(to: 100_000) { count in
            _ = SameText.form(of: marks.map { String(repeating: $0, count: count / 2) }.joined())
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the marks")
    }

    @Test(arguments: ["Å", "ﾊﾟ", "が", "й", "豈", "ệ", "각", "가", "\u{1E69}\u{5B0}\u{5BC}", "কো"])
    func `the form of a text is that of Normalization Form D`(text: String) {
        for form in [text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping] {
            let scalars = SameText.scalars(of: Array(form.utf8)[...], isDrawn: false)
            #expect(scalars == Array(text.decomposedStringWithCanonicalMapping.unicodeScalars))
        }
    }
}
