// The effects of marked content, optional content and clip paths on text. Whole documents are among the features.

import Testing
import Text

@testable import PDF

struct MarkedContentTests {
    /// The texts of the runs that this content draws.
    private func texts(
        _ content: String, resources: String = "", limits: PDFLimits = PDFLimits(),
        extra: (inout PDFWriter) -> Void = { _ in }
    ) throws -> [String] {
        let document = PDFWriter.document(
            "BT /F1 10 Tf 50 700 Td \(content) ET", resources: resources, extra: extra)
        return try PageReading(document, limits: limits).texts
    }

    @Test(arguments: [
        ("/Span << /ActualText (fi) >> BDC (x) Tj EMC", ["fi"]),
        ("/Span << /ActualText <FEFF20AC> >> BDC (x) Tj EMC", ["\u{20AC}"]),
        ("/Span << /ActualText <FFFEAC20> >> BDC (x) Tj EMC", ["\u{20AC}"]),
        ("/Span << /ActualText <EFBBBFE282AC> >> BDC (x) Tj EMC", ["\u{20AC}"]),
        ("/Span << /ActualText (\\240\\030\\351) >> BDC (x) Tj EMC", ["\u{20AC}\u{2D8}\u{E9}"]),
        ("/Span << /ActualText <FEFF06440627> >> BDC (x) Tj EMC", ["\u{627}\u{644}"]),
        ("/Span << /ActualText <FEFF05D005D1002000350031> >> BDC (x) Tj EMC", ["51 \u{5D1}\u{5D0}"]),
        ("/Span << /ActualText (a b) >> BDC (a) Tj 20 0 Td (b) Tj EMC", ["a", "b"]),
        ("/Span << /ActualText (x y) >> BDC (a) Tj 20 0 Td (b) Tj EMC", ["x", "y"]),
        ("/Span << /ActualText (whole) >> BDC (a) Tj 20 0 Td (b) Tj EMC", ["whole"]),
        ("/Span << /ActualText (x y z) >> BDC (a) Tj 14 0 Td (b) Tj EMC", ["x y z"]),
        ("/Span << /ActualText (x y z) >> BDC (a) Tj 18 0 Td (b) Tj EMC", ["a", "b"]),
        ("/Span << /ActualText (unseen) >> BDC EMC (b) Tj", ["b"]),
        ("/Span << /ActualText ( ) >> BDC (a) Tj EMC (b) Tj", ["b"]),
        ("/Span << /ActualText 7 >> BDC (a) Tj EMC", ["a"]),
        ("/Span << /ActualText >> BDC (a) Tj EMC", ["a"]),
        ("/Span /None BDC (a) Tj EMC BDC (b) Tj EMC", ["ab"]),
        ("/Span << /ActualText (x) >> BDC (a) Tj", ["a"]),
    ])
    func `a replacement stands for the glyphs within`(content: String, expected: [String]) throws {
        #expect(try texts(content) == expected)
    }

    @Test func `a replacement lies where its glyphs do`() throws {
        let document = PDFWriter.document(
            "BT /F1 10 Tf 50 700 Td /Span << /ActualText (whole) >> BDC (a) Tj 20 0 Td (b) Tj 0 -12 Td (c) Tj EMC ET",
            font: "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>")
        let run = try #require(PageReading(document).runs.first)
        #expect(rounded(run.start) == [50, 700])
        #expect(rounded(run.end) == [76, 700])
    }

    @Test func `a replacement lies where its letters do, wherever their marks are`() throws {
        let document = PDFWriter.document(
            "BT /F1 10 Tf 50 703 Td /Span << /ActualText <FEFF0627064B> >> BDC (a) Tj 2 -3 Td (b) Tj EMC ET",
            font: "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar 97 /LastChar 98 /Widths [0 600] >>")
        let reading = try PageReading(document)
        let run = try #require(reading.runs.first)
        #expect(reading.texts == ["\u{64B}\u{627}"])
        #expect(rounded(run.start) == [52, 700])
        #expect(rounded(run.end) == [58, 700])
    }

    @Test func `sequences beyond those kept have no effect, and end in order`() throws {
        let inner = String(repeating: "/P BMC ", count: 600)
        let ends = String(repeating: "EMC ", count: 600)
        let content = "/S << /ActualText (x) >> BDC \(inner) /S << /ActualText (y) >> BDC (a) Tj EMC \(ends) EMC (b) Tj"
        #expect(try texts(content) == ["x", "b"])
    }

    @Test func `replacements count as text of the page`() throws {
        var limits = PDFLimits()
        let content = "/S << /ActualText (0123456789) >> BDC (a) Tj EMC"
        // With the letter that is replaced.
        limits.textBytes = 11
        #expect(try texts(content, limits: limits) == ["0123456789"])
        limits.textBytes = 10
        #expect(throws: PDFError(.limit, "a page holds more than 10 bytes of text", object: 3)) {
            try texts(content, limits: limits)
        }
    }

    /// 6 is off, 7 is on.
    @Test(arguments: [
        ("6 0 R", true), ("7 0 R", false), ("<< /Type /OCMD /OCGs 6 0 R >>", true),
        ("<< /Type /OCMD /OCGs [6 0 R 7 0 R] >>", false), ("<< /OCGs [6 0 R 7 0 R] /P /AnyOn >>", false),
        ("<< /OCGs [6 0 R 7 0 R] /P /AllOn >>", true), ("<< /OCGs [7 0 R] /P /AllOn >>", false),
        ("<< /OCGs [6 0 R 7 0 R] /P /AnyOff >>", false), ("<< /OCGs [7 0 R] /P /AnyOff >>", true),
        ("<< /OCGs [6 0 R 7 0 R] /P /AllOff >>", true), ("<< /OCGs [6 0 R] /P /AllOff >>", false),
        ("<< /OCGs [] /P /AllOn >>", false), ("null", false), ("9 0 R", false),
    ])
    func `a membership is seen by its policy`(group: String, isHidden: Bool) throws {
        let seen = try texts(
            "/OC /G BDC (layer) Tj EMC (page) Tj", resources: "/Properties << /G \(group) >>",
            extra: { writer in
                writer.add(
                    1,
                    "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [6 0 R] >> >> >>")
                writer.add(6, "<< /Type /OCG /Name (off) >>")
                writer.add(7, "<< /Type /OCG /Name (on) >>")
            })
        #expect(seen.joined() == (isHidden ? "page" : "layerpage"))
    }

    /// Courier at 10: the band from the baseline to half the em is 5 high.
    @Test(arguments: [
        ("0 0 600 701.1", true), ("0 0 600 700.9", false), ("0 703.9 600 100", true), ("0 704.1 600 100", false),
        ("50 0 1.1 800", true), ("50 0 0.9 800", false), ("0 0 51.1 800", true), ("0 0 50.9 800", false),
        ("100 800 -60 -200", true),
    ])
    func `a tenth of an em within the clip path is seen`(rectangle: String, isSeen: Bool) throws {
        let document = PDFWriter.document(
            "\(rectangle) re W n BT /F1 10 Tf 50 700 Td (a) Tj ET",
            font: "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>")
        #expect(try PageReading(document).texts == (isSeen ? ["a"] : []))
    }
}
