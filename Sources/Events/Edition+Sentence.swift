// The sentence about a new edition. Sanitized, one line, bounded.

import Rows
import Text

extension Edition {
    /// "a new list is out: 324 rows, 300 approved, 24 refused; yours is not on it; nearest below 66357321 approved,
    /// nearest above 66357399 refused".
    var sentence: String {
        let list = ["\(rows) \(rows == 1 ? "row" : "rows")"] + statusWords
        let parts = [differenceWords, watchedWords].compactMap { $0 } + absentWords
        let whole = isIncomplete == true ? "; not all of its documents can be read" : ""
        return (isFirst == true ? "the list has " : "a new list is out: ") + list.joined(separator: ", ") + whole
            + parts.map { "; " + $0 }.joined()
    }

    /// "300 approved", "24 refused", "3 other".
    private var statusWords: [String] {
        guard let statuses, statuses.contains(where: { !$0.status.isEmpty }) else { return [] }
        let counts = statuses.map { count in
            "\(count.rows) \(count.status.isEmpty ? "without a status" : sanitized(count.status, limit: 60))"
        }
        let others = otherStatuses ?? 0
        return counts + (others > 0 ? ["\(others) other"] : [])
    }

    /// "8 new, 4 gone, 2 changed".
    private var differenceWords: String? {
        guard let new, let gone, let changed else { return nil }
        return "\(new) new, \(gone) gone, \(changed) changed"
    }

    /// "yours is not on it".
    private var watchedWords: String? {
        guard let watched, let missing, watched > 0 else { return nil }
        if watched == 1 { return missing == 0 ? "yours is on it" : "yours is not on it" }
        if missing == 0 { return "all \(watched) of yours are on it" }
        if missing == watched { return "none of your \(watched) is on it" }
        return "\(missing) of your \(watched) \(missing == 1 ? "is" : "are") not on it"
    }

    /// One missing batch is shown with its neighbours; of several, the first three by name.
    private var absentWords: [String] {
        if watched == 1 { return absent.first.flatMap(\.neighbourWords).map { [$0] } ?? [] }
        let shown = absent.prefix(3).map { batch in
            let number = sanitized(batch.batch, limit: 100)
            let name = batch.label.isEmpty ? number : "\(sanitized(batch.label, limit: 100)) (\(number))"
            return batch.neighbourWords.map { "\(name): \($0)" } ?? name
        }
        let more = (missing ?? absent.count) - shown.count
        return shown + (more > 0 && !shown.isEmpty ? ["and \(more) more"] : [])
    }
}

extension Edition.Absent {
    /// Returns "nearest below 66357321 approved, nearest above 66357399 refused"; nil without neighbours.
    fileprivate var neighbourWords: String? {
        let sides = [("below", below), ("above", above)].compactMap { side, batch in
            batch.map { "nearest \(side) \(sanitized($0.batch, limit: 100)) \(sanitized($0.status, limit: 60))" }
        }
        return sides.isEmpty ? nil : sides.joined(separator: ", ")
    }
}
