// Until when a worker on a queue of its own has to be done, for others to look at.

import Dispatch
import Synchronization

/// The deadline of a worker; nil while nothing is under way.
package final class Deadline: Sendable {
    private let time = Mutex<Double?>(nil)

    package init() {}

    /// What all else may take on a machine under load, beyond the bounds of programs: 2 min.
    package static let slack = 120.0

    /// Seconds of CLOCK_MONOTONIC: it stands still in suspend, as the deadlines of programs do.
    package static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// When work has to be over that begins now and takes so many seconds at most.
    package static func after(_ seconds: Double) -> Double { now + seconds + slack }

    /// Something begins that takes so many seconds at most.
    package func set(in seconds: Double) { time.withLock { $0 = Deadline.after(seconds) } }

    /// Nothing is under way.
    package func clear() { time.withLock { $0 = nil } }

    /// In seconds of `now`; nil while nothing is under way.
    package var current: Double? { time.withLock { $0 } }
}
