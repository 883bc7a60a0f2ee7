// What a claim about a batch leads to: an event where it is news, and what is remembered. Each batch by itself: what is
// not certain of one keeps nobody else waiting.

import Configuration
import Rows
import Text

extension Judgement {
    /// So many batches of one mask become unclear by themselves; more are told in one event.
    static let mostUnclear = 10

    /// Takes in what a document says of the batches that were told of before.
    ///
    /// - Parameters:
    ///   - known: these batches.
    ///   - unknowns: what is not known of the document.
    ///   - rereading: what another reading of the edition before says; nil where its rows are as they are remembered.
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

    /// All batches that something is remembered of, or that the document may say something of; sorted.
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
            // Its time runs, but what is told at its end is that it is unclear.
            if !gap.isPassing { startMissing(batch, isUnknown: true) }
        }
    }

    /// The batch is on the list with these rows.
    private mutating func list(_ batch: String, _ rows: [Update]) {
        let unclear = state.unclear[batch]
        // As it was told to be unclear, and what it was before is still not known.
        if let unclear, Gap.isOfTheEditionBefore(unclear.mark), unclear.rows.saysTheSame(as: rows) { return }
        state.unclear[batch] = nil
        let before = state.batches[batch]
        state.batches[batch]?.find()
        if let before, before.rows.saysTheSame(as: rows) { return }
        state.batches[batch] = BatchState(rows: rows, since: now)
        if unclear?.isFirst == true, before == nil {
            // A mask's first look has counted it.
            if watched.pattern(for: batch)?.isLiteral == true { tell(.observed, batch) { $0.rows = rows } }
            return
        }
        state.lastChange = now
        let told = before?.toldRows ?? []
        // A correction that the list itself has taken back.
        if told.saysTheSame(as: rows) { return }
        tell(told.isEmpty ? .appeared : .changed, batch) {
            $0.rows = rows
            $0.previousRows = told
        }
    }

    /// The batch is not on the list.
    private mutating func miss(_ batch: String) {
        if let unclear = state.unclear[batch] {
            // These are the bytes in which an earlier version has found it.
            if unclear.mark == Gap.lost.mark, isSameDocument { return }
            state.unclear[batch] = nil
            if unclear.isFirst == true, state.batches[batch] == nil {
                if watched.pattern(for: batch)?.isLiteral == true { tell(.observed, batch) { _ in } }
                return
            }
        }
        startMissing(batch, isUnknown: false)
    }

    /// - Parameter isUnknown: whether it may only not have been read. What follows from an absence that is certain waits
    ///   from the moment at which it is.
    private mutating func startMissing(_ batch: String, isUnknown: Bool) {
        guard !source.keepsForever, let known = state.batches[batch] else { return }
        if known.missingSince == nil || known.isUnknown == true && !isUnknown {
            // Its page may have said so for a while.
            let since = lostCase(batch)?.since ?? now
            state.batches[batch]?.missingSince = since
        }
        state.batches[batch]?.isUnknown = isUnknown ? true : nil
    }

    /// What was read of the batch is not certain: news, unless it is what was told to be unclear before.
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

    /// Whether the same was not told of the batch within a day: servers that take turns would otherwise tell it at each
    /// poll.
    mutating func isNews(_ unclear: UnclearBatch, of batch: String) -> Bool {
        var hash = Hash64()
        let rows = unclear.rows.map { "\($0.status)\u{1E}\($0.date)" }.sorted().joined(separator: "\u{1D}")
        Array("\(batch)\u{1F}\(unclear.mark)\u{1F}\(rows)".utf8).withUnsafeBytes { hash.add($0) }
        return state.unclearTold.updateValue(now, forKey: hash.text) == nil
    }

    /// Tells what has become unclear, unless it was told within a day: of a mask that watches many in one event.
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
                    "\(count) batches cannot be read with certainty, the first \(inert(batch)): \(unclear.reason)"
            }
        }
    }

    /// - Parameter unclear: what is not certain, as it is remembered from now on.
    mutating func tellUnclear(_ batch: String, _ unclear: UnclearBatch) {
        let told = state.batches[batch]?.toldRows ?? []
        tell(.unclear, batch) {
            $0.rows = unclear.rows
            $0.previousRows = told
            $0.detail = unclear.reason
        }
    }

    // MARK: By hand

    /// Believes what was read of an unclear batch, or of all that a mask watches, because somebody says so.
    ///
    /// - Returns: how many batches that are.
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
            // The same reading again is no news.
            (unclear.isFirst, unclear.isAccepted) = (nil, true)
            state.unclear[batch] = unclear
        }
        return count
    }

    /// Somebody says that the batch is not on the list.
    private mutating func leave(_ batch: String, isFirst: Bool) {
        guard let known = state.batches[batch] else {
            if isFirst { tell(.observed, batch) { _ in } }
            return
        }
        disappear(batch, known, since: known.missingSince ?? now, because: "")
    }
}
