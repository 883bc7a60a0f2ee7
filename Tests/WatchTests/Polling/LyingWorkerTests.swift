// Workers that send well-formed nonsense, as if hostile bytes had taken them over: each number and each text of a reply
// has a bound, and a reply within the bounds does no harm later.

import Coding
import Foundation
import Reading
import Rows
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

private let mine = "20121456171"
private let digest = String(repeating: "0123456789abcdef", count: 4)

@Suite struct `A lying worker` {
    @Test(arguments: Sample.all) func `has a bound for each number and each text`(sample: Sample) throws {
        #expect(sample.problem(in: sample.json) == nil)
        for path in leaves(of: sample.json) {
            let value = leaf(of: sample.json, at: path)
            // A sample of keys is cut as it is read.
            if value is Bool || path.last == .name("keys") { continue }
            let lie: Any = value is String ? String(repeating: "x", count: (1 << 20) + 1) : Int.max
            let changed = setting(lie, of: sample.json, at: path)
            #expect(sample.problem(in: changed) != nil, "\(sample): \(path)")
        }
    }

    @Test func `is refused one past a limit and not at it`() throws {
        let reading = Sample.reading
        try reading.check(ReplyBounds())
        func isSound(_ change: (inout Reading) -> Void) -> Bool {
            var other = reading
            change(&other)
            return (try? other.check(ReplyBounds())) != nil
        }
        #expect(isSound { $0.rowCount = 200_000 } && !isSound { $0.rowCount = 200_001 })
        #expect(isSound { $0.rowCount = 0 } && !isSound { $0.rowCount = -1 })
        #expect(isSound { $0.pageCount = 100_000 } && !isSound { $0.pageCount = 100_001 })
        let long = String(repeating: "x", count: 1 << 20)
        #expect(isSound { $0.rows[0].update.status = long } && !isSound { $0.rows[0].update.status = long + "x" })
        #expect(isSound { $0.damage = [String(long.prefix(65_536))] })
        #expect(!isSound { $0.damage = [String(long.prefix(65_537))] })

        func areSound(_ change: (inout DocumentFacts) -> Void) -> Bool {
            var facts = Sample.facts
            change(&facts)
            return (try? facts.check(ReplyBounds(documentBytes: 1000))) != nil
        }
        #expect(areSound { $0.length = 1000 } && !areSound { $0.length = 1001 } && !areSound { $0.length = -1 })
        #expect(areSound { $0.digest = "" } && !areSound { $0.digest = "a..document" })
        #expect(!areSound { $0.digest = digest + "0" } && !areSound { $0.digest = digest.uppercased() })
        #expect(!areSound { $0.validators = Validators(etag: "a\nb", lastModified: nil) })
        #expect(areSound { $0.charset = "utf-8" } && !areSound { $0.charset = "utf-8\n" })

        func isStatus(_ status: Int) -> Bool {
            var failure = ReadingFailure(.status, "")
            failure.status = status
            return (try? failure.check(ReplyBounds())) != nil
        }
        #expect(isStatus(100) && isStatus(599) && !isStatus(99) && !isStatus(600))
    }

    @Test func `is one failed poll that says why`() throws {
        let folder = try Folder()
        let reply = #"{"reply":{"_0":{"failure":{"_0":{"kind":"status","cause":"x","status":600}}}}}"#
        let path = try folder.reader("cat >/dev/null; echo '\(reply)'\n")
        let failure = #expect(throws: ReadingFailure.self) {
            let _: FetchReply = try WorkerProcess(name: "the fetcher", path: path).ask(
                FetchRequest(url: "file:///x"), descriptors: [], limit: 10, stop: nil)
        }
        #expect(failure?.kind == .reader)
        #expect(
            failure?.cause
                == "the fetcher exited with code 0, its reply cannot be true: status is 600, outside of 100 to 599")
    }

    /// What passes goes the way of a poll: put together with other documents, judged, saved.
    @Test func `tells nothing false, whatever it says`() throws {
        var random = SeededGenerator(seed: 5)
        var passed = 0
        var history = SourceHistory(try source([mine: "Mine"]))
        history.poll(edition(digest, row(mine, "pending", "1 May")))
        for _ in 0..<1000 {
            let (facts, _) = Sample.fetched.mutated(by: &random)
            let (reading, isText) = Sample.read.mutated(by: &random)
            guard case .fetched(.document(let facts))? = facts, case .read(.document(let reading, _))? = reading else {
                continue
            }
            passed += 1
            let both = joined(facts, reading, in: history.source)
            var next = history
            let events = next.poll(.document(both.facts, both.reading))
            for event in events where event.batch == mine {
                let said = both.reading.rows.filter { $0.form.batch == mine }.map(\.update)
                #expect(event.rows.allSatisfy(said.contains), "\(event)")
                #expect(event.kind != .changed || isText, "\(event)")
            }
            let saved = try jsonBytes(of: next.state)
            #expect(try decoded(SourceState.self, fromJSON: saved) == next.state)
        }
        // Enough of them pass to try what is behind.
        #expect((100...900).contains(passed))
    }

    /// The document together with two others that say much.
    private func joined(
        _ facts: DocumentFacts, _ reading: Reading, in source: SourceConfig
    ) -> (facts: DocumentFacts, reading: Reading) {
        var parts: [DocumentPart] = []
        for number in 0..<3 {
            let digest = number == 0 ? facts.digest : digest.dropLast() + "\(number)"
            var part = DocumentPart(url: "https://example.org/\(number)")
            part.succeed(
                DocumentFacts(validators: nil, digest: digest, length: facts.length, freshness: facts.freshness),
                reading,
                at: noon)
            parts.append(part)
        }
        let list = Composition(parts: parts, isPublic: nil)
        let fresh = facts.freshness.joined(with: facts.freshness)
        return (list.facts(of: source, fresh), Reading(joining: [reading, reading, reading], of: parts))
    }
}

