// Office, server and reader in one: answers the product's requests from what is published, and writes down what it was
// asked.

import FoundationEssentials
import Glibc
import Processes
import Reading
import Rows
import Watch

final class Office: DocumentReader, @unchecked Sendable {
    // One thread asks.
    private(set) var published: Edition?
    private var known: [String: Edition] = [:]
    var manner = Manner.plain
    var stop: StopSignal?
    /// Which rows the reader makes of a document.
    var understanding = 0
    private var tags = 0
    /// The request of the last poll, and what was served.
    private(set) var asked: ReadingRequest?
    private(set) var served: Served?

    func publish(_ edition: Edition) {
        published = edition
        known[String(edition.bytes.prefix(32))] = edition
    }

    func forgetWhatWasAsked() { (asked, served) = (nil, nil) }

    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, stop: StopSignal?, progress: (Int, Int?) -> Void
    ) -> ReadingReply {
        if request.url.hasPrefix("file:") {
            let name = request.url.split(separator: "/").last?.split(separator: ".").dropFirst().first ?? ""
            guard let edition = known[String(name)], access(String(request.url.dropFirst(7)), R_OK) == 0 else {
                return .failure(ReadingFailure(.unreachable, "lost"))
            }
            return reply(edition, tag: nil, to: request, document)
        }
        let served = serve(request)
        (asked, self.served) = (request, served)
        if manner == .stopped { self.stop?.raise() }
        switch served {
        case .failure: return .failure(ReadingFailure(.status, "HTTP 503"))
        case .notModified(let isOdd):
            var freshness = Freshness()
            freshness.isOdd = isOdd
            return .notModified(freshness)
        case .sameBytes(let tag): return .sameDocument(facts(request.knownDigest ?? "", tag))
        case .document(let edition, let tag): return reply(edition, tag: tag, to: request, document)
        }
    }

    private func serve(_ request: ReadingRequest) -> Served {
        guard let published, manner != .failing else { return .failure }
        if manner == .odd { return .notModified(isOdd: true) }
        let sent = request.validators?.etag
        var tag: String? = "\"\(published.bytes.prefix(8))\""
        if manner == .fickle {
            tags += 1
            tag = "W/\"\(tags)\""
        }
        if manner == .untagged { tag = nil }
        if sent != nil && (sent == tag || manner == .lying) { return .notModified(isOdd: false) }
        if request.knownDigest == published.bytes { return .sameBytes(tag: tag) }
        return .document(published, tag: tag)
    }

    private func facts(_ bytes: String, _ tag: String?) -> DocumentFacts {
        DocumentFacts(
            validators: Validators(etag: tag, lastModified: nil), digest: bytes, length: 3, freshness: Freshness())
    }

    private func reply(
        _ edition: Edition, tag: String?, to request: ReadingRequest, _ document: Int32?
    ) -> ReadingReply {
        if let document { write(document, "PDF", 3) }
        let lines = edition.lines(by: understanding, hasDates: request.columns.contains("date"))
        let wanted = Set(request.watched ?? [])
        let rows = lines.filter { line in wanted.contains { Watching.covers($0, line.batch) } }.map {
            Row(batch: $0.batch, update: Update(status: $0.line.status, date: $0.line.date), page: 1)
        }
        let reading = Reading(
            rows: rows, rowCount: edition.rows.count, pageCount: 1, damage: edition.isDamaged ? ["page 1"] : [],
            fingerprint: Fingerprint(text: edition.text, keys: KeySample(of: edition.keys)))
        return .document(facts(edition.bytes, tag), reading)
    }
}
