// Runs work that waits on a new thread. A dispatch queue would take a thread from libdispatch, which waits until it
// gets one: if the system has none, everything that uses a queue hangs.

import Glibc

/// Runs work on a new thread, which ends with it.
///
/// - Throws: `ProcessError.system` if the system has no thread (pthread_create(3), EAGAIN); then the work is not run.
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

/// The work of a thread.
private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