// MARK: - Replies

/// A reply that says all that one can, as JSON.
struct Sample: CustomTestStringConvertible, Sendable {
    enum Reply: Sendable {
        case fetched(FetchReply)
        case read(ParseReply)
    }
    let testDescription: String
    private let reply: Reply

    private init(_ name: String, _ reply: Reply) { (testDescription, self.reply) = (name, reply) }

    static let fetched = Sample("document fetched", .fetched(.document(facts)))
    static let read = Sample("document read", .read(.document(reading, .shown)))
    static var all: [Sample] {
        var failure = ReadingFailure(.status, "HTTP 503", retryAfter: 60)
        failure.status = 503
        let link = FoundLink(url: "https://example.org/a", text: "a", date: "2026-11-13")
        return [
            fetched, read,
            Sample("not modified", .fetched(.notModified(facts.freshness))),
            Sample("failure", .fetched(.failure(failure))),
            Sample("reader's failure", .read(.failure(failure))),
            Sample("links", .read(.links([link], .shown, next: "https://example.org/b"))),
            Sample("inspected", .read(.inspected(inspection(link)))), Sample("edition", .read(.edition(edition))),
        ]
    }

    static var facts: DocumentFacts {
        var freshness = Freshness()
        (freshness.maxAge, freshness.age, freshness.date) = (60, 5, 1_700_000_000)
        var facts = DocumentFacts(
            validators: Validators(etag: "\"e\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"), digest: digest,
            length: 1000, freshness: freshness)
        (facts.modified, facts.charset, facts.isPublic, facts.url) = (1e9, "utf-8", true, "https://example.org/x")
        return facts
    }

    static var reading: Reading {
        let rows = [row(mine, "pending", "1 May"), row("20121456172", "refused")]
        var reading = Reading(rows: rows, rowCount: 2, pageCount: 1, damage: ["page 1"])
        reading.fingerprint = Fingerprint(text: "0123456789abcdef", keys: KeySample(of: [mine]))
        (reading.printedRows, reading.knownDamage) = (2, ["page 2"])
        var doubt = Doubt(page: 1, word: "word", rule: .unreadKey, batches: ["20121456172"])
        doubt.document = "a"
        var mention = Mention(batch: "20121456173", page: 1, excerpt: "words")
        mention.document = "a"
        (reading.doubts, reading.mentions) = ([doubt], [mention])
        reading.title = DocumentTitle(lines: ["Title"], period: "2026-11-13")
        (reading.edition, reading.charset, reading.hasEnd) = (edition, "utf-8", true)
        reading.lastBatches = [mine]
        return reading
    }

    private static var edition: Edition {
        var edition = Edition(rows: 2)
        (edition.new, edition.gone, edition.changed, edition.otherStatuses) = (1, 1, 1, 0)
        (edition.watched, edition.missing) = (1, 1)
        edition.statuses = [Edition.StatusCount(status: "pending", rows: 2)]
        let neighbour = Edition.Neighbour(batch: "20121456172", status: "refused")
        edition.absent = [Edition.Absent(batch: "20121456174", below: neighbour, above: neighbour)]
        (edition.etag, edition.sha256) = ("\"e\"", digest)
        return edition
    }

