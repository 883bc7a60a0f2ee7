// Servers that break the rules of a transfer: each transfer ends in time, with its cause.

import Reading
import TestKit
import Testing

@testable import Fetch

private func answer(_ fields: String..., body: String) -> [ServerStep] {
    [.send((["HTTP/1.1 200 OK"] + fields).map { $0 + "\r\n" }.joined() + "\r\n" + body)]
}

private func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

@Suite struct TransferTests {
    @Test func `a document at the limit is accepted, with and without a length`() {
        #expect(outcome(answer("Content-Length: 1000", body: letters(1_000))).document?.bytes.count == 1_000)
        #expect(outcome(answer("Connection: close", body: letters(1_000))).document?.bytes.count == 1_000)
    }

    @Test func `one byte more is too large, and its length is enough to know`() {
        let told = outcome(answer("Content-Length: 1001", body: ""))
        #expect(told.failure == ReadingFailure(.limit, "the document has 1001 bytes, the limit is 1000"))
        let found = outcome(answer("Connection: close", body: letters(1_001)))
        #expect(found.failure == ReadingFailure(.limit, "the document is larger than the limit of 1000 bytes"))
    }

    @Test func `an endless document ends at the limit`() {
        let chunked = outcome([
            .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
            .endless("64\r\n\(letters(100))\r\n", every: 0),
        ])
        #expect(chunked.failure?.cause == "the document is larger than the limit of 1000 bytes")
        let plain = outcome([.send("HTTP/1.0 200 OK\r\n\r\n"), .endless(letters(100), every: 0)])
        #expect(plain.failure?.cause == "the document is larger than the limit of 1000 bytes")
    }

    @Test func `the body of an error page is not waited for`() {
        let failure = outcome([.send("HTTP/1.1 404 Not Found\r\n\r\n"), .endless("x", every: 0.1)]).failure
        #expect(failure == statusFailure("HTTP 404 Not Found"))
    }

