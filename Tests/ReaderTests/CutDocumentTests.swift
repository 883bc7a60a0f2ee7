// Documents cut at every byte, with a matching length: only the content before the cut is certain.

import Reading
import Rows
import Testing

@testable import batchwatch_reader

/// A document whose rows are `truth`, whole.
private struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var headings: ColumnHeadings?
    var testDescription: String { name }

    var truth: [Row] { reading(of: Array(text.utf8), hadEnd: nil)?.rows ?? [] }

    /// What is read of its beginning; nil where that is no list.
    func reading(of bytes: [UInt8], hadEnd: Bool?) -> Reading? {
        var request = ParseRequest(key: "2[0-8]#########", columns: headings == nil ? ["batch", "status", "date"] : [])
        request.headings = headings
        request.hadEnd = hadEnd
        var printed: [UInt8] = []
        let reply = try? reply(to: request, about: bytes, before: { _ in [] }, text: &printed)
        guard case .document(let reading, _)? = reply, reading.damage.isEmpty else { return nil }
        return reading
    }
}

private let cases = [
    ("20121456001", "visa issued", "14-Jun-12"), ("20121456002", "zur\u{FC}ckgewiesen", "15-Jun-12"),
    ("20121456003", "administrative processing", "16-Jun-12"), ("20121456004", "gr\u{FC}nes Licht", "17-Jun-12"),
]

private func lines(_ head: String, _ end: String = "\n", _ line: ((String, String, String)) -> String) -> String {
    ((head.isEmpty ? [] : [head]) + cases.map(line)).map { $0 + end }.joined()
}

private let headings = ColumnHeadings(batch: "Batch", status: "Status", date: "Date")

private let samples = [
    Sample(name: "CSV", text: lines("Batch,Status,Date") { "\($0),\($1),\($2)" }),
    Sample(
        name: "CSV by headings", text: lines("Date;Batch;Status", "\r\n") { "\($2);\($0);\($1)" }, headings: headings),
    Sample(name: "CSV in quotes", text: lines("Batch,Status,Date") { "\"\($0)\",\"\($1)\",\"\($2)\"" }),
    Sample(name: "tabs", text: lines("", "\r") { "\($0)\t\($1)\t\($2)" }),
    Sample(
        name: "cases beside each other",
        text: [
            "Batch;" + cases.map(\.0).joined(separator: ";"), "Status;" + cases.map(\.1).joined(separator: ";"),
            "Date;" + cases.map(\.2).joined(separator: ";"),
        ].map { $0 + "\n" }.joined(), headings: headings),
    Sample(
        name: "columns that go on",
        text: "Batch,Status,Date,Batch,Status,Date\n"
            + zip(cases.prefix(2), cases.suffix(2)).map { "\($0.0),\($0.1),\($0.2),\($1.0),\($1.1),\($1.2)\n" }.joined()
    ),
    Sample(name: "lines", text: lines("What became of each") { "\($0): \($1) \($2)" }),
    Sample(
        name: "JSON on lines",
        text: lines("") { "{\"Batch\": \"\($0)\", \"Status\": \"\($1)\", \"Date\": \"\($2)\"}" }, headings: headings),
    Sample(
        name: "page",
        text: "<!DOCTYPE html><html><body><table>\n"
            + lines("") { "<tr><td>\($0)</td><td>\($1)</td><td>\($2)</td></tr>" } + "</table></body></html>\n"),
    Sample(
        name: "page of marked text",
        text: "<!DOCTYPE html><html><body><p>List</p>"
            + lines("") { "<div class=row><div>\($0)</div><div>\($1)<b>.</b></div><div>\($2)</div></div>" }
            + "</body></html>"),
    Sample(
        name: "page of lines",
        text: "<html><body><pre>\n" + lines("") { "\($0): \($1) \($2)" } + "</pre></body></html>"),
    Sample(
        name: "page of paragraphs",
        text: "<html><body>" + lines("") { "<p>\($0): \($1) <i>\($2)</i></p>" } + "</body></html>"),
]

