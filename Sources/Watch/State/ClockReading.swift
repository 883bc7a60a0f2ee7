// Which time has passed since a state was saved. Within one boot what CLOCK_BOOTTIME counts, whatever becomes of the wall
// clock; from one boot to the next what the wall clock says, if it was right then and is right now. Pure.

import Coding
import Processes

/// What the clocks said when a state was saved.
package struct ClockReading: Codable, Equatable, Sendable {
    /// The boot, see `Moment`.
    var boot: String
    /// Seconds since then.
    var uptime: Double
    var wall: Date
    /// Whether the wall clock was known to be right.
    var isProven: Bool
    /// What the wall clock said last before this boot, where it was right then and was not known to be right when this
    /// boot was first looked at: what passed in between is not counted yet.
    var before: Date?
    /// And when that look was, in seconds since the boot.
    var firstLook: Double?

    /// The system's clocks now; nil where nobody knows which boot this is.
    init?(_ now: Moment, isProven: Bool) {
        if now.boot.isEmpty { return nil }
        (boot, uptime, wall, self.isProven) = (now.boot, now.uptime, now.wall, isProven)
    }

    /// What becomes of the moments that are remembered, so that what they say of how much time has passed stays true;
    /// and the reading that takes the place of this one.
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
            // As if the boot had followed at once; time that is known to have passed in between counts.
            let between = now.jump(since: Moment(wall: wall, uptime: 0))
            let isKnown = isProven && self.isProven
            step.shift = ClockStep.noted(isKnown ? min(between, 0) : between)
            if self.isProven && !isProven { (next.before, next.firstLook) = (wall, now.uptime) }
        }
        if isProven, let before = next.before, let firstLook = next.firstLook {
            let boot = now.wall.addingTimeInterval(-now.uptime)
            step.passed = max(0, ClockStep.noted(boot.timeIntervalSince(before)))
            // What was remembered before the boot lies before it now, what was since then is not older than the look.
            step.border = boot.addingTimeInterval(firstLook / 2)
            (next.before, next.firstLook) = (nil, nil)
        }
        return (step, next)
    }
}

/// What becomes of remembered moments.
package struct ClockStep: Equatable, Sendable {
    /// All of them move by so much, in seconds.
    package var shift = 0.0
    /// Those that are then before `border` by so much back: time that had not been counted.
    package var passed = 0.0
    package var border: Date?

    package init() {}

    /// Whether nothing becomes of them.
    package var isNothing: Bool { shift == 0 && passed == 0 }

    /// Where a moment is from now on.
    package func moved(_ moment: Date) -> Date {
        let moved = moment.addingTimeInterval(shift)
        guard let border, moved <= border else { return moved }
        return moved.addingTimeInterval(-passed)
    }

    /// What counts of a jump: whole seconds, as moments are, and none where the clock is only kept.
    fileprivate static func noted(_ jump: Double) -> Double {
        abs(jump) > Moment.tolerance ? jump.rounded() : 0
    }
}

/// The reading in its place in a state. It says nothing of a source: states that differ in it alone are the same.
package struct RememberedClock: Codable, Equatable, Sendable {
    var reading: ClockReading?

    init() {}

    /// One of another form is none.
    package init(from decoder: any Decoder) {
        reading = try? ClockReading(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try reading?.encode(to: encoder)
    }

    package static func == (_: RememberedClock, _: RememberedClock) -> Bool { true }
}
