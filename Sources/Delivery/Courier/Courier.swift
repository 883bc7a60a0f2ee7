// Brings recorded events to one sink: deliver, then clear. A crash in between repeats an event, with the same id; none
// is lost. Each sink has its own courier on its own serial queue, so that none holds up the other.

import Coding
import Dispatch
import Events
import Processes
import Storage
import Synchronization

/// Why nothing can be told to a sink.
package struct SinkTrouble: Equatable, Sendable {
    package var cause: String
    package var since: Date
}

/// How often a sink was tried, by what came of it.
package struct Deliveries: Codable, Equatable, Sendable {
    package var delivered = 0
    package var failed = 0
    /// The sink asked for a later time.
    package var postponed = 0
    /// The sink could not be reached, or may not be used.
    package var impossible = 0

    package init() {}
}

/// Empties one sink's part of the outboxes.
package final class Courier: @unchecked Sendable {
    // All that varies is touched on `queue` alone.

    /// What the courier of a sink needs to know and may do.
    package struct Tools: Sendable {
        /// Tells one event; the number counts its tries from 1.
        package var deliver: @Sendable (Event, Int) -> DeliveryOutcome
        package var clock: @Sendable () -> Moment = Moment.now
        package var proof = ClockProof.system
        /// A number from 0 to 1, for the jitter of retries.
        package var random: @Sendable () -> Double = { Double.random(in: 0...1) }
        /// Tells what is no event, with its fields.
        package var notice: @Sendable (Notice, Priority, String, [(name: String, value: String)]) -> Void
        /// Raised when the program has to end.
        package var stop: StopSignal?
        /// How many are delivered before that is noted on disk: what a crash may repeat.
        package var mostAtOnce = 1
        /// How long one delivery may take at most, in seconds.
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

    /// A sink that cannot be reached at all is looked at again after a minute.
    static let pause = 60.0
    /// Letters looked up at a time: to look through ten thousand for each would cost more than to deliver it.
    static let mostInHand = 100
    /// Where several are delivered before that is noted, it is noted after so many seconds, however few they are.
    static let longestUnnoted = 1.0

    package let sink: SinkName
    /// Until when the delivery under way has to be over.
    package let deadline = Deadline()
    let tools: Tools
    private let queue: DispatchQueue
    private let timer: any DispatchSourceTimer
    private var stores: [any OutboxStore] = []
    private let request = Mutex<Request?>(nil)

    /// What the courier was asked for since it looked last; nil for nothing. It is not kept in the queue: while the
    /// hook is slow, each poll asks once more.
    private struct Request: Sendable {
        var stores: [any OutboxStore]?
        var triesAgain = false
    }

    /// Why the sink could not be reached, so that it is told once.
    var trouble: String? { didSet { note() } }
    var breaker = Breaker() { didSet { note() } }
    var rest = Rest()
    /// Why the last delivery failed.
    var lastFailure = ""
    private let standing = Mutex<SinkTrouble?>(nil)

    /// Why nothing can be told to the sink just now; nil where it can. For any thread.
    package var sinkTrouble: SinkTrouble? { standing.withLock { $0 } }

    private let tally = Mutex(Deliveries())
    /// Called when what is to be delivered, or how the sink stands, has changed.
    private var changed: @Sendable () -> Void = {}

    /// The deliveries since the start. For any thread.
    package var deliveries: Deliveries { tally.withLock { $0 } }

    /// Counts a delivery that was tried.
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

    /// Notes for others how the sink stands.
    private func note() {
        let cause = trouble ?? (breaker.isOpen ? lastFailure : nil)
        let now = tools.clock().wall
        standing.withLock { standing in
            let since = standing?.since ?? now
            standing = cause.map { SinkTrouble(cause: $0, since: since) }
        }
        changed()
    }
    /// The sources of which was told that their outbox is full.
    var toldFull: Set<String> = []

    package init(for sink: SinkName, tools: Tools) {
        self.sink = sink
        self.tools = tools
        self.queue = DispatchQueue(label: "batchwatch.courier.\(sink.rawValue)")
        self.timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.round() }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    /// Says from now on when what is to be delivered, or how the sink stands, has changed; on the courier's queue.
    package func report(to changed: @escaping @Sendable () -> Void) {
        queue.async { [self] in self.changed = changed }
    }

    /// Names the outboxes to empty, and starts at once.
    package func serve(_ stores: [any OutboxStore]) {
        ask {
            $0.stores = stores
            $0.triesAgain = true
        }
    }

    /// Looks for something to deliver; from any thread.
    package func wake() {
        ask { _ in }
    }

    /// The same, also where only one is tried now and then: somebody says that the sink was put right.
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
            trouble = nil
        }
        if asked?.triesAgain == true {
            breaker.tryNow(at: tools.clock().uptime)
            rest.tryNow(at: tools.clock().uptime)
        }
    }

    /// Delivers nothing more; the group is left when the delivery under way has ended. Raise `stop` first.
    package func finish(in group: DispatchGroup) {
        queue.async(group: group) { [self] in timer.cancel() }
    }

    /// Delivers all that is due, then sleeps until the next letter is.
    private func round() {
        takeRequest()
        var next: Date?
        for store in stores {
            guard let due = deliverAll(from: store, inTurns: stores.count > 1) else { continue }
            next = min(next ?? due, due)
        }
        // Where only one is tried now and then, it is another source's turn.
        if triesOne, stores.count > 1 { stores.append(stores.removeFirst()) }
        guard let next, !isStopping else { return timer.schedule(deadline: .distantFuture) }
        let wait = max(0.05, next.timeIntervalSince(tools.clock().wall))
        timer.schedule(deadline: .now() + wait, leeway: .milliseconds(50))
    }

    /// Delivers what is due of one outbox.
    ///
    /// - Parameter inTurns: whether others wait: after some letters it is their turn.
    /// - Returns: when to look at it again; nil for not before there is something new.
    package func deliverAll(from store: any OutboxStore, inTurns: Bool = false) -> Date? {
        tellFull(store)
        do throws(StateError) {
            let begun = tools.clock()
            try store.follow(begun, isProven: tools.proof.holds(at: begun))
            while !isStopping {
                let (now, uptime) = (tools.clock().wall, tools.clock().uptime)
                if let next = [breaker.wait(at: uptime), rest.wait(at: uptime)].compactMap({ $0 }).max() {
                    try store.tidy()
                    return store.outbox.nextDue(for: sink, after: now).map {
                        max($0, now.addingTimeInterval(next - uptime))
                    }
                }
                let (letters, hasMore) = nextLetters(of: store, at: now)
                if letters.isEmpty {
                    try store.tidy()
                    return store.outbox.nextDue(for: sink, after: now)
                }
                // An event is told only when the disk knows of it; after a failed save that is not so.
                try store.catchUp()
                guard try deliver(letters, of: store, goesOn: hasMore) else {
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

    /// Whether only one letter is tried now and then.
    private var triesOne: Bool { breaker.isOpen || rest.isOn }

    /// What to deliver next, and whether there is more.
    private func nextLetters(of store: any OutboxStore, at now: Date) -> ([Letter], hasMore: Bool) {
        let outbox = store.outbox
        if triesOne { return (outbox.probe(for: sink, at: now).map { [$0] } ?? [], false) }
        let letters = outbox.next(for: sink, at: now, limit: Courier.mostInHand + 1)
        return (Array(letters.prefix(Courier.mostInHand)), letters.count > Courier.mostInHand)
    }

    /// Delivers letters one after the other and notes what became of them.
    ///
    /// - Returns: whether to go on with the next ones.
    private func deliver(_ letters: [Letter], of store: any OutboxStore, goesOn: Bool) throws(StateError) -> Bool {
        store.begin(letters, for: sink)
        defer { store.begin([], for: sink) }
        var unnoted: [Settlement] = []
        var begun = tools.clock().uptime
        var waiting: Set<String> = []
        let isProbe = triesOne
        for (index, letter) in letters.enumerated() where !waiting.contains(letter.event.lane) {
            if isStopping || triesOne != isProbe { break }
            // Somebody may have dropped it meanwhile.
            guard store.isInHand(letter, for: sink) else { continue }
            deadline.set(in: tools.longest())
            let outcome = tools.deliver(letter.event, letter.attempts + 1)
            // How long the disk takes to note it is nobody's fault.
            deadline.clear()
            guard let settlement = settlement(of: letter, outcome) else {
                try note(&unnoted, in: store, goesOn: false)
                return false
            }
            unnoted.append(settlement)
            if settlement.fate == .waiting { waiting.insert(letter.event.lane) }
            if unnoted.count >= tools.mostAtOnce || tools.clock().uptime - begun >= Courier.longestUnnoted {
                try note(&unnoted, in: store, goesOn: goesOn || index + 1 < letters.count)
                begun = tools.clock().uptime
            }
        }
        try note(&unnoted, in: store, goesOn: goesOn)
        return true
    }

    private func note(_ settlements: inout [Settlement], in store: any OutboxStore, goesOn: Bool) throws(StateError) {
        if settlements.isEmpty { return }
        let noted = settlements
        settlements = []
        tellDropped(try store.settle(noted, goesOn: goesOn))
        changed()
    }
}
