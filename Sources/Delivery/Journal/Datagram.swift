// A message to whoever listens at a socket: journald and systemd take theirs so, one datagram each (unix(7)).

import CPOSIX
import Glibc
import Watch

/// Sends one datagram, and waits for room at the receiver's no longer than told.
///
/// - Parameters:
///   - bytes: the message; the kernel takes 200 KiB.
///   - path: the receiver's socket; `@name` for an abstract one.
///   - milliseconds: how long to wait for room.
/// - Returns: 0, or the error number: `ENOENT` and `ECONNREFUSED` where nobody listens, `EAGAIN` where there is no room.
func sendDatagram(_ bytes: [UInt8], to path: String, patience milliseconds: Int32) -> Int32 {
    var address = sockaddr_un()
    let length = cposix_unix_address(&address, path)
    guard length > 0 else { return ENAMETOOLONG }
    let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let sender = socket(AF_UNIX, type, 0)
    guard sender >= 0 else { return errno }
    defer { close(sender) }
    let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(sender, $0, length) }
    }
    guard connected == 0 else { return errno }
    // Others may take the room between the two calls: once more is enough for anyone but a flood.
    for _ in 0..<2 {
        // On a connected datagram socket "writable" means that the receiver's queue has room.
        var entry = pollfd(fd: sender, events: Int16(POLLOUT), revents: 0)
        let ready = poll(&entry, 1, milliseconds)
        if ready == 0 { return EAGAIN }
        if ready < 0 && errno != EINTR { return errno }
        if send(sender, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count { return 0 }
        if errno != EAGAIN && errno != EINTR { return errno }
    }
    return EAGAIN
}