    private static func inspection(_ link: FoundLink) -> Inspection {
        let headings = ColumnHeadings(batch: "Batch", status: "Status", date: "Date")
        var proposal = Proposal(
            key: "2##########", columns: ["batch"], found: headings, rowCount: 2, samples: reading.rows)
        (proposal.headings, proposal.record) = (headings, "item")
        (proposal.tableNumber, proposal.tableName, proposal.notes) = (1, "Table", ["note"])
        var inspection = Inspection(format: "CSV")
        (inspection.pageCount, inspection.tableCount, inspection.damage) = (1, 1, ["page 1"])
        (inspection.guessedCharset, inspection.doubts, inspection.proposal) = ("utf-8", reading.doubts, proposal)
        (inspection.reason, inspection.watched, inspection.mentions) = ("reason", reading.rows, reading.mentions)
        inspection.keys = KeySample(of: [mine])
        (inspection.links, inspection.follow) = ([link], LinkRequest(glob: "*.pdf", pick: .all))
        inspection.otherLinks = [FollowedLinks(LinkRequest(glob: "*", pick: .first), [link])]
        inspection.text = ["line"]
        return inspection
    }

    var json: Any {
        let bytes: [UInt8]? =
            switch reply {
            case .fetched(let reply): try? jsonBytes(of: WorkerMessage<FetchReply>.reply(reply))
            case .read(let reply): try? jsonBytes(of: WorkerMessage<ParseReply>.reply(reply))
            }
        return (try? JSONSerialization.jsonObject(with: Data(bytes ?? []))) ?? 0
    }

    /// What is wrong with such a reply; nil for nothing.
    func problem(in json: Any) -> String? {
        decoded((try? JSONSerialization.data(withJSONObject: json)) ?? Data()).problem
    }

    private func decoded(_ data: Data) -> (reply: Reply?, problem: String?) {
        switch reply {
        case .fetched:
            let answer = answered(FetchReply.self, data)
            return (answer.reply.map { .fetched($0) }, answer.problem)
        case .read:
            let answer = answered(ParseReply.self, data)
            return (answer.reply.map { .read($0) }, answer.problem)
        }
    }

    private func answered<Reply>(_ type: Reply.Type, _ data: Data) -> Answer<Reply> {
        var answer = Answer<Reply>(bounds: ReplyBounds())
        (data + [0x0A]).withUnsafeBytes { answer.take($0, progress: { _, _ in }, printed: { _ in }) }
        return answer
    }

    /// The reply with some lies in it, if it is still one; and whether one of them is a text.
    func mutated(by random: inout SeededGenerator) -> (reply: Reply?, isText: Bool) {
        var json = json
        var isText = false
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            guard let path = leaves(of: json).randomElement(using: &random) else { break }
            let lies: [Any] = [
                Int.max, Int.min, -1, 0, 1, 200_000, 200_001, 1e300, "", "a..document", "\u{1B}[2J", digest, mine, true,
                NSNull(), [Any](), String(repeating: "x", count: 70_000),
            ]
            guard let lie = lies.randomElement(using: &random) else { break }
            json = setting(lie, of: json, at: path)
            isText = isText || lie is String
        }
        var data = (try? JSONSerialization.data(withJSONObject: json)) ?? Data()
        if Int.random(in: 0..<20, using: &random) == 0 {
            data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            isText = true
        }
        return (decoded(data).reply, isText)
    }
}

// MARK: - Places in JSON

private enum Step: Equatable {
    case name(String)
    case index(Int)
}

/// The places of all texts, numbers and truths, in an order that is the same each time.
private func leaves(of json: Any) -> [[Step]] {
    switch json {
    case let object as [String: Any]:
        object.sorted { $0.key < $1.key }.flatMap { name, value in leaves(of: value).map { [.name(name)] + $0 } }
    case let array as [Any]:
        array.enumerated().flatMap { index, value in leaves(of: value).map { [.index(index)] + $0 } }
    default: [[]]
    }
}

private func leaf(of json: Any, at path: [Step]) -> Any {
    guard let step = path.first else { return json }
    switch step {
    case .name(let name): return leaf(of: (json as? [String: Any])?[name] ?? 0, at: Array(path.dropFirst()))
    case .index(let index): return leaf(of: (json as? [Any])?[index] ?? 0, at: Array(path.dropFirst()))
    }
}

private func setting(_ value: Any, of json: Any, at path: [Step]) -> Any {
    guard let step = path.first else { return value }
    let rest = Array(path.dropFirst())
    switch step {
    case .name(let name):
        var object = json as? [String: Any] ?? [:]
        object[name] = setting(value, of: object[name] ?? 0, at: rest)
        return object
    case .index(let index):
        var array = json as? [Any] ?? []
        array[index] = setting(value, of: array[index], at: rest)
        return array
    }
}
