// Runs one history through the product and the model side by side. From a visit on the product is real: poll,
// judgement, state directory, cache, couriers; office, server, reader, clock and sinks are simulated.

import Configuration
import Delivery
import Events
import FoundationEssentials
import Glibc
import Processes
import Reading
import Rows
import Watch
import struct Coding.Date

/// Where product and model part.
struct Disagreement: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// What the model says a file holds.
struct Saved {
    var model: Model
    /// A log names it.
    let id: Int
    /// When it was saved; how far the wall clock was ahead of the model's time then; and whether it was known to be right.
    let time: Double
    let ahead: Double
    let isProven: Bool
    /// In which boot.
    let boot: Int

    /// The same file with what a log adds to it.
    func with(_ model: Model) -> Saved {
        Saved(model: model, id: id, time: time, ahead: ahead, isProven: isProven, boot: boot)
    }
}

final class ModelRun: @unchecked Sendable {
    // One thread lives through it.
    let office = Office()
    let files: Files
    let couriers: Couriers
    let cache: DocumentCache
    let directory: StateDirectory
    var store: SourceStore
    /// The real one; and the events that it has, by their ids.
    var history: HistoryLog
    var inHistory: [String] = []
    var watching: Watching
    /// The time of the model, which passes whatever clocks say; the wall clock is ahead of it by so much.
    var now = 1_750_000_000.0
    var ahead = 0.0
    var wall: Double { now + ahead }
    /// When the machine was switched on, which time that was, and whether its clock is known to be right.
    var booted = 1_749_000_000.0
    var boots = 0
    var isProven = true
    /// How far the wall clock was ahead when the state was saved last; nil where it never was.
    var followed: Double?
    /// In which boot the clocks were looked at last, as the state in memory has it.
    var lookedIn = 0

    /// What the model says is in memory, in the state file, and in the generation before; what became of one of these
    /// by the log of deliveries.
    var live = Model()
    var file: Saved?
    var previous: Saved?
    var log: Saved?
    /// Whether a delivery could not be noted.
    var isAhead = false
    /// Whether this process wrote the file, so that a log can go on from it; whether one does.
    var isMarked = false
    var isLogged = false
    /// How often it has saved.
    private var saves = 0
    private var generations = 0
    /// By sink; in memory alone.
    var breakages: [String: Breakage] = [:]
    /// The documents that are kept.
    var kept = Kept()
    /// What happened.
    var occurred = Occurred()

    /// All events there were, by id.
    var events: [String: Event] = [:]
    /// The rows told last, by batch; forgotten where the history has a break.
    var lastRows: [String: [Update]] = [:]
    /// What each sink took, and what it was promised and neither took nor gave up.
    var taken: [String: Set<String>] = [:]
    var owed: [String: Set<String>] = [:]
    /// How many events a sink may still be told again, for what went wrong so far.
    var mayRepeat: [String: Int] = [:]
    private var uuids = 0

    init(_ watching: Watching, in files: Files, _ couriers: Couriers) throws {
        self.couriers = couriers
        self.files = files
        self.watching = watching
        try files.clear()
        directory = try StateDirectory(files.state)
        cache = try DocumentCache(files.cache)
        store = SourceStore(name: "london", state: SourceState(uuid: "u0"), in: directory)
        history = HistoryLog(of: "london", in: files.state)
        try load()
    }

    /// Lives through the steps.
    ///
    /// - Parameter drains: whether to deliver all that is left at the end; one save for each event makes that dear.
    func run(_ steps: [ModelStep], drains: Bool) throws {
        for (number, step) in steps.enumerated() {
            do {
                try take(step)
                try checkSaved()
                if step.isRough { try checkFiles() }
            } catch { throw Disagreement("step \(number + 1), \(String("\(step)".prefix(60))): \(error)") }
        }
        occurred.note(office.occurred)
        do {
            try finish(drains)
            try checkFiles()
        } catch { throw Disagreement("at the end: \(error)") }
    }

