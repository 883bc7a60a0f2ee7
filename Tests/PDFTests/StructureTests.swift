import PDF
import Testing

/// How objects are found: tables, streams, updates, and none of them (ISO 32000-1 7.5).
@Suite struct StructureTests {
    private func content(_ text: String) -> String { "BT /F1 10 Tf 50 700 Td (\(text)) Tj ET" }

    /// Three pages; the first revision is not ended.
    private func threePages() -> PDFWriter {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(
            2,
            "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Resources << /Font << /F1 9 0 R >> >> /MediaBox [0 0 600 800] >>"
        )
        for page in 0..<3 {
            writer.add(3 + page, "<< /Type /Page /Parent 2 0 R /Contents \(6 + page) 0 R >>")
            writer.addStream(6 + page, content("page \(page + 1)"))
        }
        writer.add(9, PDFWriter.helvetica)
        return writer
    }

    @Test(arguments: [PDFWriter.Table.classic, .stream, .none])
    func `pages come in the order of the tree, however objects are found`(table: PDFWriter.Table) throws {
        var writer = threePages()
        writer.endRevision(table: table)
        let reading = try PageReading(writer.bytes)
        #expect(reading.texts == ["page 1", "page 2", "page 3"])
        #expect(reading.pages.map(\.number) == [1, 2, 3])
        #expect(reading.damage == [])
    }

    @Test(arguments: [PDFWriter.Table.classic, .stream])
    func `an update replaces a page, deletes another, and what it deletes stays deleted`(table: PDFWriter.Table) throws
    {
        var writer = threePages()
        writer.endRevision(table: table)
        writer.add(2, "<< /Type /Pages /Kids [3 0 R 5 0 R] /Resources << /Font << /F1 9 0 R >> >> >>")
        writer.addStream(6, content("page 1, newer"))
        writer.endRevision(deleting: [4, 7], table: table)
        #expect(try PageReading(writer.bytes).texts == ["page 1, newer", "page 3"])
    }

    @Test func `an object that an update frees is not found again`() throws {
        var writer = threePages()
        writer.endRevision()
        writer.append(" ")
        writer.endRevision(deleting: [7])
        let reading = try PageReading(writer.bytes)
        #expect(reading.texts == ["page 1", "page 3"])
        #expect(reading.damage.map(\.object) == [7])
    }

    @Test func `an object that no table knows does not exist`() throws {
        let document = PDFWriter.document(content("known")) { writer in
            writer.add(2, "<< /Kids [3 0 R 77 0 R] >>")
            writer.append("77 0 obj << /Type /Page /Contents 4 0 R >> endobj\n")
        }
        let reading = try PageReading(document)
        #expect(reading.texts == ["known"])
        #expect(reading.damage == [PDFError(.malformed, "a page cannot be read", object: 77)])
    }

    /// Entries of twenty bytes are read the quick way; writers leave the blank out, or the zeros, or write more.
    @Test(arguments: 0..<6)
    func `the entries of a table may be written in different ways`(first: Int) throws {
        var writer = threePages()
        // Were the table not read whole, this page would be found by the search for objects.
        writer.add(2, "<< /Kids [3 0 R 4 0 R 5 0 R 77 0 R] /Resources << /Font << /F1 9 0 R >> >> >>")
        writer.append("77 0 obj << /Type /Page /Parent 2 0 R /Contents 6 0 R >> endobj\n")
        let position = writer.bytes.count
        writer.append("xref\n0 10\n0000000000 65535 f \n")
        for number in 1...9 {
            let offset = try #require(writer.offsets[number])
            let padded = String(repeating: "0", count: 10 - String(offset).count) + String(offset)
            let ways = [
                "\(padded) 00000 n \n", "\(padded) 00000 n\n", "\(offset) 0 n\r\n", "\(padded) 00000 n\r\n",
                "  \(padded)  00000 n\n", "00\(padded) 00000 n  \n",
            ]
            writer.append(ways[(first + number) % ways.count])
        }
        writer.append("trailer << /Size 10 /Root 1 0 R >>\nstartxref\n\(position)\n%%EOF\n")
        #expect(try PageReading(writer.bytes).texts == ["page 1", "page 2", "page 3"])
    }

