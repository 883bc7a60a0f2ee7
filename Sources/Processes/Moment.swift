// Time, read in one place and passed on as a value, so that tests can use any clock.
// The wall clock is for people and for times that must outlive a reboot; the other clock measures intervals.

import Coding
import Glibc

/// One moment on the two clocks that matter here, and the boot that one of them counts from.
package struct Moment: Sendable, Equatable {
    /// The wall clock in whole seconds, as written to the state and to events. It may jump.
    package var wall: Date
    /// Seconds since boot, including suspend (CLOCK_BOOTTIME). It never goes back.
    package var uptime: Double
    /// The id of that boot (random(4), `boot_id`); empty if unknown.
    package var boot: String

    package init(wall: Date, uptime: Double, boot: String = "") {
        self.wall = Date(timeIntervalSince1970: wall.timeIntervalSince1970.rounded(.down))
        self.uptime = uptime
        self.boot = boot
    }

    /// This moment, of the system's clocks.
    package static func now() -> Moment {
        Moment(
            wall: Date(timeIntervalSince1970: seconds(of: CLOCK_REALTIME)), uptime: seconds(of: CLOCK_BOOTTIME),
            boot: ownBoot)
    }

    /// It does not change while this process runs.
    private static let ownBoot: String = {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self) : ""
    }()

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Up to so many seconds of difference between wall clock and elapsed time count as normal corrections of the
    /// clock.
    package static let tolerance = 10.0

    /// How far the wall clock was set ahead since a moment of the same boot, in seconds; negative if set back.
    package func jump(since other: Moment) -> Double {
        wall.timeIntervalSince(other.wall) - (uptime - other.uptime)
    }
}
