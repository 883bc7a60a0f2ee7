// The function to read first: one poll of one source, straight down.
//
//     Fetch ─▶ PDF ─▶ Rows ─▶ diff ─▶ Events ─▶ state saved          (then Delivery: journal, hook ─▶ outbox cleared)
//
// The first three stages run in programs of their own (Workers), once for each document of the list (ListPoll). The
// next two are Judgement, when to poll again is Schedule. What is read, believed and told is not
// decided here.

import Configuration
import Delivery
import Events
import Processes
import Reading
import Rows
import Storage

/// What a poll needs of the world.
package struct PollTools: Sendable {
    package var reader: any DocumentReader
    package var cache: DocumentCache
    package var clock: @Sendable () -> Moment = Moment.now
    /// Whether that is right.
    package var proof = ClockProof.system
    /// A number from 0 to 1, for the jitter.
    package var random: @Sendable () -> Double = { Double.random(in: 0...1) }
    /// `$CREDENTIALS_DIRECTORY` (systemd.exec(5) LoadCredential=).
    package var credentialsDirectory = ownEnvironment()["CREDENTIALS_DIRECTORY"]
    /// Raised when the program has to end.
    package var stop: StopSignal?
    /// Waits between two requests of one poll, in seconds, or until `stop` is raised.
    package var wait: @Sendable (Double, StopSignal?) -> Void = Processes.wait

    package init(reader: any DocumentReader, cache: DocumentCache, stop: StopSignal? = nil) {
        self.reader = reader
        self.cache = cache
        self.stop = stop
    }
}

/// What became of a poll.
package struct PollResult: Sendable {
    package var outcome: PollOutcome
    /// What is told because of it; already recorded in the state.
    package var events: [Event]
    /// Seconds until the next one.
    package var wait: Double
    package var finished: Moment
    /// Whether the list could not be asked for, because of this machine.
    var isOffline: Bool { if case .offline = outcome { true } else { false } }
    /// Why the document could not be kept: it will be fetched whole again, and nothing else is lost.
    package var cacheTrouble: String?
    /// What is uncertain in the list where nobody watches it; told once a day.
    package var doubt: Doubt?
    /// See `Visit.corrections`.
    var corrections: [Change] = []
}

/// What became of a visit.
package struct Visit: Sendable {
    /// The poll, with the events of the look before it; nil if only the kept document was looked at.
    package var poll: PollResult?
    /// What a better reading has gained or corrected in rows that were told: no change of the list.
    package var corrections: [Change] = []

    package init(poll: PollResult?) { self.poll = poll }
}

/// Visits a source: a look at its kept document if that is wanted, then the poll, if it is due or the look was in vain.
///
/// - Throws: `StateError` when the outcome could not be saved.
package func visit(
    _ source: SourceConfig, _ store: SourceStore, isDue: Bool, tellingTo sinks: [SinkName], with tools: PollTools,
    progress: ((Int, Int?) -> Void)? = nil
) throws(StateError) -> Visit {
    var visit = Visit(poll: nil)
    var isEnough = store.state.document != nil
    var events: [Event] = []
    if isEnough, store.state.wantsLook(in: source) {
        let look = try lookAtKeptDocument(source, store, tellingTo: sinks, with: tools)
        isEnough = look != nil && store.state.hasAllPages(of: source)
        (events, visit.corrections) = (look?.events ?? [], look?.corrections ?? [])
    }
    if isEnough && !isDue { return visit }
    var result = try poll(source, store, tellingTo: sinks, with: tools, progress: progress)
    result.events = events + result.events
    visit.corrections += result.corrections
    visit.poll = result
    return visit
}

/// Polls a source once: fetches its list if it changed, judges it, and saves what there is to remember and to tell.
///
/// - Parameters:
///   - sinks: who is to be told.
///   - progress: called with the bytes received and expected; nil where nobody looks.
/// - Throws: `StateError` when the outcome could not be saved. The state is then as it was, and nothing will be told.
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
        // Others do not wait for the page of one case, nor any longer for the next poll.
        let failures = answer.trouble == nil ? judgement.state.failures?.count ?? 0 : 0
        if let trouble = answer.trouble { outcome = .failed(cause: trouble.cause) }
        let wait = Schedule.wait(after: answer.reply, failures: failures, source, tools.random())
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

/// Believes the held document of a source, because somebody says so.
///
/// - Returns: what became of it, with the events; unchanged where no document is held, failed where not that one any more.
/// - Throws: `StateError` when it could not be saved. The state is then as it was.
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

/// Tells what the kept document says of the batches that are watched since it was fetched: at once, without the server.
///
/// - Returns: nil when there is no kept document to look at, so that the list has to be fetched.
package func lookAtKeptDocument(
    _ source: SourceConfig, _ store: SourceStore, tellingTo sinks: [SinkName], with tools: PollTools
) throws(StateError) -> PollResult? {
    let state = store.state
    guard let kept = state.document, state.isOfSameList(as: source) else { return nil }
    var list = kept.list(of: source)
    // A document that was believed in spite of its damage answers too, but not where another reader found none.
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

/// Believes what was read of an unclear batch, or of all that a mask watches, because somebody says so.
///
/// - Returns: what became of it, with the events; unchanged where nothing of it is unclear.
/// - Throws: `StateError` when it could not be saved. The state is then as it was.
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
    /// Takes in what the clocks say before anything depends on it.
    fileprivate func follow(with tools: PollTools) throws(StateError) {
        let now = tools.clock()
        try follow(now, isProven: tools.proof.holds(at: now))
    }

    /// Judges what came of asking for a list, and saves what follows.
    ///
    /// - Parameter answer: nil where nothing was asked for.
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
    /// Asks for a document, and takes in what its server's clock says.
    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?,
        _ progress: ((Int, Int?) -> Void)?
    ) -> ReadingReply {
        let reply = reader.answer(
            request, keepingIn: document, tableIn: table, stop: stop, progress: progress ?? { _, _ in })
        // What a cache has had for a while is older by that.
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
        after reply: ReadingReply, failures: Int, _ source: SourceConfig, _ random: Double
    ) -> Double {
        if case .failure(let failure) = reply, failure.kind == .offline {
            return waitOffline(interval: source.interval)
        }
        let maxAge = reply.freshness?.maxAge
        guard failures > 0 else { return wait(interval: source.interval, maxAge: maxAge, random: random) }
        var retryAfter: Double?
        if case .failure(let failure) = reply { retryAfter = failure.retryAfter }
        return wait(interval: source.interval, failures: failures, retryAfter: retryAfter, random: random)
    }
}