    private func take(_ step: ModelStep) throws {
        switch step {
        case .publish(let edition, let name): office.publish(edition, as: name)
        case .link(let names): office.links = names
        case .fault(let fault, let name): office.faults[name] = fault
        case .rot(let seed): rot(seed)
        case .poll(let after, let manner, let isDiskFull):
            advance(after)
            office.manner = manner
            occurred.note(Kind.name(of: manner))
            try files.whileFull(isDiskFull) { try visit(isDue: true, isDiskFull) }
        case .look(let isDiskFull):
            office.manner = .plain
            try files.whileFull(isDiskFull) { try visit(isDue: false, isDiskFull) }
        case .configure(let new):
            occurred.note(.configured)
            watching = new
            lastRows = [:]
            couriers.tryNow(at: moment)
            for sink in breakages.keys { breakages[sink]?.tryNow(at: now) }
        case .clock(let jump):
            occurred.note(.clock)
            setClock(ahead + jump)
        case .boot(let off, let clock, let isProven): try boot(off, clock, isProven)
        case .acceptUnclear(let number): try accept(unclear: number)
        case .accept(let isDiskFull): try files.whileFull(isDiskFull) { try accept(isDiskFull) }
        case .deliver(let after, let seed, let fullFrom, let killedAt):
            advance(after)
            try deliver(Turn(Chance(seed), fullFrom: fullFrom, killedAt: killedAt))
        case .restart(let how): try restart(how)
        }
    }

    private func advance(_ seconds: Double) { now += seconds }

    /// Within the years that a state can hold.
    func setClock(_ new: Double) {
        let wall = max(1, min(now + new, 4e9))
        if let saved = file ?? previous, lookedIn != boots { wakeUp(wall, after: saved) } else { ahead = wall - now }
    }

    /// How long the machine was off says the wall clock at the first look of a boot, where it was right before and is
    /// now. Else no time has passed.
    func wakeUp(_ wall: Double, after saved: Saved) {
        let uptime = now - booted
        let between = wall - uptime - (saved.time + saved.ahead)
        booted = saved.time + (isProven && saved.isProven ? max(0, between) : 0)
        now = booted + uptime
        ahead = wall - now
    }

    /// Whether what is remembered has to be moved, and so saved: a jump is noticed at the next occasion.
    var hasJumped: Bool { followed.map { abs(ahead - $0) > 10 } ?? false }

    /// Whether the clocks, now looked at, have jumped. If not, that they were looked at is remembered without a save.
    func lookAtClocks() -> Bool {
        if !hasJumped { lookedIn = boots }
        return hasJumped
    }

    /// Some kept documents are lost, or are not as they were.
    private func rot(_ seed: UInt64) {
        var chance = Chance(seed)
        for document in kept.documents.sorted() where chance.once(in: 2) {
            if chance.once(in: 4) {
                kept.remove(document)
                files.removeDocument(document)
            } else {
                occurred.note(.rotten)
                kept.rotten.insert(document)
                files.spoilDocument(document)
            }
        }
    }

    // MARK: The state file

    /// Loads the state, as a start does.
    func load() throws {
        uuids += 1
        let name = "u\(uuids)"  // in no use yet; to be taken by a history that does not simply go on
        let state = try directory.load("london") { name }.state
        store = SourceStore(name: "london", state: state, in: directory)
        history = HistoryLog(of: "london", in: files.state)
        couriers.renew()
        (isAhead, isMarked, isLogged, saves, breakages) = (false, false, false, 0, [:])
        // The one before may know nothing of this boot, and not how long the machine was off.
        if file == nil, let previous, previous.boot != boots { wakeUp(wall, after: previous) }
        (followed, lookedIn) = ((file ?? previous)?.ahead, (file ?? previous)?.boot ?? boots)
        if let file {
            live = read(file)
        } else {
            live = previous.map(read) ?? Model()
            live.understanding = office.understanding
            live.accepted?.isDoubted = true
            live.post.uuid = name
            // What was recorded after it is told under other ids, what was noted after it is told again.
            for sink in Sink.all.map(\.name).map(\.rawValue) {
                owed[sink]?.formIntersection(live.post.waiting[sink]?.map(\.id) ?? [])
                mayRepeat[sink] = .max
            }
        }
    }

