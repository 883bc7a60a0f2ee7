// The dates of links, and the further pages of an index.

import Reading
import Testing

@testable import Links

private func links(_ page: String, _ glob: String, _ pick: LinkPick) throws -> [FoundLink] {
    try foundLinks(
        in: Array(page.utf8), base: "https://o.example/lists/", matching: LinkRequest(glob: glob, pick: pick))
}

/// Where the index goes on behind a page, and how many links of it are taken.
private func next(_ page: String, _ pick: LinkPick, _ base: String = "https://o.example/lists/") throws -> String? {
    try LinkIndex(of: Array(page.utf8), base: base).found(LinkRequest(glob: "*.pdf", pick: pick)).next
}

struct NextPageTests {
    private let falling =
        "<a href='2026-11-13.pdf'>b</a><a href='2026-11-06.pdf'>a</a><a rel='nofollow next' href='?page=2'>2</a>"

    @Test func `The next page is wanted where it may have what is asked for`() throws {
        let url = "https://o.example/lists/?page=2"
        #expect(try next(falling, .all) == url && next(falling, .last) == url)
        #expect(try next(falling, .newest) == nil && next(falling, .first) == nil)
        let rising = "<a href='2026-11-06.pdf'>a</a><a href='2026-11-13.pdf'>b</a><link rel=NEXT href='?page=2'>"
        #expect(try next(rising, .newest) == url && next(rising, .first) == nil)
        let empty = "<a href='x.html'>x</a><link rel=next href='?page=2'>"
        for pick in LinkPick.allCases { #expect(try next(empty, pick) == url) }
        let further = try LinkIndex(of: Array("<p>none</p>".utf8), base: "https://o.example/lists/?page=2")
            .found(LinkRequest(glob: "*.pdf", pick: .all), isFurther: true)
        #expect(further.links.isEmpty && further.next == nil)
    }

    @Test(arguments: [
        ("https://o.example/lists/page/2/", true), ("page-2.html", true), ("?start=20", true),
        ("https://p.example/lists/page/2/", false), ("http://o.example/lists/page/2/", false), ("/other/2026/", false),
        ("/2026/", false), ("more.html", false), ("mailto:a@o.example", false),
    ])
    func `A next page is one of the same index on the same server`(address: String, isNext: Bool) throws {
        #expect(try (next("<a href='1.pdf'>a</a><link rel=next href='\(address)'>", .all) != nil) == isNext)
    }

    @Test func `A feed's next page is told by the feed, not by an entry`() throws {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="?page=2"/><entry><title>A</title>
            <link href="a.pdf"/><link rel="next" href="?page=9"/></entry></feed>
            """
        #expect(try next(feed, .all) == "https://o.example/lists/?page=2")
    }
}

struct LinkDateTests {
    @Test func `The page's language, or its other links, say which month a name means`() throws {
        let polish = "<a href='1.pdf'>Lista 3 listopada 2025</a>"
        func dates(_ page: String) throws -> [String?] { try links(page, "*.pdf", .all).map(\.date) }
        #expect(try dates(polish) == [nil])
        #expect(try dates("<html lang='pl-PL'>" + polish) == ["2025-11-03"])
        #expect(try dates("<html lang=hr>" + polish) == ["2025-10-03"])
        #expect(try dates("<html lang=en>" + polish) == [nil])
        #expect(try dates(polish + "<a href='2.pdf'>Lista 5 października 2025</a>") == ["2025-11-03", "2025-10-05"])
    }

    @Test func `A date around a link counts where the link has none`() throws {
        let page = """
            <table><tr><td>13.11.2026</td><td><a href="1.pdf">list</a></td></tr>
            <tr><td>06.11.2026</td><td><a href="2.pdf">list</a> <a href="2.csv">CSV</a></td></tr></table>
            <div><p>5 November 2026</p><p><a href="3.pdf"><img alt="list"></a> <a href="3.pdf">list</a></p></div>
            <pre><a href="4.pdf">4.pdf</a>  2026-11-04 10:22  12K\n<a href="5.pdf">5.pdf</a>   -  \n</pre>
            <div>3 November 2026 <a href="6.pdf">a</a> <a href="7.pdf">b</a></div>
            <li><time datetime="2026-11-02">2 Nov</time> <a href="list-2026-10-30.pdf">c</a></li>
            """
        #expect(
            try links(page, "*", .all).map(\.date) == [
                "2026-11-13", "2026-11-06", "2026-11-06", "2026-11-05", "2026-11-04", nil, nil, nil, "2026-10-30",
            ])
    }

    @Test func `Texts are looked through for dates up to a length, and no link is taken for the newest behind it`()
        throws
    {
        let text = "1" + String(repeating: "a", count: 1_000 - 1)
        let page = (0...longestDated / 1_000).map { "<a href='x?n=\($0)'>\(text)</a>" }.joined()
        let refused = #expect(throws: ReadingFailure.self) { try links(page, "*", .newest) }
        #expect(refused?.kind == .limit)
        #expect(try links(page, "*", .last).count == 1)
    }
}
