// Deliveries and restarts: sinks that fail, disks that are full, programs that are killed.

import FoundationEssentials
import Sinks
import Watch

extension Trial {
    /// Lets both couriers go round once; which sink is first and what each makes of an event is chance.
    func deliver(_ chance: Chance, fullFrom: Int?) throws {
        let turn = Turn(chance, fullFrom: fullFrom)
        defer { files.isFull = false }
        if fullFrom == 0 { files.isFull = true }
        for sink in turn.sinks {
            turn.hasStopped = false
            couriers.deliver(to: sink, from: store, at: now) { self.tried($0, $1, sink, turn) }
            if let problem = turn.problem { throw problem }
            let left = live.post.next(for: sink.rawValue, at: now)
            if let left, !turn.hasStopped, !(files.isFull && isAhead) { throw Disagreement("\(left.id) was not tried") }
        }
    }

    /// A sink is asked to take an event.
    private func tried(_ event: Event, _ attempt: Int, _ sink: SinkName, _ turn: Turn) -> Delivery {
        let name = sink.rawValue
        let next = live.post.next(for: name, at: now)
        if next?.id != event.id || next.map({ $0.failures + 1 }) != attempt || events[event.id] != event {
            turn.fail("\(name) was told \(event.id), try \(attempt), and not \(next?.id ?? "nothing")")
        }
        if isAhead {
            if files.isFull { turn.fail("\(event.id) was told though nothing can be saved") }
            saved()
        }
        if (disk ?? previous)?.post.waiting[name]?.contains(where: { $0.id == event.id }) != true {
            turn.fail("\(event.id) was told and is not in the file")
        }
        turn.tries += 1
        if turn.tries == turn.fullFrom { files.isFull = true }
        let outcome = turn.tries > 300 ? .interrupted : turn.outcome()
        live.post.take(event.id, name, outcome, at: now)
        if outcome.isNoted(by: name) {
            isAhead = true
            if !files.isFull { saved() }
        }
        if !outcome.isNoted(by: name) || files.isFull { turn.hasStopped = true }
        return outcome.delivery
    }

    // MARK: Restarts

    func restart(_ how: Restart) throws {
        try checkForm()
        switch how {
        case .clean: break
        case .torn:
            files.remove(files.stateFile)
            disk = nil
            lastRows = [:]
        case .damaged:
            files.cutOff(files.stateFile)
            disk = nil
            lastRows = [:]
        case .bothDamaged:
            files.cutOff(files.stateFile)
            files.cutOff(files.previousFile)
            (disk, previous) = (nil, nil)
            lastRows = [:]
        case .upgraded: try upgrade()
        case .withoutCache:
            try files.clearCache()
            kept = []
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
        disk?.accepted?.isReadByOlder = true
        previous?.accepted?.isReadByOlder = true
        disk?.understanding = office.understanding
        previous?.understanding = office.understanding
    }

    /// Whatever happened, in the end all is told that was recorded.
    func finish(_ drains: Bool) throws {
        try restart(.clean)
        try checkOutbox()
        guard drains else { return }
        for _ in 0..<12 {
            now += 200_000
            try deliver(Chance.willing, fullFrom: nil)
        }
        try checkForm()
        for sink in SinkName.allCases where !store.state.outbox.waiting(for: sink).isEmpty {
            throw Disagreement("\(sink) was not told all")
        }
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
    let fullFrom: Int?
    let sinks: [SinkName]
    var tries = 0
    var hasStopped = false
    private(set) var problem: Disagreement?

    init(_ chance: Chance, fullFrom: Int?) {
        isWilling = chance.state == .max
        self.chance = chance
        self.fullFrom = fullFrom
        sinks = self.chance.once(in: 2) ? [.journal, .hook] : [.hook, .journal]
    }

    func fail(_ text: String) { problem = problem ?? Disagreement(text) }

    func outcome() -> Outcome {
        if isWilling || !chance.once(in: 3) { return .delivered }
        return chance.one(of: Outcome.allCases + [.failed, .failed, .failed])
    }
}

extension Outcome {
    var delivery: Delivery {
        switch self {
        case .delivered: .delivered
        case .later: .later(cause: "75")
        case .refused: .refused
        case .failed: .failed(cause: "exited with code 1")
        case .unusable: .unusable(HookRefusal("/hook", .missing))
        case .interrupted: .interrupted
        }
    }
}

/// The product's couriers, made once: each has a queue and a timer.
final class Couriers: @unchecked Sendable {
    // One thread delivers.
    private var couriers: [SinkName: Courier] = [:]
    private var now = 0.0
    private var take: ((Event, Int) -> Delivery)?

    init() {
        for sink in SinkName.allCases {
            var tools = Courier.Tools(stop: nil, notice: { _, _, _ in }) { [unowned self] in
                take?($0, $1) ?? .interrupted
            }
            tools.clock = { [unowned self] in Moment(wall: Date(timeIntervalSince1970: now), uptime: 0) }
            tools.random = { 0.5 }
            couriers[sink] = Courier(for: sink, tools: tools)
        }
    }

    /// Lets a courier go round once.
    func deliver(to sink: SinkName, from store: SourceStore, at now: Double, take: @escaping (Event, Int) -> Delivery) {
        (self.now, self.take) = (now, take)
        _ = couriers[sink]?.deliverAll(from: store)
        self.take = nil
    }
}