    @Test func `without a table the last definition counts`() throws {
        var writer = threePages()
        writer.addStream(6, content("page 1, newer"))
        #expect(try PageReading(writer.bytes).texts == ["page 1, newer", "page 2", "page 3"])
    }

    @Test func `wrong offsets and junk before the header are no damage`() throws {
        var writer = threePages()
        writer.endRevision()
        for junk in [1, 13, 1024] {
            let reading = try PageReading([UInt8](repeating: 0x20, count: junk) + writer.bytes)
            #expect(reading.texts == ["page 1", "page 2", "page 3"])
            #expect(reading.damage == [])
        }
        var shifted = writer.bytes
        shifted.insert(contentsOf: [0x20, 0x0A, 0x20], at: 9)
        let reading = try PageReading(shifted)
        #expect(reading.texts == ["page 1", "page 2", "page 3"])
        #expect(reading.damage == [])
    }

    @Test func `a document that breaks off inside an update is damaged`() throws {
        var writer = threePages()
        writer.endRevision()
        writer.addStream(6, content("page 1, newer"))
        #expect(try PageReading(writer.bytes).damage.map(\.reason) == ["the document is cut short inside an update"])
    }

    @Test func `junk after the end is no damage`() throws {
        var writer = threePages()
        writer.endRevision()
        writer.append("\n<p>This object was sent to you by 2 objectionable proxies</p>")
        #expect(try PageReading(writer.bytes).damage == [])
    }

