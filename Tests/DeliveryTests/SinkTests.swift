// The list of sinks has all described sinks, and the configuration selects among them.

import Configuration
import Delivery
import Foundation
import TestKit
import Testing

@Suite struct SinkTests {
    private static let project = Folder.tests.deletingLastPathComponent()

    /// The sinks that are described, by the names of their files: "Hook/Sink+Hook.swift".
    private static func described() throws -> [String] {
        let folder = project.appending(path: "Sources/Delivery").path
        let files = try #require(FileManager.default.enumerator(atPath: folder))
        return files.compactMap { ($0 as? String)?.firstMatch(of: /Sink\+(\w+)\.swift$/)?.output.1.lowercased() }
    }

    @Test func `each sink that is described is in the list`() throws {
        #expect(Set(Sink.all.map(\.name.rawValue)) == Set(try Self.described()))
        #expect(Set(Sink.all.map(\.name)).count == Sink.all.count)
    }

    @Test func `the manual names each sink`() throws {
        let page = try String(contentsOf: Self.project.appending(path: "man/batchwatch-events.7"), encoding: .utf8)
        let field = try #require(page.firstMatch(of: /\n\.B BATCHWATCH_SINK\n((?:\.[^\n]*\n|or\n)+)/)).output.1
        for sink in Sink.all { #expect(field.contains(" \(sink.name.rawValue)"), "\(sink.name.rawValue)") }
    }

    @Test func `the hook is wanted where one is configured, journal and history always`() {
        #expect(Sink.wanted(by: Config(sources: [])) == [.journal, .history])
        #expect(Sink.wanted(by: Config(sources: [], hook: HookConfig(run: ["/hook"]))) == [.journal, .history, .hook])
    }
}
