// Moves the times in a state when the wall clock was set. Each is named here; a test finds missing ones. Times of
// others (`modified`) and of reported events (an event's `time`) do not move.

import Coding
import Delivery
import Processes

extension SourceState {
    /// Takes a reading of the clocks: remembered times move so that the time since them is the time that passed.
    ///
    /// - Parameter isProven: whether the wall clock is known to be right.
    /// - Returns: how they moved.
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

    /// Returns the state with its times as of now.
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
    /// Moves its times, like those of its state.
    mutating func take(_ step: ClockStep) {
        asked = asked.map(step.moved)
        for index in parts.indices { parts[index].take(step) }
    }
}

extension Date {
    /// Moves it, like all times of a state.
    mutating func take(_ step: ClockStep) { self = step.moved(self) }
}
