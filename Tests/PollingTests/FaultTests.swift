// Servers that fail or break the rules: the state records only the failure. Whole stack.

import Foundation
import Processes
import TestKit
import Testing

@Suite struct FaultTests {
    let source: PolledSource

    init() throws {
        source = try PolledSource()
        try source.poll(found(edition("pending"), "ETag: \"first\""))
    }

    @Test(arguments: [
        ("404 Not Found", "HTTP 404 Not Found"), ("410 Gone", "HTTP 410 Gone"),
        ("500 Internal Server Error", "HTTP 500 Internal Server Error"),
        ("503 Service Unavailable", "HTTP 503 Service Unavailable"), ("401 Unauthorized", "HTTP 401 Unauthorized"),
    ])
    func `a failing server is told once, backed off from, and changes nothing`(_ status: String, _ cause: String) throws
    {
        let before = source.store.state
        let polls = try (1...6).map { _ in try source.poll(answer(status)) }
        #expect(polls.map(\.cause) == Array(repeating: cause, count: 6))
        #expect(polls.map(\.wait) == [7_200, 14_400, 28_800, 57_600, 86_400, 86_400])
        #expect(polls.flatMap(\.brief) == ["failing -:  > "])
        #expect(polls[2].brief == ["failing -:  > "])
        #expect(source.store.state.batches == before.batches)
        #expect(source.store.state.document == before.document)
        #expect(source.sent("If-None-Match") == "\"first\"")
        #expect(try source.poll(answer("304 Not Modified")).brief == ["recovered -:  > "])
    }

    /// The reader has the machine's clock for what a date means.
    private static func date(in seconds: Double) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: Date().addingTimeInterval(seconds))
    }

    @Test(
        arguments: ["429 Too Many Requests", "503 Service Unavailable"],
        [
            ("3600", 3_600...3_600), ("in an hour", 3_500...3_600),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400...86_400),
            ("999999999999", 86_400...86_400),
            ("90", 90...90), ("0", 60...60), ("-3600", 120...120),
            ("soon", 120...120), (date(in: -3_600), 120...120),
        ] as [(String, ClosedRange<Double>)])
    func `Retry-After is honoured from a minute to a day, and ignored where it is none`(
        _ status: String, _ field: (value: String, wait: ClosedRange<Double>)
    ) throws {
        source.config.interval = 60
        let value = field.value == "in an hour" ? Self.date(in: 3_600) : field.value
        let result = try source.poll(answer(status, "Retry-After: \(value)"))
        #expect(result.cause == "HTTP " + status)
        #expect(field.wait.contains(result.wait), "\(field.value): \(result.wait)")
    }

    @Test(
        arguments: [
            (["Content-Length: 9999"], "the document is cut short: "),
            (
                ["Content-Encoding: gzip", "Content-Length: 2"],
                "the content coding gzip of the answer is damaged"
            ),
            (["Content-Length: 2", "Content-Length: 3"], "the answer has two different lengths, 2 and 3"),
            (["Transfer-Encoding: chunked", "", "9999\r\n%PDF-1.4"], "the document is cut short: "),
            (["Transfer-Encoding: chunked", "", "zz\r\n%PDF-1.4"], "the connection to 127.0.0.1:"),
            (["Location: /other"], "the document is text (CSV), and no row of its 1 table matches"),
        ] as [([String], String)])
    func `a broken answer leaves the state as it was`(_ fields: [String], _ cause: String) throws {
        let before = source.store.state
        let result = try source.poll([.send("HTTP/1.1 200 OK\r\n\(fields.joined(separator: "\r\n"))\r\n\r\nno")])
        #expect(result.cause?.hasPrefix(cause) == true, "\(result.outcome)")
        #expect(result.events.isEmpty)
        #expect(source.store.state.batches == before.batches)
        #expect(source.store.state.document == before.document)
        #expect(try source.poll(answer("304 Not Modified")).outcome == .unchanged)
    }

    @Test(arguments: [0.1, 0.3, 0.6, 0.9])
    func `a body without a length that is cut is a damaged document, and held or refused`(_ part: Double) throws {
        let list = edition("visa issued", others: 20)
        let cut = String(list.utf8.prefix(Int(Double(list.utf8.count) * part))) ?? ""
        let result = try source.poll([.send("HTTP/1.0 200 OK\r\nETag: \"cut\"\r\n\r\n" + cut)])
        #expect(result.heldBecause != nil || result.cause != nil, "\(result.outcome)")
        #expect(!result.brief.contains { $0.contains(mine) })
        #expect(source.store.state.document?.validators?.etag == "\"first\"")
        #expect(try source.poll(found(list)).brief.contains("changed \(mine): pending > visa issued"))
    }

    @Test func `the end of a body without a length that is cut in its last object is held as damaged`() throws {
        let list = edition("visa issued")
        let end = try #require(list.range(of: "endstream"))
        let result = try source.poll([.send("HTTP/1.0 200 OK\r\n\r\n" + list[..<end.lowerBound])])
        #expect(result.heldBecause != nil, "\(result.outcome)")
        #expect(result.brief == ["suspect -:  > "])
    }

    @Test func `a redirection to nowhere leaves the state as it was`() throws {
        let before = source.store.state
        for (location, cause) in [
            ("/list.pdf", "redirected more than 5 times, possibly in a loop"), ("", "HTTP 302 Found"),
            ("file:///etc/passwd", "redirected to a file: URL, which is not followed"),
        ] {
            #expect(try source.poll(answer("302 Found", "Location: \(location)")).cause == cause)
        }
        #expect(source.store.state.document == before.document)
    }
}
