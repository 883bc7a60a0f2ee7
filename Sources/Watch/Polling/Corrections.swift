// Rows that a better reading reads differently: the list has not changed, so the hook gets no event; the journal names
// each batch.

import Configuration
import Delivery
import Rows
import Text

extension Journal {
    /// The number of corrections of one visit that messages name.
    private static var mostCorrections: Int { 20 }

    /// Reports the rows that this version reads differently from what was reported.
    func tell(_ corrections: [Change], of source: SourceConfig) {
        for correction in corrections.prefix(Journal.mostCorrections) {
            let before = correction.previousRows.isEmpty ? "no row" : list(correction.previousRows)
            notice(
                .rowsCorrected, .notice,
                "\(source.name): \(sanitized(correction.batch, limit: 100)) is read as \(list(correction.rows)) now, and was read as "
                    + "\(before) before; the list itself has not changed",
                fields: [("BATCHWATCH_SOURCE", source.name), ("BATCHWATCH_BATCH", correction.batch)])
        }
        let rest = corrections.count - Journal.mostCorrections
        if rest > 0 {
            notice(
                .rowsCorrected, .notice, "\(source.name): \(rest) further batches are read otherwise now",
                fields: [("BATCHWATCH_SOURCE", source.name)])
        }
    }

    private func list(_ rows: [Update]) -> String {
        rows.prefix(3).map {
            "\"\(sanitized($0.status, limit: 200))\"" + ($0.date.isEmpty ? "" : " (\(sanitized($0.date, limit: 40)))")
        }
        .joined(separator: ", ")
    }
}
