// Servers that compress without a request: a complete compressed body is read, anything else is a failure and never a
// part of a list (RFC 9110 8.4, RFC 1950 to 1952).

import CZlib
import Reading
import TestKit
import Testing

@testable import Fetch

private let text = Array(TLSServer.document.utf8)

/// Packed with a zlib header and the Adler-32 checksum (RFC 1950).
private func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(bytes.count))))
    var length = uLongf(packed.count)
    compress(&packed, &length, bytes, uLong(bytes.count))
    return Array(packed[..<Int(length)])
}

/// The deflate data alone (RFC 1951).
private func raw(_ bytes: [UInt8]) -> [UInt8] { Array(zlib(bytes).dropFirst(2).dropLast(4)) }

/// A gzip member (RFC 1952), with these bytes of a header behind its flags.
private func gzip(_ bytes: [UInt8], flags: UInt8 = 0, fields: [UInt8] = []) -> [UInt8] {
    func four(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let checksum = UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count)))
    let header: [UInt8] = [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3] + fields
    return header + raw(bytes) + four(checksum) + four(UInt32(truncatingIfNeeded: bytes.count))
}

private func answer(_ coding: String, _ body: [UInt8], _ more: String = "") -> [ServerStep] {
    let header = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\(more)Content-Length: \(body.count)\r\n\r\n"
    return [.bytes(Array(header.utf8) + body)]
}

@Suite struct ContentCodingTests {
    @Test(arguments: [
        ("gzip", gzip(text)), ("x-gzip", gzip(text)), ("GZip", gzip(text)), ("deflate", zlib(text)),
        ("deflate", raw(text)), ("identity, gzip", gzip(text)), ("gzip", gzip(text, flags: 8, fields: [0x61, 0])),
    ])
    func `what is packed whole is read`(_ coding: String, _ body: [UInt8]) {
        #expect(outcome(answer(coding, body)).document?.bytes == text)
    }

