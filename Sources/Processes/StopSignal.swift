// A stop signal for code that blocks in poll(2): an eventfd, raised once and never lowered.

import CPOSIX
import Glibc

/// Waits for so many seconds, at most 30 000, or until `stop` is raised.
package func wait(_ seconds: Double, unless stop: StopSignal?) {
    // poll(2) ignores a negative descriptor.
    var entry = pollfd(fd: stop?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Int32(max(0, min(seconds, 30_000)) * 1000))
}

/// Stops blocked code. Any thread may raise it; every `run` that has it ends its program.
package final class StopSignal: Sendable {
    /// Readable once it has been raised; for poll(2). Do not read or close it.
    package let descriptor: Int32

    package init() throws(ProcessError) {
        descriptor = cposix_eventfd()
        guard descriptor >= 0 else { throw .system(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    /// Raises it, permanently. Raising it twice is harmless; safe in a signal handler.
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
