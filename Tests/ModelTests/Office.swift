// Office, server and reader in one: answers the product's requests from the published lists, and records the requests.

import FoundationEssentials
import Glibc
import Processes
import Reading
import Rows
import Watch

final class Office: DocumentReader, @unchecked Sendable {
    // One thread asks.
    /// By name; the list, where it is one document, has none.
    private var published: [String: Edition] = [:]
    var links: [String] = []
    var faults: [String: Fault] = [:]
    private var known: [String: Edition] = [:]
    var manner = Manner.plain
    var stop: StopSignal?
    /// Which rows the reader makes of a document.
    var understanding = 0
    /// The page of links, or what the addresses of cases begin with; nil for a list in one document.
    var folder: String?
    private var tags = 0
    /// The requests of the last poll, and what was served.
    private(set) var log: [(asked: ReadingRequest, served: Served)] = []
    /// Which faults were met.
    private(set) var occurred = Occurred()

    func publish(_ edition: Edition, as name: String) {
        published[name] = edition
        known[String(edition.bytes.prefix(32))] = edition
    }

    func clearLog() { log = [] }

    /// A document's name, as the model has it.
    func name(of request: ReadingRequest) -> String {
        folder.map { String(request.url.dropFirst($0.utf8.count)) } ?? ""
    }

    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?, stop: StopSignal?,
        progress: (Int, Int?) -> Void
    ) -> ReadingReply {
        if request.url.hasPrefix("file:") { return readKept(request, table) }
        let served = serve(request)
        log.append((request, served))
        if manner == .stopped { self.stop?.raise() }
        switch served {
        case .failure(let failure): return .failure(ReadingFailure(failure))
        case .notModified(let isMismatched):
            var freshness = Freshness()
            freshness.isMismatched = isMismatched
            return .notModified(freshness)
        case .sameBytes(let stamp): return .sameDocument(facts(request.knownDigest ?? "", stamp))
        case .links(let names, let stamp):
            return .links(facts("", stamp), names.map { FoundLink(url: (folder ?? "") + $0, text: "") })
        case .document(let edition, let stamp):
            if let document { Glibc.write(document, Files.sound, Files.sound.utf8.count) }
            write(edition, request, to: table)
            var facts = facts(edition.bytes, stamp)
            facts.isEndKnown = !edition.isCut
            return .document(facts, reading(edition, request, isCut: edition.isCut))
        }
    }

    func edition(_ request: EditionRequest, of tables: Int32, stop: StopSignal?) -> Rows.Edition? {
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let count = pread(tables, &bytes, bytes.count, 0)
        guard count >= 0, let tables = EditionTable.tables(in: Array(bytes[..<count])) else { return nil }
        let before = Array(tables.dropFirst(request.documents))
        return Rows.Edition(
            of: Array(tables.prefix(request.documents)), before: before.isEmpty ? nil : before, absent: request.absent)
    }

    private func write(_ edition: Edition, _ request: ReadingRequest, to table: Int32?) {
        guard let table, request.tabulates else { return }
        let lines = edition.lines(by: understanding, hasDates: request.columns.contains("date"))
        let rows = lines.map {
            Row(batch: $0.batch, update: Update(status: $0.line.status, date: $0.line.date), page: 1)
        }
        let bytes = EditionTable(of: rows).bytes
        Glibc.write(table, bytes, bytes.count)
    }

    private func readKept(_ request: ReadingRequest, _ table: Int32?) -> ReadingReply {
        let name = request.url.split(separator: "/").last?.split(separator: ".").dropFirst().first ?? ""
        guard let edition = known[String(name)], let content = Files.content(of: String(request.url.dropFirst(7)))
        else {
            return .failure(ReadingFailure(.unreachable, "lost"))
        }
        let digest = content == Files.sound ? edition.bytes : "rotten"
        write(edition, request, to: table)
        return .document(facts(digest, Stamp()), reading(edition, request, isCut: false))
    }

    private func serve(_ request: ReadingRequest) -> Served {
        let name = name(of: request)
        switch manner {
        case .failing: return .failure(.unreachable)
        case .offline: return .failure(.offline)
        case .crashing: return .failure(.crash)
        case .odd: return .notModified(isMismatched: true)
        default: break
        }
        if let fault = faults[name] {
            occurred.note(Kind.name(of: fault))
            if let served = fault.served(isConditional: request.validators != nil) { return served }
        }
        let page = request.links == nil ? nil : links
        let edition = published[name]
        guard page != nil || edition != nil else { return .failure(.status(404)) }
        var stamp = Stamp(tag: page.map { "\"\($0)\"" } ?? edition.map { "\"\($0.bytes.prefix(8))\"" })
        (stamp.modified, stamp.age) = (edition?.modified, edition?.age)
        if manner == .fickle {
            tags += 1
            stamp.tag = "W/\"\(tags)\""
        }
        if manner == .untagged { stamp.tag = nil }
        if let sent = request.validators {
            let isSame = sent.etag == nil ? sent.lastModified == stamp.field : sent.etag == stamp.tag
            if isSame || manner == .lying { return .notModified(isMismatched: false) }
        }
        if let page { return page.isEmpty ? .failure(.unreadable) : .links(page, stamp) }
        guard let edition else { return .failure(.status(404)) }
        return request.knownDigest == edition.bytes ? .sameBytes(stamp) : .document(edition, stamp)
    }

    private func facts(_ bytes: String, _ stamp: Stamp) -> DocumentFacts {
        var freshness = Freshness()
        freshness.age = stamp.age
        var facts = DocumentFacts(
            validators: Validators(etag: stamp.tag, lastModified: stamp.field), digest: bytes,
            length: Files.sound.utf8.count, freshness: freshness)
        facts.modified = stamp.modified
        return facts
    }

    private func reading(_ edition: Edition, _ request: ReadingRequest, isCut: Bool) -> Reading {
        let lines = edition.lines(by: understanding, hasDates: request.columns.contains("date"))
        let wanted = request.onlyBatch.map { [$0] } ?? Set(request.watched ?? [])
        let rows = lines.filter { line in wanted.contains { Watching.covers($0, line.batch) } }.map {
            Row(batch: $0.batch, update: Update(status: $0.line.status, date: $0.line.date), page: 1)
        }
        var reading = Reading(
            rows: rows, rowCount: edition.rows.count, pageCount: 1, damage: edition.isDamaged ? ["page 1"] : [],
            fingerprint: Fingerprint(text: edition.text, keys: KeySample(of: edition.keys)))
        reading.lastBatches = lines.last.map { [$0.batch] } ?? []
        reading.doubts = doubts(edition, lines.last?.batch, isCut: isCut)
        let listed = Set(lines.map(\.batch))
        if request.onlyBatch == nil {
            reading.mentions = edition.mentioned.keys.sorted().filter { number in
                !listed.contains(number) && wanted.contains { Watching.covers($0, number) }
            }.map { Mention(batch: $0, page: 1, excerpt: edition.mentioned[$0] ?? "") }
        }
        if !edition.heading.isEmpty { reading.title = DocumentTitle(lines: [edition.heading]) }
        return reading
    }
}

