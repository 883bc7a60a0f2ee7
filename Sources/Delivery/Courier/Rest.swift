// How long a sink rests after it requested a later time, for example because a server answers "too many requests", or
// after it exited with 78. All its entries wait together, and one goes first: sending each again would again be too
// many. Pure; times are seconds of uptime.

/// Begins when a sink requests a later time, and ends when it accepts an entry.
package struct Rest {
    /// The first wait in seconds; it doubles after each probe that also has to wait, up to the longest.
    package static let shortest = 60.0
    package static let longest = 900.0
    /// The wait that a sink may request, in seconds: at most a day.
    package static let asked = 1.0...86_400.0

    /// The last wait chosen here; nil while the sink accepts entries.
    private var pause: Double?
    /// The time of the next probe.
    private var end = 0.0

    package init() {}

    /// Whether the courier tries only one entry.
    package var isOn: Bool { pause != nil }

    /// The time from which an attempt may be made; nil for now.
    package func wait(at now: Double) -> Double? { isOn && end > now ? end : nil }

    /// Notes that the sink requested a later time.
    ///
    /// - Parameter seconds: the requested wait; nil without one.
    /// - Returns: the wait in seconds.
    package mutating func postponed(for seconds: Double?, at now: Double) -> Double {
        let own = pause.map { min(2 * $0, Rest.longest) } ?? Rest.shortest
        pause = own
        let wait = seconds.map { max(Rest.asked.lowerBound, min($0, Rest.asked.upperBound)) } ?? own
        end = now + wait
        return wait
    }

    /// Notes that a probe failed in another way, which does not show whether the sink accepts entries again.
    package mutating func failed(at now: Double) {
        if let pause { end = now + pause }
    }

    /// Notes that the sink accepted an entry, or refused it for good.
    package mutating func worked() { pause = nil }

    /// Permits one attempt at once.
    package mutating func tryNow(at now: Double) { end = min(end, now) }
}
