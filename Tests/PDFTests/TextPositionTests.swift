import PDF
import Testing
import Text

/// Each operator's effect on where text is (ISO 32000-1 9.3, 9.4). In Courier at 10 each glyph is 6 wide.
@Suite struct TextPositionTests {
    private func read(_ content: String, extra: (inout PDFWriter) -> Void = { _ in }, resources: String = "") throws
        -> PageReading
    {
        let courier = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"
        return try PageReading(
            PDFWriter.document(content, font: courier, resources: resources, extra: extra))
    }

    struct Case: CustomStringConvertible, Sendable {
        var content: String
        /// Text, start, end and size of each run.
        var runs: [(String, [Double], [Double], Double)]
        var description: String { content }

        init(_ content: String, _ runs: (String, [Double], [Double], Double)...) {
            (self.content, self.runs) = (content, runs)
        }
    }

    @Test(arguments: [
        Case("BT /F1 10 Tf 50 700 Td (ab) Tj ET", ("ab", [50, 700], [62, 700], 10)),
        Case("BT /F1 10 Tf 50 700 Td 5 -20 Td (ab) Tj ET", ("ab", [55, 680], [67, 680], 10)),
        Case(
            "BT /F1 10 Tf 50 700 TD 0 -14 TD (a) Tj T* (b) Tj ET", ("a", [50, 686], [56, 686], 10),
            ("b", [50, 672], [56, 672], 10)),
        Case(
            "BT /F1 10 Tf 12 TL 50 700 Td (a) Tj (b) ' 1 0.5 (c d) \" (e) ' ET", ("a", [50, 700], [56, 700], 10),
            ("b", [50, 688], [56, 688], 10), ("c d", [50, 676], [70, 676], 10), ("e", [50, 664], [56, 664], 10)),
        Case("BT /F1 10 Tf 2 0 0 2 30 40 Tm (a) Tj ET", ("a", [30, 40], [42, 40], 20)),
        Case("BT /F1 10 Tf 0 1 -1 0 30 40 Tm (ab) Tj ET", ("ab", [30, 40], [30, 52], 10)),
        Case("BT /F1 -10 Tf 1 0 0 1 30 40 Tm (ab) Tj ET", ("ab", [30, 40], [18, 40], 10)),
        Case("2 0 0 2 10 20 cm BT /F1 10 Tf 5 5 Td (a) Tj ET", ("a", [20, 30], [32, 30], 20)),
        Case(
            "q 2 0 0 2 0 0 cm Q BT /F1 10 Tf 5 5 Td (a) Tj ET", ("a", [5, 5], [11, 5], 10)),
        Case("BT /F1 10 Tf 1 Tc 50 700 Td (ab) Tj ET", ("ab", [50, 700], [63, 700], 10)),
        Case("BT /F1 10 Tf 1 Tw 50 700 Td (a b) Tj ET", ("a b", [50, 700], [69, 700], 10)),
        Case("BT /F1 10 Tf 50 Tz 50 700 Td (ab) Tj ET", ("ab", [50, 700], [56, 700], 10)),
        Case("BT /F1 10 Tf 3 Ts 50 700 Td (a) Tj ET", ("a", [50, 703], [56, 703], 10)),
        Case("BT /F1 10 Tf 50 700 Td [(a) 100 (b)] TJ ET", ("ab", [50, 700], [61, 700], 10)),
        Case("BT /F1 10 Tf 3 Tr 50 700 Td (unseen) Tj ET", ("unseen", [50, 700], [86, 700], 10)),
        Case(
            "BT /F1 10 Tf 50 700 Td (a) Tj ET BT 1 1 Td (b) Tj ET", ("a", [50, 700], [56, 700], 10),
            ("b", [1, 1], [7, 1], 10)),
    ])
    func `operators place text`(example: Case) throws {
        let reading = try read(example.content)
        #expect(reading.texts == example.runs.map(\.0))
        #expect(reading.runs.map { rounded($0.start) } == example.runs.map(\.1))
        #expect(reading.runs.map { rounded($0.end) } == example.runs.map(\.2))
        #expect(reading.runs.map(\.size) == example.runs.map(\.3))
    }

    /// A run ends at a gap larger than 0.14 em, at two blanks, at a blank wider than 0.75 em.
    @Test(arguments: [
        ("[(a) -139 (b)] TJ", ["ab"]), ("[(a) -141 (b)] TJ", ["a", "b"]), ("[(a) 139 (b)] TJ", ["ab"]),
        ("[(a) 141 (b)] TJ", ["a", "b"]), ("[(a) -100 -100 (b)] TJ", ["a", "b"]), ("(a b) Tj", ["a b"]),
        ("(a  b) Tj", ["a", "b"]), ("( a ) Tj", ["a"]), ("(a ) Tj (b) Tj", ["a b"]), ("(a ) Tj ( b) Tj", ["a", "b"]),
        ("(a) Tj (b) Tj", ["ab"]), ("(a) Tj 1.4 0 Td (b) Tj", ["a", "b"]), ("(a) Tj 7.3 0 Td (b) Tj", ["ab"]),
        ("(a) Tj 7.5 0 Td (b) Tj", ["a", "b"]), ("(a) Tj 6 0.4 Td (b) Tj", ["ab"]),
        ("(a) Tj 6 0.6 Td (b) Tj", ["a", "b"]),
        ("1.4 Tw (a b) Tj", ["a b"]), ("1.6 Tw (a b) Tj", ["a", "b"]), ("(a\\240b) Tj", ["a b"]),
        ("(a) Tj /F1 12 Tf (b) Tj", ["a", "b"]), ("[(a )-140(b)] TJ", ["a b"]), ("[(a )-160(b)] TJ", ["a", "b"]),
        ("(a) Tj -6 0 Td (a) Tj", ["a", "a"]), ("(    ) Tj", []), ("[<61> <62>] TJ", ["ab"]), ("[] TJ", []),
    ])
    func `a run ends where a cell could end`(operators: String, texts: [String]) throws {
        #expect(try read("BT /F1 10 Tf 50 700 Td \(operators) ET").texts == texts)
    }