    @Test func `a byte at a time is too slow`() throws {
        let failure = outcome([.send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"), .endless("x", every: 0.2)])
            .failure
        #expect(failure?.kind == .unreachable)
        #expect(try #require(failure).cause.contains("is too slow, "))
        #expect(try #require(failure).cause.contains("Less than 200 bytes/sec"))
    }

    @Test func `the whole transfer has a deadline, at whatever speed`() throws {
        let failure = outcome([
            .send("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"), .endless(letters(40), every: 0.1),
        ]) {
            $0.limits.transferSeconds = 1
        }.failure
        #expect(failure?.kind == .unreachable)
        #expect(try #require(failure).cause.contains("is too slow, "))
        #expect(try #require(failure).cause.contains("timed out after 1"))
    }

    @Test func `silence is no answer`() throws {
        let failure = outcome([.silence(5)]).failure
        #expect(failure?.kind == .unreachable)
        #expect(try #require(failure).cause.hasPrefix("timed out waiting for 127.0.0.1:"))
    }

    @Test(
        arguments: [
            (
                answer("Content-Length: 9", body: "hello"), ReadingFailure.Kind.unreadable,
                "the document is cut short: 5 of 9 bytes"
            ),
            (
                answer("Transfer-Encoding: chunked", body: "9\r\nhello"), .unreadable,
                "the document is cut short: 5 bytes"
            ),
            (
                answer("Transfer-Encoding: chunked", body: "5\r\nhello\r\n"), .unreadable,
                "the document is cut short: 5 bytes"
            ),
            (
                answer("Content-Length: 5", "Content-Length: 7", body: "hello"), .unreadable,
                "the answer has two different lengths, 5 and 7"
            ),
            (
                answer("Content-Length: 5, 7", body: "hello"), .unreadable,
                "the answer has two different lengths, 5 and 7"
            ),
            ([], .unreachable, " closed the connection without an answer"),
            ([.reset], .unreachable, "Connection reset by peer"),
            (
                [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"), .silence(0.2), .reset], .unreachable,
                // libcurl's own words for it differ from run to run.
                " broke: "
            ),
            ([.send("ICY 200 OK\r\n\r\nhello")], .unreadable, "did not answer with HTTP"),
            (answer("Transfer-Encoding: chunked", body: "zz\r\nhello"), .unreachable, "chunk"),
        ] as [([ServerStep], ReadingFailure.Kind, String)])
    func `a broken answer is told by its fault`(_ script: [ServerStep], _ kind: ReadingFailure.Kind, _ words: String) {
        let failure = outcome(script).failure
        #expect(failure?.kind == kind, "\(failure?.cause ?? "no failure")")
        #expect(failure?.cause.contains(words) == true, "\(failure?.cause ?? "no failure")")
    }

    @Test(arguments: ["200 OK", "304 Not Modified"])
    func `an answer cut anywhere is no answer`(_ status: String) {
        let whole = Array("HTTP/1.1 \(status)\r\nETag: \"a\"\r\nContent-Length: 5\r\n\r\nhello".utf8)
        let end = status.hasPrefix("3") ? whole.count - 5 : whole.count
        for length in 0..<end {
            let answer = outcome([.bytes(Array(whole.prefix(length)))])
            #expect(answer.failure != nil, "cut after \(length) bytes")
        }
        #expect(outcome([.bytes(Array(whole.prefix(end)))]).failure == nil)
    }

    @Test func `the same length twice is one length`() {
        #expect(outcome(answer("Content-Length: 5", "Content-Length: 5", body: "hello")).document?.bytes.count == 5)
    }

    @Test func `an HTTP 1.0 body ends where the connection does`() {
        #expect(outcome([.send("HTTP/1.0 200 OK\r\n\r\nhello")]).document?.bytes.count == 5)
    }

    @Test(arguments: [60_000, 66_000, 200_000, 4_000_000])
    func `a header has a limit, as a line and as a whole`(_ length: Int) {
        let line = outcome(answer("X-Long: \(letters(length))", "Content-Length: 5", body: "hello"))
        let fields = String(repeating: "X-Many: \(letters(90))\r\n", count: length / 100)
        let many = outcome([.send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 5\r\n\r\nhello")])
        for answer in [line, many] {
            if length < 64 << 10 {
                #expect(answer.document?.bytes.count == 5)
            } else {
                #expect(answer.failure == HTTPTransfer.headerTooLarge)
            }
        }
    }

    @Test func `a header ends at the limit also where it never gets to the answer`() {
        let hints = outcome([.endless("HTTP/1.1 103 Early Hints\r\nLink: </\(letters(900))>\r\n\r\n", every: 0)])
        #expect(hints.failure == HTTPTransfer.headerTooLarge)
    }

    @Test func `a status line among the fields is none`() {
        let answer = outcome(answer("HTTP/1.1: 304 Not Modified", "Content-Length: 5", body: "hello"))
        #expect(answer.document?.bytes.count == 5)
    }

    @Test func `a server that is not there refuses`() {
        let port = LoopbackPort()
        #expect(outcome(of: asking(port.url)).failure?.cause == "127.0.0.1:\(port.number) refused the connection")
    }

    @Test(arguments: [
        ("http://host.invalid/", ReadingFailure.Kind.unreachable, "the name cannot be resolved (DNS)"),
        ("gopher://127.0.0.1/", .reader, "gopher://127.0.0.1/ is not an http, https or file URL"),
        ("http://", .reader, "this is not an http or https URL"),
        ("http://user:secret@127.0.0.1/", .reader, "URLs with a user name are not fetched"),
    ])
    func `a URL that leads nowhere is told by its fault`(_ url: String, _ kind: ReadingFailure.Kind, _ words: String) {
        let failure = outcome(of: asking(url)).failure
        #expect(failure?.kind == kind)
        #expect(failure?.cause.hasPrefix(words) == true, "\(failure?.cause ?? "no failure")")
    }

    @Test func `progress is told ten times a second at most, and at the end`() throws {
        let server = ScriptedServer([
            .send("HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n"), .send(letters(300)), .silence(0.3),
            .send(letters(200)),
            .silence(0.02), .send(letters(100)),
        ])
        defer { server.stop() }
        var reports: [Int] = []
        _ = try fetch(asking(server.url), trust: Trust(), now: testTime) { received, expected in
            #expect(expected == 600)
            reports.append(received)
        }
        #expect(reports == [300, 500, 600])
    }
}