    private func read(_ saved: Saved) -> Model { log?.id == saved.id ? log?.model ?? saved.model : saved.model }

    /// What a start would find.
    var found: Model? { (file ?? previous).map(read) }

    /// The model's save.
    func saved() {
        if file != nil { previous = file }
        generations += 1
        file = Saved(model: live, id: generations, time: now, ahead: ahead, isProven: isProven, boot: boots)
        (followed, lookedIn) = (ahead, boots)
        if isLogged { log = nil }
        (isAhead, isMarked, isLogged) = (false, true, false)
        saves += 1
        files.expectSave()
    }

    /// A file is written when there is something to remember, and at no other time; and reads as it was written.
    private func checkSaved() throws {
        guard files.isAsExpected else { throw Disagreement("a save too few, or one for nothing") }
        try checkSaves()
        try checkOutbox()
    }

    func checkSaves() throws {
        guard store.saves == saves else { throw Disagreement("saved \(store.saves) times and not \(saves)") }
    }

    func checkOutbox() throws {
        let state = store.state
        guard state.sequence == live.post.number, state.uuid == live.post.uuid else {
            throw Disagreement("another number or uuid than the model's")
        }
        for sink in Sink.all.map(\.name) {
            let entries = state.outbox.waiting(for: sink).map {
                Post.OutboxEntry(
                    id: $0.event.id, batch: $0.event.kind == .edition ? Told.editions : $0.event.batch,
                    failures: $0.attempts,
                    notBefore: $0.notBefore.map { $0.timeIntervalSince1970 - (followed ?? ahead) })
            }
            guard entries == live.post.waiting[sink.rawValue] ?? [],
                (state.outbox.dead[sink] ?? []).map(\.event.id) == live.post.dead[sink.rawValue] ?? []
            else { throw Disagreement("another outbox than the model's") }
        }
    }

    func checkForm() throws {
        guard let bytes = files.bytes else { return }
        guard try SourceState.decoded(from: bytes, file: "").encoded() == bytes else {
            throw Disagreement("the state file reads as something else than was written")
        }
    }

    // MARK: The configuration

    func source() throws -> SourceConfig {
        var source = SourceConfig(
            name: "london", url: watching.url,
            layout: try TableLayout(columns: watching.hasDates ? [.batch, .status, .date] : [.batch, .status]))
        if watching.shape == .linked { source.links = LinkRequest(glob: "*", pick: .all) }
        source.watched = try watching.patterns.map {
            WatchedBatch(pattern: try KeyMask($0), label: watching.labels[$0] ?? "")
        }
        source.disappearedAfter = watching.patience
        source.expectEvery = watching.expected.map { .seconds($0) }
        source.tellsEditions = watching.tellsEditions
        return source
    }

    var sinks: [SinkName] { [.journal, .history] + (watching.hasHook ? [.hook] : []) }

    var moment: Moment {
        Moment(wall: Date(timeIntervalSince1970: wall), uptime: now - booted, boot: "boot \(boots)")
    }

    func tools(stop: StopSignal? = nil) -> PollTools {
        var tools = PollTools(reader: office, cache: cache, stop: stop)
        let moment = moment
        tools.clock = { moment }
        tools.proof = ClockProof { [isProven] in isProven }
        tools.random = { 0.5 }
        tools.wait = { _, _ in }
        return tools
    }
}

extension Watching {
    /// Where its documents lie; nil for a list in one.
    var folder: String? { shape == .single ? nil : "https://example.org/\(address)/" }

    var url: String {
        switch shape {
        case .single: "https://example.org/\(address).pdf"
        case .linked: "https://example.org/\(address)/"
        case .cases: "https://example.org/\(address)/{batch}"
        }
    }
}
