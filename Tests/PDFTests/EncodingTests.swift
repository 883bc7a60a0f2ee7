import Testing

@testable import PDF

@Suite struct EncodingTests {
    /// ISO 32000-1 annex D.2.
    @Test(arguments: [
        (StandardEncoding.standard, 0x27, "’"), (.standard, 0x60, "‘"), (.standard, 0xA1, "¡"), (.standard, 0xA4, "⁄"),
        (.standard, 0xAE, "ﬁ"), (.standard, 0xB1, "–"), (.standard, 0xD0, "—"), (.standard, 0xE1, "Æ"),
        (.standard, 0xFB, "ß"),
        (.winAnsi, 0x27, "'"), (.winAnsi, 0x80, "€"), (.winAnsi, 0x92, "’"), (.winAnsi, 0x95, "•"),
        (.winAnsi, 0x9F, "Ÿ"),
        (.winAnsi, 0xA3, "£"), (.winAnsi, 0xFF, "ÿ"),
        (.macRoman, 0x80, "Ä"), (.macRoman, 0x8E, "é"), (.macRoman, 0xA3, "£"), (.macRoman, 0xCA, "\u{A0}"),
        (.macRoman, 0xD0, "–"), (.macRoman, 0xDE, "ﬁ"), (.macRoman, 0xFF, "ˇ"),
        (.symbol, 0x61, "α"), (.symbol, 0x22, "∀"), (.symbol, 0xA0, "\u{FFFD}"), (.symbol, 0xA5, "∞"),
        (.symbol, 0xB7, "•"),
        (.symbol, 0xD7, "⋅"), (.symbol, 0xE5, "∑"), (.symbol, 0xFE, "⎭"),
        (.zapfDingbats, 0x20, " "), (.zapfDingbats, 0x33, "✓"), (.zapfDingbats, 0x34, "✔"), (.zapfDingbats, 0x38, "✘"),
        (.zapfDingbats, 0x6E, "■"), (.zapfDingbats, 0x7E, "❞"), (.zapfDingbats, 0xA1, "❡"), (.zapfDingbats, 0xAC, "①"),
        (.zapfDingbats, 0xB6, "❶"), (.zapfDingbats, 0xD4, "➔"), (.zapfDingbats, 0xD5, "→"), (.zapfDingbats, 0xFE, "➾"),
    ])
    func `codes stand for the characters of annex D`(encoding: StandardEncoding, code: Int, character: String) {
        #expect(encoding.characters.count == 256)
        #expect(String(encoding.characters[code]) == character)
    }

    @Test(arguments: [
        ("A", "A"), ("eacute", "é"), ("quoteright", "’"), ("endash", "–"), ("f_f_i", "ffi"), ("uni0041", "A"),
        ("uni00410042", "AB"), ("u1F600", "😀"), ("one.oldstyle", "1"), ("fi", "ﬁ"), ("Zcaron", "Ž"), ("sterling", "£"),
        ("afii10017", "А"), ("Ahookabove", "Ả"), ("lamedholam", "לֹ"), ("union", "∪"),
    ])
    func `glyph names stand for text`(name: String, text: String) {
        #expect(GlyphNames().text(of: name) == text)
    }

    @Test(arguments: [".notdef", "g12", "", "uniXYZW", "u12345678", "A_nonsense"])
    func `unknown glyph names stand for nothing`(name: String) {
        #expect(GlyphNames().text(of: name) == nil)
    }

