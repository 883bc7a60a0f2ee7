// Validators from the answer into the state and back to the server, with correct servers and others (RFC 9110 13).
// Whole stack.

import Foundation
import Processes
import Reading
import Rows
import TestKit
import Testing

@testable import Storage

private let notModified = "304 Not Modified"

@Suite struct ConditionTests {
    let source: PolledSource

    init() throws {
        source = try PolledSource()
    }

    @Test(arguments: [
        "\"abc\"", "W/\"abc\"", "\"abc-gzip\"", "W/\"abc-gzip\"", "unquoted", "\"a\\b/c\"", "\"\u{E9}\"",
        "\"" + String(repeating: "x", count: 8_190) + "\"",
    ])
    func `an ETag goes through the state file and back byte for byte`(_ etag: String) throws {
        try source.poll(found(edition("pending"), "ETag: \(etag)"))
        try source.restart()
        #expect(try source.poll(answer(notModified, "ETag: \(etag)")).outcome == .unchanged)
        #expect(source.sent("If-None-Match").map { Array($0.utf8) } == Array(etag.utf8))
        try source.poll(answer(notModified))
        #expect(source.isConditional)
    }

    @Test(arguments: [
        ["ETag: \"a\"", "ETag: \"b\""], ["ETag: \"a\"", "ETag: \"a\""], ["ETag: \"\u{1}\""], ["ETag: \"a\u{1B}[31m\""],
        ["ETag: \"" + String(repeating: "x", count: 8_191) + "\""], ["ETag:"],
        ["Last-Modified: Fri, 31 Dec 2100 00:00:00 GMT"], ["Last-Modified: Tue, 19 Jan 2038 03:14:07 GMT"],
        ["Last-Modified: yesterday"], ["Last-Modified: 2026-01-01T00:00:00Z"], ["Last-Modified: 0"],
    ])
    func `what cannot go back is not kept, and the next request has no condition`(_ fields: [String]) throws {
        let list = edition("pending")
        let script: [ServerStep] = [
            .send(
                (["HTTP/1.1 200 OK", "Content-Length: \(list.utf8.count)"] + fields).joined(separator: "\r\n")
                    + "\r\n\r\n" + list)
        ]
        #expect(try source.poll(script).outcome == .read(rowCount: 9))
        #expect(try source.poll(script).outcome == .unchanged)
        #expect(!source.isConditional)
    }

    @Test func `the same bytes with a new ETag each time bring no event, and the newest goes back`() throws {
        try source.poll(found(edition("pending"), "ETag: \"0\""))
        for number in 1...4 {
            let result = try source.poll(found(edition("pending"), "ETag: \"\(number)\""))
            #expect(result.outcome == .unchanged)
            #expect(result.events.isEmpty)
            #expect(source.sent("If-None-Match") == "\"\(number - 1)\"")
        }
        try source.restart()
        try source.poll(answer(notModified))
        #expect(source.sent("If-None-Match") == "\"4\"")
    }

    @Test func `other bytes under the same ETag are an edition`() throws {
        try source.poll(found(edition("pending"), "ETag: \"same\""))
        let result = try source.poll(found(edition("visa issued"), "ETag: \"same\""))
        #expect(result.brief == ["changed \(mine): pending > visa issued"])
    }

    @Test func `a replacement with an older date is an edition`() throws {
        try source.poll(found(edition("pending"), "Last-Modified: Sat, 01 Nov 2025 00:00:00 GMT"))
        let result = try source.poll(found(edition("refused"), "Last-Modified: Wed, 01 Jan 2020 00:00:00 GMT"))
        #expect(result.brief == ["changed \(mine): pending > refused"])
        try source.poll(answer(notModified))
        #expect(source.sent("If-Modified-Since") == "Wed, 01 Jan 2020 00:00:00 GMT")
    }

    @Test func `a 304 with another ETag is doubted, and asked for again at once without a condition`() throws {
        try source.poll(found(edition("pending"), "ETag: \"a\""))
        let odd = answer(notModified, "ETag: \"b\"")
        let result = try source.poll(odd, found(edition("visa issued"), "ETag: \"b\""))
        #expect(!source.isConditional)
        #expect(result.brief == ["changed \(mine): pending > visa issued"])
        #expect(try source.poll(answer(notModified, "ETag: \"c\""), odd).cause?.hasPrefix("HTTP 304") == true)
        #expect(try source.poll(answer(notModified, "ETag: \"b\"")).outcome == .unchanged)
        #expect(source.isConditional)
    }

    @Test func `a 304 that was not asked for is a failure, and the next request has no condition either`() throws {
        #expect(try source.poll(answer(notModified)).cause?.hasPrefix("HTTP 304 Not Modified") == true)
        #expect(try source.poll(found(edition("pending"))).brief == ["observed \(mine):  > pending"])
        #expect(!source.isConditional)
        // Without validators of its own no 304 can be meant.
        #expect(try source.poll(answer(notModified)).cause?.hasPrefix("HTTP 304 Not Modified") == true)
        #expect(!source.isConditional)
    }

    @Test func `a server that says 304 for ever is found out after seven days`() throws {
        try source.poll(found(edition("pending"), "ETag: \"a\""))
        let begin = source.now
        var wait = 3_600.0
        while source.now.timeIntervalSince(begin) < 10 * 86_400 {
            // Whoever asks on condition gets a 304, though the list is another.
            let result = try source.poll(answer(notModified, "ETag: \"a\""), after: wait)
            if !source.isConditional { break }
            #expect(result.outcome == .unchanged)
            wait = 43_200
        }
        let found = try source.poll(Published.other, after: 0)
        #expect(!source.isConditional)
        #expect(found.brief.contains("changed \(mine): pending > visa issued"))
        #expect(source.now.timeIntervalSince(begin) >= 7 * 86_400 - 43_200)
        #expect(source.now.timeIntervalSince(begin) <= 7 * 86_400 + 43_200)
    }

    @Test func `a crash between download and save: fetched again on the old condition, with the same events`() throws {
        try source.poll(found(edition("pending"), "ETag: \"a\""))
        let new = found(edition("visa issued"), "ETag: \"b\"")
        let state = source.path + "/state"
        move(state, to: "moved")
        #expect(throws: StateError.self) { try source.poll(new) }
        move("\(state).moved", to: nil)
        try source.restart()
        let result = try source.poll(new)
        #expect(source.sent("If-None-Match") == "\"a\"")
        #expect(result.brief == ["changed \(mine): pending > visa issued"])
        #expect(result.events.map(\.id) == ["u-2"])
        try source.poll(answer(notModified))
        #expect(source.sent("If-None-Match") == "\"b\"")
    }

    /// Takes the state directory away, or puts it back: a save in between fails.
    private func move(_ path: String, to suffix: String?) {
        let target = suffix.map { "\(path).\($0)" } ?? String(path.dropLast(".moved".count))
        #expect(rename(path, target) == 0)
    }
}

/// What the publisher has by now.
private enum Published {
    static let other = found(edition("visa issued"), "ETag: \"c\"")
}
