// A list that is put together: found by way of a page whose links move, in several documents, or with a page for each
// case. All are asked for, one after the other and each conditionally, and answer as one document would: unchanged,
// read, or failed as a whole. One of several documents, or the page of one case, may fail by itself: the others do not
// wait for it.

import Coding
import Configuration
import Processes
import Reading
import Rows
import Storage
import Text

/// What came of asking for a list.
struct ListAnswer {
    var reply: ReadingReply
    /// What the list is put together of now; nil for one that is a single document at one address.
    var composition: Composition?
    /// Why a document could not be kept.
    var cacheTrouble: String?
    /// Why one of its documents could not be read, while others were.
    var trouble: ReadingFailure?
}

/// One round of requests for the documents of a source.
struct ComposedPoll {
    /// A document that no link leads to any more stays a part of the list for so long: 30 days.
    static let timeToDrop = 30 * 86_400.0
    /// Between two requests to a server that is not this machine, in seconds.
    static let pause = 1.0

    let source: SourceConfig
    let tools: PollTools
    let request: ReadingRequest
    let now: Date
    /// What the accepted list is put together of; nil where that is no help.
    let known: Composition?
    /// Whether the server may be believed when it says that nothing changed.
    let isTrusted: Bool
    /// Whether all has to be read, whatever the server says.
    private let mustRead: Bool
    /// The cases whose pages have rows.
    private let present: Set<String>
    private let progress: ((Int, Int?) -> Void)?
    private var requests = 0
    private var cacheTrouble: String?
    private var trouble: ReadingFailure?
    var composition = Composition()
    /// For how long a cache has had what was received, at most.
    var age: Double?
    /// What is known of the pages of cases that have lost their rows, by address.
    private var lost: [String: LostCase] = [:]
    /// The stale copies that came in the place of documents, by address.
    private var stale: [String: StaleCopy] = [:]

    init(
        _ source: SourceConfig, _ state: SourceState, _ credentials: Credentials?, with tools: PollTools,
        _ progress: ((Int, Int?) -> Void)?
    ) {
        self.source = source
        self.tools = tools
        self.progress = progress
        let now = tools.clock().wall
        self.now = now
        var request = ReadingRequest(for: source)
        request.credentials = credentials
        request.progress = progress != nil
        request.wasPublic = state.isOfSameList(as: source) && state.document?.composition?.isPublic == true
        self.request = request
        let document = state.knownDocument(of: source)
        known = document?.composition
        isTrusted = document?.isDoubted == false && SourceState.isTrusted(since: known?.asked, at: now)
        mustRead = state.hasUnobserved(in: source)
        let batches = state.isOfSameList(as: source) ? state.batches : [:]
        present = Set(batches.keys.filter { batches[$0]?.missingSince == nil })
    }

    /// Asks for all there is to ask for.
    mutating func run() -> ListAnswer {
        do throws(ReadingFailure) {
            let reply = try ask()
            return ListAnswer(reply: reply, composition: composition, cacheTrouble: cacheTrouble, trouble: trouble)
        } catch {
            return ListAnswer(reply: .failure(error), cacheTrouble: cacheTrouble)
        }
    }

    private mutating func ask() throws(ReadingFailure) -> ReadingReply {
        composition.asked = isTrusted ? known?.asked : now
        let parts = try source.links == nil ? cases() : linkedParts()
        var received: [Received] = []
        for part in parts {
            do throws(ReadingFailure) {
                guard let one = try receive(part) else { continue }
                received.append(one)
            } catch {
                guard isOfOnePart(error, of: parts) else { throw error }
                // What is told of the others does not wait for it. It stays as it was, or unknown.
                trouble = trouble ?? error
                // Of a new case nothing is known; a link leads somewhere all the same.
                if part.digest.isEmpty, part.batch != nil, known?.part(at: part.url) == nil { continue }
                var part = part
                if !part.digest.isEmpty, !holds(part) { part.forget(at: now) }
                // What came in its place before may come again.
                part.lost = lost[part.url] ?? part.lost
                part.stale = stale[part.url] ?? part.stale
                if part.digest.isEmpty, part.batch == nil || part.unread != nil { part.fail(at: now) }
                if part.batch == nil, part.unread != nil, !part.isGivenUp(at: now) { composition.isIncomplete = true }
                let isAnswered = lost[part.url] != nil || stale[part.url] != nil
                received.append(Received(part: part, isNotModified: true, isAnswered: isAnswered))
            }
        }
        if let trouble, !received.contains(where: \.isAnswered) { throw trouble }
        composition.parts = received.map(\.part)
        // What was missing while a document was waited for may be gone now that it is not.
        let isAsComplete = known?.isIncomplete == composition.isIncomplete
        if known?.contents == composition.contents && isAsComplete && !mustRead {
            return received.allSatisfy(\.isNotModified)
                ? .notModified(Freshness()) : .sameDocument(composition.facts(of: source, age: age))
        }
        // What was accepted once is accepted with its damage, also beside others that are new.
        let believed = Set((known?.parts ?? []).map(\.digest))
        var readings: [Reading] = []
        composition.parts = []
        for item in received {
            guard let (part, found) = try read(item) else { continue }
            var reading = found
            if believed.contains(part.digest) { (reading.damage, reading.knownDamage) = ([], reading.damage) }
            composition.parts.append(part)
            readings.append(reading)
        }
        return .document(composition.facts(of: source, age: age), Reading(joining: readings, of: composition.parts))
    }

