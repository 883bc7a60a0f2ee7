// One poll, with a reader that records its requests, writes a document of 100 bytes, as long as those of the samples,
// and returns a given reply.

import Foundation
import Processes
import Reading
import Rows
import Synchronization
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Events
@testable import Watch

@Suite struct PollTests {
    let folder: Folder
    let store: SourceStore
    var tools: PollTools
    let mine = "20121456171"
    private let reader = ToldReader()

    init() throws {
        folder = try Folder()
        store = SourceStore(
            name: "london", state: SourceState(uuid: "u"), in: try StateDirectory(folder.path + "/state"))
        tools = PollTools(reader: reader, cache: try DocumentCache(folder.path + "/cache"))
        tools.clock = { Moment(wall: noon, uptime: 1000) }
        tools.random = { 0.5 }
    }

    func poll(_ source: SourceConfig, _ reply: ReadingReply) throws -> PollResult {
        answer(reply)
        return try Watch.poll(source, store, tellingTo: [.journal], with: tools)
    }

    func answer(_ reply: ReadingReply) {
        reader.reply.withLock { $0 = reply }
    }

    func asked() throws -> ReadingRequest {
        try #require(reader.asked.withLock { $0 })
    }

    var kept: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache")) ?? []).sorted()
    }

    @Test func `a new edition is kept, judged and saved, with the time of the next poll`() throws {
        let result = try poll(source(), edition("d1", row(mine, "pending")))
        #expect(result.outcome == .read(rowCount: 1))
        #expect(result.events.brief == ["observed \(mine):  > pending"])
        #expect(kept == ["london.d1.document"])
        let saved = try StateDirectory.peek("london", in: folder.path + "/state")
        #expect(saved?.batches[mine]?.rows.map(\.status) == ["pending"])
        #expect(saved?.nextDue == noon.addingTimeInterval(result.wait))
        #expect(try asked().validators == nil)
        _ = try poll(source(), .notModified(Freshness()))
        #expect(try asked().validators?.etag == "\"e1\"")
    }

    @Test func `a document that is lost is fetched whole again`() throws {
        _ = try poll(source(), edition("d1"))
        try FileManager.default.removeItem(atPath: folder.path + "/cache/london.d1.document")
        _ = try poll(source(), edition("d1"))
        #expect(try asked().validators == nil)
        #expect(kept == ["london.d1.document"])
    }

    @Test func `a poll that is interrupted is no failure of the server`() throws {
        let stop = try StopSignal()
        var tools = tools
        tools.stop = stop
        stop.raise()
        let result = try Watch.poll(source(), store, tellingTo: [.journal], with: tools)
        #expect(result.outcome == .interrupted)
        #expect(store.state == SourceState(uuid: "u"))
    }

    @Test func `the server's max-age and Retry-After count, and failures slow down`() throws {
        var source = try source()
        source.interval = 3600
        var lasting = facts("d1")
        lasting.freshness.maxAge = 7200
        let reading = Reading(rows: [], rowCount: 1, pageCount: 1, damage: [])
        #expect(try poll(source, .document(lasting, reading)).wait == 7200)
        #expect(try poll(source, .sameDocument(lasting)).wait == 7200)
        #expect(try poll(source, .notModified(lasting.freshness)).wait == 7200)
        #expect(try poll(source, .failure(ReadingFailure(.status, "HTTP 503"))).wait == 7200)
        #expect(try poll(source, .failure(ReadingFailure(.status, "HTTP 503"))).wait == 14_400)
        let busy = ReadingFailure(.status, "HTTP 503", retryAfter: 50_000)
        #expect(try poll(source, .failure(busy)).wait == 50_000)
        let soon = ReadingFailure(.status, "HTTP 503", retryAfter: 120)
        #expect(try poll(source, .failure(soon)).wait == 120)
        let offline = try poll(source, .failure(ReadingFailure(.offline, "no route")))
        #expect(offline.outcome == .offline(cause: "no route"))
        #expect(offline.wait == 60)
    }

    @Test func `the secret is read for each poll, and a poll without it fails by this machine`() throws {
        var source = try source()
        source.auth = AuthConfig(scheme: .bearer, secret: .file(try folder.write("secret", "s3cret\n")))
        _ = try poll(source, edition("d1"))
        #expect(try asked().credentials == Credentials(scheme: .bearer, user: "", secret: "s3cret"))
        try FileManager.default.removeItem(atPath: folder.path + "/secret")
        let result = try poll(source, edition("d1"))
        guard case .offline(let cause) = result.outcome else {
            Issue.record("no failure")
            return
        }
        #expect(cause.contains("secret"))
        #expect(result.wait == 60)
    }

    // MARK: The kept document

    func look(_ source: SourceConfig, _ reply: ReadingReply) throws -> [Event]? {
        answer(reply)
        return try lookAtKeptDocument(source, store, tellingTo: [.journal], with: tools)?.events
    }

    @Test func `the kept document answers for a newly watched batch, without the server`() throws {
        _ = try poll(source([mine: ""]), edition("d1", row(mine, "pending")))
        let both = try source([mine: "", "20121456179": ""])
        let reply = edition("d1", row(mine, "pending"), row("20121456179", "issued"))
        #expect(try look(both, reply)?.brief == ["observed 20121456179:  > issued"])
        #expect(try asked().url.hasPrefix("file://") == true)
        #expect(try asked().knownDigest == nil)
        #expect(try asked().validators == nil)
        #expect(store.state.observed == [mine, "20121456179"])
    }

    @Test func `a kept document that was accepted in spite of its damage answers too`() throws {
        let reply = edition("d1", row(mine, "pending"), row("20121456179", "issued"), damage: ["page 3"])
        _ = try poll(source([mine: ""]), reply)
        #expect(try acceptHeld(source([mine: ""]), store, tellingTo: [], with: tools).outcome == .read(rowCount: 2))
        let both = try source([mine: "", "20121456179": ""])
        #expect(try look(both, reply)?.brief == ["observed 20121456179:  > issued"])
        try store.update { $0.document?.readingVersion -= 1 }
        #expect(try look(both, reply) == nil)
    }

    @Test func `the kept document of another list, or another document in its place, answers for nothing`() throws {
        _ = try poll(source([mine: ""]), edition("d1", row(mine, "pending")))
        var both = try source([mine: "", "20121456179": ""])
        #expect(try look(both, edition("d2", row("20121456179", "issued"))) == nil)
        both.url = "https://example.org/other.pdf"
        #expect(try look(both, edition("d1", row("20121456179", "issued"))) == nil)
        #expect(store.state.observed == [mine])
    }

    @Test func `editions before the accepted one are not kept`() throws {
        let digests = ["a", "b"].map { String(repeating: $0, count: 64) }
        for digest in digests { _ = try poll(source(), edition(digest)) }
        #expect(kept == ["london.\(digests[1].prefix(32)).document"])
    }
}

private final class ToldReader: DocumentReader {
    let asked = Mutex<ReadingRequest?>(nil)
    let reply = Mutex(ReadingReply.notModified(Freshness()))

    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?, stop: StopSignal?,
        progress: (Int, Int?) -> Void
    ) -> ReadingReply {
        asked.withLock { $0 = request }
        if let document { _ = write(document, [UInt8](repeating: 0, count: 100), 100) }
        return reply.withLock { $0 }
    }

    func edition(_ request: EditionRequest, of tables: Int32, stop: StopSignal?) -> Edition? { nil }
}
