// The encoding of a text: the evidence, the declarations, and which of them counts.

import Testing
import Text

@testable import Charsets

private func read(_ bytes: [UInt8], told: String? = nil, before: String? = nil) throws -> DecodedText {
    try decodedText(of: bytes, told: told, before: before)
}

private func text(_ bytes: [UInt8], told: String? = nil, before: String? = nil) throws -> String {
    String(decoding: try read(bytes, told: told, before: before).bytes, as: UTF8.self)
}

private func sixteen(_ text: String, isLittle: Bool) -> [UInt8] {
    text.utf16.flatMap { isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
}

private func thirtyTwo(_ text: String, isLittle: Bool) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * UInt32($0))) }
        return isLittle ? bytes : bytes.reversed()
    }
}

/// "Одобрено" in windows-1251.
private let approved: [UInt8] = [0xCE, 0xE4, 0xEE, 0xE1, 0xF0, 0xE5, 0xED, 0xEE]
/// "許可" in Shift_JIS.
private let permitted: [UInt8] = [0x8B, 0x96, 0x89, 0xC2]

struct CharsetsTests {
    @Test func `one slip in a few characters leaves what is said to be UTF-8 that`() throws {
        let list = Array("66357342,Refus\u{E9}\n66357343,Accept\u{E9}\n66357344,Refus".utf8) + [0xE9, 0x0A]
        let read = "66357342,Refus\u{E9}\n66357343,Accept\u{E9}\n66357344,Refus\u{FFFD}\n"
        #expect(try text(list, told: "utf-8") == read)
        #expect(
            try text(Array("Refus".utf8) + [0xE9] + Array(" Accept".utf8) + [0xE9], told: "utf-8")
                == "Refus\u{E9} Accept\u{E9}")
    }

    @Test(arguments: [
        "caf\u{E9},\u{1F600}\n1,2\n", "Номер;Статус\n1;Одобрено\n", "编号,状态\r\n1,已批准\r\n", "1,2\n",
        "a\u{FFFE}bcdefghijklmnop\u{10000},qrstuvwxyz\n",
    ])
    func `each form of Unicode is read, with a mark and without`(_ list: String) throws {
        let forms: [(String, [UInt8], [UInt8])] = [
            ("utf-8", [0xEF, 0xBB, 0xBF], Array(list.utf8)),
            ("utf-16le", [0xFF, 0xFE], sixteen(list, isLittle: true)),
            ("utf-16be", [0xFE, 0xFF], sixteen(list, isLittle: false)),
            ("utf-32le", [0xFF, 0xFE, 0, 0], thirtyTwo(list, isLittle: true)),
            ("utf-32be", [0, 0, 0xFE, 0xFF], thirtyTwo(list, isLittle: false)),
        ]
        for (name, mark, bytes) in forms {
            for (document, said) in [(mark + bytes, "windows-1251"), (bytes, nil as String?)] {
                let found = try read(document, told: said)
                #expect(found.charset == name && !found.isGuessed, "\(name)")
                #expect(String(decoding: found.bytes, as: UTF8.self) == list, "\(name)")
            }
        }
    }

    @Test func `what the end cuts is one wrong character`() throws {
        #expect(try text([0xFF, 0xFE, 0x61, 0, 0x62]) == "a\u{FFFD}")
        #expect(try text([0xFF, 0xFE, 0x61, 0, 0x01, 0xD8]) == "a\u{FFFD}")
        #expect(try text([0xC3, 0xA9, 0x3B, 0xE2, 0x82]) == "\u{E9};\u{FFFD}")
    }

    @Test func `bytes with zeros here and there are no UTF-16`() throws {
        for list in ["Number;St\0atus\n1;a\n2;b\n", "Number;Sta\0tus\n1;a\n2;b\n", "a\0\0b\0c\0\0d"] {
            #expect(try read(Array(list.utf8)) == DecodedText(bytes: Array(list.utf8), charset: "utf-8"))
        }
    }

    @Test func `the server counts more than what the page says, and both more than a guess`() throws {
        let page = Array("<meta charset=koi8-r>".utf8) + approved
        #expect(try text(page, told: "windows-1251").hasSuffix("Одобрено"))
        #expect(try text(page, told: "CP1251").hasSuffix("Одобрено"))
        #expect(try text(page).hasSuffix("нДНАПЕМН"))
        #expect(try text(page, told: "no-such-encoding").hasSuffix("нДНАПЕМН"))
        #expect(try read(page, told: "windows-1251") == read(page, told: " Windows-1251 "))
        #expect(try !read(page, told: "windows-1251").isGuessed)
        #expect(try text(approved) == "Одобрено")
        #expect(try read(approved).isGuessed)
    }

    @Test func `a mark counts more than all that is said`() throws {
        #expect(try text([0xEF, 0xBB, 0xBF] + "\u{E9}".utf8, told: "windows-1251") == "\u{E9}")
    }

    @Test(arguments: ["iso-8859-1", "windows-1251", "us-ascii"])
    func `sound UTF-8 is UTF-8 whatever is said of it`(_ said: String) throws {
        #expect(try text(Array("1;caf\u{E9}".utf8), told: said) == "1;caf\u{E9}")
        #expect(try text(Array("<meta charset=\(said)>caf\u{E9}".utf8)).hasSuffix("caf\u{E9}"))
    }

    @Test func `of a few characters in an encoding of pairs UTF-8 may be chance, of many it is not`() throws {
        let few: [UInt8] = [0xC4, 0xA3, 0x3B, 0x31]
        #expect(try text(few, told: "gbk") == "模;1")
        #expect(try text(few) == "\u{123};1")
        let many = "编号,状态\n1,已批准\n2,已拒绝\n"
        #expect(try text(Array(many.utf8), told: "gbk") == many)
    }

    @Test func `what is said counts only where the text can be in that encoding`() throws {
        let page = Array("<meta charset=windows-1251>".utf8) + approved
        let found = try read(page, told: "utf-8")
        #expect(found.charset == "windows-1251" && !found.isGuessed)
        #expect(try text(permitted + [0x3B] + permitted, told: "utf-8") == "許可;許可")
    }

    @Test func `one wrong byte changes one character and not how all others read`() throws {
        let sound = Array("\u{E9}\u{E8},\u{20AC}".utf8)
        #expect(try text(sound + [0xFF, 0x0A]) == "\u{E9}\u{E8},\u{20AC}\u{FFFD}\n")
        #expect(try read([0xC3, 0xA9, 0xC3, 0xA8, 0x2C, 0xFF]).charset != "utf-8")
        #expect(try text([0x83, 0x65, 0x5C, 0x83, 0x65, 0x83, 0x65, 0x83], told: "sjis") == "テ\\テテ\u{FFFD}")
    }

    @Test func `the edition before counts more than a guess, and less than what is said`() throws {
        let found = try read(approved, before: "koi8-r")
        #expect(found.charset == "koi8-r" && found.isGuessed)
        #expect(try read(approved, told: "windows-1251", before: "koi8-r").charset == "windows-1251")
        #expect(try read(Array("caf\u{E9}".utf8), before: "koi8-r").charset == "utf-8")
        #expect(try read(approved, before: "utf-8").charset == "windows-1251")
    }

    @Test func `what is said of plain ASCII is remembered for what comes after it`() throws {
        #expect(try read(Array("1,2".utf8), told: "Shift-JIS").charset == "shift_jis")
        #expect(try read(Array("1,2".utf8)) == DecodedText(bytes: Array("1,2".utf8), charset: "utf-8"))
    }

    @Test(arguments: [
        ("", [0x63, 0xE9, 0x80], "c\u{E9}\u{20AC}"), ("iso-8859-1", [0x63, 0xE9, 0x92], "c\u{E9}\u{2019}"),
        ("no-such", [0x63, 0xE9], "c\u{E9}"), ("windows-1251", [0xCF, 0xF0], "\u{41F}\u{440}"),
        ("iso-8859-2", [0xB1], "\u{105}"), ("windows-1255", [0xE0, 0xE1], "\u{5D0}\u{5D1}"),
        ("shift_jis", [0x83, 0x65, 0x83, 0x65, 0x83, 0x65, 0x5C, 0x83], "\u{30C6}\u{30C6}\u{30C6}\\\u{FFFD}"),
        ("GB2312", [0xC4, 0xE3, 0xC4, 0xE3, 0xC4, 0xE3, 0xFF, 0x61], "\u{4F60}\u{4F60}\u{4F60}\u{FFFD}a"),
        ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x25, 0x46, 0x1B, 0x28, 0x42], "\u{30C6}"),
        ("utf-16", [0x63, 0x64], "cd"), ("koi8-u", [0xA4], "\u{454}"), ("x-user", [0xE9, 0x21], "\u{E9}!"),
        ("iso-8859-1", [0xC3, 0xA9, 0xC3, 0xA8, 0xC3, 0xA0, 0xFF], "\u{E9}\u{E8}\u{E0}\u{FFFD}"),
    ])
    func `a page's bytes are what it says of them`(name: String, bytes: [UInt8], expected: String) throws {
        for head in ["<meta charset=\"\(name)\"><body>", "<meta content='text/html; charset = \(name)'><body>"] {
            #expect(try text(Array(head.utf8) + bytes) == head + expected)
        }
    }

    @Test func `XML says it in its declaration, and no other word of a document is one`() throws {
        let declaration = "<?xml version='1.0' encoding='windows-1251'?><r>"
        #expect(try text(Array(declaration.utf8) + approved) == declaration + "Одобрено")
        #expect(declaredCharset(of: Array("charset=koi8-r;<p charset=koi8-r>".utf8)) == nil)
        #expect(declaredCharset(of: Array("Warning\n<META CHARSET='KOI8-R'>".utf8))?.name == "koi8-r")
        #expect(declaredCharset(of: Array("<meta charset=utf-16le>".utf8)) == .utf8)
    }

    @Test func `each label of the standard is one that this system can decode`() throws {
        let labels = [
            "unicode-1-1-utf-8", "866", "latin2", "l3", "latin4", "cyrillic", "asmo-708", "sun_eu_greek", "visual",
            "l6",
            "iso885913", "iso8859-14", "l9", "iso-8859-16", "koi", "koi8-ru", "x-mac-roman", "dos-874", "x-cp1250",
            "x-cp1251", "us-ascii", "x-cp1253", "latin5", "x-cp1255", "x-cp1256", "x-cp1257", "x-cp1258",
            "x-mac-ukrainian", "gb_2312-80", "gb18030", "big5-hkscs", "x-euc-jp", "csiso2022jp", "windows-31j",
            "ks_c_5601-1987", "unicodefffe", "ucs-2",
        ]
        for label in labels {
            let charset = try #require(Charset(label: label), "\(label)")
            #expect(try charset.decode([0x41, 0x42, 0x43, 0x44][...]) != nil, "\(label)")
        }
        #expect(Charset(label: "replacement") == nil)
        #expect(Charset(label: String(repeating: " ", count: 100) + "utf-8") == .utf8)
    }
}
