// What fuzzing has found, each input through its target again: Tests/Fixtures/fuzz/TARGET/NAME.

import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..").standardized
private let folder = root.appending(path: "Tests/Fixtures/fuzz")

struct ReplayTests {
    @Test(arguments: try finds()) func `what was found once is mended`(find: String) throws {
        let name = try #require(find.split(separator: "/").first)
        let target = try #require(Target.all.first { $0.name == name }, "there is no target \(name)")
        try target.run([UInt8](Data(contentsOf: folder.appending(path: find))))
    }

    @Test func `every target takes no bytes, and any byte`() throws {
        for target in Target.all {
            try target.run([])
            for byte in UInt8.min...(.max) { try target.run([byte]) }
        }
    }

    @Test(arguments: try documents()) func `every fixture keeps the promises of a document`(path: String) throws {
        try Target.document.run([UInt8](Data(contentsOf: root.appending(path: path))))
    }
}

/// TARGET/NAME of each.
private func finds() throws -> [String] {
    try names(in: folder).flatMap { target in
        try names(in: folder.appending(path: target)).map { "\(target)/\($0)" }
    }
}

private func documents() throws -> [String] {
    try ["features", "lists"].flatMap { kind in
        try names(in: root.appending(path: "Tests/Fixtures/\(kind)")).filter { $0.hasSuffix(".pdf") }
            .map { "Tests/Fixtures/\(kind)/\($0)" }
    }
}

private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "README.md" }.sorted()
}
