import Testing

@testable import PDF

@Suite struct LexerTests {
    private func tokens(_ text: String) -> [Lexer.Token] {
        var lexer = Lexer(Array(text.utf8))
        var tokens: [Lexer.Token] = []
        while true {
            let token = lexer.next()
            if token == .end { return tokens }
            tokens.append(token)
        }
    }

    /// ISO 32000-1 7.3.3, and what documents write instead.
    @Test(arguments: [
        ("12", Lexer.Token.integer(12)), ("+17", .integer(17)), ("-98", .integer(-98)), ("0", .integer(0)),
        ("34.5", .real(34.5)), ("-3.62", .real(-3.62)), ("4.", .real(4)), ("-.002", .real(-0.002)),
        ("--5", .integer(-5)), ("1.2.3", .real(1.2)), ("9223372036854775808", .real(9_223_372_036_854_775_80e1)),
        ("999999999999999999", .integer(999_999_999_999_999_999)), ("0.00000000000000000001", .real(0)),
    ])
    func `numbers are read as written`(text: String, token: Lexer.Token) {
        #expect(tokens(text) == [token])
    }

    /// ISO 32000-1 7.3.4.2, table 3.
    @Test(arguments: [
        ("(a)", "a"), ("()", ""), ("(a(b)c)", "a(b)c"), (#"(a\(b)"#, "a(b"), (#"(\n\r\t\b\f\\)"#, "\n\r\t\u{8}\u{c}\\"),
        (#"(\101\1012\7)"#, "AA2\u{7}"), (#"(\53x\8)"#, "+x8"), ("(a\\\nb)", "ab"), ("(a\\\r\nb)", "ab"),
        ("(a\r\nb\rc\nd)", "a\nb\nc\nd"), (#"(\q)"#, "q"), ("(open", "open"), (#"(a\)"#, "a)"),
    ])
    func `literal strings are unescaped`(text: String, expected: String) {
        #expect(tokens(text) == [.string(Array(expected.utf8))])
    }

    @Test(arguments: [("<4a4B>", [0x4A, 0x4B]), ("<4 a\n4>", [0x4A, 0x40]), ("<>", []), ("<4x5", [0x45])])
    func `hexadecimal strings skip what is no digit`(text: String, expected: [UInt8]) {
        #expect(tokens(text) == [.string(expected)])
    }

    @Test func `hexadecimal digits are read eight at a time as one by one`() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<8 where byte != UInt8(ascii: ">") {
                var digits = Array("05aF9fA0123456789ABCDEF0".utf8)
                digits[place] = byte
                var decoded: [UInt8] = []
                StringSyntax.appendHexadecimal(digits.span, digits.indices, to: &decoded)
                let values = digits.filter { $0 < 0x80 }.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
                let padded = values + (values.count % 2 == 1 ? [0] : [])
                let expected = stride(from: 0, to: padded.count, by: 2).map { UInt8(padded[$0] << 4 | padded[$0 + 1]) }
                #expect(decoded == expected, "\(byte) at \(place)")
            }
        }
    }

    @Test func `an octal escape beyond a byte wraps`() {
        #expect(tokens(#"(\777)"#) == [.string([0xFF])])
    }

    /// ISO 32000-1 7.3.5.
    @Test(arguments: [
        ("/Name1", "Name1"), ("/A#42", "AB"), ("/A#4", "A#4"), ("/", ""), ("/A#20B", "A B"), ("/a#zz", "a#zz"),
    ])
    func `names resolve their escapes`(text: String, expected: String) {
        #expect(tokens(text) == [.name(expected)])
    }

    @Test func `delimiters need no white space`() {
        #expect(
            tokens("<</K[1(a)/B]>>obj%c\rR")
                == [
                    .dictionaryStart, .name("K"), .arrayStart, .integer(1), .string([0x61]), .name("B"), .arrayEnd,
                    .dictionaryEnd, .keyword("obj"), .keyword("R"),
                ])
    }

    @Test func `every byte moves the lexer on`() {
        for byte in 0...255 as ClosedRange<UInt8> {
            var lexer = Lexer([byte, byte])
            for _ in 0..<3 { _ = lexer.next() }
            #expect(lexer.next() == .end)
        }
    }
}
