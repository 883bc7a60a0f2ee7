// The sentence that people read, in the journal, on a terminal and in the hook's JSON. Sanitized, one line, bounded.

import Rows
import Text

extension Event {
    /// One sentence, without the time: `Mine (20121456171): "pending" (01-Jun-12) -> "visa issued" (15-Jun-12)`.
    package var message: String { message(Phrasing()) }

    /// Returns the same sentence.
    ///
    /// - Parameter command: the command of the instance that reports it: "batchwatch --instance office".
    package func message(calling command: String) -> String { message(Phrasing(command: command)) }

    /// Returns the sentence as its readers need it.
    package func message(_ phrasing: Phrasing) -> String {
        let command = phrasing.command
        if isSummary {
            return
                "\(sanitized(source, limit: 100)): \(merged ?? 1) further \(merged ?? 1 == 1 ? "change" : "changes"), see "
                + "`\(command) status`"
        }
        let sentence = sentence(phrasing)
        return merged.map { "\(sentence) (\($0 + 1) events merged)" } ?? sentence
    }

    private func sentence(_ phrasing: Phrasing) -> String {
        let (command, subject) = (phrasing.command, subject(phrasing))
        let start = phrasing.announces ? "watching: now " : ""
        return switch kind {
        case .observed where !detail.isEmpty && rows.isEmpty: "\(subject): \(start)\(sanitized(detail, limit: 500))"
        case .observed:
            "\(subject): \(start)\(rows.isEmpty ? "not on the list" : "on the list with \(list(rows))")\(remark)"
        case .appeared: "\(subject): now on the list with \(list(rows))\(remark)"
        case .changed: "\(subject): \(difference)\(remark)"
        case .disappeared:
            "\(subject): no longer on the list\(previousRows.isEmpty ? "" : "; last seen with \(list(previousRows))")"
                + remark
        case .unclear: "\(subject): unclear: \(doubt(command))"
        case .failing: "\(sanitized(source, limit: 100)): the list cannot be read: \(sanitized(detail, limit: 500))"
        case .recovered:
            "\(sanitized(source, limit: 100)): the list has recovered"
                + (detail.isEmpty ? "" : ": \(sanitized(detail, limit: 500))")
        case .suspect:
            "\(sanitized(source, limit: 100)): the list is held as suspect: \(sanitized(detail, limit: 500)); \(wait(command))"
        case .stale: "\(sanitized(source, limit: 100)): the list has not changed \(sanitized(detail, limit: 500))"
        case .edition: "\(sanitized(source, limit: 100)): \(edition?.sentence ?? "a new list is out")"
        }
    }

    /// Text added to an event of a batch, for example after a merge.
    private var remark: String { detail.isEmpty ? "" : "; \(sanitized(detail, limit: 200))" }

    /// Until when the rows of a held document are not reported.
    private func wait(_ command: String) -> String {
        let accept = "`\(command) accept \(shellWord(source, limit: 100))`"
        guard let acceptance else { return "its rows are not reported until \(accept)" }
        let never = acceptance == .byHand ? "\(acceptance.outlook); " : ""
        return "\(never)its rows are not reported \(acceptance.end), or until \(accept)"
    }

    /// Why a batch is unclear, what was read, what was reported before, and what to do.
    private func doubt(_ command: String) -> String {
        let reason = sanitized(detail, limit: 500)
        let name = shellWord(source, limit: 100)
        if batches != nil { return "\(reason); `\(command) status \(name)` shows each" }
        let read = rows.isEmpty ? "no row of it was read" : "read as \(list(rows))"
        let before = previousRows.isEmpty ? "" : ", before as \(list(previousRows))"
        let accept = "`\(command) accept \(name) \(shellWord(batch))`"
        let condition = rows.isEmpty ? "if the batch is not on it" : "if it says so"
        return "\(reason); \(read)\(before); look at the list, and \(condition), run \(accept)"
    }

    /// The batch, its label, and its list.
    private func subject(_ phrasing: Phrasing) -> String {
        let batch = sanitized(batch, limit: 100)
        let name = label.isEmpty ? batch : "\(sanitized(label, limit: 100)) (\(batch))"
        return phrasing.namesList ? "\(name) in \(sanitized(source, limit: 100))" : name
    }

    /// The difference to before: an arrow if one row replaced one row, otherwise the new and the removed rows.
    private var difference: String {
        let (new, gone) = (newRows, goneRows)
        if new.isEmpty, gone.isEmpty { return "unchanged again: \(list(rows))" }
        let kept = rows.count - new.count
        var parts: [String] = []
        if new.count == 1, gone.count == 1 {
            parts.append("\(list(gone)) -> \(list(new))")
        } else {
            if !new.isEmpty { parts.append("new: \(list(new))") }
            if !gone.isEmpty { parts.append("gone: \(list(gone))") }
        }
        if kept > 0 { parts.append("\(kept) other \(kept == 1 ? "row" : "rows") unchanged") }
        return parts.joined(separator: "; ")
    }
}

/// How to phrase the sentence for its readers.
package struct Phrasing: Equatable, Sendable {
    /// The command of the instance that reports it: "batchwatch --instance office".
    package var command: String
    /// Whether the sentence names the list, because the batch is watched in other lists, too.
    package var namesList: Bool
    /// Whether a first look says that the batch is watched from now on, to people who have heard nothing of it before.
    package var announces: Bool

    package init(command: String = "batchwatch", namesList: Bool = false, announces: Bool = false) {
        self.command = command
        self.namesList = namesList
        self.announces = announces
    }
}

/// Returns the first three rows, and the number of the others.
private func list(_ rows: [Update]) -> String {
    let shown = rows.prefix(3).map { row in
        let status = row.status.isEmpty ? "no status" : "\"\(sanitized(row.status, limit: 200))\""
        return row.date.isEmpty ? status : "\(status) (\(sanitized(row.date, limit: 40)))"
    }
    let more = rows.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
}
