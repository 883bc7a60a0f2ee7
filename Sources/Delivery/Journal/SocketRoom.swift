// Whether a datagram socket would accept a message now. libsystemd does not say: it reports success without a journal,
// and waits for a journal that hangs.

import CPOSIX
import Glibc

/// Waits until the receiver of a datagram socket has room for a message (unix(7)).
///
/// - Parameters:
///   - path: the socket's path; `@name` for an abstract one.
///   - milliseconds: the longest wait.
/// - Returns: 0, or the error number: `ENOENT` and `ECONNREFUSED` if nobody listens, `EAGAIN` if there is no room.
package func waitForRoom(at path: String, patience milliseconds: Int32) -> Int32 {
    var address = sockaddr_un()
    let length = cposix_unix_address(&address, path)
    guard length > 0 else { return ENAMETOOLONG }
    let probe = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else { return errno }
    defer { close(probe) }
    let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(probe, $0, length) }
    }
    guard connected == 0 else { return errno }
    // On a connected datagram socket "writable" means that the receiver's queue has room.
    var entry = pollfd(fd: probe, events: Int16(POLLOUT), revents: 0)
    let ready = poll(&entry, 1, milliseconds)
    if ready < 0 && errno != EINTR { return errno }
    return ready == 1 ? 0 : EAGAIN
}
