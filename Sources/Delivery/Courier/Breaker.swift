// Whether the hook is broken as a whole. Pure: the courier tells it what came of each try and asks when the next may
// be. Times are seconds of uptime, which no clock that is set can move.

/// Opens when different events fail in a row, and closes with the first success.
package struct Breaker: Sendable {
    /// Different events that have to fail in a row: one that nobody can deliver is no reason to stop.
    package static let failuresToOpen = 5
    /// While it is open there is one try in this time, in seconds.
    package static let pause = 300.0

    private var failing: Set<String> = []
    /// When the next try may be; nil while it is closed.
    private var nextTry: Double?

    package init() {}

    package var isOpen: Bool { nextTry != nil }

    /// When a try may be; nil for now.
    package func wait(at now: Double) -> Double? {
        guard let nextTry, nextTry > now else { return nil }
        return nextTry
    }

    /// Notes a failed try of an event.
    ///
    /// - Returns: whether it has opened just now.
    package mutating func failed(_ id: String, at now: Double) -> Bool {
        if isOpen {
            putOff(at: now)
            return false
        }
        failing.insert(id)
        guard failing.count >= Breaker.failuresToOpen else { return false }
        nextTry = now + Breaker.pause
        return true
    }

    /// Notes that the hook asked for another time, which says nothing of whether it works.
    package mutating func putOff(at now: Double) {
        if isOpen { nextTry = now + Breaker.pause }
    }

    /// Notes that the hook did its work.
    ///
    /// - Returns: whether it has closed just now.
    package mutating func worked() -> Bool {
        let wasOpen = isOpen
        failing = []
        nextTry = nil
        return wasOpen
    }

    /// Lets one try be made at once: somebody says that the hook was put right.
    package mutating func tryNow(at now: Double) {
        if isOpen { nextTry = now }
    }
}
