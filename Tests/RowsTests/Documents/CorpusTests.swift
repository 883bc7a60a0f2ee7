// The rows of a corpus of lists by many producers, if there is one: BATCHWATCH_CORPUS names its folder.

import Foundation
import PDF
import Rows
import Testing
import Text

private let corpus = ProcessInfo.processInfo.environment["BATCHWATCH_CORPUS"]

/// A document whose rows are known.
struct KnownList: Sendable, CustomTestStringConvertible {
    private struct Entry: Decodable {
        var file: String
        var truth: String
        var expect: String?
        var key: String?
        var columns: [String]?
        var producer: String?
    }

    var document: URL
    var truth: URL
    var layout: TableLayout
    var producer = ""

    var testDescription: String { document.lastPathComponent }

    /// The documents that a folder's `manifest.json` expects to be read in full, or all whose rows are known.
    static func all(in folder: URL, expected: Set<String> = ["all"]) throws -> [KnownList] {
        let manifest = try Data(contentsOf: folder.appending(path: "manifest.json"))
        return try JSONDecoder().decode([Entry].self, from: manifest).filter {
            expected.contains($0.expect ?? "all")
        }.map { entry in
            KnownList(
                document: folder.appending(path: entry.file), truth: folder.appending(path: entry.truth),
                layout: try TableLayout(
                    key: try entry.key.map { try KeyMask($0) } ?? .london,
                    columns: (entry.columns ?? ["batch", "status", "date"]).compactMap { Column($0) }),
                producer: entry.producer ?? "")
        }
    }

    /// The rows as they should be, `[batch, status, date]`; a list without dates has two.
    func expectedRows() throws -> [[String]] {
        try JSONDecoder().decode([[String]].self, from: Data(contentsOf: truth))
    }

    /// The rows as they are read, with as many cells as the layout names.
    func rows(watched: KeySet? = nil) throws -> RowList {
        var reader = RowReader(layout: layout, watched: watched)
        try readPages(of: [UInt8](Data(contentsOf: document))) { reader.add($0) }
        return try reader.finish()
    }

    func cells(_ list: RowList) -> [[String]] {
        list.rows.map { row in
            [row.batch, row.update.status] + (layout.columns.contains(.date) ? [row.update.date] : [])
        }
    }
}

struct CorpusTests {
    @Test(.enabled(if: corpus != nil), arguments: ["train", "real/train"])
    func `every list of the corpus is read exactly`(folder: String) throws {
        let lists = try KnownList.all(in: URL(filePath: corpus ?? "").appending(path: folder))
        var exact = 0
        for list in lists {
            do {
                let read = try list.rows()
                let expected = try list.expectedRows()
                if list.cells(read) == expected { exact += 1 } else { Issue.record("\(list.testDescription) differs") }
                guard let batch = expected.first?.first else { continue }
                let watched = try list.rows(watched: KeySet(patterns: [KeyMask(batch)]))
                #expect(watched.rowCount == read.rowCount, "\(list.testDescription)")
                #expect(watched.rows == read.rows.filter { $0.batch == batch }, "\(list.testDescription)")
            } catch {
                Issue.record("\(list.testDescription): \(error)")
            }
        }
        print("\(folder): \(exact) of \(lists.count) lists are read exactly")
    }

    @Test(
        .enabled(if: corpus != nil),
        arguments: [
            ("train", ColumnHeadings(batch: "Batch Number", status: "Status", date: "Date")),
            ("real/train", ColumnHeadings(batch: "Application number", status: "Decision")),
        ])
    func `headings tell the columns as well as their order does`(folder: String, headings: ColumnHeadings) throws {
        var without = 0
        for list in try KnownList.all(in: URL(filePath: corpus ?? "").appending(path: folder)) {
            var headed = list
            headed.layout = TableLayout(key: list.layout.key, headings: headings)
            do {
                #expect(try headed.rows().rows == list.rows().rows, "\(list.testDescription)")
            } catch RowError.noHeading(_, found: []) {
                without += 1
            } catch {
                Issue.record("\(list.testDescription): \(error)")
            }
        }
        #expect(without <= 2)
    }

    @Test(.enabled(if: corpus != nil), arguments: ["london-2m", "type0-2m", "chromium-2m"])
    func `every row of a long list is read`(name: String) throws {
        let folder = URL(filePath: corpus ?? "").appending(path: "big")
        let list = KnownList(
            document: folder.appending(path: "\(name).pdf"), truth: folder.appending(path: "\(name).json"),
            layout: .london)
        #expect(list.cells(try list.rows()) == (try list.expectedRows()))
    }
}
