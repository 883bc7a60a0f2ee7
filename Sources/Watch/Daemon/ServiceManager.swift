// Notifies systemd about the service, through libsystemd (sd_notify(3)). Without a service manager each call does
// nothing. A hook cannot speak for the daemon, because its environment has no NOTIFY_SOCKET.

import CSystemd
import Delivery
import Glibc
import Text

/// systemd, or another process that set `NOTIFY_SOCKET`.
package enum ServiceManager {
    /// The start or a reload has ended; with the line for `systemctl status`.
    package static func ready(status: String) { tell("READY=1", status: status) }

    /// A reload starts; `ready` ends it.
    package static func reloading() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        tell("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec &* 1_000_000 &+ time.tv_nsec / 1000)")
    }

    /// The line for `systemctl status`.
    package static func status(_ text: String) { tell("STATUS=" + sanitized(text, limit: 1000)) }

    /// The service is stopping.
    package static func stopping(status: String) { tell("STOPPING=1", status: status) }

    /// The main loop is alive.
    package static func watchdog() { tell("WATCHDOG=1") }

    /// Seconds after which systemd considers a silent service dead; nil if it does not watch this process.
    package static var watchdogSeconds: Double? {
        var microseconds: UInt64 = 0
        return sd_watchdog_enabled(0, &microseconds) > 0 ? Double(microseconds) / 1e6 : nil
    }

    private static func tell(_ state: String, status: String) {
        tell(state + "\nSTATUS=" + sanitized(status, limit: 1000))
    }

    /// A manager that does not accept the message is no problem here; unlike libsystemd, this does not wait for a
    /// manager that hangs.
    private static func tell(_ state: String) {
        guard let socket = getenv("NOTIFY_SOCKET") else { return }
        if waitForRoom(at: String(cString: socket), patience: 250) == 0 { sd_notify(0, state) }
    }
}
