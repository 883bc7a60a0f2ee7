// The table of commands in README.md has exactly the existing commands.

import Foundation
import Testing

@testable import batchwatch

@Suite struct `The table of commands in README` {
    @Test func `has each command, and no other`() throws {
        let folders = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let project = folders.dropLast(3).joined(separator: "/")
        let readme = try String(contentsOfFile: project + "/README.md", encoding: .utf8)
        let told = readme.matches(of: /\n\| `(batchwatch [^`]*)` \|/).map { words(String($0.output.1)) }
        let there = CommandTree.ours.leaves([]).map(\.path)
        #expect(told.sorted() == there.sorted())
    }

    /// The command's words, without what comes after them: "batchwatch outbox retry [ID…]" is "batchwatch outbox
    /// retry".
    private func words(_ row: String) -> String {
        row.split(separator: " ").prefix { $0.wholeMatch(of: /[a-z-]+/) != nil }.joined(separator: " ")
    }
}
