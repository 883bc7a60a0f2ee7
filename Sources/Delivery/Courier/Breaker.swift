// Whether the hook as a whole is broken. Pure: the courier reports the result of each attempt and asks when the next
// may follow. Times are seconds of uptime, which no change of the clock affects.

/// Opens when different events fail in a row, and closes at the first success.
package struct Breaker: Sendable {
    /// The number of different events that must fail in a row: one undeliverable event is no reason to stop.
    package static let failuresToOpen = 5
    /// The time between two attempts while it is open, in seconds.
    package static let pause = 300.0

    private var failing: Set<String> = []
    /// The time of the next attempt; nil while it is closed.
    private var nextTry: Double?

    package init() {}

    package var isOpen: Bool { nextTry != nil }

    /// The time from which an attempt may be made; nil for now.
    package func wait(at now: Double) -> Double? {
        guard let nextTry, nextTry > now else { return nil }
        return nextTry
    }

    /// Notes a failed attempt to deliver an event.
    ///
    /// - Returns: whether it has just opened.
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

    /// Notes that the hook requested a later time, which does not show whether it works.
    package mutating func putOff(at now: Double) {
        if isOpen { nextTry = now + Breaker.pause }
    }

    /// Notes that the hook succeeded.
    ///
    /// - Returns: whether it has just closed.
    package mutating func worked() -> Bool {
        let wasOpen = isOpen
        failing = []
        nextTry = nil
        return wasOpen
    }

    /// Permits one attempt at once: a person says that the hook is fixed.
    package mutating func tryNow(at now: Double) {
        if isOpen { nextTry = now }
    }
}
