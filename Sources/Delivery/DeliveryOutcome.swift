// The result of one attempt to deliver an event. The code that keeps the outbox decides what follows.

/// The result of one attempt to deliver an event to a sink.
package enum DeliveryOutcome: Hashable, Sendable {
    case delivered
    /// Not now, for another reason than the event: exit code 75, or the machine lacks resources. It uses up no attempt.
    /// `after` is the wait that the sink requests, in seconds; nil without a request.
    case later(cause: String, after: Double? = nil)
    /// Refused for good: exit code 65.
    case refused
    /// The attempt failed and is used up. The cause is a part of a sentence: "exited with code 1".
    case failed(cause: String)
    /// The sink is unavailable or full and will recover: events wait, no attempt is used up. The cause is a sentence.
    case unreachable(cause: String)
    /// The hook is missing, unsafe, or not executable: events wait, no attempt is used up.
    case unusable(HookRefusal)
    /// The daemon had to stop during the attempt. No attempt is used up; the event may come twice.
    case interrupted

    /// Whether the sink may be broken.
    var isTrouble: Bool {
        switch self {
        case .failed, .unusable: true
        case .delivered, .later, .refused, .unreachable, .interrupted: false
        }
    }
}