    @Test func `forms are drawn with their matrix, resources and a state of their own`() throws {
        let content = "q 1 0 0 1 100 0 cm /X Do Q BT /F1 10 Tf 50 700 Td (after) Tj ET"
        let reading = try read(
            content,
            extra: { writer in
                writer.addStream(
                    6, "q q 2 0 0 2 0 0 cm BT /F1 10 Tf 5 5 Td (form) Tj ET",
                    "/Type /XObject /Subtype /Form /Matrix [1 0 0 1 10 20]")
            }, resources: "/XObject << /X 6 0 R >>")
        #expect(reading.texts == ["form", "after"])
        #expect(reading.runs.map { rounded($0.start) } == [[120, 30], [50, 700]])
    }

    @Test func `a form that draws itself ends`() throws {
        let reading = try read(
            "/X Do",
            extra: { writer in
                writer.addStream(6, "BT /F1 10 Tf 5 5 Td (once) Tj ET /X Do", "/Type /XObject /Subtype /Form")
            }, resources: "/XObject << /X 6 0 R >>")
        #expect(reading.texts == ["once"])
    }

    @Test func `inline images are passed over, whatever they hold`() throws {
        let content = "BI /W 4 /H 1 /BPC 8 /CS /G ID \u{1} EI \u{2}( EI\nBT /F1 10 Tf 50 700 Td (text) Tj ET"
        #expect(try read(content).texts == ["text"])
    }

    @Test func `a graphics state may set the font`() throws {
        let reading = try read(
            "/G gs BT 50 700 Td (a) Tj ET", resources: "/ExtGState << /G << /Font [5 0 R 20] >> >>")
        #expect(reading.runs.map(\.size) == [20])
    }

    @Test func `runs off the page and runs nowhere are dropped`() throws {
        let content = """
            BT /F1 10 Tf 50 900 Td (above) Tj ET BT 700 50 Td (right) Tj ET
            BT /F1 0 Tf 50 50 Td (small) Tj ET BT /F1 10 Tf 50 795 Td (in) Tj ET
            BT 99999999999999999999999999999999999 99999999999999999999999999999999999 Td (far) Tj ET
            """
        #expect(try read(content).texts == ["in"])
    }

    @Test func `composite fonts take their widths from W and DW`() throws {
        let font = """
            << /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts
            [<< /Type /Font /Subtype /CIDFontType2 /DW 500 /W [1 [600 700] 10 12 800] >>] >>
            """
        let document = PDFWriter.document("BT /F1 10 Tf 50 700 Td <00010002000B0003> Tj ET", font: font) { writer in
            writer.addStream(6, "beginbfrange <0001> <0020> <0041> endbfrange")
        }
        let reading = try PageReading(document)
        #expect(reading.texts == ["ABKC"])
        #expect(rounded(reading.runs[0].end) == [76, 700])
    }

    @Test func `embedded CMaps decide how long codes are`() throws {
        let font = """
            << /Type /Font /Subtype /Type0 /Encoding 7 0 R /ToUnicode 6 0 R /DescendantFonts
            [<< /Type /Font /Subtype /CIDFontType0 /DW 1000 /W [5 [250]] >>] >>
            """
        let document = PDFWriter.document("BT /F1 10 Tf 50 700 Td <41814041> Tj ET", font: font) { writer in
            writer.addStream(6, "beginbfchar <41> <0061> <8140> <0062> endbfchar")
            writer.addStream(
                7,
                "begincodespacerange <00> <80> <8140> <9FFC> endcodespacerange begincidchar <41> 5 <8140> 6 endcidchar")
        }
        let reading = try PageReading(document)
        #expect(reading.texts == ["aba"])
        #expect(rounded(reading.runs[0].end) == [65, 700])
    }

    @Test func `vertical text runs down the page`() throws {
        let font = """
            << /Type /Font /Subtype /Type0 /Encoding /Identity-V /ToUnicode 6 0 R /DescendantFonts
            [<< /Type /Font /Subtype /CIDFontType2 >>] >>
            """
        let document = PDFWriter.document("BT /F1 10 Tf 50 700 Td <00410042> Tj ET", font: font) { writer in
            writer.addStream(6, "beginbfrange <0000> <00FF> <0000> endbfrange")
        }
        #expect(rounded(try PageReading(document).runs[0].end) == [50, 680])
    }

    @Test func `Type 3 glyphs are as wide as their font matrix says`() throws {
        let font = """
            << /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 -20 100 80] /FirstChar 65
            /Widths [60] /Encoding << /Differences [65 /A] >> >>
            """
        let reading = try PageReading(PDFWriter.document("BT /F1 10 Tf 50 700 Td (AA) Tj ET", font: font))
        #expect(reading.texts == ["AA"])
        #expect(rounded(reading.runs[0].end) == [62, 700])
        #expect(reading.runs[0].size == 10)
    }
}
