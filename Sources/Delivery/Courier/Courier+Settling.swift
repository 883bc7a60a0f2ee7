// What follows from an attempt to deliver: the time of the next one, the messages about it, and whether the hook as a
// whole is broken.

import Coding
import Events
import Processes

extension Courier {
    /// Returns the result for an entry.
    ///
    /// - Returns: nil if the sink was not reached: the entry stays as it was, and the courier tries no other now.
    func record(of entry: OutboxEntry, _ delivery: DeliveryOutcome) -> DeliveryRecord? {
        let now = tools.clock().wall
        count(delivery)
        var record = DeliveryRecord(sink, entry.event.id, .waiting)
        record.attempts = entry.attempts
        switch delivery {
        case .delivered:
            if trouble != nil {
                tools.notice(.hookAccepted, .notice, "\(sink.rawValue): events are delivered again", about())
            }
            trouble = nil
            tellWorked()
            record.status = .delivered
        case .unreachable(let cause):
            tellOnce(cause, .trouble)
            return nil
        case .later(let cause, let after):
            let uptime = tools.clock().uptime
            breaker.putOff(at: uptime)
            record.notBefore = now.addingTimeInterval(rest.postponed(for: after, at: uptime))
            record.trouble = cause
        case .refused:
            tellWorked()
            giveUp(entry.event, &record, because: "is a dead letter: the hook refused it (exit code 65)")
        case .failed(let cause):
            fail(entry.event, &record, because: cause, at: now)
        case .unusable(let refusal):
            tellOnce("\(refusal)", .hookRefused)
            // A check may find nothing wrong with a hook that exits with 78: without a rest, each poll would run it again.
            if case .notReady = refusal.reason { _ = rest.postponed(for: nil, at: tools.clock().uptime) }
            return nil
        case .interrupted:
            return nil
        }
        return record
    }

    private func fail(_ event: Event, _ record: inout DeliveryRecord, because cause: String, at now: Date) {
        let wasOpen = breaker.isOpen
        lastFailure = cause
        let hasOpened = breaker.failed(record.id, at: tools.clock().uptime)
        rest.failed(at: tools.clock().uptime)
        guard let wait = retryDelay(afterAttempt: record.attempts + 1, random: tools.random()) else {
            giveUp(event, &record, because: "is a dead letter after \(record.attempts + 1) attempts: \(cause)")
            return tellOpened(hasOpened, cause)
        }
        record.attempts += 1
        record.notBefore = now.addingTimeInterval(wait)
        record.trouble = cause
        // While the courier tries only one entry from time to time, its failure is not reported.
        if !wasOpen {
            tools.notice(
                .hookFailed, .warning,
                "\(sink.rawValue): event \(record.id): \(cause); next attempt in \(Int(wait)) s",
                about(event, cause: cause))
        }
        tellOpened(hasOpened, cause)
    }

    private func giveUp(_ event: Event, _ record: inout DeliveryRecord, because why: String) {
        tools.notice(
            .deadLetter, .error, "\(sink.rawValue): event \(record.id) \(why)", about(event, cause: why))
        record.status = .dead
        record.attempts += 1
        record.trouble = why
    }

    private func tellOpened(_ hasOpened: Bool, _ cause: String) {
        guard hasOpened else { return }
        tools.notice(
            .hookPaused, .error,
            "\(sink.rawValue): \(Breaker.failuresToOpen) events failed in a row; the last failure: \(cause); one event "
                + "is tried every \(Int(Breaker.pause / 60)) min until one succeeds, the others wait",
            about(cause: cause))
    }

    private func tellWorked() {
        rest.worked()
        if breaker.worked() {
            tools.notice(.hookResumed, .notice, "\(sink.rawValue): works again; waiting events are delivered", about())
        }
    }

    func tellOnce(_ why: String, _ notice: Notice) {
        if trouble != why {
            tools.notice(notice, .error, "\(why); events wait until this is fixed", about(cause: why))
        }
        trouble = why
    }

    /// Reports once that events are merged because too many wait, until all are delivered.
    func tellFull(_ store: any OutboxStore) {
        guard (store.outbox.merged?[sink] ?? 0) > 0 else {
            reportedFull.remove(store.name)
            return
        }
        guard reportedFull.insert(store.name).inserted else { return }
        tools.notice(
            .outboxFull, .error,
            "\(store.name): \(Outbox.most) events wait for the \(sink.rawValue), and there is no room for more: "
                + "those of one batch are merged, the rest is only counted",
            [("BATCHWATCH_SOURCE", store.name)] + about())
    }

    /// Reports the dead letters that were dropped to make room.
    func tellDropped(_ entries: [OutboxEntry]) {
        for entry in entries {
            tools.notice(
                .eventDropped, .error,
                "\(sink.rawValue): more than \(Outbox.mostDead) dead letters; the oldest is dropped: "
                    + "\(entry.event.id): \(entry.event.message)", about(entry.event))
        }
    }

    /// The fields of a notice: its sink, and its event, if it has one.
    func about(_ event: Event? = nil, cause: String = "") -> [(name: String, value: String)] {
        [("BATCHWATCH_SINK", sink.rawValue), ("BATCHWATCH_CAUSE", cause)] + (event?.reference ?? [])
    }
}
