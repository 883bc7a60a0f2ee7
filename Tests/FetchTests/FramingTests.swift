// Answers without a clear end: each is an error that names the received data, and no document.

import Reading
import TestKit
import Testing

@testable import Fetch

private func failure(_ answer: String) -> ReadingFailure? { outcome([.send(answer)]).failure }

private let chunks = "5\r\nhello\r\n0\r\n\r\n"

@Suite struct FramingTests {
    @Test(
        arguments: [
            ("Transfer-Encoding:\r\n chunked", "a folded line below transfer-encoding"),
            ("Transfer-Encoding:\r\n\tchunked", "a folded line below transfer-encoding"),
            ("X: 1\r\n Transfer-Encoding: chunked", "a folded line below x"),
            ("Content-Length: 2\r\n 3", "a folded line below content-length"),
            ("Transfer-Encoding : chunked", "the field \"transfer-encoding \""),
            ("Content-Length : 2", "which may be meant for content-length"),
            ("Transfer-Encoding:", "an empty Transfer-Encoding"),
            ("Transfer-Encoding: gzip, chunked", "the transfer coding gzip, chunked, and only chunked"),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "the transfer coding chunked, chunked"),
            ("Content-Length: 3\r\nTransfer-Encoding: chunked", "both a Content-Length, 3, and a Transfer-Encoding"),
            ("Content-Length: 0x5", "no number of bytes, \"0x5\""), ("Content-Length: 5x", "\"5x\""),
            ("Content-Length: +5", "\"+5\""), ("Content-Length:", "did not answer with HTTP: Invalid Content-Length"),
            ("Content-Length: 99999999999999999999", "no number of bytes, \"99999999999999999999\""),
            ("Content-Length: 5\r\nContent-Length: 15", "two different lengths, 5 and 15"),
            ("Content-Range: bytes 0-4/9", "(Content-Range: bytes 0-4/9), and no part was requested"),
            ("Content-Range: bytes 4-8/9", "(Content-Range: bytes 4-8/9)"), ("Content-Range: bytes */9", "a part"),
        ])
    func `a header that does not say where its body ends is refused`(_ fields: String, _ words: String) {
        let failure = failure("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(chunks)")
        #expect(failure?.kind == .unreadable)
        #expect(failure?.cause.contains(words) == true, "\(failure?.cause ?? "no failure")")
    }

    @Test func `a part that is all of the document is no part`() {
        let answer = outcome([.send("HTTP/1.1 200 OK\r\nContent-Range: bytes 0-4/5\r\nContent-Length: 5\r\n\r\nhello")])
        #expect(answer.document?.bytes.count == 5)
    }

    @Test(arguments: ["304 Not Modified", "302 Found", "404 Not Found", "103 Early Hints"])
    func `a folded line is refused whatever the status`(_ status: String) {
        let failure = failure("HTTP/1.1 \(status)\r\nX: 1\r\n 2\r\nLocation: /b\r\n\r\n")
        #expect(failure?.cause.contains("a folded line below x") == true, "\(failure?.cause ?? "no failure")")
    }

    @Test(arguments: ["HTTP/2 200", "HTTP/2 200 ", "HTTP/2.0 200 OK", "HTTP/2 304"])
    func `an answer in another protocol than was agreed on is refused`(_ line: String) {
        for fields in ["Transfer-Encoding: chunked", "Content-Length: 5"] {
            let failure = failure("\(line)\r\n\(fields)\r\n\r\n\(chunks)")
            #expect(failure?.kind == .unreadable)
            let words = "the answer says that it is HTTP/2"
            #expect(failure?.cause.hasPrefix(words) == true, "\(failure?.cause ?? "no failure")")
            #expect(failure?.cause.hasSuffix("on a connection of HTTP/1.1") == true)
        }
    }

    @Test(arguments: ["Connection: close", "Connection: keep-alive"])
    func `bytes behind the declared end are told`(_ field: String) {
        let header = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\(field)\r\n\r\n"
        let words = "the answer goes on behind the 5 bytes of its Content-Length"
        #expect(failure(header + "hello world") == ReadingFailure(.unreadable, words))
        // They come at once, or behind the header.
        let later = outcome([.send(header), .silence(0.2), .send("hello world")])
        #expect(later.failure == ReadingFailure(.unreadable, words))
    }

    @Test func `bytes behind an empty document are told`() {
        let failure = failure("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nhello")
        #expect(failure?.cause == "the answer goes on behind the 0 bytes of its Content-Length")
    }

    @Test func `bytes behind a redirection are none of the document's`() {
        let server = ScriptedServer(
            [.send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 2\r\n\r\nabcdef")],
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")])
        defer { server.stop() }
        #expect(outcome(of: asking(server.url)).document?.bytes.count == 5)
    }

    @Test func `a length before the answer is none of the answer's`() {
        let early = "HTTP/1.1 103 Early Hints\r\nContent-Length: 2\r\n\r\n"
        let answer = outcome([.send(early + "HTTP/1.1 200 OK\r\n\r\nhello")])
        #expect(answer.document?.bytes.count == 5 && answer.document?.isEndKnown == false)
    }

    @Test func `a trailer is no other answer`() {
        let body = "5\r\nhello\r\n0\r\nHTTP/1.1 304: Not Modified\r\n\r\n"
        let answer = outcome([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)])
        #expect(answer.document?.bytes.count == 5)
    }
}
