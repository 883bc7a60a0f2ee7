// Delivers recorded events to one sink, then removes them. A crash in between repeats an event, with the same id, and
// loses none. Each sink has its own courier on its own serial queue, so that none delays another.

import Coding
import Dispatch
import Events
import Processes
import Storage
import Synchronization

/// Why nothing can be delivered to a sink.
package struct SinkTrouble: Equatable, Sendable {
    package var cause: String
    package var since: Date
}

/// The number of attempts for a sink, by result.
package struct Deliveries: Codable, Equatable, Sendable {
    package var delivered = 0
    package var failed = 0
    /// The sink requested a later time.
    package var postponed = 0
    /// The sink was unreachable or unsafe.
    package var impossible = 0

    package init() {}
}

/// Empties the part of the outboxes that is for one sink.
package final class Courier: @unchecked Sendable {
    // Only `queue` touches variable state.

    /// The facts and closures that the courier of a sink needs.
    package struct Tools: Sendable {
        /// Delivers one event; the number counts its attempts from 1.
        package var deliver: @Sendable (Event, Int) -> DeliveryOutcome
        package var clock: @Sendable () -> Moment = Moment.now
        package var proof = ClockProof.system
        /// A number from 0 to 1, for the jitter of retries.
        package var random: @Sendable () -> Double = { Double.random(in: 0...1) }
        /// Writes a notice with its fields.
        package var notice: @Sendable (Notice, Priority, String, [(name: String, value: String)]) -> Void
        /// Raised when the program must end.
        package var stop: StopSignal?
        /// The number of deliveries between two notes on disk, which a crash may repeat.
        package var mostAtOnce = 1
        /// The longest time of one delivery, in seconds.
        package var longest: @Sendable () -> Double = { 1 }

        package init(
            stop: StopSignal?,
            notice: @escaping @Sendable (Notice, Priority, String, [(name: String, value: String)]) -> Void,
            deliver: @escaping @Sendable (Event, Int) -> DeliveryOutcome
        ) {
            self.stop = stop
            self.notice = notice
            self.deliver = deliver
        }
    }

    /// The courier checks a sink that it cannot reach again after a minute.
    static let pause = 60.0
    /// The number of entries looked up at once: searching ten thousand for each would cost more than the delivery.
    static let mostInHand = 100
    /// With several deliveries per note, the courier writes a note at least after this many seconds.
    static let longestUnnoted = 1.0

    package let sink: SinkName
    /// The deadline of the current delivery.
    package let deadline = Deadline()
    let tools: Tools
    private let queue: DispatchQueue
    private let timer: any DispatchSourceTimer
    private var stores: [any OutboxStore] = []
    private let request = Mutex<Request?>(nil)

    /// The requests since the last look; nil for none. It is one value and not a queue: while the hook is slow, each
    /// poll adds a request.
    private struct Request: Sendable {
        var stores: [any OutboxStore]?
        var triesAgain = false
        /// Whether all entries are due now, because the sink was mended.
        var isMended = false
    }

    /// Why the sink was unreachable, so that it is reported once.
    var trouble: String? { didSet { note() } }
    var breaker = Breaker() { didSet { note() } }
    var rest = Rest()
    /// Why the sink cannot work, according to the last check; nil if it can. A check need not wait for a delivery.
    private let refused = Mutex<HookRefusal?>(nil)
    private var refusal: HookRefusal? { refused.withLock { $0 } }
    /// Why the last delivery failed.
    var lastFailure = ""
    private let standing = Mutex<SinkTrouble?>(nil)

    /// Why nothing can be delivered to the sink now; nil if it can. For any thread.
    package var sinkTrouble: SinkTrouble? { standing.withLock { $0 } }

    private let tally = Mutex(Deliveries())
    /// Called when the waiting entries or the state of the sink have changed.
    private var changed: @Sendable () -> Void = {}

    /// The deliveries since the start. For any thread.
    package var deliveries: Deliveries { tally.withLock { $0 } }

    /// Counts an attempt.
    func count(_ outcome: DeliveryOutcome) {
        tally.withLock {
            switch outcome {
            case .delivered: $0.delivered += 1
            case .refused, .failed: $0.failed += 1
            case .later: $0.postponed += 1
            case .unreachable, .unusable: $0.impossible += 1
            case .interrupted: break
            }
        }
    }

    /// Publishes the state of the sink.
    private func note() {
        let cause = trouble ?? (breaker.isOpen ? lastFailure : nil)
        let now = tools.clock().wall
        standing.withLock { standing in
            let since = standing?.since ?? now
            standing = cause.map { SinkTrouble(cause: $0, since: since) }
        }
        changed()
    }
    /// The sources with a reported full outbox.
    var reportedFull: Set<String> = []

    package init(for sink: SinkName, tools: Tools) {
        self.sink = sink
        self.tools = tools
        self.queue = DispatchQueue(label: "batchwatch.courier.\(sink.rawValue)")
        self.timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.round() }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    /// Called after a delivery that failed or could not be tried.
    private var failed: @Sendable () -> Void = {}

    /// From now on calls `changed`, on the courier's queue, when the waiting entries or the state of the sink have changed.
    ///
    /// - Parameter failed: called after a delivery that failed or could not be tried, on the same queue.
    package func report(to changed: @escaping @Sendable () -> Void, failed: @escaping @Sendable () -> Void = {}) {
        queue.async { [self] in (self.changed, self.failed) = (changed, failed) }
    }

    /// Takes the result of a check without an event: why the sink cannot work, or nil if it can. Events wait as long as it
    /// cannot; then all are delivered.
    package func judge(_ refusal: HookRefusal?) {
        let wasRefused = exchange(refusal) != nil
        queue.async { [self] in
            if let refusal { return tellOnce("\(refusal)", .hookRefused) }
            guard wasRefused else { return }
            if trouble != nil { tools.notice(.hookAccepted, .notice, "\(sink.rawValue): can work again", about()) }
            trouble = nil
            ask {
                $0.triesAgain = true
                $0.isMended = true
            }
        }
    }

    /// Forgets the refusal, because the configuration no longer has the sink.
    package func forgetRefusal() {
        guard exchange(nil) != nil else { return }
        queue.async { [self] in trouble = nil }
    }

    private func exchange(_ refusal: HookRefusal?) -> HookRefusal? {
        refused.withLock { last in
            defer { last = refusal }
            return last
        }
    }

    /// Sets the outboxes to empty, and starts at once.
    package func serve(_ stores: [any OutboxStore]) {
        ask {
            $0.stores = stores
            $0.triesAgain = true
        }
    }

    /// Looks for entries to deliver; from any thread.
    package func wake() {
        ask { _ in }
    }

    /// The same, even while only one entry is tried from time to time: a person says that the sink is fixed.
    package func tryAgain() {
        ask { $0.triesAgain = true }
    }

    private func ask(_ change: (inout Request) -> Void) {
        let isFirst = request.withLock { request in
            var all = request ?? Request()
            change(&all)
            defer { request = all }
            return request == nil
        }
        if isFirst { queue.async { [self] in round() } }
    }

    private func takeRequest() {
        let asked = request.withLock { request in
            defer { request = nil }
            return request
        }
        if let stores = asked?.stores {
            self.stores = stores
            // A refused sink keeps its trouble; `judge` reports a new one.
            if refusal == nil { trouble = nil }
        }
        if asked?.isMended == true {
            // An entry whose new time cannot be saved keeps the old one.
            for store in self.stores where store.outbox.waiting(for: sink).contains(where: { $0.notBefore != nil }) {
                try? store.updateOutbox { $0.hurry(for: sink) }
            }
        }
        if asked?.triesAgain == true {
            breaker.tryNow(at: tools.clock().uptime)
            rest.tryNow(at: tools.clock().uptime)
        }
    }

    /// Stops delivering. The group is left when the current delivery has ended. Raise `stop` first.
    package func finish(in group: DispatchGroup) {
        queue.async(group: group) { [self] in timer.cancel() }
    }

    /// Delivers all due entries, then sleeps until the next entry is due.
    private func round() {
        takeRequest()
        var next: Date?
        for store in stores {
            guard let due = deliverAll(from: store, inTurns: stores.count > 1) else { continue }
            next = min(next ?? due, due)
        }
        // If only one entry is tried from time to time, take turns among the sources.
        if triesOne, stores.count > 1 { stores.append(stores.removeFirst()) }
        guard let next, !isStopping else { return timer.schedule(deadline: .distantFuture) }
        let wait = max(0.05, next.timeIntervalSince(tools.clock().wall))
        timer.schedule(deadline: .now() + wait, leeway: .milliseconds(50))
    }

    /// Delivers the due entries of one outbox.
    ///
    /// - Parameter inTurns: whether other sources wait: after some entries it is their turn.
    /// - Returns: when to look at it again; nil for not before there are new entries.
    package func deliverAll(from store: any OutboxStore, inTurns: Bool = false) -> Date? {
        tellFull(store)
        do throws(StateError) {
            let begun = tools.clock()
            try store.follow(begun, isProven: tools.proof.holds(at: begun))
            while !isStopping {
                if refusal != nil {
                    // `judge` continues.
                    try store.tidy()
                    return nil
                }
                let (now, uptime) = (tools.clock().wall, tools.clock().uptime)
                if let next = [breaker.wait(at: uptime), rest.wait(at: uptime)].compactMap({ $0 }).max() {
                    try store.tidy()
                    return store.outbox.nextDue(for: sink, after: now).map {
                        max($0, now.addingTimeInterval(next - uptime))
                    }
                }
                let (entries, hasMore) = nextEntries(of: store, at: now)
                if entries.isEmpty {
                    try store.tidy()
                    return store.outbox.nextDue(for: sink, after: now)
                }
                // Deliver an event only if it is on disk, which is not so after a failed save.
                try store.catchUp()
                guard try deliver(entries, of: store, goesOn: hasMore) else {
                    try store.tidy()
                    return now.addingTimeInterval(Courier.pause)
                }
                if inTurns, hasMore { return now }
            }
        } catch {
            tools.notice(
                .saveFailed, .error,
                "\(store.name): the state cannot be saved: \(error); nothing is delivered until it can",
                [("BATCHWATCH_SOURCE", store.name), ("BATCHWATCH_SINK", sink.rawValue)])
            return tools.clock().wall.addingTimeInterval(Courier.pause)
        }
        return nil
    }

    private var isStopping: Bool { tools.stop?.isRaised ?? false }

    /// Whether the courier tries only one entry from time to time.
    private var triesOne: Bool { breaker.isOpen || rest.isOn }

    /// The entries to deliver next, and whether there are more.
    private func nextEntries(of store: any OutboxStore, at now: Date) -> ([OutboxEntry], hasMore: Bool) {
        let outbox = store.outbox
        if triesOne { return (outbox.probe(for: sink, at: now).map { [$0] } ?? [], false) }
        let entries = outbox.next(for: sink, at: now, limit: Courier.mostInHand + 1)
        return (Array(entries.prefix(Courier.mostInHand)), entries.count > Courier.mostInHand)
    }

    /// Delivers entries one after the other and notes the results.
    ///
    /// - Returns: whether to continue with the next ones.
    private func deliver(_ entries: [OutboxEntry], of store: any OutboxStore, goesOn: Bool) throws(StateError) -> Bool {
        store.begin(entries, for: sink)
        defer { store.begin([], for: sink) }
        var unnoted: [DeliveryRecord] = []
        var begun = tools.clock().uptime
        var waiting: Set<String> = []
        let isProbe = triesOne
        for (index, entry) in entries.enumerated() where !waiting.contains(entry.event.lane) {
            if isStopping || refusal != nil || triesOne != isProbe { break }
            // A command may have dropped it meanwhile.
            guard store.isInHand(entry, for: sink) else { continue }
            deadline.set(in: tools.longest())
            let outcome = tools.deliver(entry.event, entry.attempts + 1)
            if outcome.isTrouble { failed() }
            // A slow disk does not count against the delivery.
            deadline.clear()
            guard let record = record(of: entry, outcome) else {
                try note(&unnoted, in: store, goesOn: false)
                return false
            }
            unnoted.append(record)
            if record.status == .waiting { waiting.insert(entry.event.lane) }
            if unnoted.count >= tools.mostAtOnce || tools.clock().uptime - begun >= Courier.longestUnnoted {
                try note(&unnoted, in: store, goesOn: goesOn || index + 1 < entries.count)
                begun = tools.clock().uptime
            }
        }
        try note(&unnoted, in: store, goesOn: goesOn)
        return true
    }

    private func note(_ records: inout [DeliveryRecord], in store: any OutboxStore, goesOn: Bool) throws(StateError) {
        if records.isEmpty { return }
        let noted = records
        records = []
        tellDropped(try store.settle(noted, goesOn: goesOn))
        changed()
    }
}
