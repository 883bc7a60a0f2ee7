// What a first look at a list can claim of a batch: the rules of `Watch/Judging` for a batch of which nothing is known yet,
// where `try` needs them. Tests compare the two.

import Rows

extension Reading {
    /// Why a poll that sees this reading first cannot say what it says of a batch; nil where it can: that the batch is on
    /// the list with its rows, or, without a row, that it is not.
    package func uncertainty(about batch: String) -> String? {
        if let damage = damage.first { return "the document is damaged, rows may be missing: \(damage)" }
        if rowCount == 0 { return "no row can be read" }
        if let doubt = doubts.first(where: { $0.batches.contains(batch) }) { return "\(doubt)" }
        if let mention = mentions.first(where: { $0.batch == batch }) {
            let place = mention.page > 0 ? "page \(mention.page) has" : "the document has"
            return "\(place) it outside of the rows"
        }
        if rows.contains(where: { $0.batch == batch }) {
            return doubts.first(where: \.mayAlterRows).map { "\($0)" }
        }
        if hasMoreMentions { return "it has more than \(Mention.most) watched numbers outside of its rows" }
        if let damage = knownDamage.first { return "the document is damaged, rows may be missing: \(damage)" }
        return doubts.first(where: \.mayHideRows).map { "\($0)" }
    }
}
