// Work that waits, on a thread of its own. A dispatch queue would take its thread from libdispatch, which waits until it
// gets one: where the system has none to give, whoever puts work on a queue hangs.

import Glibc

/// Runs work on a thread of its own, which ends with it.
///
/// - Throws: `ProcessError.system` where there is no thread to be had (pthread_create(3), EAGAIN); the work is not run.
package func onOwnThread(_ work: @escaping @Sendable () -> Void) throws(ProcessError) {
    let box = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { box in
            if let box { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    guard code == 0 else {
        box.release()
        throw .system(call: "pthread_create", code: code)
    }
    pthread_detach(thread)
}

/// What a thread is to do.
private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
