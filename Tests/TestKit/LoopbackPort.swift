// A port for a server that needs to know its port. It is bound before anybody learns its number and stays bound: no
// other program gets it meanwhile. A program that sets SO_REUSEADDR, as servers do, can still listen on it (ip(7)).

import Glibc

/// A TCP port of 127.0.0.1 that is the test's own for as long as this value lives.
package final class LoopbackPort {
    package let number: Int
    private let handle: Int32

    /// With `listens` it takes connections itself, and never says a word.
    package init(listens: Bool = false) {
        handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var on: Int32 = 1
        setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let handle = handle
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(handle, $0, size) == 0 && getsockname(handle, $0, &size) == 0
            }
        }
        precondition(isBound && (!listens || listen(handle, 16) == 0), "no port of the loopback: \(errno)")
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(handle) }

    package var url: String { "http://127.0.0.1:\(number)" }
}
