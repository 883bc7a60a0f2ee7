// A web site and its reader in one: pages of links, and documents of lines "batch|status". For lists with several
// parts; real documents test the reader.

import Foundation
import Processes
import Reading
import Rows
import WatchKit

@testable import Watch

final class Site: DocumentReader, @unchecked Sendable {
    // One thread asks.
    /// What is published: lines of rows, or of links. An address that is not here is answered 404.
    var published: [String: String] = [:]
    /// Addresses with another answer.
    var failures: [String: ReadingFailure] = [:]
    /// Whether answers have an ETag.
    var hasTags = true
    /// Addresses that are answered 304 whatever is asked.
    var stubborn: Set<String> = []
    /// For how long a cache has had what is at an address, in seconds.
    var ages: [String: Double] = [:]
    /// `max-age` of an address.
    var maxAges: [String: Double] = [:]
    /// When the server says that what is at an address was changed, in seconds since 1970.
    var dates: [String: Double] = [:]
    var isPublic: Bool?
    /// Whether a conditional request is answered 304 with something else's ETag.
    var isMismatched = false
    /// Whether transfers show their end.
    var isEndKnown = true
    /// What was asked since the last time somebody looked; not what is kept.
    private(set) var asked: [ReadingRequest] = []
    /// Which editions were counted.
    private(set) var counted: [EditionRequest] = []

    /// What was asked: "list.pdf" for a request that takes any answer, "list.pdf?" for a conditional one.
    func askedFor() -> [String] {
        defer { asked = [] }
        return asked.map { ($0.url.split(separator: "/").last ?? "") + ($0.validators == nil ? "" : "?") }
    }

