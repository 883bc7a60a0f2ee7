// A new edition of the list: what differs is told, and the edition takes the place of the one before.

import Reading
import Rows

extension Judgement {
    /// Believes a document.
    mutating func accept(_ facts: DocumentFacts, _ reading: Reading) {
        title = reading.title
        let known = forgetUnwatched()
        let list = Snapshot(rows: reading.rows)
        followCharset(to: list, known, reading.fingerprint)
        let found = changes(from: state.snapshot, to: list.filtered(known.contains)).filter { !isLostInDecoding($0) }
        if state.document?.digest == facts.digest && state.document?.readingVersion != ReadingVersion.current {
            adopt(found)
        } else {
            for change in found { note(change) }
        }
        for (batch, known) in state.batches where known.missingSince != nil && !list[batch].isEmpty {
            state.batches[batch]?.missingSince = nil
        }
        lookFirst(at: list)
        state.gone = state.gone.filter { state.batches[$0.key] == nil }
        let before = state.isOfSameList(as: source) ? state.document : nil
        replaceDocument(by: facts, reading)
        noteEdition(facts, reading, after: before)
        noteDoubt(reading.doubts.first { !$0.concerns(watched) })
    }

    /// Says once a day that some of the list is not read with certainty, though none of what is watched.
    private mutating func noteDoubt(_ doubt: Doubt?) {
        guard let doubt else { return }
        if let told = state.doubtTold, abs(now.timeIntervalSince(told)) < Judgement.timeToForget { return }
        state.doubtTold = now
        self.doubt = doubt
    }

