// The spellings in which the net finds a number, and the words that are other numbers.

import Rows
import TestKit
import Testing
import Text

@testable import Net

/// What the net says of a text in which these are watched.
func mentions(of watched: [String], in text: String, rows: [Row] = [], isText: Bool = false) throws -> [Mention] {
    let masks = try watched.map { isText ? try KeyMask(text: $0) : try KeyMask($0) }
    var net = Net(watched: masks, isText: isText)
    net.add(Array(text.utf8), page: 1)
    guard let suspects = net.suspects(besides: rows) else { return [] }
    var locating = net.locating(suspects)
    locating.add(Array(text.utf8), page: 1)
    return locating.mentions(besides: rows).mentions
}

func row(_ batch: String, _ status: String = "", _ date: String = "") -> Row {
    Row(batch: batch, update: Update(status: status, date: date), page: 1)
}

struct NetTests {
    @Test(arguments: [
        "20121456171", "No.20121456171", "#20121456171", "20121456171/", "(20121456171)", "*20121456171",
        "20121456171.",
        "№20121456171", "20121456171号", "見20121456171", "20121456171–20121456180", "20121456171-1", "\"20121456171\"",
        "2012-1456-171", "2012 1456 171", "2012.1456.171", "2012/1456/171", "2012 - 1456171", "20121456\n171",
        "20121456-\r\n171", "2012\u{2010}1456\u{2011}171", "2012\u{2013}1456171", "2012\u{A0}1456\u{2009}171",
        "2012\u{202F}1456\u{3000}171", "2012\u{AD}1456171", "2012\u{200B}1456\u{2060}171", "\u{FEFF}20121456171",
        "\u{200E}20121456171\u{200F}", "２０１２１４５６１７１", "٢٠١٢١٤٥٦١٧١", "۲۰۱۲۱۴۵۶۱۷۱", "२०१२१४५६१७१", "๒๐๑๒๑๔๕๖๑๗๑",
        "2 0 1 2 1 4 5 6 1 7 1", "2012\u{1F}1456\u{1F}171", "𝟚𝟘𝟙𝟚𝟙𝟜𝟝𝟞𝟙𝟟𝟙", "2012\u{2212}1456171", "2012\u{2044}1456171",
    ])
    func `a number is found however it is written`(_ text: String) throws {
        let found = try mentions(of: ["20121456171"], in: "see \(text) here")
        #expect(found.map(\.batch) == ["20121456171"])
        #expect(try mentions(of: ["20121456171"], in: text).count == 1)
    }

    @Test(arguments: [
        "120121456171", "201214561711", "A20121456171", "20121456171a", "éa20121456171é", "2012145617", "20121456172",
        "2012\u{1E}1456171", "2012,1456171", "2012 1456 17 1x", "2012----1456171", "20121456171é",
    ])
    func `another number is none`(_ text: String) throws {
        #expect(try mentions(of: ["20121456171"], in: text).isEmpty)
    }

    @Test(arguments: [
        ["20121456171"], ["20121456171", "30000000000", "40000000000"], ["2#{9,11}", "A######"],
        ["Ж201214", "20121456171"],
    ])
    func `a number is found wherever it begins, and in no longer one`(_ watched: [String]) throws {
        for count in 0..<40 {
            for (before, isFound) in [
                ("", true), ("x ", true), ("é ", true), ("22 ", true), ("号", true), ("2", false), ("x", false),
            ] {
                let text = String(repeating: ";", count: count) + before + "20121456171"
                let found = try mentions(of: watched, in: text).map(\.batch)
                #expect(found.contains("20121456171") == isFound, "\(text)")
            }
        }
    }

    @Test func `what says nothing is nowhere`() throws {
        for text in [
            "\u{200B}20121456171", "x \u{200B}\u{2060}2012\u{200B}1456171\u{200B}!", "é\u{301} 20121456171\u{301}",
        ] {
            #expect(try mentions(of: ["20121456171"], in: text).count == 1, "\(text)")
        }
        for text in ["2\u{200B}20121456171", "20121456171\u{200B}1", "x\u{200B}20121456171", "20121456171\u{200B}x"] {
            #expect(try mentions(of: ["20121456171"], in: text).isEmpty, "\(text)")
        }
    }

