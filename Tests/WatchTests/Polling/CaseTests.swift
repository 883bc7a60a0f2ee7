// Cases with their own pages: which are fetched, what is reported about each, and the effect of a failed page on the
// others.

import Foundation
import Processes
import Reading
import Rows
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

private let mine = "20121456171"
private let other = "20121456172"

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
        // No other case has a row, and that says nothing.
        #expect(try scene.poll() == ["disappeared \(mine): pending > "])
        scene.source.watched.append(WatchedBatch(pattern: try KeyMask("20121456179"), label: ""))
        scene.site.published[address + "20121456179"] = "20121456179|refused"
        #expect(try scene.poll() == ["observed 20121456179:  > refused"])
    }

    @Test func `are not gone by 404 either where the cache lost a page and it failed once`() throws {
        try scene.poll()
        try DocumentCache(scene.folder.path + "/cache").removeAll(of: "visas")
        scene.site.failures[address + mine] = refused(500)
        #expect(try scene.poll() == [])
        scene.site.failures = [:]
        scene.site.published = [:]
        #expect(try scene.outcome().outcome == .failed(cause: "the page of \(mine): HTTP 404 Not Found"))
        #expect(scene.store.state.batches[mine]?.rows.map(\.status) == ["pending"])
        scene.site.published[address + mine] = "\(mine)|issued"
        #expect(try scene.poll() == ["changed \(mine): pending > issued"])
    }

    @Test(arguments: [false, true])
    func `are told of even if the cache is lost while another case gets its page`(isSpoilt: Bool) throws {
        try scene.poll()
        if isSpoilt {
            for name in scene.files(".document") {
                try Data("x".utf8).write(to: URL(filePath: scene.folder.path + "/cache/" + name))
            }
        } else {
            try DocumentCache(scene.folder.path + "/cache").removeAll(of: "visas")
        }
        scene.site.published = [address + mine: "\(mine)|issued", address + other: "\(other)|pending"]
        #expect(try scene.poll() == ["changed \(mine): pending > issued", "appeared \(other):  > pending"])
    }

    @Test func `are not gone because another page stands in the place of theirs`() throws {
        try scene.poll()
        scene.site.published = [address + mine: "Sign in", address + other: "\(other)|pending"]
        let cause = "the page of \(mine): its row is missing; the page is headed \"Sign in\""
        #expect(try scene.outcome().outcome == .failed(cause: cause))
        #expect(try scene.outcome(after: 40 * 86_400).outcome == .failed(cause: cause))
        scene.site.published[address + mine] = ""
        #expect(try scene.outcome().outcome == .failed(cause: "the page of \(mine): its row is missing"))
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
            cause: "the page of \(mine): its row is missing; the page is headed \"Too many requests\"")
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
        let accepted = try scene.accept()
        #expect(accepted.events.brief.last == "changed \(mine): pending > issued")
        #expect(try scene.poll() == ["observed \(third):  > issued"])
    }

    private func refused(_ status: Int) -> ReadingFailure {
        var failure = ReadingFailure(.status, "HTTP \(status)")
        failure.status = status
        return failure
    }

    @Test(arguments: [403, 404, 429, 500], [false, true])
    func `do not wait for one whose server refuses it, known or new`(status: Int, isNew: Bool) throws {
        scene.site.published[address + other] = "\(other)|pending"
        if isNew { scene.source.watched.removeAll { $0.pattern.key == mine } }
        try scene.poll()
        if isNew { scene.source.watched.append(WatchedBatch(pattern: try KeyMask(mine), label: "")) }
        scene.site.failures[address + mine] = refused(status)
        scene.site.published[address + other] = "\(other)|issued"
        let told = try scene.poll()
        // A server that never had it says so by 404.
        let isUnknown = isNew && status == 404
        #expect(told.sorted() == ["changed \(other): pending > issued"] + (isUnknown ? ["observed \(mine):  > "] : []))
        #expect(try scene.poll() == [])
        scene.site.failures = [:]
        scene.site.published[address + mine] = "\(mine)|issued"
        let expected =
            isUnknown
            ? "appeared \(mine):  > issued"
            : isNew ? "observed \(mine):  > issued" : "changed \(mine): pending > issued"
        #expect(try scene.poll().first == expected)
    }

    @Test func `are told of though a new one has a page of something else`() throws {
        scene.source.watched.removeAll { $0.pattern.key == other }
        try scene.poll()
        scene.source.watched.append(WatchedBatch(pattern: try KeyMask(other), label: ""))
        scene.site.failures[address + other] = ReadingFailure(.unreadable, "the document is JSON: error")
        scene.site.published[address + mine] = "\(mine)|issued"
        let result = try scene.outcome()
        #expect(result.outcome == .failed(cause: "the page of \(other): the document is JSON: error"))
        #expect(result.events.brief == ["changed \(mine): pending > issued"])
        scene.site.failures = [:]
        scene.site.published[address + other] = "\(other)|pending"
        #expect(try scene.poll() == ["observed \(other):  > pending"])
    }

    @Test(arguments: [(43_200.0, true), (43_199, false)])
    func `are gone once their page has said so three times over a day`(_ step: Double, _ isGone: Bool) throws {
        scene.site.published[address + other] = "\(other)|pending"
        try scene.poll()
        scene.site.published[address + mine] = "No such case"
        let lost = PollOutcome.failed(
            cause: "the page of \(mine): its row is missing; the page is headed \"No such case\"")
        #expect(try scene.outcome().outcome == lost)
        #expect(try scene.outcome(after: step).outcome == lost)
        let result = try scene.outcome(after: step)
        #expect(
            result.events.filter { $0.kind == .disappeared }.map(\.detail)
                == (isGone ? ["its page says \"No such case\""] : []))
        #expect(scene.store.state.batches[other]?.rows.map(\.status) == ["pending"])
    }

    @Test func `are gone also where there is but one`() throws {
        scene.source.watched.removeAll { $0.pattern.key == other }
        try scene.poll()
        scene.site.published[address + mine] = "No such case"
        for _ in 1...3 { try scene.poll(after: 43_200) }
        #expect(scene.store.state.batches[mine] == nil)
    }

    @Test func `may go back to what they said before, each for itself`() throws {
        try scene.poll()
        scene.site.published[address + mine] = "\(mine)|issued"
        try scene.poll()
        scene.site.published[address + mine] = "\(mine)|pending"
        #expect(try scene.poll() == ["changed \(mine): issued > pending"])
    }
}
