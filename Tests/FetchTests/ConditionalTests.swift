// RFC 9110 13: the fields of a request, and the handling of the answers.

import Reading
import TestKit
import Testing

@testable import Fetch

private let small = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"

@Suite struct ConditionalTests {
    @Test func `a first request asks for no condition, and for the bytes as they are`() throws {
        let server = ScriptedServer([.send(small + "\r\nhello")])
        defer { server.stop() }
        #expect(outcome(of: asking(server.url)).document?.bytes == Array("hello".utf8))
        let header = try #require(server.requests.first)
        #expect(header.hasPrefix("GET /list.pdf HTTP/1.1\r\n"))
        #expect(header.contains("\r\nAccept-Encoding: identity\r\n"))
        #expect(header.contains("\r\nUser-Agent: batchwatch/\(programVersion)\r\n"))
        #expect(!header.contains("If-"))
        #expect(!header.contains("Cookie"))
        #expect(!header.contains("Authorization"))
    }

    @Test(arguments: [
        "\"abc\"", "W/\"abc\"", "\"abc-gzip\"", "unquoted", "\"a,b\"", "\"\u{E9}\"", "\"a  b\"",
        "\"" + String(repeating: "x", count: 8_190) + "\"",
    ])
    func `an ETag goes back byte for byte`(_ etag: String) throws {
        let server = ScriptedServer(
            [.send(small + "ETag: \(etag)\r\n\r\nhello")], [.send("HTTP/1.1 304 Not Modified\r\nETag: \(etag)\r\n\r\n")]
        )
        defer { server.stop() }
        let validators = outcome(of: asking(server.url)).document?.validators
        #expect(validators?.etag == etag)
        let second = outcome(of: asking(server.url) { $0.validators = validators })
        #expect(second == .success(.notModified(Freshness())))
        #expect(try #require(server.requests.last).contains("\r\nIf-None-Match: \(etag)\r\n"))
    }

    @Test func `Last-Modified goes back as it came`() throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let server = ScriptedServer(
            [.send(small + "last-modified:  \(date) \r\n\r\nhello")], [.send("HTTP/1.1 304 Not Modified\r\n\r\n")])
        defer { server.stop() }
        let validators = outcome(of: asking(server.url)).document?.validators
        #expect(validators == Validators(etag: nil, lastModified: date))
        #expect(outcome(of: asking(server.url) { $0.validators = validators }) == .success(.notModified(Freshness())))
        #expect(try #require(server.requests.last).contains("\r\nIf-Modified-Since: \(date)\r\n"))
    }

    @Test(
        arguments: [
            (nil, "ETag: \"a\"", true),
            (Validators(etag: "\"a\"", lastModified: nil), "ETag: \"b\"", true),
            (Validators(etag: "\"a\"", lastModified: nil), "ETag: W/\"a\"", false),
            (Validators(etag: "W/\"a\"", lastModified: nil), "ETag: \"a\"", false),
            (Validators(etag: "\"a\"", lastModified: nil), "Server: x", false),
            (Validators(etag: nil, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"), "ETag: \"b\"", false),
        ] as [(Validators?, String, Bool)])
    func `a 304 is odd when it was not asked for or is for another document`(
        _ sent: Validators?, _ field: String, _ isMismatched: Bool
    ) {
        let answer = outcome([.send("HTTP/1.1 304 Not Modified\r\n\(field)\r\n\r\n")]) { $0.validators = sent }
        #expect(answer.freshness?.isMismatched == isMismatched)
    }

    @Test func `max-age is told with a document and with a 304`() {
        let field = "Cache-Control: public, max-age=600\r\n"
        #expect(outcome([.send(small + field + "\r\nhello")]).freshness?.maxAge == 600)
        #expect(outcome([.send("HTTP/1.1 304 Not Modified\r\n\(field)\r\n")]).freshness?.maxAge == 600)
    }

    @Test func `only the last answer's header counts`() {
        let server = ScriptedServer(
            [
                .send(
                    "HTTP/1.1 302 Found\r\nLocation: /b\r\nETag: \"first\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
            ],
            [.send("HTTP/1.1 103 Early Hints\r\nETag: \"hint\"\r\n\r\n" + small + "\r\nhello")])
        defer { server.stop() }
        let document = outcome(of: asking(server.url)).document
        #expect(document?.bytes == Array("hello".utf8))
        #expect(document?.validators == nil)
        #expect(document?.freshness == Freshness())
        #expect(document?.url?.hasSuffix("/b") == true)
    }

    @Test func `a trailer says nothing of the document`() {
        let body = "5\r\nhello\r\n0\r\nETag: \"trailer\"\r\n\r\n"
        let answer = outcome([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: ETag\r\n\r\n" + body)])
        #expect(answer.document?.bytes.count == 5)
        #expect(answer.document?.validators == nil)
    }

    @Test(arguments: [
        ("204 No Content", "HTTP 204 No Content"),
        ("206 Partial Content", "HTTP 206 Partial Content, although the whole document was requested"),
        ("401 Unauthorized", "HTTP 401 Unauthorized"), ("404 Nope", "HTTP 404 Not Found"),
        ("410 Gone", "HTTP 410 Gone"),
        ("503 \u{1B}[31mred", "HTTP 503 Service Unavailable"), ("599 Odd", "HTTP 599"), ("302 Found", "HTTP 302 Found"),
    ])
    func `any other status is a failure that names it`(_ line: String, _ cause: String) {
        let answer = outcome([.send("HTTP/1.1 \(line)\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\n\r\nno")])
        #expect(answer.failure == statusFailure(cause))
    }

    @Test func `Retry-After is told with the status`() {
        let answer = outcome([.send("HTTP/1.1 429 Slow\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n")])
        #expect(answer.failure == statusFailure("HTTP 429 Too Many Requests", retryAfter: 3_600))
    }

    @Test(arguments: [
        ("Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n", 784_111_777), ("Date: yesterday\r\n", nil), ("", nil),
        ("Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: Sun, 06 Nov 1994 08:49:38 GMT\r\n", nil),
    ])
    func `what the server's clock says is told, where it says it once and clearly`(_ field: String, _ date: Double?)
        throws
    {
        let server = ScriptedServer([.send("HTTP/1.1 200 OK\r\n\(field)Content-Length: 1\r\n\r\nx")])
        defer { server.stop() }
        guard case .document(let document) = try fetch(asking(server.url), trust: Trust(), now: testTime) else {
            Issue.record("no document")
            return
        }
        #expect(document.facts.freshness.date == date)
    }
}
