// The encoding of a list as its server declares it, omits it and changes it: the rows are right, and another encoding
// is no change. Whole stack.

import Foundation
import Reading
import Rows
import TestKit
import Testing

@testable import Configuration
@testable import Watch

/// š in iso-8859-2, ą in windows-1250, ¹ in windows-1252; and ž, ľ and ¾.
private let (first, second): (UInt8, UInt8) = (0xB9, 0xBE)

/// A list of a few batches, ours with a status of this letter.
private func list(_ letter: UInt8, friend: UInt8 = first, others: String = "pending") -> [UInt8] {
    let rows = (0..<8).map { "\(20_110_000_010 + $0),\(others),01-May-12\n" }.joined()
    return Array((rows + mine + ",").utf8) + [letter, letter] + Array(",01-Jun-12\n20110000003,".utf8) + [
        friend, friend,
    ]
        + Array(",01-Jun-12\n".utf8)
}

/// 200 with these bytes.
private func found(_ bytes: [UInt8], _ charset: String?, type: String = "text/csv", _ fields: String...) -> [ServerStep]
{
    let header =
        ["HTTP/1.1 200 OK", "Content-Length: \(bytes.count)", "Connection: close"] + fields
        + ["Content-Type: \(type)" + (charset.map { "; charset=\($0)" } ?? "")]
    return [.bytes(Array((header.map { $0 + "\r\n" }.joined() + "\r\n").utf8) + bytes)]
}

@Suite struct CharsetTests {
    let source: PolledSource

    init() throws {
        source = try PolledSource()
    }

    private var status: String? { source.store.state.batches[mine]?.rows.first?.status }

    private var tools: PollTools {
        get throws {
            PollTools(
                reader: Workers(fetcher: builtFetcher, reader: builtReader),
                cache: try DocumentCache(source.path + "/cache"))
        }
    }

    @Test func `what the server says of the encoding is how the list is read`() throws {
        #expect(try source.poll(found(list(first), "ISO-8859-2")).brief == ["observed \(mine):  > šš"])
        #expect(source.store.state.document?.charset == "iso-8859-2")
        #expect(try source.poll(found(list(second), "ISO-8859-2")).brief == ["changed \(mine): šš > žž"])
    }

    @Test(arguments: ["windows-1250", nil, "utf-8", "no-such"])
    func `the same bytes of another encoding are no new edition`(_ charset: String?) throws {
        try source.poll(found(list(first), "iso-8859-2", "ETag: \"a\""))
        let result = try source.poll(found(list(first), charset, "ETag: \"b\""))
        #expect(result.outcome == .unchanged && result.events.isEmpty)
        #expect(status == "šš")
    }

    @Test(arguments: [nil, "windows-1252", "no-such"])
    func `an edition of another encoding tells no change of what is the same`(_ charset: String?) throws {
        try source.poll(found(list(first), "iso-8859-2"))
        for (number, charset) in [charset, "iso-8859-2", charset].enumerated() {
            let result = try source.poll(found(list(first, others: "edition \(number)"), charset))
            #expect(result.outcome == .read(rowCount: 10))
            #expect(result.brief == [])
        }
    }

    @Test(arguments: [(nil, "žž"), ("windows-1252", "¾¾")] as [(String?, String)])
    func `an edition of another encoding tells what has changed`(_ charset: String?, _ new: String) throws {
        try source.poll(found(list(first), "iso-8859-2"))
        #expect(try source.poll(found(list(second), charset)).brief == ["changed \(mine): šš > \(new)"])
    }

    @Test func `a server that begins to tell the encoding puts right what was guessed, without a word`() throws {
        #expect(try source.poll(found(list(first), nil)).brief == ["observed \(mine):  > šš"])
        #expect(try source.poll(found(list(first, others: "new"), "windows-1250")).brief == [])
        #expect(status == "ąą")
        let next = try source.poll(found(list(second, others: "new"), "windows-1250"))
        #expect(next.brief == ["changed \(mine): šš > ľľ"])
    }