    /// Names of distillers and of TeX's bitmap fonts.
    @Test func `numbers in glyph names are characters of Latin 1`() {
        #expect(
            ["G41", "g00e9", "C65", "c233"].map { GlyphNames.numbered($0, isBitmap: false) } == ["A", "é", "A", "é"])
        #expect(GlyphNames.numbered("a39", isBitmap: true) == "'")
        for name in ["a39", "g12", "G1F", "G7F", "C128", "c256", "glyph", "G+1", "", "G"] {
            #expect(GlyphNames.numbered(name, isBitmap: false) == nil, "\(name)")
        }
    }

    @Test(arguments: [
        ("Symbol", "a", "α"), ("ABCDEF+SymbolMT", "a", "α"), ("ZapfDingbats", "3", "✓"), ("Symbolic", "a", "a"),
    ])
    func `fonts with an encoding of their own need none in the document`(name: String, code: String, text: String)
        throws
    {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /\(name) >>"
        #expect(
            try PageReading(PDFWriter.document("BT /F1 10 Tf 50 700 Td (\(code)) Tj ET", font: font)).texts == [text])
    }

    @Test func `Differences change single codes`() throws {
        let font = """
            << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding
            << /BaseEncoding /WinAnsiEncoding /Differences [65 /one /two 200 /uni00E9 /nonsense] >> >>
            """
        let reading = try PageReading(PDFWriter.document("BT /F1 10 Tf 50 700 Td (ABC\\310\\311) Tj ET", font: font))
        #expect(reading.texts == ["12Cé\u{FFFD}"])
        #expect(reading.pages[0].undecodedGlyphs == 1)
    }

    @Test func `ToUnicode comes before the encoding, which fills its gaps`() throws {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>"
        let document = PDFWriter.document("BT /F1 10 Tf 50 700 Td (AB) Tj ET", font: font) { writer in
            writer.addStream(6, "1 beginbfchar <41> <0078> endbfchar")
        }
        #expect(try PageReading(document).texts == ["xB"])
    }

    @Test func `the letters of a ligature stand as drawn, and a mark before its letter`() throws {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 6 0 R >>"
        // After b, a mark 2 units above the beginning of c.
        let content = "BT /F1 10 Tf 50 700 Td (ab) Tj 14 2 Td (m) Tj -2 -2 Td (c) Tj ET"
        let document = PDFWriter.document(content, font: font) { writer in
            writer.addStream(
                6, "4 beginbfchar <61> <06440627> <62> <0628> <63> <062A> <6D> <0651> endbfchar")
        }
        #expect(try PageReading(document).texts == ["\u{627}\u{644}\u{628}", "\u{651}\u{62A}"])
    }

    @Test func `texts of any length are kept whole`() throws {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
        let document = PDFWriter.document("BT /F1 10 Tf 50 700 Td (aAa) Tj ET", font: font) { writer in
            writer.addStream(
                6,
                "1 beginbfchar <41> <006C006F006E0067006500720020007400680061006E0020006500690067006800740020> endbfchar"
            )
        }
        #expect(try PageReading(document).texts == ["alonger than eight a"])
    }

    @Test func `standard fonts have widths of their own`() {
        #expect(StandardWidths(fontName: "Helvetica").width(of: "A") == 667)
        #expect(StandardWidths(fontName: "ABCDEF+Arial-BoldMT").width(of: "a") == 556)
        #expect(StandardWidths(fontName: "TimesNewRomanPSMT").width(of: "A") == 722)
        #expect(StandardWidths(fontName: "Times-Bold").width(of: "—") == 1000)
        #expect(StandardWidths(fontName: "TimesNewRoman,Italic").width(of: "A") == 611)
        #expect(StandardWidths(fontName: "Times-BoldItalic").width(of: "A") == 667)
        #expect(StandardWidths(fontName: "CourierNew").width(of: "i") == 600)
        #expect(StandardWidths(fontName: "Helvetica").width(of: "é") == 556)
        #expect(StandardWidths(fontName: "Helvetica").width(of: "漢") == 556)
        #expect(
            [
                helveticaWidths, helveticaBoldWidths, timesRomanWidths, timesBoldWidths, timesItalicWidths,
                timesBoldItalicWidths,
            ].allSatisfy {
                $0.count == 95 + 96 + standardWidthExtras.count
            })
    }
}
