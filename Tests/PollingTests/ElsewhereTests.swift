// The next edition has a batch elsewhere: where the reader finds no row, or in another table. The daemon must not
// report that the batch is no longer listed. Whole stack.

import Foundation
import Rows
import TestKit
import Testing

@testable import Configuration
@testable import Watch

/// The batches of a list; the last three of them are watched.
private let numbers = (0..<20).map { "\(20_121_456_100 + $0)" }
private let late = Array(numbers.suffix(3))

/// An edition, and the next one, in which the late batches stand elsewhere.
private struct Move: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var after: String
    var headings: ColumnHeadings?
    var record: String?
}

private func rows(_ batches: ArraySlice<String>) -> [[String]] { batches.map { [$0, "pending", "01-Jun-12"] } }

private let head = ["Case", "Outcome", "Day"]
private let all = rows(numbers[...])
private let early = rows(numbers.prefix(17))

private func table(_ rows: [[String]], _ head: [String] = head) -> String {
    let cells = rows.map { "<tr>" + $0.map { "<td>\($0)</td>" }.joined() + "</tr>" }
    let names = head.isEmpty ? "" : "<tr>" + head.map { "<th>\($0)</th>" }.joined() + "</tr>"
    return "<table>\(names)\(cells.joined())</table>"
}

private func page(_ body: String) -> String { "<!DOCTYPE html><html><body>\(body)</body></html>" }

private func sheet(_ rows: [[String]]) -> String {
    "<table:table>"
        + rows.map { row in
            let cells = row.map { "<table:table-cell><text:p>\($0)</text:p></table:table-cell>" }
            return "<table:table-row>\(cells.joined())</table:table-row>"
        }.joined() + "</table:table>"
}

private func workbook(_ sheets: String...) -> String {
    "<?xml version='1.0'?><office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
        + "xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
        + "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' "
        + "office:mimetype='application/vnd.oasis.opendocument.spreadsheet'><office:body><office:spreadsheet>"
        + sheets.joined() + "</office:spreadsheet></office:body></office:document>"
}

private func json(open: ArraySlice<String>, decided: ArraySlice<String>) -> String {
    func array(_ batches: ArraySlice<String>) -> String {
        batches.map { #"{"Case":"\#($0)","Outcome":"pending","Day":"01-Jun-12"}"# }.joined(separator: ",")
    }
    return #"{"open":[\#(array(open))],"decided":[\#(array(decided))]}"#
}

/// A page with a grid round so many of its rows.
private func gridded(_ count: Int) -> String {
    let (top, left, right) = (714, 66, 470)
    var lines = (0...count).map { "\(left) \(top - 20 * $0) m \(right) \(top - 20 * $0) l S\n" }.joined()
    if count > 0 {
        lines += [left, 190, 390, right].map { "\($0) \(top) m \($0) \(top - 20 * count) l S\n" }.joined()
    }
    let texts = all.enumerated().map { number, cells in
        zip([72, 200, 400], cells).map { "1 0 0 1 \($0) \(700 - 20 * number) Tm (\($1)) Tj\n" }.joined()
    }
    let content = (count > 0 ? lines : "") + "BT /F1 10 Tf\n" + texts.joined() + "ET"
    return pdf(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ])
}

private let headings = ColumnHeadings(batch: "Case", status: "Outcome", date: "Day")
private let texts = rows(numbers.suffix(3)).map { $0.joined(separator: " ") }

private let moves = [
    Move(testDescription: "out of the grid of a page", before: gridded(20), after: gridded(17)),
    Move(testDescription: "out of a grid that is new", before: gridded(0), after: gridded(17)),
    Move(
        testDescription: "lines below the table", before: page(table(all)),
        after: page(table(early) + texts.map { "<p>\($0)</p>" }.joined()), headings: headings),
    Move(
        testDescription: "a list below the table", before: page(table(all)),
        after: page(table(early) + "<ul>" + texts.map { "<li>\($0)</li>" }.joined() + "</ul>"), headings: headings),
    Move(
        testDescription: "a second table without headings", before: page(table(all)),
        after: page(table(early) + table(rows(numbers.suffix(3)), [])), headings: headings),
    Move(
        testDescription: "a second table with other headings", before: page(table(all)),
        after: page(table(early) + table(rows(numbers.suffix(3)), ["No", "Result", "Of"])), headings: headings),
    Move(
        testDescription: "a second sheet without headings", before: workbook(sheet([head] + all)),
        after: workbook(sheet([head] + early), sheet(rows(numbers.suffix(3)))), headings: headings),
    Move(
        testDescription: "lines below the table of a text",
        before: ([head] + all).map { $0.joined(separator: ";") + "\n" }.joined(),
        after: ([head] + early).map { $0.joined(separator: ";") + "\n" }.joined() + "\n" + texts.joined(separator: "\n")
            + "\n", headings: headings),
    Move(
        testDescription: "the array of the decided", before: json(open: numbers[...], decided: []),
        after: json(open: numbers.prefix(17), decided: numbers.suffix(3)), headings: headings),
    Move(
        testDescription: "the array of the decided, by its name", before: json(open: numbers[...], decided: []),
        after: json(open: numbers.prefix(17), decided: numbers.suffix(3)), headings: headings, record: "open"),
]

@Suite struct `A batch that stands elsewhere` {
    @Test(arguments: moves) private func `is not called absent`(_ move: Move) throws {
        let source = try PolledSource()
        if let headings = move.headings { source.config.layout = TableLayout(key: .london, headings: headings) }
        source.config.record = move.record
        source.config.disappearedAfter = 0
        source.config.watched = try late.map { WatchedBatch(pattern: try KeyMask($0), label: "") }
        #expect(try source.poll(found(move.before)).brief == late.map { "observed \($0):  > pending" })
        let told = try source.poll(found(move.after)).brief
        // The reader finds the row there, or the daemon says at once that the batch is unclear.
        #expect(told.allSatisfy { $0.hasPrefix("unclear ") }, "\(told)")
        #expect(source.store.state.batches.keys.sorted() == late && source.store.state.held == nil)
        #expect(source.store.state.batches.values.allSatisfy { $0.missingSince == nil })
        // Who begins to watch now is not told otherwise.
        let fresh = try PolledSource()
        (fresh.config.layout, fresh.config.record, fresh.config.watched) =
            (source.config.layout, source.config.record, source.config.watched)
        let first = try fresh.poll(found(move.after)).brief
        #expect(first.count == 3 && !first.contains { $0.hasPrefix("observed") && $0.hasSuffix(" > ") }, "\(first)")
    }

    @Test(arguments: moves) private func `keeps no other waiting`(_ move: Move) throws {
        let source = try PolledSource()
        if let headings = move.headings { source.config.layout = TableLayout(key: .london, headings: headings) }
        source.config.record = move.record
        source.config.watched = try ([numbers[5]] + late).map { WatchedBatch(pattern: try KeyMask($0), label: "") }
        try source.poll(found(move.before))
        let told = try source.poll(found(Self.changed(move.after))).brief
        #expect(told.contains("changed \(numbers[5]): pending > decided"), "\(told)")
    }

    /// The edition with another status of the sixth row.
    private static func changed(_ document: String) -> String {
        guard let place = document.range(of: numbers[5]),
            let status = document.range(of: "pending", range: place.upperBound..<document.endIndex)
        else { return document }
        return document.replacingCharacters(in: status, with: "decided")
    }
}