    @Test func `nothing is open where each key has a row`() throws {
        let keys = [try KeyMask("20121456171"), try KeyMask("12-345")]
        let rows = [row("20121456171"), row("12-345")]
        #expect(!Net(watched: keys).isOpen(besides: rows))
        #expect(Net(watched: keys).isOpen(besides: [rows[0]]))
        #expect(Net(watched: keys).isOpen(besides: [rows[0], row("12345")]))
        #expect(Net(watched: keys + [try KeyMask("2#########")]).isOpen(besides: rows))
    }

    @Test func `a short number is found as it is written only`() throws {
        for text in ["2012345678", "12 345", "12-345", "A12345", "12\n345"] {
            #expect(try mentions(of: ["12345"], in: text).isEmpty, "\(text)")
        }
        for text in ["12345", "No.12345", "12345/2", "(12345)", "1.12345", "12345\u{1F}1"] {
            #expect(try mentions(of: ["12345"], in: text).count == 1, "\(text)")
        }
        #expect(try mentions(of: ["123456"], in: "123-456").count == 1)
    }

    @Test(arguments: [
        "IMM-1234-567890", "imm-1234-567890", "IMM 1234 567890", "IMM1234567890", "IMM/1234/567890", "Imm–1234–567890",
        "ＩＭＭ－１２３４－５６７８９０", "IMM-1234-\n567890",
    ])
    func `signs and letters of a key may differ`(_ text: String) throws {
        #expect(try mentions(of: ["IMM-1234-567890"], in: "x \(text) y").map(\.batch) == ["IMM-1234-567890"])
        #expect(try mentions(of: ["[A][A][A]-####-######"], in: text).isEmpty)
        let masked = try mentions(of: ["IMM-####-######"], in: text)
        #expect(masked.map(\.batch) == ["IMM-1234-567890"])
    }

    @Test func `signs of a short key have to be there`() throws {
        #expect(try mentions(of: ["12/345"], in: "12/345").count == 1)
        #expect(try mentions(of: ["12/345"], in: "12-345").count == 1)
        #expect(try mentions(of: ["12/345"], in: "12345").isEmpty)
        #expect(try mentions(of: ["A(12)", "1:23456"], in: "a(12) 1:23456").count == 2)
    }

