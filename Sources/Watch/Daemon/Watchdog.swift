// What the watchdog is fed on: that no worker hangs. A main queue that answers is not enough, since the work is done on others:
// a poll or a hook that does not come to its end would be a service that looks alive and tells nothing.

import Dispatch
import Synchronization

/// A worker that is at work, and until when it has to be done.
package struct Duty: Hashable, Sendable {
    /// What is done: "the poll of london".
    package var name: String
    /// The source, where it is about one.
    package var source: String = ""
    /// In seconds of the clock that deadlines of programs are measured by (`Duty.now`).
    package var deadline: Double

    package init(_ name: String, source: String = "", deadline: Double) {
        self.name = name
        self.source = source
        self.deadline = deadline
    }

    /// What saving may take on a slow disk, and all else on a machine under load, beyond the bounds of readers and hooks.
    package static let slack = 120.0

    /// Seconds of CLOCK_MONOTONIC: it stands still in suspend, as the deadlines of readers and hooks do.
    package static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// When work has to be over that begins now and takes so many seconds at most.
    package static func deadline(in seconds: Double) -> Double { now + seconds + slack }
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

/// The deadline of a worker on a queue of its own, for the main queue to look at.
package final class Deadline: Sendable {
    private let time = Mutex<Double?>(nil)

    package init() {}

    /// Something begins that takes so many seconds at most.
    package func set(in seconds: Double) { time.withLock { $0 = Duty.deadline(in: seconds) } }

    /// Nothing is under way.
    package func clear() { time.withLock { $0 = nil } }

    /// Nil while nothing is under way.
    package var current: Double? { time.withLock { $0 } }
}
