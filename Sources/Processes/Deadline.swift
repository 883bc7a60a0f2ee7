// The deadline of a worker on its own queue, for others to check.

import Dispatch
import Synchronization

/// The deadline of a worker; nil while it is idle.
package final class Deadline: Sendable {
    private let time = Mutex<Double?>(nil)

    package init() {}

    /// Time for everything besides the bounds of programs on a machine under load: 2 min.
    package static let slack = 120.0

    /// Seconds of CLOCK_MONOTONIC: it stops in suspend, like the deadlines of programs.
    package static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// The deadline of work that begins now and takes at most so many seconds.
    package static func after(_ seconds: Double) -> Double { now + seconds + slack }

    /// Work begins that takes at most so many seconds.
    package func set(in seconds: Double) { time.withLock { $0 = Deadline.after(seconds) } }

    /// The work has ended.
    package func clear() { time.withLock { $0 = nil } }

    /// The deadline on the clock of `now`; nil while the worker is idle.
    package var current: Double? { time.withLock { $0 } }
}
