// The links of pages as offices publish them: which are found, and which is chosen.

import Reading
import TestKit
import Testing

@testable import Links

private func links(
    _ page: String, _ glob: String, _ pick: LinkPick = .newest, base: String = "https://office.example/visas/decisions/"
) throws(ReadingFailure) -> [FoundLink] {
    try foundLinks(in: Array(page.utf8), base: base, matching: LinkRequest(glob: glob, pick: pick))
}

private func cause(
    _ page: String, _ glob: String, _ pick: LinkPick = .newest, base: String = "https://office.example/visas/"
) -> String? {
    do throws(ReadingFailure) {
        _ = try links(page, glob, pick, base: base)
        return nil
    } catch {
        return error.cause
    }
}

/// As an embassy's page has it: week after week, not in order, and other documents between.
private let office = """
    <!DOCTYPE html><html><head><title>Visa decisions</title><link rel="alternate" href="/feed.rss"></head><body>
    <a href="#main">Skip</a><a href="mailto:visas@office.example">Mail</a><a href="javascript:void(0)">Menu</a>
    <p>Please search the document <a href="/media/irelandie/embassy/15542_Visa_Decisions_06_November_2026.ods">Decisions
    from 3 November  2026 to 6 November 2026</a></p>
    <ul><li><a href="/media/irelandie/embassy/15587_Visa_Decisions_13_November_2026.ods"><b>Visa</b>&nbsp;decisions</a></li>
    <li><a href="/media/irelandie/embassy/15501_Visa_Decisions_30_October_2026.ods"><img alt="October"></a></li>
    <li><a title="Fees" href="/media/irelandie/embassy/Fees_2027.pdf"></a></li></ul>
    <a href="/media/irelandie/embassy/15587_Visa_Decisions_13_November_2026.ods#top">again</a></body></html>
    """

private let media = "https://office.example/media/irelandie/embassy/"

