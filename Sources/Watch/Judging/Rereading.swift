// The edition before, read as the new one is: what differs by that alone is no change of the list. What is gained or
// corrected so is taken over with a notice; what is lost is unclear, and nobody is forgotten without a word.

import Rows

/// What is known of how the remembered rows would be read today.
package enum Rereading: Sendable {
    /// They come from these very bytes, which an earlier version has read.
    case sameBytes
    /// What the edition before says, read as the new one was.
    case before(Snapshot, Fingerprint?)
    /// It cannot be read in the encoding of the new edition: texts beyond ASCII cannot be compared.
    case otherEncoding
    /// It was read by an earlier version, and cannot be read again.
    case otherVersion
}

extension Judgement {
    /// Takes in what is said of a batch where the rows remembered of it were read otherwise.
    ///
    /// - Returns: false where nothing follows from that, and the claim is judged as any other.
    mutating func correct(
        _ batch: String, _ claim: Claim, by rereading: Rereading, _ news: inout [(batch: String, UnclearBatch)]
    ) -> Bool {
        let known = state.batches[batch]
        // What was not certain before, or not there, is no matter of reading.
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
            // Its name is another in this encoding: it would not be found in the edition before either.
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

    /// Takes over what a better reading says. What was told stays known, so that the next change is told from there.
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
    /// What is not known where the edition before cannot be read again.
    fileprivate var gap: Gap { if case .otherVersion = self { .otherVersion } else { .encoding } }
}

extension [Update] {
    /// Whether all encodings have these texts alike.
    fileprivate var isASCII: Bool {
        allSatisfy { $0.status.utf8.allSatisfy { $0 < 0x80 } && $0.date.utf8.allSatisfy { $0 < 0x80 } }
    }
}
