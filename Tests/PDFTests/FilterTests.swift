import CDeflate
import CZlib
import Testing

@testable import PDF

@Suite struct FilterTests {
    private let budget = DecodingBudget(limits: PDFLimits(), encodedBytes: 1000, documentBytes: 1 << 20)

    private func budget(_ bytes: Int) -> DecodingBudget {
        DecodingBudget(limits: PDFLimits(), encodedBytes: 1000, documentBytes: bytes)
    }

    @Test(arguments: [("48656C6C6F>", "Hello"), ("48 65\n6c6C 6f", "Hello"), ("7>99", "p"), (">", "")])
    func `ASCIIHex ends at its mark and fills the last digit`(input: String, expected: String) {
        var output: [UInt8] = []
        ASCIIHex.decode(Array(input.utf8)[...], to: &output)
        #expect(output == Array(expected.utf8))
    }

    @Test(arguments: [
        ("87cURDZ~>", "Hello"), ("<~87cUR DZ~>", "Hello"), ("87cURD]i,\"Ebo80~>", "Hello World!"), ("z~>", "\0\0\0\0"),
        ("~>", ""),
    ])
    func `ASCII85 decodes groups, short groups and z`(input: String, expected: String) throws {
        var output: [UInt8] = []
        #expect(try ASCII85.decode(Array(input.utf8)[...], to: &output, budget: budget))
        #expect(output == Array(expected.utf8))
    }

    @Test func `ASCII85 tells of characters outside of its alphabet`() throws {
        var output: [UInt8] = []
        #expect(try !ASCII85.decode(Array("87cUR{".utf8)[...], to: &output, budget: budget))
        #expect(output == Array("Hell".utf8))
    }

    @Test func `run lengths copy and repeat`() throws {
        var output: [UInt8] = []
        #expect(try RunLength.decode([2, 1, 2, 3, 254, 9, 128, 7][...], to: &output, budget: budget))
        #expect(output == [1, 2, 3, 9, 9, 9])
        #expect(try !RunLength.decode([5, 1][...], to: &output, budget: budget))
        #expect(throws: PDFError.self) { try RunLength.decode([254, 9], to: &output, budget: budget(2)) }
    }

