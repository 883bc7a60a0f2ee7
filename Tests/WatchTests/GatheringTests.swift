// Lists that are put together: by links that move, in several documents, with a page for each case. Which requests go out, what is
// told, and what is kept.

import Foundation
import Reading
import Rows
import Sinks
import Testing

@testable import Watch

/// A source, what it is read from, and its history.
private final class Scene {
    let folder: Folder
    let site = Site()
    let store: SourceStore
    var source: SourceConfig
    var now = noon

    init(_ url: String, links: LinkRequest?, watched: [String]) throws {
        folder = try Folder()
        store = SourceStore(
            name: "visas", state: SourceState(uuid: "u"), in: try StateDirectory(folder.path + "/state"))
        source = SourceConfig(name: "visas", url: url, layout: .london)
        source.links = links
        source.disappearedAfter = 0
        source.watched = try watched.map { WatchedBatch(pattern: try KeyMask($0), label: "") }
    }

    /// Polls an hour later; what is told, at a glance.
    @discardableResult
    func poll(after seconds: Double = 3600) throws -> [String] {
        let result = try outcome(after: seconds)
        return result.events.brief
    }

    func outcome(after seconds: Double = 3600) throws -> PollResult {
        now = now.addingTimeInterval(seconds)
        let moment = Moment(wall: now, uptime: now.timeIntervalSince(noon))
        var tools = PollTools(reader: site, cache: try DocumentCache(folder.path + "/cache"))
        tools.clock = { moment }
        tools.random = { 0.5 }
        tools.wait = { _, _ in }
        let result = try visit(source, store, isDue: true, tellingTo: [.journal], with: tools)
        return try #require(result)
    }

