// One round of requests for all documents of a list: a single document, documents behind the links of a page, or a page
// for each case. It requests them conditionally, one after the other, and returns one answer: unchanged, read, or
// failed. One of several documents, or the page of one case, may fail by itself without delaying the others.

import Coding
import Configuration
import Glibc
import Processes
import Reading
import Rows
import Storage
import Text

/// The answer for a list.
struct ListAnswer {
    var reply: ReadingReply
    /// The parts of the list now; nil after a failure.
    var list: Composition?
    /// Why a document could not be cached.
    var cacheTrouble: String?
    /// Why one of several documents could not be read.
    var trouble: ReadingFailure?
    /// The rows of the accepted edition if it is read like this one, and the figures of this edition.
    var rereading: Rereading?
    var counted: CountedEdition?
}

/// One round of requests for the documents of a source.
struct ListPoll {
    /// How long a document without a link stays part of the list: 30 days.
    static let timeToDrop = 30 * 86_400.0
    /// How long a server may answer 304 before an unconditional request: 7 days.
    static let longestTrust = 7 * 86_400.0
    /// Between two requests to a server that is not this machine, in seconds.
    static let pause = 1.0

    let source: SourceConfig
    let tools: PollTools
    private(set) var request: ReadingRequest
    let now: Date
    /// The parts of the accepted list; nil without one.
    let known: Composition?
    /// Whether to trust the server's "not modified".
    let isTrusted: Bool
    /// Whether the accepted list was read as it would be now.
    private let isReadAsNow: Bool
    /// Whether everything must be read, whatever the server says.
    private let mustRead: Bool
    /// The cases whose pages have rows.
    private let present: Set<String>
    private let progress: ((Int, Int?) -> Void)?
    private var requests = 0
    private var cacheTrouble: String?
    private var trouble: ReadingFailure?
    var list = Composition()
    /// The time statements of the responses.
    private var freshness: Freshness?
    /// The table to compare with the only document while it is read; nil for several.
    private var before: DocumentPart?

    init(
        _ source: SourceConfig, _ state: SourceState, with tools: PollTools, _ progress: ((Int, Int?) -> Void)?
    ) {
        (self.source, self.tools, self.progress) = (source, tools, progress)
        let now = tools.clock().wall
        let document = state.isOfSameList(as: source) ? state.document : nil
        let known = document?.list(of: source)
        let isReadAsNow = document?.readingVersion == ReadingVersion.current
        let isYoung = known?.asked.map { now.timeIntervalSince($0) < ListPoll.longestTrust } ?? false
        (self.now, self.known, self.isReadAsNow) = (now, known, isReadAsNow)
        isTrusted = isYoung && isReadAsNow && document?.isDoubted == false
        mustRead = !isReadAsNow || state.hasUnobserved(in: source)
        present = document == nil ? [] : Set(state.batches.filter { $0.value.missingSince == nil }.keys)
        request = ReadingRequest(for: source)
        request.progress = progress != nil
        request.tabulates = source.hasEditions
        request.wasPublic = known?.isPublic == true
        // The first look finds the headings of a list; later polls do not guess again.
        if !source.hasOwnColumns, document?.rowCount ?? 0 == 0 { request.findsColumns = true }
    }

    /// Requests all documents.
    mutating func run() -> ListAnswer {
        do throws(ReadingFailure) {
            let reply = try ask()
            return ListAnswer(
                reply: reply, list: list, cacheTrouble: cacheTrouble, trouble: trouble?.advised(of: source.auth))
        } catch {
            return ListAnswer(reply: .failure(error.advised(of: source.auth)), cacheTrouble: cacheTrouble)
        }
    }

