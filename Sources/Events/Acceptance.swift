// When a document that is held is accepted: what the event `suspect`, `status` and the service's line promise.

/// What has to happen before a held document is accepted.
package enum Acceptance: String, Codable, Sendable {
    /// It is damaged, or has no rows under another heading: only somebody who has looked at it can accept it.
    case byHand
    /// It may be a stale copy of an older edition: three polls have to return it.
    case afterThreePolls
    /// Three polls over at least 24 hours have to return it, or its next edition.
    case afterADay

    /// Until when its rows are not reported, to go on with ", or until …".
    var end: String {
        switch self {
        case .byHand: "until a sound one comes"
        case .afterThreePolls: "until three polls have returned it"
        case .afterADay: "until three polls over at least 24 hours have returned it"
        }
    }

    /// What happens if nobody does anything: one sentence without a full stop.
    package var outlook: String {
        switch self {
        case .byHand: "it is never accepted by itself"
        case .afterThreePolls: "it is accepted once three polls have returned it"
        case .afterADay: "it is accepted once three polls over at least 24 hours have returned it"
        }
    }
}
