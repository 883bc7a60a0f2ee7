// The function to read first: one poll of one source, straight down.
//
//     Fetch ─▶ PDF ─▶ Rows ─▶ diff ─▶ Events ─▶ state saved          (then Delivery: journal, hook ─▶ outbox cleared)
//
// The first three stages run in programs of their own (Workers), once for each document of the list (ListPoll). The
// next two are Judgement; Schedule decides when to poll again. This file only connects them.

import Configuration
import Delivery
import Events
import Processes
import Reading
import Rows
import Storage

/// The outside world, as a poll sees it.
package struct PollTools: Sendable {
    package var reader: any DocumentReader
    package var cache: DocumentCache
    package var clock: @Sendable () -> Moment = Moment.now
    /// Whether the wall clock is right.
    package var proof = ClockProof.system
    /// A number from 0 to 1, for the jitter.
    package var random: @Sendable () -> Double = { Double.random(in: 0...1) }
    /// `$CREDENTIALS_DIRECTORY` (systemd.exec(5) LoadCredential=).
    package var credentialsDirectory = ownEnvironment()["CREDENTIALS_DIRECTORY"]
    /// Raised when the program must end.
    package var stop: StopSignal?
    /// Gets each line that the program of a source writes on standard error, and the name of the source.
    package var tell: @Sendable (String, String) -> Void = { _, _ in }
    /// Waits between two requests of one poll, in seconds, or until `stop` is raised.
    package var wait: @Sendable (Double, StopSignal?) -> Void = Processes.wait

    package init(reader: any DocumentReader, cache: DocumentCache, stop: StopSignal? = nil) {
        self.reader = reader
        self.cache = cache
        self.stop = stop
    }
}

/// The result of a poll.
package struct PollResult: Sendable {
    package var outcome: PollOutcome
    /// The events that it caused; they are already in the state.
    package var events: [Event]
    /// Seconds until the next poll.
    package var wait: Double
    package var finished: Moment
    /// Whether this machine prevented the request.
    var isOffline: Bool { if case .offline = outcome { true } else { false } }
    /// Why the document is not in the cache: the next poll fetches it again, and nothing else is lost.
    package var cacheTrouble: String?
    /// Uncertain rows of the list that nobody watches; reported once a day.
    package var doubt: Doubt?
    /// See `Visit.corrections`.
    var corrections: [Change] = []
}

/// The result of a visit.
package struct Visit: Sendable {
    /// The poll, with the events of the preceding look; nil if the visit only looked at the cached document.
    package var poll: PollResult?
    /// Reported rows that a better reading has gained or corrected; the list has not changed.
    package var corrections: [Change] = []

    package init(poll: PollResult?) { self.poll = poll }
}

/// Visits a source: looks at its cached document if requested, then polls if the source is due or the look failed.
///
/// - Parameter isOpen: whether a poll is permitted now; outside the hours of a source it is only on request.
/// - Throws: `StateError` if the outcome could not be saved.
package func visit(
    _ source: SourceConfig, _ store: SourceStore, isDue: Bool, isOpen: Bool = true, tellingTo sinks: [SinkName],
    with tools: PollTools, progress: ((Int, Int?) -> Void)? = nil
) throws(StateError) -> Visit {
    var visit = Visit(poll: nil)
    var isEnough = store.state.document != nil
    var events: [Event] = []
    if isEnough, store.state.wantsLook(in: source) {
        let look = try lookAtKeptDocument(source, store, tellingTo: sinks, with: tools)
        isEnough = look != nil && store.state.hasAllPages(of: source)
        (events, visit.corrections) = (look?.events ?? [], look?.corrections ?? [])
    }
    if isEnough && !isDue || !isOpen { return visit }
    var result = try poll(source, store, tellingTo: sinks, with: tools, progress: progress)
    result.events = events + result.events
    visit.corrections += result.corrections
    visit.poll = result
    return visit
}

