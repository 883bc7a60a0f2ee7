// Paint over text hides it; transparent paint, and paint below it, does not. Annotations that show a text without
// drawing it, and lines through text that no content draws (ISO 32000-1 11.3, 12.5.6).

import PDF
import Testing
import Text

@Suite struct CoverTests {
    private static let text = "BT /F1 10 Tf 100 500 Td (refused) Tj ET "

    private func page(_ content: String, resources: String = "", extra: (inout PDFWriter) -> Void = { _ in }) throws
        -> TextPage
    {
        let reading = try PageReading(PDFWriter.document(content, resources: resources, extra: extra))
        #expect(reading.damage == [])
        return try #require(reading.pages.first)
    }

    @Test(arguments: [
        ("a filled rectangle", "1 g 90 495 80 15 re f", true),
        ("by four lines", "90 495 m 170 495 l 170 510 l 90 510 l h f", true),
        ("under another clip path", "q 0 0 300 600 re W n 90 495 80 15 re f Q", true),
        ("its outline alone", "90 495 80 15 re S", false),
        ("beside it", "200 495 80 15 re f", false),
        ("below its letters", "90 480 80 20 re f", false),
        ("the ground of the page", "0 0 612 792 re f", false),
        ("one that shines through", "/G gs 90 495 80 15 re f", false),
        ("one that is multiplied", "/M gs 90 495 80 15 re f", false),
        ("opaque again", "/G gs /O gs 90 495 80 15 re f", true),
    ])
    func `a text is hidden where something is painted over it`(name: String, over: String, isHidden: Bool) throws {
        let resources = "/ExtGState << /G << /ca 0.5 >> /O << /ca 1 >> /M << /BM /Multiply >> >>"
        let page = try page(Self.text + over, resources: resources)
        #expect(page.runs.isEmpty == isHidden, "\(name)")
        #expect(page.obscured.map(\.text) == (isHidden ? ["refused"] : []), "\(name)")
        #expect(page.unseenRuns.count == (isHidden ? 1 : 0))
        // What comes first is the ground of the text.
        #expect(try self.page(over + " " + Self.text, resources: resources).runs.count == 1)
    }

    @Test(arguments: [(9.0, false), (11.0, true)])
    func `a text of which an em or more is hidden is told, and stays`(width: Double, isTold: Bool) throws {
        let long = "BT /F1 10 Tf 100 500 Td (refused: see the letter of this office) Tj ET "
        let page = try page(long + "95 495 \(5 + width) 15 re f")
        #expect(page.runs.count == 1)
        #expect(page.obscured.count == (isTold ? 1 : 0))
    }

    @Test func `text outside of all rectangles of a clip path is not seen`() throws {
        let clip = "q 90 450 80 20 re 90 540 80 20 re W n "
        #expect(try page(clip + Self.text + "Q").runs.isEmpty)
        #expect(try page(clip + "BT /F1 10 Tf 100 545 Td (seen) Tj ET Q").runs.count == 1)
        #expect(try page(clip + "Q " + Self.text).runs.count == 1)
    }

    private func annotated(_ annotation: String) throws -> TextPage {
        let document = PDFWriter.document(Self.text, page: "/Annots [6 0 R]") { writer in
            writer.add(6, "<< /Type /Annot \(annotation) >>")
            writer.addStream(7, "0 0 80 15 re f", "/Type /XObject /Subtype /Form /BBox [0 0 80 15]")
        }
        return try #require(PageReading(document).pages.first)
    }

    @Test(arguments: [
        ("/Subtype /Widget /FT /Tx /V (approved) /Rect [300 495 400 510]", ["approved"]),
        ("/Subtype /FreeText /Contents (approved) /Rect [300 495 400 510]", ["approved"]),
        ("/Subtype /Widget /FT /Tx /V (approved) /F 2 /Rect [300 495 400 510]", []),
        ("/Subtype /Text /Contents (approved) /Rect [300 495 400 510]", []),
        ("/Subtype /Widget /FT /Tx /V (approved) /AP << /N 7 0 R >> /Rect [300 495 400 510]", []),
        ("/Subtype /Square /AP << /N 7 0 R >> /Rect [90 495 170 510]", ["refused"]),
        ("/Subtype /Highlight /AP << /N 7 0 R >> /Rect [90 495 170 510]", []),
    ])
    func `what an annotation says or hides is told`(annotation: String, texts: [String]) throws {
        #expect(try annotated(annotation).obscured.map(\.text) == texts, "\(annotation)")
    }

    @Test func `text that an annotation strikes out has a line through it`() throws {
        let quads = "/QuadPoints [100 510 160 510 100 498 160 498]"
        let rules = try annotated("/Subtype /StrikeOut \(quads) /Rect [100 498 160 510]").rules
        #expect(rules.map { rounded($0.start) + rounded($0.end) } == [[100, 504, 160, 504]])
        #expect(try annotated("/Subtype /StrikeOut /Rect [100 498 160 510]").rules.count == 1)
    }
}