    /// The example of ISO 32000-1 7.4.4.2.
    @Test func `LZW decodes the standard's example`() throws {
        var output: [UInt8] = []
        let input: [UInt8] = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01]
        #expect(try LZW.decode(input[...], earlyChange: true, to: &output, budget: budget))
        #expect(output == [45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
    }

    @Test func `LZW tells of codes that cannot be`() throws {
        var output: [UInt8] = []
        #expect(try !LZW.decode([0xFF, 0xFF, 0xFF][...], earlyChange: true, to: &output, budget: budget))
    }

    @Test func `deflate is read with and without a header, after a line end, and its damage is named`() throws {
        let data = Array("some bytes of a content stream".utf8)
        let zlib = PDFWriter.stored(data)
        let inflate = Inflate()
        func decode(_ input: [UInt8]) throws -> ([UInt8], Inflate.Damage?) {
            var output: [UInt8] = []
            let damage = try inflate.decode(input[...], to: &output, budget: budget)
            return (output, damage)
        }
        #expect(try decode(zlib) == (data, nil))
        #expect(try decode([0x0D, 0x0A] + zlib) == (data, nil))
        #expect(try decode(Array(zlib.dropFirst(2))) == (data, nil))
        #expect(try decode(zlib.dropLast(4)) == (data, nil))
        #expect(try decode(zlib.dropLast(1)) == (data, nil))
        #expect(try decode(zlib.dropLast(4) + [0x0D, 0x0A]) == (data, nil))
        #expect(try decode(zlib.dropLast(10)).1 == .truncated)
        var flipped = zlib
        flipped[12] ^= 1
        #expect(try decode(flipped).1 == .checksum)
        // A damaged header, and an end of data that comes too early: other bytes than a checksum's follow.
        #expect(try decode(Array(zlib.dropFirst(2)) + [1, 2, 3, 4, 5]).1 == nil)
        #expect(try decode(Array(zlib.dropFirst(2).dropLast(4)) + [1, 2]).1 == .checksum)
        #expect(try decode(zlib.dropLast(4) + [1, 2]).1 == .checksum)
        #expect(try decode([0x78, 0x01, 0x07, 0x00]).1 == .invalid)
        #expect(try decode([]) == ([], nil))
    }

    /// Bytes as zlib packs them.
    private func packed(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(UInt(bytes.count))
        return Array(
            [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
                compress2(buffer.baseAddress, &length, bytes, UInt(bytes.count), 9)
                count = Int(length)
            })
    }

    /// Streams of all these sizes and ratios, first where there is room for nothing and then where there is: whole
    /// (libdeflate) and step by step (zlib).
    @Test(arguments: [1, 30, 2_000, 100_000, 3_000_000], [1, 7, 255])
    func `deflate data are the same bytes whole and step by step`(count: Int, period: Int) throws {
        let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 % period &* 31 ^ ($0 / 997)) }
        let input = packed(data)
        let inflate = Inflate()
        var output: [UInt8] = [1, 2, 3]
        for _ in 0..<2 {
            output.removeSubrange(3...)
            #expect(try inflate.decode(input[...], to: &output, budget: budget(count)) == nil)
            #expect(output == [1, 2, 3] + data)
        }
        let error = #expect(throws: PDFError.self) {
            try inflate.decode(input[...], to: &output, budget: budget(count - 1))
        }
        #expect(error?.kind == .limit)
        // Damage is read as far as it goes, where there is room for the whole as where there is none.
        var broken = input
        broken.removeLast(min(6, input.count - 3))
        var (first, second): ([UInt8], [UInt8]) = ([], output)
        second.removeAll(keepingCapacity: true)
        #expect(try inflate.decode(broken[...], to: &first, budget: budget(count)) != nil)
        #expect(try inflate.decode(broken[...], to: &second, budget: budget(count)) != nil)
        #expect(first == second && data.starts(with: first))
    }

    @Test func `libdeflate is there where these tests run, and tells how far it read and wrote`() {
        let data = [UInt8](repeating: 9, count: 1_000)
        let input = packed(data).dropFirst(2) + [5, 5]
        var output = [UInt8](repeating: 0, count: 1_000)
        var (used, written) = (0, 0)
        #expect(cdeflate_inflate(Array(input), input.count, &output, 1_000, &used, &written) == 1)
        #expect(output == data && written == 1_000 && used == input.count - 6)
        #expect(cdeflate_inflate(Array(input), input.count, &output, 999, &used, &written) == 0)
        #expect(cdeflate_adler32(data, 1_000) == UInt32(adler32(1, data, 1_000)))
    }

    @Test func `a budget that is overdrawn is an error, and no trap`() {
        var output: [UInt8] = []
        let error = #expect(throws: PDFError.self) {
            try Inflate().decode(PDFWriter.stored([1, 2, 3])[...], to: &output, budget: budget(-1))
        }
        #expect(error?.kind == .limit && output.isEmpty)
    }

    /// "ab", and a length symbol of 286, which RFC 1951 3.2.6 forbids: libdeflate alone would give 260 bytes.
    @Test func `what zlib calls invalid is damage where libdeflate would take it`() throws {
        let bits: [UInt8] = [0x4B, 0x4C, 0x1A, 0x03, 0x00]
        var whole = [UInt8](repeating: 0, count: 1_000)
        var (used, written) = (0, 0)
        #expect(cdeflate_inflate(bits, bits.count, &whole, 1_000, &used, &written) == 1 && written == 260)
        for checksum in [[], [1, 2, 3, 4]] as [[UInt8]] {
            var output: [UInt8] = []
            output.reserveCapacity(1_000)
            #expect(try Inflate().decode((bits + checksum)[...], to: &output, budget: budget) == .invalid)
            #expect(output == Array("ab".utf8))
        }
    }

    @Test func `deflate stops one byte past its budget`() throws {
        let data = [UInt8](repeating: 7, count: 100)
        var output: [UInt8] = []
        let inflate = Inflate()
        #expect(try inflate.decode(PDFWriter.stored(data)[...], to: &output, budget: budget(100)) == nil)
        let error = #expect(throws: PDFError.self) {
            try inflate.decode(PDFWriter.stored(data)[...], to: &output, budget: budget(99))
        }
        #expect(error?.kind == .limit)
    }

    /// RFC 2083 6: each filter type on rows of three pixels.
    @Test(arguments: [
        ([0, 1, 2, 3], [1, 2, 3]), ([1, 1, 1, 1], [1, 2, 3]), ([0, 1, 2, 3, 2, 1, 1, 1], [1, 2, 3, 2, 3, 4]),
        ([0, 10, 20, 30, 3, 1, 1, 1], [10, 20, 30, 6, 14, 23]),
        ([0, 10, 20, 30, 4, 1, 1, 1], [10, 20, 30, 11, 21, 31]),
        ([2, 5, 6, 7], [5, 6, 7]), ([0, 1], [1]), ([4, 3, 3], [3, 6]),
    ])
    func `PNG predictors are undone row by row`(input: [UInt8], expected: [UInt8]) throws {
        var bytes: [UInt8] = [99] + input
        let isUndone = try #require(try Predictor(kind: 12, colors: 1, bits: 8, columns: 3)).undo(&bytes, from: 1)
        #expect(isUndone)
        #expect(bytes == [99] + expected)
    }

    /// A byte too many at the end is a row of nothing.
    @Test(arguments: [([5, 1, 2, 3], false), ([0, 1, 2, 3, 5, 1], false), ([4, 1, 2, 3, 10], true)])
    func `rows that begin with no PNG predictor are told of`(input: [UInt8], isSound: Bool) throws {
        var bytes = input
        let isUndone = try #require(try Predictor(kind: 12, colors: 1, bits: 8, columns: 3)).undo(&bytes, from: 0)
        #expect(isUndone == isSound)
    }

    @Test func `the TIFF predictor adds up within a row`() throws {
        var bytes: [UInt8] = [1, 1, 1, 1, 2, 2]
        let isUndone = try #require(try Predictor(kind: 2, colors: 1, bits: 8, columns: 3)).undo(&bytes, from: 0)
        #expect(isUndone)
        #expect(bytes == [1, 2, 3, 1, 3, 5])
    }

    @Test(arguments: [(0, 8, 1), (33, 8, 1), (1, 0, 1), (1, 3, 1), (1, 8, 0), (32, 16, Int.max)])
    func `impossible predictors are refused`(colors: Int, bits: Int, columns: Int) {
        #expect(throws: PDFError.self) { try Predictor(kind: 12, colors: colors, bits: bits, columns: columns) }
    }

    /// ISO 32000-1 table 94: the abbreviations serve streams too.
    @Test func `filters work in chains, by name and by abbreviation`() throws {
        let content = "BT /F1 10 Tf 50 700 Td (chained) Tj ET"
        let hexadecimal = content.utf8.map { String($0, radix: 16) }.joined() + ">"
        let data = PDFWriter.stored(Array(hexadecimal.utf8))
        for names in ["[/FlateDecode /ASCIIHexDecode]", "[/Fl /AHx]"] {
            let document = PDFWriter.document("", page: "/Contents 6 0 R") { writer in
                writer.addStream(6, data, "/Filter \(names)")
            }
            #expect(try PageReading(document).texts == ["chained"])
        }
    }
}