    /// What a document says: the new one, or the kept one. A kept one that is not as it was is asked for again.
    ///
    /// - Returns: nil for one that is lost: it was kept, is not as it was, and is not to be had any more.
    private mutating func read(_ item: Received) throws(ReadingFailure) -> (DocumentPart, Reading)? {
        if let reading = item.reading { return (item.part, reading) }
        do throws(ReadingFailure) {
            return (item.part, try tools.reread(item.part, of: source))
        } catch {
            tools.cache.remove(item.part.digest, of: source.name)
            if item.part.unlinked != nil {
                return try askForUnlinked(item.part).flatMap { again in again.reading.map { (again.part, $0) } }
            }
            guard let again = try ask(for: item.part, trusting: false, isKept: false), let reading = again.reading
            else {
                throw error
            }
            return (again.part, reading)
        }
    }

    // MARK: Asking

    /// What became of one document.
    private struct Received {
        var part: DocumentPart
        /// Nil where it is the kept one.
        var reading: Reading?
        /// Whether the server was believed, or not asked.
        var isNotModified = false
        /// Whether the server gave an answer that counts.
        var isAnswered = false
    }

    /// - Returns: nil for one that no link leads to and that is lost.
    private mutating func receive(_ part: DocumentPart) throws(ReadingFailure) -> Received? {
        let isKept = holds(part)
        if part.unlinked != nil {
            return isKept ? Received(part: part, isNotModified: true) : try askForUnlinked(part)
        }
        if let received = try ask(for: part, trusting: isKept && isTrusted, isKept: isKept) { return received }
        if let received = try ask(for: part, trusting: false, isKept: isKept) { return received }
        throw failure(ReadingFailure(.status, "HTTP 304 Not Modified, although the request was not conditional"), part)
    }

    /// Asks for a document that no link leads to, and that was kept and is lost.
    ///
    /// - Returns: nil where it is not at its address any more, as it was.
    private mutating func askForUnlinked(_ part: DocumentPart) throws(ReadingFailure) -> Received? {
        do throws(ReadingFailure) {
            let again = try ask(for: part, trusting: false, isKept: false)
            return again?.part.text == part.text ? again : nil
        } catch {
            guard error.isOfOneDocument else { throw error }
            return nil
        }
    }

    /// Nil where the server's answer cannot be believed.
    private mutating func ask(
        for part: DocumentPart, trusting isTrusted: Bool, isKept: Bool
    ) throws(ReadingFailure) -> Received? {
        var one = request
        one.url = part.url
        one.onlyBatch = part.batch
        one.charsetBefore = part.charset ?? known?.parts.first?.charset
        one.mustBePublic = source.links != nil && composition.isPublic == true
        if !sharesOrigin(part.url, source.url) { one.credentials = nil }
        one.hadEnd = part.end?.isThere
        if part.isOpen != true {
            if isTrusted { one.validators = part.validators }
            if isKept { one.knownDigest = part.digest }
        }
        let document = try NewDocument.forReading()
        let table = try NewDocument.forReading()
        var part = part
        one.tabulates = source.hasEditions
        let reply = ask(one, keepingIn: document.descriptor, tableIn: table.descriptor)
        if source.links == nil, known?.isPublic == true || reply.facts?.isPublic == true { composition.isPublic = true }
        switch reply {
        case .notModified(let freshness):
            if freshness.isOdd || one.validators == nil { return nil }
            (part.lost, part.stale) = (nil, nil)
            return Received(part: part, isNotModified: true, isAnswered: true)
        case .sameDocument(let facts):
            part.validators = facts.validators
            part.modified = facts.modified
            (part.lost, part.stale) = (nil, nil)
            return Received(part: part, isAnswered: true)
        case .document(let facts, let reading) where hasLostCase(part, reading):
            return Received(part: try lose(part, facts, reading), isAnswered: true)
        case .document(let facts, let reading):
            try refuseStale(part, facts, reading)
            part.succeed(facts, reading.fingerprint?.text, at: now)
            (part.validators, part.digest, part.length) = (facts.validators, facts.digest, facts.length)
            part.charset = reading.charset
            part.isOpen = reading.mayEndTooSoon(facts) ? true : nil
            part.end = CustomaryEnd.after(part.end, reading.hasEnd)
            if let own = facts.freshness.age { age = max(age ?? 0, own) }
            if reading.rows.contains(where: { $0.batch == part.batch }) { part.lost = nil }
            keep(document, table, part)
            return Received(part: part, reading: reading, isAnswered: true)
        case .failure(let failure) where isUnknownCase(failure, part):
            let unknown = DocumentPart(url: part.url, validators: nil, digest: "", length: 0, batch: part.batch)
            return Received(part: unknown, isAnswered: true)
        case .failure(let failure): throw self.failure(failure, part)
        case .links, .inspected: throw ReadingFailure(.reader, "the reader sent a reply that does not fit the request")
        }
    }

