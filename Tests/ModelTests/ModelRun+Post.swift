// Deliveries and restarts: sinks that fail, disks that are full, programs that are killed.

import Delivery
import Dispatch
import Events
import FoundationEssentials
import Processes
import Watch
import struct Coding.Date

extension ModelRun {
    /// Lets both couriers go round once; which sink is first and what each makes of an event is chance.
    func deliver(_ turn: Turn) throws {
        defer { files.isFull = false }
        if turn.fullFrom == 0 { files.isFull = true }
        for sink in turn.sinks {
            turn.round = Round(sink.rawValue, at: now)
            if lookAtClocks() { follow(&turn.round) }
            couriers.deliver(to: sink, from: store, at: moment, isProven, seconds: turn.seconds) {
                self.tried($0, $1, turn)
            }
            if let problem = turn.problem { throw problem }
            if let left = turn.left { return try comeBack(left) }
            if let left = proceed(&turn.round) { throw Disagreement("\(left.id) was not tried") }
            try checkSaves()
        }
    }

    /// A sink is asked to take an event.
    private func tried(_ event: Event, _ attempt: Int, _ turn: Turn) -> DeliveryOutcome {
        if turn.left != nil { return .interrupted }
        let next = proceed(&turn.round)
        let sink = turn.round.sink
        guard let next, next.id == event.id, next.failures + 1 == attempt, events[event.id] == event else {
            turn.fail("\(sink) was told \(event.id), try \(attempt), and not \(next?.id ?? "nothing")")
            return .interrupted
        }
        if found?.post.waiting[sink]?.contains(where: { $0.id == event.id }) != true {
            turn.fail("\(event.id) was told and is not in the file")
        }
        do { try checkSaves() } catch { turn.fail("\(error), before \(event.id)") }
        turn.tries += 1
        if turn.tries == turn.fullFrom {
            occurred.note(.diskFullLater)
            files.isFull = true
        }
        let outcome = turn.tries > 300 ? .interrupted : turn.outcome()
        count(next, outcome, sink, turn)
        let written = sink == SinkName.history.rawValue && outcome == .delivered ? record(event, turn) : 0
        if turn.tries == turn.killedAt {
            occurred.note(.killed)
            let cut = turn.cut(of: written)
            if cut > 0 {
                occurred.note(.killedInHistory)
                inHistory.removeLast()
                taken["history"]?.remove(event.id)
            }
            turn.left = Left(
                files: files.snapshot(isLogCut: turn.isLogCut, cutOffHistory: cut), file: file, previous: previous,
                log: log, sink: sink)
            return .interrupted
        }
        settle(next, outcome, &turn.round, seconds: turn.seconds)
        return outcome.delivery(to: sink)
    }

    /// Nothing is told twice but after something went wrong, and then no more than that can explain.
    private func count(_ entry: Post.OutboxEntry, _ outcome: Outcome, _ sink: String, _ turn: Turn) {
        if outcome == .delivered, taken[sink, default: []].insert(entry.id).inserted == false {
            if mayRepeat[sink, default: 0] == 0 { turn.fail("\(entry.id) was told to the \(sink) twice") }
            if mayRepeat[sink] != .max { mayRepeat[sink, default: 1] -= 1 }
        }
        if outcome == .delivered || outcome == .refused || (outcome == .failed && entry.failures == 9) {
            owed[sink]?.remove(entry.id)
        }
    }

    /// More may be told again: what was delivered and not noted.
    private func allowRepeats(to sink: String) {
        if mayRepeat[sink] != .max { mayRepeat[sink, default: 0] += Couriers.mostAtOnce(sink) }
    }

    /// Starts from what a killed program left behind.
    private func comeBack(_ left: Left) throws {
        files.isFull = false
        try files.restore(left.files)
        (file, previous, log) = (left.file, left.previous, left.log)
        if isAhead { Sink.all.map(\.name).forEach { allowRepeats(to: $0.rawValue) } }
        allowRepeats(to: left.sink)
        try load()
        // What it gave up and had not noted waits again.
        for sink in Sink.all.map(\.name).map(\.rawValue) {
            owed[sink, default: []].formUnion((live.post.waiting[sink] ?? []).map(\.id))
        }
        files.expectNothing()
    }

    // MARK: Restarts

    /// A machine that was off.
    func boot(_ off: Double, _ clock: Double, _ isProven: Bool) throws {
        occurred.note(.boot)
        if !isProven { occurred.note(.bootUnproven) }
        let wall = max(1, min(wall + off + clock, 4e9))
        try restart(.clean)
        boots += 1
        (booted, self.isProven) = (now, isProven)
        if let saved = file ?? previous { wakeUp(wall, after: saved) } else { ahead = wall - now }
    }

    func restart(_ how: Restart) throws {
        try checkForm()
        occurred.note(Kind.name(of: how))
        if isAhead { Sink.all.map(\.name).forEach { allowRepeats(to: $0.rawValue) } }
        switch how {
        case .clean: break
        case .torn:
            if files.tear() { previous = file }
        case .damaged:
            let isOnlyOne = files.areOneFile
            files.cutOff(files.stateFile)
            file = nil
            if isOnlyOne { previous = nil }
            lastRows = [:]
        case .bothDamaged:
            files.cutOff(files.stateFile)
            files.cutOff(files.previousFile)
            (file, previous) = (nil, nil)
            lastRows = [:]
        case .upgraded: try upgrade()
        case .withoutCache:
            try files.clearCache()
            kept = Kept()
        }
        files.expectAnything()
        try load()
        files.expectNothing()
    }