/// Polls a source once: fetches its list if it changed, judges it, and saves the new state with its events.
///
/// - Parameters:
///   - sinks: the recipients of events.
///   - progress: called with the bytes received and expected; nil without an observer.
/// - Throws: `StateError` if the outcome could not be saved. The state is then unchanged, and nothing will be
///   delivered.
package func poll(
    _ source: SourceConfig, _ store: SourceStore, tellingTo sinks: [SinkName], with tools: PollTools,
    progress: ((Int, Int?) -> Void)? = nil
) throws(StateError) -> PollResult {
    try store.follow(with: tools)
    let old = store.state

    var list = ListPoll(source, old, with: tools, progress)
    var answer = list.run()
    tools.compare(&answer, with: old, source)
    let now = tools.clock()
    if tools.stop?.isRaised == true {
        return PollResult(outcome: .interrupted, events: [], wait: source.interval, finished: now)
    }
    let result = try store.judge(answer, of: source, at: now, tellingTo: sinks, with: tools) { judgement in
        let before = judgement.state
        var outcome = judgement.judge(answer.reply)
        // A failed case page delays neither the other cases nor the next poll.
        let failures = answer.trouble == nil ? judgement.state.failures?.count ?? 0 : 0
        if let trouble = answer.trouble { outcome = .failed(cause: trouble.cause) }
        let since = judgement.state.failures?.since ?? now.wall
        let lasting = source.hours?.openSeconds(from: since, to: now.wall) ?? now.wall.timeIntervalSince(since)
        let usual = Schedule.wait(
            after: answer.reply, failures: failures, lasting: lasting, source, tools.random())
        let wait = Schedule.wait(usual, in: source.hours, from: now.wall, random: tools.random())
        if judgement.state != before {
            judgement.state.nextDue = now.wall.addingTimeInterval(wait)
            judgement.state.dueInterval = source.interval
        }
        return PollResult(
            outcome: outcome, events: judgement.events, wait: wait, finished: now, cacheTrouble: answer.cacheTrouble,
            doubt: judgement.doubt, corrections: judgement.corrections)
    }
    tools.cache.removeOthers(of: source.name, keeping: store.state.keptDigests)
    return result
}

/// Accepts what was read of an unclear batch; without one, the held document.
package func accept(
    _ batch: String?, of source: SourceConfig, _ store: SourceStore, tellingTo sinks: [SinkName], with tools: PollTools
) throws(StateError) -> PollResult {
    if let batch { return try acceptUnclear(batch, source, store, tellingTo: sinks, with: tools) }
    return try acceptHeld(source, store, tellingTo: sinks, with: tools)
}

/// Accepts the held document of a source at a user's request.
///
/// - Returns: the result with its events; unchanged if no document is held, failed if another document is held now.
/// - Throws: `StateError` if it could not be saved. The state is then unchanged.
package func acceptHeld(
    _ source: SourceConfig, _ store: SourceStore, tellingTo sinks: [SinkName], with tools: PollTools
) throws(StateError) -> PollResult {
    func failed(_ cause: String) -> PollResult {
        PollResult(outcome: .failed(cause: cause), events: [], wait: 0, finished: tools.clock())
    }
    try store.follow(with: tools)
    guard let held = store.state.held else {
        return PollResult(outcome: .unchanged, events: [], wait: 0, finished: tools.clock())
    }
    var list = held.list(of: source)
    let reading: Reading
    do throws(ReadingFailure) {
        reading = try tools.reread(&list, of: source)
    } catch {
        return failed("the held document cannot be read: \(error.cause)")
    }
    let facts = list.facts(of: source)
    var answer = ListAnswer(reply: .document(facts, reading), list: list)
    tools.compare(&answer, with: store.state, source)
    let now = tools.clock()
    return try store.judge(answer, of: source, at: now, tellingTo: sinks, with: tools) { judgement in
        guard judgement.acceptHeld(facts, reading) else { return failed("another document is held now") }
        return PollResult(
            outcome: .read(rowCount: reading.rowCount), events: judgement.events, wait: 0, finished: now)
    }
}

