// Spreadsheets as programs write them, read to cells and compared with their true content.

import Foundation
import Spreadsheet
import Testing
import Text

private let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/tables")
    .standardized
private let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../scripts/fixtures/make-fixtures")
    .standardized

struct SpreadsheetTests {
    @Test(arguments: [
        "handmade.ods", "handmade.fods", "handmade.xlsx", "handmade-2003.xml", "libreoffice.ods", "libreoffice.xlsx",
        "libreoffice-merged.ods",
        "libreoffice-merged.xlsx", "openpyxl.xlsx", "pandas.xlsx",
    ])
    func `a sheet has the rows that were written, cell by cell`(name: String) throws {
        let truth = try JSONDecoder().decode(
            [[String]].self, from: Data(contentsOf: fixtures.appending(path: "\(name).json")))
        let document = try spreadsheetTables(of: [UInt8](Data(contentsOf: fixtures.appending(path: name))))
        #expect(document.damage.isEmpty)
        #expect(document.tables.count == 1)
        let rows = try #require(document.tables.first?.rows)
        let header = try #require(rows.firstIndex { $0.contains("Batch Number") })
        let columns = try ["Batch Number", "Status", "Date"].map { try #require(rows[header].firstIndex(of: $0)) }
        let found = rows[(header + 1)...].filter { !$0.isEmpty }.map { row in
            columns.map { $0 < row.count ? CellMark.removed(from: row[$0]) : "" }
        }
        for (row, expected) in zip(found, truth) where row != expected { Issue.record("\(row) for \(expected)") }
        #expect(found.count == truth.count)
    }

    @Test func `titles stand above a header, and sheets have their names`() throws {
        for name in ["libreoffice.ods", "libreoffice.xlsx", "openpyxl.xlsx"] {
            let document = try spreadsheetTables(of: [UInt8](Data(contentsOf: fixtures.appending(path: name))))
            #expect(document.tables.map(\.name) == ["List"])
            #expect(
                document.tables.first?.rows.prefix(3) == [
                    ["Administrative Processing"], ["Updated 15 June 2012"], ["No.", "Batch Number", "Status", "Date"],
                ])
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func `the handmade spreadsheets are what the script makes`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "batchwatch-tables-\(UInt64.random(in: 0...(.max)))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script.path, "--tables", folder.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(made.count == 8)
        for file in made {
            #expect(
                try Data(contentsOf: folder.appending(path: file)) == Data(contentsOf: fixtures.appending(path: file)),
                "\(file)")
        }
    }
}
