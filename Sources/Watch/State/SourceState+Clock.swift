// The moments that a state remembers, moved when the wall clock was: each is named here, and a test finds those that are
// not. Not moved is what others say of their time (`modified`) and what was told (an event's `time`).

import Coding
import Delivery
import Processes

extension SourceState {
    /// Takes in what the clocks say now: remembered moments move so that the time since them is the time that passed.
    ///
    /// - Parameter isProven: whether the wall clock is known to be right.
    /// - Returns: what became of them.
    @discardableResult
    mutating func follow(_ now: Moment, isProven: Bool) -> ClockStep {
        guard let reading = clock.reading else {
            clock.reading = ClockReading(now, isProven: isProven)
            return ClockStep()
        }
        let (step, next) = reading.step(to: now, isProven: isProven)
        clock.reading = next
        if !step.isNothing { take(step) }
        return step
    }

    /// The state with its moments as they are now.
    func following(_ now: Moment, isProven: Bool) -> SourceState {
        var state = self
        state.follow(now, isProven: isProven)
        return state
    }

    private mutating func take(_ step: ClockStep) {
        returned = returned.map(step.moved)
        suspected = suspected.mapValues(step.moved)
        nextDue = nextDue.map(step.moved)
        lastChange = lastChange.map(step.moved)
        doubtTold = doubtTold.map(step.moved)
        takenOut = takenOut.map(step.moved)
        document?.take(step)
        held?.take(step)
        for edition in replaced.keys { replaced[edition]?.since.take(step) }
        for batch in batches.keys { batches[batch]?.take(step) }
        for batch in gone.keys { gone[batch]?.since.take(step) }
        for batch in unclear.keys { unclear[batch]?.since.take(step) }
        unclearTold = unclearTold.mapValues(step.moved)
        failures?.since.take(step)
        outbox.moveMoments(step.moved)
    }
}

extension AcceptedDocument {
    fileprivate mutating func take(_ step: ClockStep) {
        fetched.take(step)
        since = since.map(step.moved)
        composition?.take(step)
    }
}

extension HeldDocument {
    fileprivate mutating func take(_ step: ClockStep) {
        since.take(step)
        composition?.take(step)
    }
}

extension BatchState {
    fileprivate mutating func take(_ step: ClockStep) {
        since.take(step)
        missingSince = missingSince.map(step.moved)
    }
}

extension Composition {
    /// Moves its moments, as those of the state that it is for.
    mutating func take(_ step: ClockStep) {
        asked = asked.map(step.moved)
        for index in parts.indices { parts[index].take(step) }
    }
}

extension Date {
    /// Moves it, as all moments of a state.
    mutating func take(_ step: ClockStep) { self = step.moved(self) }
}
