// What follows from a claim about a batch: an event if it is news, and the new state. Each batch is judged alone: an
// uncertain batch delays no other.

import Configuration
import Rows
import Text

extension Judgement {
    /// The number of batches of one mask that get separate `unclear` events; more share one event.
    static let mostUnclear = 10

    /// Judges what a document says about batches that were reported before.
    ///
    /// - Parameters:
    ///   - known: these batches.
    ///   - unknowns: the unknown parts of the document.
    ///   - rereading: another reading of the previous edition; nil if its rows equal the remembered ones.
    mutating func settle(_ list: Snapshot, _ known: KeySet, _ unknowns: Unknowns, after rereading: Rereading? = nil) {
        var news: [(batch: String, UnclearBatch)] = []
        for batch in batches(of: list, known, unknowns) {
            let before = state.batches[batch]?.rows ?? []
            let claim = unknowns.claim(of: batch, rows: list[batch], before: before)
            if let rereading, correct(batch, claim, by: rereading, &news) { continue }
            settle(batch, claim, &news)
        }
        tellUnclear(news)
    }

    /// All batches in the state or possibly in the document; sorted.
    private func batches(of list: Snapshot, _ known: KeySet, _ unknowns: Unknowns) -> [String] {
        var all = Set(list.batches.filter(known.contains))
        all.formUnion(state.batches.keys)
        all.formUnion(state.unclear.keys)
        all.formUnion(unknowns.named.filter(known.contains))
        return all.sorted()
    }

    private mutating func settle(_ batch: String, _ claim: Claim, _ news: inout [(batch: String, UnclearBatch)]) {
        switch claim {
        case .listed(let rows): list(batch, rows)
        case .absent: miss(batch)
        case .unclear(let rows, let gap): doubt(batch, rows, gap, &news)
        case .unknown(let gap):
            // Its time runs, but at the end it is reported as unclear.
            if !gap.isPassing { startMissing(batch, isUnknown: true) }
        }
    }

    /// The batch is on the list with these rows.
    private mutating func list(_ batch: String, _ rows: [Update]) {
        let unclear = state.unclear[batch]
        // It was reported as unclear, and its earlier rows are still unknown.
        if let unclear, Gap.isOfTheEditionBefore(unclear.mark), unclear.rows.saysTheSame(as: rows) { return }
        state.unclear[batch] = nil
        let before = state.batches[batch]
        state.batches[batch]?.find()
        if let before, before.rows.saysTheSame(as: rows) { return }
        state.batches[batch] = BatchState(rows: rows, since: now)
        if unclear?.isFirst == true, before == nil {
            // The first look of a mask has counted it.
            if watched.pattern(for: batch)?.isLiteral == true { tell(.observed, batch) { $0.rows = rows } }
            return
        }
        state.lastChange = now
        let told = before?.toldRows ?? []
        // The list itself has reverted the correction.
        if told.saysTheSame(as: rows) { return }
        tell(told.isEmpty ? .appeared : .changed, batch) {
            $0.rows = rows
            $0.previousRows = told
        }
    }

    /// The batch is not on the list.
    private mutating func miss(_ batch: String) {
        if let unclear = state.unclear[batch] {
            // In these very bytes an earlier version found it.
            if unclear.mark == Gap.lost.mark, isSameDocument { return }
            state.unclear[batch] = nil
            if unclear.isFirst == true, state.batches[batch] == nil {
                if watched.pattern(for: batch)?.isLiteral == true { tell(.observed, batch) { _ in } }
                return
            }
        }
        startMissing(batch, isUnknown: false)
    }

    /// - Parameter isUnknown: whether it may only be unread. Consequences of a certain absence wait from the time at
    ///   which it is certain.
    private mutating func startMissing(_ batch: String, isUnknown: Bool) {
        guard !source.keepsForever, let known = state.batches[batch] else { return }
        if known.missingSince == nil || known.isUnknown == true && !isUnknown {
            // Its page may have said so for a while.
            let since = lostCase(batch)?.since ?? now
            state.batches[batch]?.missingSince = since
        }
        state.batches[batch]?.isUnknown = isUnknown ? true : nil
    }

