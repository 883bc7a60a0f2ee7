import PDF
import Testing

/// Damage of every kind gives an answer or an error, never a trap, in linear time.
@Suite struct RobustnessTests {
    private let document = PDFWriter.document("BT /F1 10 Tf 50 700 Td [(20121456171) -900 (text)] TJ ET") { writer in
        writer.addStream(6, PDFWriter.stored(Array("1 beginbfchar <41> <0041> endbfchar".utf8)), "/Filter /FlateDecode")
    }

    /// Whether there was an answer; the point is to come back at all.
    private func isAnswered(_ document: [UInt8]) -> Bool {
        (try? PageReading(document)) != nil
    }

    @Test func `every truncation is answered or refused`() {
        var answered = 0
        for length in 0...document.count where isAnswered(Array(document.prefix(length))) { answered += 1 }
        #expect(answered > 0)
    }

    @Test func `every byte may be any of these`() {
        var answered = 0
        for position in document.indices {
            for byte in [0x00, 0x20, 0x28, 0x3C, 0x5B, 0x39, 0x2D, 0xFF] as [UInt8] {
                var changed = document
                changed[position] = byte
                if isAnswered(changed) { answered += 1 }
            }
        }
        #expect(answered > document.count)
    }

    @Test(arguments: [
        "(", "[", "<<", "<", "endstream\n", "1 0 obj ", "/", "q ", "BT ", "9", "-", "xref\n", "%", "\\", "1 0 obj (",
        "trailer <<",
    ])
    func `a hundred thousand of one thing are read in linear time`(word: String) throws {
        let count = 100_000
        let repeated = Array(String(repeating: word, count: count).utf8)
        _ = isAnswered(Array("%PDF-1.4\n".utf8) + repeated)
        let document = PDFWriter.document("", page: "/Contents 6 0 R") { $0.addStream(6, repeated) }
        _ = isAnswered(document)
    }

    @Test(arguments: [
        "999999999999999999999 0 Td", "-99999999999999999999 99999999999999999999 Td", "1e5 1e5 Td", "/F1 1e999 Tf",
        "0 0 0 0 0 0 Tm", "9223372036854775807 9223372036854775807 9223372036854775807 1 1 1 Tm",
        "Td Tm Tj TJ Tf ' \" Do gs cm",
        "/F1 Tf", "[ ( ] TJ", "] ] > >> ) }", "0 Tz", "BI ID EI", "/ Do", "Q Q Q Q",
    ])
    func `odd operands trap nothing`(operators: String) {
        #expect(isAnswered(PDFWriter.document("BT /F1 10 Tf 5 5 Td (a) Tj \(operators) (b) Tj ET")))
    }

    @Test(arguments: [
        "/W [1 9223372036854775807 500 0 [1 2] 65535 [1 2 3]]", "/W [0 65535 100 5]", "/W [[1]]", "/DW -1", "/W 7 0 R",
    ])
    func `odd widths trap nothing`(widths: String) {
        let font = "<< /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< \(widths) >>] >>"
        #expect(isAnswered(PDFWriter.document("BT /F1 10 Tf 5 5 Td <00000001FFFF41> Tj ET", font: font)))
    }

    @Test(arguments: [
        "/FirstChar 9223372036854775807 /Widths [1]", "/FirstChar -5 /Widths [1 2 3]",
        "/Encoding << /Differences [9223372036854775807 /a /b -1 /c] >>",
    ])
    func `odd simple fonts trap nothing`(entries: String) {
        #expect(
            isAnswered(PDFWriter.document("BT /F1 10 Tf 5 5 Td (abc) Tj ET", font: "<< /Subtype /Type1 \(entries) >>")))
    }

    @Test(arguments: [
        "/W [8 8 8] /Index [0 9223372036854775807]", "/W [1 -1 1]", "/W [0 0 0]", "/W [1 2]",
        "/W [1 8 8] /Index [-5 10 3]",
    ])
    func `odd cross-reference streams trap nothing`(entries: String) {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(2, "<< /Kids [] >>")
        let position = writer.bytes.count
        writer.addStream(3, [UInt8](repeating: 0xFF, count: 64), "/Type /XRef /Root 1 0 R \(entries)")
        writer.append("startxref\n\(position)\n%%EOF")
        #expect(!isAnswered(writer.bytes))
    }
}