    @Test func `an office that goes over to UTF-8 has changed nothing`() throws {
        try source.poll(found(list(first), "iso-8859-2"))
        let text = String(decoding: list(0x78, friend: 0x78), as: UTF8.self)
        for (number, charset) in ["utf-8", nil, "iso-8859-2"].enumerated() {
            let same = Array(text.replacing("xx", with: "šš").replacing("pending", with: "waits \(number)").utf8)
            #expect(try source.poll(found(same, charset)).brief == [])
            #expect(status == "šš")
        }
        let new = Array(text.replacing("xx", with: "žž").utf8)
        #expect(try source.poll(found(new, "utf-8")).brief == ["changed \(mine): šš > žž"])
    }

    @Test func `where the edition before is lost, what its encoding may have changed is unclear`() throws {
        try source.poll(found(list(first), "iso-8859-2"))
        try FileManager.default.removeItem(atPath: source.path + "/cache")
        let result = try source.poll(found(list(first, others: "new"), "windows-1252"))
        #expect(result.brief == ["unclear \(mine): šš > ¹¹"])
        #expect(status == "šš")
        // What it was before is not known any better by the next edition.
        #expect(try source.poll(found(list(first, others: "newer"), "windows-1252")).brief == [])
        #expect(
            try source.poll(found(list(second, others: "newer"), "windows-1252")).brief == ["changed \(mine): šš > ¾¾"])
    }

    @Test func `where the edition before is lost, what all encodings have alike is told`() throws {
        source.config.watched.append(WatchedBatch(pattern: try KeyMask("20110000003"), label: "Friend"))
        try source.poll(found(list(0x78, friend: 0x78), "iso-8859-2"))
        try FileManager.default.removeItem(atPath: source.path + "/cache")
        #expect(try source.poll(found(list(0x79, friend: 0x78), "windows-1252")).brief == ["changed \(mine): xx > yy"])
    }

    @Test func `the kept document is read in the encoding that its server told`() throws {
        try source.poll(found(list(first), "iso-8859-2"))
        source.config.watched.append(WatchedBatch(pattern: try KeyMask("20110000003"), label: "Friend"))
        _ = try visit(source.config, source.store, isDue: false, tellingTo: [.journal], with: tools)
        #expect(source.store.state.batches["20110000003"]?.rows.first?.status == "šš")
    }

    @Test func `a held document is accepted in the encoding that its server told`() throws {
        try source.poll(found(list(first), "iso-8859-2"))
        let short = Array((mine + ",").utf8) + [second, second] + Array(",01-Jun-12\n".utf8)
        #expect(try source.poll(found(short, "windows-1250")).heldBecause != nil)
        #expect(status == "šš")
        let result = try acceptHeld(source.config, source.store, tellingTo: [.journal], with: tools)
        #expect(result.brief.contains("changed \(mine): šš > ľľ"), "\(result.brief)")
    }

    @Test func `a page and its document are read in the encodings that their servers tell`() throws {
        // "Список" in windows-1251.
        let name: [UInt8] = [0xD1, 0xEF, 0xE8, 0xF1, 0xEE, 0xEA]
        let page = Array("<html><a href='\(source.server.url)/l.csv'>".utf8) + name + Array("</a></html>".utf8)
        source.config.links = LinkRequest(glob: "Список", pick: .newest)
        let index = found(page, "windows-1251", type: "text/html")
        #expect(try source.poll(index, found(list(first), "iso-8859-2")).brief == ["observed \(mine):  > šš"])
        #expect(source.store.state.document?.composition?.parts.map(\.charset) == ["iso-8859-2"])
        #expect(try source.poll(index, found(list(first, others: "new"), "windows-1252")).brief == [])
        #expect(try source.poll(index, found(list(first, others: "old"), nil)).brief == [])
        source.config.watched.append(WatchedBatch(pattern: try KeyMask("20110000003"), label: "Friend"))
        _ = try visit(source.config, source.store, isDue: false, tellingTo: [.journal], with: tools)
        #expect(source.store.state.batches["20110000003"]?.rows.first?.status == "¹¹")
    }
}