    private mutating func replaceDocument(by facts: DocumentFacts, _ reading: Reading) {
        let old = state.isOfSameList(as: source) ? state.document : nil
        let fingerprint = reading.fingerprint
        var new = AcceptedDocument(
            address: source.address, layout: source.layoutText, readingVersion: ReadingVersion.current,
            digest: facts.digest, length: facts.length, rowCount: reading.rowCount,
            validators: facts.validators, fetched: now)
        new.fingerprint = fingerprint
        new.modified = facts.modified
        new.since = now
        (new.composition, new.charset) = (composition, reading.charset)
        new.title = reading.title
        new.sharesKeys = old?.sharesKeys
        if facts.isPublic == true || old?.isPublic == true { new.isPublic = true }
        if old == nil { (state.earlier, state.replaced, state.returned) = ([], [:], nil) }
        if let old, let before = old.fingerprint, let fingerprint {
            let tags = ReplacedEdition.tags(old.tags, and: old.validators?.etag)
            if before.text == fingerprint.text, !tags.isEmpty { new.tags = tags }
            if before.text == fingerprint.text || isOnlyOfOtherCases(old) {
                new.since = old.since
                new.isStaleTold = old.isStaleTold
            } else {
                // A list without a number says nothing of that.
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

    /// Whether nothing is new but which cases are asked for.
    private func isOnlyOfOtherCases(_ old: AcceptedDocument) -> Bool {
        guard source.hasCasePages, let before = old.composition else { return false }
        return composition?.saysTheSame(as: before) ?? false
    }

    /// Takes over how rows read in the encoding of this edition, where the edition before it, in the same encoding, has
    /// the same: they have not changed, the encoding has.
    private mutating func followCharset(to list: Snapshot, _ known: KeySet, _ fingerprint: Fingerprint?) {
        guard let reread else { return }
        let before = Snapshot(rows: reread.rows)
        adopt(
            changes(from: state.snapshot, to: list.filtered(known.contains)).filter { change in
                !change.rows.isEmpty && before[change.batch] == change.rows
            })
        if let fingerprint, reread.fingerprint?.text == fingerprint.text { state.document?.fingerprint = fingerprint }
    }

    /// Whether a batch is not found only because its name, in this edition's encoding, is another: it would not be found
    /// in the edition before either.
    private func isLostInDecoding(_ change: Change) -> Bool {
        guard let reread, change.rows.isEmpty else { return false }
        return !reread.rows.contains { $0.batch == change.batch }
    }

    /// The same bytes, read by a newer reader: the list has not changed, our understanding has. Nothing is told.
    mutating func adopt(_ changes: [Change]) {
        for change in changes where state.batches[change.batch]?.missingSince == nil {
            if change.rows.isEmpty, source.keepsForever { continue }
            state.batches[change.batch] = change.rows.isEmpty ? nil : BatchState(rows: change.rows, since: now)
        }
    }

    private mutating func note(_ change: Change) {
        switch change.kind {
        case .appeared, .changed:
            tell(change.kind == .appeared ? .appeared : .changed, change.batch) {
                $0.rows = change.rows
                $0.previousRows = change.previousRows
            }
            state.batches[change.batch] = BatchState(rows: change.rows, since: now)
            state.lastChange = now
        case .disappeared
        where source.keepsForever || composition?.isIncomplete == true || composition?.isUnknown(change.batch) == true:
            break
        case .disappeared:
            if state.batches[change.batch]?.missingSince == nil {
                // Its page may have said so for a while.
                let since = lostCase(change.batch)?.since ?? now
                state.batches[change.batch]?.missingSince = since
            }
        }
    }

    /// What is known of the page of a case that has lost its row.
    func lostCase(_ batch: String) -> LostCase? { composition?.parts.first { $0.batch == batch }?.lost }

    /// Another document, other credentials, other columns: what they say is not compared with what the old ones said.
    /// And nothing is kept of a batch that is no longer watched, or that a first look is still to come of.
    ///
    /// - Returns: what is watched and was told of before.
    mutating func forgetUnwatched() -> KeySet {
        if !state.isOfSameList(as: source) {
            state.batches = [:]
            state.gone = [:]
            state.observed = []
        }
        if state.observed == source.index.descriptions { return watched }
        let observed = Set(state.observed)
        let patterns = source.watched.map(\.pattern).filter { observed.contains($0.description) }
        let known = KeySet(patterns: patterns)
        state.observed = patterns.map(\.description).sorted()
        state.batches = state.batches.filter { known.contains($0.key) }
        state.gone = state.gone.filter { known.contains($0.key) }
        return known
    }

    /// Tells what the list says now of each batch and mask that nothing was told of yet.
    ///
    /// - Parameter doubts: of the batches that these are about nothing is told.
    mutating func lookFirst(at list: Snapshot, doubts: [Doubt] = []) {
        if !state.hasUnobserved(in: source) { return }
        let observed = Set(state.observed)
        for mask in source.watched.map(\.pattern) where !observed.contains(mask.description) {
            // Of a batch whose page was never asked for nothing is known.
            if source.hasCasePages, composition?.hasPage(of: mask.key) != true { continue }
            let own = KeySet(patterns: [mask])
            if doubts.contains(where: { !$0.batches.isEmpty && $0.concerns(own) }) { continue }
            let matching = mask.isLiteral ? [mask.key] : list.batches.filter(mask.matches)
            let present = matching.filter { !list[$0].isEmpty }
            // What is not in the documents that could be read may be in the others.
            if composition?.isIncomplete == true, present.isEmpty || !mask.isLiteral { continue }
            for batch in present where state.batches[batch] == nil {
                state.batches[batch] = BatchState(rows: list[batch], since: now)
            }
            if mask.isLiteral { remember(mask.key, list[mask.key]) }
            tell(.observed, mask.isLiteral ? mask.key : mask.description) {
                if mask.isLiteral {
                    $0.rows = list[mask.key]
                } else {
                    $0.detail = "\(present.count) \(present.count == 1 ? "batch" : "batches") on the list"
                }
            }
            state.observed.append(mask.description)
        }
        state.observed.sort()
    }

    /// What a first look tells of a batch is what is known of it from then on, though a mask may have known it before:
    /// on a list that it was just told not to be on it cannot disappear.
    private mutating func remember(_ batch: String, _ rows: [Update]) {
        if rows.isEmpty { state.batches[batch] = nil } else { state.batches[batch]?.rows = rows }
    }
}
