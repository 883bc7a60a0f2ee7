// Reads the lists of a corpus that is not part of the project: a folder with `train/manifest.json`, named by the
// environment variable BATCHWATCH_CORPUS. Skipped if that is unset.

import Foundation
import PDF
import TestKit
import Testing

private let corpus = ProcessInfo.processInfo.environment["BATCHWATCH_CORPUS"]

@Suite(.enabled(if: corpus != nil)) struct CorpusTests {
    private struct Entry: Decodable {
        var file: String
        var truth: String
        var expect: String
    }

    /// Only the text is compared, without white space: which runs are words and which are cells is for `Rows`.
    @Test(arguments: ["train", "real/train"])
    func `every word of every row is on the pages of documents that must be read whole`(folder: String) throws {
        let folder = URL(filePath: try #require(corpus)).appending(path: folder)
        let manifest = try Data(contentsOf: folder.appending(path: "manifest.json"))
        for entry in try JSONDecoder().decode([Entry].self, from: manifest) where entry.expect == "all" {
            let document = [UInt8](try Data(contentsOf: folder.appending(path: entry.file)))
            let rows = try JSONDecoder().decode(
                [[String]].self, from: Data(contentsOf: folder.appending(path: entry.truth)))
            do {
                let reading = try PageReading(document)
                let text = folded(reading.texts.joined())
                let missing = Set(rows.joined().flatMap { $0.split(separator: " ") }).filter {
                    !text.contains(folded($0))
                }
                #expect(missing.isEmpty, "\(entry.file)")
                #expect(reading.damage.isEmpty, "\(entry.file)")
            } catch {
                Issue.record("\(entry.file): \(error)")
            }
        }
    }

    @Test func `hostile documents are answered or refused`() throws {
        let folder = URL(filePath: try #require(corpus)).appending(path: "hostile")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() {
            let document = [UInt8](try Data(contentsOf: folder.appending(path: file)))
            let seconds = processorTime { _ = try? PageReading(document) }.components.seconds
            #expect(seconds < 20, "\(file): 2 s are allowed in a release build")
        }
    }

    /// Without white space, ligatures apart, hyphens of all kinds alike.
    private func folded(_ text: some StringProtocol) -> String {
        var folded = ""
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.value {
            case 0x00AD, 0x2010, 0x2011, 0x2212: folded += "-"
            default: if !scalar.properties.isWhitespace { folded.unicodeScalars.append(scalar) }
            }
        }
        return folded
    }
}
