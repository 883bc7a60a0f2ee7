// Why a document may not be what the office meant to publish: half a file, another list, last month's edition. Each
// reason is a comparison with what was accepted before. Pure; what becomes of a suspect document is decided in
// Judgement+Held.

import Coding
import Configuration
import Reading
import Rows

/// Why a document is not believed at once.
struct Suspicion: Equatable {
    /// One sentence.
    var reason: String
    /// Whether a part of the document cannot be read, or not with certainty: it does not get better by coming again.
    var isDamaged = false
    /// Whether it is only that the edition was replaced before.
    var isReturn = false

    /// An edition that has fewer rows than this part of the one before has lost some.
    static let leastRows = 0.5
    /// Two editions of a list have more of their keys in common.
    static let leastShare = 0.1
    /// Lists of fewer keys may be all new.
    static let fewestKeys = 10.0
    /// So many batches may go at once, or this part of those that are on the list.
    static let mostGone = (count: 3, part: 0.2)
}

extension Suspicion {
    /// What is wrong with a new document; nil for nothing.
    ///
    /// - Parameters:
    ///   - composition: what the list is put together of; nil for one document at one address.
    ///   - state: what is known of the source.
    ///   - watched: the keys watched.
    ///   - now: the time.
    init?(
        of facts: DocumentFacts, _ reading: Reading, _ composition: Composition?, against state: SourceState,
        source: SourceConfig, watched: KeySet, at now: Date
    ) {
        let accepted = state.isOfSameList(as: source) ? state.document : nil
        // What was believed once, perhaps because somebody said so, is believed however it is.
        if accepted?.digest == facts.digest, accepted?.readingVersion == ReadingVersion.current { return nil }
        if let damage = reading.damage.first {
            self.init(reason: "the document is damaged, rows may be missing: \(damage)", isDamaged: true)
            return
        }
        // That a case has no row is said by its page, one by one.
        if reading.rowCount == 0, !source.hasCasePages {
            let pages = reading.pageCount == 1 ? "1 page" : "\(reading.pageCount) pages"
            self.init(reason: "no row matches \(source.layout.key.phrase) on \(pages)")
            // What is headed otherwise may be no list at all, however often it comes.
            if let title = reading.title?.lines, let before = accepted?.title?.lines {
                isDamaged = Set(title).isDisjoint(with: before)
            }
            return
        }
        guard let accepted, accepted.digest != facts.digest else { return nil }
        if !source.hasCasePages, Return(facts, reading, composition, state, accepted)?.mayBeStale(at: now) == true {
            self.init(reason: "it is an older edition of the list", isReturn: true)
            return
        }
        guard let reason = Suspicion.reason(reading, composition, state, source, watched, accepted) else { return nil }
        self.init(reason: reason)
    }

    /// What makes a sound document look unlike the list as it was. Pages of cases have only what is asked for; and
    /// where batches stay for ever, an edition that has few of them takes nothing away.
    private static func reason(
        _ reading: Reading, _ composition: Composition?, _ state: SourceState, _ source: SourceConfig,
        _ watched: KeySet, _ accepted: AcceptedDocument
    ) -> String? {
        if source.hasCasePages { return manyGone(reading, state, watched, composition) }
        if source.keepsForever { return nil }
        var reason = otherList(reading, accepted)
        // What is missing may be in the document that could not be read, and nothing is told of it.
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

    /// Of the batches that were on the list until now, but for cases whose pages are not known.
    private static func manyGone(
        _ reading: Reading, _ state: SourceState, _ watched: KeySet, _ composition: Composition?
    ) -> String? {
        let present = state.batches.filter {
            $0.value.missingSince == nil && watched.contains($0.key) && composition?.isUnknown($0.key) != true
        }
        // What is unclear is not gone.
        let listed = Set(reading.rows.map(\.batch)).union(reading.mentions.map(\.batch)).union(
            reading.doubts.flatMap(\.batches))
        let gone = present.keys.count { !listed.contains($0) }
        guard Double(gone) > max(Double(mostGone.count), mostGone.part * Double(present.count)) else { return nil }
        return "\(gone) of \(present.count) watched batches are missing from it"
    }
}

extension HeldDocument {
    /// Whether a document is this one: the same bytes, or the same rows.
    func isSame(as facts: DocumentFacts, _ reading: Reading) -> Bool {
        digest == facts.digest || fingerprint != nil && fingerprint == reading.fingerprint
    }

    /// Whether a document is of the same kind as this one: the same bytes, or what could be its next edition.
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
