// The first look at a newly watched batch or mask. There is always an answer: what the list says, or why that is
// uncertain. The answer waits only if a document is still missing.

import Configuration
import Rows

extension Judgement {
    /// Reports what the list says now about each batch and mask that has not been reported yet.
    mutating func lookFirst(at list: Snapshot, _ unknowns: Unknowns) {
        if !state.hasUnobserved(in: source) { return }
        let observed = Set(state.observed)
        for mask in source.watched.map(\.pattern) where !observed.contains(mask.description) {
            // If its page was never requested, nothing is known about the batch.
            if source.hasCasePages, composition?.hasPage(of: mask.key) != true { continue }
            let isTold = mask.isLiteral ? lookFirst(at: mask.key, list, unknowns) : lookFirst(at: mask, list, unknowns)
            if isTold { state.observed.append(mask.description) }
        }
        state.observed.sort()
    }

    /// - Returns: false if the answer must wait.
    private mutating func lookFirst(at batch: String, _ list: Snapshot, _ unknowns: Unknowns) -> Bool {
        let rows = list[batch]
        switch unknowns.claim(of: batch, rows: rows, before: state.batches[batch]?.rows ?? []) {
        case .listed, .absent:
            // The reported answer is what is known from now on, even if a mask knew the batch before: a batch just
            // reported as missing cannot disappear.
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
            // The first answer is always reported; the same answer later is not.
            _ = isNews(unclear, of: batch)
            tellUnclear(batch, unclear)
        }
        return true
    }

    /// - Returns: false if the answer must wait.
    private mutating func lookFirst(at mask: KeyMask, _ list: Snapshot, _ unknowns: Unknowns) -> Bool {
        // A batch that is not in the readable documents may be in the others.
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
