// A list that its office has emptied has the same result in all formats: held, and accepted manually or after a day.
// Whole stack.

import Foundation
import TestKit
import Testing

@testable import Configuration
@testable import Rows
@testable import Watch

/// A list of eight others and ours, and the same without rows.
private struct Emptied: Sendable, CustomTestStringConvertible {
    var name: String
    var full: String
    var empty: String
    var columns: [String] = ["batch", "status", "date"]
    var record: String?
    var headings: ColumnHeadings?
    var testDescription: String { name }
}

private let numbers = (0..<8).map { "\(20_110_000_000 + $0)" } + [mine]

private let lists: [Emptied] = [
    Emptied(
        name: "CSV", full: "Batch,Status,Date\n" + numbers.map { "\($0),pending,01-Jun-12\n" }.joined(),
        empty: "Batch,Status,Date\n"),
    Emptied(
        name: "HTML", full: page(numbers.map { "<tr><td>\($0)<td>pending<td>01-Jun-12" }.joined()), empty: page("")),
    Emptied(
        name: "JSON array",
        full: "[" + numbers.map { "[\"\($0)\",\"pending\",\"01-Jun-12\"]" }.joined(separator: ",") + "]", empty: "[]"),
    Emptied(
        name: "JSON object",
        full: "{\"cases\":[" + numbers.map { "[\"\($0)\",\"pending\",\"01-Jun-12\"]" }.joined(separator: ",") + "]}",
        empty: "{\"cases\":[],\"total\":0}"),
    Emptied(
        name: "JSON record",
        full: "{\"data\":{\"cases\":["
            + numbers.map { "{\"n\":\"\($0)\",\"s\":\"pending\",\"d\":\"01-Jun-12\"}" }.joined(separator: ",") + "]}}",
        empty: "{\"data\":{\"cases\":[]}}", record: "data.cases"),
    Emptied(
        name: "feed",
        full: feed(numbers.map { "<item><title>\($0)</title><description>pending</description></item>" }.joined()),
        empty: feed(""), columns: ["batch", "status"]),
    Emptied(
        name: "XML",
        full: "<cases>" + numbers.map { "<case><n>\($0)</n><s>pending</s><d>01-Jun-12</d></case>" }.joined()
            + "</cases>",
        empty: "<cases/>", record: "case"),
    Emptied(
        name: "CSV by headings", full: "No,State,Day\n" + numbers.map { "\($0),pending,01-Jun-12\n" }.joined(),
        empty: "No,State,Day\n", headings: ColumnHeadings(batch: "No", status: "State", date: "Day")),
    Emptied(
        name: "JSON by headings",
        full: "["
            + numbers.map { "{\"no\":\"\($0)\",\"state\":\"pending\",\"day\":\"01-Jun-12\"}" }.joined(separator: ",")
            + "]", empty: "[]", headings: ColumnHeadings(batch: "no", status: "state", date: "day")),
    Emptied(
        name: "PDF", full: pdf(numbers.map { [$0, "pending", "01-Jun-12"] }), empty: pdf([["Nothing", "at", "all"]])),
]

private func page(_ rows: String) -> String {
    "<!DOCTYPE html><html><body><h1>Cases</h1><table><tr><th>Batch<th>Status<th>Date\(rows)</table></body></html>"
}

private func feed(_ items: String) -> String {
    "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Cases</title>\(items)</channel></rss>"
}

@Suite struct `A list that was emptied` {
    private func source(_ list: Emptied) throws -> PolledSource {
        let source = try PolledSource()
        source.config.layout = try TableLayout(
            key: .london, columns: list.columns.map { try #require(Column(rawValue: $0)) })
        if let headings = list.headings { source.config.layout = TableLayout(key: .london, headings: headings) }
        source.config.record = list.record
        source.config.disappearedAfter = 0
        #expect(try source.poll(found(list.full)).brief == ["observed \(mine):  > pending"])
        return source
    }

    @Test(arguments: lists) private func `is held, and accepted by hand`(_ list: Emptied) throws {
        let source = try source(list)
        let held = try source.poll(found(list.empty))
        #expect(held.brief == ["suspect -:  > "], "\(held)")
        #expect(source.store.state.batches[mine] != nil)
        let result = try acceptHeld(source.config, source.store, tellingTo: [.journal], with: source.tools)
        #expect(result.brief == ["recovered -:  > ", "disappeared \(mine): pending > "], "\(result)")
    }

    @Test(arguments: lists) private func `is accepted once it has come three times over a day`(_ list: Emptied) throws {
        let source = try source(list)
        #expect(try source.poll(found(list.empty)).brief == ["suspect -:  > "])
        source.wait(86_400)
        #expect(try source.poll(found(list.empty)).brief == [])
        #expect(try source.poll(found(list.empty)).brief == ["recovered -:  > ", "disappeared \(mine): pending > "])
    }

    @Test(arguments: lists) private func `is not filled again by an old copy`(_ list: Emptied) throws {
        let source = try source(list)
        let (old, new) = (
            "Last-Modified: Mon, 01 Jun 2026 00:00:00 GMT", "Last-Modified: Mon, 08 Jun 2026 00:00:00 GMT"
        )
        try source.poll(found(list.full, old))
        try source.poll(found(list.empty, new))
        _ = try acceptHeld(source.config, source.store, tellingTo: [.journal], with: source.tools)
        #expect(source.store.state.batches[mine] == nil)
        try source.poll(found(list.empty, new))
        #expect(try source.poll(found(list.full, old)).brief == ["suspect -:  > "])
        #expect(source.store.state.batches[mine] == nil)
    }

    @Test(arguments: [
        "{\"error\":\"rate limit\",\"data\":[]}", "{\"message\":\"no such case\"}", "Not Found\n",
        "<Error><Code>AccessDenied</Code></Error>",
        "<!DOCTYPE html><html><body><h1>Log in</h1><table><tr><td>Name<td></table></body></html>",
    ]) func `is not what an error in its place looks like`(_ document: String) throws {
        let source = try source(lists[0])
        guard case .failed = try source.poll(found(document)).outcome else {
            Issue.record("\(document)")
            return
        }
    }
}
