// The proposals for lists with several forms of keys or keys in longer cells, in every format, and the rows of a poll
// with them.

import Reading
import Rows
import TestKit
import Testing

@testable import batchwatch_reader

private let statuses = ["Issued", "Pending", "Refused"]

/// Rows with these keys, below headings.
private func rows(_ keys: [String]) -> [[String]] {
    [["Permit #", "Status", "Updated"]]
        + keys.enumerated().map { [$1, statuses[$0 % 3], "2026-11-\(10 + $0 % 20)"] }
}

/// A list in each of the formats.
private func documents(_ keys: [String]) -> [(name: String, text: String)] {
    let rows = rows(keys)
    let items = rows.dropFirst().map { "{\"permit\":\"\($0[0])\",\"status\":\"\($0[1])\",\"updated\":\"\($0[2])\"}" }
    return [
        ("PDF", pdf(rows)),
        ("CSV", rows.map { $0.map { "\"\($0)\"" }.joined(separator: ",") }.joined(separator: "\n")),
        ("HTML", "<table>" + rows.map { "<tr><td>" + $0.joined(separator: "<td>") }.joined() + "</table>"),
        ("JSON", "[" + items.joined(separator: ",") + "]"),
    ]
}

private func inspected(_ text: String, for sought: String? = nil) throws -> Inspection {
    var request = ParseRequest(key: "", columns: [])
    request.inspects = true
    request.watched = sought.map { [$0] }
    return try inspect(Array(text.utf8), request: request)
}

private let usual = (0..<20).map { "B\(317_000 + $0 * 37)" }

@Suite struct `Keys of several kinds` {
    @Test(arguments: ["B317938M", "317938", "LPA 153/2026", "BLD-2026-00123", "606", "OLD/12"])
    func `have all their forms proposed`(key: String) throws {
        let keys = usual.prefix(9) + [key] + usual.dropFirst(9)
        for (name, text) in documents(Array(keys)) {
            for sought in [nil, key, usual[3]] {
                let found = try inspected(text, for: sought)
                let proposal = try #require(found.proposal, "\(name) \(sought ?? "-"): \(found.reason ?? "")")
                let mask = try KeyMask(proposal.key)
                #expect(keys.allSatisfy { mask.matches($0) }, "\(name) \(sought ?? "-"): \(mask)")
                #expect(proposal.rowCount == 21, "\(name) \(sought ?? "-")")
                #expect(proposal.rowsOfMasks?.reduce(0, +) == 21)
                #expect(found.watched.map(\.batch) == (sought.map { [$0] } ?? []) && found.uncertainty == nil)
            }
        }
    }

    @Test func `are found in longer cells, and where several share one`() throws {
        let cells = (0..<20).map { "No. 23-\(100 + $0) (Smith)" } + ["23-340, 23-341"]
        for (name, text) in documents(cells) {
            for sought in ["23-104", "23-341"] {
                let found = try inspected(text, for: sought)
                #expect(found.proposal?.key == "##-###" && found.proposal?.keyIn == "text", "\(name)")
                #expect(found.watched.map(\.batch) == [sought] && found.uncertainty == nil, "\(name) \(sought)")
                #expect(found.proposal?.rowCount == 22, "\(name)")
            }
        }
    }

    @Test func `with an "A" are no masks`() throws {
        let keys = (0..<20).map { "BX-2026-0\(100 + $0)" }
        for (name, text) in documents(keys) {
            let other = try inspected(text, for: "AX-2026-0103")
            #expect(other.watched.isEmpty && other.mentions == nil, "\(name)")
            #expect(try inspected(text, for: keys[3]).watched.map(\.batch) == [keys[3]], "\(name)")
        }
    }

    @Test(arguments: [(["\u{2714}", ""], true), (["\u{2714}", "Issued"], false), (["7"], false), ([""], false)])
    func `have no status where a column has marks alone`(statuses: [String], areMarks: Bool) {
        let rows = statuses.map { Row(batch: "1", update: Update(status: $0, date: ""), page: 1) }
        let proposal = Proposal(key: "#", columns: [], found: ColumnHeadings(), rowCount: 0, samples: [])
        let reading = Reading(rows: rows, rowCount: rows.count, pageCount: 1, damage: [])
        #expect(TrialPoll.Result(proposal: proposal, reading: reading).hasMarksForStatuses == areMarks)
    }

    @Test func `in a sentence beside a list are no rows`() throws {
        let text =
            "Permit,Status,Updated\nNote: 23-555 was withdrawn,,\n"
            + (0..<20).map { "AB-\(1000 + $0),Issued,2026-11-\(10 + $0 % 20)\n" }.joined()
        let found = try inspected(text, for: "23-555")
        #expect(found.watched.isEmpty && found.proposal == nil && found.mentions?.isEmpty == false)
    }

    @Test func `that look like days are keys where a column has them`() throws {
        let keys = (0..<25).map { "26\(1000 + $0 * 7)" }
        for (name, text) in documents(keys) {
            let found = try inspected(text, for: keys[4])
            #expect(found.proposal?.key == "######" && found.proposal?.rowCount == 25, "\(name)")
            #expect(found.watched.map(\.batch) == [keys[4]], "\(name)")
        }
    }
}
