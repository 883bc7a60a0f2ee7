// The page, the feed and status.json as bytes: text from a list stays text, and the same content gives the same bytes.

import CCrypto
import Foundation
import Rows
import TestKit
import Testing
import Text

@testable import Page
import struct Coding.Date

/// In neither HTML nor XML.
private let noncharacters = String(
    decoding: [0xFFFE, 0xFFFF, 0xFDD0, 0x1_FFFE].flatMap { code -> [UInt8] in
        (Unicode.Scalar(UInt32(code)).map { Array(String($0).utf8) }) ?? []
    }, as: UTF8.self)

@Suite struct PageTests {
    @Test func `the policy names the style that there is`() {
        let style = Array(PageStyle.text.utf8)
        var digest = [UInt8](repeating: 0, count: 32)
        #expect(ccrypto_digest(Int32(ccrypto_sha256.rawValue), style, style.count, &digest) == 1)
        #expect(PageStyle.hash == Data(digest).base64EncodedString())
        #expect(IndexPage(content(saying: "x"), clock: clock).text.contains("<style>\(PageStyle.text)</style>"))
    }

    @Test func `it has no script, no event handler, no style beside the one, and loads nothing`() {
        let page = IndexPage(content(saying: "x"), clock: clock).text
        for word in ["<script", " src=", " style=", "<link rel=\"stylesheet", "url(", "@import", "<form"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.firstMatch(of: /\son[a-z]+=/) == nil)
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x", "]]>", "<!--", "-->",
        "</style>",
        "&lt;", "&#x3c;", "<![CDATA[", "javascript:alert(1)", "\u{0}\u{b}\u{1b}[31m", "\u{202e}\u{2066}", "\0",
        noncharacters, hostile,
    ])
    func `what a list says is text`(status: String) throws {
        let shown = sanitized(status)
        let all = texts(of: content(saying: status))
        for text in all.prefix(2) {
            // Every sign of markup is ours: the same page of a harmless text has as many.
            let harmless = texts(of: content(saying: "x"))[text == all[0] ? 0 : 1]
            for sign in ["<", ">", "\""] {
                #expect(text.count { String($0) == sign } == harmless.count { String($0) == sign }, "\(sign)")
            }
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
            #expect(
                !text.unicodeScalars.contains { $0.value & 0xfffe == 0xfffe || (0xfdd0...0xfdef).contains($0.value) })
        }
        struct Form: Decodable {
            struct Source: Decodable { var batches: [Batch] }
            struct Batch: Decodable { var label: String, rows: [Update] }
            var title: String
            var sources: [Source]
        }
        let form = try JSONDecoder().decode(Form.self, from: Data(all[2].utf8))
        #expect(form.title == shown && form.sources[0].batches[0].rows[0].status == shown)
    }

    @Test func `a status of 60 kB is cut`() {
        let long = String(repeating: "ab ", count: 20_000)
        for text in texts(of: content(saying: long)) { #expect(text.utf8.count < 60_000 && text.contains("…")) }
    }

    @Test(arguments: ["https://example.org/a?b=1&c=2", "http://example.org/"])
    func `the list's address is a link`(url: String) {
        let page = IndexPage(content(saying: url), clock: clock).text
        #expect(page.contains("<a href=\"\(escaped(url))\""))
    }

    @Test(arguments: ["file:///srv/list.pdf", "javascript:alert(1)", "https://example.org/{batch}", "data:text/html,x"])
    func `what no browser should follow is none`(url: String) {
        let page = IndexPage(content(saying: url), clock: clock).text
        #expect(!page.contains("href=\"\(escaped(url))") && page.contains(escaped(url)))
    }

    @Test func `nothing known, nothing watched`() {
        var source = PageContent.Source(name: "london", url: "https://example.org/", interval: 90)
        #expect(
            IndexPage(PageContent(title: "t", sources: [source], events: []), clock: clock).text.contains(
                "Not polled: no batch is watched in it."))
        source.nextPoll = noon
        source.batches = [PageContent.Batch(number: "1", label: "", isListed: nil)]
        let page = IndexPage(PageContent(title: "t", sources: [source], events: []), clock: clock).text
        for words in ["Not polled yet.", "then every 1 min 30 s", "Not looked up yet", "<p>1 list, 1 batch</p>"] {
            #expect(page.contains(words), "\(words)")
        }
    }

    @Test func `what happened last stands above the lists, and how the lists are in a sentence`() {
        var content = content(saying: "x")
        content.events = (0..<7).map {
            PageContent.Event(id: "u-\($0)", kind: "changed", source: "london", time: noon, message: "message \($0)")
        }
        let page = IndexPage(content, clock: clock).text
        let latest = page.split(separator: "<section id=")[0]
        #expect(latest.matches(of: /<bdi>message (\d)/).map { String($0.output.1) } == ["0", "1", "2", "3", "4"])
        #expect(latest.contains(#"1 list, 1 batch, <strong class="bad">1 list in trouble</strong>"#))
        content.events = []
        content.sources[0].troubles = []
        let calm = IndexPage(content, clock: clock).text
        #expect(!calm.contains("latest\"") && calm.contains("1 list, 1 batch, the list can be read"))
        content.sources.append(content.sources[0])
        #expect(IndexPage(content, clock: clock).text.contains("2 lists, 2 batches, all lists can be read"))
    }

    @Test func `a batch that is not on the list, and one that is missing`() {
        var content = content(saying: "pending")
        content.sources[0].batches[0].isListed = false
        let gone = IndexPage(content, clock: clock).text
        #expect(gone.contains("Not on the list since") && gone.contains("Before:"))
        content.sources[0].batches[0].isListed = true
        content.sources[0].batches[0].missingSince = noon
        #expect(IndexPage(content, clock: clock).text.contains("Missing from the list since"))
    }

    @Test func `an unclear batch says why, and what was read`() throws {
        var content = content(saying: "pending")
        content.sources[0].batches[0].unclear = .init(
            reason: "page 3: \"odd\"", rows: [Update(status: "issued", date: "")], since: noon)
        let page = IndexPage(content, clock: clock).text
        let why = "Unclear since <time datetime=\"\(noon)\">\(noon)</time>: <bdi>page 3: &quot;odd&quot;</bdi>"
        #expect(page.contains(why), "\(page)")
        #expect(page.contains("Read as:</p><p class=\"status\"><bdi>issued</bdi>"))
        #expect(page.contains("a row may be missing: <bdi>pending</bdi>"))
        content.sources[0].batches[0].isListed = nil
        content.sources[0].batches[0].unclear?.rows = []
        content.sources[0].troubles = []
        let first = IndexPage(content, clock: clock).text
        #expect(!first.contains("Not looked up yet") && !first.contains("Read as:") && first.contains("Unclear since"))
        #expect(first.contains("a row may be missing") && !first.contains("The list can be read."))
        struct Form: Decodable {
            struct Source: Decodable { var gap: String, batches: [Batch] }
            struct Batch: Decodable { var unclear: Unclear? }
            struct Unclear: Decodable { var reason: String, rows: [Update], since: String }
            var sources: [Source]
        }
        let form = try JSONDecoder().decode(Form.self, from: Data(StatusDocument(content).text.utf8))
        #expect(form.sources[0].gap == "pending" && form.sources[0].batches[0].unclear?.reason == "page 3: \"odd\"")
        content.sources[0].batches[0].unclear = nil
        content.sources[0].gap = nil
        let clear = texts(of: content)
        #expect(!clear[0].contains("Unclear since") && clear[0].contains("The list can be read."))
        #expect(!clear[2].contains("unclear") && !clear[2].contains("gap"))
    }

    @Test func `a time line goes from the first change to the last poll`() {
        var source = content(saying: "x").sources[0]
        source.batches[0].changes = [0, 50, 75].map {
            PageContent.Change(time: noon.addingTimeInterval($0), message: "", isListed: $0 != 50)
        }
        source.lastPoll = noon.addingTimeInterval(100)
        let page = IndexPage(PageContent(title: "t", sources: [source], events: []), clock: clock).text
        #expect(page.contains(#"<rect class="on" x="0" y="9" width="150" height="6"/>"#))
        #expect(page.contains(#"<rect class="no" x="150" y="11" width="75" height="2"/>"#))
        #expect(page.contains(#"<rect class="on" x="225" y="9" width="75" height="6"/>"#))
        #expect(page.contains(#"aria-label="Time line of x: 3 changes""#))
        source.batches[0].changes[0].isFirstLook = true
        #expect(source.named("2 changes"))
        source.batches[0].changes.removeLast(2)
        #expect(source.named("first look"))
        // All at one moment.
        source.lastPoll = nil
        source.batches[0].changes = [PageContent.Change(time: noon, message: "", isListed: true)]
        #expect(source.named("1 change"))
        #expect(TimeAxis(of: source)?.place(of: noon) == 0)
    }

    @Test func `a bar is as high as its list has rows, and the table has the numbers`() {
        var content = content(saying: "x")
        var large = PageContent.Edition(time: noon, title: "", rows: 100)
        large.statuses = [.init(status: "a", rows: 60), .init(status: "b", rows: 30)]
        (large.new, large.gone, large.changed) = (3, 2, 1)
        let small = PageContent.Edition(time: noon, title: "", rows: 50)
        content.sources[0].editions = [large, small]
        let page = IndexPage(content, clock: clock).text
        for height in [48, 24, 8, 40] { #expect(page.contains("height=\"\(height)\"/>"), "\(height)") }
        #expect(page.contains("<bdi>any other</bdi>"))
        // What is left is grey, however few colours there are.
        #expect(page.contains(#"<rect class="s8" x="0" y="0" width="14" height="8"/>"#))
        #expect(page.contains("; the largest has 100 rows.</p>"))
        #expect(page.contains("<a href=\"#editions-london\">2 editions</a>"))
        #expect(page.contains(#"<td class="count">100</td><td class="count">3</td><td class="count">2</td>"#))
        // What nobody knows is no number.
        #expect(page.contains(#"<td class="count">50</td><td class="count">–</td>"#))
    }

    @Test func `the feed is as late as its latest event, in their order, and keeps its id`() throws {
        var content = content(saying: "x")
        let events = [2, 1, 0].map {
            PageContent.Event(
                id: "u-\($0)", kind: "changed", source: "london", time: noon.addingTimeInterval(Double($0)),
                message: "m")
        }
        content.events = events
        let id = UUID().uuidString.lowercased()
        let feed = AtomFeed(content, id: id).text
        #expect(feed == AtomFeed(content, id: id).text)
        #expect(feed.contains("<updated>2025-06-15T15:06:42Z</updated>\n<author>"))
        #expect(feed.matches(of: /urn:batchwatch:(u-\d)/).map { String($0.output.1) } == ["u-2", "u-1", "u-0"])
        #expect(AtomFeed.id(of: Array(feed.utf8)) == id)
        for other in ["", "<id>urn:uuid:x</id>", "<id>tag:x</id>", "\u{0}"] {
            #expect(AtomFeed.id(of: Array(other.utf8)) == nil)
        }
        content.events = []
        #expect(AtomFeed(content, id: id).text.contains("<updated>1970-01-01T00:00:00Z</updated>"))
    }
}

extension PageContent.Source {
    /// Whether the page calls the past of its batch so.
    fileprivate func named(_ words: String) -> Bool {
        let page = IndexPage(PageContent(title: "t", sources: [self], events: []), clock: clock).text
        return page.contains("<summary>\(words)<") && page.contains("Time line of x: \(words)\"")
    }
}
