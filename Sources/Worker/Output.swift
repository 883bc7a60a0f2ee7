// The messages of a worker as JSON lines on standard output, the reply last.

import CPOSIX
import Coding
import Glibc
import Reading

/// Writes one message. If nobody listens any more, the process ends.
package func send<Reply>(_ message: WorkerMessage<Reply>) {
    guard let line = try? jsonBytes(of: message) else { exit(EX_SOFTWARE) }
    if !writeAll(line + [0x0A], to: 1) { exit(EX_IOERR) }
}

/// Writes all bytes. A pipe or terminal may be non-blocking: waits until it has room.
///
/// - Returns: whether all bytes were written; otherwise `errno` says why.
package func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    cposix_write_all(file, bytes, bytes.count, -1) == 0
}

/// Ends the process at once. Everything is written; a normal exit would only let libraries free their memory, some
/// thirty of them in the fetcher.
package func end() -> Never {
    _exit(EX_OK)
}
