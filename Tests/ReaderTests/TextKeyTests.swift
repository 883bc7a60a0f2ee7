// Documents with names as keys, from their bytes to rows, doubts and mentions.

import Reading
import Rows
import TestKit
import Testing

@testable import batchwatch_reader

/// What the reader says of a PDF of these rows below headings.
private func reading(
    _ rows: [[String]], watched: String, _ change: (inout ParseRequest) -> Void = { _ in }
) throws -> Reading {
    var request = ParseRequest(key: "*", columns: [])
    request.headings = ColumnHeadings(batch: "Name", status: "Status", date: "Date")
    request.watched = [watched]
    change(&request)
    var printed: [UInt8] = []
    let document = pdf([["Name", "Status", "Date"]] + rows)
    let answer = try reply(to: request, about: Array(document.utf8), before: { _ in [] }, text: &printed)
    guard case .document(let reading, _) = answer else { throw ReadingFailure(.reader, "\(answer)") }
    return reading
}

private let rows = [
    ["Abbott, Ann", "issued", "14-Jun-12"], ["Smith-Jones, Bob", "refused", "15-Jun-12"],
    ["Zimmer, Zoe", "issued", "16-Jun-12"],
]

struct TextKeyTests {
    @Test func `a name has its row, by heading and by place`() throws {
        for columns in [nil, ["batch", "status", "date"]] as [[String]?] {
            let found = try reading(rows, watched: "SMITH-JONES, Bob") { request in
                if let columns { (request.headings, request.columns) = (nil, columns) }
            }
            #expect(found.rows.map(\.batch) == ["SMITH-JONES, Bob"])
            #expect(found.rows.first?.update == Update(status: "refused", date: "15-Jun-12"))
            #expect(found.rowCount == 3 && found.doubts.isEmpty && found.mentions.isEmpty)
        }
    }

    @Test func `a name over two lines without a row is in doubt`() throws {
        let found = try reading(
            [rows[0], ["Smith-", "refused", "15-Jun-12"], ["Jones, Bob"], rows[2]], watched: "Smith-Jones, Bob")
        #expect(found.rows.isEmpty)
        #expect(found.doubts.map(\.rule) == [.unclearKey])
        #expect(found.doubts.first?.batches == ["Smith-Jones, Bob"])
    }
}
