// A list in a part of a web page that is hidden until a script shows it: found by the net, named by a failed poll and by
// `try`, and read with `visible = "all"`.

import Foundation
import Reading
import Rows
import TestKit
import Testing
import Text

@testable import batchwatch_reader

private let rows = """
    <tr><th>Number</th><th>Status</th><th>Date</th></tr>
    <tr><td>20121456171</td><td>approved</td><td>02-Jun-12</td></tr>
    <tr><td>20121456172</td><td>pending</td><td>03-Jun-12</td></tr>
    """

@Suite struct `A hidden list` {
    static let ways = [
        "<div style='display:none'><table>\(rows)</table></div>", "<table hidden>\(rows)</table>",
        "<template><table>\(rows)</table></template>",
        "<style>.tab{display:none}</style><div class=tab><table>\(rows)</table></div>",
        "<table style='visibility:hidden'>\(rows)</table>", "<dialog><table>\(rows)</table></dialog>",
        "<div class='d-none'><table>\(rows)</table></div>",
    ]

    private func request(_ watched: String = "20121456171") -> ParseRequest {
        var request = ParseRequest(key: "2[0-8]#########", columns: ["batch", "status", "date"])
        request.watched = [watched]
        return request
    }

    private func read(_ page: String, _ request: ParseRequest) throws(ReadingFailure) -> Reading {
        let opened = try OpenedDocument(Array("<!DOCTYPE html><body>\(page)</body>".utf8), request: request)
        var table: EditionTable?
        var tables: TableDocument?
        return try reading(of: opened, request: request, table: &table, &tables)
    }

    @Test(arguments: ways) func `is named by the failure of a poll, and read if the source says so`(page: String) throws
    {
        let failure = #expect(throws: ReadingFailure.self) { try read(page, request()) }
        #expect(
            failure?.cause.contains("hidden until a script shows it has 2 rows: visible = \"all\" reads it") == true)
        var all = request()
        all.showsHidden = true
        let reading = try read(page, all)
        #expect(reading.rows.map(\.update.status) == ["approved"])
        #expect(reading.rowCount == 2 && reading.doubts.isEmpty && reading.mentions.isEmpty)
    }

    @Test(arguments: ways) func `is no silence beside a list that is shown`(page: String) throws {
        let shown = "<table>\(rows.replacingOccurrences(of: "20121456171", with: "20121456179"))</table>"
        let reading = try read(shown + page, request())
        #expect(reading.rows.isEmpty)
        #expect(reading.mentions.map(\.batch) == ["20121456171"])
    }

    @Test(arguments: ways) func `is proposed by try`(page: String) throws {
        var request = request()
        (request.key, request.columns, request.inspects) = ("", [], true)
        let found = try inspect(Array("<!DOCTYPE html><body>\(page)</body>".utf8), request: request)
        #expect(found.proposal?.showsHidden == true)
        #expect(found.watched.map(\.update.status) == ["approved"])
        #expect(found.proposal?.notes.last?.contains("visible = \"all\" reads it") == true)
    }

    @Test func `a list that is shown is read as ever`() throws {
        var request = request()
        (request.key, request.columns, request.inspects) = ("", [], true)
        let found = try inspect(Array("<!DOCTYPE html><body><table>\(rows)</table></body>".utf8), request: request)
        #expect(found.proposal?.showsHidden == nil && found.proposal != nil)
    }
}
