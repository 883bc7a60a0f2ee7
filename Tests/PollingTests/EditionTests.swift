// Changes of the list by its publisher, and of the configuration by its user: which are reported, and which are not.
// Whole stack.

import Foundation
import Reading
import Rows
import TestKit
import Testing

@testable import Configuration
@testable import Watch

private let friend = "20110000003"

@Suite struct EditionTests {
    let source: PolledSource

    init() throws {
        source = try PolledSource()
        try source.poll(found(edition("pending"), "ETag: \"a\""))
    }

    @Test(arguments: ["another order", "another version", "more bytes"])
    func `rows in another order and another export of them bring no event`(_ how: String) throws {
        let rows = (0..<8).map { ["2011000000\($0)", "pending", "01-May-12"] } + [[mine, "pending", "01-Jun-12"]]
        let list =
            switch how {
            case "another order": pdf(rows.reversed())
            case "another version": pdf(rows).replacing("%PDF-1.4", with: "%PDF-1.7")
            default: pdf(rows) + "% again\n"
            }
        let result = try source.poll(found(list, "ETag: \"b\""))
        #expect(result.outcome == .read(rowCount: 9))
        #expect(result.events.isEmpty)
        #expect(source.store.state.document?.validators?.etag == "\"b\"")
    }

    @Test func `two rows of one batch are told in whatever order they stand only once`() throws {
        let others = (0..<8).map { ["2011000000\($0)", "pending", "01-May-12"] }
        let two = [[mine, "pending", "01-Jun-12"], [mine, "visa issued", "02-Jun-12"]]
        #expect(try source.poll(found(pdf(others + two))).brief == ["changed \(mine): pending > pending+visa issued"])
        #expect(try source.poll(found(pdf(two.reversed() + others))).events.isEmpty)
    }

    @Test func `of an updated document the last revision counts`() throws {
        let others = (0..<8).map { ["2011000000\($0)", "pending", "01-May-12"] }
        source.config.disappearedAfter = 0
        let first = pdf(others + [[mine, "pending", "01-Jun-12"]])
        let changed = first.updated(with: pdf(others + [[mine, "visa issued", "02-Jun-12"]]))
        #expect(try source.poll(found(changed)).brief == ["changed \(mine): pending > visa issued"])
        let deleted = changed.updated(with: pdf(others))
        #expect(try source.poll(found(deleted)).brief == ["disappeared \(mine): visa issued > "])
    }

    @Test func `a batch watched while the server says 304 is answered from the kept document`() throws {
        source.config.watched.append(WatchedBatch(pattern: try KeyMask(friend), label: "Friend"))
        let polls = source.server.requests.count
        let tools = PollTools(
            reader: Workers(fetcher: builtFetcher, reader: builtReader),
            cache: try DocumentCache(source.path + "/cache"))
        let result = try visit(source.config, source.store, isDue: false, tellingTo: [.journal], with: tools)
        #expect(result.poll == nil)
        #expect(source.store.state.observed.contains(friend))
        #expect(source.server.requests.count == polls)
        #expect(try source.poll(answer("304 Not Modified")).outcome == .unchanged)
        #expect(source.sent("If-None-Match") == "\"a\"")
    }

    @Test(arguments: ["URL", "credentials"])
    func `another URL or user is a new baseline: asked without condition, told as first seen`(_ what: String) throws {
        if what == "URL" {
            source.config.url += "?other"
        } else {
            let secret = source.path + "/secret"
            try Data("s3cret\n".utf8).write(to: URL(fileURLWithPath: secret))
            chmod(secret, 0o600)
            source.config.auth = AuthConfig(scheme: .bearer, secret: .file(secret))
        }
        let other = pdf((0..<8).map { ["2011000000\($0)", "pending", "01-May-12"] })
        let result = try source.poll(found(other, "ETag: \"b\""))
        #expect(!source.isConditional)
        #expect(result.brief == ["observed \(mine):  > "])
        #expect(source.store.state.batches[mine] == nil)
        try source.poll(answer("304 Not Modified"))
        #expect(source.sent("If-None-Match") == "\"b\"")
        #expect((source.sent("Authorization") != nil) == (what == "credentials"))
    }

    @Test func `a renewed secret is no other list`() throws {
        let secret = source.path + "/secret"
        source.config.auth = AuthConfig(scheme: .bearer, secret: .file(secret))
        for (text, script) in [("one", found(edition("pending"), "ETag: \"b\"")), ("two", answer("304 Not Modified"))] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: secret))
            chmod(secret, 0o600)
            _ = try source.poll(script)
            #expect(source.sent("Authorization") == "Bearer \(text)")
        }
        #expect(source.sent("If-None-Match") == "\"b\"")
    }
}

extension String {
    /// This document with its content replaced by that of another of the same form, as an incremental update (ISO
    /// 32000-1 7.5.6).
    fileprivate func updated(with other: String) -> String {
        guard let begin = other.range(of: "4 0 obj\n"),
            let end = other.range(of: "endobj\n", range: begin.upperBound..<other.endIndex),
            let before = range(of: "startxref\n", options: .backwards),
            let previous = Int(self[before.upperBound...].prefix { $0.isNumber })
        else { return "" }
        let object = other[begin.lowerBound..<end.upperBound]
        let place = String(String(10_000_000_000 + utf8.count).dropFirst())
        let table = "xref\n4 1\n\(place) 00000 n \ntrailer << /Size 6 /Root 1 0 R /Prev \(previous) >>\n"
        return self + object + table + "startxref\n\(utf8.count + object.utf8.count)\n%%EOF\n"
    }
}
