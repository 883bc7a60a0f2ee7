// A stop signal for code that blocks in poll(2): an eventfd, raised once and never lowered.

import CPOSIX
import Glibc

/// Waits for so many seconds, 30 000 at most, or until `stop` is raised.
package func wait(_ seconds: Double, unless stop: StopSignal?) {
    // poll(2) passes over a descriptor below 0.
    var entry = pollfd(fd: stop?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Int32(max(0, min(seconds, 30_000)) * 1000))
}

/// Tells blocked code to stop. Any thread may raise it; every `run` that was given it ends its program.
package final class StopSignal: Sendable {
    /// Readable once it has been raised; for poll(2). Not to be read or closed.
    package let descriptor: Int32

    package init() throws(ProcessError) {
        descriptor = cposix_eventfd()
        guard descriptor >= 0 else { throw .system(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    /// Raises it, for good. Raising twice is no harm; safe in a signal handler.
    package func raise() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Whether it has been raised.
    package var isRaised: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }
}
