// Keeps the main queue on the main thread. dispatchMain() gives that thread up, and the queue then uses pool threads
// that end after five seconds without work: each wake-up creates one, and if the system has none to give, the daemon
// answers nobody. This code therefore works like a run loop (CFRunLoop.c of swift-corelibs-foundation), with two
// functions that libdispatch has for that.

import CPOSIX
import Glibc

/// Runs the main queue, and never returns. Only for the main thread.
func runMainQueue() -> Never {
    // A non-blocking eventfd(2) that counts up when the empty queue gets work.
    let handle = _dispatch_get_main_queue_handle_4CF()
    while true {
        var waiting = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
        var count: UInt64 = 0
        _ = read(handle, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
    }
}
