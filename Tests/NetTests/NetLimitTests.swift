// The limits of the net's reports, and that no text makes it trap.

import Rows
import TestKit
import Testing
import Text

@testable import Net

struct NetLimitTests {
    @Test func `as many keys are told as may be, and that there are more`() throws {
        for count in [Mention.most, Mention.most + 1] {
            let keys = (0..<count).map { String(20_120_000_000 + $0) }
            for watched in [keys, ["20120######"]] {
                let text = Array(keys.joined(separator: "\n").utf8)
                var net = Net(watched: try watched.map { try KeyMask($0) })
                net.add(text, page: 1)
                let suspects = net.suspects(besides: [])
                var locating = net.locating(try #require(suspects))
                locating.add(text, page: 1)
                let (mentions, hasMore) = locating.mentions(besides: [])
                #expect(mentions.count == Mention.most)
                #expect(hasMore == (count > Mention.most))
                #expect(mentions.map(\.batch) == mentions.map(\.batch).sorted())
            }
        }
    }

    @Test func `two readings of a document count once`() throws {
        var net = Net(watched: [try KeyMask("20121456171")])
        let text = Array("20121456171".utf8)
        net.add(text, page: 1)
        let suspects = net.suspects(besides: [])
        var locating = net.locating(try #require(suspects))
        locating.add(text, page: 1)
        locating.beginOtherReading()
        locating.add(text, page: 1)
        let rows = [Row(batch: "1", update: Update(status: "see 20121456171", date: ""), page: 1)]
        #expect(locating.mentions(besides: rows).mentions.isEmpty)
    }

    @Test func `nothing is looked for where nothing is watched`() throws {
        #expect(Net(watched: []).isEmpty)
        #expect(Net(watched: [.anyText], isText: true).isEmpty)
        #expect(Net(watched: [try KeyMask(text: "—")], isText: true).isEmpty)
    }

    @Test func `no text makes it trap`() throws {
        var random = SeededGenerator(seed: 7)
        let signs = Array("20121456171 -./\n\u{1E}\u{1F}éё号\u{301}\u{AD}２aA,".unicodeScalars).map { String($0) }
        let masks = [try KeyMask("20121456171"), try KeyMask("20{2,5}"), try KeyMask("1-2/1"), try KeyMask("é#")]
        for _ in 0..<2000 {
            var text = (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
                Array((signs.randomElement(using: &random) ?? "").utf8)
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) where !text.isEmpty {
                text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var net = Net(watched: masks).locatingAll()
            net.add(text, page: 1)
            _ = net.mentions(besides: [])
        }
    }

    @Test func `a JSON text is searched without its escapes`() {
        let text = NetText.ofJSON(Array(#"{"a\n":"2\u0030\ud83d\ude00\/"}"#.utf8)) ?? []
        #expect(String(decoding: text, as: UTF8.self) == "{\u{1E}a\n\u{1E}:\u{1E}20😀/\u{1E}}")
        #expect(NetText.ofJSON(Array("[1]".utf8)) == nil)
        for broken in [#"["\"#, #"["\u12"#, #"["\ud800\u"#, #"\"#] { _ = NetText.ofJSON(Array(broken.utf8)) }
    }
}
