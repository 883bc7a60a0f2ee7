// The first look at a newly watched batch or mask. Everybody gets an answer: what the list says, or why that is not
// certain. Only where a document is still waited for does the answer wait, too.

import Configuration
import Rows

extension Judgement {
    /// Tells what the list says now of each batch and mask that nothing was told of yet.
    mutating func lookFirst(at list: Snapshot, _ unknowns: Unknowns) {
        if !state.hasUnobserved(in: source) { return }
        let observed = Set(state.observed)
        for mask in source.watched.map(\.pattern) where !observed.contains(mask.description) {
            // Of a batch whose page was never asked for nothing is known.
            if source.hasCasePages, composition?.hasPage(of: mask.key) != true { continue }
            let isTold = mask.isLiteral ? lookFirst(at: mask.key, list, unknowns) : lookFirst(at: mask, list, unknowns)
            if isTold { state.observed.append(mask.description) }
        }
        state.observed.sort()
    }

    /// - Returns: false where the answer has to wait.
    private mutating func lookFirst(at batch: String, _ list: Snapshot, _ unknowns: Unknowns) -> Bool {
        let rows = list[batch]
        switch unknowns.claim(of: batch, rows: rows, before: state.batches[batch]?.rows ?? []) {
        case .listed, .absent:
            // What is told is what is known from then on, though a mask may have known it before: on a list that it was
            // just told not to be on it cannot disappear.
            if rows.isEmpty {
                state.batches[batch] = nil
            } else if state.batches[batch] == nil {
                state.batches[batch] = BatchState(rows: rows, since: now)
            } else {
                state.batches[batch]?.rows = rows
                state.batches[batch]?.told = nil
            }
            state.unclear[batch] = nil
            var detail = foundColumns?.description ?? ""
            if rows.isEmpty, !detail.isEmpty { detail = "not on the list; \(detail)" }
            tell(.observed, batch) { ($0.rows, $0.detail) = (rows, detail) }
        case .unclear(_, let gap), .unknown(let gap):
            if gap.isPassing { return false }
            var unclear = UnclearBatch(rows: rows, reason: gap.reason, mark: gap.mark, since: now)
            if rows.isEmpty, case .unknown = unknowns.claim(of: batch, rows: rows, before: []) {
                unclear.reason = "no row of it is found, but a row may be missing from what was read; \(gap.reason)"
            }
            if state.batches[batch] == nil { unclear.isFirst = true }
            state.unclear[batch] = unclear
            // An answer is owed whatever was told before; the same later is no news.
            _ = isNews(unclear, of: batch)
            tellUnclear(batch, unclear)
        }
        return true
    }

    /// - Returns: false where the answer has to wait.
    private mutating func lookFirst(at mask: KeyMask, _ list: Snapshot, _ unknowns: Unknowns) -> Bool {
        // What is not in the documents that could be read may be in the others.
        if unknowns.anywhere?.isPassing == true { return false }
        var listed = 0
        var unclear = 0
        for batch in Set(list.batches).union(unknowns.named).sorted() where mask.matches(batch) {
            let rows = list[batch]
            switch unknowns.claim(of: batch, rows: rows, before: state.batches[batch]?.rows ?? []) {
            case .listed:
                listed += 1
                if state.batches[batch] == nil { state.batches[batch] = BatchState(rows: rows, since: now) }
            case .unclear(_, let gap):
                unclear += 1
                if state.unclear[batch] != nil { continue }
                var new = UnclearBatch(rows: rows, reason: gap.reason, mark: gap.mark, since: now)
                if state.batches[batch] == nil { new.isFirst = true }
                state.unclear[batch] = new
            case .absent, .unknown: continue
            }
        }
        var detail = "\(listed) \(listed == 1 ? "batch" : "batches") on the list"
        if unclear > 0 { detail += ", \(unclear) more unclear" }
        if let columns = foundColumns { detail += "; \(columns)" }
        tell(.observed, mask.description) { ($0.batches, $0.detail) = (listed, detail) }
        return true
    }
}