@Suite struct CutDocumentTests {
    @Test(arguments: samples)
    fileprivate func `cut anywhere, it says nothing with certainty that it did not say whole`(_ sample: Sample) {
        let truth = sample.truth
        #expect(truth.count == cases.count, "\(truth)")
        let bytes = Array(sample.text.utf8)
        var certainRows = 0
        for length in 0..<bytes.count {
            guard let reading = sample.reading(of: Array(bytes.prefix(length)), hadEnd: true) else { continue }
            let certain = certain(of: reading)
            #expect(
                certain == Array(truth.prefix(certain.count)), "cut after \(length) bytes: \(reading.doubts) \(certain)"
            )
            certainRows += certain.count
        }
        // Not all is in doubt: at each cut the rows of whole lines are certain, but for quotes that a cut leaves open.
        if ["CSV", "CSV by headings", "tabs"].contains(sample.name) { #expect(certainRows >= bytes.count) }
    }

    @Test(arguments: samples)
    fileprivate func `where nobody knows the edition's end before, its rows tell`(_ sample: Sample) {
        let truth = sample.truth
        let bytes = Array(sample.text.utf8)
        for length in 0..<bytes.count {
            guard let reading = sample.reading(of: Array(bytes.prefix(length)), hadEnd: nil) else { continue }
            // The first character beyond ASCII, cut in its middle, is one of another encoding; that this is a guess is told.
            if reading.isCharsetGuessed { continue }
            let known = Dictionary(grouping: truth, by: \.batch)
            let doubtful = reading.hasEnd == false ? Set(reading.lastBatches) : []
            let wrong = certain(of: reading).filter { row in
                let before = known[row.batch, default: []].map(\.update)
                return !before.contains(row.update)
                    && !(doubtful.contains(row.batch) && mayBeCut(row.update, before: before))
            }
            #expect(wrong.isEmpty, "cut after \(length) bytes: \(wrong)")
        }
    }

    /// The rows that nothing is said against.
    private func certain(of reading: Reading) -> [Row] {
        if reading.doubts.contains(where: { $0.batches.isEmpty && $0.rule != .cutOff }) { return [] }
        return reading.rows.filter { row in !reading.doubts.contains { $0.batches.contains(row.batch) } }
    }

    @Test(
        arguments: [
            ("a,b,c\n20121456001,x,1\n20121456002,y,2\n", true, nil),
            ("20121456001,x,1\n20121456002,y,2", true, "no-line-end"),
            ("20121456001,x,1\n20121456002,y,2", false, nil), ("20121456001,x,1\n20121456002,y,2", nil, nil),
            ("20121456001,x,1\n20121456002,y", nil, "fewer-cells"),
            ("20121456001,x,1\n20121456002", nil, "fewer-cells"),
            ("20121456001,x,1\n20121456002,y\n", nil, nil), ("20121456001,x\n20121456002,y,2\n20121456003,z", nil, nil),
            ("20121456001,x,1\n20121456002,y,2\nSource: the office", nil, nil),
            ("20121456001,x,1\n20121456002,y,2\n  ", true, nil),
            ("20121456001,x,1\n20121456002,y,2\n\u{1A}", true, nil),
            ("<table><tr><td>20121456001<td>x</table>", nil, nil),
            ("<table><tr><td>20121456001<td>x</table>\n", true, nil),
            ("<html><table><tr><td>20121456001<td>x</table>", true, "no-page-end"),
            ("<html><table><tr><td>20121456001<td>x</table>", nil, nil),
        ] as [(String, Bool?, String?)])
    func `the last row is doubted by a sign, and not by nothing`(_ text: String, _ hadEnd: Bool?, _ sign: String?)
        throws
    {
        let reading = try #require(Sample(name: "", text: text).reading(of: Array(text.utf8), hadEnd: hadEnd))
        #expect(reading.doubts.map(\.sign?.rawValue) == (sign.map { [$0] } ?? []))
        #expect(reading.doubts.allSatisfy { $0.batches == [reading.rows.last?.batch] })
    }
}
