// Pages that are left out where one key is looked for: only those that cannot hold it.

import Testing
import Text

@testable import PDF

struct KeyProbeTests {
    private func mayBeDrawn(_ content: String, key: String = "20121456171") throws -> Bool {
        var probe = try #require(KeyProbe(Array(key.utf8)))
        return probe.mayBeDrawn(by: Array(content.utf8).span)
    }

    @Test(arguments: [
        "(20121456171) Tj", "(no 20121456171, see) Tj", "[(2012)-3(1456)5(171)] TJ", "(171) Tj (2012) Tj (1456) Tj",
        "(ref 2) Tj (0121456171 is issued) Tj", "(2)Tj(0)Tj(1)Tj(4)Tj(5)Tj(6)Tj(7)Tj", "(2012\\0614561\\67\\61) Tj",
        "(201214) Tj (56171)'", "(2012 ) Tj (1456171) Tj", "(a\\)20121456171) Tj", "((20121456171)) Tj",
        "(2012\\\n1456171) Tj", "-2.5 Tw (2012  1456171) Tj", "(2012\\240 1456171) Tj",
        "(\\2402012\\240) Tj (1456171) Tj", "(2012\\001) Tj (1456171) Tj", "(2012\\2401456171) Tj",
    ])
    func `a content that can draw the key is never passed over`(content: String) throws {
        #expect(try mayBeDrawn(content))
    }

    @Test(arguments: [
        "BT (20121456172) Tj ET", "(20121456) Tj (711) Tj", "(2012145617) Tj (2) Tj",
        "(02012145617) Tj (visa issued) Tj",
        "(12-Jun-12) Tj (01-May-12) Tj (20121456180) Tj", "", "0 0 m 20121456171 0 l S",
        "(1456171) Tj (201) Tj", "(\\050) Tj (20121456) Tj (\\134) Tj",
    ])
    func `a content that cannot draw it is passed over`(content: String) throws {
        #expect(try !mayBeDrawn(content))
    }

    @Test(arguments: [
        "<3230> Tj", "/P << /MCID 0 >> BDC (a) Tj EMC", "% (\n(a) Tj", "BI /W 1 ID x EI (a) Tj", "(never closed",
    ])
    func `a content that the probe does not follow is never passed over`(content: String) throws {
        #expect(try mayBeDrawn(content))
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

    /// A list of pages with one row each: 20120000001 on the first, and so on.
    private func list(pages: Int, font: String, content: (Int) -> String) -> [UInt8] {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(
            2,
            "<< /Type /Pages /Count \(pages) /Kids [\((1...pages).map { "\(2 * $0 + 2) 0 R" }.joined(separator: " "))] >>"
        )
        writer.add(3, font)
        for page in 1...pages {
            writer.add(
                2 * page + 2,
                "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents \(2 * page + 3) 0 R >>")
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

    @Test(arguments: ["/uni200B", "/uni2060", "/uniFEFF", "/seven"])
    func `where a font draws nothing by a code, or a digit by another, all pages are read`(name: String) throws {
        let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 \(name)] >> >>"
        let document = list(pages: 20, font: font) { "BT /F1 9 Tf 50 700 Td (\(key($0))) Tj ET" }
        #expect(try shown(document, key(15)) == Array(1...20))
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

    @Test(arguments: ["one", "space", "uni0001"])
    func `fonts that draw digits by other codes, or nothing by letters, are always read`(glyph: String) throws {
        let shuffled =
            "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /\(glyph)] >> >>"
        let document = list(pages: 20, font: shuffled) { _ in "BT /F1 9 Tf 50 700 Td (nothing) Tj ET" }
        #expect(try shown(document, key(15)) == Array(1...20))
    }
}
