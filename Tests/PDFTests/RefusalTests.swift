import PDF
import Testing

/// Documents without a reading, and documents that ask for too much.
@Suite struct RefusalTests {
    private let content = "BT /F1 10 Tf 50 700 Td (text) Tj ET"

    private func refusal(_ document: [UInt8], limits: PDFLimits = PDFLimits()) -> PDFError? {
        do {
            _ = try PageReading(document, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("", PDFError.Kind.notPDF, "the document is empty"),
        ("<!DOCTYPE html><html>", .notPDF, "the document is a web page (HTML), not a PDF"),
        ("\u{FEFF}\n <HTML><body>", .notPDF, "the document is a web page (HTML), not a PDF"),
        ("<?xml version='1.0'?><html>", .notPDF, "the document is a web page (HTML), not a PDF"),
        ("GIF89a", .notPDF, "the document is not a PDF"),
        ("%PDF-1.4", .malformed, "the document has no page tree"),
        (
            "%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj 2 0 obj <</Kids []>> endobj", .malformed,
            "the document has no pages"
        ),
    ])
    func `what is no document is named`(text: String, kind: PDFError.Kind, reason: String) {
        #expect(refusal(Array(text.utf8)) == PDFError(kind, reason))
    }

    @Test func `images without text are refused as such, text without images is not`() {
        let image = { (writer: inout PDFWriter) in
            writer.addStream(6, "x", "/Type /XObject /Subtype /Image /Filter /DCTDecode")
        }
        let resources = "/XObject << /I 6 0 R >>"
        #expect(refusal(PDFWriter.document("/I Do", resources: resources, extra: image))?.kind == .imageOnly)
        #expect(refusal(PDFWriter.document("BI /W 1 /H 1 ID x EI Q"))?.kind == .imageOnly)
        #expect(refusal(PDFWriter.document("/I Do \(content)", resources: resources, extra: image)) == nil)
        #expect(refusal(PDFWriter.document("")) == nil)
    }

    /// The limit itself is allowed; one past it is not.
    @Test func `limits hold at the limit and end the reading one past it`() {
        let document = PDFWriter.document(content)
        func expect(_ limit: WritableKeyPath<PDFLimits, Int>, _ value: Int, in document: [UInt8], _ word: String) {
            var limits = PDFLimits()
            limits[keyPath: limit] = value
            #expect(refusal(document, limits: limits) == nil, "\(word) at the limit")
            limits[keyPath: limit] = value - 1
            #expect(refusal(document, limits: limits)?.kind == .limit, "\(word) past the limit")
            #expect(refusal(document, limits: limits)?.reason.contains(word) == true)
        }
        let stored = PDFWriter.stored(Array(content.utf8))
        let deflated = PDFWriter.document("", page: "/Contents 6 0 R") {
            $0.addStream(6, stored, "/Filter /FlateDecode")
        }
        expect(\.documentBytes, document.count, in: document, "longer")
        expect(\.streamBytes, content.utf8.count, in: deflated, "a stream holds")
        expect(\.decodedBytes, content.utf8.count, in: deflated, "the streams hold")
        expect(\.objects, 5, in: document, "objects")
        expect(\.glyphs, 256, in: document, "glyphs")
        let chained = PDFWriter.document("", page: "/Contents 6 0 R") { writer in
            let hexadecimal = content.utf8.map { String($0, radix: 16) }.joined() + ">"
            writer.addStream(6, hexadecimal, "/Filter [/AHx]")
        }
        expect(\.filters, 1, in: chained, "filters")
        let mapped = PDFWriter.document(
            content, font: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
        ) { $0.addStream(6, "beginbfchar <41> <0041> <42> <0042> endbfchar") }
        expect(\.mappings, 2, in: mapped, "entries")
        let composite = { (entries: String) in
            PDFWriter.document(
                "BT /F1 10 Tf 5 5 Td <0001010102010001> Tj ET",
                font: "<< /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< \(entries) >>] >>")
        }
        expect(\.mappings, 6, in: composite("/W [1 2 3 4 5 6]"), "entries")
        expect(\.glyphs, 3 * 256, in: composite(""), "glyphs")
        expect(\.runs, 3, in: PDFWriter.document("BT /F1 9 Tf 5 5 Td [(a) -999 (b) -999 (c)] TJ ET"), "runs")
        expect(\.textBytes, 4, in: document, "bytes of text")
        let pages = PDFWriter.document(content) { $0.add(2, "<< /Kids [3 0 R 3 0 R 3 0 R 3 0 R 3 0 R 3 0 R] >>") }
        expect(\.objects, 6, in: pages, "pages")
    }

    @Test func `a ratio counts once a stream is long enough`() {
        // 10 repetitions of 128 bytes in 21 bytes.
        var data: [UInt8] = []
        for _ in 0..<10 { data += [129, 0x20] }
        data.append(128)
        let document = PDFWriter.document("", page: "/Contents 6 0 R") {
            $0.addStream(6, data, "/Filter /RunLengthDecode")
        }
        var limits = PDFLimits()
        limits.ratio = 61
        limits.ratioBytes = 1000
        #expect(refusal(document, limits: limits) == nil)
        limits.ratio = 60
        #expect(
            refusal(document, limits: limits)?.reason == "a stream holds more than 60 times its length when decoded")
        limits.ratioBytes = 1280
        #expect(refusal(document, limits: limits) == nil)
    }

    @Test func `forms and page trees may be nested up to the limit`() {
        var limits = PDFLimits()
        limits.nesting = 8
        func forms(_ depth: Int) -> [UInt8] {
            let names = (0..<depth).map { "/X\($0) \(6 + $0) 0 R" }.joined(separator: " ")
            return PDFWriter.document("/X0 Do", resources: "/XObject << \(names) >>") { writer in
                for form in 0..<depth {
                    writer.addStream(6 + form, form == depth - 1 ? content : "/X\(form + 1) Do", "/Subtype /Form")
                }
            }
        }
        func tree(_ depth: Int) -> [UInt8] {
            PDFWriter.document(content) { writer in
                writer.add(2, "<< /Kids [\(depth == 1 ? 3 : 10) 0 R] >>")
                for level in 1..<max(depth, 2) {
                    writer.add(9 + level, "<< /Kids [\(level == depth - 1 ? 3 : 10 + level) 0 R] >>")
                }
            }
        }
        #expect(refusal(forms(8), limits: limits) == nil)
        #expect(refusal(forms(9), limits: limits)?.reason == "forms are nested deeper than 8")
        #expect(refusal(tree(8), limits: limits) == nil)
        #expect(refusal(tree(9), limits: limits)?.reason == "the page tree is deeper than 8")
    }

    @Test func `operands past the limit are told as damage`() throws {
        var limits = PDFLimits()
        limits.operands = 100
        let array = { (count: Int) in
            PDFWriter.document("BT /F1 10 Tf 5 5 Td [" + String(repeating: "(a)", count: count) + "] TJ ET")
        }
        #expect(try PageReading(array(98), limits: limits).damage == [])
        #expect(try PageReading(array(99), limits: limits).damage.count == 1)
    }

    @Test func `errors say where`() {
        let error = PDFError(.malformed, "a page cannot be read", offset: 17, object: 4)
        #expect(error.description == "a page cannot be read (object 4, byte 17)")
        #expect(PDFError(.limit, "too much").description == "too much")
    }
}
