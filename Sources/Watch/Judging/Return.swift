// An edition that was replaced, and comes again: a server that has not heard of the new one yet, a cache, a backup that was
// put back; or an office that takes back what it said, which is news.

import Coding
import Reading

/// An edition of the list that was replaced and has come again.
struct Return {
    private let facts: DocumentFacts
    private let accepted: AcceptedDocument
    /// What is known of it from its first time; nil in a state of an older version.
    private let known: ReplacedEdition?
    /// When another edition was last believed again.
    private let returned: Date?
    /// Whether it is put together of documents that are newer than those before them, as their server says.
    private let isOfNewDocuments: Bool

    /// Nil for an edition whose rows are new, or those of the accepted one.
    init?(
        _ facts: DocumentFacts, _ reading: Reading, _ composition: Composition?, _ state: SourceState,
        _ accepted: AcceptedDocument
    ) {
        guard let text = reading.fingerprint?.text, text != accepted.fingerprint?.text, state.earlier.contains(text)
        else {
            return nil
        }
        (self.facts, self.accepted) = (facts, accepted)
        (known, returned) = (state.replaced[text], state.returned)
        isOfNewDocuments = accepted.composition.flatMap { composition?.isNewer(than: $0) } ?? false
    }

    /// Whether it may be a stale copy, as what the server says of it tells; where it says nothing, the second return
    /// within a day is that of servers that take turns.
    func mayBeStale(at now: Date) -> Bool {
        if isOfNewDocuments { return false }
        let current = (accepted.modified, fetched: accepted.fetched)
        if let isOlder = facts.areOlder(thanThoseOf: current, knownBy: known?.tags, at: now) {
            return isOlder
        }
        guard known != nil else { return true }
        return returned.map { now.timeIntervalSince($0) < Judgement.timeToForget } ?? false
    }
}

extension DocumentFacts {
    /// Whether these are the facts of a copy from before the current one; nil where they do not say (RFC 9110 8.8, RFC
    /// 9111 4.2.3).
    ///
    /// - Parameters:
    ///   - current: when the current one was changed, in seconds since 1970, and when it was fetched.
    ///   - tags: the ETags that the same rows had before.
    func areOlder(
        thanThoseOf current: (modified: Double?, fetched: Date), knownBy tags: [String]?, at now: Date
    ) -> Bool? {
        if let modified, let changed = current.modified { return modified <= changed }
        if let tag = validators?.etag, tags?.contains(tag) == true { return true }
        if let age = freshness.age, age > now.timeIntervalSince(current.fetched) { return true }
        return nil
    }
}
