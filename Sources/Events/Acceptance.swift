// When a held document will be accepted: the event `suspect`, `status` and the service's status line say so.

/// What has to happen before a held document is accepted.
package enum Acceptance: String, Codable, Sendable {
    /// The document is damaged, or has no rows under another heading: only a person can accept it.
    case byHand
    /// The document may be a stale copy of an older edition: three polls must return it.
    case afterThreePolls
    /// Three polls over at least 24 hours must return the document, or its next edition.
    case afterADay

    /// Until when its rows are not reported; callers append ", or until …".
    var end: String {
        switch self {
        case .byHand: "until a sound one comes"
        case .afterThreePolls: "until three polls have returned it"
        case .afterADay: "until three polls over at least 24 hours have returned it"
        }
    }

    /// What happens without any action: one sentence without a full stop.
    package var outlook: String {
        switch self {
        case .byHand: "it is never accepted by itself"
        case .afterThreePolls: "it is accepted once three polls have returned it"
        case .afterADay: "it is accepted once three polls over at least 24 hours have returned it"
        }
    }
}
