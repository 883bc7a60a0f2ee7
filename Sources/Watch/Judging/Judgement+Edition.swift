// A new edition of the list: reports the differences, and replaces the previous edition.

import Reading
import Rows

extension Judgement {
    /// Accepts a document.
    mutating func accept(_ facts: DocumentFacts, _ reading: Reading) {
        var reading = reading
        if state.isOfSameList(as: source) { reading.doubtCutRows(after: state.snapshot) }
        title = reading.title
        let known = forgetUnwatched()
        let list = Snapshot(rows: reading.rows)
        let unknowns = Unknowns(of: reading, composition)
        isSameDocument = state.document?.digest == facts.digest
        settle(list, known, unknowns, after: rereading(reading.fingerprint))
        let before = state.isOfSameList(as: source) ? state.document : nil
        if before?.headings == nil { foundColumns = reading.columns }
        lookFirst(at: list, unknowns)
        state.gone = state.gone.filter { state.batches[$0.key] == nil }
        replaceDocument(by: facts, reading)
        state.document?.gap = unknowns.lastingGap?.reason
        noteEdition(facts, reading, after: before)
        noteDoubt(reading.doubts.first { !$0.concerns(watched) })
    }

    /// How the remembered rows would be read today; nil if nothing differs.
    ///
    /// - Parameter fingerprint: the fingerprint of the new edition.
    private mutating func rereading(_ fingerprint: Fingerprint?) -> Rereading? {
        if state.isOfSameList(as: source), let document = state.document,
            document.readingVersion != ReadingVersion.current
        {
            return isSameDocument ? .sameBytes : .otherVersion
        }
        // Then the encoding has changed, not the rows.
        if case .before(_, let before?) = rereading, let fingerprint, before.text == fingerprint.text {
            state.document?.fingerprint = fingerprint
        }
        return rereading
    }

    /// Reports once a day uncertain rows of the list that nobody watches.
    private mutating func noteDoubt(_ doubt: Doubt?) {
        guard let doubt else { return }
        if let told = state.doubtTold, now.timeIntervalSince(told) < Judgement.timeToForget { return }
        state.doubtTold = now
        self.doubt = doubt
    }

    private mutating func replaceDocument(by facts: DocumentFacts, _ reading: Reading) {
        let old = state.isOfSameList(as: source) ? state.document : nil
        let fingerprint = reading.fingerprint
        // The same bytes, read for a new batch, may be those in the cache.
        let isReread = isSameDocument && old?.readingVersion == ReadingVersion.current
        var new = AcceptedDocument(
            address: source.address, layout: source.layoutText, readingVersion: ReadingVersion.current,
            digest: facts.digest, length: facts.length, rowCount: reading.rowCount,
            validators: facts.validators, fetched: isReread ? old?.fetched ?? now : now)
        (new.fingerprint, new.modified, new.since) = (fingerprint, facts.modified, now)
        (new.composition, new.charset, new.title) = (composition, reading.charset, reading.title)
        new.headings = reading.columns
        if reading.mayEndTooSoon(facts) { new.isOpen = true }
        new.end = isSameDocument ? old?.end : nil
        new.end = new.end ?? CustomaryEnd.after(old?.end, reading.hasEnd)
        new.sharesKeys = old?.sharesKeys
        if facts.isPublic == true || old?.isPublic == true { new.isPublic = true }
        if old == nil { (state.earlier, state.replaced, state.returned) = ([], [:], nil) }
        if let old, let before = old.fingerprint, let fingerprint {
            let tags = ReplacedEdition.tags(old.tags, and: old.validators?.etag)
            if before.text == fingerprint.text, !tags.isEmpty { new.tags = tags }
            // A newer reader may compute another fingerprint for the same bytes.
            if before.text == fingerprint.text || isSameDocument || isOnlyOfOtherCases(old) {
                new.since = old.since
                new.isStaleTold = old.isStaleTold
            } else {
                // A list without numbers says nothing about that.
                if min(before.keys.keyCount, fingerprint.keys.keyCount) > 0 {
                    new.sharesKeys = before.keys.share(with: fingerprint.keys) >= Suspicion.leastShare
                }
                if state.earlier.contains(fingerprint.text) { state.returned = now }
                state.earlier = (state.earlier.filter { $0 != before.text && $0 != fingerprint.text } + [before.text])
                    .suffix(SourceState.mostEarlier)
                state.replaced[before.text] = ReplacedEdition(tags: tags, since: now)
                state.replaced = state.replaced.filter { state.earlier.contains($0.key) }
            }
        }
        if let old, old.isStaleTold == true, new.isStaleTold != true {
            tell(.recovered, "") { $0.detail = "a new edition was published" }
        }
        state.document = new
    }

    /// Whether only the set of requested cases is new.
    private func isOnlyOfOtherCases(_ old: AcceptedDocument) -> Bool {
        guard source.hasCasePages, let before = old.composition else { return false }
        return composition?.saysTheSame(as: before) ?? false
    }

    /// The known facts about the page of a case that has lost its row.
    func lostCase(_ batch: String) -> LostCase? {
        guard case .lost(let lost)? = composition?.parts.first(where: { $0.batch == batch })?.substitute else {
            return nil
        }
        return lost
    }

    /// Forgets rows of another document, other credentials or other columns, which are not comparable with the new
    /// ones. It also forgets batches that are no longer watched, or that still wait for a first look.
    ///
    /// - Returns: the watched batches that were reported before.
    mutating func forgetUnwatched() -> KeySet {
        if !state.isOfSameList(as: source) {
            (state.batches, state.gone, state.unclear) = ([:], [:], [:])
            state.observed = []
        }
        if state.observed == source.index.descriptions { return watched }
        let observed = Set(state.observed)
        let patterns = source.watched.map(\.pattern).filter { observed.contains($0.description) }
        let known = KeySet(patterns: patterns)
        state.observed = patterns.map(\.description).sorted()
        state.batches = state.batches.filter { known.contains($0.key) }
        state.gone = state.gone.filter { known.contains($0.key) }
        state.unclear = state.unclear.filter { known.contains($0.key) }
        return known
    }
}
