// The names and values of `BATCHWATCH_*`, the same in the hook's environment and in the journal (hook contract v1).

import Rows
import Text

extension Event {
    /// Names with their sanitized values, at most 8 KiB each: the kernel accepts 128 KiB per string and 2 MiB in all. The
    /// hook's JSON has the full values.
    ///
    /// `STATUS` and `DATE` are those of the new rows, or of all rows if none is new; `PREVIOUS_STATUS` and
    /// `PREVIOUS_DATE` those of the removed rows, or of all previous rows if none was removed. "; " separates several,
    /// and dates are in the order of their statuses.
    package var fields: [(name: String, value: String)] {
        let (now, before) = (newRows.isEmpty ? rows : newRows, goneRows.isEmpty ? previousRows : goneRows)
        return [
            ("EVENT_ID", id), ("KIND", kind.rawValue), ("SOURCE", source), ("BATCH", batch), ("LABEL", label),
            ("STATUS", joined(now, \.status)), ("DATE", joined(now, \.date)),
            ("PREVIOUS_STATUS", joined(before, \.status)), ("PREVIOUS_DATE", joined(before, \.date)),
        ].map { (name: "BATCHWATCH_" + $0.0, value: sanitized($0.1, limit: fieldLimit)) }
    }

    /// The fields that identify the event, for messages about it.
    package var reference: [(name: String, value: String)] {
        let names = ["BATCHWATCH_EVENT_ID", "BATCHWATCH_KIND", "BATCHWATCH_SOURCE", "BATCHWATCH_BATCH"]
        return fields.filter { names.contains($0.name) }
    }
}

/// The longest value of a field, in bytes.
package let fieldLimit = 8192

private func joined(_ rows: [Update], _ part: (Update) -> String) -> String {
    rows.map(part).joined(separator: "; ")
}
