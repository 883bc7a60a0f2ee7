// Pages that are left out where one key is looked for: only those that cannot hold it.

import Foundation
import Testing
import Text

@testable import PDF

struct KeyProbeTests {
    /// A font that has a character for each code from `first` on.
    private func font(_ characters: String, from first: Int) -> Font {
        var longTexts: [[UInt8]] = []
        var glyphs = [Glyph](repeating: Glyph(unknownOfWidth: 500), count: 256)
        for (offset, character) in characters.enumerated() {
            glyphs[first + offset] = Glyph(String(character), width: 500, longTexts: &longTexts)
        }
        return Font(glyphs: glyphs, longTexts: longTexts)
    }

    /// The codes are ASCII, and 0xA0 is a letter, though it may be a blank in another such font.
    private var plainFont: Font {
        var font = font(String((0x20...0x7E).map { Character(Unicode.Scalar($0)) }), from: 0x20)
        var longTexts: [[UInt8]] = []
        font.glyphs[0xA0] = Glyph("x", width: 500, longTexts: &longTexts)
        return font
    }
    /// As writers make them that number the characters in the order of their use: 01 is "2", 05 a blank, 0C "A".
    private var subsetFont: Font { font("2013 456789A", from: 1) }

    private func mayBeDrawn(
        _ content: String, key: String = "20121456171", fonts: [(String, Font)] = []
    ) throws -> Bool {
        var probe = try #require(KeyProbe(Array(key.utf8)))
        let named = try fonts.map { ($0.0, try #require(KeyAlphabet($0.1))) }
        let keyFonts = KeyFonts(unnamed: KeyAlphabet(plainFont), named: named)
        return probe.mayBeDrawn(by: Array(content.utf8).span, in: keyFonts)
    }

    @Test(arguments: [
        "(20121456171) Tj", "(no 20121456171, see) Tj", "[(2012)-3(1456)5(171)] TJ", "(171) Tj (2012) Tj (1456) Tj",
        "(ref 2) Tj (0121456171 is issued) Tj", "(2)Tj(0)Tj(1)Tj(4)Tj(5)Tj(6)Tj(7)Tj", "(2012\\0614561\\67\\61) Tj",
        "(201214) Tj (56171)'", "(2012 ) Tj (1456171) Tj", "(a\\)20121456171) Tj", "((20121456171)) Tj",
        "(2012\\\n1456171) Tj", "-2.5 Tw (2012  1456171) Tj", "(2012\\240 1456171) Tj",
        "(\\2402012\\240) Tj (1456171) Tj", "(2012\\001) Tj (1456171) Tj", "(2012\\2401456171) Tj",
        "<3230313231343536313731> Tj", "[<32 30 31 32>-4<313435>(6171)] TJ", "<32303132> Tj <313435363137310> Tj",
        "/P << /MCID 0 >> BDC (20121456171) Tj EMC",
        "/P <</MCID 0>>BDC (2012) Tj EMC /P <</MCID 1>>BDC (1456171) Tj EMC",
    ])
    func `a content that can draw the key is never passed over`(content: String) throws {
        #expect(try mayBeDrawn(content))
    }

    @Test(arguments: [
        "BT (20121456172) Tj ET", "(20121456) Tj (711) Tj", "(2012145617) Tj (2) Tj",
        "(02012145617) Tj (visa issued) Tj",
        "(12-Jun-12) Tj (01-May-12) Tj (20121456180) Tj", "", "0 0 m 20121456171 0 l S",
        "(1456171) Tj (201) Tj", "(\\050) Tj (20121456) Tj (\\134) Tj", "<3230> Tj", "<32303132313435363137> Tj",
        "/P << /MCID 0 >> BDC (a) Tj EMC", "/P << /MCID 3 /Lang /de >>BDC <41> Tj EMC /P <</MCID 4>> DP",
    ])
    func `a content that cannot draw it is passed over`(content: String) throws {
        #expect(try !mayBeDrawn(content))
    }

    @Test(arguments: [
        "% (\n(a) Tj", "BI /W 1 ID x EI (a) Tj", "(never closed", "<32", "/P << /MCID 0",
        "/Span << /ActualText (2) >> BDC (a) Tj EMC", "/Span << /ActualText <32> >> BDC (a) Tj EMC",
        "/Span << /ActualText << >> >> BDC (a) Tj EMC", "/F1 << /Size 9 >> Tf (a) Tj", "/P << /MCID 0 > BDC (a) Tj EMC",
    ])
    func `a content that the probe does not follow is never passed over`(content: String) throws {
        #expect(try mayBeDrawn(content))
    }

    @Test(arguments: [
        "/F1 9 Tf <0102030103060708030903> Tj", "/F1 9 Tf <0102 0301 0306\n07080309 03> Tj",
        "/F1 9 Tf [<01020301>-3<0306>3<0708030903>] TJ", "/F1 9 Tf (\\001\\002\\003\\001) Tj /F2 9 Tf (1456171) Tj",
        "/F2 9 Tf (2012) Tj\n/F1 9.5Tf<03060708030903>Tj", "/F1 9 Tf <0501020301050C> Tj /F2 9 Tf (1456171) Tj",
        "q /F1 9 Tf Q /F2 9 Tf (20121456171) Tj", "/F1 9 Tf /F2 9 Tfx <0102030103060708030903> Tj",
        "/F1 9 Tf /P <</MCID 0>>BDC <0102030103060708030903> Tj EMC",
    ])
    func `fonts with codes of their own are followed to the key`(content: String) throws {
        #expect(try mayBeDrawn(content, fonts: [("F1", subsetFont), ("F2", plainFont)]))
    }

    @Test(arguments: [
        "/F1 9 Tf <0102030103060708030904> Tj", "/F1 9 Tf (20121456171) Tj", "/F2 9 Tf <0102030103060708030903> Tj",
        "/F1 9 Tf q 1 0 0 1 0 0 cm <0102> Tj /F2 8 Tf (20121456180) Tj Q /F1 9 Tf <0C> Tj",
        "/F1 9 Tf /P /MC0 BDC <0C> Tj EMC", "/F1 9 Tf 5 w /F1 5 w <01> Tj",
    ])
    func `fonts with codes of their own are followed past what is no key`(content: String) throws {
        #expect(try !mayBeDrawn(content, fonts: [("F1", subsetFont), ("F2", plainFont)]))
    }

    @Test(arguments: [
        "<0C> Tj", "/F3 9 Tf <0C> Tj", "/F#31 9 Tf <0C> Tj", "/F1 9 Tf q Q <0C> Tj", "/F1 9 Tf <20> Tj", "/F1 9 Tf <0C",
        "/F1 9 Tf <0C> Tj BI /W 1 ID x EI",
    ])
    func `where the font is not certain, or what a code draws, nothing is passed over`(content: String) throws {
        var fractions = subsetFont
        var longTexts: [[UInt8]] = []
        fractions.glyphs[0x20] = Glyph("1/2", width: 500, longTexts: &longTexts)
        #expect(try mayBeDrawn(content, fonts: [("F1", fractions), ("F2", plainFont)]))
        #expect(try !mayBeDrawn("/F1 9 Tf <0C> Tj", fonts: [("F1", fractions), ("F2", plainFont)]))
    }

    @Test func `of two fonts with one name the last counts`() throws {
        let fonts = [("F1", subsetFont), ("F1", plainFont), ("F2", subsetFont)]
        #expect(try mayBeDrawn("/F1 9 Tf (20121456171) Tj", fonts: fonts))
        #expect(try !mayBeDrawn("/F1 9 Tf <0102030103060708030903> Tj", fonts: fonts))
    }

    @Test func `wherever the parts of a key are cut, and in whatever order they are drawn, they are found`() throws {
        var random = SystemRandomNumberGenerator()
        let key = "20121456171"
        for _ in 0..<2000 {
            var parts: [Substring] = [key[...]]
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                guard let index = parts.indices.randomElement(using: &random), parts[index].count > 1 else { continue }
                let cut = parts[index].index(
                    parts[index].startIndex, offsetBy: .random(in: 1..<parts[index].count, using: &random))
                let (head, tail) = (parts[index][..<cut], parts[index][cut...])
                parts.replaceSubrange(index...index, with: [head, tail])
            }
            let noise = (0..<3).map { _ in "(\(Int.random(in: 0..<400, using: &random))-Jun-12) Tj" }
            let content = (parts.map { "(\($0)) Tj" } + noise).shuffled(using: &random).joined(separator: "\n")
            #expect(try mayBeDrawn(content), "\(content)")
        }
    }

    @Test(arguments: ["2", "", "2012145617A", String(repeating: "1", count: 64)])
    func `only keys of digits are looked for`(key: String) {
        #expect(KeyProbe(Array(key.utf8)) == nil)
    }

    /// A list of pages with one row each: 20120000001 on the first, and so on. Objects from 100 on are free for the font.
    private func list(
        pages: Int, font: String, resources: String = "", objects: [(Int, String)] = [], content: (Int) -> String
    ) -> [UInt8] {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        let kids = (1...pages).map { "\(2 * $0 + 2) 0 R" }.joined(separator: " ")
        writer.add(2, "<< /Type /Pages /Count \(pages) /Kids [\(kids)] >>")
        writer.add(3, font)
        for (number, object) in objects { writer.add(number, object) }
        for page in 1...pages {
            writer.add(
                2 * page + 2,
                "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> \(resources) >> /Contents \(2 * page + 3) 0 R >>"
            )
            writer.addStream(2 * page + 3, content(page))
        }
        writer.endRevision()
        return writer.bytes
    }

    private func key(_ page: Int) -> String { String(20_120_000_000 + page) }
    private let plain = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

    /// Which pages are shown with their text.
    private func shown(_ document: [UInt8], _ key: String) throws -> [Int] {
        var numbers: [Int] = []
        var shown: [Int] = []
        try readPages(of: document, holding: Array(key.utf8)) { page in
            numbers.append(page.number)
            if !page.runs.isEmpty { shown.append(page.number) }
        }
        #expect(numbers == Array(1...20))
        return shown
    }

    @Test func `beside the first pages, only a key's page and its neighbours are read`() throws {
        let document = list(pages: 20, font: plain) { "BT /F1 9 Tf 50 700 Td (\(key($0))) Tj ET" }
        #expect(try shown(document, key(15)) == Array(1...8) + [14, 15, 16])
        #expect(try shown(document, key(10)) == Array(1...11))
        #expect(try shown(document, key(20)) == Array(1...8) + [19, 20])
        #expect(try shown(document, key(3)) == Array(1...8))
        #expect(try shown(document, key(99)) == Array(1...8))
        #expect(try shown(document, "2012000001A") == Array(1...20))
    }

    @Test(arguments: ["uni200B", "uni2060", "uniFEFF", "space", "uni0001"])
    func `a code that draws nothing parts the words of a string`(glyph: String) throws {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /\(glyph)] >> >>"
        let document = list(pages: 20, font: font) {
            let key = key($0)
            return "BT /F1 9 Tf 50 700 Td (\(key.prefix(4))A\(key.dropFirst(4))) Tj ET"
        }
        #expect(try shown(document, key(15)) == Array(1...8) + [14, 15, 16])
    }

