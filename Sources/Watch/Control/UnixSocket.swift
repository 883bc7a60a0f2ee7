// A stream socket with a name in the file system, unix(7): the calls that both ends share. It does I/O.

import CPOSIX
import Glibc

/// One end of a connection, or a listening socket; it closes when it is released.
struct UnixSocket: ~Copyable {
    let descriptor: Int32

    deinit { close(descriptor) }

    /// The time that a peer may take in one call, in seconds.
    static let patience = 5

    init?() {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
    }

    init(accepted descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Limits the time of a call that waits for the peer.
    func setPatience(receive: Int, send: Int) {
        for (option, seconds) in [(SO_RCVTIMEO, receive), (SO_SNDTIMEO, send)] {
            var time = timeval(tv_sec: seconds, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Calls bind(2) or connect(2) with the path's address; false if the call failed or the path is too long.
    func withAddress(_ path: String, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Bool {
        var address = sockaddr_un()
        let length = cposix_unix_address(&address, path)
        guard length > 0 else {
            errno = ENAMETOOLONG
            return false
        }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, length) }
        } == 0
    }

    /// Reads to the end of a line; nil if the peer went away, was too slow, or sent more than `limit` bytes (then
    /// `errno` is EMSGSIZE).
    func readLine(limit: Int) -> [UInt8]? {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            line.append(contentsOf: buffer[..<count])
            let isWhole = line.last == UInt8(ascii: "\n")
            guard line.count - (isWhole ? 1 : 0) <= limit else {
                errno = EMSGSIZE
                return nil
            }
            if isWhole { return line }
        }
    }

    /// The user of the listening process (unix(7) SO_PEERCRED); nil if the kernel does not say.
    var peer: uid_t? {
        var user: uid_t = 0
        var process: pid_t = 0
        return cposix_peer(descriptor, &user, &process) == 0 ? user : nil
    }

    /// Sends all bytes; returns whether that succeeded.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