    var kept: Int { (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache").count) ?? 0 }
    var saves: Int { store.saves }
}

private let mine = "20121456171"
private let other = "20121456172"
private let page = "https://example.org/decisions/"

@Suite struct `A list whose link moves` {
    private let scene: Scene

    init() throws {
        scene = try Scene(page, links: LinkRequest(glob: "*", pick: .newest), watched: [mine])
        scene.site.published = [page: page + "1.pdf", page + "1.pdf": "\(mine)|pending\n\(other)|refused"]
    }

    @Test func `is one list from one document to the next`() throws {
        #expect(try scene.poll() == ["observed \(mine):  > pending"])
        #expect(scene.site.askedFor() == ["decisions", "1.pdf"])
        #expect(try scene.poll() == [])
        #expect(scene.site.askedFor() == ["decisions?", "1.pdf?"])
        scene.site.published[page] = page + "2.pdf"
        scene.site.published[page + "2.pdf"] = "\(mine)|issued\n\(other)|refused"
        #expect(try scene.poll() == ["changed \(mine): pending > issued"])
        #expect(scene.site.askedFor() == ["decisions?", "2.pdf"])
        #expect(scene.kept == 1)
    }

    @Test func `costs no save while page and document are as they were`() throws {
        try scene.poll()
        let saves = scene.saves
        #expect(try scene.outcome().outcome == .unchanged)
        scene.site.hasTags = false
        try scene.poll()
        let untagged = scene.saves
        #expect(try scene.outcome().outcome == .unchanged)
        #expect(saves == scene.saves - (untagged - saves))
    }

    @Test func `fails as a whole when the page or the document fails, and tells nothing of the rows`() throws {
        try scene.poll()
        scene.site.published[page] = page + "gone.pdf"
        let result = try scene.outcome()
        #expect(result.outcome == .failed(cause: "the document gone.pdf: HTTP 404 Not Found"))
        scene.site.published[page] = ""
        #expect(try scene.outcome().outcome == .failed(cause: "none of the links matches"))
        #expect(result.events.isEmpty)
        scene.site.published[page] = page + "1.pdf"
        #expect(try scene.poll() == [])
    }

    @Test func `goes by what disappears, unless batches are kept for ever`() throws {
        try scene.poll()
        scene.site.published[page] = page + "2.pdf"
        scene.site.published[page + "2.pdf"] = "\(other)|refused\n20121456173|refused"
        #expect(try scene.poll() == ["disappeared \(mine): pending > "])
        let forever = try Scene(page, links: LinkRequest(glob: "*", pick: .newest), watched: [mine])
        forever.source.keepsForever = true
        forever.site.published = [page: page + "1.pdf", page + "1.pdf": "\(mine)|pending"]
        try forever.poll()
        forever.site.published = [page: page + "2.pdf", page + "2.pdf": "\(other)|refused"]
        #expect(try forever.poll() == [])
        forever.site.published = [page: page + "3.pdf", page + "3.pdf": "\(mine)|issued"]
        #expect(try forever.poll() == ["changed \(mine): pending > issued"])
    }

    @Test
    func `takes back what was missing when batches began to be kept for ever, and forgets none by a newer reader`()
        throws
    {
        scene.source.disappearedAfter = 86_400
        try scene.poll()
        scene.site.published[page] = page + "2.pdf"
        scene.site.published[page + "2.pdf"] = "\(other)|refused\n20121456173|refused"
        #expect(try scene.poll() == [])
        scene.source.keepsForever = true
        #expect(try scene.poll(after: 2 * 86_400) == [])
        _ = try scene.store.update { $0.document?.readingVersion -= 1 }
        #expect(try scene.poll() == [])
        #expect(scene.store.state.batches[mine]?.rows.map(\.status) == ["pending"])
        #expect(scene.store.state.batches[mine]?.missingSince == nil)
    }

    @Test func `tells with each event which document says so, and how that is headed`() throws {
        scene.site.published[page + "1.pdf"] = "Decisions to 1 May\n\(mine)|pending"
        let event = try #require(try scene.outcome().events.first)
        #expect(event.document?.url == page + "1.pdf")
        #expect(event.document?.title?.lines == ["Decisions to 1 May"])
        scene.site.published[page] = page + "2.pdf"
        scene.site.published[page + "2.pdf"] = "Decisions to 8 May\n\(other)|refused"
        scene.source.disappearedAfter = 7200
        try scene.poll()
        let gone = try #require(try scene.outcome(after: 8000).events.first)
        #expect(gone.kind == .disappeared)
        #expect(gone.document?.title?.lines == ["Decisions to 8 May"])
    }

    @Test func `answers for a newly watched batch from the kept document`() throws {
        try scene.poll()
        scene.site.failures[page] = ReadingFailure(.unreachable, "offline")
        scene.source.watched.append(WatchedBatch(pattern: try KeyMask(other), label: ""))
        #expect(try scene.poll() == ["observed \(other):  > refused"])
    }

    @Test func `is held and can be accepted like any other`() throws {
        try scene.poll()
        scene.site.published[page] = page + "2.pdf"
        scene.site.published[page + "2.pdf"] = "\(mine)|issued\ndamage"
        #expect(try scene.outcome().outcome == .held(reason: "the document is damaged, rows may be missing: a page"))
        var tools = PollTools(reader: scene.site, cache: try DocumentCache(scene.folder.path + "/cache"))
        tools.wait = { _, _ in }
        let accepted = try acceptHeld(scene.source, scene.store, tellingTo: [.journal], with: tools)
        #expect(accepted.events.brief.first == "recovered -:  > ")
        #expect(accepted.events.brief.last == "changed \(mine): pending > issued")
        #expect(scene.store.state.document?.composition?.parts.map(\.url) == [page + "2.pdf"])
    }

    @Test func `leads nowhere with credentials but where they belong, and from a public page to public places`() throws
    {
        scene.source.auth = AuthConfig(scheme: .bearer, secret: .file(try scene.folder.write("secret", "token")))
        scene.site.isPublic = true
        scene.site.published[page] = "https://elsewhere.example/1.pdf"
        scene.site.published["https://elsewhere.example/1.pdf"] = "\(mine)|pending"
        try scene.poll()
        let asked = scene.site.takeAsked()
        #expect(asked.map { $0.credentials?.secret } == ["token", nil])
        #expect(asked.map(\.mustBePublic) == [false, true])
        try scene.poll()
        #expect(scene.site.takeAsked().map(\.mustBePublic) == [false, true])
        scene.site.published[page] = page + "1.pdf"
        try scene.poll()
        #expect(scene.site.takeAsked().map { $0.credentials?.secret } == ["token", "token"])
    }

    @Test func `is asked for anew where a 304 cannot be believed`() throws {
        try scene.poll()
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        _ = scene.site.askedFor()
        try scene.poll()
        #expect(scene.site.askedFor() == ["decisions?", "1.pdf"])
        scene.site.stubborn = [page + "1.pdf"]
        scene.site.published[page + "2.pdf"] = "\(mine)|issued"
        try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        #expect(
            try scene.outcome().outcome
                == .failed(
                    cause: "the document 1.pdf: HTTP 304 Not Modified, though nothing was asked that could be"))
        _ = scene.site.askedFor()
        scene.site.stubborn = []
        try scene.poll(after: 8 * 86_400)
        #expect(scene.site.askedFor() == ["decisions", "1.pdf"])
    }
}

@Suite struct `A list in several documents` {
    private let scene: Scene

