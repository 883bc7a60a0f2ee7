// What a better reading has found otherwise: the list has not changed, so nobody is notified; the journal names each batch.

import Configuration
import Delivery
import Rows
import Text

extension Journal {
    /// So many corrections of one visit are named.
    private static var mostCorrections: Int { 20 }

    /// Says which rows are read otherwise than they were told.
    func tell(_ corrections: [Change], of source: SourceConfig) {
        for correction in corrections.prefix(Journal.mostCorrections) {
            let before = correction.previousRows.isEmpty ? "no row" : list(correction.previousRows)
            notice(
                .rowsCorrected, .notice,
                "\(source.name): \(inert(correction.batch, limit: 100)) is read as \(list(correction.rows)) now, and was read as "
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
            "\"\(inert($0.status, limit: 200))\"" + ($0.date.isEmpty ? "" : " (\(inert($0.date, limit: 40)))")
        }
        .joined(separator: ", ")
    }
}
