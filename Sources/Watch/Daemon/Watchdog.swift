// What the watchdog is fed on: that no worker hangs. A main queue that answers is not enough, since the work is done on
// others: a poll or a hook that does not come to its end would be a service that looks alive and tells nothing.

/// A worker that is at work, and until when it has to be done.
package struct Duty: Hashable, Sendable {
    /// What is done: "the poll of london".
    package var name: String
    /// The source, where it is about one.
    package var source: String = ""
    /// In seconds of the clock that deadlines of programs are measured by (`Deadline.now`).
    package var deadline: Double

    package init(_ name: String, source: String = "", deadline: Double) {
        self.name = name
        self.source = source
        self.deadline = deadline
    }
}

/// Whether the service is alive. Pure.
package struct Watchdog: Sendable {
    private var told: [Duty] = []

    package init() {}

    /// Looks at those who work.
    ///
    /// - Returns: whether the watchdog is to be fed, and who is overdue that was not before: told once.
    package mutating func look(at duties: [Duty], at time: Double) -> (isFed: Bool, news: [Duty]) {
        let overdue = duties.filter { $0.deadline < time }
        let news = overdue.filter { !told.contains($0) }
        told = overdue
        return (overdue.isEmpty, news)
    }
}
