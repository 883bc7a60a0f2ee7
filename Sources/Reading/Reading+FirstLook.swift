// What a first reading of a list can state about a batch: the rules of `Watch/Judging` for a batch without history, as
// far as `try` needs them. Tests compare the two.

import Rows

extension Reading {
    /// Why a poll that begins with this reading is uncertain about a batch; nil if it is certain that the batch is
    /// listed with its rows, or, without a row, that it is not listed.
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