    private mutating func ask() throws(ReadingFailure) -> ReadingReply {
        do {
            request.credentials = try source.auth?.credentials(credentialsDirectory: tools.credentialsDirectory)
            request.headers = try source.headerFields(credentialsDirectory: tools.credentialsDirectory)
        } catch {
            // No request was sent, so no server needs a pause: a retry follows soon, and after a restart.
            throw ReadingFailure(.offline, "\(error)")
        }
        list.asked = isTrusted ? known?.asked : now
        list.isPublic = known?.isPublic
        var parts = try parts()
        if parts.count == 1, let only = known?.parts.first, known?.parts.count == 1 {
            if isReadAsNow { before = only }
            // At any address, its office ends it like the previous document.
            parts[0].end = parts[0].end ?? only.end
        }
        var received: [Received] = []
        for part in parts {
            if let one = try receive(part, isOneOfMany: parts.count > 1) { received.append(one) }
        }
        if let trouble, !received.contains(where: \.isAnswered) { throw trouble }
        list.parts = received.map(\.part)
        // A batch that was missing while a document was awaited may be gone now.
        let isAsComplete = known?.isIncomplete == list.isIncomplete
        if known?.contents == list.contents && isAsComplete && !mustRead {
            return received.allSatisfy(\.isNotModified)
                ? .notModified(freshness ?? Freshness()) : .sameDocument(facts)
        }
        // An accepted document stays accepted despite its damage, also beside new ones.
        let believed = Set(isReadAsNow ? (known?.parts ?? []).map(\.digest) : [])
        var readings: [Reading] = []
        list.parts = []
        for item in received {
            guard let (part, found) = try read(item) else { continue }
            var reading = found
            if believed.contains(part.digest) { (reading.damage, reading.knownDamage) = ([], reading.damage) }
            list.parts.append(part)
            readings.append(reading)
        }
        return .document(facts, Reading(joining: readings, of: list.parts))
    }

    private var facts: DocumentFacts { list.facts(of: source, freshness ?? Freshness()) }

    private mutating func parts() throws(ReadingFailure) -> [DocumentPart] {
        if source.links != nil { return try linkedParts() }
        return source.hasCasePages ? cases() : [known?.parts.first ?? DocumentPart(url: source.url)]
    }

    /// Returns what a document says: the new one, or the cached one. If the cached one is damaged, it is requested
    /// again.
    ///
    /// - Returns: nil for a lost document: its cached copy is damaged, and it can no longer be fetched.
    private mutating func read(_ item: Received) throws(ReadingFailure) -> (DocumentPart, Reading)? {
        if let reading = item.reading { return (item.part, reading) }
        do throws(ReadingFailure) {
            var part = item.part
            let reading = try tools.reread(&part, of: source)
            return (part, reading)
        } catch {
            // After a request to stop, nothing is read to its end.
            if tools.stop?.isRaised == true { throw error }
            tools.cache.remove(item.part.digest, of: source.name)
            if case .unlinked = item.part.state {
                return try askForUnlinked(item.part).flatMap { again in again.reading.map { (again.part, $0) } }
            }
            let again = try ask(for: item.part, trusting: false, isKept: false)
            guard let reading = again.reading else { throw error }
            return (again.part, reading)
        }
    }

    // MARK: Asking

    /// The result for one document.
    private struct Received {
        var part: DocumentPart
        /// Nil if it is the cached one.
        var reading: Reading?
        /// Whether the server was trusted, or not asked.
        var isNotModified = false
        /// Whether the server's answer counts.
        var isAnswered = true
        /// Why another document came instead.
        var failure: ReadingFailure?
    }

    /// - Returns: nil for a lost document without a link, and for a new case that failed.
    /// - Throws: failures of the whole list.
    private mutating func receive(_ part: DocumentPart, isOneOfMany: Bool) throws(ReadingFailure) -> Received? {
        let isKept = tools.cache.holds(part.document, of: source.name)
        var one: Received?
        do throws(ReadingFailure) {
            one = try ask(for: part, isKept: isKept)
        } catch {
            guard error.isOfOneDocument, isOneOfMany || part.batch != nil else { throw error }
            one = Received(part: part, isNotModified: true, isAnswered: false, failure: error)
        }
        guard var one, let failure = one.failure else { return one }
        // Reports on the others do not wait for it. It stays as it was, or unknown.
        trouble = trouble ?? failure
        // A new case has no known page; a link may still have one.
        if part.state == .absent, part.batch != nil, known?.part(at: part.url) == nil { return nil }
        one.part.fail(isKept: isKept, at: now)
        if part.batch == nil, one.part.isUnread, !one.part.isGivenUp(at: now) { list.isIncomplete = true }
        return one
    }

    /// - Returns: nil for a lost document without a link.
    private mutating func ask(for part: DocumentPart, isKept: Bool) throws(ReadingFailure) -> Received? {
        if case .unlinked = part.state {
            return isKept ? Received(part: part, isNotModified: true, isAnswered: false) : try askForUnlinked(part)
        }
        return try ask(for: part, trusting: isKept && isTrusted, isKept: isKept)
    }

