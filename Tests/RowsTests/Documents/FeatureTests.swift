// One small document per feature of the PDF core, read from PDF to rows. `scripts/fixtures/make-features` writes them.

import Foundation
import PDF
import Rows
import Testing
import Text

private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
private let folder = root.appending(path: "Tests/Fixtures/features")

struct FeatureTests {
    private struct Expectation: Decodable {
        var what: String
        var rows: [[String]]?
        var error: String?
        /// Whether rows may be missing, which must be told.
        var damage: Bool?
    }

    @Test(arguments: try names(in: folder, ending: ".pdf").map { String($0.dropLast(4)) })
    func `a feature is read`(name: String) throws {
        let expectation = try JSONDecoder().decode(
            Expectation.self, from: Data(contentsOf: folder.appending(path: "\(name).json")))
        var reader = RowReader(layout: .london)
        do {
            let damage = try readPages(of: [UInt8](Data(contentsOf: folder.appending(path: "\(name).pdf")))) {
                reader.add($0)
            }
            try #require(expectation.error == nil, "\(name): \(expectation.what)")
            #expect(damage.isEmpty == (expectation.damage != true), "\(name): \(expectation.what): \(damage)")
        } catch let error as PDFError {
            #expect(String(describing: error.kind) == expectation.error, "\(name): \(expectation.what): \(error)")
            return
        }
        let rows = try reader.finish().rows.map { [$0.batch, $0.update.status, $0.update.date] }
        #expect(rows == expectation.rows, "\(name): \(expectation.what)")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func `the features are what the script makes`() throws {
        let made = FileManager.default.temporaryDirectory.appending(
            path: "batchwatch-features-\(UInt64.random(in: 0...(.max)))")
        defer { try? FileManager.default.removeItem(at: made) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [root.appending(path: "scripts/fixtures/make-features").path, made.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let all = try names(in: made, ending: "")
        #expect(all == (try names(in: folder, ending: "").filter { $0 != "README.md" }))
        for file in all {
            #expect(
                try Data(contentsOf: made.appending(path: file)) == Data(contentsOf: folder.appending(path: file)),
                "\(file)")
        }
    }
}

private func names(in folder: URL, ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }.sorted()
}
