// The examples of config/examples: each is valid, each names its purpose, and those that a scenario plays through read
// lists as the scenario does.

import Foundation
import TestKit
import Testing

@testable import Configuration

private let project = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
    separator: "/")
private let examples = project + "/config/examples"

private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
}

/// The one source of an example.
private func source(of example: String) throws -> SourceConfig {
    let sources = try ConfigFile(path: "\(examples)/\(example).toml").load().sources
    return try #require(sources.count == 1 ? sources.first : nil)
}

@Suite struct `The configurations for lists of today` {
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: examples)) ?? [])
        .filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }.sorted()

    @Test(arguments: names) func `are sound, watch something, and say what each line means`(name: String) throws {
        let text = try text("\(examples)/\(name).toml")
        #expect(configComplaints(text) == [])
        #expect(try source(of: name).watched.isEmpty == false)
        #expect(text.hasPrefix("# "))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 140 })
    }

    @Test(arguments: names) func `are sound with their commented keys, too`(name: String) throws {
        let lines = try text("\(examples)/\(name).toml").split(separator: "\n", omittingEmptySubsequences: false)
        let isCommented = { (line: Substring) in line.hasPrefix("#") && !line.hasPrefix("# ") && line.count > 1 }
        let text = lines.map { isCommented($0) ? $0.dropFirst() : $0 }.joined(separator: "\n")
        #expect(lines.contains(where: isCommented))
        #expect(configComplaints(text) == [])
    }

    @Test func `are all listed, and in the package`() throws {
        let listed = try text(examples + "/README.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(listed.sorted() == Self.names.map { $0 + ".toml" })
        #expect(Self.names.count >= 4)
        let package = try text(project + "/scripts/packaging/package.list").split(separator: "\n")
        for file in listed + ["README.md"] {
            #expect(package.contains { $0 == "0644 usr/share/doc/batchwatch/examples/lists/\(file)" })
        }
    }

    @Test(arguments: [
        ("beijing", "weekly-pdf"), ("case-api", "case-api"), ("fuel", "fuel-rss"), ("new-delhi", "new-delhi-ods"),
    ])
    func `read a list as the scenario of its shape does`(example: String, scenario: String) throws {
        let played = try text("\(project)/Tests/Fixtures/scenarios/\(scenario)/config.toml")
            .replacingOccurrences(of: "@URL@", with: "https://example.org")
        let sources = try Config(toml: Array(played.utf8), path: "config.toml").sources
        let tried = try #require(sources.count == 1 ? sources.first : nil)
        let shown = try source(of: example)
        #expect(shown.name == tried.name)
        #expect(shown.links == tried.links)
        #expect(shown.layout == tried.layout)
        #expect(shown.record == tried.record)
        #expect(shown.keepsForever == tried.keepsForever)
        #expect(shown.hasCasePages == tried.hasCasePages)
    }
}
