// What an answer of the reader means: which events it brings about and what is remembered. Pure: state, source, time
// in; state and events out. Every promise of "never a false change" is kept here or in Rows.

import Coding
import Configuration
import Delivery
import Events
import Reading
import Rows

/// What became of a poll, for those who watch it.
package enum PollOutcome: Equatable, Sendable {
    /// The list is as it was: 304, or the same bytes again.
    case unchanged
    /// A new edition was read; it may have brought no event.
    case read(rowCount: Int)
    /// A document was read and is not believed: nothing is told of its rows.
    case held(reason: String)
    case failed(cause: String)
    /// Nothing was asked for: there was no way out of this machine.
    case offline(cause: String)
    /// We were told to stop meanwhile; nothing was judged.
    case interrupted
}

/// One answer, judged against what is known.
package struct Judgement {
    /// Failures in a row after which `failing` is told, so that one bad minute of a server is nobody's business.
    static let failuresToTell = 3
    /// Or, for sources polled rarely, the time after which it is: a day.
    static let failingTimeToTell = 86_400.0
    /// A document that is fetched again with the same bytes is noted once a day, to spare the disk.
    static let noteSameAfter = 86_400.0

    package var state: SourceState
    package internal(set) var events: [Event] = []
    /// What the list is put together of now; nil for one document at one address.
    package var composition: Composition?
    /// What the accepted edition says where it is read as the new one; nil where that is what is remembered.
    package var rereading: Rereading?
    /// What is said of the list as a whole; nil where it is no new edition, or was not counted.
    package var counted: CountedEdition?
    /// Why the page of a case could not be read, while those of others were.
    package var trouble: ReadingFailure?
    /// What is uncertain in the document that was accepted, of batches that nobody watches; nil where that was told.
    package var doubt: Doubt?
    /// What a better reading has gained or corrected: no change of the list.
    package internal(set) var corrections: [Change] = []
    /// Whether the document that is judged has the bytes of the accepted one.
    var isSameDocument = false
    /// What stands above the table that is told of: the accepted document's, or that of the one being accepted.
    var title: DocumentTitle?
    /// The headings that the columns of the document being accepted were found by, where they are news.
    var foundColumns: ColumnHeadings?
    let source: SourceConfig
    /// Who is to be told.
    let sinks: [SinkName]
    let now: Date
    /// The batches and masks watched.
    var watched: KeySet { source.index.keys }

    package init(of state: SourceState, source: SourceConfig, sinks: [SinkName], at now: Date) {
        self.state = state
        self.source = source
        self.sinks = sinks
        self.now = now
        if state.isOfSameList(as: source) {
            composition = state.document?.composition
            title = state.document?.title
        }
    }

    /// Takes in what the reader said of the published list.
    package mutating func judge(_ reply: ReadingReply) -> PollOutcome {
        switch reply {
        case .notModified:
            seeAccepted()
            return .unchanged
        case .sameDocument(let facts):
            noteSame(facts)
            seeAccepted()
            return .unchanged
        case .document(let facts, let reading):
            return judge(facts, reading)
        case .links, .inspected:
            return fail(ReadingFailure(.reader, "the reader sent a reply that does not fit the request"))
        case .failure(let failure):
            return fail(failure)
        }
    }

    /// Takes in what the kept document says: of the batches that are watched since it was fetched, and, where an older
    /// reader had read it, of all of them.
    package mutating func judgeKept(_ reading: Reading) {
        let known = forgetUnwatched()
        let list = Snapshot(rows: reading.rows)
        let unknowns = Unknowns(of: reading, composition)
        if state.document?.readingVersion != ReadingVersion.current {
            settle(list, known, unknowns, after: .sameBytes)
            state.document?.readingVersion = ReadingVersion.current
            if let fingerprint = reading.fingerprint { state.document?.fingerprint = fingerprint }
            state.document?.composition = composition
            state.document?.charset = reading.charset
            state.document?.gap = unknowns.lastingGap?.reason
        }
        lookFirst(at: list, unknowns)
    }

    // MARK: Success and failure

    private mutating func noteSame(_ facts: DocumentFacts) {
        guard var document = state.document else { return }
        let isOld = now.timeIntervalSince(document.fetched) >= Judgement.noteSameAfter
        let isFirstPublic = facts.isPublic == true && document.isPublic != true
        if document.validators != facts.validators || document.isDoubted || isOld || isFirstPublic {
            if isFirstPublic { document.isPublic = true }
            document.validators = facts.validators
            document.modified = facts.modified
            document.isDoubted = false
            document.fetched = now
            state.document = document
        }
    }

    /// The accepted document is what is published.
    private mutating func seeAccepted() {
        // The same documents may have other validators, or lie elsewhere.
        state.document?.composition = composition
        release(because: "the list is as it was before")
        tellDisappeared()
        tellStale()
        readAgain()
    }

    /// The list could be read, whatever it says.
    mutating func readAgain() {
        if let trouble { return _ = fail(trouble) }
        guard let failures = state.failures else { return }
        state.failures = nil
        if failures.isTold {
            tell(.recovered, "") {
                let polls = failures.count > 0 ? "after \(failures.count) failed polls" : "this machine could not ask"
                $0.detail = "it can be read again, \(polls); the last failure: \(failures.cause)"
            }
        }
    }

    /// A batch is said to have gone only when it stayed away.
    mutating func tellDisappeared() {
        if composition?.isIncomplete == true { return }
        var overdue: [(batch: String, UnclearBatch)] = []
        for (batch, known) in state.batches.filter({ $0.value.missingSince != nil }).sorted(by: { $0.key < $1.key }) {
            guard watched.contains(batch), let since = known.missingSince else { continue }
            if composition?.isUnknown(batch) == true { continue }
            if source.keepsForever {
                state.batches[batch]?.missingSince = nil  // from before that was so
            } else if now.timeIntervalSince(since) >= source.disappearedAfter {
                if known.isUnknown == true {
                    if state.unclear[batch] == nil { overdue.append((batch, missed())) }
                } else {
                    let said = lostCase(batch)?.text ?? ""
                    disappear(batch, known, since: since, because: said.isEmpty ? "" : "its page says \"\(said)\"")
                }
            }
        }
        for (batch, unclear) in overdue { state.unclear[batch] = unclear }
        tellUnclear(overdue)
    }

    /// A row that stayed away, where it may only not have been read.
    private func missed() -> UnclearBatch {
        let why = state.document?.gap.map { "; \($0)" } ?? ""
        return UnclearBatch(
            rows: [], reason: "its row is not found any more, but a row may be missing from what was read\(why)",
            mark: "missing", since: now)
    }

    /// The batch has left the list.
    mutating func disappear(_ batch: String, _ known: BatchState, since: Date, because detail: String) {
        state.batches[batch] = nil
        // What masks watch is too much to remember for good.
        if watched.pattern(for: batch)?.isLiteral == true {
            state.gone[batch] = GoneBatch(rows: known.rows, since: since)
        }
        // Nobody was told that it was there.
        if known.toldRows.isEmpty { return }
        state.lastChange = now
        tell(.disappeared, batch) {
            $0.previousRows = known.toldRows
            $0.detail = detail
        }
    }

    /// Says once that the list has not changed for longer than is expected of it.
    private mutating func tellStale() {
        guard let expected = source.expectEvery, let document = state.document, let since = document.since else {
            return
        }
        if expected.isDisappointed(since: since, at: now), document.isStaleTold != true {
            state.document?.isStaleTold = true
            tell(.stale, "") {
                $0.detail = "since \(day(since)), though a new edition is expected every \(expected)"
            }
        }
    }

    private mutating func fail(_ failure: ReadingFailure) -> PollOutcome {
        var failures = Failures(address: source.address, count: 0, since: now, cause: "")
        if let before = state.failures {
            // Of another address the failures do not count; that they were told does, until it can be read.
            if before.address == source.address { failures = before } else { failures.isTold = before.isTold }
        }
        let isOffline = failure.kind == .offline
        failures.isOffline = isOffline ? true : nil
        if !isOffline { failures.count += 1 }
        failures.cause = failure.cause
        let isLong = now.timeIntervalSince(failures.since) >= Judgement.failingTimeToTell
        if !failures.isTold && (failures.count >= Judgement.failuresToTell || isLong) {
            failures.isTold = true
            tell(.failing, "") { $0.detail = failure.cause }
        }
        state.failures = failures
        return isOffline ? .offline(cause: failure.cause) : .failed(cause: failure.cause)
    }

    // MARK: Events

    private func document(of batch: String) -> Event.EventDocument {
        let parts = composition?.parts ?? []
        let own = parts.first { $0.batch == batch } ?? (parts.count == 1 ? parts[0] : nil)
        return Event.EventDocument(url: own?.url ?? source.url, title: title)
    }

    mutating func tell(_ kind: Event.Kind, _ batch: String, _ fill: (inout Event) -> Void) {
        events.append(record(kind, batch, for: sinks, fill))
    }

    /// Records an event for some of the sinks.
    @discardableResult
    mutating func record(
        _ kind: Event.Kind, _ batch: String, for sinks: [SinkName], _ fill: (inout Event) -> Void
    ) -> Event {
        state.sequence += 1
        var event = Event(
            id: "\(state.uuid)-\(state.sequence)", kind: kind, source: source.name, url: source.url, time: now)
        event.batch = batch
        event.label = source.index.label(of: batch)
        if !batch.isEmpty || kind == .edition { event.document = document(of: batch) }
        fill(&event)
        state.outbox.add(event, to: sinks)
        return event
    }
}

