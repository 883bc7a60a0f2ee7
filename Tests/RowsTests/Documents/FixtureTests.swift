// The project's own lists, read from PDF to rows, and compared with their true rows.

import Foundation
import PDF
import Rows
import Testing
import Text

private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
private let fixtures = root.appending(path: "Tests/Fixtures/lists")
private let script = root.appending(path: "scripts/fixtures/make-fixtures")

struct FixtureTests {
    private struct Truth: Decodable {
        var key: String
        var columns: [String]
        var rows: [[String]]
    }

    @Test(arguments: [
        "london", "london-next", "london-pages", "london-middle", "london-bottom", "glyph-by-glyph", "turned-bold",
        "two-columns",
        "calc", "writer", "cairo", "pdftex", "groff",
    ])
    func `a list is read exactly`(name: String) throws {
        let truth = try JSONDecoder().decode(
            Truth.self, from: Data(contentsOf: fixtures.appending(path: "\(name).json")))
        let layout = try TableLayout(key: KeyMask(truth.key), columns: truth.columns.compactMap { Column($0) })
        var reader = RowReader(layout: layout)
        let damage = try readPages(of: [UInt8](Data(contentsOf: fixtures.appending(path: "\(name).pdf")))) {
            reader.add($0)
        }
        #expect(damage.isEmpty)
        let list = try reader.finish()
        #expect(list.undecodedGlyphs == 0)
        let rows = list.rows.map { Array([$0.batch, $0.update.status, $0.update.date].prefix(layout.columns.count)) }
        for (row, expected) in zip(rows, truth.rows) where row != expected { Issue.record("\(row) for \(expected)") }
        #expect(rows.count == truth.rows.count)
    }

    @Test(arguments: ["london-pages", "london-middle", "london-bottom", "glyph-by-glyph", "two-columns", "pdftex"])
    func `the rows of one key are those that the whole list has of it`(name: String) throws {
        let truth = try JSONDecoder().decode(
            Truth.self, from: Data(contentsOf: fixtures.appending(path: "\(name).json")))
        let document = try [UInt8](Data(contentsOf: fixtures.appending(path: "\(name).pdf")))
        for key in Set(truth.rows.map { $0[0] }) {
            let mask = try KeyMask(key)
            let layout = try TableLayout(key: mask.list, columns: truth.columns.compactMap { Column($0) })
            var reader = RowReader(layout: layout, watched: KeySet(patterns: [mask]))
            try readPages(of: document) { reader.add($0) }
            let rows = try reader.finish().rows.map {
                Array([$0.batch, $0.update.status, $0.update.date].prefix(layout.columns.count))
            }
            #expect(rows == truth.rows.filter { $0[0] == key })
        }
    }

    @Test func `two editions differ in the rows that were changed, and in no other`() throws {
        func snapshot(_ name: String) throws -> Snapshot {
            var reader = RowReader(layout: .london)
            try readPages(of: [UInt8](Data(contentsOf: fixtures.appending(path: "\(name).pdf")))) { reader.add($0) }
            return try Snapshot(rows: reader.finish().rows)
        }
        let found = changes(from: try snapshot("london"), to: try snapshot("london-next"))
        #expect(found.map(\.batch) == ["20000000000", "20120887897", "20123062040"])
        #expect(found.map(\.kind) == [.disappeared, .changed, .appeared])
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func `the handmade lists are what the script makes`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "batchwatch-fixtures-\(UInt64.random(in: 0...(.max)))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script.path, folder.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(made.count == 16)
        for file in made {
            #expect(
                try Data(contentsOf: folder.appending(path: file)) == Data(contentsOf: fixtures.appending(path: file)),
                "\(file)")
        }
    }
}
