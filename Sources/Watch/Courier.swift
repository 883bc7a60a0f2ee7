// Brings recorded events to one sink: deliver, then clear. A crash in between repeats an event, with the same id; none
// is lost. Each sink has its own courier on its own serial queue, so that none holds up the other.

import Dispatch
import FoundationEssentials
import Processes
import Sinks

/// Empties one sink's part of the outboxes.
package final class Courier: @unchecked Sendable {
    // All that varies is touched on `queue` alone.

    /// What the courier of a sink needs to know and may do.
    package struct Tools: Sendable {
        /// Tells one event; the number counts its tries from 1.
        package var deliver: @Sendable (Event, Int) -> Delivery
        package var clock: @Sendable () -> Moment = Moment.now
        /// A number from 0 to 1, for the jitter of retries.
        package var random: @Sendable () -> Double = { Double.random(in: 0...1) }
        package var notice: @Sendable (Notice, Priority, String) -> Void
        /// Raised when the program has to end.
        package var stop: StopSignal?

        package init(
            stop: StopSignal?, notice: @escaping @Sendable (Notice, Priority, String) -> Void,
            deliver: @escaping @Sendable (Event, Int) -> Delivery
        ) {
            self.stop = stop
            self.notice = notice
            self.deliver = deliver
        }
    }

    /// A sink that cannot be reached at all is looked at again after a minute.
    static let pause = 60.0

    private let sink: SinkName
    private let tools: Tools
    private let queue: DispatchQueue
    private let timer: any DispatchSourceTimer
    private var stores: [SourceStore] = []
    /// Why the sink could not be reached, so that it is told once.
    private var trouble: String?

    package init(for sink: SinkName, tools: Tools) {
        self.sink = sink
        self.tools = tools
        self.queue = DispatchQueue(label: "batchwatch.courier.\(sink.rawValue)")
        self.timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [unowned self] in round() }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    /// Names the outboxes to empty, and starts at once.
    package func serve(_ stores: [SourceStore]) {
        queue.async { [self] in
            self.stores = stores
            trouble = nil
            round()
        }
    }

    /// Looks for something to deliver; from any thread.
    package func wake() {
        queue.async { [self] in round() }
    }

    /// Delivers nothing more; the group is left when the delivery under way has ended. Raise `stop` first.
    package func finish(in group: DispatchGroup) {
        queue.async(group: group) { [self] in timer.cancel() }
    }

    /// Delivers all that is due, then sleeps until the next letter is.
    private func round() {
        var next: Date?
        for store in stores {
            guard let due = deliverAll(from: store) else { continue }
            next = min(next ?? due, due)
        }
        guard let next, !isStopping else { return timer.schedule(deadline: .distantFuture) }
        let wait = max(0.05, next.timeIntervalSince(tools.clock().wall))
        timer.schedule(deadline: .now() + wait, leeway: .milliseconds(50))
    }

    /// Delivers what is due of one outbox.
    ///
    /// - Returns: when to look at it again; nil for not before there is something new.
    package func deliverAll(from store: SourceStore) -> Date? {
        while !isStopping {
            let now = tools.clock().wall
            let outbox = store.state.outbox
            guard let letter = outbox.next(for: sink, at: now) else { return outbox.nextDue(for: sink, after: now) }
            do {
                // An event is told only when the file knows of it; after a failed save that is not so.
                try store.catchUp()
                guard try settle(letter, with: tools.deliver(letter.event, letter.attempts + 1), in: store) else {
                    return now.addingTimeInterval(Courier.pause)
                }
            } catch {
                tools.notice(.saveFailed, .error, "\(error); nothing is delivered until that works again")
                return now.addingTimeInterval(Courier.pause)
            }
        }
        return nil
    }

    private var isStopping: Bool { tools.stop?.isRaised ?? false }

    /// Notes what became of a delivery.
    ///
    /// - Returns: whether to go on with the next letter.
    private func settle(_ letter: Letter, with delivery: Delivery, in store: SourceStore) throws(StateError) -> Bool {
        let id = letter.event.id
        let now = tools.clock().wall
        switch delivery {
        case .delivered:
            if trouble != nil { tools.notice(.hookAccepted, .notice, "\(sink.rawValue): events are delivered again") }
            trouble = nil
            try store.note { $0.outbox.delivered(id, to: sink) }
        case .later(let cause) where sink == .journal:
            tellOnce("the journal: \(cause)", .trouble)
            return false
        case .later(let cause):
            let time = now.addingTimeInterval(Courier.pause)
            try store.note { $0.outbox.putOff(id, to: sink, until: time, because: cause) }
        case .refused:
            try bury(letter, because: "was refused", in: store)
        case .failed(let cause):
            guard let wait = retryDelay(afterAttempt: letter.attempts + 1, random: tools.random()) else {
                try bury(letter, because: "is given up after \(letter.attempts + 1) tries: \(cause)", in: store)
                break
            }
            let time = now.addingTimeInterval(wait)
            tools.notice(.hookFailed, .warning, "\(sink.rawValue): event \(id): \(cause); next try in \(Int(wait)) s")
            try store.note { $0.outbox.postpone(id, to: sink, until: time, because: cause) }
        case .unusable(let refusal):
            tellOnce("\(refusal)", .hookRefused)
            return false
        case .interrupted:
            return false
        }
        return true
    }

    private func bury(_ letter: Letter, because why: String, in store: SourceStore) throws(StateError) {
        tools.notice(.deadLetter, .error, "\(sink.rawValue): event \(letter.event.id) \(why)")
        try store.note { $0.outbox.bury(letter.event.id, to: sink, because: why) }
    }

    private func tellOnce(_ why: String, _ notice: Notice) {
        if trouble != why { tools.notice(notice, .error, "\(why); events wait until that is put right") }
        trouble = why
    }
}
