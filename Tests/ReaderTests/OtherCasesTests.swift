// Pages of a single case that name another case.

import Reading
import Rows
import TestKit
import Testing

@testable import batchwatch_reader

private let (own, other) = ("66357342", "66357343")

/// What the reader says of the page of `own`.
///
/// - Parameter heading: the column that names the case; nil if the source has none.
private func reading(_ text: String, heading: String? = nil) throws -> Reading {
    var request = ParseRequest(key: "########", columns: [])
    request.headings = ColumnHeadings(batch: heading, status: "Status", date: nil)
    request.onlyBatch = own
    request.watched = [own]
    var printed: [UInt8] = []
    let answer = try reply(to: request, about: Array(text.utf8), before: { _ in [] }, text: &printed)
    guard case .document(let reading, _) = answer else { throw ReadingFailure(.reader, "\(answer)") }
    return reading
}

@Suite("A page of a case that names another one") struct OtherCasesTests {
    private static func pages(of batch: String) -> [String] {
        [
            "<table><tr><th>Case<th>Status<tr><td>\(batch)<td>Refused</table>",
            "<dl><dt>Case number<dd>\(batch)<dt>Status<dd>Refused</dl>",
            "<p>Case number: \(batch)</p><p>Status: Refused</p>",
            "<h1>Status of case \(batch)</h1><p>Status: Refused</p>",
        ].map { "<!DOCTYPE html><html><body>\($0)</body></html>" } + [
            #"{"case": "\#(batch)", "Status": "Refused"}"#, #"{"case": \#(batch), "Status": "Refused"}"#,
            "Case,Status\n\(batch),Refused\n",
        ]
    }

    @Test(arguments: pages(of: other))
    func `is doubted`(text: String) throws {
        let found = try reading(text)
        #expect(found.rows.map(\.update.status) == ["Refused"])
        let doubts = [Doubt(page: 1, word: other, rule: .unreadKey, batches: [own])]
        #expect(found.doubts.map { Doubt(page: 1, word: $0.word, rule: $0.rule, batches: $0.batches) } == doubts)
    }

    @Test(
        arguments: pages(of: own) + [
            "<html><p>Status: Refused</p><p>Telephone 020 7243 4560</p></html>",
            "<html><p>Case 66357342, once 66357343</p><p>Status: Refused</p></html>",
        ])
    func `is certain if it names its own, or none`(text: String) throws {
        let found = try reading(text)
        #expect(found.rows.map(\.update.status) == ["Refused"] && found.doubts.isEmpty, "\(found.doubts)")
    }

    @Test func `is doubted if rows of both are one case's`() throws {
        let table =
            "<html><table><tr><th>Case<th>Status<tr><td>\(own)<td>Issued<tr><td>\(other)<td>Refused</table></html>"
        #expect(try reading(table).doubts.map(\.batches) == [[own]])
        let named = try reading(table, heading: "Case")
        #expect(named.rows.map(\.update.status) == ["Issued"] && named.doubts.isEmpty)
        let twice = try reading(
            "<html><table><tr><th>Case<th>Status<tr><td>\(own)<td>Sent<tr><td>\(own)<td>Issued<tr><td>\(other)<td>Refused"
                + "</table></html>", heading: "Case")
        #expect(twice.rows.map(\.update.status) == ["Sent", "Issued"] && twice.doubts.isEmpty)
    }

    @Test func `does not say that its own is not listed`() throws {
        let table = "<html><table><tr><th>Case<th>Status<tr><td>\(other)<td>Refused</table></html>"
        let found = try reading(table, heading: "Case")
        #expect(found.rows.isEmpty && found.doubts.map(\.batches) == [[own]])
    }
}