struct LinkTests {
    @Test func `The newest of the dated names on an office's page is taken`() throws {
        #expect(
            try links(office, "*Visa_Decisions*.ods") == [
                FoundLink(
                    url: media + "15587_Visa_Decisions_13_November_2026.ods", text: "Visa decisions", date: "2026-11-13"
                )
            ])
    }

    @Test func `First, last and all go by the order of the page, each address once`() throws {
        let names = ["15542_Visa_Decisions_06", "15587_Visa_Decisions_13", "15501_Visa_Decisions_30"]
        let all = try links(office, "*visa_decisions*", .all)
        #expect(all.map { $0.url.dropFirst(media.count).prefix(23) } == names.map { $0[...] })
        #expect(all.map(\.text) == ["Decisions from 3 November 2026 to 6 November 2026", "Visa decisions", "October"])
        #expect(try links(office, "*Visa_Decisions*", .first) == [all[0]])
        #expect(try links(office, "*Visa_Decisions*", .last) == [all[2]])
    }

    @Test(arguments: [
        "*Visa_Decisions*.pdf", "12345_visa_decisions_13_november_2026.PDF", "https://x.example/y/*", "*?v=1",
        "*13_November_2026.pdf", "12345?Visa?Decisions*", "the newest list", "the*", "*",
        "https://x.example/y/12345_Visa_Decisions_13_November_2026.pdf",
    ])
    func `A pattern matches the address, its last part or the text, with a query and without`(glob: String) throws {
        let page = "<a href='https://x.example/y/12345_Visa_Decisions_13_November_2026.pdf?v=1'>The newest list</a>"
        #expect(try links(page, glob).count == 1)
    }

    @Test(arguments: ["Visa_Decisions*", "*.ods", "newest", "y/*", "*2026", "?_Visa*"])
    func `A pattern has to match from end to end`(glob: String) {
        let page = "<a href='https://x.example/y/12345_Visa_Decisions_13_November_2026.pdf?v=1'>The newest list</a>"
        #expect(cause(page, glob)?.hasPrefix("the one link of the page does not match \"\(glob)\"; there is ") == true)
    }

    @Test func `A name in the query is compared decoded too`() throws {
        #expect(try links("<a href='/get?file=Visa%20list.pdf&amp;v=1'>x</a>", "*file=visa list.pdf*").count == 1)
    }

    @Test func `Names of a file list are compared decoded too, and copies have their number behind the date`() throws {
        let page = """
            <span class="file"><a href="/sites/default/files/2026-11/Processed%20list%2020.11.2026%20%281%29.pdf">a</a></span>
            <span class="file"><a href="/sites/default/files/2026-11/Processed list 13.11.2026 (1).pdf">b</a></span>
            <span class="file"><a href="/sites/default/files/2026-11/Processed%20list%20(3).pdf">c</a></span>
            """
        let list = try links(page, "Processed list*.pdf", .all)
        #expect(list.map(\.date) == ["2026-11-20", "2026-11-13", "2026-11-01"])
        #expect(
            list[1].url == "https://office.example/sites/default/files/2026-11/Processed%20list%2013.11.2026%20(1).pdf")
    }

    @Test func `A feed's documents are called as their items`() throws {
        let feed = """
            <?xml version="1.0"?><rss version="2.0"><channel><title>Office</title><link>https://office.example/</link>
            <image><url>https://office.example/logo.png</url></image>
            <item><link>https://office.example/a.pdf</link><title>List of 6 November 2026</title></item>
            <item><title>List of <![CDATA[13 November]]> 2026</title><enclosure url="/b.pdf" type="application/pdf"/>
            <media:thumbnail xmlns:media="m"><url>x</url></media:thumbnail><link>
            https://office.example/b.html </link></item></channel></rss>
            """
        #expect(
            try links(feed, "*.pdf") == [
                FoundLink(url: "https://office.example/b.pdf", text: "List of 13 November 2026", date: "2026-11-13")
            ])
        #expect(
            try links(feed, "*", .all).map(\.text) == [
                "", "List of 6 November 2026", "List of 13 November 2026", "List of 13 November 2026",
            ])
    }

    @Test func `Atom's links and a sitemap's places are links`() throws {
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/feed.pdf"/><entry><title>A</title>
            <link href="a.pdf"/><link rel="enclosure" href="b.pdf" title="B"/></entry></feed>
            """
        #expect(try links(atom, "*.pdf", .all).map(\.text) == ["A", "B"])
        let quoting = "<rss><item><link>a.pdf</link><title>A</title><x><![CDATA[<html>]]></x></item></rss>"
        #expect(try links(quoting, "*.pdf").map(\.text) == ["A"])
        let map = "<urlset><url><loc>https://office.example/2026/11/13/list.pdf</loc></url></urlset>"
        #expect(try links(map, "*.pdf").map(\.date) == ["2026-11-13"])
    }

    @Test func `An index in JSON is read by what looks like an address`() throws {
        let index = """
            {"title":"Files","items":[{"title":"November 6, 2026","fileName":"a.pdf","file":{"url":"/f/a.pdf","size":1}},
            {"name":"b 2026-11-13.pdf","href":"https:\\/\\/office.example\\/f\\/b"},{"path":"c.pdf"},"d.pdf","It is a.sentence"]}
            """
        let list = try links(index, "*", .all)
        #expect(
            list.map(\.url.description)
                == ["/f/a.pdf", "/f/b", "/visas/decisions/c.pdf", "/visas/decisions/d.pdf"].map {
                    "https://office.example" + $0
                })
        #expect(list.map(\.text) == ["November 6, 2026", "b 2026-11-13.pdf", "Files", "Files"])
        #expect(try links(index, "*").map(\.date) == ["2026-11-13"])
    }

    @Test(
        arguments: [
            ("list.pdf", "https://o.example/a/list.pdf"), ("../list.pdf", "https://o.example/list.pdf"),
            ("/list.pdf", "https://o.example/list.pdf"), ("//p.example/l.pdf", "https://p.example/l.pdf"),
            ("?id=1", "https://o.example/a/page?id=1"), (" l\n.pdf ", "https://o.example/a/l.pdf"),
            ("l 1.pdf", "https://o.example/a/l%201.pdf"), ("caf\u{E9}.pdf", "https://o.example/a/caf%C3%A9.pdf"),
            ("l.pdf?a=b c#d", "https://o.example/a/l.pdf?a=b%20c"), ("f\\l.pdf", "https://o.example/a/f/l.pdf"),
            ("HTTPS://o.example:443/l.pdf", "https://o.example/l.pdf"), ("#top", nil), ("", nil),
            ("mailto:a@b.example", nil),
            ("javascript:void(0)", nil), ("ftp://o.example/l.pdf", nil), ("https://u:p@o.example/l.pdf", nil),
            ("data:text/plain,a", nil), ("a\u{1}b.pdf", "https://o.example/a/a%01b.pdf"), ("1:2.pdf", nil),
        ] as [(String, String?)])
    func `References are resolved as browsers do`(reference: String, url: String?) throws {
        _ = try? links("<a href='x'>", "*")  // loads libcurl
        #expect(resolved(reference, against: "https://o.example/a/page?q=1#f") == url)
    }

    @Test func `An address of 8000 bytes is one, a longer one is none`() throws {
        _ = try? links("<a href='x'>", "*")
        let base = "https://o.example/"
        let longest = String(repeating: "a", count: 8_000 - base.utf8.count)
        #expect(resolved(longest, against: base) == base + longest)
        #expect(resolved(longest + "a", against: base) == nil)
    }

    @Test func `A page's own base counts for all its links`() throws {
        let page = "<a href='a.pdf'>a</a><base href='/files/'><base href='/no/'><map><area href='b.pdf' alt='b'></map>"
        #expect(
            try links(page, "*.pdf", .all) == [
                FoundLink(url: "https://office.example/files/a.pdf", text: "a"),
                FoundLink(url: "https://office.example/files/b.pdf", text: "b"),
            ])
    }

    @Test func `From https no link to http is followed, and no other is taken for it`() throws {
        let page = "<a href='http://office.example/a.pdf'>a</a><a href='b.pdf'>b</a>"
        let refused = "the link to http://office.example/a.pdf leads from https to http, which is not followed"
        #expect(cause(page, "*.pdf", .all) == refused)
        #expect(cause(page, "*.pdf", .first) == refused)
        #expect(try links(page, "*.pdf", .last).map(\.text) == ["b"])
        let dated = "<a href='http://office.example/2026-11-13.pdf'>a</a><a href='2026-11-06.pdf'>b</a>"
        #expect(cause(dated, "*.pdf")?.hasPrefix("the link to http://office.example/2026-11-13.pdf leads") == true)
        #expect(try links(dated + "<a href='2026-11-20.pdf'>c</a>", "*.pdf").map(\.text) == ["c"])
        let both = page + "<a href='https://office.example/a.pdf'>secure</a>"
        #expect(try links(both, "*.pdf", .all).map(\.text) == ["b", "secure"])
        #expect(
            cause(page, "*a.pdf")
                == "the one link that matches leads from https to http, which is not followed: \"*a.pdf\"")
        #expect(try links(page, "*.pdf", .all, base: "http://office.example/").map(\.text) == ["a", "b"])
    }

    @Test func `Only a file links files`() throws {
        let page = "<a href='file:///tmp/a.pdf'>a</a><a href='b.pdf'>b</a><a href='https://o.example/c.pdf'>c</a>"
        #expect(
            try links(page, "*.pdf", .all, base: "file:///srv/page.html").map(\.url)
                == ["file:///tmp/a.pdf", "file:///srv/b.pdf", "https://o.example/c.pdf"])
        #expect(try links(page, "*.pdf", .all).map(\.text) == ["b", "c"])
    }

    @Test func `A date in the name counts before one in the text, and that before one in the directories`() throws {
        let page = """
            <a href="/2026/12/01/list-6-11-2026.pdf">of 20 November 2026</a><a href="/2026/12/02/list.pdf">9 - 13 November 2026</a>
            <a href="/2026/10/05/list.pdf">x</a><a href="/list.pdf?v=20261007">y</a><a href="/none.pdf">z</a>
            """
        #expect(
            try links(page, "*", .all).map(\.date) == ["2026-11-06", "2026-11-13", "2026-10-05", "2026-10-07", nil])
    }

    @Test func `Which number is the day is decided by all links of the page`() throws {
        let american =
            "<a href='a-11-06-2026.pdf'>a</a><a href='b-10-07-2026.pdf'>b</a><a href='other-11-13-2025.txt'>c</a>"
        #expect(try links(american, "*.pdf").map(\.date) == ["2026-11-06"])
        #expect(
            try links("<a href='a-11-06-2026.pdf'>a</a><a href='b-10-07-2026.pdf'>b</a>", "*").map(\.date) == [
                "2026-07-10"
            ])
    }

    @Test func `A link without a date is never newer, and of equals the first is taken`() throws {
        #expect(
            try links("<a href='a.pdf'>a</a><a href='b-1990-01-01.pdf'>b</a><a href='c-1-1-1990.pdf'>", "*").map(\.text)
                == ["b"])
        #expect(try links("<a href='a.pdf'>a</a><a href='b.pdf'>b</a>", "*").map(\.text) == ["a"])
    }
}

struct NoLinkTests {
    @Test func `Where nothing matches the nearest are named`() {
        let page = "<a href='/a.html'>A</a><a href='/12345_Visa_Decisions.ods'>B</a><a href='x.pdf'>C</a>"
        #expect(
            cause(page, "*Visa*.xlsx")
                == "none of the 3 links of the page matches \"*Visa*.xlsx\"; there is 12345_Visa_Decisions.ods, …")
        #expect(
            cause(page, "*zz*")
                == "none of the 3 links of the page matches \"*zz*\"; there is 12345_Visa_Decisions.ods, x.pdf, …")
        #expect(
            cause("<a href='/a/'>A</a><a href='/b/'>B</a>", "\u{1B}")
                == "none of the 2 links of the page matches \"\u{FFFD}\"")
        let many = (1...5).map { "<a href='/visa\($0).html'>v</a><a href='/visa_list\($0).html'>l</a>" }.joined()
        #expect(
            cause(many, "*visa*list*.pdf")?.hasSuffix("; there is visa_list1.html, visa_list2.html, visa_list3.html, …")
                == true)
    }

    @Test(arguments: [
        (
            "<html><body>Nothing</body></html>",
            "the page has no links; if a browser shows some, they are made by a script, which is not run here"
        ),
        (
            "<a name='x'>y</a><a href='mailto:a@b.example'>z</a>",
            "the page has no links; if a browser shows some, they are made by a script, which is not run here"
        ),
        (
            "%PDF-1.7\n",
            "the page: it is a PDF, not a web page, feed, sitemap or JSON with links: if it is the list itself, use url instead of page and link"
        ),
        (
            "PK\u{3}\u{4}x",
            "the page: it is a spreadsheet or another archive (ZIP), not a web page, feed, sitemap or JSON with links: if it is the list itself, use url instead of page and link"
        ),
        (
            "a,b\n1,2\n",
            "the page: it is plain text, not a web page, feed, sitemap or JSON with links: if it is the list itself, use url instead of page and link"
        ),
        (
            "",
            "the page: it is plain text, not a web page, feed, sitemap or JSON with links: if it is the list itself, use url instead of page and link"
        ),
        (
            "a\u{0}b",
            "the page: it is no text, not a web page, feed, sitemap or JSON with links: if it is the list itself, use url instead of page and link"
        ),
        ("{\"a\":", "the page: the JSON is invalid: found the end of the document, expected a value"),
    ])
    func `A page without links, and what is no page, have words of their own`(page: String, words: String) {
        #expect(cause(page, "*") == words)
    }

    @Test func `Matches, links and pages are bounded`() throws {
        let matches = (1...200).map { "<a href='\($0).pdf'></a>" }.joined()
        #expect(try links(matches, "*", .all).count == 200)
        #expect(
            cause(matches + "<a href='201.pdf'></a>", "*", .all)
                == "201 links of the page match, but at most 200 may: narrow the pattern in link")
        #expect(try links(matches + "<a href='201.pdf'></a>", "*", .last).count == 1)
        let most = "[" + String(repeating: "\"a.pdf\",", count: 99_999)
        #expect(try links(most + "\"b.pdf\"]", "*", .all).count == 2)
        #expect(cause(most + "\"b.pdf\",\"c.pdf\"]", "*") == "the page: it has more than 100000 links")
        let page = Array("<a href=x>".utf8) + [UInt8](repeating: 0x20, count: (16 << 20) - 10)
        #expect(
            try foundLinks(in: page, base: "http://o.example/", matching: LinkRequest(glob: "*", pick: .first)).count
                == 1)
        #expect(throws: ReadingFailure(.limit, "the page has 16777217 bytes, the limit is 16777216")) {
            try foundLinks(in: page + [0x20], base: "http://o.example/", matching: LinkRequest(glob: "*", pick: .first))
        }
    }

    @Test func `the addresses of a page's links have a length together, since its base is a part of each`() {
        // Each address has 8 000 bytes but for the last, which makes them 16 MiB exactly.
        let site = "https://office.example/"
        let base = String(repeating: "a", count: 8_000 - site.utf8.count - 9) + "/"
        let count = longestAddresses / 8_000
        let rest = longestAddresses % 8_000 - site.utf8.count
        let page =
            "<html><base href=\"/\(base)\">"
            + (0..<count).map { "<a href=\"\(10_000_000 + $0)\"></a>" }.joined()
        func cause(_ rest: Int) -> String? {
            do throws(ReadingFailure) {
                let last = "<a href=\"/\(String(repeating: "b", count: rest))\"></a>"
                _ = try LinkAddresses(page: LinkPage(Array((page + last).utf8), limit: longestPage), base: site)
                return nil
            } catch {
                return error.cause
            }
        }
        #expect(cause(rest) == nil)
        #expect(cause(rest + 1) == "the page: the addresses of its links are longer than 16777216 bytes together")
    }

    @Test func `a string of JSON that may be an address costs little more than one that is too long`() throws {
        func seconds(_ count: Int) throws -> Double {
            let strings = String(repeating: ",\"\(String(repeating: "e\u{301}", count: count))\"", count: 300)
            let document = Array("[\"https://o.example/a.pdf\"\(strings)]".utf8)
            let begun = processorSeconds()
            _ = try allLinks(in: document, base: "https://o.example/")
            return processorSeconds() - begun
        }
        var (allowed, tooLong) = (Double.infinity, Double.infinity)
        for _ in 1...10 {
            allowed = min(allowed, try seconds(666))
            tooLong = min(tooLong, try seconds(667))
            if allowed < tooLong * 12 { break }
        }
        #expect(allowed < tooLong * 12)
    }
}