    @Test func `a mask finds all of its keys, as rows would name them`() throws {
        let text = "20121456171, 2012-1456-172; 30121456171 and 20121456180"
        let found = try mentions(of: ["2[0-8]#########"], in: text, rows: [row("20121456180")])
        #expect(found.map(\.batch) == ["20121456171", "20121456172"])
        #expect(try mentions(of: ["A#######"], in: "x b1234567").map(\.batch) == ["b1234567"])
        #expect(
            try mentions(of: ["#{7,9}"], in: "123456 1234567 123456789 1234567890").map(\.batch) == [
                "1234567", "123456789",
            ])
    }

    @Test func `each form of a mask is found`() throws {
        #expect(
            try mentions(of: ["(EX-)?####(A)?/##"], in: "EX-1234/26, EX 1235 B/26; 1236/26 and 12378/26")
                .map(\.batch).sorted() == ["1234/26", "1235B/26", "1236/26", "EX-1234/26", "EX-1235B/26"])
        #expect(
            try mentions(of: ["##-####\nAAA-##-#{1,3}"], in: "23-1237, abc-12-7, ABC-12-78901, 23-12378")
                .map(\.batch).sorted() == ["23-1237", "abc-12-7"])
    }

    @Test func `a word without digits is no key of a mask`() throws {
        #expect(try mentions(of: ["AAAAAAAA", "????"], in: "approved this week").isEmpty)
        #expect(try mentions(of: ["????"], in: "this 4711 week").map(\.batch) == ["4711"])
    }

    @Test(arguments: [
        "Denmark", "DENMARK", "in denmark.", "\"Denmark\"", "Den\u{AD}mark", "Denmark\u{1E}x", "\u{1F}Denmark\u{1F}",
    ])
    func `a text is found as a word`(_ text: String) throws {
        #expect(try mentions(of: ["Denmark"], in: text, isText: true).map(\.batch) == ["Denmark"])
    }

    @Test func `a text is found in each spelling and not within others`() throws {
        for text in ["Côte d'Ivoire", "co\u{302}te d’ivoire", "CÔTE\u{A0}D'IVOIRE", "Côte\nd'Ivoire"] {
            #expect(try mentions(of: ["Côte d'Ivoire"], in: "in \(text)!", isText: true).count == 1, "\(text)")
        }
        #expect(try mentions(of: ["Côte d'Ivoire"], in: "Cote d'Ivoire", isText: true).isEmpty)
        for text in ["Denmarks", "XDenmark", "Den mark", "Den-mark", "Danmark"] {
            #expect(try mentions(of: ["Denmark"], in: text, isText: true).isEmpty, "\(text)")
        }
        #expect(try mentions(of: ["北京市"], in: "在北京市的", isText: true).count == 1)
        #expect(try mentions(of: ["Россия"], in: "РОССИЯ", isText: true).count == 1)
        #expect(try mentions(of: ["Российский"], in: "российскии\u{306}", isText: true).count == 1)
        #expect(try mentions(of: ["Росси"], in: "Россия", isText: true).isEmpty)
        #expect(try mentions(of: ["Area 51", "Office"], in: "area 51, o\u{FB03}ce", isText: true).count == 2)
    }

    @Test func `a batch that has a row is not mentioned`() throws {
        #expect(try mentions(of: ["20121456171"], in: "20121456171", rows: [row("20121456171")]).isEmpty)
        let other = [row("20121456180", "see 20121456171")]
        #expect(try mentions(of: ["20121456171"], in: "20121456180 see 20121456171", rows: other).isEmpty)
        #expect(try mentions(of: ["20121456171"], in: "see 20121456171, 20121456171", rows: other).count == 1)
        let spelt = try mentions(of: ["ab123456"], in: "AB123456", rows: [row("AB123456")])
        #expect(spelt.map(\.batch) == ["ab123456"])
        #expect(try mentions(of: ["Denmark"], in: "denmark", rows: [row("DENMARK")], isText: true).isEmpty)
        let both = [row("12-345678")]
        #expect(try mentions(of: ["12-345678", "123-45678"], in: "12-345678", rows: both).isEmpty)
    }

    @Test func `a number at the end of a row and the key of the next are none together`() throws {
        let text = "1;12\n345678;x\n"
        #expect(try mentions(of: ["12345678"], in: text, rows: [row("345678", "x")]).isEmpty)
        #expect(try mentions(of: ["12345678"], in: text).count == 1)
    }

    @Test func `the excerpt is the line as people see it`() throws {
        let text = "first line\n  Files \u{1E}of  case\u{A0}2012\u{AD}1456171 are\u{1F} closed.\nlast"
        #expect(try mentions(of: ["20121456171"], in: text)[0].excerpt.hasPrefix("Files of case 2012"))
        let words = String(repeating: "word ", count: 200)
        let long = try mentions(of: ["20121456171"], in: words + "20121456171 " + words)[0].excerpt
        #expect(long.count <= Mention.longestExcerpt && long.count > Mention.longestExcerpt - 12)
        #expect(long.hasPrefix("word ") && long.hasSuffix(" word") && long.firstRange(of: "20121456171") != nil)
        let solid = String(repeating: "é", count: 500) + "(20121456171)" + String(repeating: "x", count: 500)
        #expect(try mentions(of: ["20121456171"], in: solid)[0].excerpt.count <= Mention.longestExcerpt)
    }
}
