// Documents compressed by gzip.

import CZlib
import Reading
import Testing

@testable import batchwatch_reader

/// What gzip makes of it (RFC 1952).
private func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    let version = ZLIB_VERSION
    #expect(
        deflateInit2_(
            &stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, version,
            Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: bytes.count + 1_000)
    var input = bytes
    let count = input.count
    let room = output.count
    input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(room)
            #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        }
    }
    return Array(output.prefix(room - Int(stream.avail_out)))
}

private func failure(_ bytes: [UInt8], limit: Int = 16 << 20) -> ReadingFailure? {
    var request = ParseRequest(key: "", columns: [])
    request.documentBytes = limit
    do throws(ReadingFailure) {
        _ = try OpenedDocument(bytes, request: request)
        return nil
    } catch {
        return error
    }
}

struct PackedTests {
    private let request = ParseRequest(key: "", columns: [])

    @Test(
        arguments: [
            ("a;b\n1;2\n", Format.csv), ("[{\"a\": 1}]", .json), ("<rss><item/></rss>", .xml), ("<table>", .html),
        ] as [(String, Format)])
    func `a packed text is the text`(_ text: String, _ format: Format) throws {
        let opened = try OpenedDocument(packed(Array(text.utf8)), request: request)
        #expect(opened.format == format && opened.bytes == Array(text.utf8))
        #expect(opened.end == .shown)
    }

    @Test func `a packed text that is cut, damaged or goes on is refused`() throws {
        let sound = try packed(Array("a;b\n1;2\n".utf8))
        for cut in 3..<sound.count {
            #expect(failure(Array(sound.prefix(cut)))?.cause == "the packed document (gzip) is cut short")
        }
        var wrong = sound
        wrong[wrong.count - 6] ^= 1
        #expect(failure(wrong)?.cause == "the packed document (gzip) is damaged")
        #expect(failure(sound + [0])?.cause == "the packed document (gzip) goes on behind its end")
    }

    @Test func `what unpacks to more than may be is refused, at the limit and past it`() throws {
        let text = [UInt8](repeating: 0x61, count: 1 << 20)
        let bomb = try packed(text)
        #expect(bomb.count < 4_000)
        #expect(failure(bomb, limit: text.count) == nil)
        #expect(failure(bomb, limit: text.count - 1)?.kind == .limit)
    }

    @Test func `a packed archive is named`() throws {
        let tar = [UInt8](repeating: 0x61, count: 257) + Array("ustar\0".utf8) + [UInt8](repeating: 0, count: 300)
        #expect(failure(try packed(tar))?.cause.hasPrefix("the document is an archive (tar), packed by gzip: ") == true)
        #expect(failure(try packed(try packed(tar)))?.cause.contains("an archive (gzip), packed by gzip") == true)
    }
}