    /// What was read of the batch is uncertain: news, unless the same was reported as unclear before.
    mutating func doubt(
        _ batch: String, _ rows: [Update], _ gap: Gap, _ news: inout [(batch: String, UnclearBatch)]
    ) {
        state.batches[batch]?.find()
        let before = state.unclear[batch]
        if let before, before.mark == gap.mark, before.rows.saysTheSame(as: rows) {
            state.unclear[batch]?.reason = gap.reason
            return
        }
        var new = UnclearBatch(rows: rows, reason: gap.reason, mark: gap.mark, since: now)
        new.isFirst = before?.isFirst
        state.unclear[batch] = new
        news.append((batch, new))
    }

    /// Whether the same was not reported for the batch within a day: servers that take turns would otherwise cause an
    /// event at each poll.
    mutating func isNews(_ unclear: UnclearBatch, of batch: String) -> Bool {
        var hash = Hash64()
        let rows = unclear.rows.map { "\($0.status)\u{1E}\($0.date)" }.sorted().joined(separator: "\u{1D}")
        Array("\(batch)\u{1F}\(unclear.mark)\u{1F}\(rows)".utf8).withUnsafeBytes { hash.add($0) }
        return state.unclearTold.updateValue(now, forKey: hash.text) == nil
    }

    /// Reports what has become unclear, unless it was reported within a day; a mask with many batches gets one event.
    mutating func tellUnclear(_ found: [(batch: String, UnclearBatch)]) {
        if found.isEmpty { return }
        state.unclearTold = state.unclearTold.filter { now.timeIntervalSince($0.value) < Judgement.timeToForget }
        let news = found.filter { isNews($0.1, of: $0.batch) }
        var byMask: [String: Int] = [:]
        for (batch, _) in news {
            guard let mask = watched.pattern(for: batch), !mask.isLiteral else { continue }
            byMask[mask.description, default: 0] += 1
        }
        var told: Set<String> = []
        for (batch, unclear) in news {
            let mask = watched.pattern(for: batch)?.description ?? batch
            guard let count = byMask[mask], count > Judgement.mostUnclear else {
                tellUnclear(batch, unclear)
                continue
            }
            guard told.insert(mask).inserted else { continue }
            tell(.unclear, mask) {
                $0.batches = count
                $0.detail =
                    "\(count) batches cannot be read with certainty, the first \(sanitized(batch)): \(unclear.reason)"
            }
        }
    }

    /// - Parameter unclear: the uncertain reading to remember.
    mutating func tellUnclear(_ batch: String, _ unclear: UnclearBatch) {
        let told = state.batches[batch]?.toldRows ?? []
        tell(.unclear, batch) {
            $0.rows = unclear.rows
            $0.previousRows = told
            $0.detail = unclear.reason
        }
    }

    // MARK: By hand

    /// Accepts what was read of an unclear batch, or of all batches of a mask, at a user's request.
    ///
    /// - Returns: the number of these batches.
    package mutating func accept(_ text: String) -> Int {
        let named = watched.pattern(named: text)
        let batches = state.unclear.keys.filter { $0 == text || named?.matches($0) == true }.sorted()
        var count = 0
        for batch in batches where watched.contains(batch) {
            guard var unclear = state.unclear[batch], unclear.isAccepted != true else { continue }
            count += 1
            let rows = unclear.rows
            state.unclear[batch]?.mark = ""
            if rows.isEmpty { leave(batch, isFirst: unclear.isFirst == true) } else { list(batch, rows) }
            // The same reading again is not reported.
            (unclear.isFirst, unclear.isAccepted) = (nil, true)
            state.unclear[batch] = unclear
        }
        return count
    }

    /// The user says that the batch is not on the list.
    private mutating func leave(_ batch: String, isFirst: Bool) {
        guard let known = state.batches[batch] else {
            if isFirst { tell(.observed, batch) { _ in } }
            return
        }
        disappear(batch, known, since: known.missingSince ?? now, because: "")
    }
}