/// Reports at once, without the server, what the cached document says about batches watched since it was fetched.
///
/// - Returns: nil if there is no cached document, so that the list must be fetched.
package func lookAtKeptDocument(
    _ source: SourceConfig, _ store: SourceStore, tellingTo sinks: [SinkName], with tools: PollTools
) throws(StateError) -> PollResult? {
    let state = store.state
    guard let kept = state.document, state.isOfSameList(as: source) else { return nil }
    var list = kept.list(of: source)
    // A document accepted despite its damage also answers, but not if another reader found no damage.
    guard tools.cache.holds(list, of: source.name), let reading = tools.rereadAccepted(&list, of: source),
        reading.damage.isEmpty || kept.readingVersion == ReadingVersion.current
    else { return nil }
    let answer = ListAnswer(reply: .document(list.facts(of: source), reading), list: list)
    let now = tools.clock()
    return try store.judge(answer, of: source, at: now, tellingTo: sinks, with: tools) { judgement in
        judgement.judgeKept(reading)
        return PollResult(
            outcome: .unchanged, events: judgement.events, wait: 0, finished: now, corrections: judgement.corrections)
    }
}

/// Accepts what was read of an unclear batch, or of all batches of a mask, at a user's request.
///
/// - Returns: the result with its events; unchanged if nothing is unclear.
/// - Throws: `StateError` if it could not be saved. The state is then unchanged.
package func acceptUnclear(
    _ batch: String, _ source: SourceConfig, _ store: SourceStore, tellingTo sinks: [SinkName], with tools: PollTools
) throws(StateError) -> PollResult {
    let now = tools.clock()
    return try store.judge(nil, of: source, at: now, tellingTo: sinks, with: tools) { judgement in
        let count = judgement.accept(batch)
        return PollResult(
            outcome: count == 0 ? .unchanged : .read(rowCount: judgement.state.document?.rowCount ?? 0),
            events: judgement.events, wait: 0, finished: now)
    }
}

extension SourceStore {
    /// Takes a reading of the clocks before anything depends on it.
    fileprivate func follow(with tools: PollTools) throws(StateError) {
        let now = tools.clock()
        try follow(now, isProven: tools.proof.holds(at: now))
    }

    /// Judges the answer for a list, and saves what follows.
    ///
    /// - Parameter answer: nil without a request.
    fileprivate func judge<Result>(
        _ answer: ListAnswer?, of source: SourceConfig, at now: Moment, tellingTo sinks: [SinkName],
        with tools: PollTools, _ judge: (inout Judgement) -> Result
    ) throws(StateError) -> Result {
        try update(at: now, isProven: tools.proof.holds(at: now)) { state, step in
            var judgement = Judgement(of: state, source: source, sinks: sinks, at: now.wall)
            if var list = answer?.list {
                list.take(step)
                judgement.composition = list.remembered(of: source)
            }
            judgement.trouble = answer?.trouble
            (judgement.rereading, judgement.counted) = (answer?.rereading, answer?.counted)
            let result = judge(&judgement)
            state = judgement.state
            return result
        }
    }
}

extension PollTools {
    /// Requests a document, and notes the time of its server's clock.
    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?,
        _ progress: ((Int, Int?) -> Void)?
    ) -> ReadingReply {
        let reply = reader.answer(
            request, keepingIn: document, tableIn: table, stop: stop, progress: progress ?? { _, _ in })
        // A response from a cache is older by its Age.
        if let freshness = reply.freshness, let date = freshness.date {
            proof.show(date + (freshness.age ?? 0), at: clock())
        }
        return reply
    }

    /// Compares a document with the accepted edition.
    fileprivate func compare(_ answer: inout ListAnswer, with state: SourceState, _ source: SourceConfig) {
        guard case .document(let facts, let reading) = answer.reply, let list = answer.list else { return }
        answer.rereading = rereading(of: state, source, as: list, facts)
        answer.counted = counted(facts, reading, list, after: state, of: source, isReread: answer.rereading != nil)
    }
}

extension Schedule {
    fileprivate static func wait(
        after reply: ReadingReply, failures: Int, lasting seconds: Double, _ source: SourceConfig, _ random: Double
    ) -> Double {
        if case .failure(let failure) = reply {
            if failure.kind == .offline { return waitOffline(interval: source.interval) }
            if failure.kind == .killed { return wait(interval: source.interval, killedFor: seconds) }
        }
        let maxAge = reply.freshness?.maxAge
        guard failures > 0 else { return wait(interval: source.interval, maxAge: maxAge, random: random) }
        var retryAfter: Double?
        if case .failure(let failure) = reply { retryAfter = failure.retryAfter }
        return wait(interval: source.interval, failures: failures, retryAfter: retryAfter, random: random)
    }
}
