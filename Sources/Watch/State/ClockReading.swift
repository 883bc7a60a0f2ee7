// How much time has passed since a state was saved. Within one boot CLOCK_BOOTTIME counts, whatever happens to the wall
// clock; between boots the wall clock counts, if it was right then and is right now. Pure.

import Coding
import Processes

/// The clocks when a state was saved.
package struct ClockReading: Codable, Equatable, Sendable {
    /// The boot, see `Moment`.
    var boot: String
    /// Seconds since then.
    var uptime: Double
    var wall: Date
    /// Whether the wall clock was known to be right.
    var isProven: Bool
    /// The last wall clock time before this boot, if it was right then and was not known to be right at the first
    /// reading in this boot: the time in between does not count yet.
    var before: Date?
    /// The time of that reading, in seconds since the boot.
    var firstLook: Double?

    /// The system's clocks now; nil if the boot is unknown.
    init?(_ now: Moment, isProven: Bool) {
        if now.boot.isEmpty { return nil }
        (boot, uptime, wall, self.isProven) = (now.boot, now.uptime, now.wall, isProven)
    }

    /// Returns how remembered times must move, so that the time passed since them stays correct, and the reading that
    /// replaces this one.
    ///
    /// - Parameter isProven: whether the wall clock is known to be right now.
    func step(to now: Moment, isProven: Bool) -> (step: ClockStep, next: ClockReading?) {
        guard var next = ClockReading(now, isProven: isProven) else { return (ClockStep(), self) }
        var step = ClockStep()
        if now.boot == boot {
            step.shift = ClockStep.noted(now.jump(since: Moment(wall: wall, uptime: uptime)))
            next.isProven = isProven || self.isProven && step.shift == 0
            (next.before, next.firstLook) = (before, firstLook)
        } else {
            // As if the boot had followed at once; time known to have passed in between counts.
            let between = now.jump(since: Moment(wall: wall, uptime: 0))
            let isKnown = isProven && self.isProven
            step.shift = ClockStep.noted(isKnown ? min(between, 0) : between)
            if self.isProven && !isProven { (next.before, next.firstLook) = (wall, now.uptime) }
        }
        if isProven, let before = next.before, let firstLook = next.firstLook {
            let boot = now.wall.addingTimeInterval(-now.uptime)
            step.passed = max(0, ClockStep.noted(boot.timeIntervalSince(before)))
            // Times from before the boot are now before it; later times are not older than the first reading.
            step.border = boot.addingTimeInterval(firstLook / 2)
            (next.before, next.firstLook) = (nil, nil)
        }
        return (step, next)
    }
}

/// How remembered times move.
package struct ClockStep: Equatable, Sendable {
    /// The shift of all times, in seconds.
    package var shift = 0.0
    /// The additional shift of times before `border`: time that had not been counted.
    package var passed = 0.0
    package var border: Date?

    package init() {}

    /// Whether nothing moves.
    package var isNothing: Bool { shift == 0 && passed == 0 }

    /// Returns the new value of a time.
    package func moved(_ moment: Date) -> Date {
        let moved = moment.addingTimeInterval(shift)
        guard let border, moved <= border else { return moved }
        return moved.addingTimeInterval(-passed)
    }

    /// The part of a jump that counts: whole seconds, as times are, and none for small corrections.
    fileprivate static func noted(_ jump: Double) -> Double {
        abs(jump) > Moment.tolerance ? jump.rounded() : 0
    }
}

/// The reading as part of a state. It says nothing about a source: states that differ only in it are equal.
package struct RememberedClock: Codable, Equatable, Sendable {
    var reading: ClockReading?

    init() {}

    /// A reading of another form counts as none.
    package init(from decoder: any Decoder) {
        reading = try? ClockReading(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try reading?.encode(to: encoder)
    }

    package static func == (_: RememberedClock, _: RememberedClock) -> Bool { true }
}