    /// The requests themselves.
    func takeAsked() -> [ReadingRequest] {
        defer { asked = [] }
        return asked
    }

    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?, stop: StopSignal?,
        progress: (Int, Int?) -> Void
    ) -> ReadingReply {
        if request.url.hasPrefix("file:") {
            guard let bytes = FileManager.default.contents(atPath: String(request.url.dropFirst(7))) else {
                return .failure(ReadingFailure(.unreachable, "lost"))
            }
            write(String(decoding: bytes, as: UTF8.self), request, to: table)
            return reply(String(decoding: bytes, as: UTF8.self), request)
        }
        asked.append(request)
        if let failure = failures[request.url] { return .failure(failure) }
        var freshness = Freshness()
        freshness.maxAge = maxAges[request.url]
        guard let body = published[request.url] else {
            var failure = ReadingFailure(.status, "HTTP 404 Not Found")
            failure.status = 404
            return .failure(failure)
        }
        if stubborn.contains(request.url) || isMismatched && request.validators != nil {
            freshness.isMismatched = isMismatched || request.validators == nil
            return .notModified(freshness)
        }
        if let sent = request.validators, sent == facts(body).validators { return .notModified(freshness) }
        if request.knownDigest == facts(body).digest {
            var facts = facts(body)
            facts.freshness = freshness
            return .sameDocument(facts)
        }
        if let document { FileHandle(fileDescriptor: document).write(Data(body.utf8)) }
        guard case .document(var facts, var reading) = reply(body, request) else { return reply(body, request) }
        reading.edition = edition(reading, body, request)
        facts.freshness = freshness
        facts.freshness.age = ages[request.url]
        facts.modified = dates[request.url]
        write(body, request, to: table)
        return .document(facts, reading)
    }

    func edition(_ request: EditionRequest, of tables: Int32, stop: StopSignal?) -> Edition? {
        counted.append(request)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(tables, &bytes, bytes.count, 0)
        guard count >= 0, let tables = EditionTable.tables(in: Array(bytes[..<count])) else { return nil }
        let before = Array(tables.dropFirst(request.documents))
        return Edition(
            of: Array(tables.prefix(request.documents)), before: before.isEmpty ? nil : before, absent: request.absent)
    }

    /// The edition, where the request has the table of the one before.
    private func edition(_ reading: Reading, _ body: String, _ request: ReadingRequest) -> Edition? {
        guard let file = request.tableBefore, let known = request.fingerprintBefore,
            known != reading.fingerprint?.text, reading.damage.isEmpty
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0, let before = EditionTable.tables(in: Array(bytes[..<count])) else { return nil }
        let listed = Set(reading.rows.map(\.batch))
        let absent = (request.watched ?? []).filter { !listed.contains($0) }.prefix(Edition.mostAbsent)
        return Edition(of: [EditionTable(of: rows(of: body))], before: before, absent: Array(absent))
    }

    private func write(_ body: String, _ request: ReadingRequest, to table: Int32?) {
        guard let table, request.tabulates else { return }
        FileHandle(fileDescriptor: table).write(Data(EditionTable(of: rows(of: body)).bytes))
    }

    private func rows(of body: String) -> [Row] {
        body.split(separator: "\n").filter { $0.contains("|") }.map { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            return Row(batch: cells[0], update: Update(status: cells[1], date: ""), page: 1)
        }
    }

    private func facts(_ body: String) -> DocumentFacts {
        var hash = Hash64()
        Array(body.utf8).withUnsafeBytes { hash.add($0) }
        var facts = DocumentFacts(
            validators: hasTags ? Validators(etag: "\"\(hash.text)\"", lastModified: nil) : nil,
            digest: hash.text + hash.text, length: body.utf8.count, freshness: Freshness())
        facts.isPublic = isPublic
        facts.isEndKnown = isEndKnown
        return facts
    }

    private func reply(_ body: String, _ request: ReadingRequest) -> ReadingReply {
        let lines = body.split(separator: "\n").map(String.init)
        if let links = request.links {
            // "next URL": where the index goes on. Behind the address of a document stands its date.
            let next = lines.first { $0.hasPrefix("next ") }.map { String($0.dropFirst(5)) }
            let found = lines.filter { !$0.hasPrefix("next ") }.map { line in
                let words = line.split(separator: " ").map(String.init)
                return FoundLink(url: words[0], text: "", date: words.count > 1 ? words[1] : nil)
            }
            let picked = links.pick == .all ? found : Array(found.prefix(1))
            guard !picked.isEmpty || next != nil || request.isFurtherPage else {
                return .failure(ReadingFailure(.unreadable, "none of the links matches"))
            }
            var said = facts(body)
            said.freshness.age = ages[request.url]
            said.freshness.maxAge = maxAges[request.url]
            return .links(said, picked, next: next)
        }
        let title = lines.first.flatMap { $0.contains("|") ? nil : DocumentTitle(lines: [$0]) }
        let all = rows(of: body)
        let wanted = Set(request.watched ?? [])
        let rows = all.filter { wanted.contains($0.batch) && $0.batch == request.onlyBatch ?? $0.batch }
        var reading = Reading(
            rows: rows, rowCount: all.count, pageCount: 1, damage: lines.contains("damage") ? ["a page"] : [],
            fingerprint: Fingerprint(
                text: facts(lines.filter { $0.contains("|") }.joined(separator: "\n")).digest,
                keys: KeySample(of: all.map(\.batch))))
        reading.title = title
        // As a list with headings that contradict the usual order.
        if lines.contains("headed"), request.findsColumns == true {
            reading.columns = ColumnHeadings(batch: "Number", status: "Decision")
        }
        // "doubt 20121456171": that batch's row is not certain.
        reading.doubts = lines.compactMap { line in
            guard line.hasPrefix("doubt ") else { return nil }
            return Doubt(page: 1, word: "x", rule: .betweenRows, batches: [String(line.dropFirst(6))])
        }
        if lines.contains("cut") { reading.doubts.append(Doubt(page: 1, word: "", rule: .cutOff)) }
        // As lists that most often end with a line of its own, and once do not.
        if lines.contains("end") { reading.hasEnd = true }
        if lines.contains("no end") {
            reading.hasEnd = false
            let last = rows.last.map { [$0.batch] } ?? []
            if request.hadEnd == true { reading.doubts.append(Doubt(cutOff: .lineEnd, page: 1, batches: last)) }
        }
        return .document(facts(body), reading)
    }
}
