// Why a document may not be what the office meant to publish: half a file, another list, last month's edition. Each
// reason compares it with the accepted document. Pure; Judgement+Held decides what happens to a suspect document.

import Coding
import Configuration
import Reading
import Rows

/// Why a document is not accepted at once.
struct Suspicion: Equatable {
    /// One sentence.
    var reason: String
    /// Whether a part of the document cannot be read, or not with certainty: repetition does not improve it.
    var isDamaged = false
    /// Whether the only reason is that the edition was replaced before.
    var isReturn = false

    /// An edition with fewer rows than this fraction of the previous one has lost some.
    static let leastRows = 0.5
    /// Two editions of a list share more than this fraction of their keys.
    static let leastShare = 0.1
    /// A list with fewer keys may be all new.
    static let fewestKeys = 10.0
    /// The number of batches, and the fraction of those on the list, that may disappear at once.
    static let mostGone = (count: 3, part: 0.2)
}

extension Suspicion {
    /// Returns the fault of a new document; nil without one.
    ///
    /// - Parameters:
    ///   - composition: the parts of the list; nil for one document at one address.
    ///   - state: the state of the source.
    ///   - watched: the keys watched.
    ///   - now: the time.
    init?(
        of facts: DocumentFacts, _ reading: Reading, _ composition: Composition?, against state: SourceState,
        source: SourceConfig, watched: KeySet, at now: Date
    ) {
        let accepted = state.isOfSameList(as: source) ? state.document : nil
        // A document that was accepted once, perhaps by a user, stays accepted.
        if accepted?.digest == facts.digest, accepted?.readingVersion == ReadingVersion.current { return nil }
        if let damage = reading.damage.first {
            self.init(reason: "the document is damaged, rows may be missing: \(damage)", isDamaged: true)
            return
        }
        // For cases, each page says itself that it has no row.
        if reading.rowCount == 0, !source.hasCasePages {
            let pages = reading.pageCount == 1 ? "1 page" : "\(reading.pageCount) pages"
            self.init(reason: "no row matches \(source.layout.key.phrase) on \(pages)")
            // A document with another heading may never be a list, however often it comes.
            if let title = reading.title?.lines, let before = accepted?.title?.lines {
                isDamaged = Set(title).isDisjoint(with: before)
            }
            return
        }
        guard let accepted, accepted.digest != facts.digest else { return nil }
        if !source.hasCasePages,
            ReturnedEdition(facts, reading, composition, state, accepted)?.mayBeStale(at: now) == true
        {
            self.init(reason: "it is an older edition of the list", isReturn: true)
            return
        }
        guard let reason = Suspicion.reason(reading, composition, state, source, watched, accepted) else { return nil }
        self.init(reason: reason)
    }

    /// Why a sound document looks unlike the known list. Pages of cases have only the requested cases; with `keep =
    /// "forever"`, an edition with few batches removes nothing.
    private static func reason(
        _ reading: Reading, _ composition: Composition?, _ state: SourceState, _ source: SourceConfig,
        _ watched: KeySet, _ accepted: AcceptedDocument
    ) -> String? {
        if source.hasCasePages { return manyGone(reading, state, watched, composition) }
        if source.keepsForever { return nil }
        var reason = otherList(reading, accepted)
        // A missing batch may be in a document that could not be read, and is not reported.
        if composition?.isIncomplete != true {
            reason = reason ?? fewRows(reading.rowCount, accepted.rowCount) ?? manyGone(reading, state, watched, nil)
        }
        guard let reason else { return nil }
        return source.links == nil
            ? reason : "\(reason); if each edition has only new batches, set keep = \"forever\" for the source"
    }

    private static func otherList(_ reading: Reading, _ accepted: AcceptedDocument) -> String? {
        guard accepted.sharesKeys != false, let before = accepted.fingerprint?.keys,
            let now = reading.fingerprint?.keys,
            min(before.keyCount, now.keyCount) >= fewestKeys, before.share(with: now) < leastShare
        else { return nil }
        return "almost none of its numbers were on the list before: it looks like another list"
    }

    private static func fewRows(_ now: Int, _ before: Int) -> String? {
        guard Double(now) < leastRows * Double(before) else { return nil }
        return "it has \(now == 1 ? "1 row" : "\(now) rows"), the previous edition had \(before)"
    }

    /// The batches on the list until now, except cases with unknown pages.
    private static func manyGone(
        _ reading: Reading, _ state: SourceState, _ watched: KeySet, _ composition: Composition?
    ) -> String? {
        let present = state.batches.filter {
            $0.value.missingSince == nil && watched.contains($0.key) && composition?.isUnknown($0.key) != true
        }
        // An unclear batch is not gone.
        let listed = Set(reading.rows.map(\.batch)).union(reading.mentions.map(\.batch)).union(
            reading.doubts.flatMap(\.batches))
        let gone = present.keys.count { !listed.contains($0) }
        guard Double(gone) > max(Double(mostGone.count), mostGone.part * Double(present.count)) else { return nil }
        return "\(gone) of \(present.count) watched batches are missing from it"
    }
}

extension HeldDocument {
    /// Whether a document is the same: it has the same bytes, or the same rows.
    func isSame(as facts: DocumentFacts, _ reading: Reading) -> Bool {
        digest == facts.digest || fingerprint != nil && fingerprint == reading.fingerprint
    }

    /// Whether a document is of the same kind: the same bytes, or a possible next edition.
    func isFollowed(by facts: DocumentFacts, _ reading: Reading) -> Bool {
        if digest == facts.digest { return true }
        guard Double(reading.rowCount) >= Suspicion.leastRows * Double(rowCount),
            Double(rowCount) >= Suspicion.leastRows * Double(reading.rowCount)
        else { return false }
        guard let mine = fingerprint?.keys, let next = reading.fingerprint?.keys else { return false }
        return min(mine.keyCount, next.keyCount) < Suspicion.fewestKeys
            || mine.share(with: next) >= Suspicion.leastShare
    }
}
