// How much each message matters.

/// How much a message matters (syslog(3)).
package enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case information = 6
    case debug = 7
}

extension Event.Kind {
    /// Changes are worth a look, first looks are for the record, and a source that cannot be read is a warning.
    package var priority: Priority {
        switch self {
        case .failing, .suspect, .stale, .unclear: .warning
        case .observed, .edition: .information
        case .appeared, .changed, .disappeared, .recovered: .notice
        }
    }
}
