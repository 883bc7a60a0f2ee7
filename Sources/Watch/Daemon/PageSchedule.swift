// When the page is written: after what it shows has changed, not more often than every ten seconds, again a minute after
// that failed, and once a day so that people see that somebody looks. Pure.

/// When the page is due.
package struct PageSchedule: Sendable {
    /// Seconds from the end of one writing to the next.
    package static let pause = 10.0
    /// Seconds until a failed one is tried again.
    package static let retry = 60.0
    /// A page that is older is written at the next poll, in seconds: a day.
    package static let longest = 86_400.0

    /// What the page is made of, as far as it can change.
    package struct Mark: Equatable, Sendable {
        /// How often the configuration was taken.
        package var configurations: Int
        /// By source, see `SourceStore.changes`.
        package var changes: [String: Int]
        package var troubles: [Trouble]

        package init(configurations: Int, changes: [String: Int], troubles: [Trouble]) {
            (self.configurations, self.changes, self.troubles) = (configurations, changes, troubles)
        }
    }

    /// What the page was made of when it was written last, or could not be; nil before the first time.
    private var last: Mark?
    /// What is being written; nil while nothing is.
    private var underway: Mark?
    /// When the last one ended, in seconds of uptime.
    private var ended: Double?
    private var hasFailed = false

    package init() {}

    /// When to write, in seconds of uptime; nil while there is no reason to, and while it is being written.
    package func due(for mark: Mark, at uptime: Double) -> Double? {
        if underway != nil { return nil }
        guard let ended else { return uptime }
        // Who edits the configuration, or has it read again, may have mended what was wrong.
        if hasFailed { return ended + (mark.configurations == last?.configurations ? Self.retry : Self.pause) }
        if mark != last { return ended + Self.pause }
        return uptime - ended >= Self.longest ? uptime : nil
    }

    package mutating func begin(_ mark: Mark) { underway = mark }

    package mutating func end(at uptime: Double, hasFailed: Bool) {
        (last, underway, ended, self.hasFailed) = (underway, nil, uptime, hasFailed)
    }
}
