// One message as the journal's fields, or as a line. All its text is sanitized and bounded.

import Events
import Text

/// One message.
struct JournalEntry {
    var identifier = "batchwatch"
    var priority: Priority
    var message: String
    var messageID: String
    var fields: [(name: String, value: String)]

    /// Longer than a field, because the message may list the mistakes in the configuration.
    static let messageLimit = 16_384

    /// `NAME=value` for each field (systemd.journal-fields(7)), without empty values.
    var fieldList: [String] {
        let head = [
            "MESSAGE=" + sanitized(message, limit: Self.messageLimit), "PRIORITY=\(priority.rawValue)",
            "MESSAGE_ID=" + messageID, "SYSLOG_IDENTIFIER=" + identifier,
        ]
        return head + fields.filter { !$0.value.isEmpty }.map { "\($0.name)=\(sanitized($0.value, limit: fieldLimit))" }
    }

    /// The line for a terminal or a file: `hook: sent` for output of the hook, `source: …` for that of a source's program,
    /// otherwise the message. Warnings and errors begin with their level.
    var line: String {
        let text = sanitized(message, limit: Self.messageLimit)
        let author = identifier.dropFirst("batchwatch-".count)
        if !author.isEmpty { return "\(author): \(text)" }
        return switch priority {
        case .error: "error: \(text)"
        case .warning: "warning: \(text)"
        case .notice, .information, .debug: text
        }
    }
}
