// What follows from a try to deliver: when the next one is, what is told of it, whether the hook is broken as a whole.

import FoundationEssentials
import Sinks

extension Courier {
    /// What became of a letter.
    ///
    /// - Returns: nil where the sink was not reached: the letter stays as it was, and no other is tried now.
    func settlement(of letter: Letter, _ delivery: Delivery) -> Settlement? {
        let now = tools.clock().wall
        var settlement = Settlement(sink, letter.event.id, .waiting)
        settlement.attempts = letter.attempts
        switch delivery {
        case .delivered:
            if trouble != nil { tools.notice(.hookAccepted, .notice, "\(sink.rawValue): events are delivered again") }
            trouble = nil
            tellWorked()
            settlement.fate = .delivered
        case .later(let cause) where sink == .journal:
            tellOnce("the journal: \(cause)", .trouble)
            return nil
        case .later(let cause):
            breaker.putOff(at: now)
            settlement.notBefore = now.addingTimeInterval(Courier.pause)
            settlement.trouble = cause
        case .refused:
            tellWorked()
            giveUp(&settlement, because: "was refused")
        case .failed(let cause):
            fail(&settlement, because: cause, at: now)
        case .unusable(let refusal):
            tellOnce("\(refusal)", .hookRefused)
            return nil
        case .interrupted:
            return nil
        }
        return settlement
    }

    private func fail(_ settlement: inout Settlement, because cause: String, at now: Date) {
        let wasOpen = breaker.isOpen
        let hasOpened = breaker.failed(settlement.id, at: now)
        guard let wait = retryDelay(afterAttempt: settlement.attempts + 1, random: tools.random()) else {
            giveUp(&settlement, because: "is given up after \(settlement.attempts + 1) tries: \(cause)")
            return tellOpened(hasOpened, cause)
        }
        settlement.attempts += 1
        settlement.notBefore = now.addingTimeInterval(wait)
        settlement.trouble = cause
        // While only one is tried now and then, its failure is no news.
        if !wasOpen {
            tools.notice(
                .hookFailed, .warning, "\(sink.rawValue): event \(settlement.id): \(cause); next try in \(Int(wait)) s")
        }
        tellOpened(hasOpened, cause)
    }

    private func giveUp(_ settlement: inout Settlement, because why: String) {
        tools.notice(.deadLetter, .error, "\(sink.rawValue): event \(settlement.id) \(why)")
        settlement.fate = .dead
        settlement.attempts += 1
        settlement.trouble = why
    }

    private func tellOpened(_ hasOpened: Bool, _ cause: String) {
        guard hasOpened else { return }
        tools.notice(
            .hookPaused, .error,
            "\(sink.rawValue): \(Breaker.failuresToOpen) events failed in a row, the last: \(cause); one is tried every "
                + "\(Int(Breaker.pause / 60)) min until that works, the others wait")
    }

    private func tellWorked() {
        if breaker.worked() {
            tools.notice(.hookResumed, .notice, "\(sink.rawValue): works again; what waits is delivered")
        }
    }

    private func tellOnce(_ why: String, _ notice: Notice) {
        if trouble != why { tools.notice(notice, .error, "\(why); events wait until that is put right") }
        trouble = why
    }

    /// Says once that events are put together for want of room, until all are delivered.
    func tellFull(_ store: SourceStore) {
        guard (store.state.outbox.merged?[sink] ?? 0) > 0 else {
            toldFull.remove(store.name)
            return
        }
        guard toldFull.insert(store.name).inserted else { return }
        tools.notice(
            .outboxFull, .error,
            "\(store.name): \(Outbox.most) events wait for the \(sink.rawValue), and there is no room for more: those of one "
                + "batch are told as one, what is left as a number")
    }

    /// Says which dead letters were dropped to make room.
    func tellDropped(_ letters: [Letter]) {
        for letter in letters {
            tools.notice(
                .eventDropped, .error,
                "\(sink.rawValue): more than \(Outbox.mostDead) events were given up; the oldest is dropped: "
                    + "\(letter.event.id): \(letter.event.message)")
        }
    }
}
