// Whether the wall clock is right, as far as others have shown it: a board without a clock of its own begins each boot
// with a time that is made up. One of the files that do I/O.

import CPOSIX
import Coding
import Glibc
import Synchronization

/// What is known of whether the wall clock is right. One for the whole process: what the server of one list shows holds
/// for the others.
package final class ClockProof: Sendable {
    /// The system's.
    package static let system = ClockProof { cposix_clock_is_synchronised() == 1 || access(timesyncd, F_OK) == 0 }
    /// systemd-timesyncd has this file while it keeps the clock; the unit's sandbox forbids to ask the kernel.
    private static let timesyncd = "/run/systemd/timesync/synchronized"
    /// A server's clock may be off by so much, in seconds: a day.
    private static let longestDifference = 86_400.0

    /// When a server last showed that it is right.
    private let shown = Mutex<Moment?>(nil)
    private let isSynchronised: @Sendable () -> Bool

    /// - Parameter isSynchronised: whether the system says that its clock is kept by others.
    package init(isSynchronised: @escaping @Sendable () -> Bool) {
        self.isSynchronised = isSynchronised
    }

    /// Takes in what a server's clock says.
    ///
    /// - Parameter date: in seconds since 1970.
    package func show(_ date: Double, at now: Moment) {
        guard abs(now.wall.timeIntervalSince1970 - date) <= ClockProof.longestDifference else { return }
        shown.withLock { $0 = now }
    }

    /// Whether the wall clock is known to be right. What was shown holds until the clock is set.
    package func holds(at now: Moment) -> Bool {
        if let shown = shown.withLock({ $0 }), shown.boot == now.boot, abs(now.jump(since: shown)) <= Moment.tolerance {
            return true
        }
        return isSynchronised()
    }
}
