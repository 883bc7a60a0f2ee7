// Feeds the watchdog only if no worker hangs. A main queue that answers is not enough, because others do the work: a
// poll or a hook that never ends would make a service that looks alive and reports nothing.

/// A busy worker and its deadline.
package struct Duty: Hashable, Sendable {
    /// The task: "the poll of london".
    package var name: String
    /// The source, if it concerns one.
    package var source: String = ""
    /// In seconds of the clock for deadlines of programs (`Deadline.now`).
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

    /// Checks the busy workers.
    ///
    /// - Returns: whether to feed the watchdog, and the workers newly overdue: each is reported once.
    package mutating func look(at duties: [Duty], at time: Double) -> (isFed: Bool, news: [Duty]) {
        let overdue = duties.filter { $0.deadline < time }
        let news = overdue.filter { !told.contains($0) }
        told = overdue
        return (overdue.isEmpty, news)
    }
}
