// Hostile input about doubts: very many doubts, a mask with very many batches, hostile text around a number, one of
// many documents.

import Foundation
import Reading
import Rows
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Events
@testable import Watch

private let mine = "20121456171"
private let other = "20121456172"

@Suite struct UnclearTests {
    /// An edition with so many doubts about other batches, and one about ours.
    private func edition(_ digest: String, doubts count: Int) -> ReadingReply {
        var reading = Reading(
            rows: [row(mine, digest), row(other, digest)], rowCount: count + 2, pageCount: 1, damage: [])
        reading.doubts = (0..<count).map {
            Doubt(page: $0, word: "x", rule: .betweenRows, batches: ["\(21_000_000_000 + $0)"])
        }
        reading.doubts.append(Doubt(page: 1, word: "x", rule: .betweenRows, batches: [mine]))
        return .document(facts(digest), reading)
    }

    @Test func `200 000 doubts about others delay nobody and are no state`() throws {
        let watched = try source([mine: "", other: ""])
        let grown = growth(to: 200_000) { count in
            var history = SourceHistory(watched)
            history.poll(WatchKit.edition("d1", row(mine, "d1"), row(other, "d1")))
            let told = history.poll(edition("d2", doubts: count))
            #expect(told.brief.sorted() == ["changed \(other): d1 > d2", "unclear \(mine): d1 > d2"])
            #expect(history.state.unclear.keys.sorted() == [mine])
        }
        #expect(grown < linearGrowth)
    }

    @Test func `what a first look told to be unclear is no news within a day, also where it was clear in between`()
        throws
    {
        func edition(_ digest: String, isDoubted: Bool) -> ReadingReply {
            var reading = Reading(rows: [row(mine, "issued")], rowCount: 1, pageCount: 1, damage: [])
            if isDoubted { reading.doubts = [Doubt(page: 1, word: "x", rule: .betweenRows, batches: [mine])] }
            return .document(facts(digest), reading)
        }
        var history = SourceHistory(try source([mine: ""]))
        #expect(history.poll(edition("d1", isDoubted: true)).brief == ["unclear \(mine):  > issued"])
        #expect(history.poll(edition("d2", isDoubted: false)).brief == ["observed \(mine):  > issued"])
        #expect(history.poll(edition("d3", isDoubted: true)).brief == [])
        #expect(history.poll(edition("d4", isDoubted: false)).brief == [])
        #expect(
            history.poll(edition("d5", isDoubted: true), after: 86_400).brief == ["unclear \(mine): issued > issued"])
    }

    @Test func `10 000 unclear batches of a mask are one event, and each is remembered`() throws {
        let numbers = (0..<10_000).map { "\(20_121_450_000 + $0)" }
        var history = SourceHistory(try source(["2012145####": "Family", "20999999999": "Mine"]))
        func edition(_ status: String, doubts: [Doubt] = []) -> ReadingReply {
            let rows = (numbers + ["20999999999"]).map { row($0, status) }
            var reading = Reading(rows: rows, rowCount: rows.count, pageCount: 1, damage: [])
            reading.doubts = doubts
            return .document(facts(status), reading)
        }
        #expect(history.poll(edition("pending")).map(\.batch).sorted() == ["2012145####", "20999999999"])
        let doubts = numbers.map { Doubt(page: 7, word: "x", rule: .overdrawn, batches: [$0]) }
        let told = history.poll(edition("issued", doubts: doubts))
        #expect(told.map(\.kind.rawValue).sorted() == ["changed", "unclear"])
        let summary = try #require(told.first { $0.kind == .unclear })
        #expect(summary.batch == "2012145####" && summary.batches == 10_000 && summary.label == "Family")
        #expect(summary.detail.hasPrefix("10000 batches cannot be read with certainty, the first 20121450000: page 7"))
        #expect(history.state.unclear.count == 10_000)
        #expect(history.poll(edition("issued", doubts: doubts)).isEmpty)
        // Clear again, each change is its batch's own.
        #expect(history.poll(edition("refused")).count == 10_001)
        #expect(history.state.unclear.isEmpty)
    }

    @Test(arguments: [hostile, String(repeating: hostile, count: 200)])
    func `the text around a number is sanitized and short`(_ text: String) throws {
        var history = SourceHistory(try source([mine: ""]))
        history.poll(WatchKit.edition("d1", row(mine, "pending")))
        var reading = Reading(rows: [row(other, "x")], rowCount: 1, pageCount: 1, damage: [])
        var mention = Mention(batch: mine, page: 3, excerpt: text + mine + text)
        mention.document = hostile
        reading.mentions = [mention]
        let told = history.poll(.document(facts("d2"), reading))
        #expect(told.brief == ["unclear \(mine): pending > "])
        let detail = try #require(told.first?.detail)
        #expect(detail.hasPrefix(hostileInert + ": page 3 has it outside of the rows: \""))
        let live = detail.unicodeScalars.filter {
            $0.value < 0x20 || 0x7F...0x9F ~= $0.value || 0x202A...0x202E ~= $0.value
        }
        #expect(live.isEmpty)
        #expect(detail.count <= hostileInert.count + Mention.longestExcerpt + 60)
    }

    @Test func `a doubt in one of 50 documents concerns no row of the others`() throws {
        let page = "https://example.org/decisions/"
        let scene = try Scene(page, links: LinkRequest(glob: "*", pick: .all), watched: [mine, other])
        let urls = (1...50).map { "\(page)\($0).pdf" }
        scene.site.published = [page: urls.joined(separator: "\n")]
        for (number, url) in urls.enumerated() { scene.site.published[url] = "\(21_000_000_000 + number)|pending" }
        scene.site.published[urls[10]]? += "\n\(mine)|pending"
        scene.site.published[urls[20]]? += "\n\(other)|pending"
        #expect(try scene.poll() == ["observed \(mine):  > pending", "observed \(other):  > pending"])
        scene.site.published[urls[10]] = "21000000010|pending\n\(mine)|issued\ndoubt \(mine)"
        scene.site.published[urls[20]] = "21000000020|pending\n\(other)|issued"
        let told = try scene.outcome().events
        #expect(told.brief.sorted() == ["changed \(other): pending > issued", "unclear \(mine): pending > issued"])
        #expect(told.first { $0.kind == .unclear }?.detail.hasPrefix("the document 11.pdf: page 1") == true)
        scene.site.published[urls[10]] = "21000000010|pending\n\(mine)|issued"
        #expect(try scene.poll() == ["changed \(mine): pending > issued"])
    }
}
