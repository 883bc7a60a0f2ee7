// Dates of links without a year: the heading above has it.

import Reading
import Testing

@testable import Links

private func dates(_ page: String) throws -> [String?] {
    try allLinks(in: Array(page.utf8), base: "https://o.example/lists/").map(\.date)
}

struct SectionYearTests {
    @Test func `the year is that of the heading above`() throws {
        let page = """
            <h1>Decisions</h1><h2>2026</h2><ul><li><a href=a.pdf>12 May</a><li><a href=b.pdf>9 June</a></ul>
            <h2>Archive 2025</h2><h3>Second half</h3><a href=c.pdf>15 December</a><a href=d.pdf>1 March 2024</a>
            """
        #expect(try dates(page) == ["2026-05-12", "2026-06-09", "2025-12-15", "2024-03-01"])
        let newest = try foundLinks(
            in: Array(page.utf8), base: "https://o.example/", matching: LinkRequest(glob: "*.pdf", pick: .newest))
        #expect(newest.map(\.url) == ["https://o.example/b.pdf"])
    }

    @Test(arguments: [
        "<a href=a.pdf>12 May</a><h2>2026</h2>", "<h2>2025 and 2026</h2><a href=a.pdf>12 May</a>",
        "<h2>Room 2150</h2><a href=a.pdf>12 May</a>", "<h3>2026</h3><h2>News</h2><a href=a.pdf>12 May</a>",
        "<h2>2026</h2><a href=a.pdf>List</a>",
    ])
    func `any other heading gives none`(page: String) throws {
        #expect(try dates(page) == [nil])
    }

    @Test func `folds and tables have headings too`() throws {
        #expect(try dates("<details><summary>2026</summary><a href=a.pdf>12 May</a></details>") == ["2026-05-12"])
        #expect(
            try dates("<table><caption>2026</caption><tr><td>9 June<td><a href=a.pdf>list</a></table>") == [
                "2026-06-09"
            ])
    }
}