    /// Requests a document without a link that was lost from the cache.
    ///
    /// - Returns: nil if it is no longer at its address, or has changed.
    private mutating func askForUnlinked(_ part: DocumentPart) throws(ReadingFailure) -> Received? {
        do throws(ReadingFailure) {
            let again = try ask(for: part, trusting: false, isKept: false)
            return again.failure == nil && again.part.text == part.text ? again : nil
        } catch {
            guard error.isOfOneDocument else { throw error }
            return nil
        }
    }

    /// - Parameter isTrusted: whether to trust the server's "not modified". After an odd answer it is asked again.
    private mutating func ask(
        for part: DocumentPart, trusting isTrusted: Bool, isKept: Bool
    ) throws(ReadingFailure) -> Received {
        var part = part
        var one = request(for: part, trusting: isTrusted, isKept: isKept)
        one.tableBefore = before.flatMap { tools.openTable(of: $0, source) }
        defer { if let table = one.tableBefore { close(table) } }
        let printed = try runProgram(for: part)
        // `if let` and `?` would consume it here, and its file has to last until the document is read.
        switch printed {
        case .some(let file): one.input = file.descriptor
        case nil: break
        }
        let document = try IncomingDocument.forReading()
        let table = try IncomingDocument.forReading()
        let reply = ask(one, keepingIn: document.descriptor, tableIn: table.descriptor)
        if source.links == nil, reply.facts?.isPublic == true { list.isPublic = true }
        switch reply {
        case .notModified where one.validators == nil: throw failure(.unaskedNotModified, part)
        case .notModified(let freshness) where freshness.isMismatched:
            return try ask(for: part, trusting: false, isKept: isKept)
        case .notModified:
            part.substitute = nil
            return Received(part: part, isNotModified: true)
        case .sameDocument(let facts):
            part.hold(facts)
            part.substitute = nil
            return Received(part: part)
        case .document(let facts, var reading):
            reading.columns = reading.columns ?? headings(of: part)
            if hasLostCase(part, reading) { return lose(part, reading) }
            if let stale = stale(part, facts, reading) { return stale }
            part.succeed(facts, reading, at: now)
            keep(document, table, part)
            return Received(part: part, reading: reading)
        case .failure(let failure) where isUnknownCase(failure, part):
            return Received(part: DocumentPart(url: part.url, batch: part.batch))
        case .failure(let failure): throw self.failure(failure, part)
        case .links, .inspected: throw ReadingFailure(.reader, "the reader sent a reply that does not fit the request")
        }
    }

    /// The headings of its columns; for a new document, those of another one. Nil for none.
    private func headings(of part: DocumentPart) -> ColumnHeadings? {
        if part.document != nil { return part.headings }
        return part.headings ?? known?.parts.lazy.compactMap(\.headings).first
    }

    private func request(for part: DocumentPart, trusting isTrusted: Bool, isKept: Bool) -> ReadingRequest {
        var one = request
        one.url = part.url
        one.onlyBatch = part.batch
        one.take(source.submission, of: part.batch)
        one.take(headings(of: part))
        one.charsetBefore = part.charset ?? known?.parts.first?.charset
        one.mustBePublic = source.links != nil && list.isPublic == true
        if !sharesOrigin(part.url, source.url) { one.fetch.removeSecrets() }
        one.hadEnd = part.end?.isThere
        one.fingerprintBefore = before?.text
        if part.isOpen != true, isReadAsNow {
            if isTrusted { one.validators = part.document?.validators }
            if isKept { one.knownDigest = part.digest }
        }
        return one
    }

    /// Whether the page of a known case has no row: most often a login or error page, or a page that says there is no
    /// such case. Only a 410, or a page that says the same for a day, means that the case is gone.
    private func hasLostCase(_ part: DocumentPart, _ reading: Reading) -> Bool {
        guard let batch = part.batch, present.contains(batch), reading.damage.isEmpty, reading.doubts.isEmpty else {
            return false
        }
        return !reading.rows.contains { $0.batch == batch }
    }

