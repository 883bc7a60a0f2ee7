// Whether the wall clock is right, as far as others have confirmed it: a board without a battery clock begins each boot
// with a made-up time. It does I/O.

import CPOSIX
import Coding
import Glibc
import Synchronization

/// The evidence that the wall clock is right. One for the whole process: the evidence from one list's server holds for
/// the others.
package final class ClockProof: Sendable {
    /// The evidence of the system.
    package static let system = ClockProof { cposix_clock_is_synchronised() == 1 || access(timesyncd, F_OK) == 0 }
    /// systemd-timesyncd has this file while it keeps the clock; the unit's sandbox forbids asking the kernel.
    private static let timesyncd = "/run/systemd/timesync/synchronized"
    /// A server's clock may deviate by so many seconds: a day.
    private static let longestDifference = 86_400.0

    /// When a server last confirmed the clock.
    private let shown = Mutex<Moment?>(nil)
    private let isSynchronised: @Sendable () -> Bool

    /// - Parameter isSynchronised: whether the system says that its clock is synchronised.
    package init(isSynchronised: @escaping @Sendable () -> Bool) {
        self.isSynchronised = isSynchronised
    }

    /// Records the time of a server's clock.
    ///
    /// - Parameter date: the time in seconds since 1970.
    package func show(_ date: Double, at now: Moment) {
        guard abs(now.wall.timeIntervalSince1970 - date) <= ClockProof.longestDifference else { return }
        shown.withLock { $0 = now }
    }

    /// Whether the wall clock is known to be right. Evidence holds until the clock is set.
    package func holds(at now: Moment) -> Bool {
        if let shown = shown.withLock({ $0 }), shown.boot == now.boot, abs(now.jump(since: shown)) <= Moment.tolerance {
            return true
        }
        return isSynchronised()
    }
}