    init() throws {
        scene = try Scene(page, links: LinkRequest(glob: "*", pick: .all), watched: [mine, other])
        scene.site.published = [
            page: page + "week.pdf\n" + page + "archive.pdf",
            page + "week.pdf": "\(mine)|issued\n20121456173|refused",
            page + "archive.pdf": "\(other)|refused\n20121456173|refused\n20121456174|refused",
        ]
    }

    @Test func `is read as one, and a row that stands in two of them is one row`() throws {
        #expect(try scene.poll() == ["observed \(mine):  > issued", "observed \(other):  > refused"])
        scene.site.published[page + "archive.pdf"]? += "\n\(mine)|issued"
        #expect(try scene.poll() == [])
        scene.site.published[page + "week.pdf"] = "20121456173|refused"
        #expect(try scene.poll() == [])
    }

    @Test func `is downloaded only as far as it is new`() throws {
        try scene.poll()
        _ = scene.site.askedFor()
        scene.site.published[page]? += "\n" + page + "new.pdf"
        scene.site.published[page + "new.pdf"] = "\(mine)|collected"
        #expect(try scene.poll() == ["changed \(mine): issued > issued+collected"])
        #expect(scene.site.askedFor() == ["decisions?", "week.pdf?", "archive.pdf?", "new.pdf"])
    }

    @Test func `keeps a document for thirty days after its link has gone`() throws {
        scene.site.published[page + "week.pdf"]? += "\n20121456175|refused"
        try scene.poll()
        scene.site.published[page] = page + "week.pdf"
        scene.site.published[page + "archive.pdf"] = nil
        #expect(try scene.poll() == [])
        #expect(try scene.poll(after: 30 * 86_400 - 3600) == [])
        #expect(scene.store.state.batches[other] != nil)
        #expect(try scene.poll(after: 3600) == ["disappeared \(other): refused > "])
        #expect(scene.kept == 1)
    }

    @Test func `takes a document back whose link comes again`() throws {
        try scene.poll()
        let both = scene.site.published[page]
        scene.site.published[page] = page + "week.pdf"
        try scene.poll()
        scene.site.published[page] = both
        #expect(try scene.poll() == [])
        #expect(try scene.poll(after: 40 * 86_400) == [])
        #expect(scene.store.state.document?.composition?.parts.count == 2)
    }
}

extension `A list in several documents` {
    @Test func `is the same edition in whatever order its documents are linked`() throws {
        scene.source.expectEvery = .seconds(7200)
        scene.site.published[page + "week.pdf"]? += "\n20121456175|refused"
        try scene.poll()
        let both = scene.site.published[page]
        scene.site.published[page] = page + "archive.pdf\n" + page + "week.pdf"
        #expect(try scene.poll() == [])
        scene.site.published[page] = page + "archive.pdf"
        #expect(try scene.poll() == ["stale -:  > "])
        scene.site.published[page] = both
        let result = try scene.outcome()
        #expect(result.outcome == .unchanged)
        #expect(result.events.brief == [])
    }

    @Test func `does not grow with links that are others each time and lead to the same documents`() throws {
        for turn in 1...5 {
            let (week, archive) = (page + "week.pdf?\(turn)", page + "archive.pdf?\(turn)")
            scene.site.published = [
                page: week + "\n" + archive, week: "\(mine)|issued", archive: "\(other)|refused\n20121456173|refused",
            ]
            let result = try scene.outcome()
            #expect(turn == 1 || result.outcome == .unchanged)
            #expect(scene.store.state.document?.composition?.parts.count == (turn == 1 ? 2 : 4))
        }
    }

    @Test func `keeps no more documents without links than may be linked`() throws {
        let most = LinkRequest.most
        scene.source.keepsForever = true
        for turn in 1...3 {
            let urls = (1...most).map { page + "\(turn)-\($0).pdf" }
            scene.site.published = [page: urls.joined(separator: "\n")]
            for url in urls { scene.site.published[url] = "\(mine)|issued\n20121456173|\(url)" }
            try scene.poll()
        }
        let parts = try #require(scene.store.state.document?.composition?.parts)
        #expect(parts.count == 2 * most)
        #expect(parts.count { $0.url.contains("/2-") } == most)
    }

