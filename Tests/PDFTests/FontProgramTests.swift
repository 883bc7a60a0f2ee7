import Foundation
import PDF
import Testing

@testable import PDF

/// Font programs are hostile input: whatever they say, there is an answer.
@Suite struct FontProgramTests {
    /// The streams of a fixture after its content: the font programs.
    private func programs(in name: String) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/features")
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "fonts-\(name).pdf")))
        var programs: [[UInt8]] = []
        var position = 0
        while let start = bytes.firstPosition(of: "\nstream\n", from: position),
            let end = bytes.firstPosition(of: "\nendstream", from: start)
        {
            programs.append(Array(bytes[(start + 8)..<end]))
            position = end
        }
        return Array(programs.dropFirst())
    }

    private static let composite = """
        << /Subtype /Type0 /Encoding /Identity-H /ToUnicode 8 0 R /DescendantFonts [<< /FontDescriptor 6 0 R >>] >>
        """

    private static let fixtures = [
        "identity-cmap-0", "identity-cmap-4", "identity-cmap-6", "identity-cmap-12", "identity-post", "cff-names",
        "cff-collection", "opentype-cff", "truetype-symbolic", "cff-encoding", "type1-encoding",
    ]

    @Test(arguments: fixtures) func `a program says something, and what it costs`(name: String) throws {
        let bytes = try #require(try programs(in: name).first)
        let program = FontProgram(bytes, allowed: 1000)
        #expect(program.entries > 30)
        #expect(program.entries < 600)
    }

    @Test(arguments: fixtures) func `every truncation and many changes of a program are answered`(name: String) throws {
        let names = GlyphNames()
        func ask(_ bytes: [UInt8]) {
            let program = FontProgram(bytes, allowed: 500)
            for number in [-1, 0, 1, 40, 300, 0x10000] {
                _ = program.text(ofGlyph: number, names)
                _ = program.text(ofCode: number, names)
                _ = program.text(ofCID: number, names)
            }
        }
        let bytes = try #require(try programs(in: name).first)
        for length in stride(from: 0, to: bytes.count, by: 3) { ask(Array(bytes.prefix(length))) }
        for position in bytes.indices {
            for value in [0, 0x7F, 0xFF] as [UInt8] where position % 3 == 0 || position < 200 {
                var changed = bytes
                changed[position] = value
                ask(changed)
            }
        }
    }

    @Test func `a program that claims all codes and glyphs costs what is allowed`() {
        // A cmap of format 12 with one group for all of Unicode.
        var bytes: [UInt8] = [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        bytes += Array("cmap".utf8) + [0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 0, 40]
        bytes += [0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12]
        bytes += [0, 12, 0, 0, 0, 0, 0, 28, 0, 0, 0, 0, 0, 0, 0, 1]
        bytes += [0, 0, 0, 1, 0, 0x10, 0xFF, 0xFF, 0, 0, 0, 1]
        #expect(FontProgram(bytes, allowed: 300).entries == 300)
        #expect(FontProgram(bytes, allowed: 1_000_000).entries == 0x10000)
        #expect(FontProgram(bytes, allowed: 0).entries == 0)
    }

    /// The tables of the program count with all others, and one past the limit ends the reading.
    @Test func `programs count against the limit of the fonts' tables`() throws {
        let program = "%!\n/Encoding 256 array dup 65 /one put dup 66 /two put readonly def currentfile eexec"
        let document = PDFWriter.document(
            "BT /F1 10 Tf 50 700 Td (AB) Tj ET",
            font: "<< /Type /Font /Subtype /Type1 /BaseFont /Own /FontDescriptor 6 0 R >>"
        ) { writer in
            writer.add(6, "<< /Type /FontDescriptor /FontFile 7 0 R >>")
            writer.addStream(7, program)
        }
        var limits = PDFLimits()
        limits.mappings = 2
        #expect(try PageReading(document, limits: limits).texts == ["12"])
        limits.mappings = 1
        #expect(throws: PDFError.self) { try PageReading(document, limits: limits) }
    }

    @Test func `what the encoding of a Type 1 program names without a character is unknown`() throws {
        let document = PDFWriter.document(
            "BT /F1 10 Tf 50 700 Td (ABC) Tj ET",
            font: "<< /Type /Font /Subtype /Type1 /BaseFont /Own /FontDescriptor 6 0 R >>"
        ) { writer in
            writer.add(6, "<< /Type /FontDescriptor /FontFile 7 0 R >>")
            writer.addStream(7, "%!\n/Encoding 256 array dup 65 /one put dup 66 /nonsense put readonly def eexec")
        }
        #expect(try PageReading(document).texts == ["1\u{FFFD}\u{FFFD}"])
    }

    @Test func `a program is left alone where ToUnicode answers the codes that are drawn`() throws {
        let document = { (drawn: String) in
            PDFWriter.document(
                "BT /F1 10 Tf 50 700 Td <\(drawn)> Tj ET",
                font: Self.composite
            ) { writer in
                writer.add(6, "<< /Type /FontDescriptor /FontFile2 7 0 R >>")
                writer.addStream(7, "no deflate data", "/Filter /FlateDecode")
                writer.addStream(8, "1 beginbfchar <0001> <0041> endbfchar")
            }
        }
        #expect(try PageReading(document("0001")).damage == [])
        #expect(try PageReading(document("00010002")).damage.count == 1)
        #expect(try PageReading(document("00010002")).pages[0].undecodedGlyphs == 1)
    }

    @Test func `codes that are drawn after others of their block are asked for, too`() throws {
        let program = try #require(try programs(in: "identity-cmap-4").first)
        let document = PDFWriter.document(
            "BT /F1 10 Tf 50 700 Td <00F0> Tj <0002> Tj ET",
            font: Self.composite
        ) { writer in
            writer.add(6, "<< /Type /FontDescriptor /FontFile2 7 0 R >>")
            writer.addStream(7, program)
            writer.addStream(8, "1 beginbfchar <00F0> <0041> endbfchar")
        }
        #expect(try PageReading(document).texts == ["A\""])
    }
}
