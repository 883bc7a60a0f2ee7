// An edition that was replaced, and comes again: a server that has not heard of the new one yet, a cache, a backup that was
// put back; or an office that takes back what it said, which is news.

import FoundationEssentials
import Reading

/// An edition of the list that was replaced and has come again.
struct Return {
    private let facts: DocumentFacts
    private let accepted: AcceptedDocument
    /// What is known of it from its first time; nil in a state of an older version.
    private let known: ReplacedEdition?
    /// When another edition was last believed again.
    private let returned: Date?

    /// Nil for an edition whose rows are new, or those of the accepted one.
    init?(_ facts: DocumentFacts, _ reading: Reading, _ state: SourceState, _ accepted: AcceptedDocument) {
        guard let text = reading.fingerprint?.text, text != accepted.fingerprint?.text, state.earlier.contains(text)
        else {
            return nil
        }
        (self.facts, self.accepted) = (facts, accepted)
        (known, returned) = (state.replaced[text], state.returned)
    }

    /// Whether it may be a stale copy, as what the server says of it tells; where it says nothing, the second return
    /// within a day is that of servers that take turns.
    func mayBeStale(at now: Date) -> Bool {
        if let own = facts.modified, let current = accepted.modified { return own <= current }
        if let tag = facts.validators?.etag, tag == known?.validators?.etag { return true }
        if let age = facts.freshness.age, age > now.timeIntervalSince(accepted.fetched) { return true }
        guard known != nil else { return true }
        return returned.map { abs(now.timeIntervalSince($0)) < Judgement.timeToForget } ?? false
    }
}