    /// The state stems from a reader that understood documents otherwise.
    private func upgrade() throws {
        office.understanding = 1 - office.understanding
        try files.makeOlder()
        lastRows = [:]
        for saved in [\ModelRun.file, \ModelRun.previous] {
            self[keyPath: saved]?.model.accepted?.isReadByOlder = true
            self[keyPath: saved]?.model.understanding = office.understanding
        }
        // The log belongs to files that we have just made others of.
        if log != nil { Sink.all.map(\.name).forEach { mayRepeat[$0.rawValue] = .max } }
        files.remove(files.logFile)
        log = nil
    }

    /// Whatever happened, in the end all is told that was recorded.
    func finish(_ drains: Bool) throws {
        try restart(.clean)
        try checkOutbox()
        guard drains else { return }
        for _ in 0..<12 {
            now += 200_000
            try deliver(Turn(.willing))
        }
        try checkForm()
        for sink in Sink.all.map(\.name) where !store.state.outbox.waiting(for: sink).isEmpty {
            throw Disagreement("\(sink) was not told all")
        }
        for (sink, ids) in owed where !ids.isEmpty { throw Disagreement("\(sink) was never told \(ids.sorted())") }
        guard taken["history", default: []] == Set(inHistory) else { throw Disagreement("an event left the history") }
    }
}

extension Chance {
    /// For which every sink takes every event.
    static var willing: Chance { Chance(.max) }
}

/// One round of deliveries.
final class Turn: @unchecked Sendable {
    // One thread delivers.
    private var chance: Chance
    private let isWilling: Bool
    /// Whether the sinks take nothing.
    private let isBroken: Bool
    let fullFrom: Int?
    let killedAt: Int?
    let isLogCut: Bool
    let sinks: [SinkName]
    /// What a try takes; the wall clock stands still.
    let seconds: Double
    var round = Round("", at: 0)
    var tries = 0
    /// What is left behind by a program that was killed.
    var left: Left?
    private(set) var problem: Disagreement?

    init(_ chance: Chance, fullFrom: Int? = nil, killedAt: Int? = nil) {
        (self.chance, self.fullFrom, self.killedAt) = (chance, fullFrom, killedAt)
        isWilling = chance.state == .max
        sinks = self.chance.once(in: 2) ? [.journal, .history, .hook] : [.hook, .history, .journal]
        seconds = self.chance.one(of: [0, 0, 0.25, 0.5])
        isBroken = self.chance.once(in: 5)
        isLogCut = self.chance.once(in: 2)
    }

    /// How much of what was written last the disk does not have.
    func cut(of written: Int) -> Int { chance.once(in: 3) ? 0 : chance.below(written + 1) }

    func fail(_ text: String) { problem = problem ?? Disagreement(text) }

    func outcome() -> Outcome {
        if isBroken && !isWilling { return chance.once(in: 12) ? .later : .failed }
        if isWilling || !chance.once(in: 3) { return .delivered }
        return chance.one(of: Outcome.allCases + [.failed, .failed, .failed])
    }
}

extension Outcome {
    func delivery(to sink: String) -> DeliveryOutcome {
        switch self {
        case .delivered: .delivered
        case .later: sink == "journal" ? .unreachable(cause: "full") : .later(cause: "75")
        case .refused: .refused
        case .failed: .failed(cause: "exited with code 1")
        case .unusable: .unusable(HookRefusal("/hook", .missing))
        case .interrupted: .interrupted
        }
    }
}

/// What a killed program leaves behind: the files, and what the model says they hold.
struct Left {
    let files: [String: [UInt8]]
    let file: Saved?
    let previous: Saved?
    let log: Saved?
    /// The one that was being told.
    let sink: String
}

/// The product's couriers.
final class Couriers: @unchecked Sendable {
    // One thread delivers.
    private var couriers: [SinkName: Courier] = [:]
    private var now = Moment(wall: Date(timeIntervalSince1970: 0), uptime: 0)
    private var isProven = true
    private var take: ((Event, Int) -> DeliveryOutcome)?

    /// How many are delivered before that is noted. A hundred of the journal would be more than a history ever has.
    static func mostAtOnce(_ sink: String) -> Int { sink == "journal" ? 3 : 1 }

    init() { renew() }

    /// As a start makes them.
    func renew() {
        for sink in Sink.all.map(\.name) {
            var tools = Courier.Tools(stop: nil, notice: { _, _, _, _ in }) { [unowned self] in
                take?($0, $1) ?? .interrupted
            }
            tools.clock = { [unowned self] in now }
            tools.proof = ClockProof { [unowned self] in isProven }
            tools.random = { 0.5 }
            tools.mostAtOnce = Couriers.mostAtOnce(sink.rawValue)
            couriers[sink] = Courier(for: sink, tools: tools)
        }
    }

    /// As a new configuration does.
    func tryNow(at now: Moment) {
        self.now = now
        let group = DispatchGroup()
        for courier in couriers.values {
            courier.serve([])
            courier.finish(in: group)  // only its timer ends, which is never set here
        }
        group.wait()
    }

    /// Lets a courier go round once.
    func deliver(
        to sink: SinkName, from store: SourceStore, at now: Moment, _ isProven: Bool, seconds: Double,
        take: @escaping (Event, Int) -> DeliveryOutcome
    ) {
        (self.now, self.isProven) = (now, isProven)
        self.take = { [unowned self] in
            defer { self.now.uptime += seconds }
            return take($0, $1)
        }
        _ = couriers[sink]?.deliverAll(from: store)
        self.take = nil
    }
}
