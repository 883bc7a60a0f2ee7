// The London list as spreadsheets, web pages and CSV of real programs: `batchwatch rows` reads from each file the rows
// beside it, by position and by heading.

import Foundation
import Testing

private let folder = Workshop.project + "/Tests/Fixtures/tables/"

struct TableFileTests {
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { !$0.hasSuffix(".json") && $0 != "README.md" }.sorted()

    /// What has hidden rows is read, and says so.
    private static let withHiddenRows = ["handmade.fods", "handmade.ods"]

    private func rows(_ name: String, _ options: String...) throws -> [[String]] {
        struct Row: Decodable { var batch, status, date: String }
        let finished = try run(
            Workshop.programs + "/batchwatch", ["rows", folder + name, "--format", "json"] + options)
        let isHidden = Self.withHiddenRows.contains(name)
        #expect(finished.code == (isHidden ? 65 : 0), "\(finished.said)")
        let said = finished.error.split(separator: "\n").filter { !$0.hasPrefix("batchwatch: read with --key") }
        #expect(isHidden ? finished.error.contains("is hidden in the sheet") : said.isEmpty, "\(finished.said)")
        return try JSONDecoder().decode([Row].self, from: Data(finished.output.utf8)).map {
            [$0.batch, $0.status, $0.date]
        }
    }

    @Test(arguments: names) func `a file has its rows, by position and by heading`(name: String)
        throws
    {
        let truth = try JSONDecoder().decode(
            [[String]].self, from: Data(contentsOf: URL(filePath: folder + name + ".json")))
        #expect(truth.count == 14)
        #expect(try rows(name) == truth)
        #expect(try rows(name, "--columns", "batch=Batch Number,status=Status,date=Date") == truth)
        #expect(try rows(name, "--columns", "date=DATE,batch=batch  number") == truth.map { [$0[0], "", $0[2]] })
    }

    @Test func `each file has its rows beside it, and a line about it`() throws {
        #expect(Self.names.count == 15)
        let readme = try String(contentsOfFile: folder + "README.md", encoding: .utf8)
        for name in Self.names {
            #expect(FileManager.default.fileExists(atPath: folder + name + ".json"), "\(name)")
            let general = name.prefix { $0 != "." } + ".*"
            #expect(readme.contains("`\(name)`") || readme.contains("`\(general)`"), "\(name)")
        }
    }
}