extension SourceState {
    /// Whether the rows known stem from the list that the configuration names now, read in the same way.
    package func isOfSameList(as source: SourceConfig) -> Bool {
        guard let document else { return false }
        return document.address == source.address && source.reads(document.layout, by: document.headings)
    }

    /// Whether a batch or mask is watched that nothing was told of yet.
    package func hasUnobserved(in source: SourceConfig) -> Bool {
        // As a rule both are the same list, and sorted.
        if observed == source.index.descriptions { return false }
        let observed = Set(observed)
        return !source.index.descriptions.allSatisfy(observed.contains)
    }

    /// Whether the page of each watched case was asked for; true for a list without such pages.
    package func hasAllPages(of source: SourceConfig) -> Bool {
        if !source.hasCasePages { return true }
        return source.watched.allSatisfy { document?.composition?.hasPage(of: $0.pattern.key) ?? false }
    }

    /// Whether the kept document has to be looked at before anything else: for a newly watched batch, or because an
    /// older reader had read it.
    package func wantsLook(in source: SourceConfig) -> Bool {
        isOfSameList(as: source)
            && (document?.readingVersion != ReadingVersion.current || hasUnobserved(in: source))
    }
}

/// The day of a moment, in UTC.
private func day(_ date: Date) -> String {
    String(date.description.prefix(10))
}
