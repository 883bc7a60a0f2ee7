// What came of one attempt to deliver an event. What follows from it is decided where the outbox is kept.

/// What came of one attempt to deliver an event to a sink.
package enum DeliveryOutcome: Hashable, Sendable {
    case delivered
    /// Not now, and not the event's fault: exit code 75, or the machine is short of something. No attempt is used.
    /// `after` is how long the sink wants to be left alone, in seconds; nil where it does not say.
    case later(cause: String, after: Double? = nil)
    /// Refused for good: exit code 65.
    case refused
    /// It went wrong: an attempt is used. The cause is a part of a sentence: "exited with code 1".
    case failed(cause: String)
    /// The sink is away or full and will come back: events wait, no attempt is used. The cause is a sentence.
    case unreachable(cause: String)
    /// The hook is missing, unsafe, or nothing that can be run: events wait, no attempt is used.
    case unusable(HookRefusal)
    /// We were told to stop while it ran. No attempt is used; it may come twice.
    case interrupted
}
