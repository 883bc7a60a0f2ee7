// A reader that reads differently must have another version: the rows of all fixtures, as digests in one generated
// file, belong to one `ReadingVersion`. After an upgrade the service does not treat differences under a new version as
// changes of the list; under the old version it would report them.
//
//     UPDATE_EXPECTED=1 swift test --filter GoldenRowsTests      writes the file anew, and fails

import Foundation
import Reading
import Rows
import TestKit
import Testing

@Suite struct GoldenRowsTests {
    /// What the fixtures' rows were when the file was written.
    struct Golden: Codable, Equatable {
        var readingVersion: Int
        /// By the file's path below the fixtures.
        var digests: [String: String]

        /// What is wrong with it, given what is read now; nil for nothing.
        func problem(now: Golden) -> String? {
            let differing = digests.filter { now.digests[$0.key] != nil && now.digests[$0.key] != $0.value }.keys
                .sorted()
            if !differing.isEmpty, readingVersion == now.readingVersion {
                return "raise ReadingVersion.current: other rows than under version \(readingVersion) are read of "
                    + differing.joined(separator: ", ")
            }
            return self == now ? nil : "the golden rows are of other fixtures or another version: UPDATE_EXPECTED=1"
        }
    }

    static let fixtures = Folder.tests.appending(path: "Fixtures")
    static let file = fixtures.appending(path: "golden-rows.json")
    static let columns = ["batch", "status", "date"]

    /// The masks that a fixture's keys may match.
    static func masks(of name: String) -> [String] {
        name.hasSuffix(".pdf") ? ["2[0-8]#########"] : ["########", "?{4,11}"]
    }

    /// The documents among the fixtures.
    static func documents() throws -> [String] {
        let folders = ["features", "lists", "tables", "scenarios"]
        let endings = ["pdf", "html", "ods", "fods", "xlsx", "csv", "xml", "json", "txt", "tsv", "rss", "atom"]
        return try folders.flatMap { folder in
            try #require(FileManager.default.enumerator(atPath: fixtures.path + "/" + folder)).compactMap {
                ($0 as? String).map { folder + "/" + $0 }
            }
        }
        .filter { name in
            // The truth of a PDF lies beside it, and what a scenario's events are.
            endings.contains { name.hasSuffix("." + $0) } && !name.hasSuffix("/expected.json")
                && !(name.hasSuffix(".json") && !name.hasPrefix("tables") && !name.hasPrefix("scenarios"))
        }
        .sorted()
    }

    /// A digest of all rows that are read of a document.
    static func digest(of name: String) throws -> String {
        var hash = Hash64()
        for mask in masks(of: name) {
            let path = try #require(
                (fixtures.path + "/" + name).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed))
            var text = mask
            if case .document(_, let reading) = ReaderRun(
                ReadingRequest(url: "file://" + path, key: mask, columns: columns)
            ).reply {
                for row in reading.rows {
                    text += "\n\(row.batch)\t\(row.update.status)\t\(row.update.date)\t\(row.page)"
                }
            } else {
                text += "\nno rows"
            }
            Array(text.utf8).withUnsafeBytes { hash.add($0) }
        }
        return hash.text
    }

    @Test func `the rows of the fixtures are those of this reading version`() throws {
        var now = Golden(readingVersion: ReadingVersion.current, digests: [:])
        for name in try Self.documents() { now.digests[name] = try Self.digest(of: name) }
        #expect(now.digests.count > 250)
        let bytes = FileManager.default.contents(atPath: Self.file.path) ?? Data()
        let golden = try? JSONDecoder().decode(Golden.self, from: bytes)
        let problem = golden.map { $0.problem(now: now) } ?? "there are no golden rows: UPDATE_EXPECTED=1"
        if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil, problem?.contains("raise") != true {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            try (encoder.encode(now) + Data("\n".utf8)).write(to: Self.file)
            Issue.record("written anew; look at what differs")
        }
        #expect(problem == nil)
    }

    @Test func `other rows want a new version, and a new version a new file`() {
        let golden = Golden(readingVersion: 2, digests: ["a": "1", "b": "2"])
        #expect(golden.problem(now: golden) == nil)
        #expect(
            golden.problem(now: Golden(readingVersion: 2, digests: ["a": "1", "b": "3"]))?.contains("raise") == true)
        let newer = Golden(readingVersion: 3, digests: ["a": "1", "b": "3"])
        #expect(golden.problem(now: newer)?.contains("UPDATE_EXPECTED") == true)
        let more = Golden(readingVersion: 2, digests: ["a": "1", "b": "2", "c": "3"])
        #expect(golden.problem(now: more)?.contains("UPDATE_EXPECTED") == true)
    }
}
