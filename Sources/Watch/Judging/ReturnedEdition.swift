// An edition that was replaced and returns: from a server without the new edition, a cache, or a restored backup; or
// the office takes its statement back, which is news.

import Coding
import Reading

/// An edition of the list that was replaced and has returned.
struct ReturnedEdition {
    private let facts: DocumentFacts
    private let accepted: AcceptedDocument
    /// The facts about its first time; nil in a state of an older version.
    private let known: ReplacedEdition?
    /// When another returning edition was last accepted.
    private let returned: Date?
    /// Whether, by its server, its documents are newer than those they replace.
    private let isOfNewDocuments: Bool

    /// Nil for an edition with new rows, or with those of the accepted one.
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

    /// Whether it may be a stale copy, by the server's headers. If they say nothing, a second return within a day
    /// points to servers that take turns.
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
    /// Whether the facts are those of a copy from before the current edition; nil if they do not tell (RFC 9110 8.8,
    /// RFC 9111 4.2.3).
    ///
    /// - Parameters:
    ///   - current: the modification time of the current edition, in seconds since 1970, and the time of its fetch.
    ///   - tags: the earlier ETags of the same rows.
    func areOlder(
        thanThoseOf current: (modified: Double?, fetched: Date), knownBy tags: [String]?, at now: Date
    ) -> Bool? {
        if let modified, let changed = current.modified { return modified <= changed }
        if let tag = validators?.etag, tags?.contains(tag) == true { return true }
        if let age = freshness.age, age > now.timeIntervalSince(current.fetched) { return true }
        return nil
    }
}
