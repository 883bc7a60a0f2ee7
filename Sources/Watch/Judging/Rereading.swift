// The previous edition, read in the same way as the new one: differences due to the reading alone are no change of the
// list. Gained or corrected rows are taken over with a notice; lost rows are unclear, so that no batch is dropped
// silently.

import Rows

/// What is known about reading the remembered rows today.
package enum Rereading: Sendable {
    /// They come from these very bytes, read by an earlier version.
    case sameBytes
    /// The previous edition, read in the same way as the new one.
    case before(Snapshot, Fingerprint?)
    /// It cannot be read in the encoding of the new edition: texts beyond ASCII cannot be compared.
    case otherEncoding
    /// An earlier version read it, and it cannot be read again.
    case otherVersion
}

extension Judgement {
    /// Handles the claim about a batch if its remembered rows were read differently.
    ///
    /// - Returns: false if nothing follows from that, so that the claim is judged as any other.
    mutating func correct(
        _ batch: String, _ claim: Claim, by rereading: Rereading, _ news: inout [(batch: String, UnclearBatch)]
    ) -> Bool {
        let known = state.batches[batch]
        // A batch that was uncertain or missing before does not depend on the reading.
        if state.unclear[batch] != nil || known?.missingSince != nil { return false }
        switch (rereading, claim) {
        case (_, .unclear): return false
        case (_, .unknown(let gap)) where gap.isPassing: return false
        case (.sameBytes, .listed(let rows)):
            correct(batch, rows)
            return true
        case (.before(let before, _), .listed(let rows)):
            guard known != nil, before[batch].saysTheSame(as: rows) else { return false }
            correct(batch, rows)
            return true
        case (.otherEncoding, .listed(let rows)), (.otherVersion, .listed(let rows)):
            guard let known, !known.rows.saysTheSame(as: rows) else { return false }
            if case .otherEncoding = rereading, known.rows.isASCII, rows.isASCII { return false }
            doubt(batch, rows, rereading.gap, &news)
            return true
        case (.sameBytes, .absent), (.sameBytes, .unknown):
            if known != nil, !source.keepsForever { doubt(batch, [], .lost, &news) }
            return true
        case (.before(let before, _), .absent), (.before(let before, _), .unknown):
            // Its name differs in this encoding: the previous edition would not contain it either.
            guard known != nil, before[batch].isEmpty, !source.keepsForever else { return false }
            doubt(batch, [], .encoding, &news)
            return true
        case (.otherEncoding, .absent), (.otherEncoding, .unknown):
            guard known != nil, !batch.utf8.allSatisfy({ $0 < 0x80 }), !source.keepsForever else { return false }
            doubt(batch, [], .encoding, &news)
            return true
        case (.otherVersion, .absent), (.otherVersion, .unknown): return false
        }
    }

    /// Takes over the better reading. The reported rows stay known, so that the next change starts from them.
    private mutating func correct(_ batch: String, _ rows: [Update]) {
        let known = state.batches[batch]
        if let known, known.rows.saysTheSame(as: rows) { return }
        let before = known?.rows ?? []
        corrections.append(
            Change(batch: batch, kind: known == nil ? .appeared : .changed, rows: rows, previousRows: before))
        let told = known?.toldRows ?? []
        state.batches[batch] = BatchState(rows: rows, since: known?.since ?? now)
        if !told.saysTheSame(as: rows) { state.batches[batch]?.told = told }
    }
}

extension Rereading {
    /// The gaps if the previous edition cannot be read again.
    fileprivate var gap: Gap { if case .otherVersion = self { .otherVersion } else { .encoding } }
}

extension [Update] {
    /// Whether these texts are the same in all encodings.
    fileprivate var isASCII: Bool {
        allSatisfy { $0.status.utf8.allSatisfy { $0 < 0x80 } && $0.date.utf8.allSatisfy { $0 < 0x80 } }
    }
}