    @Test func `is believed again with a damaged document that was believed before`() throws {
        scene.site.published[page + "archive.pdf"]? += "\ndamage"
        _ = try scene.outcome()
        var tools = PollTools(reader: scene.site, cache: try DocumentCache(scene.folder.path + "/cache"))
        tools.wait = { _, _ in }
        _ = try acceptHeld(scene.source, scene.store, tellingTo: [.journal], with: tools)
        scene.site.published[page + "week.pdf"] = "\(mine)|collected\n20121456173|refused"
        #expect(try scene.poll() == ["changed \(mine): issued > collected"])
        scene.site.published[page + "week.pdf"]? += "\ndamage"
        let held = "the document is damaged, rows may be missing: the document week.pdf: a page"
        #expect(try scene.outcome().outcome == .held(reason: held))
    }
}

@Suite struct `Cases with pages of their own` {
    private let scene: Scene
    private let address = "https://example.org/status/"

    init() throws {
        scene = try Scene(address + "{batch}", links: nil, watched: [mine, other])
        scene.site.published = [address + mine: "\(mine)|pending"]
    }

    @Test func `are asked for one by one, each with its own validators`() throws {
        #expect(try scene.poll() == ["observed \(mine):  > pending", "observed \(other):  > "])
        #expect(scene.site.askedFor() == [mine, other])
        scene.site.published[address + mine] = "\(mine)|issued"
        scene.site.published[address + other] = "\(other)|pending"
        #expect(try scene.poll() == ["changed \(mine): pending > issued", "appeared \(other):  > pending"])
        #expect(scene.site.askedFor() == ["\(mine)?", other])
        #expect(try scene.poll() == [])
        #expect(scene.site.askedFor() == ["\(mine)?", "\(other)?"])
    }

    @Test func `are not gone because their server says 404, but are when it says 410`() throws {
        try scene.poll()
        scene.site.published = [:]
        #expect(try scene.outcome().outcome == .failed(cause: "the page of \(mine): HTTP 404 Not Found"))
        var gone = ReadingFailure(.status, "HTTP 410 Gone")
        gone.status = 410
        scene.site.failures[address + mine] = gone
        #expect(try scene.outcome().outcome == .held(reason: "no row matches the key mask 2[0-8]######### on 0 pages"))
        scene.site.published[address + other] = "\(other)|pending"
        #expect(try scene.poll().last == "disappeared \(mine): pending > ")
    }

    @Test func `are not gone because another page stands in the place of theirs`() throws {
        try scene.poll()
        scene.site.published = [address + mine: "Sign in", address + other: "\(other)|pending"]
        let cause = "the page of \(mine): it has lost its row; it is headed \"Sign in\""
        #expect(try scene.outcome().outcome == .failed(cause: cause))
        #expect(try scene.outcome(after: 40 * 86_400).outcome == .failed(cause: cause))
        scene.site.published[address + mine] = ""
        #expect(try scene.outcome().outcome == .failed(cause: "the page of \(mine): it has lost its row"))
        scene.site.published[address + mine] = "\(mine)|pending"
        #expect(try scene.poll() == ["recovered -:  > "])
        // What was said to be gone once may well have a page that says so.
        var gone = ReadingFailure(.status, "HTTP 410 Gone")
        gone.status = 410
        scene.site.failures[address + mine] = gone
        scene.source.disappearedAfter = 7200
        #expect(try scene.poll() == [])
        scene.site.failures = [:]
        scene.site.published[address + mine] = "No such case"
        #expect(try scene.poll(after: 7200) == ["disappeared \(mine): pending > "])
    }

    @Test func `are never said to be missing before they were asked for`() throws {
        try scene.poll()
        let third = "20121456179"
        scene.source.watched.append(WatchedBatch(pattern: try KeyMask(third), label: ""))
        scene.site.published[address + third] = "\(third)|issued"
        #expect(try scene.poll() == ["observed \(third):  > issued"])
        scene.source.watched.removeAll { $0.pattern.key == third }
        #expect(try scene.poll() == [])
    }

    @Test func `are asked for anew after a week, also while one of them is not there`() throws {
        try scene.poll()
        scene.site.stubborn = [address + mine]
        for _ in 1...7 { try scene.poll(after: 86_400) }
        _ = scene.site.askedFor()
        scene.site.stubborn = []
        scene.site.published[address + mine] = "\(mine)|issued"
        try scene.poll(after: 3600)
        #expect(scene.site.askedFor().first == mine)
    }

    @Test func `may be watched no longer, though the others have no rows`() throws {
        try scene.poll()
        scene.source.watched.removeAll { $0.pattern.key == mine }
        let result = try scene.outcome()
        #expect(result.outcome == .read(rowCount: 0))
        #expect(result.events.isEmpty)
    }

