// The content of the page from a status and its history, with and without numbers.

import Configuration
import Foundation
import Page
import Publishing
import Rows
import Testing
import Watch

@testable import Delivery
@testable import batchwatch
import struct Coding.Date

private let mine = "20121456171"
private let neighbour = "20121456199"
private let noon = Date(timeIntervalSince1970: 1_750_000_000)

private func config(_ more: String = "") throws -> Config {
    let text = """
        [batches]
        \(mine) = "Mine"
        [sources.london]
        url = "https://example.org/list.pdf"
        [page]
        directory = "/srv/www"
        \(more)
        """
    return try Config(toml: Array(text.utf8), path: "w.toml")
}

/// A status that says the number in each place that has text.
private func report(_ troubles: [Trouble] = []) throws -> StatusReport {
    let text = """
        {"sources": [{"name": "london", "url": "https://example.org/\(mine).pdf", "lastPoll": "2025-06-15T15:06:40Z",
          "failures": 0, "rowCount": 60, "undelivered": {}, "deadLetters": {}, "batches": [
          {"batch": "\(mine)", "label": "Mine \(mine)", "isListed": true, "since": "2025-06-15T15:06:40Z",
           "rows": [{"status": "see \(mine) and \(neighbour)", "date": "1-Jun-26"}]},
          {"batch": "\(neighbour)", "label": "", "isListed": false, "rows": [],
           "previousRows": [{"status": "2012 1456 199", "date": ""}]}]}]}
        """
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var report = try decoder.decode(StatusReport.self, from: Data(text.utf8))
    report.troubles = troubles
    return report
}

private func event(_ number: Int, _ kind: String, _ batch: String, _ label: String, _ message: String) -> PastEvent {
    PastEvent(
        time: noon.addingTimeInterval(Double(number / 2)), id: "u-\(number)", kind: kind, source: "london",
        batch: batch,
        label: label, message: message, isListed: kind != "disappeared")
}

private var past: [PastEvent] {
    var edition = event(6, "edition", "", "", "london: a new list is out: nearest below \(neighbour) approved")
    edition.edition = Edition(rows: 60)
    edition.edition?.statuses = [.init(status: "as \(neighbour)", rows: 60)]
    edition.edition?.absent = [.init(batch: mine)]
    edition.document = .init(url: "https://example.org/\(mine)", title: ["Until \(neighbour)"], period: "")
    return [
        event(1, "observed", mine, "Mine", "Mine (\(mine)): on the list with \"pending\""),
        event(2, "changed", mine, "Mine", "Mine (\(mine)): \"pending\" -> \"see \(neighbour)\""),
        event(3, "disappeared", neighbour, "", "\(neighbour): no longer on the list"),
        event(4, "suspect", "", "", "london: held as suspect: the row of \(neighbour)"),
        event(5, "observed", "2012145###[0-4]", "friends", "friends (2012145###[0-4]): 3 batches: \(mine)"),
        edition,
    ]
}

private func texts(_ content: PageContent) -> [String] {
    let clock = IndexPage.Clock(zone: "UTC", words: localTime)
    return [
        IndexPage(content, clock: clock).text, AtomFeed(content, id: UUID().uuidString).text,
        StatusDocument(content).text,
    ]
}

