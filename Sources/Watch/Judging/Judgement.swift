// Judges an answer of the reader: the events it causes, and the new state. Pure: state, source and time in; state and
// events out. This code and Rows keep every promise of "never a false change".

import Coding
import Configuration
import Delivery
import Events
import Reading
import Rows

/// The result of a poll, for its observers.
package enum PollOutcome: Equatable, Sendable {
    /// The list is unchanged: 304, or the same bytes.
    case unchanged
    /// A new edition was read, perhaps without an event.
    case read(rowCount: Int)
    /// A document was read and is held: its rows are not reported.
    case held(reason: String)
    case failed(cause: String)
    /// No request was sent: this machine had no way out.
    case offline(cause: String)
    /// The daemon had to stop meanwhile; nothing was judged.
    case interrupted
}

/// One answer, judged against the state.
package struct Judgement {
    /// The number of consecutive failures before `failing` is reported: one bad minute of a server is not news.
    static let failuresToTell = 3
    /// For sources with rare polls, the time before it is reported: a day.
    static let failingTimeToTell = 86_400.0
    /// A repeated fetch of the same bytes is noted once a day, to spare the disk.
    static let noteSameAfter = 86_400.0

    package var state: SourceState
    package internal(set) var events: [Event] = []
    /// The parts of the list now; nil for one document at one address.
    package var composition: Composition?
    /// The accepted edition, read like the new one; nil if that equals the remembered rows.
    package var rereading: Rereading?
    /// The figures of the whole list; nil if it is no new edition, or was not counted.
    package var counted: CountedEdition?
    /// Why the page of one case could not be read.
    package var trouble: ReadingFailure?
    /// The uncertain rows of the accepted document that nobody watches; nil if they were reported.
    package var doubt: Doubt?
    /// Rows that a better reading has gained or corrected; no change of the list.
    package internal(set) var corrections: [Change] = []
    /// Whether the judged document has the bytes of the accepted one.
    var isSameDocument = false
    /// The text above the reported table: of the accepted document, or of the one being accepted.
    var title: DocumentTitle?
    /// The headings that identified the columns of the document being accepted, if they are new.
    var foundColumns: ColumnHeadings?
    let source: SourceConfig
    /// The sinks that get the events.
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

    /// Judges what the reader found in the published list.
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

    /// Judges the cached document: for batches watched since its fetch, and for all batches if an older reader had read
    /// it.
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

    /// The accepted document is the published one.
    private mutating func seeAccepted() {
        // The same documents may have other validators or addresses.
        state.document?.composition = composition
        release(because: "the list is as it was before")
        tellDisappeared()
        tellStale()
        readAgain()
    }

    /// The list was readable, whatever it says.
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

    /// A batch is reported as gone only after it stayed away.
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

    /// A missing row that may only be unread.
    private func missed() -> UnclearBatch {
        let why = state.document?.gap.map { "; \($0)" } ?? ""
        return UnclearBatch(
            rows: [], reason: "its row is not found any more, but a row may be missing from what was read\(why)",
            mark: "missing", since: now)
    }

    /// The batch has left the list.
    mutating func disappear(_ batch: String, _ known: BatchState, since: Date, because detail: String) {
        state.batches[batch] = nil
        // The batches of masks are too many to remember for ever.
        if watched.pattern(for: batch)?.isLiteral == true {
            state.gone[batch] = GoneBatch(rows: known.rows, since: since)
        }
        // It was never reported as listed.
        if known.toldRows.isEmpty { return }
        state.lastChange = now
        tell(.disappeared, batch) {
            $0.previousRows = known.toldRows
            $0.detail = detail
        }
    }

    /// Reports once that the list has not changed for longer than expected.
    private mutating func tellStale() {
        guard let expected = source.expectEvery, let document = state.document, let since = document.since else {
            return
        }
        if expected.isDisappointed(since: since, at: now, in: source.hours), document.isStaleTold != true {
            state.document?.isStaleTold = true
            tell(.stale, "") {
                $0.detail = "since \(day(since)), though a new edition is expected every \(expected)"
            }
        }
    }

    private mutating func fail(_ failure: ReadingFailure) -> PollOutcome {
        var failures = Failures(address: source.address, count: 0, since: now, cause: "")
        if let before = state.failures {
            // Failures of another address do not count; whether they were reported does, until the list is readable.
            if before.address == source.address { failures = before } else { failures.isTold = before.isTold }
        }
        let isOffline = failure.isOfThisMachine
        failures.isOffline = isOffline ? true : nil
        if !isOffline { failures.count += 1 }
        failures.cause = failure.cause
        // There are no polls on days on which the office is closed.
        let lasting =
            source.hours?.daySeconds(from: failures.since, to: now) ?? now.timeIntervalSince(failures.since)
        let isLong = lasting >= Judgement.failingTimeToTell
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
    /// Whether the known rows come from the list that the configuration names now, read in the same way.
    package func isOfSameList(as source: SourceConfig) -> Bool {
        guard let document else { return false }
        return document.address == source.address && source.reads(document.layout, by: document.headings)
    }

    /// Whether a watched batch or mask has not been reported yet.
    package func hasUnobserved(in source: SourceConfig) -> Bool {
        // Usually both lists are equal, and sorted.
        if observed == source.index.descriptions { return false }
        let observed = Set(observed)
        return !source.index.descriptions.allSatisfy(observed.contains)
    }

    /// Whether the page of each watched case was requested; true for a list without such pages.
    package func hasAllPages(of source: SourceConfig) -> Bool {
        if !source.hasCasePages { return true }
        return source.watched.allSatisfy { document?.composition?.hasPage(of: $0.pattern.key) ?? false }
    }

    /// Whether the cached document must be examined first: for a newly watched batch, or because an older reader had
    /// read it.
    package func wantsLook(in source: SourceConfig) -> Bool {
        isOfSameList(as: source)
            && (document?.readingVersion != ReadingVersion.current || hasUnobserved(in: source))
    }
}

/// The day of a time, in UTC.
private func day(_ date: Date) -> String {
    String(date.description.prefix(10))
}
