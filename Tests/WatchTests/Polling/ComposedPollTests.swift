// Lists behind links that move, and in several documents: the requests, the reports, and the kept documents.

import Foundation
import Processes
import Reading
import Rows
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

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
        let accepted = try scene.accept()
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
        #expect(asked.map(\.wasPublic) == [false, false])
        try scene.poll()
        let again = scene.site.takeAsked()
        #expect(again.map(\.mustBePublic) == [false, true])
        #expect(again.first?.wasPublic == true)
        scene.site.published[page] = page + "1.pdf"
        // Behind a proxy nobody knows.
        scene.site.isPublic = nil
        try scene.poll()
        #expect(scene.site.takeAsked().map { $0.credentials?.secret } == ["token", "token"])
        try scene.poll()
        let later = scene.site.takeAsked()
        #expect(later.map(\.wasPublic) == [true, true] && later.map(\.mustBePublic) == [false, true])
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
                    cause: "the document 1.pdf: HTTP 304 Not Modified, although the request was not conditional"))
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

    @Test func `has a doubt in one of its documents until that document is read clearly`() throws {
        scene.site.published[page + "archive.pdf"]? += "\ndoubt \(mine)"
        let events = try scene.outcome().events
        #expect(events.brief.sorted() == ["observed \(other):  > refused", "unclear \(mine):  > issued"])
        #expect(events.first { $0.kind == .unclear }?.detail.hasPrefix("the document archive.pdf: page 1") == true)
        // The other document changes: what is in doubt in this one is so still.
        scene.site.published[page + "week.pdf"] = "\(mine)|collected\n20121456173|refused"
        #expect(try scene.poll() == ["unclear \(mine):  > collected"])
        #expect(try scene.acceptUnclear(mine) == ["observed \(mine):  > collected"])
        scene.site.published[page + "week.pdf"]? += "\n20121456175|refused"
        #expect(try scene.poll() == [])
    }

    @Test func `does not wait for a dead link, and that is told`() throws {
        try scene.poll()
        scene.site.published[page] = page + "week.pdf\n" + page + "dead.pdf\n" + page + "archive.pdf"
        scene.site.published[page + "week.pdf"] = "\(mine)|collected\n20121456173|refused"
        let result = try scene.outcome()
        #expect(result.outcome == .failed(cause: "the document dead.pdf: HTTP 404 Not Found"))
        #expect(result.events.brief == ["changed \(mine): issued > collected"])
        // One that is known stays as it was.
        scene.site.published[page + "archive.pdf"] = nil
        #expect(try scene.poll() == [])
        #expect(scene.store.state.batches[other]?.rows.map(\.status) == ["refused"])
    }

    @Test func `says of nothing that it is not there while one of them was never read`() throws {
        let archive = scene.site.published.removeValue(forKey: page + "archive.pdf")
        #expect(try scene.poll() == ["observed \(mine):  > issued"])
        scene.site.published[page + "week.pdf"] = "20121456173|refused"
        let told = try [scene.poll(), scene.poll()]
        #expect(told == [[], ["failing -:  > "]])
        scene.site.published[page + "archive.pdf"] = archive
        let last = try scene.poll()
        #expect(
            last == ["observed \(other):  > refused", "disappeared \(mine): issued > ", "recovered -:  > "])
    }

    @Test
    func `says that what is not found is unclear once one of them could not be read for a day`()
        throws
    {
        scene.source.disappearedAfter = 86_400
        scene.site.published[page + "archive.pdf"] = nil
        #expect(try scene.poll() == ["observed \(mine):  > issued"])
        scene.site.published[page + "week.pdf"] = "20121456173|refused"
        #expect(try scene.poll() == [])
        // Two sightings more, the last one a day after the first.
        #expect(try scene.poll(after: 86_400 - 3600 - 1) == ["failing -:  > "])
        #expect(scene.store.state.document?.composition?.isIncomplete == true)
        #expect(try scene.poll(after: 1) == ["unclear \(other):  > "])
        #expect(scene.store.state.document?.composition?.isIncomplete == nil)
        #expect(scene.store.state.batches[mine]?.missingSince != nil)
        #expect(try scene.poll(after: 86_399) == [])
        #expect(try scene.poll(after: 1) == ["unclear \(mine): issued > "])
        // A link that is new is waited for anew.
        scene.site.published[page]? += "\n" + page + "other.pdf"
        #expect(try scene.outcome().outcome == .failed(cause: "the document archive.pdf: HTTP 404 Not Found"))
        #expect(scene.store.state.document?.composition?.isIncomplete == true)
    }

    @Test func `leaves a stale copy of one document alone, until it has come three times`() throws {
        try scene.poll()
        let old = scene.site.published[page + "week.pdf"]
        scene.site.published[page + "week.pdf"] = "\(mine)|collected\n20121456173|refused"
        #expect(try scene.poll() == ["changed \(mine): issued > collected"])
        scene.site.published[page + "week.pdf"] = old
        scene.site.published[page + "archive.pdf"] = "\(other)|issued\n20121456173|refused\n20121456174|refused"
        let result = try scene.outcome()
        #expect(result.outcome == .failed(cause: "the document week.pdf: an older copy of it came"))
        #expect(result.events.brief == ["changed \(other): refused > issued"])
        #expect(try scene.poll() == [])
        #expect(try scene.poll() == ["changed \(mine): collected > issued"])
    }

    @Test func `takes back what one document says without the old validators`() throws {
        scene.site.hasTags = false
        try scene.poll()
        let old = scene.site.published[page + "week.pdf"]
        scene.site.published[page + "week.pdf"] = "\(mine)|collected\n20121456173|refused"
        try scene.poll()
        scene.site.published[page + "week.pdf"] = old
        #expect(try scene.poll() == ["changed \(mine): collected > issued"])
    }

    @Test func `asks again for a kept document that is not as it was`() throws {
        try scene.poll()
        let folder = scene.folder.path + "/cache/"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            var bytes = try Data(contentsOf: URL(fileURLWithPath: folder + name))
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(fileURLWithPath: folder + name))
        }
        scene.site.published[page + "week.pdf"] = "\(mine)|collected\n20121456173|refused"
        _ = scene.site.askedFor()
        #expect(try scene.poll() == ["changed \(mine): issued > collected"])
        #expect(scene.site.askedFor() == ["decisions?", "week.pdf?", "archive.pdf?", "archive.pdf"])
        #expect(scene.store.state.batches[other]?.rows.map(\.status) == ["refused"])
    }

    @Test func `is asked for again when the first of its documents may be old`() throws {
        scene.source.interval = 3600
        for name in ["", "week.pdf", "archive.pdf"] { scene.site.maxAges[page + name] = 10_800 }
        for _ in 1...2 { #expect(try scene.outcome().wait == 10_800) }
        scene.site.maxAges[page + "archive.pdf"] = 7200
        #expect(try scene.outcome().wait == 7200)
        scene.site.maxAges[page] = nil
        #expect(try scene.outcome().wait == 3600)
    }

    @Test func `is believed again with a damaged document that was believed before`() throws {
        scene.site.published[page + "archive.pdf"]? += "\ndamage"
        _ = try scene.outcome()
        try scene.accept()
        scene.site.published[page + "week.pdf"] = "\(mine)|collected\n20121456173|refused"
        #expect(try scene.poll() == ["changed \(mine): issued > collected"])
        scene.site.published[page + "week.pdf"]? += "\ndamage"
        let held = "the document is damaged, rows may be missing: the document week.pdf: a page"
        #expect(try scene.outcome().outcome == .held(reason: held))
    }
}