@Suite struct PageContentTests {
    @Test func `the page has numbers and sentences as status and history have them`() throws {
        let config = try config()
        let content = PageContent(try report(), past, of: config, try #require(config.page))
        #expect(content.sources[0].batches.map(\.number) == [mine, neighbour])
        #expect(content.sources[0].batches[0].changes.map(\.message) == past[0...1].map(\.message))
        #expect(content.sources[0].batches[1].rows == [Update(status: "2012 1456 199", date: "")])
        // The latest first, and of one second the one that was recorded last; editions are shown by themselves.
        #expect(content.events.map(\.id) == ["u-5", "u-4", "u-3", "u-2", "u-1"])
        #expect(content.sources[0].editions.map(\.rows) == [60])
        for text in texts(content) { #expect(text.contains(mine)) }
    }

    @Test func `with labels alone no number is in any of the three`() throws {
        let config = try config("batches = \"labels\"\ntitle = \"Cases such as \(mine)\"")
        let causes = Trouble.Kind.held
        let troubles = [
            Trouble(causes, source: "london", "held as suspect: the row of \(neighbour)"),
            Trouble(.failing, source: "london", "failing: https://example.org/\(mine): HTTP 503"),
            Trouble(.offline, source: "london", "cannot be asked for: \(mine)"), Trouble(.untold, "no hook \(mine)"),
        ]
        let content = PageContent(try report(troubles), past, of: config, try #require(config.page))
        for text in texts(content) {
            let digits = String(text.replacing(/[^0-9A-Za-z]/, with: "").lowercased())
            for number in [mine, neighbour] { #expect(!digits.contains(number), "\(text)") }
            #expect(!text.contains("2012145"))
        }
        #expect(content.title == "Cases such as …")
        let batches = content.sources[0].batches
        #expect(batches.map(\.label) == ["", "Mine …"] && batches.allSatisfy { $0.number == nil })
        #expect(
            batches[1].changes.map(\.message) == [#"Mine: on the list with "pending""#, #"Mine: "pending" -> "see …""#])
        #expect(
            content.events.map(\.message) == [
                "friends: 3 batches: …", "london: a new document is held as suspect",
                "A batch without a label: no longer on the list", #"Mine: "pending" -> "see …""#,
                #"Mine: on the list with "pending""#,
            ])
    }

    /// The number of somebody else, cut off where the excerpt begins.
    private static let cut = "456199"

    @Test func `an unclear batch has its reason, and without numbers nothing that the list says there`() throws {
        let reason = "page 3 has it outside of the rows: \"\(Self.cut) refused, \(mine) late\""
        var report = try report([Trouble(.unclear, source: "london", "1 batch cannot be read with certainty")])
        let unclear = """
            {"reason": "page 3 has it outside of the rows: \\"\(Self.cut) refused, \(mine) late\\"",
             "rows": [{"status": "see \(neighbour)", "date": ""}], "since": "2025-06-15T15:06:40Z", "isAccepted": false}
            """
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        report.sources[0].batches[0].unclear = try decoder.decode(UnclearStatus.self, from: Data(unclear.utf8))
        report.sources[0].batches[0].label = "Mine"
        report.sources[0].gap = reason
        let past = [
            event(1, "changed", mine, "Mine", "Mine (\(mine)): \"a\" -> \"b\"; since then unclear: \(reason)"),
            event(2, "unclear", mine, "Mine", "Mine (\(mine)): unclear: \(reason)"),
        ]
        let open = try config()
        let whole = PageContent(report, past, of: open, try #require(open.page))
        #expect(whole.sources[0].batches[0].unclear?.reason == reason && whole.sources[0].gap == reason)
        #expect(whole.events.first?.message == past[1].message)

        let config = try config("batches = \"labels\"")
        let hidden = PageContent(report, past, of: config, try #require(config.page))
        let batch = try #require(hidden.sources[0].batches.first { $0.label == "Mine" })
        #expect(batch.unclear?.reason == "page 3 has it outside of the rows: \"…\"")
        #expect(batch.unclear?.rows == [Update(status: "see …", date: "")])
        #expect(hidden.sources[0].troubles.map(\.what) == ["1 batch cannot be read with certainty"])
        #expect(
            hidden.events.map(\.message) == [
                "Mine: what the list says of it cannot be read with certainty",
                #"Mine: "a" -> "b"; since then unclear"#,
            ])
        for text in texts(hidden) {
            for number in [mine, neighbour, Self.cut] { #expect(!text.contains(number), "\(text)") }
        }
        report.sources[0].batches[0].unclear?.isAccepted = true
        let accepted = PageContent(report, past, of: config, try #require(config.page))
        #expect(accepted.sources[0].batches.allSatisfy { $0.unclear == nil })
    }

    @Test func `what is not of the configuration any more is not shown`() throws {
        var config = try config("batches = \"labels\"")
        let page = try #require(config.page)
        config.sources[0].name = "paris"
        #expect(PageContent(try report(), past, of: config, page).events.isEmpty)
    }

    @Test func `events, changes, editions and batches have bounds`() throws {
        let config = try config()
        let page = try #require(config.page)
        let many = (1...201).map { event($0, "changed", mine, "Mine", "\($0)") }
        let content = PageContent(try report(), many, of: config, page)
        #expect(content.events.count == 200 && content.events.last?.id == "u-2")
        #expect(PageContent(try report(), Array(many.prefix(200)), of: config, page).events.count == 200)
        let batch = content.sources[0].batches[0]
        #expect(batch.changes.count == 20 && batch.changes.last?.message == "201" && batch.earlierChanges == 181)
        let looked = [event(0, "observed", mine, "Mine", "0")] + many
        let first = PageContent(try report(), looked, of: config, page).sources[0].batches[0]
        #expect(first.earlierChanges == 181 && !first.changes.contains(where: \.isFirstLook))
        let alone = PageContent(try report(), Array(looked.prefix(1)), of: config, page).sources[0].batches[0]
        #expect(alone.changes.map(\.isFirstLook) == [true])
        var editions = many
        for index in editions.indices { (editions[index].edition, editions[index].batch) = (Edition(rows: index), "") }
        let shown = PageContent(try report(), editions, of: config, page)
        #expect(shown.sources[0].editions.map(\.rows) == Array(171...200) && shown.events.isEmpty)
        var large = try report()
        large.sources[0].batches = (0...PageContent.mostBatches).map { number in
            var batch = large.sources[0].batches[0]
            batch.batch = "\(20_100_000_000 + number)"
            return batch
        }
        let cut = PageContent(large, [], of: config, page).sources[0]
        #expect(cut.batches.count == 1_000 && cut.otherBatches == 1)
        large.sources[0].batches.removeLast()
        #expect(PageContent(large, [], of: config, page).sources[0].otherBatches == 0)
    }
}
