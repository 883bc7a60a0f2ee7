// Small documents with large demands: each ends with an error that names the limit and the position.

import PDF
import Testing

@Suite struct BombTests {
    private let content = "BT /F1 10 Tf 50 700 Td (text) Tj ET"

    private func refusal(_ document: [UInt8], _ limits: PDFLimits) -> PDFError? {
        do {
            _ = try PageReading(document, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    /// Run lengths that decode to `count` spaces, a multiple of 128.
    private func spaces(_ count: Int) -> [UInt8] {
        Array(repeatElement([129, 0x20], count: count / 128).joined()) + [128]
    }

    private func expectLimit(
        _ document: [UInt8], _ limit: WritableKeyPath<PDFLimits, Int>, _ value: Int, _ word: String, object: Int?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var limits = PDFLimits()
        limits[keyPath: limit] = value
        #expect(refusal(document, limits) == nil, sourceLocation: sourceLocation)
        limits[keyPath: limit] = value - 1
        let error = refusal(document, limits)
        #expect(error?.kind == .limit, sourceLocation: sourceLocation)
        #expect(error?.reason.contains(word) == true, "\(error?.description ?? "")", sourceLocation: sourceLocation)
        #expect(error?.object == object, sourceLocation: sourceLocation)
    }

    @Test func `a character map that decodes to too much`() {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>"
        let document = PDFWriter.document(content, font: font) {
            $0.addStream(6, spaces(1280), "/Filter /RunLengthDecode")
        }
        expectLimit(document, \.streamBytes, 1280, "a stream holds", object: 6)
    }

    @Test func `an object stream that decodes to too much`() {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        let head = Array("3 0 << /Type /Page /Contents 5 0 R >>".utf8)
        let literal = [UInt8(head.count - 1)] + head
        writer.addStream(4, literal + spaces(1280), "/Type /ObjStm /N 1 /First 4 /Filter /RunLengthDecode")
        writer.addStream(5, content)
        writer.endRevision(table: .none)
        expectLimit(writer.bytes, \.streamBytes, 1280 + head.count, "a stream holds", object: 4)
    }

    @Test func `a cross-reference stream that names too many objects`() {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        writer.add(3, "<< /Type /Page >>")
        let deleted = Array(10..<30)
        writer.endRevision(deleting: deleted, table: .stream)
        expectLimit(writer.bytes, \.objects, 3 + deleted.count, "objects", object: nil)
    }

    @Test func `one content stream named again and again`() {
        let parts = String(repeating: "6 0 R ", count: 10)
        let document = PDFWriter.document("", page: "/Contents [\(parts)]") {
            $0.addStream(6, String(repeating: "q Q ", count: 320))
        }
        // A blank is left over at each seam, and read anew.
        expectLimit(document, \.decodedBytes, 12_800 + 9, "the streams hold", object: nil)
    }

    @Test func `annotations named again and again`() {
        let entries = String(repeating: "6 0 R ", count: 1000)
        let document = PDFWriter.document("", page: "/Annots [\(entries)]") { $0.add(6, "<< /F 2 >>") }
        expectLimit(document, \.decodedBytes, 1000, "the streams hold", object: nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a line that is all accents`() throws {
        let content = String(repeating: "(\\302xe) Tj .105 0 Td ", count: 20_000)
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
        let document = PDFWriter.document(
            "BT /F1 .09 Tf 0 700 Td \(content) ET", font: font, page: "/MediaBox [0 0 9000 800]")
        #expect(try PageReading(document).texts == ["\u{B4}x" + String(repeating: "\u{E9}x", count: 19_999) + "e"])
    }

    @Test func `operands beyond the limit are damage, also before a form`() throws {
        var limits = PDFLimits()
        limits.operands = 100
        for (count, isDamaged) in [(100, false), (101, true)] {
            let numbers = String(repeating: "1 ", count: count)
            let document = PDFWriter.document("\(numbers) n /X0 Do", resources: "/XObject << /X0 10 0 R >>") {
                $0.addStream(10, "BT ET", "/Subtype /Form")
            }
            #expect(try PageReading(document, limits: limits).damage.isEmpty == !isDamaged)
        }
    }

    @Test func `forms that draw each other twice as often at each step`() {
        let names = (0..<30).map { "/X\($0) \(10 + $0) 0 R" }.joined(separator: " ")
        let document = PDFWriter.document("/X0 Do", resources: "/XObject << \(names) >>") { writer in
            for form in 0..<30 { writer.addStream(10 + form, "/X\(form + 1) Do /X\(form + 1) Do", "/Subtype /Form") }
        }
        var limits = PDFLimits()
        limits.decodedBytes = 1 << 20
        #expect(refusal(document, limits)?.reason == "the streams hold more than 1048576 bytes when decoded")
    }

    @Test func `objects that contain all the objects after them`() {
        let kids = (6..<3000).map { "\($0) 0 R" }.joined(separator: " ")
        // Each is a string to the end of the document; all of them are 1500 times the document.
        let nested = PDFWriter.document("", page: "/Contents [\(kids)]") { writer in
            for number in 6..<3000 { writer.addRaw(number, "\(number) 0 obj (") }
        }
        #expect(refusal(nested, PDFLimits())?.reason == "the document's parts overlap, or are used too often")
    }

    @Test func `a thousand wrong offsets that lead to one object before much white space`() {
        let kids = (7..<1000).map { "\($0) 0 R" }.joined(separator: " ")
        let document = PDFWriter.document("", page: "/Contents [\(kids)]") { writer in
            for number in 7..<1000 { writer.addRaw(number, "") }
            writer.addRaw(6, "6 0 obj [ ]" + String(repeating: " ", count: 200_000) + "endobj\n")
        }
        #expect(refusal(document, PDFLimits())?.reason == "the document's parts overlap, or are used too often")
    }

    @Test func `a chain of references ends`() {
        let document = PDFWriter.document("", page: "/Contents 10 0 R") { writer in
            for number in 10..<2000 { writer.add(number, "\(number + 1) 0 R") }
        }
        #expect(refusal(document, PDFLimits()) == nil)
    }
}