    @Test func `it does not matter in which pieces it comes`() {
        for body in [("gzip", gzip(text)), ("deflate", zlib(text)), ("deflate", raw(text))] {
            let chunks = body.1.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) } + Array("0\r\n\r\n".utf8)
            let header = "HTTP/1.1 200 OK\r\nContent-Encoding: \(body.0)\r\nTransfer-Encoding: chunked\r\n\r\n"
            #expect(outcome([.bytes(Array(header.utf8) + chunks)]).document?.bytes == text)
        }
    }

    @Test func `its end is known by the coding, where the connection's end is the only other`() {
        let header = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
        #expect(outcome([.bytes(Array(header.utf8) + gzip(text))]).document?.isEndKnown == true)
    }

    @Test(arguments: [("gzip", gzip(text)), ("deflate", zlib(text)), ("deflate", raw(text))])
    func `cut anywhere it is no document`(_ coding: String, _ whole: [UInt8]) {
        for length in 0..<whole.count {
            let failure = outcome(answer(coding, Array(whole.prefix(length)))).failure
            #expect(failure?.kind == .unreadable, "cut after \(length) bytes")
            #expect(failure?.cause == "the document is cut short inside its content coding \(coding)")
        }
    }

    @Test(arguments: [("gzip", gzip(text)), ("deflate", zlib(text)), ("deflate", raw(text))])
    func `bytes behind its end are no document`(_ coding: String, _ whole: [UInt8]) {
        for rest in [[0], Array("garbage".utf8), whole] {
            let failure = outcome(answer(coding, whole + rest)).failure
            let cause = "the answer goes on behind the end of its content coding \(coding)"
            #expect(failure == ReadingFailure(.unreadable, cause))
        }
    }

    @Test func `a wrong checksum or length is no document`() {
        for (coding, whole, ends) in [("gzip", gzip(text), 1...8), ("deflate", zlib(text), 1...4)] {
            for place in ends {
                var body = whole
                body[body.count - place] ^= 1
                let failure = outcome(answer(coding, body)).failure
                #expect(failure?.kind == .unreadable)
                #expect(failure?.cause.hasPrefix("the content coding \(coding) of the answer is damaged") == true)
            }
        }
    }

    @Test(arguments: [
        ("gzip", text), ("gzip", zlib(text)), ("deflate", gzip(text)), ("deflate", Array("hello".utf8)),
        // A dictionary that nobody has (RFC 1950 2.2).
        ("deflate", [0x78, 0xBB, 0, 0, 0, 1] + raw(text)),
    ])
    func `what is not packed as it says is no document`(_ coding: String, _ body: [UInt8]) {
        let failure = outcome(answer(coding, body)).failure
        #expect(failure?.kind == .unreadable)
        #expect(failure?.cause.hasPrefix("the content coding \(coding) of the answer is damaged") == true)
    }

    @Test(arguments: [
        ("br", "br"), ("gzip, gzip", "gzip, gzip"), ("deflate, gzip", "deflate, gzip"), ("compress", "compress"),
        ("gzip\r\nContent-Encoding: gzip", "gzip, gzip"), ("gzip;q=1", "gzip;q=1"), ("zstd", "zstd"),
    ])
    func `other codings and several in a row are refused`(_ field: String, _ told: String) {
        let cause = "the answer has the content coding \(told), although identity was requested"
        #expect(outcome(answer(field, gzip(text))).failure == ReadingFailure(.unreadable, cause))
    }

    @Test(arguments: ["gzip", "deflate"])
    func `unpacked, a document at the limit is accepted and one byte more is not`(_ coding: String) {
        let pack = coding == "gzip" ? { gzip($0) } : zlib
        let letters = [UInt8](repeating: 0x78, count: 1_001)
        #expect(outcome(answer(coding, pack(Array(letters.dropLast())))).document?.bytes.count == 1_000)
        let cause = "the document is larger than the limit of 1000 bytes, once its content coding \(coding) is undone"
        #expect(outcome(answer(coding, pack(letters))).failure == ReadingFailure(.limit, cause))
    }

    @Test func `a bomb ends at the limit, and so does one that never unpacks to anything`() {
        let bomb = outcome(answer("gzip", gzip([UInt8](repeating: 0, count: 50 << 20)))) {
            $0.limits.documentBytes = 1 << 20
        }
        #expect(bomb.failure?.kind == .limit)
        let header = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
        // Stored blocks of no bytes (RFC 1951 3.2.4).
        let start: [UInt8] = Array(header.utf8) + [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        let empty = [[UInt8]](repeating: [0, 0, 0, 0xFF, 0xFF], count: 10_000).flatMap { $0 }
        let failure = outcome([.bytes(start + empty)]).failure
        #expect(failure == ReadingFailure(.limit, "the document is larger than the limit of 1000 bytes"))
    }

    @Test func `what is packed in an error page does not matter`() {
        let header = "HTTP/1.1 503 Service Unavailable\r\nContent-Encoding: br\r\nContent-Length: 1\r\n\r\nx"
        #expect(outcome([.send(header)]).failure == statusFailure("HTTP 503 Service Unavailable"))
    }
}

@Suite struct TransferCodingTests {
    @Test(arguments: [
        "gzip", "gzip, chunked", "chunked, gzip", "identity", "chunked, chunked", "deflate", "chunked;a=b", "x",
        "gzip\r\nTransfer-Encoding: chunked",
    ])
    func `a transfer coding other than chunked is refused`(_ coding: String) throws {
        let body = "5\r\nhello\r\n0\r\n\r\n"
        let failure = outcome([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(coding)\r\n\r\n\(body)")]).failure
        #expect(failure?.kind == .unreadable)
        let told = coding.replacing("\r\nTransfer-Encoding:", with: ",")
        #expect(
            failure?.cause == "the answer has the transfer coding \(told), and only chunked is known",
            "\(failure?.cause ?? "no failure")")
    }

    @Test(arguments: ["chunked", "Chunked", " chunked ", ",chunked,"])
    func `chunks are read`(_ coding: String) {
        let body = "5\r\nhello\r\n0\r\n\r\n"
        let answer = outcome([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(coding)\r\n\r\n\(body)")])
        #expect(answer.document?.bytes == Array("hello".utf8))
        #expect(answer.document?.isEndKnown == true)
    }
}
