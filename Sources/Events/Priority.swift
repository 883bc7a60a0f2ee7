// The importance of each message.

/// The importance of a message (syslog(3)).
package enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case information = 6
    case debug = 7
}

extension Event.Kind {
    /// Changes deserve attention, first looks are for the record, and an unreadable source is a warning.
    package var priority: Priority {
        switch self {
        case .failing, .suspect, .stale, .unclear: .warning
        case .observed, .edition: .information
        case .appeared, .changed, .disappeared, .recovered: .notice
        }
    }
}
