// How long a sink rests that asked for a later time, as one does that a server answers "too many requests". All its
// letters wait together, and one goes first: to send each of them once more would be the next of too many. Pure; times
// are seconds of uptime.

/// Begins when a sink asks for a later time, and ends when it takes a letter.
package struct Rest {
    /// The first wait, doubled with each probe that is put off as well, to the longest; in seconds.
    package static let shortest = 60.0
    package static let longest = 900.0
    /// What a sink may ask for itself, in seconds: a day at most.
    package static let asked = 1.0...86_400.0

    /// The last wait of our own; nil while the sink takes letters.
    private var pause: Double?
    /// When the next probe may be.
    private var end = 0.0

    package init() {}

    /// Whether only one letter is tried.
    package var isOn: Bool { pause != nil }

    /// When a try may be; nil for now.
    package func wait(at now: Double) -> Double? { isOn && end > now ? end : nil }

    /// Notes that the sink asked for a later time.
    ///
    /// - Parameter seconds: how long it wants to be left alone; nil where it does not say.
    /// - Returns: how long it is, in seconds.
    package mutating func postponed(for seconds: Double?, at now: Double) -> Double {
        let own = pause.map { min(2 * $0, Rest.longest) } ?? Rest.shortest
        pause = own
        let wait = seconds.map { max(Rest.asked.lowerBound, min($0, Rest.asked.upperBound)) } ?? own
        end = now + wait
        return wait
    }

    /// Notes that a probe failed in another way, which says nothing of whether the sink takes letters again.
    package mutating func failed(at now: Double) {
        if let pause { end = now + pause }
    }

    /// Notes that the sink took a letter, or refused it for good.
    package mutating func worked() { pause = nil }

    /// Lets one try be made at once.
    package mutating func tryNow(at now: Double) { end = min(end, now) }
}