    @Test func `are no new edition because another one is watched`() throws {
        scene.source.expectEvery = .seconds(7200)
        try scene.poll()
        #expect(try scene.poll(after: 7200) == ["stale -:  > "])
        let third = "20121456179"
        scene.source.watched.append(WatchedBatch(pattern: try KeyMask(third), label: ""))
        scene.site.published[address + third] = "\(third)|issued"
        #expect(try scene.poll() == ["observed \(third):  > issued"])
        scene.site.published[address + mine] = "\(mine)|issued"
        #expect(try scene.poll().contains("recovered -:  > "))
    }

    @Test func `are not gone because their page says something else for an hour`() throws {
        scene.site.published[address + other] = "\(other)|pending"
        try scene.poll()
        scene.site.published[address + mine] = "Too many requests"
        let lost = PollOutcome.failed(
            cause: "the page of \(mine): it has lost its row; it is headed \"Too many requests\"")
        #expect(try scene.outcome().outcome == lost)
        #expect(scene.store.state.batches[mine]?.missingSince == nil)
        scene.site.published[address + mine] = "\(mine)|pending"
        #expect(try scene.poll() == [])
    }

    @Test func `do not wait for one whose page cannot be read, and that is told`() throws {
        scene.site.published[address + other] = "\(other)|pending"
        try scene.poll()
        scene.site.published[address + mine] = nil
        scene.site.published[address + other] = "\(other)|issued"
        let cause = "the page of \(mine): HTTP 404 Not Found"
        let result = try scene.outcome()
        #expect(result.outcome == .failed(cause: cause))
        #expect(result.events.brief == ["changed \(other): pending > issued"])
        #expect(result.wait == scene.source.interval)
        #expect(try scene.poll() == [])
        #expect(try scene.poll() == ["failing -:  > "])
        scene.site.published[address + mine] = "\(mine)|issued"
        #expect(try scene.poll() == ["changed \(mine): pending > issued", "recovered -:  > "])
    }

    @Test func `fail together where their server cannot be reached, and where none of them can be read`() throws {
        scene.site.published[address + other] = "\(other)|pending"
        try scene.poll()
        scene.site.failures[address + mine] = ReadingFailure(.unreachable, "no connection")
        _ = scene.site.askedFor()
        #expect(try scene.outcome().outcome == .failed(cause: "the page of \(mine): no connection"))
        #expect(scene.site.askedFor() == ["\(mine)?"])
        scene.site.failures = [:]
        scene.site.published = [:]
        let result = try scene.outcome()
        #expect(result.outcome == .failed(cause: "the page of \(mine): HTTP 404 Not Found"))
        #expect(result.wait > scene.source.interval)
    }

    @Test func `are not told of before their page was asked for, though the others are accepted by hand`() throws {
        scene.site.published[address + mine] = "\(mine)|pending"
        try scene.poll()
        scene.site.published[address + mine] = "\(mine)|issued\ndamage"
        try scene.poll()
        let third = "20121456179"
        scene.source.watched.append(WatchedBatch(pattern: try KeyMask(third), label: ""))
        scene.site.published[address + third] = "\(third)|issued"
        var tools = PollTools(reader: scene.site, cache: try DocumentCache(scene.folder.path + "/cache"))
        tools.wait = { _, _ in }
        let accepted = try acceptHeld(scene.source, scene.store, tellingTo: [.journal], with: tools)
        #expect(accepted.events.brief.last == "changed \(mine): pending > issued")
        #expect(try scene.poll() == ["observed \(third):  > issued"])
    }

    @Test func `may go back to what they said before, each for itself`() throws {
        try scene.poll()
        scene.site.published[address + mine] = "\(mine)|issued"
        try scene.poll()
        scene.site.published[address + mine] = "\(mine)|pending"
        #expect(try scene.poll() == ["changed \(mine): issued > pending"])
    }
}

@Suite struct `Working days` {
    struct Span: Sendable {
        let name: String
        /// In days since a Monday began.
        let from, to: Double
        let days: Double
    }

    static let spans = [
        Span(name: "Thursday to Tuesday", from: 3, to: 8, days: 3),
        Span(name: "Friday noon to Monday noon", from: 4.5, to: 7.5, days: 1),
        Span(name: "Saturday to Sunday", from: 5.2, to: 6.8, days: 0),
        Span(name: "two weeks", from: 2, to: 16, days: 10),
        Span(name: "backwards", from: 8, to: 3, days: 0),
    ]

    @Test(arguments: spans) func `are those from Monday to Friday`(span: Span) {
        // 5 January 1970 was a Monday.
        let monday = Date(timeIntervalSince1970: 4 * 86_400)
        let start = monday.addingTimeInterval(span.from * 86_400)
        let end = monday.addingTimeInterval(span.to * 86_400)
        #expect(abs(workingSeconds(from: start, to: end) - span.days * 86_400) < 1, "\(span.name)")
    }
}
