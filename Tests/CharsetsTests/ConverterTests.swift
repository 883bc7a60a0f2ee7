// Which encodings a table decodes, and when a converter of the system may see a text.

import Text
import Testing

@testable import Charsets

@Suite struct ConverterTests {
    @Test(arguments: [
        "ibm850", "iso-8859-2", "iso-8859-7", "koi8-u", "macintosh", "windows-874", "windows-1250", "windows-1251",
        "windows-1256", "x-mac-cyrillic",
    ])
    func `an encoding of single bytes is decoded without a converter that sees the text`(_ label: String) throws {
        let charset = try #require(Charset(label: label))
        #expect(!charset.takesConverter)
        let letters = (UInt8(0x80)...UInt8.max).map { $0 }
        let text = Array("Zaak 4711;".utf8) + letters + Array("\n".utf8) + letters.reversed()
        let decoded = try #require(try charset.decode(text[...]))
        #expect(try decoded.bytes == charset.iconv(text[...]))
        var isAsked = 0
        _ = try decodedText(of: text, told: label) { () throws(TableError) in isAsked += 1 }
        #expect(isAsked == 0)
    }

    @Test func `bytes that mean nothing are counted, and too many are another encoding`() throws {
        let greek = try #require(Charset(label: "iso-8859-7"))
        // 0xD2 means nothing in it. A third of the bytes, and one, may do so.
        func text(_ wrong: Int) -> [UInt8] {
            [UInt8](repeating: 0xD2, count: wrong) + [UInt8](repeating: 0x61, count: 30 - wrong)
        }
        #expect(try greek.decode(text(11)[...])?.wrong == 11)
        #expect(try greek.decode(text(12)[...]) == nil)
        #expect(try greek.iconv(text(11)[...]) != nil)
        #expect(try greek.iconv(text(12)[...]) == nil)
    }

    @Test(arguments: [
        ("windows-1255", "windows-1255", [0xE0, 0xC7] as [UInt8]), ("gbk", "gbk", [0xD6, 0xD0]),
        ("shift_jis", "shift_jis", [0x93, 0xFA, 0x96, 0x7B]),
        ("utf-8", "iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]),
    ])
    func `before a converter sees a text, all is loaded that may be asked`(
        _ told: String, _ name: String, _ word: [UInt8]
    ) throws {
        var isAsked = 0
        let text: [UInt8] = Array(repeatElement(word + [0x20], count: 40).joined())
        #expect(try decodedText(of: text, told: told) { () throws(TableError) in isAsked += 1 }.charset == name)
        #expect(isAsked == 1)
        // Whoever says no there is heard.
        #expect(throws: TableError.self) {
            _ = try decodedText(of: text, told: told) { () throws(TableError) in
                throw TableError(.unsupported, "no")
            }
        }
    }

    @Test func `UTF-8, UTF-16 and Latin-1 take none`() throws {
        for (text, told) in [
            (Array("Zürich".utf8), "utf-8"), ([0xFF, 0xFE, 0x61, 0], "utf-16"), ([0x5A, 0xFC, 0x72], "iso-8859-1"),
        ] as [([UInt8], String)] {
            var isAsked = 0
            _ = try decodedText(of: text, told: told) { () throws(TableError) in isAsked += 1 }
            #expect(isAsked == 0)
        }
    }
}