extension Office {
    private func doubts(_ edition: Edition, _ last: String?, isCut: Bool) -> [Doubt] {
        var doubts: [Doubt] = []
        if isCut { doubts.append(Doubt(page: 1, word: "", rule: .cutOff, batches: last.map { [$0] } ?? [])) }
        doubts += edition.doubted.sorted().map { Doubt(page: 1, word: "x", rule: .betweenRows, batches: [$0]) }
        if edition.isVague { doubts.append(Doubt(page: 1, word: "x", rule: .emptyColumn)) }
        if edition.hasRest { doubts.append(Doubt(page: 1, word: "x", rule: .unreadKey)) }
        return doubts
    }
}

extension Stamp {
    /// As `Last-Modified` has it.
    var field: String? { modified.map { "\($0)" } }
}

extension Fault {
    /// What is served for it; nil for what should be.
    fileprivate func served(isConditional: Bool) -> Served? {
        switch self {
        case .missing: .failure(.status(404))
        case .gone: .failure(.status(410))
        case .refused: .failure(.status(503))
        case .unreadable: .failure(.unreadable)
        case .tooLarge: .failure(.tooLarge)
        case .crashing: .failure(.crash)
        case .unreachable: .failure(.unreachable)
        case .oddTag: isConditional ? .notModified(isMismatched: true) : nil
        case .stubborn: .notModified(isMismatched: !isConditional)
        }
    }
}

extension ReadingFailure {
    fileprivate init(_ failure: Failure) {
        switch failure {
        case .status(let status):
            self.init(.status, "HTTP \(status)")
            self.status = status
        case .unreachable: self.init(.unreachable, "no connection")
        case .offline: self.init(.offline, "no route")
        case .unreadable: self.init(.unreadable, "it is something else")
        case .tooLarge: self.init(.limit, "it is too large")
        case .crash: self.init(.reader, "the reader was killed")
        }
    }
}
