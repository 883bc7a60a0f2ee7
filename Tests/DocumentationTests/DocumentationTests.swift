// The documents stay correct: the things that they name exist, nothing is repeated, each decision has its date, and the
// map has all targets.

import Foundation
import Testing

@Suite struct `The documents` {
    @Test(arguments: Project.here.documents)
    func `name only what is there, and each thing once`(path: String) throws {
        let found = complaints(of: try Project.here.text(path), at: path)
        #expect(found == [], "\(path), \(found.joined(separator: "\n"))")
    }

    @Test func `are the ones that are looked at`() {
        let documents = Set(Project.here.documents)
        let expected = ["README.md", "Sources/README.md", "Sources/PDF/README.md", "doc/decisions.md"]
        #expect(documents.isSuperset(of: expected))
    }

    @Test(arguments: [
        ("`Sources/Nowhere.swift`", "line 1: there is no Sources/Nowhere.swift"),
        ("run `scripts/nowhere --all`", "line 1: there is no scripts/nowhere"),
        ("`PDF/Fonts`, `Nowhere.swift`", "line 1: there is no Nowhere.swift"),
        ("`Sources/Nowhere*.swift`", "line 1: there is no Sources/Nowhere*.swift"),
        ("a wrapped\n`scripts/nowhere`", "line 1: there is no scripts/nowhere"),
        ("`No\("SuchType").member`", "line 1: nothing is called No\("SuchType")"),
        ("| a | b |\n|---|---|\n| `x` | 1 |\n| `x` | 2 |", "line 4: `x` stands twice"),
        ("- **Undated.** Why.", "line 1: has no date and headline"),
        ("- 2026-13-01: **Wrongly dated.** Why.", "line 1: has no date and headline"),
        ("- 2026-11-21: **One.** Why.\n- 2026-11-22: **One.** Why.", "line 2: stands twice"),
    ])
    func `are found out when they are wrong`(text: String, complaint: String) {
        #expect(complaints(of: text, at: "doc/decisions.md") == [complaint])
    }

    @Test(arguments: [
        "`Sources/PDF`, `PDF/Fonts/Tables`, `README.md`, `scripts/test --x`, `Tests/DocumentationTests/*.swift`",
        "`/etc/nowhere/at.all`, `https://example.org/x.md`, `.build/nowhere`, `-x/y`, `a b/c`",
        "    `scripts/nowhere` in a block of code\n\n```\n`scripts/nowhere`\n```",
        "| `x` | 1 |\n\n| `x` | 2 |",
    ])
    func `are not found fault with where they are right`(text: String) {
        #expect(complaints(of: text, at: "README.md") == [])
    }
}

@Suite struct `The map` {
    /// The targets of the package: `stage("Text"`, `shim("CZlib"`, `program("batchwatchd"`.
    private func targets() throws -> [String] {
        try Project.here.text("Package.swift").matches(of: /\b(?:stage|shim|program)\(\s*"([A-Za-z-]+)"/)
            .map { String($0.output.1) }
    }

    @Test func `has each target of the package, and no other`() throws {
        let rows = Markdown(try Project.here.text("Sources/README.md")).blocks
        let start = try #require(rows.firstIndex { $0.cells.first == "target" })
        let table = rows[(start + 2)...].prefix { !$0.cells.isEmpty }
        let said = table.flatMap { Markdown.Block(line: 0, text: $0.cells[0]).spans }
        #expect(said.sorted() == (try targets()).sorted())
        #expect(said.count > 10)
    }
}
