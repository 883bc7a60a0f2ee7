import Testing

@testable import PDF

@Suite struct ObjectParserTests {
    private func parse(_ text: String, limits: PDFLimits = PDFLimits()) throws -> PDFObject {
        var parser = ObjectParser(Lexer(Array(text.utf8)), limits: limits)
        return try parser.object()
    }

    @Test func `a dictionary holds objects of all kinds`() throws {
        let dictionary = try #require(
            try parse("<< /A [1 2 0 R 3] /B << /C (x) >> /D true /E null /F 1.5 /G /N >>").dictionary)
        #expect(dictionary["A"] == .array([.integer(1), .reference(2), .integer(3)]))
        #expect(dictionary["B"]?.dictionary?["C"] == .string([0x78]))
        #expect(dictionary["D"] == .boolean(true))
        #expect(dictionary["E"] == .null)
        #expect(dictionary["F"] == .real(1.5))
        #expect(dictionary["G"] == .name("N"))
        #expect(dictionary["Z"] == nil)
    }

    @Test func `the last of equal keys counts, in small and in large dictionaries`() throws {
        #expect(try parse("<< /A 1 /A 2 >>").dictionary?["A"] == .integer(2))
        let many = (0..<100).map { "/K\($0) \($0)" }.joined(separator: " ")
        let large = try parse("<< \(many) /K7 -7 >>").dictionary
        #expect(large?["K7"] == .integer(-7))
        #expect(large?["K99"] == .integer(99))
    }

    @Test func `what is not closed ends with the object`() throws {
        #expect(try parse("<< /A [1 2 endobj").dictionary?["A"] == .array([.integer(1), .integer(2)]))
        #expect(try parse("") == .null)
        #expect(try parse("endobj") == .null)
    }

    @Test func `nesting up to the limit is read, one deeper is refused`() throws {
        var limits = PDFLimits()
        limits.nesting = 5
        let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(try parse(nested(5), limits: limits).array?.count == 1)
        #expect(throws: PDFError(.limit, "objects are nested deeper than 5", offset: 6)) {
            try parse(nested(6), limits: limits)
        }
    }

    @Test func `values up to the limit are read, one more is refused`() throws {
        var limits = PDFLimits()
        limits.elements = 9
        #expect(try parse("[1 2 3 4 5 6 7 8]", limits: limits).array?.count == 8)
        let error = #expect(throws: PDFError.self) { try parse("[1 2 3 4 5 6 7 8 9]", limits: limits) }
        #expect(error?.kind == .limit)
    }
}