    /// Handles the page of a case that has lost its row: it fails, and after a day the case is gone.
    private func lose(_ part: DocumentPart, _ reading: Reading) -> Received {
        let title = reading.title?.lines.first.map { sanitized($0, limit: 80) } ?? ""
        var lost = LostCase(since: now, text: title)
        if case .lost(let before) = part.substitute, before.text == title { lost = before }
        lost.sightings += 1
        let isGone =
            lost.sightings >= Judgement.sightingsToAccept
            && now.timeIntervalSince(lost.since) >= Judgement.timeToAccept
        var next = isGone ? DocumentPart(url: part.url, batch: part.batch) : part
        next.substitute = .lost(lost)
        if isGone { return Received(part: next) }
        let what = title.isEmpty ? "" : "; the page is headed \"\(title)\""
        let failure = failure(ReadingFailure(.unreadable, "its row is missing\(what)"), part)
        return Received(part: next, isNotModified: true, failure: failure)
    }

    /// Leaves a stale copy of one of several documents alone, until it has come often enough to be accepted.
    ///
    /// - Returns: nil if it is no stale copy, or accepted.
    private func stale(_ part: DocumentPart, _ facts: DocumentFacts, _ reading: Reading) -> Received? {
        guard source.links?.pick == .all, let text = reading.fingerprint?.text, text != part.text,
            let earlier = part.earlier?.last(where: { $0.text == text })
        else { return nil }
        let current = (part.modified, fetched: part.since ?? known?.asked ?? now)
        guard facts.areOlder(thanThoseOf: current, knownBy: earlier.tags, at: now) == true else { return nil }
        var copy = StaleCopy(digest: facts.digest, sightings: 0)
        if case .stale(let before) = part.substitute, before.digest == copy.digest { copy = before }
        copy.sightings += 1
        if copy.sightings >= Judgement.sightingsToAccept { return nil }
        var part = part
        part.substitute = .stale(copy)
        let failure = failure(ReadingFailure(.unreadable, "an older copy of it came"), part)
        return Received(part: part, isNotModified: true, failure: failure)
    }

    private mutating func keep(
        _ document: borrowing IncomingDocument, _ table: borrowing IncomingDocument, _ part: DocumentPart
    ) {
        // The documents of an interrupted poll belong to no state.
        if tools.stop?.isRaised == true { return }
        do throws(StateError) {
            try tools.cache.keep(document, of: source.name, digest: part.digest)
            tools.cache.keep(
                table: table, of: source.name, digest: part.digest, mark: source.tableMark(of: part))
        } catch {
            cacheTrouble = "\(error)"
        }
    }

    private func failure(_ failure: ReadingFailure, _ part: DocumentPart) -> ReadingFailure {
        var failure = failure
        // A problem of this machine or of the form concerns all documents; a single document needs no name.
        if failure.isOfThisMachine || failure.kind == .form || !source.isComposed { return failure }
        failure.cause = "\(part.name): \(failure.cause)"
        return failure
    }

    mutating func ask(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32? = nil
    ) -> ReadingReply {
        if requests > 0, !isNear(source.url) { tools.wait(ListPoll.pause, tools.stop) }
        requests += 1
        let reply = tools.answer(request, keepingIn: document, tableIn: table, progress)
        if let next = reply.freshness { freshness = freshness?.joined(with: next) ?? next }
        return reply
    }
}

extension ReadingFailure {
    /// If the server refuses a credential, it may be an old one: adds what to do about that.
    fileprivate func advised(of auth: AuthConfig?) -> ReadingFailure {
        guard cause.holds("HTTP 401"), let advice = auth?.secret.restartAdvice else { return self }
        var failure = self
        failure.cause += advice
        return failure
    }
}

extension ReadingRequest {
    /// The values common to all requests of a source.
    init(for source: SourceConfig) {
        self.init(
            url: source.url, key: source.layout.key.text, columns: source.layout.columns.map(\.rawValue))
        self.headings = source.layout.headings
        self.keyIn = source.layout.key.isInText ? KeyMask.inText : nil
        self.record = source.record
        self.showsHidden = source.showsHidden ? true : nil
        self.watched = source.index.descriptions
        self.limits.documentBytes = source.maxSize
        self.limits.transferSeconds = source.timeout
        self.limits.connectSeconds = min(self.limits.connectSeconds, source.timeout)
        self.proxy = source.proxy
        self.userAgent = source.userAgent
    }
}
