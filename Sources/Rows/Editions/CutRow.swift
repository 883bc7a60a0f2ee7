// Whether the last row of a document that shows no end lost the end of its text: to be asked where the text that the row
// stands in has none (`Reading.hasEnd` is false), of the batches in `Reading.lastBatches`.

/// Whether what a row says may be the beginning of what it said before.
///
/// - Parameters:
///   - last: what the row says now.
///   - before: what the edition before said of the same batch.
/// - Returns: true where an update of `before` says the same and goes on, and none says exactly the same. A text that is
///   another one is no part: a new status is news, cut or not.
package func mayBeCut(_ last: Update, before: [Update]) -> Bool {
    if before.contains(last) { return false }
    return before.contains { update in
        isBeginning(last.status, of: update.status) && isBeginning(last.date, of: update.date)
            // Of a line of text a part of a date is no date, and counts as status.
            || isBeginning(last.line, of: update.line) || isBeginning(last.lineByDate, of: update.lineByDate)
    }
}

private func isBeginning(_ text: String, of whole: String) -> Bool { whole.utf8.starts(with: text.utf8) }

extension Update {
    /// Status and date as they may stand on a line, in either order.
    fileprivate var line: String { [status, date].filter { !$0.isEmpty }.joined(separator: " ") }
    fileprivate var lineByDate: String { [date, status].filter { !$0.isEmpty }.joined(separator: " ") }
}