    /// Whether the server says that it has no such case: 410 at any time, 404 where it never had.
    private func isUnknownCase(_ failure: ReadingFailure, _ part: DocumentPart) -> Bool {
        part.batch != nil && (failure.status == 410 || failure.status == 404 && part.digest.isEmpty)
    }

    /// Whether a failure is that of one document among several. Stale copies are counted, also of the only document.
    private func isOfOnePart(_ failure: ReadingFailure, of parts: [DocumentPart]) -> Bool {
        (parts.count > 1 || parts.first?.batch != nil || !stale.isEmpty) && failure.isOfOneDocument
    }

    /// Whether the page of a case that had a row has none: one to log in, or of an error, most often; or it says that
    /// there is no such case. That a case is gone is said by 410, or by a page that says the same for a day.
    private func hasLostCase(_ part: DocumentPart, _ reading: Reading) -> Bool {
        guard let batch = part.batch, present.contains(batch), reading.damage.isEmpty, reading.doubts.isEmpty else {
            return false
        }
        return !reading.rows.contains { $0.batch == batch }
    }

    /// Leaves a stale copy of one of several documents alone, until it has come as often as makes it believed.
    ///
    /// - Throws: that it is one.
    private mutating func refuseStale(
        _ part: DocumentPart, _ facts: DocumentFacts, _ reading: Reading
    ) throws(ReadingFailure) {
        guard source.links?.pick == .all, let text = reading.fingerprint?.text, text != part.text,
            let earlier = part.earlier?.last(where: { $0.text == text })
        else { return }
        let current = (part.modified, fetched: part.since ?? known?.asked ?? now)
        guard facts.areOlder(thanThoseOf: current, knownBy: earlier.tags, at: now) == true else { return }
        let before = part.stale?.digest == facts.digest ? part.stale?.sightings ?? 0 : 0
        if before + 1 >= Judgement.sightingsToAccept { return }
        stale[part.url] = StaleCopy(digest: facts.digest, sightings: before + 1)
        throw failure(ReadingFailure(.unreadable, "an older copy of it came"), part)
    }

    /// What becomes of the page of a case that has lost its row.
    ///
    /// - Returns: the part without its page, once that has been so for long enough.
    /// - Throws: that the row is missing.
    private mutating func lose(_ part: DocumentPart, _ facts: DocumentFacts, _ reading: Reading) throws(ReadingFailure)
        -> DocumentPart
    {
        let title = reading.title?.lines.first.map { inert($0, limit: 80) } ?? ""
        var known =
            part.lost?.text == title
            ? part.lost ?? LostCase(since: now, text: title) : LostCase(since: now, text: title)
        if known.since > now { known.since = now }  // the clock was set back
        known.sightings += 1
        lost[part.url] = known
        guard known.sightings >= Judgement.sightingsToAccept,
            now.timeIntervalSince(known.since) >= Judgement.timeToAccept
        else {
            let what = title.isEmpty ? "" : "; the page is headed \"\(title)\""
            throw failure(ReadingFailure(.unreadable, "its row is missing\(what)"), part)
        }
        var gone = DocumentPart(url: part.url, validators: nil, digest: "", length: 0, batch: part.batch)
        gone.lost = known
        return gone
    }

    private mutating func keep(
        _ document: borrowing NewDocument, _ table: borrowing NewDocument, _ part: DocumentPart
    ) {
        if tools.stop?.isRaised == true { return }
        if source.hasEditions {
            tools.cache.keep(
                table: table, of: source.name, digest: part.digest, mark: source.tableMark(charset: part.charset))
        }
        do throws(StateError) {
            try tools.cache.keep(document, of: source.name, digest: part.digest)
        } catch {
            cacheTrouble = "\(error)"
        }
    }

    private func failure(_ failure: ReadingFailure, _ part: DocumentPart) -> ReadingFailure {
        var failure = failure
        // What this machine lacks it lacks for all of them.
        if failure.kind == .offline { return failure }
        failure.cause = "\(part.name): \(failure.cause)"
        return failure
    }

    mutating func ask(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32? = nil
    ) -> ReadingReply {
        if requests > 0, !isNear(source.url) { tools.wait(ComposedPoll.pause, tools.stop) }
        requests += 1
        return tools.answer(request, keepingIn: document, tableIn: table, progress)
    }

    // MARK: What is kept

    private func holds(_ part: DocumentPart) -> Bool {
        !part.digest.isEmpty && tools.cache.holds(part.digest, length: part.length, of: source.name)
    }
}
