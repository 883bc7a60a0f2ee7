// The main queue, on the main thread for good. dispatchMain() gives that thread up, and the queue runs on threads of a
// pool that end after five seconds without work: each wake-up makes one again, and where the system has none to give,
// the daemon answers nobody. So it is done here as a run loop does it (CFRunLoop.c of swift-corelibs-foundation), with
// the two functions that libdispatch has for that.

import CPOSIX
import Glibc

/// Runs what is put on the main queue, and never returns. For the main thread alone.
func runMainQueue() -> Never {
    // An eventfd(2), non-blocking, that counts up when something was put on the empty queue.
    let handle = _dispatch_get_main_queue_handle_4CF()
    while true {
        var waiting = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
        var count: UInt64 = 0
        _ = read(handle, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
    }
}