    @Test(arguments: ["five", "one"])
    func `a digit may have several codes`(glyph: String) throws {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /\(glyph)] >> >>"
        let document = list(pages: 20, font: font) {
            let key = key($0).replacingOccurrences(of: glyph == "one" ? "1" : "5", with: "A")
            return "BT /F1 9 Tf 50 700 Td (\(key)) Tj ET"
        }
        #expect(try shown(document, key(15)) == Array(1...8) + [14, 15, 16])
    }

    /// Glyph numbers as codes, of two bytes; 0013 is "0".
    private func glyphNumbers(_ text: String) -> String {
        "<" + text.utf8.map { String(format: "%04X", $0 - 29) }.joined() + ">"
    }

    private var compositeParts: [(Int, String)] {
        let map = "1 beginbfrange <0003> <005D> <0020> endbfrange"
        return [
            (100, "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Ordering (Identity) >> >>"),
            (101, "<< /Length \(map.utf8.count) >> stream\n\(map)\nendstream"),
        ]
    }

    @Test(arguments: [("Identity-H", true), ("Identity-V", false), ("90ms-RKSJ-H", false)])
    func `composite fonts are judged where all codes have two bytes and lines are horizontal`(
        encoding: String, isJudged: Bool
    )
        throws
    {
        let font =
            "<< /Type /Font /Subtype /Type0 /Encoding /\(encoding) /DescendantFonts [100 0 R] /ToUnicode 101 0 R >>"
        let document = list(pages: 20, font: font, objects: compositeParts) {
            "/P <</MCID \($0)>>BDC BT /F1 9 Tf 50 700 Td \(glyphNumbers(key($0))) Tj ET EMC"
        }
        #expect(try shown(document, key(15)) == (isJudged ? Array(1...8) + [14, 15, 16] : Array(1...20)))
    }

    @Test func `a composite font's codes that were never drawn are drawn first`() throws {
        let font =
            "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [100 0 R] /ToUnicode 101 0 R >>"
        let document = list(pages: 20, font: font, objects: compositeParts) {
            "BT /F1 9 Tf 50 700 Td \(glyphNumbers(key($0))) Tj \($0 == 12 ? "<4001> Tj" : "") ET"
        }
        #expect(try shown(document, key(99)) == Array(1...8) + [11, 12, 13])
    }

    @Test func `a code whose text its font has not yet been asked for is drawn first`() throws {
        // A character collection's digits begin at the CID 17; only "A" has a text of its own.
        let font =
            "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [100 0 R] /ToUnicode 101 0 R >>"
        let map = "1 beginbfchar <0022> <0041> endbfchar"
        let objects = [
            (100, "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /X /CIDSystemInfo << /Ordering (Japan1) >> >>"),
            (101, "<< /Length \(map.utf8.count) >> stream\n\(map)\nendstream"),
        ]
        let document = list(pages: 20, font: font, objects: objects) {
            let codes = $0 == 15 ? key($0).utf8.map { String(format: "%04X", $0 - 31) }.joined() : "0022"
            return "BT /F1 9 Tf 50 700 Td <\(codes)> Tj ET"
        }
        #expect(try shown(document, key(15)) == Array(1...8) + [14, 15, 16])
    }

    @Test(arguments: [
        ("/ExtGState << /G << /LW 1 >> >>", true), ("/ExtGState << /G << /Font [3 0 R 9] >> >>", false),
        ("/ExtGState << /G 7 >>", false), ("/Properties << /M << >> >>", false), ("/XObject << >>", false),
    ])
    func `resources that may draw text or set a font keep a page from being left out`(resources: String, isJudged: Bool)
        throws
    {
        let document = list(pages: 20, font: plain, resources: resources) { "BT /F1 9 Tf (\(key($0))) Tj ET" }
        #expect(try shown(document, key(99)) == Array(1...(isJudged ? 8 : 20)))
    }
}
