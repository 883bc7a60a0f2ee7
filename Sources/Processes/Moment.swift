// Time, read in one place and passed on as a value, so that everything that decides can be tested with any clock.
// The wall clock is for people and for what must outlive a reboot; intervals are measured on the other one.

import Coding
import Glibc

/// One moment on the two clocks that matter here.
package struct Moment: Sendable, Equatable {
    /// The wall clock in whole seconds, as it is written into the state and into events. It may jump.
    package var wall: Date
    /// Seconds since boot, suspend included (CLOCK_BOOTTIME). It never goes back.
    package var uptime: Double

    package init(wall: Date, uptime: Double) {
        self.wall = Date(timeIntervalSince1970: wall.timeIntervalSince1970.rounded(.down))
        self.uptime = uptime
    }

    /// This moment, of the system's clocks.
    package static func now() -> Moment {
        Moment(wall: Date(timeIntervalSince1970: seconds(of: CLOCK_REALTIME)), uptime: seconds(of: CLOCK_BOOTTIME))
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