    /// ISO 32000-1 7.5.7. The page tree is in an object stream.
    private func withObjectStream() -> PDFWriter {
        var writer = PDFWriter()
        let objects = [
            (1, "<< /Type /Catalog /Pages 2 0 R >>"), (2, "<< /Type /Pages /Kids [3 0 R] /MediaBox [0 0 600 800] >>"),
            (3, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"),
            (5, PDFWriter.helvetica),
        ]
        var header = ""
        var body = ""
        for (number, text) in objects {
            header += "\(number) \(body.utf8.count) "
            body += text + " "
        }
        writer.addStream(4, content("compressed"))
        writer.addStream(7, header + body, "/Type /ObjStm /N 4 /First \(header.utf8.count)")
        return writer
    }

    /// The table of `withObjectStream`; entries of type 2 for what is inside.
    private func tableStream(_ writer: PDFWriter) -> [UInt8] {
        var data: [UInt8] = []
        for (number, index) in [(1, 0), (2, 1), (3, 2), (4, -1), (5, 3), (7, -1)] {
            let offset = writer.offsets[number] ?? 0
            data += index < 0 ? [1, UInt8(offset >> 8), UInt8(offset & 0xFF), 0] : [2, 0, 7, UInt8(index)]
        }
        return data
    }

    @Test func `objects in object streams are found`() throws {
        var writer = withObjectStream()
        let position = writer.bytes.count
        writer.addStream(
            8, tableStream(writer), "/Type /XRef /W [1 2 1] /Index [1 5 7 1] /Size 9 /Root 1 0 R")
        writer.append("startxref\n\(position)\n%%EOF")
        let reading = try PageReading(writer.bytes)
        #expect(reading.texts == ["compressed"])
        #expect(reading.damage == [])
    }

    /// ISO 32000-1 7.5.8.4.
    @Test func `a hybrid file's hidden objects are found`() throws {
        var writer = withObjectStream()
        let hidden = writer.bytes.count
        writer.addStream(8, tableStream(writer), "/Type /XRef /W [1 2 1] /Index [1 5 7 1] /Size 9 /Root 1 0 R")
        let position = writer.bytes.count
        writer.append("xref\n0 6\n")
        for _ in 0..<6 { writer.append("0000000000 65535 f \n") }
        writer.append("trailer\n<< /Size 9 /Root 1 0 R /XRefStm \(hidden) >>\nstartxref\n\(position)\n%%EOF")
        // 4 is called free by the table and found through the stream.
        #expect(try PageReading(writer.bytes).texts == ["compressed"])
    }

    @Test func `object streams are searched when there is no table`() throws {
        var writer = withObjectStream()
        writer.append("startxref\n5\n%%EOF")
        #expect(try PageReading(writer.bytes).texts == ["compressed"])
    }

    @Test func `a loop of tables ends`() throws {
        var writer = threePages()
        let position = writer.bytes.count
        writer.endRevision(trailer: "/Prev \(position)")
        #expect(try PageReading(writer.bytes).texts.count == 3)
    }

    /// Never trust /Length.
    @Test(arguments: ["0", "5", "100000", "-1", "4 0 R", "99 0 R", "(x)", "9223372036854775808"])
    func `a wrong length is found out, and is no damage`(length: String) throws {
        let document = PDFWriter.document("", page: "/Contents 6 0 R") { writer in
            writer.addStream(6, content("whole"), length: length)
        }
        let reading = try PageReading(document)
        #expect(reading.texts == ["whole"])
        #expect(reading.damage == [])
    }

    @Test(arguments: ["\n", "\r\n", "\r", " \r\n", "  \n"])
    func `any end of line may follow the stream keyword`(endOfLine: String) throws {
        let text = content("text")
        let document = PDFWriter.document("", page: "/Contents 6 0 R") { writer in
            writer.addRaw(6, "6 0 obj << /Length \(text.utf8.count) >> stream\(endOfLine)\(text)\nendstream endobj\n")
        }
        #expect(try PageReading(document).texts == ["text"])
    }

    @Test func `contents in parts are joined by white space`() throws {
        let document = PDFWriter.document("", page: "/Contents [6 0 R 7 0 R]") { writer in
            writer.addStream(6, "BT /F1 10 Tf 50 700 Td (one) Tj")
            writer.addStream(7, "(two) Tj ET")
        }
        #expect(try PageReading(document).texts == ["onetwo"])
    }

    private func reading(kids: String) throws -> PageReading {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(2, "<< /Type /Pages /Kids [\(kids)] >>")
        for (page, text) in [(3, 4), (6, 7)] {
            writer.add(page, "<< /Type /Page /Contents \(text) 0 R /Resources << /Font << /F1 5 0 R >> >> >>")
            writer.addStream(text, content("page \(page)"))
        }
        writer.add(5, PDFWriter.helvetica)
        writer.add(8, "<< /Type /Page >>")
        writer.endRevision()
        return try PageReading(writer.bytes)
    }

    @Test(arguments: [("3 0 R 3 0 R", ["page 3", ""]), ("3 0 R 8 0 R 6 0 R 8 0 R", ["page 3", "", "page 6", ""])])
    func `a page that stands there again is an empty one`(_ kids: String, _ texts: [String]) throws {
        let reading = try reading(kids: kids)
        #expect(reading.pages.map { page in page.runs.map { page.text(of: $0) }.joined() } == texts)
        #expect(reading.damage.isEmpty)
    }

    @Test(arguments: [("3 0 R 2 0 R", [2]), ("3 0 R 3 0 R 3 0 R", [3]), ("3 0 R 3 0 R 3 0 R 6 0 R 3 0 R", [3])])
    func `a tree that bites its tail, or names nothing but one page, is damaged`(_ kids: String, _ objects: [Int])
        throws
    {
        #expect(try reading(kids: kids).damage.map(\.object) == objects)
    }

    @Test func `what may have cost rows is told`() throws {
        let cases: [(String, String)] = [
            ("/Kids [3 0 R 77 0 R]", "a page cannot be read"), ("/Kids [3 0 R 5 0 R]", "a page has lost its content"),
        ]
        for (kids, reason) in cases {
            let document = PDFWriter.document(content("x")) { $0.add(2, "<< /Type /Pages \(kids) >>") }
            #expect(try PageReading(document).damage.map(\.reason) == [reason])
        }
        let lost = PDFWriter.document("", page: "/Contents [4 0 R 78 0 R]")
        #expect(try PageReading(lost).damage.map(\.reason) == ["a page's content cannot be found"])
        let open = PDFWriter.document("BT /F1 10 Tf 50 700 Td (open Tj ET")
        let endless = "a content stream holds a string or an image without an end"
        #expect(try PageReading(open).damage.map(\.reason) == [endless])
        let image = PDFWriter.document("BI /W 4 /H 4 /F /Fl ID xyzEI BT /F1 10 Tf 50 700 Td (lost) Tj ET")
        #expect(try PageReading(image).damage.map(\.reason) == [endless])
        let last = PDFWriter.document("BT /F1 10 Tf 50 700 Td (there) Tj ET BI /W 4 /H 4 /F /Fl ID xyz EI")
        #expect(try PageReading(last).damage.isEmpty)
        let font = PDFWriter.document("BT /F9 10 Tf 50 700 Td (x) Tj ET")
        #expect(try PageReading(font).damage.map(\.reason) == ["a font cannot be found"])
    }

    /// One wrong byte is enough to lose a page's content, or a row of pages, without a word.
    @Test(arguments: [
        ("/Contents 4 0 R", "/Cortents 4 0 R", "a page has lost its content"),
        ("/Parent 2 0 R /C", "/Parent 2 0 R (C", "an object is broken"),
        ("/Parent 2 0 R /C", "/Parent 2> 0 R/C", "an object is broken"),
        ("/Parent 2 0 R /C", "/Parent 2 0 R -C", "an object is broken"),
        ("/Kids [3 0 R]", "/Kids [3 0 %]", "an object is broken"),
        ("/WinAnsiEncoding", "'WinAnsiEncoding", "an object is broken"),
        ("/Filter /FlateDecode", "/Fjlter /FlateDecode", "a stream contains deflate data but names no filter"),
    ])
    func `what a wrong byte takes away is told`(old: String, new: String, reason: String) throws {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(2, "<< /Type /Pages /Count 1 /Kids [3 0 R]\n/Resources << /Font << /F1 5 0 R >> >> >>")
        writer.add(3, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>")
        writer.addStream(4, PDFWriter.stored(Array("BT /F1 9 Tf 5 5 Td (a) Tj ET".utf8)), "/Filter /FlateDecode")
        writer.add(5, PDFWriter.helvetica)
        writer.endRevision()
        #expect(try PageReading(writer.bytes).damage == [])
        let range = try #require(writer.bytes.firstRange(of: Array(old.utf8)))
        var document = writer.bytes
        document.replaceSubrange(range, with: Array(new.utf8))
        let first = try #require(try PageReading(document).damage.first)
        #expect(first.reason == reason)
        #expect(first.object != nil)
    }

    @Test func `what writers leave out is no damage`() throws {
        let document = PDFWriter.document("BT /F1 9 Tf 5 5 Td (a) Tj ET")
        let text = String(decoding: document, as: UTF8.self)
        let bare = Array(text.replacing("\nendobj", with: "       ").utf8)
        let reading = try PageReading(bare)
        #expect(reading.texts == ["a"])
        #expect(reading.damage == [])
    }

    @Test func `a document that breaks off inside a stream is told`() throws {
        let document = PDFWriter.document("BT /F1 9 Tf 5 5 Td (a) Tj ET\nBT (b) Tj ET")
        let end = try #require(document.firstRange(of: Array("\nBT (b)".utf8))).upperBound
        for missing in 1...8 {
            let reading = try PageReading(Array(document[..<(end - missing)]))
            let damage = reading.damage.filter { $0.object == 4 }
            #expect(damage.map(\.reason) == ["the document is cut short inside a stream"])
        }
    }
}
