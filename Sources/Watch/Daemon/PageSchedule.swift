// When to write the page: after its content has changed, at most every ten seconds, a minute after a failure, and once
// a day, to show that the service runs. Pure.

/// When the page is due.
package struct PageSchedule: Sendable {
    /// Seconds from the end of one write to the next.
    package static let pause = 10.0
    /// Seconds until the retry after a failure.
    package static let retry = 60.0
    /// An older page is written at the next poll, in seconds: a day.
    package static let longest = 86_400.0

    /// The changeable inputs of the page.
    package struct Mark: Equatable, Sendable {
        /// The number of configurations put into force.
        package var configurations: Int
        /// By source, see `SourceStore.changes`.
        package var changes: [String: Int]
        package var troubles: [Trouble]

        package init(configurations: Int, changes: [String: Int], troubles: [Trouble]) {
            (self.configurations, self.changes, self.troubles) = (configurations, changes, troubles)
        }
    }

    /// The inputs of the last write, even a failed one; nil before the first.
    private var last: Mark?
    /// The inputs being written; nil without a write.
    private var underway: Mark?
    /// The end of the last write, in seconds of uptime.
    private var ended: Double?
    private var hasFailed = false

    package init() {}

    /// When to write, in seconds of uptime; nil without a reason, and during a write.
    package func due(for mark: Mark, at uptime: Double) -> Double? {
        if underway != nil { return nil }
        guard let ended else { return uptime }
        // A user who edits or reloads the configuration may have fixed the fault.
        if hasFailed { return ended + (mark.configurations == last?.configurations ? Self.retry : Self.pause) }
        if mark != last { return ended + Self.pause }
        return uptime - ended >= Self.longest ? uptime : nil
    }

    package mutating func begin(_ mark: Mark) { underway = mark }

    package mutating func end(at uptime: Double, hasFailed: Bool) {
        (last, underway, ended, self.hasFailed) = (underway, nil, uptime, hasFailed)
    }
}
